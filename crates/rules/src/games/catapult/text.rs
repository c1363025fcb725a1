//! Boards, position strings and move texts of Catapult.

use super::board::GRID;
use super::messages::{Impossible, Missing, Notation};
use super::{Board, Catapult, Move, Phase, Piece, Square};
use crate::Side;
use crate::error::{MoveError, PositionError, read_turn};
use crate::grid::{Cursor, Token, fields, read_board, read_run, write_board};
use crate::message::{AllOf, ToMessage};
use crate::phrases::quote;
use std::fmt;
use std::str::FromStr;

/// The letters of the pieces, for White and Black.
const SYMBOLS: [(char, Side, Piece); 6] = [
    ('w', Side::First, Piece::Knight),
    ('W', Side::First, Piece::Flag),
    ('g', Side::First, Piece::General),
    ('b', Side::Second, Piece::Knight),
    ('B', Side::Second, Piece::Flag),
    ('G', Side::Second, Piece::General),
];

/// The letter of a piece.
fn symbol(side: Side, piece: Piece) -> char {
    let found = SYMBOLS
        .iter()
        .find(|entry| (entry.1, entry.2) == (side, piece));
    found.map_or('?', |entry| entry.0)
}

impl fmt::Display for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(out, GRID.cols, GRID.rows, |cell| {
            self.piece_at(Square::at(cell))
                .map(|(side, piece)| symbol(side, piece))
        })
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl FromStr for Board {
    type Err = PositionError;

    /// Reads the board part of a position string.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let mut found: Vec<(Square, Side, Piece)> = Vec::new();
        let token =
            |symbol, _: &mut Cursor<'_>| match SYMBOLS.iter().find(|entry| entry.0 == symbol) {
                Some(&(_, side, piece)) => Ok(Token::Piece((side, piece))),
                None => read_run(symbol),
            };
        read_board(text, GRID, token, |cell, (side, piece)| {
            found.push((Square::at(cell), side, piece));
        })?;
        let mut board = Board::EMPTY;
        for &(square, side, piece) in &found {
            let same = |entry: &&(Square, Side, Piece)| (entry.1, entry.2) == (side, piece);
            if piece != Piece::Knight && found.iter().filter(same).count() > 1 {
                let squares: Vec<Square> = found.iter().filter(same).map(|entry| entry.0).collect();
                return Err(PositionError::impossible(Impossible::TooMany {
                    side,
                    piece,
                    found: squares.len(),
                    squares: AllOf(squares),
                }));
            }
            board.put(side, piece, square);
        }
        Ok(board)
    }
}

impl fmt::Display for Catapult {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = if self.turn == Side::First { "w" } else { "b" };
        let place = if self.is_placing() { " place" } else { "" };
        write!(out, "{} {turn}{place}", self.board)
    }
}

impl FromStr for Catapult {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields = fields(text, 2, 3, Notation::Fields)?;
        let board = fields[0].parse()?;
        let turn = read_turn(fields[1], ["w", "b"])?;
        let placing = match fields.get(2) {
            None => false,
            Some(&"place") => true,
            Some(other) => {
                return Err(PositionError::Field {
                    field: Notation::ThirdField.into(),
                    found: quote(other),
                    expected: Notation::PlaceOrNothing.into(),
                });
            }
        };
        Catapult::new(board, turn, placing)
    }
}

impl Catapult {
    /// A position with this board and side to move, who has to place a flag if `placing`.
    ///
    /// White places before Black, and before that nothing has been taken. Once the flags are
    /// placed, a side without flag or general has lost, which cannot be true of both.
    pub fn new(board: Board, turn: Side, placing: bool) -> Result<Self, PositionError> {
        let phase = if placing {
            check_placing(&board, turn)?;
            Phase::Placing
        } else {
            match Side::BOTH.map(|side| missing(&board, side)) {
                [None, None] => Phase::Playing,
                [Some(_), None] => Phase::Won(Side::Second),
                [None, Some(_)] => Phase::Won(Side::First),
                [Some(first), Some(second)] => {
                    let reason = Impossible::BothLost { first, second };
                    return Err(PositionError::impossible(reason));
                }
            }
        };
        Ok(Catapult { board, turn, phase })
    }
}

/// What a side has lost; `None` if it has its flag and its general.
pub(super) fn missing(board: &Board, side: Side) -> Option<Missing> {
    match (board.flag(side), board.general(side)) {
        (Some(_), Some(_)) => None,
        (None, Some(_)) => Some(Missing::Flag),
        (Some(_), None) => Some(Missing::General),
        (None, None) => Some(Missing::Both),
    }
}

/// Whether a board can be one on which a side is about to place its flag.
fn check_placing(board: &Board, side: Side) -> Result<(), PositionError> {
    for owner in Side::BOTH {
        let fault = match board.flag(owner) {
            Some(square) if side <= owner => Some(Impossible::FlagTooEarly {
                side,
                owner,
                square,
            }),
            None if owner < side => Some(Impossible::WhitePlacesFirst),
            _ if board.general(owner).is_none() => Some(Impossible::GeneralMissing { side, owner }),
            _ => None,
        };
        if let Some(reason) = fault {
            return Err(PositionError::impossible(reason));
        }
    }
    Ok(())
}

/// Reads `from-to`.
pub(super) fn read_move(text: &str) -> Result<Move, MoveError> {
    let Some((from, to)) = text.split_once('-') else {
        return Err(MoveError::syntax(text, Notation::Move));
    };
    let read = |part: &str| {
        part.parse::<Square>()
            .map_err(|error| MoveError::syntax(text, error.to_message()))
    };
    Ok(Move::new(read(from)?, read(to)?))
}
