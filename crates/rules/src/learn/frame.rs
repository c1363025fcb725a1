//! The board as the side to move sees it, and the directions on it.

use crate::grid::Cell;

/// The eight directions of action planes as `(columns, rows)`, on the board as the side to move
/// sees it; rows are counted from the top.
pub const DIRECTIONS: [(i8, i8); 8] = [
    (0, 1),
    (0, -1),
    (-1, 0),
    (1, 0),
    (-1, 1),
    (1, 1),
    (-1, -1),
    (1, -1),
];

/// Their names.
pub const DIRECTION_NAMES: [&str; 8] = [
    "down",
    "up",
    "left",
    "right",
    "down-left",
    "down-right",
    "up-left",
    "up-right",
];

/// The direction and the distance of a straight or diagonal way between two cells, as an index
/// into [`DIRECTIONS`] and a number of steps; `None` if there is no such way, or they are the same.
#[inline]
pub fn direction(from: Cell, to: Cell) -> Option<(usize, u8)> {
    const INDEX: [[u8; 3]; 3] = {
        let mut index = [[u8::MAX; 3]; 3];
        let mut i = 0;
        while i < 8 {
            let (col, row) = DIRECTIONS[i];
            index[(row + 1) as usize][(col + 1) as usize] = i as u8;
            i += 1;
        }
        index
    };
    let (cols, rows) = (to.col as i8 - from.col as i8, to.row as i8 - from.row as i8);
    let straight = cols == 0 || rows == 0 || cols.unsigned_abs() == rows.unsigned_abs();
    let distance = cols.unsigned_abs().max(rows.unsigned_abs());
    let index = INDEX[(rows.signum() + 1) as usize][(cols.signum() + 1) as usize];
    (straight && distance > 0).then_some((usize::from(index), distance))
}

/// The board as the side to move sees it: as it is drawn, or turned by half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// How many columns.
    pub cols: u8,
    /// How many rows.
    pub rows: u8,
    /// Whether it is turned by half.
    pub turned: bool,
}

impl Frame {
    /// How many cells the board has.
    #[inline]
    pub const fn cells(self) -> usize {
        self.cols as usize * self.rows as usize
    }

    /// A cell of the board as the side to move sees it; the same map leads back. A cell off the
    /// board stays off it.
    #[inline]
    pub const fn see(self, cell: Cell) -> Cell {
        if self.turned {
            Cell {
                col: self.cols.wrapping_sub(1).wrapping_sub(cell.col),
                row: self.rows.wrapping_sub(1).wrapping_sub(cell.row),
            }
        } else {
            cell
        }
    }

    /// The number of a cell of the board, row by row from the top left of the board as it is seen.
    #[inline]
    pub const fn index(self, cell: Cell) -> usize {
        let cell = self.see(cell);
        cell.row as usize * self.cols as usize + cell.col as usize
    }

    /// The cell of the board with this number.
    #[inline]
    pub const fn cell(self, index: usize) -> Cell {
        self.see(self.seen_cell(index))
    }

    /// The cell with this number on the board as it is seen.
    #[inline]
    pub const fn seen_cell(self, index: usize) -> Cell {
        let cols = if self.cols == 0 {
            1
        } else {
            self.cols as usize
        };
        Cell {
            col: (index % cols) as u8,
            row: (index / cols) as u8,
        }
    }

    /// The cell of the board from which this many steps in a direction lead to the cell with this
    /// number: both as seen. `None` if it is off the board.
    #[inline]
    pub fn origin(self, target: usize, direction: usize, distance: u8) -> Option<Cell> {
        let (cols, rows) = *DIRECTIONS.get(direction)?;
        let to = self.seen_cell(target);
        let distance = i16::from(distance);
        let col = i16::from(to.col) - i16::from(cols) * distance;
        let row = i16::from(to.row) - i16::from(rows) * distance;
        let inside = |at: i16, count: u8| u8::try_from(at).ok().filter(|&at| at < count);
        Some(self.see(Cell {
            col: inside(col, self.cols)?,
            row: inside(row, self.rows)?,
        }))
    }

    /// A bitboard with `stride` bits per row as a set of cells, in the order of their numbers.
    #[inline]
    pub(crate) fn set(self, bits: u64, stride: u8) -> u64 {
        let dense = dense_u64(bits, stride, self.cols, self.rows);
        if self.turned {
            dense.reverse_bits() >> (64 - self.cells().clamp(1, 64))
        } else {
            dense
        }
    }

    /// The same for boards of more than 64 cells.
    #[inline]
    pub(crate) fn wide_set(self, bits: u128, stride: u8) -> u128 {
        let dense = dense_u128(bits, stride, self.cols, self.rows);
        if self.turned {
            dense.reverse_bits() >> (128 - self.cells().clamp(1, 128))
        } else {
            dense
        }
    }
}

macro_rules! dense {
    ($name:ident, $kind:ty) => {
        /// A bitboard with `stride` bits per row without the gaps between the rows.
        #[inline(always)]
        pub(crate) fn $name(bits: $kind, stride: u8, cols: u8, rows: u8) -> $kind {
            let row_mask: $kind = (1 << cols) - 1;
            let mut dense = 0;
            for row in 0..rows {
                dense |= (bits >> (row * stride) & row_mask) << (row * cols);
            }
            dense
        }
    };
}

dense!(dense_u64, u64);
dense!(dense_u128, u128);

#[cfg(test)]
mod tests {
    use super::{DIRECTIONS, Frame, direction};

    #[test]
    fn a_way_and_its_origin_are_inverse_to_each_other() {
        for turned in [false, true] {
            let frame = Frame {
                cols: 5,
                rows: 6,
                turned,
            };
            for from in 0..frame.cells() {
                for to in 0..frame.cells() {
                    let (here, there) = (frame.seen_cell(from), frame.seen_cell(to));
                    if let Some((way, distance)) = direction(here, there) {
                        let origin = frame.origin(to, way, distance).expect("on the board");
                        assert_eq!(frame.index(origin), from);
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_comes_from_beyond_the_edge() {
        let frame = Frame {
            cols: 5,
            rows: 6,
            turned: false,
        };
        let outside = (0..DIRECTIONS.len())
            .filter(|&way| frame.origin(0, way, 1).is_none())
            .count();
        // The corner has three neighbors.
        assert_eq!(outside, 5);
        assert_eq!(frame.origin(0, 8, 1), None);
        assert_eq!(frame.origin(7, 0, u8::MAX), None);
    }

    #[test]
    fn a_turned_set_has_the_cells_in_reverse_order() {
        let board = 0b000001_000000_011010;
        let seen = |turned| {
            let frame = Frame {
                cols: 5,
                rows: 3,
                turned,
            };
            (frame.set(board, 6), frame.wide_set(board.into(), 6))
        };
        assert_eq!(seen(false), (0b00001_00000_11010, 0b00001_00000_11010));
        assert_eq!(seen(true), (0b01011_00000_10000, 0b01011_00000_10000));
    }
}
