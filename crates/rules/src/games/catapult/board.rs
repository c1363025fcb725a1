//! The squares of Catapult, and the board: what stands where.
//!
//! Bitboards are `u128`s. A row takes eleven bits, the last of which is a guard column: a piece
//! that leaves the board sideways by one square lands there, or above or below the board, and is
//! masked out. So no step can wrap around, as long as bitboards are shifted one step at a time.

use crate::Side;
use crate::bits::{Bits, ZobristTable};
use crate::grid::{Cell, Grid, Naming};
use crate::message::{Message, ToMessage};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The board and the names of its squares: files `a` to `j`, ranks 0 to 9.
pub(crate) const GRID: Grid = Grid::new(10, 10, Naming::Algebraic { lowest: 0 });

/// Bits per row: ten squares and the guard column.
const ROW: u8 = 11;

/// One row down, as a distance between bits. One column is a distance of 1.
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
pub struct SquareError(Message);

impl ToMessage for SquareError {
    fn to_message(&self) -> Message {
        self.0.clone()
    }
}

impl Square {
    /// The place of a piece that is not on the board: a bit that stands for no square.
    const NOWHERE: Square = Square(127);

    /// The square of a file, `a` to `j`, and a rank, 0 to 9; `None` if there is none.
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

    /// The distance to another square in king's moves (the Chebyshev distance).
    pub(super) fn distance(self, other: Square) -> u8 {
        let (a, b) = (self.cell(), other.cell());
        a.col.abs_diff(b.col).max(a.row.abs_diff(b.row))
    }

    pub(crate) const fn at(cell: Cell) -> Self {
        Square(cell.row * ROW + cell.col)
    }

    /// The square's cell.
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

    /// Whether this is a square of the board: some bits are not.
    #[inline]
    pub(super) const fn is_on_board(self) -> bool {
        BOARD & self.bit() != 0
    }

    #[inline]
    pub(super) const fn bit(self) -> u128 {
        1 << (self.0 & 127)
    }

    /// The number of the square's bit: always below 128, and the mask lets the compiler know.
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
    /// Steps forward and sideways, captures forward, and forms catapults.
    Knight = 0,
    /// Stays where it was placed; whoever loses it loses the game.
    Flag = 1,
    /// Steps in all directions and commands the catapults; whoever loses it loses the game.
    General = 2,
}

impl Piece {
    /// Its id in views, and what texts select on.
    pub const fn as_str(self) -> &'static str {
        match self {
            Piece::Knight => "knight",
            Piece::Flag => "flag",
            Piece::General => "general",
        }
    }
}

/// The bitboard of all squares.
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

/// The first and the last of the squares where a side may place its flag.
pub(super) const fn flag_range(side: Side) -> [Square; 2] {
    let set = FLAG_SQUARES[side as usize];
    [
        Square::of_bit(set.trailing_zeros() as u8),
        Square::of_bit(set.ilog2() as u8),
    ]
}

/// The neighbors of each square (king attacks), computed square by square; none for bits that
/// are not squares.
pub(super) const ADJACENT: [u128; 128] = {
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

/// Shifts a bitboard by a distance; squares may leave the board.
#[inline(always)]
pub(super) const fn shift(set: u128, by: i8) -> u128 {
    if by >= 0 { set << by } else { set >> -by }
}

/// Shifts a bitboard by one step (one of the eight distances to a neighbor) and drops what
/// leaves the board.
#[inline(always)]
pub(super) const fn step(set: u128, by: i8) -> u128 {
    shift(set, by) & BOARD
}

/// Zobrist keys by side, piece and square.
const PIECE_KEYS: [[ZobristTable<128>; 3]; 2] = [
    [
        ZobristTable::new(0xca01),
        ZobristTable::new(0xca02),
        ZobristTable::new(0xca03),
    ],
    [
        ZobristTable::new(0xca04),
        ZobristTable::new(0xca05),
        ZobristTable::new(0xca06),
    ],
];

/// A board: which pieces stand where, but not whose turn it is.
///
/// Any number of knights, and at most one flag and one general of each side. Its text
/// (`Display`, `FromStr`) is the board part of a position string.
// Only `put` and `remove` change squares, and they keep the hash up to date.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    /// The bitboard of all pieces of each side.
    by_side: [u128; 2],
    knights: [u128; 2],
    zobrist: u64,
    flags: [Square; 2],
    generals: [Square; 2],
}

