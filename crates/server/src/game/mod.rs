//! Games: who plays whom, what happens in a game, and what clients see of it.

mod elsewhere;
mod factory;
mod game_state;
mod lobby;
mod players;
mod presenter;
mod ratings;
mod recent;
mod room;
mod rooms;
mod seat_index;
mod supervisor;

pub(crate) use elsewhere::OtherNodes;
pub(crate) use factory::{Creator, GameFactory};
pub(crate) use lobby::{Lobby, LobbyFeed};
pub(crate) use players::{Export, GameQuery, Players, records};
pub(crate) use presenter::to_millis;
pub(crate) use ratings::{RatedResult, Ratings};
pub(crate) use rooms::{RoomContext, Rooms};
pub(crate) use supervisor::Supervisor;

use crate::TEXTS;
use crate::auth::{CurrentUser, RateLimited, network};
use crate::engine::Permit;
use crate::heavy_work::Overloaded;
use crate::store::{StoreError, UserRow};
use quintain_api::ServiceError;
use quintain_api::protocol::ErrorCode;
use quintain_rules::message::{Message, ToMessage};
use quintain_rules::record::RecordFault;
use quintain_rules::{MoveError, PositionError, SizeError, UnknownGame, messages};
use quintain_table::{ActionError, LevelError, SetupError, TableError, Timestamp};
use std::error::Error;
use std::net::IpAddr;

/// A game's place among the engine's games of an address.
pub(crate) type EnginePermit = Permit<IpAddr>;

/// Someone who acts in a game.
pub(crate) struct Actor {
    pub(crate) user: UserRow,
    /// Whether a program acts for the user.
    pub(crate) is_bot: bool,
    /// The network that the action comes from.
    pub(crate) network: IpAddr,
    /// When the action arrived, which is what counts on the clock: not how long it then had to
    /// wait.
    pub(crate) arrived_at: Timestamp,
}

impl Actor {
    /// A user at an address whose action arrived at a moment.
    pub(crate) fn new(current: &CurrentUser, address: IpAddr, arrived_at: Timestamp) -> Actor {
        Actor {
            user: current.user.clone(),
            is_bot: current.is_bot(),
            network: network(address),
            arrived_at,
        }
    }
}

messages! {
    /// Why something cannot be done with a game.
    pub(crate) enum GameError in TEXTS {
        /// There is no such game.
        NoSuchGame = "no-such-game",
        /// There is no such player.
        NoSuchPlayer = "no-such-player",
        /// There is no such speed.
        NoSuchSpeed = "no-such-speed",
        /// The cursor of a page is not one that the server has issued.
        InvalidCursor = "invalid-cursor",
        /// A page is too small or too large.
        InvalidLimit = "invalid-limit" {
            /// The size asked for.
            value: u32,
            /// The largest size.
            max: u32,
        },
        /// The id of a request is empty or too long.
        InvalidRequestId = "invalid-request-id",
        /// The game is already over in the start position.
        StartIsOver = "start-is-over",
        /// A rated game against the engine, or against oneself.
        RatedNeedsTwoPlayers = "rated-needs-two-players",
        /// A rated game with a guest.
        RatedNeedsAccount = "rated-needs-account",
        /// A rated game without a clock.
        RatedNeedsClock = "rated-needs-clock",
        /// A rated game from another start position.
        RatedNeedsDefaultStart = "rated-needs-default-start",
        /// A program wants to play a rated game for an account that is a person's.
        ProgramNeedsOwnAccount = "program-needs-own-account",
        /// A rated game between a person and a program.
        RatedNeedsEqualPlayers = "rated-needs-equal-players",
        /// A guest wants to join a rated game.
        GuestInRatedGame = "guest-in-rated-game",
        /// The user does not play in this game.
        NotAPlayer = "not-a-player",
        /// The user plays the other side.
        NotYourSide = "not-your-side",
        /// The game is still waiting for a player.
        NotStarted = "not-started",
        /// The game is still being played.
        NotOver = "not-over",
        /// Conditional moves in a game with a clock that runs for minutes.
        OnlyCorrespondence = "only-correspondence",
        /// Conditional moves in one's own turn.
        OwnTurn = "own-turn",
        /// Conditional moves of someone who plays both sides.
        PlaysBothSides = "plays-both-sides",
        /// No seat is open.
        NoOpenSeat = "no-open-seat",
        /// The address has too many games against the engine.
        TooManyEngineGames = "too-many-engine-games" {
            /// How many it may have at the same time.
            max: u32,
        },
        /// Another request took the seat.
        LostRace = "lost-race",
        /// Too many requests for the same game at once.
        Contention = "contention",
        /// The room closed before it could reply.
        RoomClosed = "room-closed",
        /// A stored game is invalid, although it was checked before it was stored.
        Invalid = "invalid-game" {
            /// What is wrong.
            reason: Message,
        },
    } or {
        /// The action is not allowed.
        Action(ActionError),
        /// The engine has no such level.
        Level(LevelError),
        /// The request is invalid.
        Service(ServiceError),
        /// The store failed.
        Store(StoreError),
        /// Too much heavy work is waiting.
        Overloaded(Overloaded),
        /// A limit was exceeded.
        RateLimited(RateLimited),
    }
}

