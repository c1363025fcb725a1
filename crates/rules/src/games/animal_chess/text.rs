//! Position strings and move texts of Animal Chess.

use super::board::Board;
use super::messages::{PositionReason, Reason};
use super::pieces::GRID;
use super::{Action, AnimalChess, Kind, Move, Square};
use crate::error::{MoveError, Phrase, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_run, unknown_symbol, write_board};
use crate::message::{AllOf, Message};
use crate::phrases::quote;
use crate::view::label;
use crate::{Position, Side};
use std::fmt;
use std::str::FromStr;

/// What a piece is called in texts: a letter, after `+` for a promoted piece.
pub(super) const fn symbol(side: Side, kind: Kind) -> &'static str {
    let [first, second] = symbols(kind);
    match side {
        Side::First => first,
        Side::Second => second,
    }
}

/// The symbols of a kind for both sides.
pub(super) const fn symbols(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::Giraffe => ["G", "g"],
        Kind::Cat => ["C", "c"],
        Kind::Chick => ["H", "h"],
        Kind::Lion => ["L", "l"],
        Kind::PromotedCat => ["+C", "+c"],
        Kind::PromotedChick => ["+H", "+h"],
    }
}

/// The side and kind of a letter.
fn read_letter(letter: char) -> Option<(Side, Kind)> {
    let kind = match letter.to_ascii_uppercase() {
        'G' => Kind::Giraffe,
        'C' => Kind::Cat,
        'H' => Kind::Chick,
        'L' => Kind::Lion,
        _ => return None,
    };
    let side = if letter.is_ascii_uppercase() {
        Side::First
    } else {
        Side::Second
    };
    Some((side, kind))
}

impl fmt::Display for AnimalChess {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(out, GRID.cols, GRID.rows, |cell| {
            let (side, kind) = self.piece_at(Square::at(cell))?;
            Some(symbol(side, kind))
        })?;
        out.write_str([" 0 ", " 1 "][self.turn().index()])?;
        let mut empty = true;
        for side in Side::BOTH {
            for kind in Kind::DROPPABLE {
                let count = self.hand(side, kind);
                if count > 1 {
                    write!(out, "{count}")?;
                }
                if count > 0 {
                    out.write_str(symbol(side, kind))?;
                    empty = false;
                }
            }
        }
        if empty { out.write_str("-") } else { Ok(()) }
    }
}

impl FromStr for AnimalChess {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields = fields(text, 3, 3, PositionReason::Fields)?;
        let mut pieces = Vec::new();
        read_board(fields[0], GRID, read_piece, |cell, (side, kind)| {
            pieces.push((side, kind, Square::at(cell)));
        })?;
        let turn = read_turn(fields[1], ["0", "1"])?;
        let hands = read_hands(fields[2]).map_err(|reason| {
            let found = quote(fields[2]);
            PositionError::impossible(PositionReason::Hands { found, reason })
        })?;
        AnimalChess::assemble(&pieces, &hands, turn)
    }
}

/// Reads one symbol of the board.
fn read_piece(symbol: char, rest: &mut Cursor<'_>) -> Result<Token<(Side, Kind)>, Message> {
    if let Some(piece) = read_letter(symbol) {
        return Ok(Token::Piece(piece));
    }
    if symbol != '+' {
        return read_run(symbol);
    }
    let Some((side, kind)) = rest.next().and_then(read_letter) else {
        return Err(PositionReason::LonePlus.into());
    };
    match kind.promoted() {
        Some(kind) => Ok(Token::Piece((side, kind))),
        None => Err(PositionReason::NotPromotable { piece: kind }.into()),
    }
}

/// Reads the hands: `-`, or letters in any order, each at most once, with a digit before it
/// for its number.
fn read_hands(text: &str) -> Result<Vec<(Side, Kind, u8)>, Message> {
    if text.is_empty() {
        return Err(PositionReason::HandsEmpty.into());
    }
    let mut hands: Vec<(Side, Kind, u8)> = Vec::new();
    if text == "-" {
        return Ok(hands);
    }
    let mut rest = text.chars();
    while let Some(first) = rest.next() {
        let (count, letter) = match first {
            '0' => return Err(PositionReason::HandsZero.into()),
            '1'..='9' => (first as u8 - b'0', rest.next()),
            _ => (1, Some(first)),
        };
        let Some(letter) = letter else {
            return Err(PositionReason::HandsLoneNumber { count }.into());
        };
        let (side, kind) = match read_letter(letter) {
            Some((_, Kind::Lion)) => return Err(PositionReason::LionInHand.into()),
            Some(piece) => piece,
            None if letter == '+' => return Err(PositionReason::HandsPromoted.into()),
            None if letter.is_ascii_digit() => return Err(PositionReason::HandsDigits.into()),
            None => return Err(unknown_symbol(letter)),
        };
        if hands.iter().any(|held| (held.0, held.1) == (side, kind)) {
            return Err(PositionReason::HandsTwice { letter }.into());
        }
        hands.push((side, kind, count));
    }
    Ok(hands)
}

