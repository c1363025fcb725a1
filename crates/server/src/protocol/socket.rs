//! Messages of the socket.

use super::{
    Action, AnalysisAsk, AnalysisNews, ErrorBody, GameSnapshot, GameSummary, Lobby, Me, Presence,
    Rematch, Update,
};
use quintain_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a client says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follow a game. The answer is a `snapshot`, or, if `after` is given and still good, the
    /// updates after it; then every update as it happens.
    Watch {
        /// The game's id.
        game: String,
        /// The `seq` up to which everything is known already.
        #[serde(default)]
        after: Option<u64>,
    },
    /// Follow it no longer.
    Unwatch {
        /// The game's id.
        game: String,
    },
    /// Do something in a game. The answer is `done` or `refused` with the same id.
    Act {
        /// Your name for this request. Sending it again does nothing twice.
        #[schema(min_length = 1, max_length = 64)]
        id: String,
        /// The game's id.
        game: String,
        /// Which of your sides acts, if you have both; the side to move if left out.
        #[serde(default)]
        side: Option<Side>,
        /// What to do.
        action: Action,
    },
    /// Follow the lobby, or follow it no longer.
    Lobby {
        /// Whether to follow it.
        on: bool,
    },
    /// Analyse a position or a game. The answers are `analysis` messages with the same id. A
    /// connection has one analysis: a new one ends the one before.
    Analyse {
        /// Your name for it.
        #[schema(min_length = 1, max_length = 64)]
        id: String,
        /// What to look at.
        ask: AnalysisAsk,
    },
    /// End the analysis.
    StopAnalysis,
    /// Ask for a sign of life.
    Ping {
        /// Comes back in the `pong`.
        #[serde(default)]
        id: Option<String>,
    },
}

/// What the server says.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The first message of a connection.
    Hello {
        /// The version of the protocol.
        version: u32,
        /// The server's time.
        now: i64,
        /// Who you are.
        you: Me,
    },
    /// All there is to know about a game.
    Snapshot {
        /// The game.
        snapshot: Box<GameSnapshot>,
    },
    /// Something happened in a game.
    Update {
        /// What.
        update: Box<Update>,
    },
    /// People came or went.
    Presence {
        /// The game's id.
        game: String,
        /// Who is there now.
        presence: Presence,
    },
    /// A rematch was offered, declined or made.
    Rematch {
        /// The game's id.
        game: String,
        /// How it stands.
        rematch: Rematch,
    },
    /// An action was done, and is stored.
    Done {
        /// The id of the request.
        id: String,
        /// The game's id.
        game: String,
        /// The number of the last update behind it; it may come before or after this message.
        seq: u64,
    },
    /// A message was refused; nothing was changed by it.
    Refused {
        /// The id of the request, if it had one.
        #[schema(required)]
        id: Option<String>,
        /// The game it was about.
        #[schema(required)]
        game: Option<String>,
        /// Why.
        error: ErrorBody,
    },
    /// The lobby as it is now.
    Lobby {
        /// The lobby.
        lobby: Lobby,
    },
    /// One of your games began, moved or ended, wherever you did that.
    Mine {
        /// The game.
        summary: Box<GameSummary>,
    },
    /// What the engine has found.
    Analysis {
        /// The finding.
        news: AnalysisNews,
    },
    /// The answer to a `ping`.
    Pong {
        /// What the ping said.
        #[schema(required)]
        id: Option<String>,
        /// The server's time.
        now: i64,
    },
    /// The server closes the connection; come back after a while and go on.
    Closing {
        /// Why, in words.
        reason: String,
        /// After how many milliseconds to come back.
        retry: u32,
    },
}

/// What a server says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ServerInfo {
    /// The version of the program.
    pub version: String,
    /// The version of the protocol.
    pub protocol: u32,
    /// The server's time.
    pub now: i64,
    /// How many people are connected.
    pub people: u32,
    /// How many games are being played.
    pub games: u32,
}
