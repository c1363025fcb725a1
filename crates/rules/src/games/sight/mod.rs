//! Sight: pieces on the points of a net grow when a new piece of their side comes into view;
//! a player with stacks must move one, and a player who cannot move loses.
//!
//! The rules are in `texts/en/rules.md`.

/// Calls a method for the width of the bitboards that the board needs.
macro_rules! by_width {
    ($sight:ident.$method:ident($($argument:expr),*)) => {
        if $sight.board.is_wide() {
            $sight.$method::<u128>($($argument),*)
        } else {
            $sight.$method::<u64>($($argument),*)
        }
    };
}

mod board;
mod canonical;
mod encoding;
mod evaluation;
mod features;
pub mod messages;
mod points;
mod text;
mod view;

#[cfg(test)]
mod tests;

use crate::grid::{Cell, Grid, Naming};
use crate::message::{Message, Texts};
use crate::{Boards, GameInfo, Position, Side, SizeError, Step, StepOf, Symmetry, move_bits};
use board::Board;
use points::{Points, STRIDE};
use std::ops::ControlFlow;

/// The texts of Sight.
static TEXTS: Texts = crate::texts!("sight", "$CARGO_MANIFEST_DIR/src/games/sight/texts");

/// A point: nine times the row from the top, plus the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    pub(crate) const fn at(cell: Cell) -> Self {
        Point(cell.row * STRIDE + cell.col)
    }

    /// The point's cell.
    pub const fn cell(self) -> Cell {
        Cell {
            col: self.0 % STRIDE,
            row: self.0 / STRIDE,
        }
    }
}

/// A move: the point where the new piece is put and, if it is taken from a stack, the point of
/// that stack. Seven bits each; a placement has the same point twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);
move_bits!(Move, 0x3fff);

impl Move {
    /// The point where the piece is put.
    #[inline]
    pub const fn target(self) -> Point {
        Point((self.0 & 127) as u8)
    }

    /// The stack the piece is taken from; `None` for a placement.
    #[inline]
    pub fn source(self) -> Option<Point> {
        (self.start() != self.target()).then(|| self.start())
    }

    #[inline]
    const fn start(self) -> Point {
        Point((self.0 >> 7) as u8)
    }

    #[inline]
    pub(crate) const fn place(on: Point) -> Self {
        Move::along(on, on)
    }

    #[inline]
    pub(crate) const fn along(from: Point, to: Point) -> Self {
        Move((from.0 as u16) << 7 | to.0 as u16)
    }
}

/// A position of Sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight {
    board: Board,
}

const _: () = assert!(size_of::<Sight>() <= 128);

/// What the side to move can do.
enum Options<P> {
    /// Place a piece on one of these points.
    Place(P),
    /// Move the top piece of one of these stacks to a free point joined to it.
    Move { stacks: P, free: P },
}

impl Sight {
    /// A position without pieces.
    pub(crate) fn empty(size: u8, turn: Side) -> Self {
        Sight {
            board: Board::empty(size, turn),
        }
    }

    pub(crate) const fn grid(&self) -> Grid {
        grid(self.board.size())
    }

    /// The piece or stack on a point: its owner and its height.
    pub fn stack(&self, point: Point) -> Option<(Side, u8)> {
        let owns = |side: &Side| self.board.pieces::<u128>(*side).has(point.0);
        let owner = Side::BOTH.into_iter().find(owns)?;
        Some((owner, self.board.height(point.0)))
    }

    fn is_on_board(&self, point: Point) -> bool {
        u128::board(self.board.size()).has(point.0)
    }

    /// Where a symmetry takes a point.
    fn transform_point(&self, point: Point, symmetry: Symmetry) -> Point {
        let size = self.board.size();
        Point::at(symmetry.cell(point.cell(), size, size))
    }

    /// The stacks of the side to move; if it has none, it places a piece.
    fn stacks(&self) -> impl Iterator<Item = Point> {
        self.board
            .stacks::<u128>(self.board.turn())
            .iter()
            .map(Point)
    }

    /// The stacks that the side to move may take a piece from.
    fn movers(&self) -> impl Iterator<Item = Point> {
        let stacks = match self.options::<u128>() {
            Options::Place(_) => 0,
            Options::Move { stacks, .. } => stacks,
        };
        stacks.iter().map(Point)
    }

    // Every hot path begins here, and left alone the compiler would not inline it.
    #[inline(always)]
    fn options<P: Points>(&self) -> Options<P> {
        let free: P = self.board.free();
        let stacks: P = self.board.stacks(self.board.turn());
        if stacks.is_empty() {
            return Options::Place(free);
        }
        // If the highest stacks are blocked, lower ones may move, so only movable ones compete.
        let stacks = self.board.highest(stacks & free.spread());
        Options::Move { stacks, free }
    }