impl AnimalChess {
    /// A position from its parts, if there are not too many pieces and not too few lions.
    pub(super) fn assemble(
        pieces: &[(Side, Kind, Square)],
        hands: &[(Side, Kind, u8)],
        turn: Side,
    ) -> Result<Self, PositionError> {
        check_lions(pieces)?;
        for (kind, max) in [(Kind::Giraffe, 4), (Kind::Cat, 4), (Kind::Chick, 6)] {
            let on_board = pieces.iter().filter(|piece| piece.1.base() == kind).count();
            let held = hands.iter().filter(|held| held.1 == kind);
            let in_hand: usize = held.map(|held| usize::from(held.2)).sum();
            if on_board + in_hand > max {
                return Err(PositionError::impossible(PositionReason::TooMany {
                    piece: kind,
                    found: on_board + in_hand,
                    on_board,
                    in_hand,
                    max,
                }));
            }
        }
        let mut board = Board::empty();
        for &(side, kind, square) in pieces {
            board.put(side, kind, square);
        }
        for &(side, kind, count) in hands {
            for _ in 0..count {
                board.add_to_hand(side, kind);
            }
        }
        if turn == Side::Second {
            board.switch_turn();
        }
        Ok(AnimalChess { board })
    }
}

/// At most one lion per side, and at least one in all.
fn check_lions(pieces: &[(Side, Kind, Square)]) -> Result<(), PositionError> {
    let lions = |side| {
        let own = pieces.iter().filter(move |piece| piece.0 == side);
        own.filter(|piece| piece.1 == Kind::Lion)
            .map(|piece| label(GRID, piece.2.cell()))
    };
    for side in Side::BOTH {
        let squares: Vec<String> = lions(side).collect();
        if squares.len() > 1 {
            return Err(PositionError::impossible(PositionReason::TooManyLions {
                side,
                found: squares.len(),
                squares: AllOf(squares),
            }));
        }
    }
    if Side::BOTH.into_iter().flat_map(lions).next().is_none() {
        return Err(PositionError::impossible(PositionReason::NoLions));
    }
    Ok(())
}

/// `21-31` or `H*22`.
pub(super) fn write_move(mv: Move) -> String {
    let to = GRID.name(mv.target().cell());
    match mv.action() {
        Action::Step { from, .. } => format!("{}-{to}", GRID.name(from.cell())),
        Action::Drop { kind, .. } => format!("{}*{to}", symbol(Side::First, kind)),
    }
}

/// Reads `21-31`, `(2,1)-(3,1)`, `H*22` or `H*(2,2)`, letters in any case.
pub(super) fn read_move(text: &str) -> Result<Move, MoveError> {
    let read = || {
        if let Some((letter, to)) = text.split_once('*') {
            let kind = read_drop(letter)?;
            return Ok(Move::drop(kind, read_square(to)?));
        }
        let Some((from, to)) = text.split_once('-') else {
            return Err(Message::from(Reason::MoveSpelling));
        };
        Ok(Move::step(read_square(from)?, read_square(to)?))
    };
    read().map_err(|reason| MoveError::syntax(text, reason))
}

/// The kind that drops.
fn read_drop(text: &str) -> Result<Kind, Message> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(read_letter);
    match (piece, letters.next()) {
        (Some((_, Kind::Lion)), None) => Err(PositionReason::LionInHand.into()),
        (Some((_, kind)), None) => Ok(kind),
        _ => Err(Reason::NotDroppable { text: quote(text) }.into()),
    }
}

/// Reads `21`, `(2,1)` or `(2, 1)`.
fn read_square(text: &str) -> Result<Square, Message> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let numbers = match *text.as_bytes() {
        [row, col] | [b'(', row, b',', col, b')'] | [b'(', row, b',', b' ', col, b')'] => {
            digit(row).zip(digit(col))
        }
        _ => None,
    };
    let Some((row, col)) = numbers else {
        return Err(Reason::NotASquare { text: quote(text) }.into());
    };
    Square::new(row, col).ok_or_else(|| {
        let square = label(GRID, Cell { col, row });
        Phrase::OffBoard { square }.into()
    })
}
