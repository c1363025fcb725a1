//! Boards, position strings and move texts of Catapult.

use super::board::GRID;
use super::{Board, Catapult, Move, Phase, Piece, Square};
use crate::error::{MoveError, PositionError, read_turn};
use crate::grid::{Cursor, Token, fields, read_board, read_run, write_board};
use crate::words::{list, quote};
use crate::{Position, Side};
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
                let squares = found.iter().filter(same).map(|entry| entry.0);
                return Err(too_many(side, piece, &squares.collect::<Vec<_>>()));
            }
            board.put(side, piece, square);
        }
        Ok(board)
    }
}

/// The error for several flags or generals of one side.
fn too_many(side: Side, piece: Piece, squares: &[Square]) -> PositionError {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    let list = list(&names, "and");
    PositionError::impossible(format!(
        "{} has {} {}s ({list}), expected at most 1",
        Catapult::INFO.side_name(side),
        squares.len(),
        piece.name()
    ))
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
        let expected = "2 or 3: the board, the side to move, and `place` before a flag is placed";
        let fields = fields(text, 2, 3, expected)?;
        let board = fields[0].parse()?;
        let turn = read_turn(fields[1], ["w", "b"], "`w` or `b`")?;
        let placing = match fields.get(2) {
            None => false,
            Some(&"place") => true,
            Some(other) => {
                return Err(PositionError::Field {
                    field: "third field",
                    found: quote(other),
                    expected: "`place` or nothing",
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
                [Some(white), Some(black)] => {
                    let reason =
                        format!("both sides have lost: White's {white} and Black's {black}");
                    return Err(PositionError::impossible(reason));
                }
            }
        };
        Ok(Catapult { board, turn, phase })
    }
}

/// What a side has lost, in words: a clause such as `flag is gone`.
pub(super) fn missing(board: &Board, side: Side) -> Option<&'static str> {
    match (board.flag(side), board.general(side)) {
        (Some(_), Some(_)) => None,
        (None, Some(_)) => Some("flag is gone"),
        (Some(_), None) => Some("general is gone"),
        (None, None) => Some("flag and general are gone"),
    }
}

/// Whether a board can be one on which `turn` is about to place its flag.
fn check_placing(board: &Board, turn: Side) -> Result<(), PositionError> {
    let name = |side| Catapult::INFO.side_name(side);
    let fault = |reason: String| {
        let mover = name(turn);
        let reason = format!("{mover} cannot be about to place a flag: {reason}");
        Err(PositionError::impossible(reason))
    };
    for side in Side::BOTH {
        match board.flag(side) {
            Some(square) if turn <= side => {
                return fault(format!("{}'s flag is on {square}", name(side)));
            }
            None if side < turn => return fault(format!("{} places first", name(side))),
            _ => {}
        }
        if board.general(side).is_none() {
            return fault(format!("{}'s general is missing", name(side)));
        }
    }
    Ok(())
}

/// Reads `from-to`.
pub(super) fn read_move(text: &str) -> Result<Move, MoveError> {
    let Some((from, to)) = text.split_once('-') else {
        let reason = "a move is two squares with a hyphen between them, such as d6-d5";
        return Err(MoveError::syntax(text, reason));
    };
    let read = |part: &str| {
        part.parse::<Square>()
            .map_err(|error| MoveError::syntax(text, error.to_string()))
    };
    Ok(Move::new(read(from)?, read(to)?))
}
