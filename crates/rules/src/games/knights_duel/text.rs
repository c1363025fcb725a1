//! Position strings and move texts of Knight's Duel.

use super::{KnightsDuel, Move, Square};
use crate::error::{MoveError, PositionError, quote, read_turn};
use crate::grid::{Cell, Cursor, Grid, Naming, Token, fields, read_board, read_run, write_board};
use crate::{Game, Side};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for KnightsDuel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(out, self.grid(), |cell| {
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
        let fields = fields(text, 2, 2, "2: the board and the side to move")?;
        let rows = fields[0].split('/').count();
        let size = u8::try_from(rows)
            .ok()
            .filter(|size| Self::INFO.sizes().contains(size));
        let Some(size) = size else {
            return Err(PositionError::Rows {
                found: rows,
                expected: "4 to 8".into(),
            });
        };
        let grid = Grid {
            cols: size,
            rows: size,
            naming: Naming::ColumnRow,
        };
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
        let turn = read_turn(fields[1], ["w", "b"], "`w` or `b`")?;
        let [white, black] = knights.each_ref().map(Vec::as_slice);
        let (&[white], &[black]) = (white, black) else {
            return Err(PositionError::impossible(format!(
                "the board has {} knights W and {} knights B, expected one of each",
                white.len(),
                black.len()
            )));
        };
        Ok(KnightsDuel::new(size, removed, [white, black], turn))
    }
}

impl KnightsDuel {
    /// Reads `(2,3)`, `Move to (2, 3)`, `2,3`, `2 3` or `b3`.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let target = match text.get(..7) {
            Some(words) if words.eq_ignore_ascii_case("move to") => &text[7..],
            _ => text,
        };
        self.read_target(target.trim())
            .map(|cell| Move::to(Square::at(cell)))
            .map_err(|reason| MoveError::syntax(text, reason))
    }

    fn read_target(&self, text: &str) -> Result<Cell, String> {
        if text.starts_with(|first: char| first.is_ascii_lowercase()) {
            return self.grid().read_algebraic(1, text);
        }
        let form = || format!("{} is not a square such as (2,3), 2,3 or b3", quote(text));
        let inner = match text.strip_prefix('(') {
            Some(rest) => rest.strip_suffix(')').ok_or_else(form)?,
            None => text,
        };
        let (col, row) = match inner.split_once(',') {
            Some((col, row)) => (col.trim(), row.trim()),
            None if inner.len() < text.len() => return Err(form()),
            None => inner
                .split_once(' ')
                .map(|(col, row)| (col, row.trim()))
                .ok_or_else(form)?,
        };
        let number = |text: &str| match text.as_bytes() {
            [digit @ b'0'..=b'9'] => Some(digit - b'0'),
            _ => None,
        };
        match (number(col), number(row)) {
            (Some(col), Some(row))
                if (1..=self.size).contains(&col) && (1..=self.size).contains(&row) =>
            {
                Ok(Cell {
                    col: col - 1,
                    row: self.size - row,
                })
            }
            (Some(col), Some(row)) => Err(format!("({col}, {row}) is not on the board")),
            _ => Err(form()),
        }
    }
}
