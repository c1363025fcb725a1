//! The squares of Catapult, and a board: who stands where.
//!
//! Sets of squares are bits of a `u128`. A row takes eleven bits, the last of which is never
//! used: whoever leaves the board sideways by one square lands there, or above or below the
//! board, and is masked out. So no step can wrap around, whatever is shifted by one step at a
//! time.

use crate::Side;
use crate::bits::{Bits, zobrist_keys};
use crate::grid::{Cell, Grid, Naming};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The board and the names of its squares: files `a` to `j`, ranks 0 to 9.
pub(crate) const GRID: Grid = Grid {
    cols: 10,
    rows: 10,
    naming: Naming::Algebraic { lowest: 0 },
};

/// Bits per row: ten squares and the column that is never used.
const ROW: u8 = 11;

/// One row down, as a distance between squares. Left and right are 1.
pub(super) const DOWN: i8 = ROW as i8;

/// A square of the board.
///
/// ```
/// use quintain_rules::games::catapult::Square;
/// let square: Square = "b6".parse()?;
/// assert_eq!(Square::new('b', 6), Some(square));
/// assert_eq!(square.to_string(), "b6");
/// assert_eq!((square.file(), square.rank()), ('b', 6));
/// # Ok::<(), quintain_rules::games::catapult::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// Why a text is not the name of a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct SquareError(String);

impl Square {
    /// Where a piece is that is not on the board: a bit of no square.
    const NOWHERE: Square = Square(127);

    /// The square of a file, `a` to `j`, and a rank, 0 to 9; nothing if there is none.
    pub const fn new(file: char, rank: u8) -> Option<Square> {
        if rank > 9 || !matches!(file, 'a'..='j') {
            return None;
        }
        let col = file as u8 - b'a';
        Some(Square::at(Cell { col, row: 9 - rank }))
    }

    /// The file, a letter from `a` to `j`.
    pub const fn file(self) -> char {
        (b'a' + self.cell().col) as char
    }

    /// The rank, 0 to 9.
    pub const fn rank(self) -> u8 {
        9u8.saturating_sub(self.cell().row)
    }

    /// How far another square is, in steps in any of the eight directions.
    pub(super) fn distance(self, other: Square) -> u8 {
        let (a, b) = (self.cell(), other.cell());
        a.col.abs_diff(b.col).max(a.row.abs_diff(b.row))
    }

    pub(crate) const fn at(cell: Cell) -> Self {
        Square(cell.row * ROW + cell.col)
    }

    /// Its place on the board.
    pub const fn cell(self) -> Cell {
        Cell {
            col: self.0 % ROW,
            row: self.0 / ROW,
        }
    }

    /// The square of a bit, 0 to 127; some numbers are not on the board.
    #[inline]
    pub(super) const fn of_bit(bit: u8) -> Self {
        Square(bit & 127)
    }

    /// Whether there is such a square: not so for some bits.
    #[inline]
    pub(super) const fn is_on_board(self) -> bool {
        BOARD & self.bit() != 0
    }

    #[inline]
    pub(super) const fn bit(self) -> u128 {
        1 << (self.0 & 127)
    }

    /// The number of the square's bit: always below 128, and the mask tells the compiler so.
    #[inline]
    pub(super) const fn index(self) -> usize {
        (self.0 & 127) as usize
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&GRID.name(self.cell()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Self, SquareError> {
        GRID.read_algebraic(0, text)
            .map(Square::at)
            .map_err(SquareError)
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Steps forward and sideways, captures forward, and makes catapults.
    Knight = 0,
    /// Stands where it was placed; to lose it is to lose the game.
    Flag = 1,
    /// Steps everywhere and commands the catapults; to lose it is to lose the game.
    General = 2,
}

impl Piece {
    /// What sentences call it.
    pub const fn name(self) -> &'static str {
        match self {
            Piece::Knight => "knight",
            Piece::Flag => "flag",
            Piece::General => "general",
        }
    }
}

/// All squares of the board.
pub(super) const BOARD: u128 = {
    let mut set = 0;
    let mut row = 0;
    while row < 10 {
        set |= 0b11_1111_1111 << (row * ROW);
        row += 1;
    }
    set
};

/// Where each side may place its flag: its own edge of the board without the corners.
pub(super) const FLAG_SQUARES: [u128; 2] = {
    let edge = 0b01_1111_1110;
    [edge, edge << (9 * ROW)]
};

/// The squares around each square, worked out square by square; nothing around the bits that
/// are no squares.
pub(super) const AROUND: [u128; 128] = {
    let mut table = [0; 128];
    let mut from = 0;
    while from < 128 {
        let bit = 1 << from;
        if BOARD & bit != 0 {
            let row = bit | step(bit, 1) | step(bit, -1);
            table[from] = (row | step(row, DOWN) | step(row, -DOWN)) & !bit;
        }
        from += 1;
    }
    table
};

/// Moves every square of a set by a distance, those that leave the board included.
#[inline(always)]
pub(super) const fn shift(set: u128, by: i8) -> u128 {
    if by >= 0 { set << by } else { set >> -by }
}

/// Moves every square of a set by one step (one of the eight distances to a neighbour);
/// those that leave the board are gone.
#[inline(always)]
pub(super) const fn step(set: u128, by: i8) -> u128 {
    shift(set, by) & BOARD
}

/// A key word for every piece of every side on every square.
const PIECE_KEYS: [[[u64; 128]; 3]; 2] = [
    [
        zobrist_keys(0xca01),
        zobrist_keys(0xca02),
        zobrist_keys(0xca03),
    ],
    [
        zobrist_keys(0xca04),
        zobrist_keys(0xca05),
        zobrist_keys(0xca06),
    ],
];

/// A board: which pieces stand where, and nothing of whose turn it is.
///
/// Any number of knights, and at most one flag and one general of each side. Its text
/// (`Display`, `FromStr`) is the board part of a position string.
// No square changes but by `put` and `take`, which keep the key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// All pieces of each side.
    men: [u128; 2],
    knights: [u128; 2],
    key: u64,
    flags: [Square; 2],
    generals: [Square; 2],
}

impl Board {
    /// A board with nothing on it.
    pub const EMPTY: Board = Board {
        men: [0; 2],
        knights: [0; 2],
        key: 0,
        flags: [Square::NOWHERE; 2],
        generals: [Square::NOWHERE; 2],
    };

