//! Rectangular boards: their cells, how cells are named, and boards as text.

use crate::GameInfo;
use crate::error::{Phrase, PositionError};
use crate::message::{AnyOf, Message};
use crate::phrases::quote;
use std::fmt;
use std::iter::Peekable;
use std::str::Chars;

/// A cell of a board, counted from 0 at the top left, as the position strings are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Column, 0 at the left.
    pub col: u8,
    /// Row, 0 at the top.
    pub row: u8,
}

/// How a game names the cells of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// File letter and rank number, ranks counted upwards from `lowest`: `b6`.
    Algebraic {
        /// The number of the bottom rank.
        lowest: u8,
    },
    /// Column and row from 1, rows counted upwards: `(2,6)`.
    ColumnRow,
    /// Row and column from 0, rows counted downwards: `12`.
    RowColumn,
}

/// A board of `cols` by `rows` cells with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// How many columns.
    pub cols: u8,
    /// How many rows.
    pub rows: u8,
    /// How the cells are named.
    pub naming: Naming,
}

impl Grid {
    /// A board of this many columns and rows.
    pub const fn new(cols: u8, rows: u8, naming: Naming) -> Self {
        Grid { cols, rows, naming }
    }

    /// All cells, row by row from the top left.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.rows).flat_map(move |row| (0..self.cols).map(move |col| Cell { col, row }))
    }

    /// The label of a column, as written beside the board.
    pub fn col_label(self, col: u8) -> String {
        match self.naming {
            Naming::Algebraic { .. } => char::from(b'a'.wrapping_add(col)).to_string(),
            Naming::ColumnRow => (u16::from(col) + 1).to_string(),
            Naming::RowColumn => col.to_string(),
        }
    }

    /// The label of a row, as written beside the board. A row that is not on the board gets
    /// the number it would have if the board continued.
    pub fn row_label(self, row: u8) -> String {
        let up = i16::from(self.rows) - 1 - i16::from(row);
        match self.naming {
            Naming::Algebraic { lowest } => (up + i16::from(lowest)).to_string(),
            Naming::ColumnRow => (up + 1).to_string(),
            Naming::RowColumn => row.to_string(),
        }
    }

    /// The name of a cell: `b6`, `(2,6)` or `12`.
    pub fn name(self, cell: Cell) -> String {
        let (col, row) = (self.col_label(cell.col), self.row_label(cell.row));
        match self.naming {
            Naming::Algebraic { .. } => col + &row,
            Naming::ColumnRow => format!("({col},{row})"),
            Naming::RowColumn => row + &col,
        }
    }

    /// Reads an algebraic name such as `b6`; the error says what is wrong with it.
    pub(crate) fn read_algebraic(self, lowest: u8, text: &str) -> Result<Cell, Message> {
        let not_a_square = || {
            let (text, example) = (quote(text), self.example());
            Phrase::NotASquare { text, example }
        };
        let &[file, rank] = text.as_bytes() else {
            return Err(not_a_square().into());
        };
        let (col, up) = (
            file.wrapping_sub(b'a'),
            rank.wrapping_sub(b'0').wrapping_sub(lowest),
        );
        if !file.is_ascii_lowercase() || !rank.is_ascii_digit() {
            return Err(not_a_square().into());
        }
        if col >= self.cols || up >= self.rows {
            let square = text.to_owned();
            return Err(Phrase::OffBoard { square }.into());
        }
        Ok(Cell {
            col,
            row: self.rows - 1 - up,
        })
    }

    fn example(self) -> String {
        self.name(Cell {
            col: 1,
            row: self.rows / 2,
        })
    }

    /// What messages call a row: `rank 4` or `row 4`.
    pub(crate) fn row_name(self, row: u8) -> Message {
        let label = self.row_label(row);
        if matches!(self.naming, Naming::Algebraic { .. }) {
            Phrase::Rank { label }.into()
        } else {
            Phrase::Row { label }.into()
        }
    }
}

/// What one symbol of a board text stands for.
pub(crate) enum Token<P> {
    /// This many empty cells.
    Empty(u8),
    /// One occupied cell.
    Piece(P),
}

/// The rest of a row's text; a symbol of several characters takes the rest from here.
pub(crate) type Cursor<'a> = Peekable<Chars<'a>>;

