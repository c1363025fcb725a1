//! Position strings and move texts of Knight's Duel.

use super::messages::Reason;
use super::{KnightsDuel, Move, Square, grid};
use crate::error::{MoveError, Phrase, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_run, read_size, write_board};
use crate::message::Message;
use crate::{Position, Side};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for KnightsDuel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(out, self.size, self.size, |cell| {
            let square = Square::at(cell);
            if square == self.knight(Side::First) {
                Some('W')
            } else if square == self.knight(Side::Second) {
                Some('B')
            } else {
                self.is_removed(square).then_some('x')
            }
        })?;
        out.write_str(if self.turn() == Side::First {
            " w"
        } else {
            " b"
        })
    }
}

impl FromStr for KnightsDuel {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields = fields(text, 2, 2, Phrase::BoardAndTurn)?;
        let size = read_size(&Self::INFO, fields[0])?;
        let grid = grid(size);
        let mut removed = 0;
        let mut knights: [Vec<Square>; 2] = Default::default();
        let token = |symbol, _: &mut Cursor<'_>| match symbol {
            'W' | 'B' | 'x' => Ok(Token::Piece(symbol)),
            _ => read_run(symbol),
        };
        read_board(fields[0], grid, token, |cell, symbol| match symbol {
            'W' => knights[0].push(Square::at(cell)),
            'B' => knights[1].push(Square::at(cell)),
            _ => removed |= Square::at(cell).bit(),
        })?;
        let turn = read_turn(fields[1], ["w", "b"])?;
        let knight = |side: Side| match knights[side.index()].as_slice() {
            &[one] => Ok(one),
            found => Err(PositionError::impossible(Reason::Knights {
                side,
                found: found.len(),
            })),
        };
        let knights = [knight(Side::First)?, knight(Side::Second)?];
        Ok(KnightsDuel::new(size, removed, knights, turn))
    }
}

/// The words that may come before the target.
const MOVE_TO: &str = "move to";

impl KnightsDuel {
    /// Reads `(2,3)`, `2,3`, `2 3` or `b3`, perhaps as the sentence `Move to (2, 3).`; case,
    /// repeated spaces and spaces around the comma and within the brackets do not matter.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let sentence = words.join(" ");
        let sentence = sentence
            .strip_suffix('.')
            .unwrap_or(&sentence)
            .trim_ascii_end();
        let target = match sentence.split_at_checked(MOVE_TO.len()) {
            Some((words, target))
                if words.eq_ignore_ascii_case(MOVE_TO) && target.starts_with([' ', '(']) =>
            {
                target.trim_ascii_start()
            }
            _ => sentence,
        };
        self.read_target(target)
            .map(|cell| Move::to(Square::at(cell)))
            .map_err(|reason| MoveError::syntax(text, reason))
    }

    fn read_target(&self, text: &str) -> Result<Cell, Message> {
        let inner = text
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        let (col, row) = match (inner, text.as_bytes()) {
            (None, [b'a'..=b'z', b'0'..=b'9']) => return self.grid().read_algebraic(1, text),
            (Some(inner), _) => inner.split_once(','),
            (None, _) => text.split_once(',').or_else(|| text.split_once(' ')),
        }
        .unwrap_or_default();
        let (col, row) = (col.trim_ascii(), row.trim_ascii());
        let number = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        let (Some(col), Some(row)) = (number(col), number(row)) else {
            return Err(Reason::Spelling.into());
        };
        if (1..=self.size).contains(&col) && (1..=self.size).contains(&row) {
            Ok(Cell {
                col: col - 1,
                row: self.size - row,
            })
        } else {
            let square = format!("({col}, {row})");
            Err(Phrase::OffBoard { square }.into())
        }
    }
}
