//! Errors: one type per parser, each naming the part and the reason. All of them are
//! [messages](crate::message), so programs can match on what is wrong and say it in any language.

use crate::message::{AllOf, AnyOf, Message, ToMessage};
use crate::phrases::quote;
use crate::{Side, TEXTS, messages};
use std::error::Error;

messages! {
    /// A board size that the game does not have.
    #[non_exhaustive]
    pub enum SizeError in TEXTS {
        /// The game has one board only.
        Fixed = "size-fixed" {
            /// The game's name.
            game: Message,
        },
        /// The game has several boards, but not this one.
        Unknown = "size-unknown" {
            /// The game's name.
            game: Message,
            /// The size asked for.
            size: u8,
            /// The sizes there are.
            sizes: AllOf<u8>,
        },
    }
}

impl Error for SizeError {}

messages! {
    /// Why a position string was rejected.
    #[non_exhaustive]
    pub enum PositionError in TEXTS {
        /// The string does not have the right number of fields.
        Fields = "position-fields" {
            /// How many there are.
            found: usize,
            /// The fields of the game's format.
            expected: Message,
        },
        /// The board does not have the right number of rows.
        Rows = "position-rows" {
            /// How many there are.
            found: usize,
            /// How many there may be.
            expected: AnyOf<u8>,
        },
        /// A row is too short or too long.
        Width = "position-width" {
            /// The row's name on the board.
            row: Message,
            /// How many squares the row describes.
            found: usize,
            /// How many it should describe.
            expected: usize,
        },
        /// A symbol in a row that means nothing there.
        Symbol = "position-symbol" {
            /// The row's name on the board.
            row: Message,
            /// The square within the row, counted from 1 at the left.
            column: usize,
            /// What is wrong there.
            reason: Message,
        },
        /// The field for the side to move is wrong.
        Turn = "position-turn" {
            /// The field, quoted.
            found: String,
            /// What would be right.
            expected: AnyOf<&'static str>,
        },
        /// Another field after the board is wrong.
        Field = "position-field" {
            /// The field's name.
            field: Message,
            /// The field, quoted.
            found: String,
            /// What would be right.
            expected: Message,
        },
    } or {
        /// Well formed, but no such position can exist.
        Impossible(Message),
    }
}

impl Error for PositionError {}

impl PositionError {
    /// A position that is well formed but cannot exist, and why.
    pub fn impossible(reason: impl Into<Message>) -> Self {
        PositionError::Impossible(reason.into())
    }
}

messages! {
    /// Why a move or step was rejected.
    #[non_exhaustive]
    pub enum MoveError in TEXTS {
        /// The text is not a move of this game at all.
        Syntax = "move-syntax" {
            /// The text, quoted.
            text: String,
            /// What is wrong with it.
            reason: Message,
        },
        /// A move of this game, but not a legal one here.
        Illegal = "move-illegal" {
            /// The move.
            text: String,
            /// Why it is not legal.
            reason: Message,
        },
        /// The game is over.
        GameOver = "move-game-over" {
            /// The move.
            text: String,
            /// The name of the winner.
            winner: Message,
        },
        /// A legal move that must say what it revealed, and does not.
        RevealMissing = "move-reveal-missing" {
            /// The move.
            text: String,
            /// The possible steps, e.g. `d2?d3+` and `d2?d3-`.
            possible: AnyOf<String>,
        },
        /// A legal move with a reveal that public knowledge rules out.
        RevealImpossible = "move-reveal-impossible" {
            /// The step.
            text: String,
            /// The possible steps.
            possible: AnyOf<String>,
        },
    }
}

impl Error for MoveError {}

impl MoveError {
    /// A text that is not a move, and why.
    pub fn syntax(text: &str, reason: impl Into<Message>) -> Self {
        MoveError::Syntax {
            text: quote(text),
            reason: reason.into(),
        }
    }

    /// The reason alone, without the sentence around it.
    pub fn reason(&self) -> Message {
        match self {
            MoveError::Syntax { reason, .. } | MoveError::Illegal { reason, .. } => reason.clone(),
            other => other.to_message(),
        }
    }
}

messages! {
    /// Why the text of a secret was rejected.
    pub struct SecretError in TEXTS = "secret-invalid" {
        /// The text, quoted.
        text: String,
        /// What is wrong with it.
        reason: Message,
    }
}

impl Error for SecretError {}

impl SecretError {
    /// A text that is not a secret of the position, and why.
    pub fn new(text: &str, reason: impl Into<Message>) -> Self {
        SecretError {
            text: quote(text),
            reason: reason.into(),
        }
    }
}

messages! {
    /// Reasons and phrases that several games share.
    #[non_exhaustive]
    pub enum Phrase in TEXTS {
        /// The default reason why a move is not legal.
        NotLegal = "not-legal",
        /// The default reason why a text is not a move.
        NotAMove = "not-a-move",
        /// A secret was given for a game that hides nothing.
        NoSecrets = "no-secrets" {
            /// The game's name.
            game: Message,
        },
        /// A step does not say what it revealed.
        NoReveal = "no-reveal",
        /// A text is not the name of a square.
        NotASquare = "not-a-square" {
            /// The text, quoted.
            text: String,
            /// The name of some square.
            example: String,
        },
        /// A square that is not on this board.
        OffBoard = "off-board" {
            /// Its name.
            square: String,
        },
        /// A run of empty squares of length 0.
        EmptyRunZero = "empty-run-zero",
        /// A symbol without a meaning.
        UnknownSymbol = "unknown-symbol" {
            /// The symbol, quoted.
            symbol: String,
        },
        /// A letter in the wrong case.
        WrongCase = "wrong-case" {
            /// The letter, quoted.
            symbol: String,
            /// The same letter in the case that has a meaning, quoted.
            meant: String,
        },
        /// A row of a board with files and ranks.
        Rank = "rank" {
            /// Its label.
            label: String,
        },
        /// A row of a board with rows and columns.
        Row = "row" {
            /// Its label.
            label: String,
        },
        /// The fields of a position string: the board and the side to move.
        BoardAndTurn = "fields-board-turn",
        /// Whose turn it is: a whole sentence.
        ToMove = "to-move" {
            /// The name of the side.
            side: Message,
        },
        /// The same as a label, without a period.
        PhaseToMove = "phase-to-move" {
            /// The name of the side.
            side: Message,
        },
        /// Why a side has lost: a whole sentence.
        NoLegalMoves = "no-legal-moves" {
            /// The name of the side.
            side: Message,
        },
        /// The pieces in a player's hand, in a drawing of the board.
        Hand = "hand" {
            /// The name of the side.
            side: Message,
            /// The pieces, as drawn.
            held: String,
        },
        /// Who has won: a whole sentence.
        Wins = "wins" {
            /// The name of the side.
            side: Message,
        },
    }
}

/// Reads the side to move: the letters of the first and the second side, as the game writes them.
pub(crate) fn read_turn(found: &str, letters: [&'static str; 2]) -> Result<Side, PositionError> {
    Side::BOTH
        .into_iter()
        .find(|side| letters[side.index()] == found)
        .ok_or_else(|| PositionError::Turn {
            found: quote(found),
            expected: AnyOf(letters.to_vec()),
        })
}