    /// The board before the flags are placed.
    pub fn start() -> Board {
        let mut board = Board::EMPTY;
        for cell in GRID.cells() {
            let (square, odd) = (Square::at(cell), cell.col % 2 == 1);
            match cell.row {
                1..=3 if odd => board.put(Side::First, Piece::Knight, square),
                6..=8 if !odd => board.put(Side::Second, Piece::Knight, square),
                _ => {}
            }
        }
        let [white, black] = [Cell { col: 5, row: 4 }, Cell { col: 4, row: 5 }].map(Square::at);
        board.put(Side::First, Piece::General, white);
        board.put(Side::Second, Piece::General, black);
        board
    }

    /// What stands on a square, and whose it is.
    pub fn at(&self, square: Square) -> Option<(Side, Piece)> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.holds(side, square))?;
        Some((side, self.kind(side, square)))
    }

    /// Where a side's flag stands, if it has one.
    pub fn flag(&self, side: Side) -> Option<Square> {
        let square = self.flags[side.index()];
        (square != Square::NOWHERE).then_some(square)
    }

    /// Where a side's general stands, if it has one.
    pub fn general(&self, side: Side) -> Option<Square> {
        let square = self.generals[side.index()];
        (square != Square::NOWHERE).then_some(square)
    }

    /// Where a side's knights stand.
    pub fn knights(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        Bits(self.knights[side.index()]).map(Square)
    }

    /// All pieces: where, whose and what.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Side, Piece)> + '_ {
        Side::BOTH.into_iter().flat_map(move |side| {
            Bits(self.men[side.index()])
                .map(Square)
                .map(move |square| (square, side, self.kind(side, square)))
        })
    }

    /// All squares with a piece of this side.
    #[inline]
    pub(super) fn men(&self, side: Side) -> u128 {
        self.men[side.index()]
    }

    /// All squares with a knight of this side.
    #[inline]
    pub(super) fn knight_set(&self, side: Side) -> u128 {
        self.knights[side.index()]
    }

    /// All squares with nothing on them.
    #[inline]
    pub(super) fn empty(&self) -> u128 {
        BOARD & !(self.men[0] | self.men[1])
    }

    /// The squares around a side's general; none if it is gone.
    #[inline]
    pub(super) fn around_general(&self, side: Side) -> u128 {
        AROUND[self.generals[side.index()].index()]
    }

    /// The bit of a side's general: of no square of the board if it is gone.
    #[inline]
    pub(super) fn general_or_nowhere(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// The bit of a side's flag: of no square of the board if it is not there.
    #[inline]
    pub(super) fn flag_or_nowhere(&self, side: Side) -> Square {
        self.flags[side.index()]
    }

    /// Whether a piece of this side stands on a square.
    #[inline]
    pub(super) fn holds(&self, side: Side, square: Square) -> bool {
        self.men[side.index()] & square.bit() != 0
    }

    /// The kind of a piece of this side that stands on a square.
    #[inline]
    fn kind(&self, side: Side, square: Square) -> Piece {
        if square == self.generals[side.index()] {
            Piece::General
        } else if square == self.flags[side.index()] {
            Piece::Flag
        } else {
            Piece::Knight
        }
    }

    /// Puts a piece on an empty square; of a flag or general the side must not have one yet.
    #[inline]
    pub(super) fn put(&mut self, side: Side, piece: Piece, square: Square) {
        self.toggle(side, piece, square);
        match piece {
            Piece::Knight => {}
            Piece::Flag => self.flags[side.index()] = square,
            Piece::General => self.generals[side.index()] = square,
        }
    }

    /// Takes a piece of this side off its square, and tells what it was.
    #[inline]
    pub(super) fn take(&mut self, side: Side, square: Square) -> Piece {
        let piece = self.kind(side, square);
        self.toggle(side, piece, square);
        match piece {
            Piece::Knight => {}
            Piece::Flag => self.flags[side.index()] = Square::NOWHERE,
            Piece::General => self.generals[side.index()] = Square::NOWHERE,
        }
        piece
    }

    /// Carries a piece of this side from its square to an empty one.
    #[inline]
    pub(super) fn carry(&mut self, side: Side, from: Square, to: Square) {
        let piece = self.take(side, from);
        self.put(side, piece, to);
    }

    /// Puts a piece or takes it away, in the sets and in the key.
    #[inline]
    fn toggle(&mut self, side: Side, piece: Piece, square: Square) {
        let bit = square.bit();
        self.men[side.index()] ^= bit;
        if piece == Piece::Knight {
            self.knights[side.index()] ^= bit;
        }
        self.key ^= PIECE_KEYS[side.index()][piece as usize][square.index()];
    }

    /// The key of what stands on the board, kept up to date.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The same key computed from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        self.pieces()
            .map(|(square, side, piece)| PIECE_KEYS[side.index()][piece as usize][square.index()])
            .fold(0, |key, word| key ^ word)
    }
}