    #[inline]
    fn visit_moves_in<P: Points, B>(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.options::<P>() {
            Options::Place(free) => {
                for on in free.iter() {
                    visit(Move::place(Point(on)))?;
                }
            }
            Options::Move { stacks, free } => {
                for from in stacks.iter() {
                    for to in (P::neighbors(from) & free).iter() {
                        visit(Move::along(Point(from), Point(to)))?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn count_moves_in<P: Points>(&self) -> u64 {
        match self.options::<P>() {
            Options::Place(free) => free.count(),
            Options::Move { stacks, free } => stacks
                .iter()
                .map(|from| (P::neighbors(from) & free).count())
                .sum(),
        }
    }

    #[inline]
    fn has_move_in<P: Points>(&self) -> bool {
        let free: P = self.board.free();
        let stacks: P = self.board.stacks(self.board.turn());
        let usable = if stacks.is_empty() {
            free
        } else {
            stacks & free.spread()
        };
        !usable.is_empty()
    }

    #[inline]
    fn is_legal_in<P: Points>(&self, mv: Move) -> bool {
        let target = mv.target().0;
        match (self.options::<P>(), mv.source()) {
            (Options::Place(free), None) => free.has(target),
            (Options::Move { stacks, free }, Some(from)) => {
                stacks.has(from.0) && (P::neighbors(from.0) & free).has(target)
            }
            _ => false,
        }
    }

    /// The pieces that grow when a piece taken from a stack on `from` is put on `to`.
    #[inline]
    fn growing<P: Points>(&self, from: P, to: Point) -> P {
        let [first, second] = Side::BOTH.map(|side| self.board.pieces::<P>(side));
        let seen = (first | second).seen_from(to.0);
        seen & self.board.pieces(self.board.turn()) & !from
    }

    #[inline]
    fn play_in<P: Points>(&mut self, mv: Move) {
        self.play_hashed::<P, true>(mv);
    }

    /// The same for the solver, which does not ask for the hash.
    #[inline]
    fn play_unhashed<P: Points>(&mut self, mv: Move) {
        self.play_hashed::<P, false>(mv);
    }

    #[inline]
    fn play_hashed<P: Points, const HASHED: bool>(&mut self, mv: Move) {
        let to = P::one(mv.target().0);
        // Empty for a placement, which has the same point twice.
        let from = P::one(mv.start().0) & !to;
        let grows = self.growing(from, mv.target());
        self.board.advance::<P, HASHED>(grows | to, from);
    }
}

/// The board of a size, with the names of its points.
const fn grid(size: u8) -> Grid {
    Grid::new(size, size, Naming::Algebraic { lowest: 1 })
}

impl Position for Sight {
    const INFO: GameInfo = GameInfo {
        id: "sight",
        boards: Boards::Square {
            sizes: &[3, 5, 7, 9],
            default: 5,
        },
        texts: &TEXTS,
        lessons: crate::info::lessons!("lessons.json"),
    };
    const SYMMETRIES: &'static [Symmetry] = &Symmetry::SQUARE;
    type Move = Move;
    type Reveal = ();
    type Secret = ();

    fn start(size: Option<u8>) -> Result<Self, SizeError> {
        Ok(Sight::empty(Self::INFO.board_size(size)?, Side::First))
    }

    fn size(&self) -> Option<u8> {
        Some(self.board.size())
    }

    #[inline]
    fn turn(&self) -> Side {
        self.board.turn()
    }

    #[inline]
    fn visit_moves<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.board.is_wide() {
            self.visit_moves_in::<u128, B>(visit)
        } else {
            self.visit_moves_in::<u64, B>(visit)
        }
    }

    #[inline]
    fn has_move(&self) -> bool {
        by_width!(self.has_move_in())
    }

    #[inline]
    fn count_moves(&self) -> u64 {
        by_width!(self.count_moves_in())
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        by_width!(self.is_legal_in(mv))
    }

    #[inline]
    fn play_unchecked(&mut self, Step { mv, .. }: StepOf<Self>) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in {self}");
        by_width!(self.play_in(mv));
    }

    fn illegal_reason(&self, mv: Move) -> Message {
        self.reason_against(mv)
    }

    #[inline]
    fn zobrist(&self) -> u64 {
        self.board.zobrist()
    }

    fn compute_zobrist(&self) -> u64 {
        self.board.compute_zobrist()
    }

    fn transform(&self, symmetry: Symmetry) -> Self {
        let mut image = Board::empty(self.board.size(), symmetry.side(self.turn()));
        for side in Side::BOTH {
            for point in self.board.pieces::<u128>(side).iter() {
                let mapped = self.transform_point(Point(point), symmetry);
                image.put(mapped.0, symmetry.side(side), self.board.height(point));
            }
        }
        Sight { board: image }
    }

    fn transform_move(&self, mv: Move, symmetry: Symmetry) -> Move {
        let map = |point| self.transform_point(point, symmetry);
        Move::along(map(mv.start()), map(mv.target()))
    }

    fn move_text(&self, mv: Move) -> String {
        let name = |point: Point| self.grid().name(point.cell());
        match mv.source() {
            None => name(mv.target()),
            Some(from) => format!("{}-{}", name(from), name(mv.target())),
        }
    }

    fn parse_move(&self, text: &str) -> Result<Move, crate::MoveError> {
        self.read_move(text)
    }
}
