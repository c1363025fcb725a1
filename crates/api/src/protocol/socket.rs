//! Messages of the socket.

use super::{
    AnalysisRequest, AnalysisUpdate, ErrorBody, GameSnapshot, GameSummary, GameUpdate, Lobby, Me,
    Presence, Rematch,
};
use quintain_rules::Side;
use quintain_table::{Action, TimeControl};
use serde::{Deserialize, Serialize};

/// A message from a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Watch a game. The response is a `snapshot` or, if `after` is given and recent enough, the
    /// updates since then; after that come all updates as they happen.
    Watch {
        /// The game's id.
        game_id: String,
        /// The `seq` of the last update that the client has seen.
        #[serde(default)]
        after: Option<u64>,
    },
    /// Stop watching a game.
    Unwatch {
        /// The game's id.
        game_id: String,
    },
    /// Act in a game. The response is an `ack` or an `error` with the same `request_id`.
    Act {
        /// Your id for this request. A request that is sent again has no second effect.
        #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 64))]
        request_id: String,
        /// The game's id.
        game_id: String,
        /// Which of your sides acts, if you play both; the side to move if omitted.
        #[serde(default)]
        side: Option<Side>,
        /// What to do.
        action: Action,
    },
    /// Watch the lobby.
    WatchLobby,
    /// Stop watching the lobby.
    UnwatchLobby,
    /// Analyse a position or a game. The responses are `analysis` messages with the same
    /// `request_id`. A connection has one analysis at a time: a new one replaces it.
    StartAnalysis {
        /// Your id for this request.
        #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 64))]
        request_id: String,
        /// What to analyse.
        request: AnalysisRequest,
    },
    /// Stop the analysis.
    StopAnalysis,
    /// Check that the connection is alive.
    Ping {
        /// Comes back in the `pong`.
        #[serde(default)]
        request_id: Option<String>,
    },
}

/// A message from the server.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of every connection.
    Hello {
        /// The version of the protocol.
        protocol_version: u32,
        /// The server's clock.
        server_time: i64,
        /// You.
        me: Me,
    },
    /// Everything about a game.
    Snapshot {
        /// The game.
        snapshot: Box<GameSnapshot>,
    },
    /// Something happened in a game.
    Update {
        /// What happened.
        update: Box<GameUpdate>,
    },
    /// Someone came or left.
    Presence {
        /// The game's id.
        game_id: String,
        /// The presence now.
        presence: Presence,
    },
    /// A rematch was offered, declined or started.
    Rematch {
        /// The game's id.
        game_id: String,
        /// Where it stands.
        rematch: Rematch,
    },
    /// An action has been performed and stored.
    Ack {
        /// The id of the request.
        request_id: String,
        /// The game's id.
        game_id: String,
        /// The number of the last update caused by it, which may arrive before or after this
        /// message.
        seq: u64,
    },
    /// A message was rejected and changed nothing.
    Error {
        /// The id of the request, if it had one.
        #[cfg_attr(feature = "schema", schema(required))]
        request_id: Option<String>,
        /// The game it was about.
        #[cfg_attr(feature = "schema", schema(required))]
        game_id: Option<String>,
        /// Why.
        error: ErrorBody,
    },
    /// The lobby as it is now.
    Lobby {
        /// The lobby.
        lobby: Lobby,
    },
    /// One of your games started, moved on or ended, no matter on which device.
    MyGame {
        /// The game.
        summary: Box<GameSummary>,
    },
    /// A result of the analysis.
    Analysis {
        /// What has been found.
        update: AnalysisUpdate,
    },
    /// The response to a `ping`.
    Pong {
        /// The id of the ping.
        #[cfg_attr(feature = "schema", schema(required))]
        request_id: Option<String>,
        /// The server's clock.
        server_time: i64,
    },
    /// The server is about to close the connection: reconnect later and resume.
    Closing {
        /// Why.
        reason: CloseReason,
        /// How long to wait before reconnecting.
        retry_after_ms: u32,
    },
}

/// Why the server closes a connection; the WebSocket close code says the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CloseReason {
    /// The server is shutting down or restarting (1001).
    GoingAway,
    /// The server cannot serve anyone at the moment (1013).
    Unavailable,
    /// Too many messages in a row were rejected (4000).
    BadMessages,
    /// The session or token has been revoked (4001).
    SignedOut,
    /// The client did not read its messages in time (4008).
    SlowConsumer,
    /// The client sent too many messages (4013).
    RateLimited,
}

impl CloseReason {
    /// The WebSocket close code.
    pub const fn code(self) -> u16 {
        match self {
            CloseReason::GoingAway => 1001,
            CloseReason::Unavailable => 1013,
            CloseReason::BadMessages => 4000,
            CloseReason::SignedOut => 4001,
            CloseReason::SlowConsumer => 4008,
            CloseReason::RateLimited => 4013,
        }
    }

    /// The reason in the close frame: the same word as in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            CloseReason::GoingAway => "going_away",
            CloseReason::Unavailable => "unavailable",
            CloseReason::BadMessages => "bad_messages",
            CloseReason::SignedOut => "signed_out",
            CloseReason::SlowConsumer => "slow_consumer",
            CloseReason::RateLimited => "rate_limited",
        }
    }
}

/// A server's own description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ServerInfo {
    /// The version of the program.
    pub version: String,
    /// The version of the protocol.
    pub protocol_version: u32,
    /// The server's clock.
    pub server_time: i64,
    /// How many users are connected.
    pub users_online: u32,
    /// How many games are being played.
    pub games_running: u32,
    /// The time controls that menus offer; others are accepted too.
    pub time_controls: Vec<TimeControl>,
}