impl Board {
    /// A board with nothing on it.
    pub const EMPTY: Board = Board {
        by_side: [0; 2],
        knights: [0; 2],
        zobrist: 0,
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

    /// The piece on a square, and its side.
    pub fn piece_at(&self, square: Square) -> Option<(Side, Piece)> {
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

    /// All pieces: square, side and kind.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Side, Piece)> + '_ {
        Side::BOTH.into_iter().flat_map(move |side| {
            Bits(self.by_side[side.index()])
                .map(Square)
                .map(move |square| (square, side, self.kind(side, square)))
        })
    }

    /// The bitboard of a side's pieces.
    #[inline]
    pub(super) fn by_side(&self, side: Side) -> u128 {
        self.by_side[side.index()]
    }

    /// The bitboard of a side's knights.
    #[inline]
    pub(super) fn knight_bitboard(&self, side: Side) -> u128 {
        self.knights[side.index()]
    }

    /// The bitboard of the empty squares.
    #[inline]
    pub(super) fn empty(&self) -> u128 {
        BOARD & !(self.by_side[0] | self.by_side[1])
    }

    /// The bitboard of the squares adjacent to a side's general; empty if it is gone.
    #[inline]
    pub(super) fn adjacent_to_general(&self, side: Side) -> u128 {
        ADJACENT[self.generals[side.index()].index()]
    }

    /// The square of a side's general; off the board if it is gone.
    #[inline]
    pub(super) fn general_or_nowhere(&self, side: Side) -> Square {
        self.generals[side.index()]
    }

    /// The square of a side's flag; off the board if there is none.
    #[inline]
    pub(super) fn flag_or_nowhere(&self, side: Side) -> Square {
        self.flags[side.index()]
    }

    /// Whether a piece of this side stands on a square.
    #[inline]
    pub(super) fn holds(&self, side: Side, square: Square) -> bool {
        self.by_side[side.index()] & square.bit() != 0
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

    /// Puts a piece on an empty square; a side may have one flag and one general.
    #[inline]
    pub(super) fn put(&mut self, side: Side, piece: Piece, square: Square) {
        self.toggle(side, piece, square);
        match piece {
            Piece::Knight => {}
            Piece::Flag => self.flags[side.index()] = square,
            Piece::General => self.generals[side.index()] = square,
        }
    }

    /// Removes this side's piece from a square, and returns its kind.
    #[inline]
    pub(super) fn remove(&mut self, side: Side, square: Square) -> Piece {
        let piece = self.kind(side, square);
        self.toggle(side, piece, square);
        match piece {
            Piece::Knight => {}
            Piece::Flag => self.flags[side.index()] = Square::NOWHERE,
            Piece::General => self.generals[side.index()] = Square::NOWHERE,
        }
        piece
    }

    /// Moves a piece of this side from its square to an empty one.
    #[inline]
    pub(super) fn move_piece(&mut self, side: Side, from: Square, to: Square) {
        let piece = self.remove(side, from);
        self.put(side, piece, to);
    }

    /// Puts or removes a piece, in the bitboards and in the hash.
    #[inline]
    fn toggle(&mut self, side: Side, piece: Piece, square: Square) {
        let bit = square.bit();
        self.by_side[side.index()] ^= bit;
        if piece == Piece::Knight {
            self.knights[side.index()] ^= bit;
        }
        self.zobrist ^= PIECE_KEYS[side.index()][piece as usize].get(square.index());
    }

    /// The Zobrist hash of the pieces, kept up to date.
    #[inline]
    pub(super) fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The same hash computed from scratch.
    pub(super) fn compute_zobrist(&self) -> u64 {
        self.pieces()
            .map(|(square, side, piece)| {
                PIECE_KEYS[side.index()][piece as usize].get(square.index())
            })
            .fold(0, |key, word| key ^ word)
    }
}
