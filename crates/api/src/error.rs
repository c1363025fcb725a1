//! Why a service rejects a request.

use crate::protocol::ErrorCode;
use quintain_rules::draft::DraftError;
use quintain_rules::record::{FormatError, RecordError, RecordFault};
use quintain_rules::{MoveError, PositionError, SizeError, UnknownGame};
use std::ops::RangeInclusive;

/// Why a service rejects a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// A number is too small or too large.
    #[error("{field} must be between {min} and {max}, not {value}")]
    OutOfRange {
        /// The field of the request.
        field: &'static str,
        /// Its value.
        value: u32,
        /// The smallest value allowed.
        min: u32,
        /// The largest value allowed.
        max: u32,
    },
    /// There are too many steps.
    #[error("there are more than {max} steps")]
    TooManySteps {
        /// How many are allowed.
        max: usize,
    },
    /// The start position is too long.
    #[error("the start position is longer than {max} bytes")]
    StartTooLong {
        /// How long it may be.
        max: usize,
    },
    /// The start position is for a board of another size than the request.
    #[error("the start position has board size {found}, not {expected}")]
    WrongSize {
        /// The size in the request.
        expected: u8,
        /// The size of the position.
        found: u8,
    },
    /// There is no such file format.
    #[error("there is no format {name:?}; the formats are {formats}")]
    UnknownFormat {
        /// The format asked for.
        name: String,
        /// The formats there are.
        formats: String,
    },
    /// A step of a line to analyse cannot be played.
    #[error("step {number} cannot be played: {reason}")]
    Step {
        /// The number of the step, counting from 1.
        number: u32,
        /// Why.
        reason: String,
    },
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The draft names something that the game does not have.
    #[error(transparent)]
    Draft(#[from] DraftError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The move is illegal.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The record is invalid.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The record cannot be written.
    #[error(transparent)]
    WriteRecord(#[from] RecordFault),
    /// The text is invalid in a game's own file format.
    #[error(transparent)]
    Format(#[from] FormatError),
}

impl ServiceError {
    /// The kind of error on the wire.
    pub fn code(&self) -> ErrorCode {
        match self {
            ServiceError::OutOfRange { .. }
            | ServiceError::TooManySteps { .. }
            | ServiceError::StartTooLong { .. }
            | ServiceError::WrongSize { .. }
            | ServiceError::UnknownFormat { .. }
            | ServiceError::Size(_)
            | ServiceError::Draft(_) => ErrorCode::BadRequest,
            ServiceError::Game(_) => ErrorCode::NotFound,
            ServiceError::Step { .. }
            | ServiceError::Position(_)
            | ServiceError::Move(_)
            | ServiceError::Record(_)
            | ServiceError::WriteRecord(_)
            | ServiceError::Format(_) => ErrorCode::Illegal,
        }
    }
}

/// Checks that a number is in its range.
pub(crate) fn in_range(
    field: &'static str,
    value: u32,
    range: RangeInclusive<u32>,
) -> Result<u32, ServiceError> {
    if range.contains(&value) {
        return Ok(value);
    }
    Err(ServiceError::OutOfRange {
        field,
        value,
        min: *range.start(),
        max: *range.end(),
    })
}
