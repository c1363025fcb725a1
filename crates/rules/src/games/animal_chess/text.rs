//! Position strings and move texts of Animal Chess.

use super::board::Board;
use super::pieces::GRID;
use super::{Action, AnimalChess, Kind, Move, Square};
use crate::error::{MoveError, PositionError, read_turn};
use crate::grid::{Cell, Cursor, Token, fields, read_board, read_run, write_board};
use crate::view::label;
use crate::phrases::quote;
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
        let fields = fields(text, 3, 3, "3: the board, the side to move and the hands")?;
        let mut pieces = Vec::new();
        read_board(fields[0], GRID, read_piece, |cell, (side, kind)| {
            pieces.push((side, kind, Square::at(cell)));
        })?;
        let turn = read_turn(fields[1], ["0", "1"], "`0` or `1`")?;
        let hands = read_hands(fields[2]).map_err(|reason| {
            PositionError::impossible(format!("the hands are {}: {reason}", quote(fields[2])))
        })?;
        AnimalChess::assemble(&pieces, &hands, turn)
    }
}

/// Reads one symbol of the board.
fn read_piece(symbol: char, rest: &mut Cursor<'_>) -> Result<Token<(Side, Kind)>, String> {
    if let Some(piece) = read_letter(symbol) {
        return Ok(Token::Piece(piece));
    }
    if symbol != '+' {
        return read_run(symbol);
    }
    let Some((side, kind)) = rest.next().and_then(read_letter) else {
        return Err("'+' stands before no piece".into());
    };
    match kind.promoted() {
        Some(kind) => Ok(Token::Piece((side, kind))),
        None => Err(format!("a {} does not promote", kind.name())),
    }
}

/// Reads the hands: `-`, or letters in any order, each at most once, with a digit before it
/// for its number.
fn read_hands(text: &str) -> Result<Vec<(Side, Kind, u8)>, String> {
    if text.is_empty() {
        return Err("two empty hands are written `-`".into());
    }
    let mut hands: Vec<(Side, Kind, u8)> = Vec::new();
    if text == "-" {
        return Ok(hands);
    }
    let mut rest = text.chars();
    while let Some(first) = rest.next() {
        let (count, letter) = match first {
            '0' => return Err("a number cannot begin with 0".into()),
            '1'..='9' => (first as u8 - b'0', rest.next()),
            _ => (1, Some(first)),
        };
        let Some(letter) = letter else {
            return Err(format!("{count} is the number of nothing"));
        };
        let (side, kind) = match read_letter(letter) {
            Some((_, Kind::Lion)) => return Err("a lion is never in hand".into()),
            Some(piece) => piece,
            None if letter == '+' => return Err("a piece in hand is never promoted".into()),
            None if letter.is_ascii_digit() => return Err("a number has one digit".into()),
            None => return Err(format!("{letter:?} stands for nothing")),
        };
        if hands.iter().any(|held| (held.0, held.1) == (side, kind)) {
            return Err(format!("{letter} is there twice"));
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
        for (kind, most) in [(Kind::Giraffe, 4), (Kind::Cat, 4), (Kind::Chick, 6)] {
            let standing = pieces.iter().filter(|piece| piece.1.base() == kind).count();
            let held = hands.iter().filter(|held| held.1 == kind);
            let held: usize = held.map(|held| usize::from(held.2)).sum();
            if standing + held > most {
                return Err(PositionError::impossible(format!(
                    "there are {} {}s ({standing} on the board, {held} in hand), \
                     expected at most {most}",
                    standing + held,
                    kind.name()
                )));
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

/// At most one lion a side, and one at least.
fn check_lions(pieces: &[(Side, Kind, Square)]) -> Result<(), PositionError> {
    let lions = |side| {
        let own = pieces.iter().filter(move |piece| piece.0 == side);
        own.filter(|piece| piece.1 == Kind::Lion)
            .map(|piece| label(GRID, piece.2.cell()))
    };
    for side in Side::BOTH {
        let squares: Vec<String> = lions(side).collect();
        if squares.len() > 1 {
            return Err(PositionError::impossible(format!(
                "{} has {} lions ({}), expected at most 1",
                AnimalChess::INFO.side_name(side),
                squares.len(),
                squares.join(" and ")
            )));
        }
    }
    if Side::BOTH.into_iter().flat_map(lions).next().is_none() {
        return Err(PositionError::impossible(
            "both lions are missing, expected at least one",
        ));
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
            return Err(String::from("expected a move such as 21-31 or H*22"));
        };
        Ok(Move::step(read_square(from)?, read_square(to)?))
    };
    read().map_err(|reason| MoveError::syntax(text, reason))
}

/// The kind that drops.
fn read_drop(text: &str) -> Result<Kind, String> {
    let mut letters = text.chars();
    let piece = letters.next().and_then(read_letter);
    match (piece, letters.next()) {
        (Some((_, Kind::Lion)), None) => Err("a lion is never in hand".into()),
        (Some((_, kind)), None) => Ok(kind),
        _ => Err(format!("{} is not a piece G, C or H", quote(text))),
    }
}

/// Reads `21`, `(2,1)` or `(2, 1)`.
fn read_square(text: &str) -> Result<Square, String> {
    let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
    let numbers = match *text.as_bytes() {
        [row, col] | [b'(', row, b',', col, b')'] | [b'(', row, b',', b' ', col, b')'] => {
            digit(row).zip(digit(col))
        }
        _ => None,
    };
    let Some((row, col)) = numbers else {
        return Err(format!(
            "{} is not a square such as 21 or (2,1)",
            quote(text)
        ));
    };
    Square::new(row, col)
        .ok_or_else(|| format!("{} is not on the board", label(GRID, Cell { col, row })))
}
