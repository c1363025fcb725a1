//! What can be wrong with a text: one type per parser, each naming the part and the reason.

use crate::Side;
use crate::words::{count, quote};
use thiserror::Error;

/// A board size the game does not have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// The game has one board only.
    #[error("{game} has one board and takes no size")]
    Fixed {
        /// The game's name.
        game: &'static str,
    },
    /// The game has several boards, but not this one.
    #[error("{game} has no board of size {size}; its sizes are {sizes}")]
    Unknown {
        /// The game's name.
        game: &'static str,
        /// The size asked for.
        size: u8,
        /// The sizes there are, in words.
        sizes: String,
    },
}

/// Why a position string was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The string does not have the right number of fields.
    #[error("the position has {} separated by spaces, expected {expected}", count(*.found, "field"))]
    Fields {
        /// How many there are.
        found: usize,
        /// What the game's format asks for.
        expected: &'static str,
    },
    /// The board does not have the right number of rows.
    #[error("the board has {}, expected {expected}", count(*.found, "row"))]
    Rows {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: String,
    },
    /// A row is too short or too long.
    #[error("{row} has {}, expected {expected}", count(*.found, "square"))]
    Width {
        /// The row's name on the board, such as `rank 4`.
        row: String,
        /// How many squares the row describes.
        found: usize,
        /// How many it should describe.
        expected: usize,
    },
    /// Something in a row that stands for nothing.
    #[error("{row}, square {column}: {reason}")]
    Symbol {
        /// The row's name on the board.
        row: String,
        /// The square within the row, counted from 1 at the left.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
    /// A field after the board is wrong.
    #[error("the {field} is {found}, expected {expected}")]
    Field {
        /// The field's name.
        field: &'static str,
        /// What stands there, quoted.
        found: String,
        /// What would be right.
        expected: &'static str,
    },
    /// Well formed, but no such position can exist.
    #[error("{0}")]
    Impossible(String),
}

impl PositionError {
    /// A position that is well formed but cannot exist, and why.
    pub(crate) fn impossible(reason: impl Into<String>) -> Self {
        PositionError::Impossible(reason.into())
    }
}

/// Why a move or step was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MoveError {
    /// The text is not a move of this game at all.
    #[error("{text} is not a move: {reason}")]
    Syntax {
        /// The text, quoted.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A move of this game, but not a legal one here.
    #[error("{text} is not legal: {reason}")]
    Illegal {
        /// The move.
        text: String,
        /// Why not.
        reason: String,
    },
    /// The game has ended.
    #[error("{text} comes after the end: {winner} has won")]
    GameOver {
        /// The move.
        text: String,
        /// The name of the winner.
        winner: &'static str,
    },
    /// A legal move whose outcome must be told and is not.
    #[error("{text} needs what it revealed: {possible}")]
    RevealMissing {
        /// The move.
        text: String,
        /// The steps there are, e.g. `d2?d3+ or d2?d3-`.
        possible: String,
    },
    /// A legal move with an outcome that public knowledge rules out.
    #[error("{text} cannot happen: {possible}")]
    RevealImpossible {
        /// The step.
        text: String,
        /// What can happen, in words.
        possible: String,
    },
}

impl MoveError {
    /// A text that is not a move, and why.
    pub(crate) fn syntax(text: &str, reason: impl Into<String>) -> Self {
        MoveError::Syntax {
            text: quote(text),
            reason: reason.into(),
        }
    }
}

/// Why the text of a secret was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text} is not the secret of this game: {reason}")]
pub struct SecretError {
    /// The text, quoted.
    pub text: String,
    /// What is wrong with it.
    pub reason: String,
}

impl SecretError {
    pub(crate) fn new(text: &str, reason: impl Into<String>) -> Self {
        SecretError {
            text: quote(text),
            reason: reason.into(),
        }
    }
}

/// Reads a side to move: `first` or `second` as the game writes them.
pub(crate) fn read_turn(
    found: &str,
    letters: [&str; 2],
    expected: &'static str,
) -> Result<Side, PositionError> {
    Side::BOTH
        .into_iter()
        .find(|side| letters[side.index()] == found)
        .ok_or_else(|| PositionError::Field {
            field: "side to move",
            found: quote(found),
            expected,
        })
}
