//! Position strings and move texts of Incognito.

use super::board::Board;
use super::lines::Line;
use super::messages::{Name, PositionReason, Reason};
use super::{Incognito, Move, Square, grid};
use crate::error::{MoveError, Phrase, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_run, read_size, write_board};
use crate::message::Message;
use crate::phrases::quote;
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
        let fields = fields(text, 2, 3, PositionReason::Fields)?;
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
        let turn = read_turn(fields[1], ["w", "b"])?;
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
            field: Name::ResultField.into(),
            found: quote(found),
            expected: PositionReason::Results.into(),
        }),
    }
}

/// What a position must fulfill.
impl Incognito {
    /// Only a spy that has just won stands in a castle, the enemy's.
    fn check_castles(&self) -> Result<(), PositionError> {
        let all = self.pawns(Side::First) | self.pawns(Side::Second);
        let castles = Side::BOTH.map(|side| self.castle(side));
        if castles.iter().all(|castle| all & castle.bit() != 0) {
            let [white, black] = castles.map(|castle| self.name(castle));
            let reason = PositionReason::BothCastles { white, black };
            return Err(PositionError::impossible(reason));
        }
        for side in Side::BOTH {
            if all & self.castle(side).bit() != 0 {
                self.check_castle(side).map_err(PositionError::impossible)?;
            }
        }
        Ok(())
    }

    /// The castle of `side`, in which a pawn stands.
    fn check_castle(&self, side: Side) -> Result<(), PositionReason> {
        let castle = self.castle(side);
        let square = self.name(castle);
        if self.pawns(side) & castle.bit() != 0 {
            return Err(PositionReason::PawnInOwnCastle { side, square });
        }
        if self.suspects(!side) & castle.bit() == 0 {
            return Err(PositionReason::KnightInCastle { side, square });
        }
        let result = format!("{}-wins", letter(!side));
        match self.board.winner() {
            None => Err(PositionReason::PawnInCastle {
                side,
                square,
                result,
            }),
            Some(winner) if winner == side => Err(PositionReason::SpyInCastle {
                side,
                square,
                result,
            }),
            Some(_) if self.turn() != side => Err(PositionReason::JustEntered {
                side,
                square,
                turn: letter(side),
            }),
            Some(_) => Ok(()),
        }
    }

    /// Each side has a pawn that may be its spy, unless its spy was lost by questioning.
    fn check_suspects(&self) -> Result<(), PositionError> {
        for side in Side::BOTH {
            // The loser may have lost its spy, if the last move was its own.
            let lost = self.board.winner() == Some(!side) && self.turn() != side;
            if self.suspects(side) == 0 && !lost {
                let letter = letter(side).to_ascii_uppercase();
                let reason = PositionReason::NoSuspect { side, letter };
                return Err(PositionError::impossible(reason));
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
        let refuse = |reason: Message| MoveError::syntax(text, reason);
        let sign = text
            .find(['-', '?'])
            .ok_or_else(|| refuse(Reason::MoveSpelling.into()))?;
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
    pub(super) fn refusal(&self, mv: Move) -> Message {
        let (from, to) = (mv.from(), mv.to());
        let mover = self.turn();
        if let Some(outside) = [from, to]
            .into_iter()
            .find(|square| self.board.squares() & square.bit() == 0)
        {
            let square = self.name(outside);
            return Phrase::OffBoard { square }.into();
        }
        let reason = if self.pawns(!mover) & from.bit() != 0 {
            Reason::NotYours {
                square: self.name(from),
                owner: !mover,
            }
        } else if self.pawns(mover) & from.bit() == 0 {
            Reason::NoPawn {
                square: self.name(from),
            }
        } else if mv.is_question() {
            self.question_refusal(from, to)
        } else {
            self.slide_refusal(from, to)
        };
        reason.into()
    }

    fn question_refusal(&self, from: Square, to: Square) -> Reason {
        let mover = self.turn();
        let target = self.name(to);
        if self.pawns(mover) & to.bit() != 0 {
            Reason::OwnPawn {
                square: target,
                owner: mover,
            }
        } else if self.pawns(!mover) & to.bit() == 0 {
            Reason::NobodyToInterrogate { square: target }
        } else {
            Reason::NotBeside {
                from: self.name(from),
                to: target,
            }
        }
    }

    fn slide_refusal(&self, from: Square, to: Square) -> Reason {
        let mover = self.turn();
        let square = self.name(to);
        let taken = self.pawns(mover) | self.pawns(!mover);
        if from == to {
            return Reason::AlreadyThere { square };
        }
        if to == self.castle(mover) {
            return Reason::OwnCastle {
                square,
                owner: mover,
            };
        }
        if taken & to.bit() != 0 {
            return Reason::Occupied { square };
        }
        let line = Line::between(from, to);
        if line.is_some_and(Line::is_diagonal) && to == self.castle(!mover) {
            return Reason::CastleDiagonal { square };
        }
        let blocked = |line: Line| line.inner().find(|square| taken & square.bit() != 0);
        match line.and_then(blocked) {
            Some(pawn) => Reason::InTheWay {
                square: self.name(pawn),
            },
            None => Reason::NotInLine {
                from: self.name(from),
                to: square,
            },
        }
    }
}
