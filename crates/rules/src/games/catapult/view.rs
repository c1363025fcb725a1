//! Catapult for people.

use super::board::{FLAG_SQUARES, GRID, flag_range};
use super::messages::{Impossible, Name, Notation, Reason, Sentence};
use super::text::missing;
use super::{Catapult, Move, Piece, Square};
use crate::bits::Bits;
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::error::Phrase;
use crate::message::{Message, MessageSpec};
use crate::view::{self, Describe, Geometry, Kind, Region};
use crate::{Position, Side, StepOf};

/// The kinds of pieces, by [`Piece`].
fn legend() -> Vec<Kind> {
    let kind = |piece: Piece, text, glyph, steps| Kind {
        id: piece.as_str(),
        name: Name::from(piece).into(),
        text,
        glyph,
        steps,
    };
    let all_around = &[
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    vec![
        kind(
            Piece::Knight,
            ["w", "b"],
            ["♘", "♞"],
            &[(0, 1), (1, 0), (-1, 0)],
        ),
        kind(Piece::Flag, ["W", "B"], ["⚐", "⚑"], &[]),
        kind(Piece::General, ["g", "G"], ["♔", "♚"], all_around),
    ]
}

impl Describe for Catapult {
    const MESSAGES: &'static [&'static [MessageSpec]] = &[
        Name::SPECS,
        Sentence::SPECS,
        Notation::SPECS,
        Impossible::SPECS,
        Reason::SPECS,
    ];

    fn setup() -> SetupSchema {
        const ITEMS: &[Item] = &[
            Item::piece("w", Piece::Knight.as_str(), Side::First),
            Item::piece("W", Piece::Flag.as_str(), Side::First),
            Item::piece("g", Piece::General.as_str(), Side::First),
            Item::piece("b", Piece::Knight.as_str(), Side::Second),
            Item::piece("B", Piece::Flag.as_str(), Side::Second),
            Item::piece("G", Piece::General.as_str(), Side::Second),
        ];
        let place = |side: Side| {
            let text = ["w place", "b place"][side.index()];
            SetupPhase::new(text, Name::PhasePlace { side })
        };
        let mut phases = SetupPhase::to_move(&Self::INFO, ["w", "b"]);
        phases.extend(Side::BOTH.map(place));
        SetupSchema {
            items: ITEMS,
            phases,
            empty: None,
        }
    }

    fn geometry(&self) -> Geometry {
        let region = |side: Side| Region {
            kind: "flag",
            name: Name::FlagSquares { side }.into(),
            side: Some(side),
            points: Bits(FLAG_SQUARES[side.index()])
                .map(|bit| Square::of_bit(bit).to_string())
                .collect(),
        };
        Geometry {
            bottom: Side::Second,
            regions: Side::BOTH.map(region).into(),
            ..Geometry::of_grid(&Self::INFO, None, GRID, legend())
        }
    }

    fn pieces(&self) -> Vec<view::Piece> {
        let piece = |(square, side, piece): (Square, Side, Piece)| view::Piece {
            at: square.to_string(),
            kind: piece.as_str(),
            side,
            height: 1,
            note: None,
            badge: None,
        };
        self.board().pieces().map(piece).collect()
    }

    fn path(&self, mv: Move) -> Vec<String> {
        let (from, to) = (mv.from(), mv.to());
        if from == to {
            vec![to.to_string()]
        } else {
            vec![from.to_string(), to.to_string()]
        }
    }

    fn label(&self, mv: Move) -> String {
        if self.is_placing() {
            mv.to().to_string()
        } else {
            self.move_text(mv)
        }
    }

    fn caption(&self, step: StepOf<Self>) -> Vec<Message> {
        let (from, to) = (step.mv.from(), step.mv.to());
        let target = self.board().piece_at(to).map(|(_, piece)| piece);
        let sentence = match (from.distance(to), target) {
            (0, _) => Sentence::Places {
                side: self.turn(),
                square: to,
            },
            (1, None) => {
                let general = self.board().general(self.turn()) == Some(from);
                let piece = if general {
                    Piece::General
                } else {
                    Piece::Knight
                };
                Sentence::Steps { piece, from, to }
            }
            (1, Some(piece)) => Sentence::Captures { from, piece, to },
            (2, _) => Sentence::Retreats { from, to },
            (_, None) => Sentence::Shifts { from, to },
            (_, Some(piece)) => Sentence::Fires { from, piece, to },
        };
        vec![sentence.into()]
    }

    fn prompt(&self) -> Message {
        let side = self.turn();
        if self.is_placing() {
            let [from, to] = flag_range(side);
            Sentence::PromptPlace { side, from, to }.into()
        } else {
            Sentence::Prompt { side }.into()
        }
    }

    fn loss_reason(&self, loser: Side) -> Message {
        match missing(self.board(), loser).filter(|_| self.terminal_winner().is_some()) {
            Some(missing) => {
                let side = loser;
                Sentence::Lost { side, missing }.into()
            }
            None => {
                let side = Self::INFO.side_name(loser);
                Phrase::NoLegalMoves { side }.into()
            }
        }
    }
}
