//! Squares of an 8x8 board and their bitboards, for the games that are played on it or on a
//! smaller board in its top left corner.

use crate::Symmetry;
use crate::grid::Cell;

/// A square: eight times the row from the top, plus the column. This is also the number of its
/// bit in a bitboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub(crate) u8);

impl Square {
    pub(crate) const fn at(cell: Cell) -> Self {
        Square(cell.row * 8 + cell.col)
    }

    /// The square's cell.
    pub const fn cell(self) -> Cell {
        Cell {
            col: self.0 % 8,
            row: self.0 / 8,
        }
    }

    /// The bitboard that holds this square alone.
    #[inline]
    pub(crate) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// An index into tables with an entry for each square.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        // Never 64 or more; the mask lets the compiler know.
        (self.0 & 63) as usize
    }

    /// Where a symmetry of the board of this size takes the square.
    pub(crate) const fn transform(self, symmetry: Symmetry, size: u8) -> Self {
        Square::at(symmetry.cell(self.cell(), size, size))
    }
}

/// For each size up to 8, the bitboard of the whole board: that many rows of that many squares.
/// Sizes that do not exist have no squares; the sixteen entries save a bounds check.
const BOARDS: [u64; 16] = {
    let mut boards = [0; 16];
    let mut size = 1;
    while size <= 8 {
        let mut row = 0;
        while row < size {
            boards[size] |= ((1 << size) - 1) << (8 * row);
            row += 1;
        }
        size += 1;
    }
    boards
};

/// The bitboard of all squares of a board of this size.
#[inline]
pub(crate) const fn board_mask(size: u8) -> u64 {
    BOARDS[(size & 15) as usize]
}
