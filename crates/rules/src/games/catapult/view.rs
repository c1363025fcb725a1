//! Catapult for people.

use super::board::{Board, FLAG_SQUARES, GRID, flag_range};
use super::messages::{Impossible, Name, Notation, Reason, Sentence};
use super::text::missing;
use super::{Catapult, Move, Piece, Square};
use crate::bits::Bits;
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::error::Phrase;
use crate::grid::Cell;
use crate::message::{Message, MessageSpec};
use crate::view::{self, Describe, Geometry, Group, Kind, Loss, MoveKind, Region};
use crate::{Position, Side, StepOf};
use std::cmp::Ordering;
use std::ops::ControlFlow;

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

/// The directions of catapults, each axis once: `(right, down)`.
const AXES: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The square this many steps away, if it is on the board.
fn stepped(from: Square, (right, down): (i8, i8), steps: i8) -> Option<Square> {
    let cell = from.cell();
    let col = cell.col.checked_add_signed(right * steps)?;
    let row = cell.row.checked_add_signed(down * steps)?;
    (col < GRID.cols && row < GRID.rows).then(|| Square::at(Cell { col, row }))
}

/// The direction in which a square lies from another one that is in line with it.
fn direction(from: Square, to: Square) -> (i8, i8) {
    let towards = |from: u8, to: u8| match to.cmp(&from) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    let (from, to) = (from.cell(), to.cell());
    (towards(from.col, to.col), towards(from.row, to.row))
}

impl Catapult {
    /// A side's catapults, and what each could hit if the side were to move.
    fn catapults(&self, side: Side) -> Vec<Group> {
        let board = self.board();
        let is_knight = |square: &Square| board.piece_at(*square) == Some((side, Piece::Knight));
        let mut shots = Vec::new();
        let _ = board.visit_catapult_moves(side, |mv| {
            if board.piece_at(mv.to()).is_some() {
                shots.push(mv);
            }
            ControlFlow::<()>::Continue(())
        });
        let mut catapults = Vec::new();
        for first in board.knights(side) {
            for axis in AXES {
                let others = [1, 2].map(|steps| stepped(first, axis, steps).filter(is_knight));
                let [Some(middle), Some(last)] = others else {
                    continue;
                };
                // A catapult fires from its rear knight, over the other two.
                let ends = [(first, axis), (last, (-axis.0, -axis.1))];
                let fires = |mv: &&Move| ends.contains(&(mv.from(), direction(mv.from(), mv.to())));
                catapults.push(Group {
                    kind: "catapult",
                    name: Name::Catapult { side }.into(),
                    side,
                    points: [first, middle, last]
                        .map(|square| square.to_string())
                        .into(),
                    targets: shots
                        .iter()
                        .filter(fires)
                        .map(|mv| mv.to().to_string())
                        .collect(),
                });
            }
        }
        catapults
    }
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

    fn groups(&self) -> Vec<Group> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| self.catapults(side))
            .collect()
    }

    fn losses(&self) -> Vec<Loss> {
        let knights = |board: &Board, side| board.knights(side).count();
        let lost = |side: Side| {
            let lost = knights(&Board::start(), side).saturating_sub(knights(self.board(), side));
            let count = u8::try_from(lost).ok().filter(|&count| count > 0)?;
            Some(Loss {
                side,
                kind: Piece::Knight.as_str(),
                count,
            })
        };
        Side::BOTH.into_iter().filter_map(lost).collect()
    }

    fn move_kind(&self, mv: Move) -> MoveKind {
        if self.board().piece_at(mv.to()).is_some() && mv.is_shot() {
            MoveKind::Shot
        } else {
            MoveKind::Move
        }
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
