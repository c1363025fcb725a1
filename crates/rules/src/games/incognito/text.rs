//! Position strings and move texts of Incognito.

use super::board::Board;
use super::lines::Line;
use super::{Incognito, Move, Square, grid};
use crate::error::{MoveError, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_run, read_size, write_board};
use crate::words::quote;
use crate::{Position, Side};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Incognito {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(out, self.grid().cols, self.grid().rows, |cell| {
            let bit = Square::at(cell).bit();
            let side = Side::BOTH
                .into_iter()
                .find(|&side| self.pawns(side) & bit != 0)?;
            let cleared = self.board.cleared() & bit != 0;
            Some([['W', 'w'], ['B', 'b']][side.index()][usize::from(cleared)])
        })?;
        write!(out, " {}", letter(self.turn()))?;
        match self.board.winner() {
            Some(winner) => write!(out, " {}-wins", letter(winner)),
            None => Ok(()),
        }
    }
}

const fn letter(side: Side) -> char {
    match side {
        Side::First => 'w',
        Side::Second => 'b',
    }
}

impl FromStr for Incognito {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let expected = "2 or 3: the board, the side to move and, in a finished game, the result";
        let fields = fields(text, 2, 3, expected)?;
        let size = read_size(&Self::INFO, fields[0])?;
        let mut pawns = Vec::new();
        let token = |symbol, _: &mut Cursor<'_>| match symbol {
            'W' => Ok(Token::Piece((Side::First, false))),
            'w' => Ok(Token::Piece((Side::First, true))),
            'B' => Ok(Token::Piece((Side::Second, false))),
            'b' => Ok(Token::Piece((Side::Second, true))),
            _ => read_run(symbol),
        };
        let put = |cell: Cell, pawn| pawns.push((Square::at(cell), pawn));
        read_board(fields[0], grid(size), token, put)?;
        let turn = read_turn(fields[1], ["w", "b"], "`w` or `b`")?;
        let mut board = Board::empty(size, turn);
        for (square, (side, cleared)) in pawns {
            board.put(side, square, cleared);
        }
        if let Some(&result) = fields.get(2) {
            board.set_winner(read_result(result)?);
        }
        let position = Incognito { board };
        position.check_castles()?;
        position.check_suspects()?;
        Ok(position)
    }
}

fn read_result(found: &str) -> Result<Side, PositionError> {
    match found {
        "w-wins" => Ok(Side::First),
        "b-wins" => Ok(Side::Second),
        _ => Err(PositionError::Field {
            field: "result",
            found: quote(found),
            expected: "`w-wins` or `b-wins`",
        }),
    }
}

/// What a position must fulfil.
impl Incognito {
    /// Only a spy that has just won stands in a castle, the enemy's.
    fn check_castles(&self) -> Result<(), PositionError> {
        let all = self.pawns(Side::First) | self.pawns(Side::Second);
        let castles = Side::BOTH.map(|side| self.castle(side));
        if castles.iter().all(|castle| all & castle.bit() != 0) {
            let [white, black] = castles.map(|castle| self.name(castle));
            return Err(PositionError::impossible(format!(
                "pawns stand in both castles ({white} and {black}), expected at most one"
            )));
        }
        for side in Side::BOTH {
            if all & self.castle(side).bit() != 0 {
                self.check_castle(side).map_err(PositionError::Impossible)?;
            }
        }
        Ok(())
    }

    /// The castle of `side`, in which a pawn stands.
    fn check_castle(&self, side: Side) -> Result<(), String> {
        let castle = self.castle(side);
        let (home, enemy) = (Self::INFO.side_name(side), Self::INFO.side_name(!side));
        let place = format!("{home}'s castle ({})", self.name(castle));
        if self.pawns(side) & castle.bit() != 0 {
            return Err(format!("{home}'s own pawn stands in {place}"));
        }
        if self.suspects(!side) & castle.bit() == 0 {
            return Err(format!(
                "the pawn in {place} is known to be a knight; only a spy stays in a castle"
            ));
        }
        let wins = letter(!side);
        match self.board.winner() {
            None => Err(format!(
                "{enemy}'s pawn stands in {place} and the game is not over, \
                 expected the result `{wins}-wins`"
            )),
            Some(winner) if winner == side => Err(format!(
                "{enemy}'s spy stands in {place}, expected the result `{wins}-wins`"
            )),
            Some(_) if self.turn() != side => Err(format!(
                "{enemy} has just entered {place}, expected the side to move `{}`",
                letter(side)
            )),
            Some(_) => Ok(()),
        }
    }

