//! Catapult for people.

use super::board::{FLAG_SQUARES, GRID};
use super::text::missing;
use super::{Catapult, Move, Piece, Square};
use crate::bits::Bits;
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::view::{self, Describe, Geometry, Kind, Region};
use crate::{Position, Side, StepOf};

/// The kinds of pieces, by [`Piece`].
fn legend() -> Vec<Kind> {
    let kind = |piece: Piece, text, glyph, steps| Kind {
        id: piece.name(),
        name: piece.name(),
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
    const SETUP: SetupSchema = SetupSchema {
        items: &[
            Item::piece("w", Piece::Knight.name(), Side::First),
            Item::piece("W", Piece::Flag.name(), Side::First),
            Item::piece("g", Piece::General.name(), Side::First),
            Item::piece("b", Piece::Knight.name(), Side::Second),
            Item::piece("B", Piece::Flag.name(), Side::Second),
            Item::piece("G", Piece::General.name(), Side::Second),
        ],
        phases: &[
            SetupPhase::new("w", "White to move"),
            SetupPhase::new("b", "Black to move"),
            SetupPhase::new("w place", "White to place the flag"),
            SetupPhase::new("b place", "Black to place the flag"),
        ],
        empty: None,
    };

    fn geometry(&self) -> Geometry {
        let region = |side: Side| Region {
            kind: "flag",
            name: format!("where {}'s flag may go", Self::INFO.side_name(side)),
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
            kind: piece.name(),
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

    fn caption(&self, step: StepOf<Self>) -> String {
        let (from, to) = (step.mv.from(), step.mv.to());
        let target = self.board().piece_at(to).map(|(_, piece)| piece.name());
        let general = self.board().general(self.turn()) == Some(from);
        match (from.distance(to), target) {
            (0, _) => format!(
                "{} places the flag on {to}.",
                Self::INFO.side_name(self.turn())
            ),
            (1, None) if general => format!("General steps from {from} to {to}."),
            (1, None) => format!("Knight steps from {from} to {to}."),
            (1, Some(piece)) => {
                format!("Knight moves from {from} and captures the {piece} on {to}.")
            }
            (2, _) => format!("Knight retreats from {from} to {to}."),
            (_, None) => format!("Catapult shifts: its rear knight goes from {from} to {to}."),
            (_, Some(piece)) => {
                format!("Catapult fires from {from} and destroys the {piece} on {to}.")
            }
        }
    }

    fn prompt(&self) -> String {
        let player = Self::INFO.side_name(self.turn());
        if self.is_placing() {
            let edge = if self.turn() == Side::First { 9 } else { 0 };
            format!("{player}, place your flag on a free square from b{edge} to i{edge}.")
        } else {
            format!("{player} to move: a knight, the general or a catapult.")
        }
    }

    fn loss_reason(&self, loser: Side) -> String {
        let name = Self::INFO.side_name(loser);
        match missing(self.board(), loser).filter(|_| self.terminal_winner().is_some()) {
            Some(gone) => format!("{name}'s {gone}."),
            None => format!("{name} has no legal moves."),
        }
    }
}
