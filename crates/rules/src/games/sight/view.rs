//! Sight for people.

use super::messages::{Name, Reason, Sentence};
use super::points::{DIRECTIONS, Points};
use super::text::LETTERS;
use super::{Move, Point, Sight};
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::grid::Cell;
use crate::message::{AllOf, Message, MessageSpec};
use crate::view::{BoardStyle, Describe, Geometry, Kind, Line, Piece};
use crate::{Position, Side, StepOf};

/// The first four directions, which meet every join from one of its ends only.
const FORWARD: [(i8, i8); 4] = [DIRECTIONS[0], DIRECTIONS[1], DIRECTIONS[2], DIRECTIONS[3]];

impl Sight {
    pub(super) fn name(&self, point: Point) -> String {
        self.grid().name(point.cell())
    }

    /// Every join of the board, once.
    fn joins(&self) -> Vec<Line> {
        let grid = self.grid();
        let mut joins = Vec::new();
        for from in grid.cells() {
            for (right, down) in FORWARD {
                let to = Cell {
                    col: from.col.wrapping_add_signed(right),
                    row: from.row.wrapping_add_signed(down),
                };
                if to.col < grid.cols
                    && to.row < grid.rows
                    && u128::neighbors(Point::at(from).0).has(Point::at(to).0)
                {
                    joins.push(Line {
                        from: grid.name(from),
                        to: grid.name(to),
                    });
                }
            }
        }
        joins
    }
}

impl Describe for Sight {
    const MESSAGES: &'static [&'static [MessageSpec]] =
        &[Name::SPECS, Reason::SPECS, Sentence::SPECS];

    fn setup() -> SetupSchema {
        const ITEMS: &[Item] = &[
            Item {
                max_height: u8::MAX,
                ..Item::piece("O", "piece", Side::First)
            },
            Item {
                max_height: u8::MAX,
                ..Item::piece("X", "piece", Side::Second)
            },
        ];
        SetupSchema {
            items: ITEMS,
            phases: SetupPhase::to_move(&Self::INFO, LETTERS),
            empty: Some("."),
        }
    }

    fn geometry(&self) -> Geometry {
        let piece = Kind {
            id: "piece",
            name: Name::Piece.into(),
            text: ["O", "X"],
            glyph: ["○", "●"],
            // A piece moves along the joins of its point, which are not the same everywhere.
            steps: &[],
        };
        Geometry {
            style: BoardStyle::Net,
            lines: self.joins(),
            ..Geometry::of_grid(&Self::INFO, self.size(), self.grid(), vec![piece])
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |cell| {
            let (side, height) = self.stack(Point::at(cell))?;
            Some(Piece {
                at: self.grid().name(cell),
                kind: "piece",
                side,
                height,
                note: None,
                badge: None,
            })
        };
        self.grid().cells().filter_map(piece).collect()
    }

    fn path(&self, mv: Move) -> Vec<String> {
        mv.source()
            .into_iter()
            .chain([mv.target()])
            .map(|point| self.name(point))
            .collect()
    }

    fn affected(&self, mv: Move) -> Vec<String> {
        let from = mv.source().map_or(0, |from| u128::one(from.0));
        let growing = self.growing(from, mv.target());
        growing
            .iter()
            .map(|point| self.name(Point(point)))
            .collect()
    }

    fn caption(&self, StepOf::<Self> { mv, .. }: StepOf<Self>) -> Vec<Message> {
        let side = self.turn();
        let target = self.name(mv.target());
        let mut caption = vec![match mv.source() {
            None => Sentence::Places {
                side,
                point: target,
            },
            Some(from) => Sentence::Moves {
                side,
                from: self.name(from),
                to: target,
            },
        }];
        let from = mv.source().map_or(0, |from| u128::one(from.0));
        for point in self.growing(from, mv.target()).iter() {
            let height = self.board.height(point);
            let point = self.name(Point(point));
            caption.push(match height.checked_add(1) {
                Some(height) => Sentence::Grows { point, height },
                None => Sentence::Stays { point, height },
            });
        }
        caption.into_iter().map(Message::from).collect()
    }

    fn prompt(&self) -> Message {
        let side = self.turn();
        let movers: Vec<String> = self.movers().map(|point| self.name(point)).collect();
        let sentence = match movers.as_slice() {
            [] => Sentence::PromptPlace { side },
            [point] => Sentence::PromptStack {
                side,
                point: point.clone(),
            },
            _ => Sentence::PromptStacks {
                side,
                points: AllOf(movers),
            },
        };
        sentence.into()
    }

    fn loss_reason(&self, loser: Side) -> Message {
        let side = loser;
        let sentence = match self.stacks().count() {
            0 => Sentence::BoardFull { side },
            1 => Sentence::OnlyStackBlocked { side },
            _ => Sentence::AllStacksBlocked { side },
        };
        sentence.into()
    }
}
