//! Knight's Duel for people.

use super::{KnightsDuel, Move, Square};
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::view::{Describe, Geometry, Kind, Mark, Piece, label};
use crate::{Position, Side, StepOf};

impl KnightsDuel {
    fn name(&self, square: Square) -> String {
        self.grid().name(square.cell())
    }

    fn spoken_name(&self, square: Square) -> String {
        label(self.grid(), square.cell())
    }
}

impl Describe for KnightsDuel {
    const SETUP: SetupSchema = SetupSchema {
        items: &[
            Item::piece("W", "knight", Side::First),
            Item::piece("B", "knight", Side::Second),
            Item {
                symbol: "x",
                kind: "removed",
                side: None,
                tallest: 1,
            },
        ],
        phases: &[
            SetupPhase::new("w", "Player 1 to move"),
            SetupPhase::new("b", "Player 2 to move"),
        ],
        empty: None,
    };

    fn geometry(&self) -> Geometry {
        let knight = Kind {
            id: "knight",
            name: "knight",
            text: ["N1", "N2"],
            glyph: ["♘", "♞"],
            steps: &[
                (1, 2),
                (2, 1),
                (2, -1),
                (1, -2),
                (-1, -2),
                (-2, -1),
                (-2, 1),
                (-1, 2),
            ],
        };
        Geometry::of_grid(&Self::INFO, Some(self.size), self.grid(), vec![knight])
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |side| Piece {
            at: self.name(self.knight(side)),
            kind: "knight",
            side,
            height: 1,
            note: None,
            badge: None,
        };
        Side::BOTH.map(piece).into()
    }

    fn marks(&self) -> Vec<Mark> {
        self.grid()
            .cells()
            .map(Square::at)
            .filter(|square| self.is_removed(*square) && !self.knights.contains(square))
            .map(|square| Mark {
                at: self.name(square),
                kind: "removed",
                text: "X",
            })
            .collect()
    }

    fn path(&self, mv: Move) -> Vec<String> {
        vec![self.name(self.knight(self.turn)), self.name(mv.target())]
    }

    fn label(&self, mv: Move) -> String {
        self.spoken_name(mv.target())
    }

    fn caption(&self, step: StepOf<Self>) -> String {
        let player = Self::INFO.side_name(self.turn);
        let target = self.spoken_name(step.mv.target());
        format!("{player} moves to {target}. Square {target} is now removed.")
    }

    fn prompt(&self) -> String {
        let player = Self::INFO.side_name(self.turn);
        format!(
            "{player}, your knight is at {}.",
            self.spoken_name(self.knight(self.turn))
        )
    }
}
