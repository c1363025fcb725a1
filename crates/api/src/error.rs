//! Why a service rejects a request.

use crate::TEXTS;
use crate::protocol::ErrorCode;
use quintain_rules::draft::DraftError;
use quintain_rules::message::{AllOf, Message};
use quintain_rules::record::{FormatError, RecordError, RecordFault};
use quintain_rules::{MoveError, PositionError, SizeError, UnknownGame, messages};
use quintain_table::{ActionError, LevelError, SetupError, TableError};
use std::error::Error;
use std::ops::RangeInclusive;

messages! {
    /// Why a service rejects a request.
    pub enum ServiceError in TEXTS {
        /// A number is too small or too large.
        OutOfRange = "out-of-range" {
            /// The field of the request.
            field: &'static str,
            /// Its value.
            value: u64,
            /// The smallest value allowed.
            min: u64,
            /// The largest value allowed.
            max: u64,
        },
        /// There are too many steps.
        TooManySteps = "too-many-steps" {
            /// How many are allowed.
            max: usize,
        },
        /// The start position is too long.
        StartTooLong = "start-too-long" {
            /// How long it may be, in bytes.
            max: usize,
        },
        /// The start position is for a board of another size than the request.
        WrongSize = "wrong-size" {
            /// The size in the request.
            expected: u8,
            /// The size of the position.
            found: u8,
        },
        /// There is no such file format.
        UnknownFormat = "unknown-format" {
            /// The format asked for, quoted.
            name: String,
            /// The formats there are.
            formats: AllOf<&'static str>,
        },
        /// A step of a line to analyse cannot be played.
        Step = "step-unplayable" {
            /// The number of the step, counting from 1.
            number: u32,
            /// Why.
            reason: Message,
        },
        /// A line of conditional moves does not alternate between opponent and player.
        NotInTurn = "not-in-turn" {
            /// The number of the step, counting from 1.
            number: u32,
        },
        /// Two lines of conditional moves answer the same steps with different moves.
        Contradiction = "contradiction" {
            /// The steps of one line.
            first: String,
            /// The steps of the other.
            second: String,
        },
        /// The game is over before it begins.
        StartIsOver = "start-is-over",
        /// A game on one device cannot have a clock or be rated.
        LocalClock = "local-clock",
        /// A game on one device is against the engine or for two people in front of it.
        LocalOpponent = "local-opponent",
        /// It is not a request.
        Malformed = "malformed" {
            /// Where, and what was expected.
            reason: String,
        },
    } or {
        /// There is no such game.
        Game(UnknownGame),
        /// There is no such board.
        Size(SizeError),
        /// The draft names something that the game does not have.
        Draft(DraftError),
        /// The position is invalid.
        Position(PositionError),
        /// The move is illegal.
        Move(MoveError),
        /// The record is invalid.
        Record(RecordError),
        /// The record cannot be written.
        WriteRecord(RecordFault),
        /// The text is invalid in a game's own file format.
        Format(FormatError),
        /// The engine has no such level.
        Level(LevelError),
        /// A game cannot be set up.
        Setup(SetupError),
        /// What was stored of a game is not what was played.
        Table(TableError),
        /// A player cannot do this now.
        Action(ActionError),
    }
}

impl Error for ServiceError {}

macro_rules! from {
    ($($variant:ident($error:ty)),* $(,)?) => {
        $(impl From<$error> for ServiceError {
            fn from(error: $error) -> Self {
                ServiceError::$variant(error)
            }
        })*
    };
}

from! {
    Game(UnknownGame),
    Size(SizeError),
    Draft(DraftError),
    Position(PositionError),
    Move(MoveError),
    Record(RecordError),
    WriteRecord(RecordFault),
    Format(FormatError),
    Level(LevelError),
    Setup(SetupError),
    Table(TableError),
    Action(ActionError),
}

impl ServiceError {
    /// The kind of error on the wire.
    pub fn code(&self) -> ErrorCode {
        match self {
            ServiceError::OutOfRange { .. }
            | ServiceError::NotInTurn { .. }
            | ServiceError::Contradiction { .. }
            | ServiceError::TooManySteps { .. }
            | ServiceError::StartTooLong { .. }
            | ServiceError::WrongSize { .. }
            | ServiceError::UnknownFormat { .. }
            | ServiceError::LocalClock
            | ServiceError::LocalOpponent
            | ServiceError::Malformed { .. }
            | ServiceError::Level(_)
            | ServiceError::Size(_)
            | ServiceError::Draft(_) => ErrorCode::BadRequest,
            ServiceError::Game(_) => ErrorCode::NotFound,
            ServiceError::Step { .. }
            | ServiceError::Position(_)
            | ServiceError::Move(_)
            | ServiceError::Record(_)
            | ServiceError::WriteRecord(_)
            | ServiceError::StartIsOver
            | ServiceError::Setup(_)
            | ServiceError::Table(_)
            | ServiceError::Format(_) => ErrorCode::Illegal,
            ServiceError::Action(ActionError::Stale) => ErrorCode::Stale,
            ServiceError::Action(ActionError::Move(_)) => ErrorCode::Illegal,
            ServiceError::Action(_) => ErrorCode::Conflict,
        }
    }
}

/// Checks that a number is in its range.
pub(crate) fn in_range<T: Copy + Into<u64>>(
    field: &'static str,
    value: T,
    range: RangeInclusive<u64>,
) -> Result<T, ServiceError> {
    if range.contains(&value.into()) {
        return Ok(value);
    }
    Err(ServiceError::OutOfRange {
        field,
        value: value.into(),
        min: *range.start(),
        max: *range.end(),
    })
}