/// Reads a symbol that is not a piece: a digit for a run of empty cells, or an error.
pub(crate) fn read_run<P>(symbol: char) -> Result<Token<P>, Message> {
    match symbol.to_digit(10) {
        Some(0) => Err(Phrase::EmptyRunZero.into()),
        Some(run) => Ok(Token::Empty(run as u8)),
        None => Err(unknown_symbol(symbol)),
    }
}

/// The reason for rejecting a symbol without a meaning.
pub(crate) fn unknown_symbol(symbol: char) -> Message {
    let symbol = format!("{symbol:?}");
    Phrase::UnknownSymbol { symbol }.into()
}

/// What to say about a letter that has a meaning only in the other case; `None` about others.
pub(crate) fn wrong_case(symbol: char, letters: &str) -> Option<Message> {
    let mut letters = letters.chars();
    let meant = letters.find(|letter| letter.eq_ignore_ascii_case(&symbol))?;
    let (symbol, meant) = (format!("{symbol:?}"), format!("{meant:?}"));
    Some(Phrase::WrongCase { symbol, meant }.into())
}

/// Reads a board: rows from the top, separated by `/`. `token` reads one symbol, `put` gets
/// every piece with its cell. A board ten wide may write an empty row as the empty string,
/// since its run has no digit.
pub(crate) fn read_board<P>(
    text: &str,
    grid: Grid,
    mut token: impl FnMut(char, &mut Cursor<'_>) -> Result<Token<P>, Message>,
    mut put: impl FnMut(Cell, P),
) -> Result<(), PositionError> {
    let found = text.split('/').count();
    if found != usize::from(grid.rows) {
        return Err(PositionError::Rows {
            found,
            expected: AnyOf(vec![grid.rows]),
        });
    }
    for (line, row) in text.split('/').zip(0..) {
        let width = usize::from(grid.cols);
        let mut col = 0;
        let mut rest = line.chars().peekable();
        while let Some(symbol) = rest.next() {
            let at_fault = |reason| PositionError::Symbol {
                row: grid.row_name(row),
                column: col + 1,
                reason,
            };
            match token(symbol, &mut rest).map_err(at_fault)? {
                Token::Empty(run) => col += usize::from(run),
                Token::Piece(piece) => {
                    if col < width {
                        put(
                            Cell {
                                col: col as u8,
                                row,
                            },
                            piece,
                        );
                    }
                    col += 1;
                }
            }
        }
        if col != width && !(line.is_empty() && width > 9) {
            return Err(PositionError::Width {
                row: grid.row_name(row),
                found: col,
                expected: width,
            });
        }
    }
    Ok(())
}

/// Writes a board with the longest possible digit runs; the inverse of [`read_board`].
pub(crate) fn write_board<S: fmt::Display>(
    out: &mut impl fmt::Write,
    cols: u8,
    rows: u8,
    symbol: impl Fn(Cell) -> Option<S>,
) -> fmt::Result {
    fn flush(out: &mut impl fmt::Write, run: &mut u8) -> fmt::Result {
        let length = std::mem::take(run);
        // Ten empty cells, a whole row of the widest board, are the empty string.
        if (1..=9).contains(&length) {
            write!(out, "{length}")
        } else {
            Ok(())
        }
    }
    for row in 0..rows {
        if row > 0 {
            out.write_str("/")?;
        }
        let mut run = 0;
        for col in 0..cols {
            match symbol(Cell { col, row }) {
                None => run += 1,
                Some(symbol) => {
                    flush(out, &mut run)?;
                    write!(out, "{symbol}")?;
                }
            }
        }
        flush(out, &mut run)?;
    }
    Ok(())
}

/// The size of a square board, known from its number of rows; an error if the game has no such
/// board.
pub(crate) fn read_size(info: &GameInfo, board: &str) -> Result<u8, PositionError> {
    let found = board.split('/').count();
    let size = u8::try_from(found)
        .ok()
        .filter(|size| info.sizes().contains(size));
    size.ok_or_else(|| PositionError::Rows {
        found,
        expected: AnyOf(info.sizes().to_vec()),
    })
}

/// Splits a position string into fields at single spaces, `min` to `max` of them.
pub(crate) fn fields(
    text: &str,
    min: usize,
    max: usize,
    expected: impl Into<Message>,
) -> Result<Vec<&str>, PositionError> {
    let found = text.split(' ').count();
    if (min..=max).contains(&found) {
        Ok(text.split(' ').collect())
    } else {
        let expected = expected.into();
        Err(PositionError::Fields { found, expected })
    }
}
