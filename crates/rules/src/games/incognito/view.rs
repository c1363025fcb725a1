//! Incognito for people.

use super::format::{self, Unwritable};
use super::inco::{IncoError, IncoFault, IncoLine, IncoWarning};
use super::messages::{Badge, Kind, Name, Note, PositionReason, Reason, Sentence};
use super::{Incognito, Move, Reveal, Spies, Square};
use crate::bits::Bits;
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::message::{Message, MessageSpec};
use crate::record::FileFormat;
use crate::view::{self, Describe, Geometry, MoveKind, Piece, Region};
use crate::{Position, Side, StepOf};

/// The eight directions of a chess queen.
const QUEEN: &[(i8, i8)] = &[
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

impl Incognito {
    /// A pawn's kind.
    fn kind_on(&self, square: Square) -> Kind {
        if self.board.cleared() & square.bit() != 0 {
            Kind::Knight
        } else {
            Kind::Pawn
        }
    }

    /// What is known about a side's pawn.
    fn note(&self, side: Side, square: Square) -> Option<Note> {
        let candidates = self.spy_squares(side);
        if candidates & square.bit() == 0 {
            return Some(Note::Knight);
        }
        match candidates.count_ones() {
            1 => Some(Note::Spy),
            // At the end one of them has been found, and the position does not say which.
            _ if self.terminal_winner().is_some() => None,
            count => Some(Note::Suspect { count }),
        }
    }

    /// What is known about a side's pawn, in a few characters. Knights have a picture of their own.
    fn badge(&self, side: Side, square: Square) -> Option<Badge> {
        let candidates = self.spy_squares(side);
        match candidates.count_ones() {
            _ if candidates & square.bit() == 0 => None,
            1 => Some(Badge::Spy),
            _ if self.terminal_winner().is_some() => None,
            count => Some(Badge::Odds { count }),
        }
    }

    fn slide_caption(&self, step: StepOf<Self>) -> Vec<Sentence> {
        let (side, piece) = (self.turn(), self.kind_on(step.mv.from()));
        let (from, to) = (self.name(step.mv.from()), self.name(step.mv.to()));
        match step.reveal {
            Reveal::Nothing => vec![Sentence::Moves {
                side,
                piece,
                from,
                to,
            }],
            Reveal::Wins => vec![Sentence::Enters { side, piece, from }, Sentence::IsTheSpy],
            Reveal::KnightLost | Reveal::SpyLost => vec![
                Sentence::EntersAndIsLost { side, piece, from },
                Sentence::WasAKnight,
            ],
        }
    }

    fn question_caption(&self, step: StepOf<Self>) -> Vec<Sentence> {
        let (side, piece) = (self.turn(), self.kind_on(step.mv.from()));
        let (from, to) = (self.name(step.mv.from()), self.name(step.mv.to()));
        let questioner_was_spy = step.reveal == Reveal::SpyLost;
        if step.reveal == Reveal::Wins {
            return vec![Sentence::Unmasks {
                side,
                piece,
                from,
                to,
            }];
        }
        match self.kind_on(step.mv.to()) {
            Kind::Pawn => vec![
                Sentence::Clears {
                    side,
                    piece,
                    from,
                    to,
                },
                if questioner_was_spy {
                    Sentence::QuestionerWasTheSpy { side }
                } else {
                    Sentence::QuestionerWasAKnight
                },
            ],
            Kind::Knight => vec![
                Sentence::AsksKnight {
                    side,
                    piece,
                    from,
                    to,
                },
                if questioner_was_spy {
                    Sentence::WasTheSpy { side }
                } else {
                    Sentence::WasAKnight
                },
            ],
        }
    }
}

impl Describe for Incognito {
    const MESSAGES: &'static [&'static [MessageSpec]] = &[
        Name::SPECS,
        Note::SPECS,
        Badge::SPECS,
        Sentence::SPECS,
        Reason::SPECS,
        PositionReason::SPECS,
        Unwritable::SPECS,
        IncoError::SPECS,
        IncoFault::SPECS,
        IncoLine::SPECS,
        IncoWarning::SPECS,
    ];
    const FORMATS: &'static [FileFormat] = &[format::INCO];

    fn setup() -> SetupSchema {
        const ITEMS: &[Item] = &[
            Item::piece("W", Kind::Pawn.as_str(), Side::First),
            Item::piece("w", Kind::Knight.as_str(), Side::First),
            Item::piece("B", Kind::Pawn.as_str(), Side::Second),
            Item::piece("b", Kind::Knight.as_str(), Side::Second),
        ];
        let (white, black) = (Side::First, Side::Second);
        let mut phases = SetupPhase::to_move(&Self::INFO, ["w", "b"]);
        phases.extend([
            SetupPhase::new("b w-wins", Name::WonByOwnMove { side: white }),
            SetupPhase::new("w w-wins", Name::WonByEnemyMove { side: white }),
            SetupPhase::new("w b-wins", Name::WonByOwnMove { side: black }),
            SetupPhase::new("b b-wins", Name::WonByEnemyMove { side: black }),
        ]);
        SetupSchema {
            items: ITEMS,
            phases,
            empty: None,
        }
    }

    fn hidden() -> Vec<Message> {
        vec![
            Sentence::HiddenSpies.into(),
            Sentence::HiddenFromBoth.into(),
        ]
    }

    fn geometry(&self) -> Geometry {
        let legend = vec![
            view::Kind {
                id: Kind::Pawn.as_str(),
                name: Name::Pawn.into(),
                text: ["W", "B"],
                glyph: ["♙", "♟"],
                steps: QUEEN,
            },
            view::Kind {
                id: Kind::Knight.as_str(),
                name: Name::Knight.into(),
                text: ["w", "b"],
                glyph: ["♘", "♞"],
                steps: QUEEN,
            },
        ];
        let castle = |side| Region {
            kind: "castle",
            name: Name::Castle { side }.into(),
            side: Some(side),
            points: vec![self.name(self.castle(side))],
        };
        Geometry {
            regions: Side::BOTH.map(castle).into(),
            ..Geometry::of_grid(&Self::INFO, self.size(), self.grid(), legend)
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let pawns = |side| Bits(self.pawns(side)).map(move |square| (side, Square(square)));
        Side::BOTH
            .into_iter()
            .flat_map(pawns)
            .map(|(side, square)| Piece {
                at: self.name(square),
                kind: self.kind_on(square).as_str(),
                side,
                height: 1,
                note: self.note(side, square).map(Message::from),
                badge: self.badge(side, square).map(Message::from),
            })
            .collect()
    }

    fn disclosed_pieces(&self, spies: &Spies) -> Vec<Piece> {
        let mut pieces = self.pieces();
        for piece in &mut pieces {
            let spy = spies.of(piece.side).map(|square| self.name(square));
            let is_spy = spy.as_ref() == Some(&piece.at);
            piece.note = Some(if is_spy { Note::Spy } else { Note::Knight }.into());
            piece.badge = is_spy.then(|| Badge::Spy.into());
        }
        pieces
    }

    fn move_kind(&self, mv: Move) -> MoveKind {
        if mv.is_question() {
            MoveKind::Question
        } else {
            MoveKind::Move
        }
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![self.name(mv.from()), self.name(mv.to())]
    }

    fn caption(&self, step: StepOf<Self>) -> Vec<Message> {
        let sentences = if step.mv.is_question() {
            self.question_caption(step)
        } else {
            self.slide_caption(step)
        };
        sentences.into_iter().map(Message::from).collect()
    }

    fn disclose_secret(&self, spies: &Spies) -> Option<Message> {
        let spy = |side| spies.of(side).map(|square| self.name(square));
        let sentence = match Side::BOTH.map(spy) {
            [Some(white), Some(black)] => Sentence::Spies { white, black },
            [Some(square), None] => Sentence::LastSpy {
                side: Side::First,
                square,
            },
            [None, Some(square)] => Sentence::LastSpy {
                side: Side::Second,
                square,
            },
            [None, None] => return None,
        };
        Some(sentence.into())
    }

    fn prompt(&self) -> Message {
        let side = self.turn();
        if self.moves().into_iter().any(Move::is_question) {
            Sentence::PromptOrInterrogate { side }.into()
        } else {
            Sentence::Prompt { side }.into()
        }
    }

    fn loss_reason(&self, loser: Side) -> Message {
        let (side, castle) = (loser, self.castle(loser).bit());
        if self.turn() != loser {
            // The loser made the last move.
            Sentence::SpyLost { side }.into()
        } else if self.pawns(!loser) & castle != 0 {
            Sentence::CastleTaken { side }.into()
        } else {
            Sentence::SpyUnmasked { side }.into()
        }
    }
}