impl Error for GameError {}

impl GameError {
    /// The kind of error on the wire; `None` if the store's error decides.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        Some(match self {
            GameError::NoSuchGame | GameError::NoSuchPlayer | GameError::NoSuchSpeed => {
                ErrorCode::NotFound
            }
            GameError::InvalidCursor
            | GameError::InvalidLimit { .. }
            | GameError::InvalidRequestId
            | GameError::StartIsOver
            | GameError::Level(_)
            | GameError::RatedNeedsTwoPlayers
            | GameError::RatedNeedsAccount
            | GameError::RatedNeedsClock
            | GameError::RatedNeedsDefaultStart => ErrorCode::BadRequest,
            GameError::ProgramNeedsOwnAccount
            | GameError::RatedNeedsEqualPlayers
            | GameError::GuestInRatedGame
            | GameError::NotAPlayer
            | GameError::NotYourSide => ErrorCode::Forbidden,
            GameError::NotStarted
            | GameError::NotOver
            | GameError::OnlyCorrespondence
            | GameError::OwnTurn
            | GameError::PlaysBothSides
            | GameError::NoOpenSeat
            | GameError::TooManyEngineGames { .. }
            | GameError::LostRace => ErrorCode::Conflict,
            GameError::Contention | GameError::RoomClosed => ErrorCode::Unavailable,
            GameError::Overloaded(error) => error.code(),
            GameError::RateLimited(_) => ErrorCode::RateLimited,
            GameError::Action(ActionError::Stale) => ErrorCode::Stale,
            GameError::Action(ActionError::Move(MoveError::GameOver { .. })) => ErrorCode::Conflict,
            GameError::Action(ActionError::Move(_)) => ErrorCode::Illegal,
            GameError::Action(_) => ErrorCode::Conflict,
            GameError::Service(error) => error.code(),
            GameError::Invalid { .. } => ErrorCode::Internal,
            GameError::Store(_) => return None,
        })
    }
}

impl From<TableError> for GameError {
    fn from(error: TableError) -> Self {
        GameError::Invalid {
            reason: error.to_message(),
        }
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

macro_rules! from {
    ($($variant:ident($error:ty)),* $(,)?) => {
        $(impl From<$error> for GameError {
            fn from(error: $error) -> Self {
                GameError::$variant(error.into())
            }
        })*
    };
}

from! {
    Action(ActionError),
    Level(LevelError),
    Overloaded(Overloaded),
    RateLimited(RateLimited),
    Store(StoreError),
    Service(ServiceError),
    Service(UnknownGame),
    Service(SizeError),
    Service(PositionError),
    Service(RecordFault),
}
