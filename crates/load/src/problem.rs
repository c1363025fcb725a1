//! What can go wrong in a test, and what can be lost.

use crate::TEXTS;
use quintain_rules::{OsError, messages};

messages! {
    /// What went wrong between a client and the server.
    pub(crate) enum ClientError in TEXTS {
        /// The server cannot be reached, or the connection broke.
        Connection = "connection" {
            /// What the system says.
            reason: OsError,
        },
        /// The server closed the connection.
        Closed = "closed" {
            /// The close code; 0 if it gave none.
            code: u16,
        },
        /// The connection ended without a word.
        Ended = "ended",
        /// The server took too long.
        NoResponse = "no-response" {
            /// The time limit.
            seconds: u64,
        },
        /// The server rejected a request.
        Rejected = "rejected" {
            /// The status or error code.
            code: String,
            /// Its reason, in English.
            reason: String,
        },
        /// The server sent something that cannot be parsed.
        Invalid = "invalid-response" {
            /// What the parser says.
            reason: String,
        },
        /// A new guest got no cookie, or one that cannot be sent.
        NoCookie = "no-cookie",
        /// The side to move has no move.
        NoMove = "no-legal-move",
        /// The server has no games.
        NoGames = "no-games",
    }
}

impl std::error::Error for ClientError {}

impl ClientError {
    /// Whether the connection is gone, as it is when a server is killed.
    pub(crate) fn is_connection(&self) -> bool {
        matches!(
            self,
            ClientError::Connection { .. }
                | ClientError::Closed { .. }
                | ClientError::Ended
                | ClientError::NoResponse { .. }
        )
    }
}

messages! {
    /// An error in the course of a test.
    pub(crate) enum Problem in TEXTS {
        Twice = "update-twice",
        Missing = "update-missing",
        UnexpectedAck = "unexpected-ack",
        Panic = "pair-panicked" {
            /// What the runtime says.
            reason: String,
        },
    } or {
        Client(ClientError),
    }
}

impl From<ClientError> for Problem {
    fn from(error: ClientError) -> Problem {
        Problem::Client(error)
    }
}

messages! {
    /// Something that the server has lost.
    pub(crate) enum Loss in TEXTS {
        /// A step is not what it was, or gone.
        Step = "loss-step" {
            /// The game's id.
            game: String,
            /// How the client knew it: `sent` or `acknowledged`.
            how: &'static str,
            /// Its number.
            ply: u32,
            /// The step as the client knew it.
            text: String,
            /// The step there is now; a dash if there is none.
            found: String,
        },
        Record = "loss-record" {
            /// The game's id.
            game: String,
            /// Why its record cannot be parsed.
            reason: String,
        },
        RecordSteps = "loss-record-steps" {
            /// The game's id.
            game: String,
        },
        Unreadable = "loss-unreadable" {
            /// The game's id.
            game: String,
            /// Why it cannot be read.
            reason: ClientError,
        },
        Clock = "loss-clock" {
            /// The game's id.
            game: String,
            /// How much time it lost.
            millis: i64,
        },
        Unnoticed = "loss-unnoticed",
        Stalled = "loss-stalled" {
            /// How many games continued.
            moved: usize,
            /// How many there are.
            all: usize,
        },
    }
}
