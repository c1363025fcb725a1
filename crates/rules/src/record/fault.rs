//! What can be wrong with a record.

use crate::error::{MoveError, PositionError, SecretError, SizeError};
use crate::message::{AllOf, Message, ToMessage};
use crate::registry::UnknownGame;
use crate::{TEXTS, messages};
use std::error::Error;
use std::fmt;

messages! {
    /// Why a text is not a record, and where: line and column count from 1, columns in
    /// characters.
    pub struct RecordError in TEXTS = "record-at" {
        /// The line.
        line: usize,
        /// The column within the line.
        column: usize,
        /// What is wrong there.
        fault: RecordFault,
    }
}

impl Error for RecordError {}

messages! {
    /// What can be wrong with a record.
    #[non_exhaustive]
    pub enum RecordFault in TEXTS {
        /// Something else was expected.
        Unexpected = "record-unexpected" {
            /// What stands there.
            found: Message,
            /// What could stand there.
            expected: Message,
        },
        /// The first header does not name the game.
        NoGame = "record-no-game",
        /// A header appears twice.
        HeaderTwice = "record-header-twice" {
            /// Its name.
            name: String,
        },
        /// A text that cannot be a header's name.
        HeaderName = "record-header-name" {
            /// The text, quoted.
            name: String,
        },
        /// A header that is derived from the game was set.
        HeaderReserved = "record-header-reserved" {
            /// Its name.
            name: String,
        },
        /// The headers Size and Start contradict each other.
        SizeMismatch = "record-size-mismatch",
        /// The size is not a number.
        SizeSyntax = "record-size-syntax" {
            /// The value, quoted.
            found: String,
        },
        /// The secret is not in the game's own spelling.
        SecretSpelling = "record-secret-spelling" {
            /// How the game writes it, quoted.
            canonical: String,
        },
        /// A secret in a game that has none.
        NoSecrets = "no-secrets" {
            /// The game's name.
            game: Message,
        },
        /// The start position is wrong.
        Start = "record-start" {
            /// Why.
            error: PositionError,
        },
        /// A step that is not in the game's own spelling.
        Spelling = "record-spelling" {
            /// The step as it is.
            found: String,
            /// How the game writes it.
            canonical: String,
        },
        /// What was revealed is not what the secret says.
        Contradiction = "record-contradiction" {
            /// The record's secret.
            secret: String,
            /// The step as it must be.
            expected: String,
            /// The step as it is.
            found: String,
        },
        /// A step after the end.
        AfterEnd = "record-after-end" {
            /// The step, quoted.
            step: String,
        },
        /// The game has ended already.
        AlreadyOver = "record-already-over",
        /// The rules have not ended the game.
        NotOver = "record-not-over",
        /// An aborted game has neither winner nor result.
        AbortWithResult = "record-abort-with-result",
        /// The result is not the one that follows from the rules.
        WrongResult = "record-wrong-result" {
            /// The result as it is.
            found: String,
            /// The result as it must be.
            expected: String,
        },
        /// The rules ended the game, and a header says that something else did.
        NoTermination = "record-no-termination",
        /// A game that was ended must have a result.
        ResultMissing = "record-result-missing",
        /// A result without a header that says what ended the game, which was not its rules.
        TerminationMissing = "record-termination-missing" {
            /// The result.
            found: String,
        },
        /// There is no such termination.
        TerminationUnknown = "record-termination-unknown" {
            /// The value, quoted.
            found: String,
            /// The terminations there are.
            expected: AllOf<&'static str>,
        },
    } or {
        /// There is no such game.
        Game(UnknownGame),
        /// A size that the game does not have.
        Size(SizeError),
        /// Not a secret of the game.
        Secret(SecretError),
        /// A step that cannot be played.
        Step(MoveError),
    }
}

impl Error for RecordFault {}

macro_rules! fault_from {
    ($($variant:ident($inner:ty)),*) => {$(
        impl From<$inner> for RecordFault {
            fn from(error: $inner) -> Self {
                RecordFault::$variant(error)
            }
        }
    )*};
}

fault_from!(
    Game(UnknownGame),
    Size(SizeError),
    Secret(SecretError),
    Step(MoveError)
);

impl From<PositionError> for RecordFault {
    fn from(error: PositionError) -> Self {
        RecordFault::Start { error }
    }
}

messages! {
    /// Parts of a record, as messages name them.
    pub(super) enum Part in TEXTS {
        /// What stands there, as it is.
        Text = "record-part-text" {
            /// The text.
            text: String,
        },
        /// The end, after a record.
        EndOfRecord = "record-part-end-of-record",
        /// The end of the text.
        EndOfText = "record-part-end-of-text",
        /// The end of the line.
        EndOfLine = "record-part-end-of-line",
        /// A mark that would close what was opened.
        Closing = "record-part-closing" {
            /// The mark.
            mark: char,
        },
        /// A backslash that escapes nothing.
        LoneBackslash = "record-part-lone-backslash",
        /// The escapes there are.
        Escapes = "record-part-escapes" {
            /// The mark that can be escaped.
            mark: char,
        },
        /// A space after a header's name.
        SpaceAfterName = "record-part-space-after-name",
        /// A value in quotes.
        QuotedValue = "record-part-quoted-value",
        /// The bracket that ends a header.
        EndOfHeader = "record-part-end-of-header",
        /// A step.
        Step = "record-part-step",
        /// The number of a move, or a result.
        NumberOrResult = "record-part-number-or-result" {
            /// The number with its dots.
            number: String,
        },
    }
}

/// Why a file in a game's own format cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError(pub Message);

impl Error for FormatError {}

impl fmt::Display for FormatError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl ToMessage for FormatError {
    fn to_message(&self) -> Message {
        self.0.clone()
    }
}
