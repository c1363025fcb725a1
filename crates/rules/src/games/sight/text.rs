//! Position strings and move texts of Sight, and why a move is not legal.

use super::points::Points;
use super::{Move, Point, Sight, grid};
use crate::error::{MoveError, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_size};
use crate::{Position, Side};
use std::fmt;
use std::str::FromStr;

/// The letters of the two sides.
const LETTERS: [&str; 2] = ["O", "X"];

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
fn read_point(symbol: char, rest: &mut Cursor<'_>) -> Result<Token<(Side, u8)>, String> {
    let side = match symbol {
        '.' => return Ok(Token::Empty(1)),
        'O' => Side::First,
        'X' => Side::Second,
        _ => return Err(format!("{symbol:?} is none of `.`, `O` and `X`")),
    };
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    match digits.as_str() {
        "" => Ok(Token::Piece((side, 1))),
        "0" => Err("a height cannot be 0".into()),
        "1" => Err("a height of 1 is not written".into()),
        _ if digits.starts_with('0') => Err("a height does not begin with 0".into()),
        _ => match digits.parse() {
            Ok(height) => Ok(Token::Piece((side, height))),
            Err(_) => Err("a height is at most 255".into()),
        },
    }
}

impl FromStr for Sight {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields = fields(text, 2, 2, "2: the board and the side to move")?;
        let size = read_size(&Self::INFO, fields[0])?;
        let mut stacks: Vec<(Cell, Side, u8)> = Vec::new();
        read_board(fields[0], grid(size), read_point, |cell, (side, height)| {
            stacks.push((cell, side, height));
        })?;
        let turn = read_turn(fields[1], LETTERS, "`O` or `X`")?;
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
            let reason = "a piece moves to another intersection than it came from";
            return Err(MoveError::syntax(text, reason));
        }
        Ok(Move::along(from, to))
    }

    /// Why a move that is not legal is not.
    pub(super) fn reason_against(&self, mv: Move) -> String {
        let off = [mv.start(), mv.target()]
            .into_iter()
            .find(|&point| !self.is_on_board(point));
        match (off, mv.source()) {
            (Some(point), _) => format!("{} is not on the board", self.name(point)),
            (None, None) => self.reason_against_placing(mv.target()),
            (None, Some(from)) => self.reason_against_moving(from, mv.target()),
        }
    }

    fn reason_against_placing(&self, on: Point) -> String {
        let player = Self::INFO.side_name(self.turn());
        match self.stacks().next() {
            Some(stack) => format!(
                "{player} has a stack on {} and so must move, not place",
                self.name(stack)
            ),
            None => format!("there is a piece on {} already", self.name(on)),
        }
    }

    fn reason_against_moving(&self, from: Point, to: Point) -> String {
        let player = Self::INFO.side_name(self.turn());
        let (start, target) = (self.name(from), self.name(to));
        let height = match self.stack(from) {
            None => return format!("there is no stack on {start}"),
            Some((side, _)) if side != self.turn() => {
                let other = Self::INFO.side_name(side);
                return format!("what stands on {start} is {other}'s");
            }
            Some(_) if self.stacks().next().is_none() => {
                return format!("{player} has no stack, and so must place a piece");
            }
            Some((_, 1)) => return format!("{start} holds a single piece, not a stack"),
            Some((_, height)) => height,
        };
        if !u128::neighbours(from.0).has(to.0) {
            return format!("{target} is not adjacent to {start} along a line");
        }
        if self.stack(to).is_some() {
            return format!("there is a piece on {target} already");
        }
        match self.movers().next() {
            Some(mover) => format!(
                "the stack on {start} has height {height}, and a higher one, on {} with height {}, \
                 can move",
                self.name(mover),
                self.board.height(mover.0)
            ),
            None => format!("{player} has no legal move"),
        }
    }
}
