//! Knight's Duel for people.

use super::messages::{Name, Reason, Sentence};
use super::{KnightsDuel, Move, Square};
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::message::{Message, MessageSpec};
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
    const MESSAGES: &'static [&'static [MessageSpec]] =
        &[Name::SPECS, Reason::SPECS, Sentence::SPECS];

    fn setup() -> SetupSchema {
        const ITEMS: &[Item] = &[
            Item::piece("W", "knight", Side::First),
            Item::piece("B", "knight", Side::Second),
            Item {
                symbol: "x",
                kind: "removed",
                side: None,
                max_height: 1,
            },
        ];
        SetupSchema {
            items: ITEMS,
            phases: SetupPhase::to_move(&Self::INFO, ["w", "b"]),
            empty: None,
        }
    }

    fn geometry(&self) -> Geometry {
        let knight = Kind {
            id: "knight",
            name: Name::Knight.into(),
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
        let piece = |side| Piece::new(self.name(self.knight(side)), "knight", side);
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
                name: Name::Removed.into(),
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

    fn caption(&self, step: StepOf<Self>) -> Vec<Message> {
        let (side, square) = (self.turn, self.spoken_name(step.mv.target()));
        let to = square.clone();
        vec![
            Sentence::Moves { side, to }.into(),
            Sentence::Removed { square }.into(),
        ]
    }

    fn prompt(&self) -> Message {
        let (side, at) = (self.turn, self.spoken_name(self.knight(self.turn)));
        Sentence::Prompt { side, at }.into()
    }
}
