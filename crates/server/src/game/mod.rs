//! Games: who plays whom, what happens in a game, and what clients see of it.

mod factory;
mod game_state;
mod lobby;
mod players;
mod presenter;
mod ratings;
mod room;
mod rooms;
mod supervisor;

pub(crate) use factory::GameFactory;
pub(crate) use lobby::{Lobby, LobbyFeed};
pub(crate) use players::{GameQuery, Players};
pub(crate) use presenter::to_millis;
pub(crate) use ratings::Ratings;
pub(crate) use rooms::{RoomContext, Rooms};
pub(crate) use supervisor::Supervisor;

use crate::store::StoreError;
use quintain_api::ServiceError;
use quintain_api::protocol::ErrorCode;
use quintain_rules::record::RecordFault;
use quintain_rules::{MoveError, PositionError, SizeError, UnknownGame};
use quintain_table::{Refusal, SetupError, TableError};

/// Why something cannot be done with a game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GameError {
    /// There is no such game.
    #[error("there is no such game")]
    NoSuchGame,
    /// There is no such player.
    #[error("there is no such player")]
    NoSuchPlayer,
    /// There is no such speed.
    #[error("there is no such speed")]
    NoSuchSpeed,
    /// The cursor of a page is not one that the server has given.
    #[error("cursor must be the next_cursor of the previous page")]
    InvalidCursor,
    /// A page is too small or too large.
    #[error("limit must be between 1 and {max}, not {value}")]
    InvalidLimit {
        /// The size asked for.
        value: u32,
        /// The largest size.
        max: u32,
    },
    /// The engine has no such level.
    #[error("the engine has levels 1 to 8, not {level}")]
    InvalidLevel {
        /// The level asked for.
        level: u8,
    },
    /// The id of a request is empty or too long.
    #[error("a request_id has 1 to 64 characters")]
    InvalidRequestId,
    /// In the start position the game is over.
    #[error("the game is over in the start position: {status}")]
    StartIsOver {
        /// How it has ended.
        status: String,
    },
    /// A rated game against the engine, or against oneself.
    #[error("a rated game requires two players")]
    RatedNeedsTwoPlayers,
    /// A rated game of a guest.
    #[error("a rated game requires an account; sign in first")]
    RatedNeedsAccount,
    /// A rated game without a clock.
    #[error("a rated game requires a clock")]
    RatedNeedsClock,
    /// A rated game from another start position.
    #[error("a rated game requires the default start position")]
    RatedNeedsDefaultStart,
    /// A guest wants to join a rated game.
    #[error("this game is rated; sign in to play it")]
    GuestInRatedGame,
    /// The user does not play in this game.
    #[error("you do not play in this game")]
    NotAPlayer,
    /// The user plays the other side.
    #[error("that is not your side")]
    NotYourSide,
    /// The game is still waiting for a player.
    #[error("the game has not started yet")]
    NotStarted,
    /// The game is still being played.
    #[error("the game is not over yet")]
    NotOver,
    /// No seat is open.
    #[error("no seat in this game is open")]
    NoOpenSeat,
    /// The position has changed since the player decided.
    #[error("the position has changed; look again")]
    StalePosition,
    /// The opponent has not been away for long enough to be claimed against.
    #[error("your opponent has not been away for long enough")]
    OpponentPresent,
    /// Another request took the seat.
    #[error("someone else was faster")]
    LostRace,
    /// Too many requests for the same game at once.
    #[error("too much is happening in this game; try again")]
    Contention,
    /// The room closed before it could reply.
    #[error("the game is being unloaded; try again")]
    RoomClosed,
    /// The action is not allowed.
    #[error(transparent)]
    Action(#[from] Refusal),
    /// The request is invalid.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// What is stored does not make a game, although it was checked before it was stored.
    #[error("a stored game is invalid: {0}")]
    Invalid(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl GameError {
    /// The kind of error on the wire; `None` if the store's error decides.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        Some(match self {
            GameError::NoSuchGame | GameError::NoSuchPlayer | GameError::NoSuchSpeed => {
                ErrorCode::NotFound
            }
            GameError::InvalidCursor
            | GameError::InvalidLimit { .. }
            | GameError::InvalidLevel { .. }
            | GameError::InvalidRequestId
            | GameError::StartIsOver { .. }
            | GameError::RatedNeedsTwoPlayers
            | GameError::RatedNeedsAccount
            | GameError::RatedNeedsClock
            | GameError::RatedNeedsDefaultStart => ErrorCode::BadRequest,
            GameError::GuestInRatedGame | GameError::NotAPlayer | GameError::NotYourSide => {
                ErrorCode::Forbidden
            }
            GameError::NotStarted
            | GameError::NotOver
            | GameError::NoOpenSeat
            | GameError::OpponentPresent
            | GameError::LostRace => ErrorCode::Conflict,
            GameError::StalePosition => ErrorCode::Stale,
            GameError::Contention | GameError::RoomClosed => ErrorCode::Unavailable,
            GameError::Action(Refusal::Move(MoveError::GameOver { .. })) => ErrorCode::Conflict,
            GameError::Action(Refusal::Move(_)) => ErrorCode::Illegal,
            GameError::Action(_) => ErrorCode::Conflict,
            GameError::Service(error) => error.code(),
            GameError::Invalid(_) => ErrorCode::Internal,
            GameError::Store(_) => return None,
        })
    }
}

impl From<TableError> for GameError {
    fn from(error: TableError) -> Self {
        GameError::Invalid(error.to_string())
    }
}

impl From<SetupError> for GameError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Size(error) => error.into(),
            SetupError::Position(error) => error.into(),
        }
    }
}

macro_rules! from_service {
    ($($error:ty),*) => {
        $(impl From<$error> for GameError {
            fn from(error: $error) -> Self {
                GameError::Service(error.into())
            }
        })*
    };
}

from_service!(UnknownGame, SizeError, PositionError, RecordFault);
