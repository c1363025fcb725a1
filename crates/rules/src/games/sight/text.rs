//! Position strings and move texts of Sight, and why a move is not legal.

use super::messages::Reason;
use super::points::Points;
use super::{Move, Point, Sight, grid};
use crate::error::{MoveError, Phrase, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_size, wrong_case};
use crate::message::Message;
use crate::{Position, Side};
use std::fmt;
use std::str::FromStr;

/// The letters of the two sides.
pub(super) const LETTERS: [&str; 2] = ["O", "X"];

impl fmt::Display for Sight {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in self.grid().cells() {
            if cell.col == 0 && cell.row > 0 {
                out.write_str("/")?;
            }
            match self.stack(Point::at(cell)) {
                None => out.write_str(".")?,
                Some((side, 1)) => out.write_str(LETTERS[side.index()])?,
                Some((side, height)) => write!(out, "{}{height}", LETTERS[side.index()])?,
            }
        }
        write!(out, " {}", LETTERS[self.turn().index()])
    }
}

/// Reads a point: `.`, or a letter and the height of a stack.
fn read_point(symbol: char, rest: &mut Cursor<'_>) -> Result<Token<(Side, u8)>, Message> {
    let side = match symbol {
        '.' => return Ok(Token::Empty(1)),
        'O' => Side::First,
        'X' => Side::Second,
        _ => {
            let unknown = || {
                let symbol = format!("{symbol:?}");
                Reason::Symbol { symbol }.into()
            };
            return Err(wrong_case(symbol, "OX").unwrap_or_else(unknown));
        }
    };
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    match digits.as_str() {
        "" => Ok(Token::Piece((side, 1))),
        "0" => Err(Reason::HeightZero.into()),
        "1" => Err(Reason::HeightOne.into()),
        _ if digits.starts_with('0') => Err(Reason::HeightLeadingZero.into()),
        _ => match digits.parse() {
            Ok(height) => Ok(Token::Piece((side, height))),
            Err(_) => Err(Reason::HeightTooLarge { max: u8::MAX }.into()),
        },
    }
}

impl FromStr for Sight {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields = fields(text, 2, 2, Phrase::BoardAndTurn)?;
        let size = read_size(&Self::INFO, fields[0])?;
        let mut stacks: Vec<(Cell, Side, u8)> = Vec::new();
        read_board(fields[0], grid(size), read_point, |cell, (side, height)| {
            stacks.push((cell, side, height));
        })?;
        let turn = read_turn(fields[1], LETTERS)?;
        let mut sight = Sight::empty(size, turn);
        for (cell, side, height) in stacks {
            sight.board.put(Point::at(cell).0, side, height);
        }
        Ok(sight)
    }
}

impl Sight {
    /// Reads `c3` or `c3-d4`.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let read = |name: &str| {
            let cell = self.grid().read_algebraic(1, name);
            cell.map(Point::at)
                .map_err(|reason| MoveError::syntax(text, reason))
        };
        let Some((from, to)) = text.split_once('-') else {
            return read(text).map(Move::place);
        };
        let (from, to) = (read(from)?, read(to)?);
        if from == to {
            return Err(MoveError::syntax(text, Reason::SamePoint));
        }
        Ok(Move::along(from, to))
    }

    /// Why a move that is not legal is not.
    pub(super) fn reason_against(&self, mv: Move) -> Message {
        let off = [mv.start(), mv.target()]
            .into_iter()
            .find(|&point| !self.is_on_board(point));
        match (off, mv.source()) {
            (Some(point), _) => {
                let square = self.name(point);
                Phrase::OffBoard { square }.into()
            }
            (None, None) => self.reason_against_placing(mv.target()),
            (None, Some(from)) => self.reason_against_moving(from, mv.target()),
        }
    }

    fn reason_against_placing(&self, on: Point) -> Message {
        let reason = match self.stacks().next() {
            Some(stack) => Reason::MustMove {
                side: self.turn(),
                point: self.name(stack),
            },
            None => Reason::Occupied {
                point: self.name(on),
            },
        };
        reason.into()
    }

    fn reason_against_moving(&self, from: Point, to: Point) -> Message {
        let side = self.turn();
        let point = self.name(from);
        let reason = match self.stack(from) {
            None => Reason::NoStack { point },
            Some((owner, height)) if owner != side => Reason::NotYours {
                point,
                height,
                owner,
            },
            Some(_) if self.stacks().next().is_none() => Reason::MustPlace { side },
            Some((_, 1)) => Reason::SinglePiece { point },
            Some(_) if !u128::neighbors(from.0).has(to.0) => Reason::NotAdjacent {
                from: point,
                to: self.name(to),
            },
            Some(_) if self.stack(to).is_some() => Reason::Occupied {
                point: self.name(to),
            },
            Some((_, height)) => match self.movers().next() {
                Some(mover) => Reason::HigherStack {
                    point,
                    height,
                    other: self.name(mover),
                    other_height: self.board.height(mover.0),
                },
                // The game is over.
                None => return Phrase::NotLegal.into(),
            },
        };
        reason.into()
    }
}