    /// Each side has a pawn that may be its spy, unless its spy was lost by questioning.
    fn check_suspects(&self) -> Result<(), PositionError> {
        for side in Side::BOTH {
            // The loser may have lost its spy, if the last move was its own.
            let lost = self.board.winner() == Some(!side) && self.turn() != side;
            if self.suspects(side) == 0 && !lost {
                return Err(PositionError::impossible(format!(
                    "{} has no pawn that may be its spy ({}), expected at least one",
                    Self::INFO.side_name(side),
                    letter(side).to_ascii_uppercase()
                )));
            }
        }
        Ok(())
    }
}

impl Incognito {
    /// A square's name.
    pub(super) fn name(&self, square: Square) -> String {
        self.grid().name(square.cell())
    }

    /// Reads `c1-c4` or `d2?d3`.
    pub(super) fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let refuse = |reason: String| MoveError::syntax(text, reason);
        let form = "it has neither the form of a move, c1-c4, nor of a question, d2?d3";
        let sign = text
            .find(['-', '?'])
            .ok_or_else(|| refuse(form.to_owned()))?;
        let read = |name: &str| self.grid().read_algebraic(1, name).map(Square::at);
        let from = read(&text[..sign]).map_err(refuse)?;
        let to = read(&text[sign + 1..]).map_err(refuse)?;
        Ok(if text[sign..].starts_with('?') {
            Move::question(from, to)
        } else {
            Move::slide(from, to)
        })
    }

    /// Why a move is not legal in a game that is not over.
    pub(super) fn refusal(&self, mv: Move) -> String {
        let (from, to) = (mv.from(), mv.to());
        let mover = self.turn();
        if let Some(outside) = [from, to]
            .into_iter()
            .find(|square| self.board.squares() & square.bit() == 0)
        {
            return format!("{} is not on the board", self.name(outside));
        }
        if self.pawns(!mover) & from.bit() != 0 {
            let owner = Self::INFO.side_name(!mover);
            return format!("the pawn on {} is {owner}'s", self.name(from));
        }
        if self.pawns(mover) & from.bit() == 0 {
            return format!("there is no pawn on {}", self.name(from));
        }
        if mv.is_question() {
            self.question_refusal(from, to)
        } else {
            self.slide_refusal(from, to)
        }
    }

    fn question_refusal(&self, from: Square, to: Square) -> String {
        let mover = self.turn();
        let target = self.name(to);
        if self.pawns(mover) & to.bit() != 0 {
            let owner = Self::INFO.side_name(mover);
            format!("the pawn on {target} is {owner}'s own")
        } else if self.pawns(!mover) & to.bit() == 0 {
            format!("there is no pawn on {target} to interrogate")
        } else {
            format!(
                "{target} is not next to {} in its row or column",
                self.name(from)
            )
        }
    }

    fn slide_refusal(&self, from: Square, to: Square) -> String {
        let mover = self.turn();
        let target = self.name(to);
        let taken = self.pawns(mover) | self.pawns(!mover);
        let blocked = |line: Line| line.inner().find(|square| taken & square.bit() != 0);
        let own = self.castle(mover);
        if from == to {
            return format!("the pawn already stands on {target}");
        }
        if to == own {
            return format!("{target} is {}'s own castle", Self::INFO.side_name(mover));
        }
        if taken & to.bit() != 0 {
            return format!("{target} is occupied");
        }
        let Some(line) = Line::between(from, to) else {
            return format!("{} and {target} are not in line", self.name(from));
        };
        if line.is_diagonal() && to == self.castle(!mover) {
            return format!("the castle on {target} is entered along its row or column only");
        }
        match blocked(line) {
            Some(square) => format!("a pawn on {} is in the way", self.name(square)),
            None => format!("{} and {target} are not in line", self.name(from)),
        }
    }
}
