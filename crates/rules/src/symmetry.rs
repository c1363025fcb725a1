//! Symmetries of a game: the maps of the board, with or without swapping the sides, that turn
//! legal play into legal play.

use crate::Side;
use crate::grid::Cell;

/// A map of the board: first the transposition, then the flips, then the swap of sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Swap columns and rows (square boards only), keeping the top left corner.
    pub transpose: bool,
    /// Left becomes right.
    pub flip_cols: bool,
    /// Top becomes bottom.
    pub flip_rows: bool,
    /// Each piece becomes the other side's, and so does the turn.
    pub swap_sides: bool,
}

impl Symmetry {
    /// The map that changes nothing.
    pub const IDENTITY: Symmetry = Symmetry {
        transpose: false,
        flip_cols: false,
        flip_rows: false,
        swap_sides: false,
    };
    /// Left and right swapped.
    pub const FLIP_COLS: Symmetry = Symmetry {
        flip_cols: true,
        ..Symmetry::IDENTITY
    };
    /// Top and bottom swapped.
    pub const FLIP_ROWS: Symmetry = Symmetry {
        flip_rows: true,
        ..Symmetry::IDENTITY
    };
    /// A half turn.
    pub const HALF_TURN: Symmetry = Symmetry {
        flip_cols: true,
        ..Symmetry::FLIP_ROWS
    };
    /// Reflection in the diagonal from the top left to the bottom right.
    pub const TRANSPOSE: Symmetry = Symmetry {
        transpose: true,
        ..Symmetry::IDENTITY
    };

    /// The eight symmetries of a square (the dihedral group), each without and with the sides
    /// swapped.
    pub const SQUARE: [Symmetry; 16] = {
        let mut all = [Symmetry::IDENTITY; 16];
        let mut i = 0;
        while i < 16 {
            all[i] = Symmetry {
                transpose: i & 1 != 0,
                flip_cols: i & 2 != 0,
                flip_rows: i & 4 != 0,
                swap_sides: i & 8 != 0,
            };
            i += 1;
        }
        all
    };

    /// The same map with the sides swapped as well.
    pub const fn swapped(self) -> Symmetry {
        Symmetry {
            swap_sides: !self.swap_sides,
            ..self
        }
    }

    /// Where a side goes: the owner of a piece, or the side to move.
    pub fn side(self, side: Side) -> Side {
        if self.swap_sides { !side } else { side }
    }

    /// Where a cell of a board of `cols` by `rows` goes; a cell off the board stays where it is.
    pub const fn cell(self, cell: Cell, cols: u8, rows: u8) -> Cell {
        if cell.col >= cols || cell.row >= rows {
            return cell;
        }
        let Cell { col, row } = if self.transpose {
            Cell {
                col: cell.row,
                row: cell.col,
            }
        } else {
            cell
        };
        Cell {
            col: if self.flip_cols { cols - 1 - col } else { col },
            row: if self.flip_rows { rows - 1 - row } else { row },
        }
    }
}
