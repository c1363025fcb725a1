//! Animal Chess for people.

use super::messages::{Name, PositionReason, Reason, Sentence};
use super::pieces::GRID;
use super::{Action, AnimalChess, Kind, Move, Square, text};
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::error::Phrase;
use crate::message::{Message, MessageSpec};
use crate::view::{self, Describe, Geometry, Held, Piece, Region, Slot, label};
use crate::{Position, Side, StepOf};

/// The legend's entry for a kind. A promoted piece wears a hat.
fn entry(kind: Kind) -> view::Kind {
    let (glyph, steps): (_, &'static [(i8, i8)]) = match kind {
        Kind::Lion => (
            ["L", "l"],
            &[
                (0, 1),
                (1, 1),
                (1, 0),
                (1, -1),
                (0, -1),
                (-1, -1),
                (-1, 0),
                (-1, 1),
            ],
        ),
        Kind::Giraffe => (["G", "g"], &[(0, 1), (1, 0), (0, -1), (-1, 0)]),
        Kind::Cat => (["C", "c"], &[(0, 1), (1, 1), (1, -1), (-1, -1), (-1, 1)]),
        Kind::Chick => (["H", "h"], &[(0, 1)]),
        Kind::PromotedCat => (["Ĉ", "ĉ"], PROMOTED),
        Kind::PromotedChick => (["Ĥ", "ĥ"], PROMOTED),
    };
    view::Kind {
        id: kind.as_str(),
        name: kind.name(),
        text: text::symbols(kind),
        glyph,
        steps,
    }
}

/// A piece of a position in the making.
const fn item(kind: Kind, side: Side) -> Item {
    Item::piece(text::symbol(side, kind), kind.as_str(), side)
}

const PROMOTED: &[(i8, i8)] = &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1)];

fn name(square: Square) -> String {
    GRID.name(square.cell())
}

/// The slot of a hand: the letter that the hands have in position strings.
fn slot(side: Side, kind: Kind) -> String {
    text::symbol(side, kind).to_owned()
}

impl AnimalChess {
    /// What a step does; `None` if there is no piece to move.
    fn step_caption(&self, from: Square, to: Square) -> Option<Sentence> {
        let (side, piece) = self.piece_at(from)?;
        let captured = self.piece_at(to).map(|(_, kind)| kind);
        let promotes = piece.after_move(side, to) != piece;
        let [from, to] = [from, to].map(|square| label(GRID, square.cell()));
        Some(match (captured, promotes) {
            (None, false) => Sentence::Moves {
                side,
                piece,
                from,
                to,
            },
            (None, true) => Sentence::MovesAndPromotes {
                side,
                piece,
                from,
                to,
            },
            (Some(Kind::Lion), false) => Sentence::CapturesLion {
                side,
                piece,
                from,
                to,
            },
            (Some(Kind::Lion), true) => Sentence::CapturesLionAndPromotes {
                side,
                piece,
                from,
                to,
            },
            (Some(captured), false) => Sentence::Captures {
                side,
                piece,
                from,
                captured,
                to,
            },
            (Some(captured), true) => Sentence::CapturesAndPromotes {
                side,
                piece,
                from,
                captured,
                to,
            },
        })
    }
}

impl Describe for AnimalChess {
    const MESSAGES: &'static [&'static [MessageSpec]] = &[
        Name::SPECS,
        Sentence::SPECS,
        Reason::SPECS,
        PositionReason::SPECS,
    ];

    fn setup() -> SetupSchema {
        const ITEMS: &[Item] = &[
            item(Kind::Lion, Side::First),
            item(Kind::Giraffe, Side::First),
            item(Kind::Cat, Side::First),
            item(Kind::Chick, Side::First),
            item(Kind::PromotedCat, Side::First),
            item(Kind::PromotedChick, Side::First),
            item(Kind::Lion, Side::Second),
            item(Kind::Giraffe, Side::Second),
            item(Kind::Cat, Side::Second),
            item(Kind::Chick, Side::Second),
            item(Kind::PromotedCat, Side::Second),
            item(Kind::PromotedChick, Side::Second),
        ];
        SetupSchema {
            items: ITEMS,
            phases: SetupPhase::to_move(&Self::INFO, ["0", "1"]),
            empty: None,
        }
    }

    fn geometry(&self) -> Geometry {
        let regions = Side::BOTH.map(|side| Region {
            kind: "promotion",
            name: Name::PromotionZone { side }.into(),
            side: Some(side),
            points: Square::all()
                .filter(|square| square.is_promotion_zone(side))
                .map(name)
                .collect(),
        });
        let slots = Side::BOTH.into_iter().flat_map(|side| {
            Kind::DROPPABLE.map(|kind| Slot {
                id: slot(side, kind),
                side,
                kind: kind.as_str(),
            })
        });
        let legend = [
            Kind::Lion,
            Kind::Giraffe,
            Kind::Cat,
            Kind::Chick,
            Kind::PromotedCat,
            Kind::PromotedChick,
        ];
        Geometry {
            bottom: Side::Second,
            regions: regions.into(),
            slots: slots.collect(),
            ..Geometry::of_grid(&Self::INFO, None, GRID, legend.map(entry).into())
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |square| {
            let (side, kind) = self.piece_at(square)?;
            Some(Piece {
                at: name(square),
                kind: kind.as_str(),
                side,
                height: 1,
                note: None,
                badge: None,
            })
        };
        Square::all().filter_map(piece).collect()
    }

    fn hands(&self) -> Vec<Held> {
        let held = |side| {
            Kind::DROPPABLE.map(|kind| Held {
                slot: slot(side, kind),
                count: self.hand(side, kind),
            })
        };
        Side::BOTH
            .into_iter()
            .flat_map(held)
            .filter(|held| held.count > 0)
            .collect()
    }

    fn path(&self, mv: Move) -> Vec<String> {
        match mv.action() {
            Action::Step { from, to } => vec![name(from), name(to)],
            Action::Drop { kind, to } => vec![slot(self.turn(), kind), name(to)],
        }
    }

    fn caption(&self, step: StepOf<Self>) -> Vec<Message> {
        let sentence = match step.mv.action() {
            Action::Step { from, to } => self.step_caption(from, to),
            Action::Drop { kind, to } => Some(Sentence::Drops {
                side: self.turn(),
                piece: kind,
                to: label(GRID, to.cell()),
            }),
        };
        sentence.into_iter().map(Message::from).collect()
    }

    fn prompt(&self) -> Message {
        let side = self.turn();
        if self.board.kinds_in_hand(side) == 0 {
            Sentence::Prompt { side }.into()
        } else {
            Sentence::PromptWithHand { side }.into()
        }
    }

    fn loss_reason(&self, loser: Side) -> Message {
        if self.terminal_winner().is_some() {
            Sentence::LionCaptured { side: loser }.into()
        } else {
            let side = Self::INFO.side_name(loser);
            Phrase::NoLegalMoves { side }.into()
        }
    }
}
