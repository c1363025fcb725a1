//! Sight for people.

use super::points::{DIRECTIONS, Points};
use super::{Move, Point, Sight};
use crate::draft::{Item, SetupPhase, SetupSchema};
use crate::grid::Cell;
use crate::view::{BoardStyle, Describe, Geometry, Kind, Line, Piece};
use crate::words::list;
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
                    && u128::neighbours(Point::at(from).0).has(Point::at(to).0)
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

    /// Points as a sentence lists them: `a1, b2 and c3`.
    fn listed(&self, points: &[Point]) -> String {
        let names: Vec<String> = points.iter().map(|&point| self.name(point)).collect();
        list(&names, "and")
    }
}

impl Describe for Sight {
    const SETUP: SetupSchema = SetupSchema {
        items: &[
            Item {
                tallest: u8::MAX,
                ..Item::piece("O", "piece", Side::First)
            },
            Item {
                tallest: u8::MAX,
                ..Item::piece("X", "piece", Side::Second)
            },
        ],
        phases: &[
            SetupPhase::new("O", "Player 1 to move"),
            SetupPhase::new("X", "Player 2 to move"),
        ],
        empty: Some("."),
    };

    fn geometry(&self) -> Geometry {
        let piece = Kind {
            id: "piece",
            name: "piece",
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

    fn caption(&self, StepOf::<Self> { mv, .. }: StepOf<Self>) -> String {
        let player = Self::INFO.side_name(self.turn());
        let target = self.name(mv.target());
        let mut caption = match mv.source() {
            None => format!("{player} places a piece on {target}."),
            Some(from) => format!(
                "{player} moves the top piece of the stack on {} to {target}.",
                self.name(from)
            ),
        };
        let from = mv.source().map_or(0, |from| u128::one(from.0));
        for point in self.growing(from, mv.target()).iter() {
            let height = self.board.height(point);
            let what = if height == 1 { "piece" } else { "stack" };
            let point = self.name(Point(point));
            caption += &match height.checked_add(1) {
                Some(height) => format!(" The {what} on {point} grows to height {height}."),
                None => format!(" The {what} on {point} stays at height {height}."),
            };
        }
        caption
    }

    fn prompt(&self) -> String {
        let player = Self::INFO.side_name(self.turn());
        let movers: Vec<Point> = self.movers().collect();
        let stacks = match movers.as_slice() {
            [] => return format!("{player}, place a piece on an empty intersection."),
            [one] => format!("the stack on {}", self.name(*one)),
            several => format!("one of the stacks on {}", self.listed(several)),
        };
        format!("{player}, move the top piece of {stacks} to an adjacent empty intersection.")
    }

    fn loss_reason(&self, loser: Side) -> String {
        let stuck = Self::INFO.side_name(loser);
        match self.stacks().count() {
            0 => format!("The board is full and {stuck} cannot place a piece."),
            1 => format!("{stuck}'s only stack cannot move."),
            _ => format!("None of {stuck}'s stacks can move."),
        }
    }
}
