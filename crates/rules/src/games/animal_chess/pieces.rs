//! The squares of the board and the kinds of pieces.

use super::board::Board;
use super::messages::Name;
use crate::Side;
use crate::bits::Bits;
use crate::grid::{Cell, Grid, Naming};
use crate::message::{Arg, Message, ToArg};

/// The board, with the squares named as in the notation.
pub(super) const GRID: Grid = Grid::new(5, 6, Naming::RowColumn);

/// Rows are six bits apart: five squares and a guard column, so that a step over the left or
/// right edge leaves the board instead of wrapping around.
pub(super) const ROW: u8 = 6;

/// A square: six times the row from the top, plus the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(super) u8);

impl Square {
    /// The square of this row and column, if it is on the board.
    pub const fn new(row: u8, col: u8) -> Option<Square> {
        if row < GRID.rows && col < GRID.cols {
            Some(Square(row * ROW + col))
        } else {
            None
        }
    }

    /// Every square, row by row from the top left.
    pub fn all() -> impl Iterator<Item = Square> {
        Bits(ALL).map(Square)
    }

    /// The row, 0 at the top.
    pub const fn row(self) -> u8 {
        self.0 / ROW
    }

    /// The column, 0 at the left.
    pub const fn col(self) -> u8 {
        self.0 % ROW
    }

    pub(super) const fn at(cell: Cell) -> Self {
        Square(cell.row * ROW + cell.col)
    }

    /// The square's cell.
    pub const fn cell(self) -> Cell {
        Cell {
            col: self.col(),
            row: self.row(),
        }
    }

    #[inline]
    pub(super) const fn bit(self) -> u64 {
        // Never 64 or more; the mask lets the compiler know.
        1 << (self.0 & 63)
    }

    /// Whether this is a square of the board; a move made from an arbitrary number may name
    /// others.
    pub(super) const fn is_on_board(self) -> bool {
        self.bit() & ALL != 0
    }

    /// Whether the square is in the two rows farthest from a side, where its pieces promote.
    #[inline]
    pub const fn is_promotion_zone(self, side: Side) -> bool {
        ZONES[side as usize] & self.bit() != 0
    }
}

/// The bitboard of a row.
const fn row_mask(row: u8) -> u64 {
    0b11111 << (row * ROW)
}

/// The bitboard of all thirty squares.
pub(super) const ALL: u64 =
    row_mask(0) | row_mask(1) | row_mask(2) | row_mask(3) | row_mask(4) | row_mask(5);

/// Where each side's chicks and cats promote.
const ZONES: [u64; 2] = [row_mask(4) | row_mask(5), row_mask(0) | row_mask(1)];

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Steps forward, back, left and right.
    Giraffe = 0,
    /// Steps along the diagonals and forward.
    Cat = 1,
    /// Steps forward.
    Chick = 2,
    /// Steps in all eight directions; whoever loses it loses the game.
    Lion = 3,
    /// A cat that has promoted: steps forward, back, left, right and diagonally forward.
    PromotedCat = 4,
    /// A chick that has promoted: steps as a promoted cat does.
    PromotedChick = 5,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [
        Kind::Giraffe,
        Kind::Cat,
        Kind::Chick,
        Kind::Lion,
        Kind::PromotedCat,
        Kind::PromotedChick,
    ];

    /// The kinds that can be in a hand, in the order of the notation.
    pub const DROPPABLE: [Kind; 3] = [Kind::Giraffe, Kind::Cat, Kind::Chick];

    /// The unpromoted kind: what it becomes in a hand.
    #[inline]
    pub const fn base(self) -> Kind {
        match self {
            Kind::PromotedCat => Kind::Cat,
            Kind::PromotedChick => Kind::Chick,
            _ => self,
        }
    }

    /// The kind it promotes to; `None` if it cannot promote, or already has.
    #[inline]
    pub const fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Cat => Some(Kind::PromotedCat),
            Kind::Chick => Some(Kind::PromotedChick),
            _ => None,
        }
    }

    /// The squares that a side's piece of this kind steps to from a square, row by row, regardless
    /// of what stands there.
    pub fn steps(self, side: Side, from: Square) -> impl Iterator<Item = Square> {
        let mut board = Board::empty();
        if from.is_on_board() {
            board.put(side, self, from);
        }
        Bits(board.targets(side, from)).map(Square)
    }

    /// The kind it is after a move (not a drop) of a side to a square: promotion is compulsory.
    #[inline]
    pub const fn after_move(self, side: Side, to: Square) -> Kind {
        match self.promoted() {
            Some(promoted) if to.is_promotion_zone(side) => promoted,
            _ => self,
        }
    }

    /// The id in views and messages.
    pub const fn as_str(self) -> &'static str {
        match self {
            Kind::Giraffe => "giraffe",
            Kind::Cat => "cat",
            Kind::Chick => "chick",
            Kind::Lion => "lion",
            Kind::PromotedCat => "promoted-cat",
            Kind::PromotedChick => "promoted-chick",
        }
    }

    /// The name for people.
    pub fn name(self) -> Message {
        let name = match self {
            Kind::Giraffe => Name::Giraffe,
            Kind::Cat => Name::Cat,
            Kind::Chick => Name::Chick,
            Kind::Lion => Name::Lion,
            Kind::PromotedCat => Name::PromotedCat,
            Kind::PromotedChick => Name::PromotedChick,
        };
        name.into()
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

impl ToArg for Kind {
    /// The id, for texts to select on.
    fn to_arg(&self) -> Arg {
        Arg::Text(self.as_str().to_owned())
    }
}
