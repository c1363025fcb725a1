//! Errors of a game at this computer.

use crate::{Error, TEXTS};
use quintain_rules::message::Message;
use quintain_rules::{OsError, PositionError, SizeError, UnknownGame, messages};
use quintain_table::{ActionError, JournalError, SetupError, TableError};

messages! {
    /// Why something cannot be done in a session.
    pub(crate) enum SessionError in TEXTS {
        /// Journals cannot be stored.
        Store = "store-failed" {
            /// The directory.
            dir: String,
            /// What is wrong with it.
            error: OsError,
        },
        /// There is no directory for journals.
        NoStateDir = "no-state-dir",
        /// There is no game to resume.
        NoStoredGame = "no-stored-game" {
            /// The directory.
            dir: String,
        },
        /// A record of a game with a secret does not name it.
        SecretNotNamed = "secret-not-named",
        /// The file holds another game.
        OtherGame = "session-other-game" {
            /// The file.
            file: String,
        },
        /// No move was taken back.
        NothingToRedo = "nothing-to-redo",
        /// Two programs are playing.
        Watching = "only-watching",
    } or {
        /// It is not allowed in this game, or not now.
        Action(ActionError),
        /// There is no such game.
        Game(UnknownGame),
        /// The game has no such board.
        Size(SizeError),
        /// The position is invalid.
        Position(PositionError),
        /// The journal cannot be used.
        Journal(JournalError),
        /// What was stored is not what was played.
        Table(TableError),
        /// A file or a position does not fit.
        Other(Message),
    }
}

impl std::error::Error for SessionError {}

macro_rules! from {
    ($($variant:ident($inner:ty)),*) => {$(
        impl From<$inner> for SessionError {
            fn from(error: $inner) -> Self {
                SessionError::$variant(error)
            }
        }
    )*};
}

from!(
    Action(ActionError),
    Game(UnknownGame),
    Size(SizeError),
    Position(PositionError),
    Journal(JournalError),
    Table(TableError)
);

impl From<SetupError> for SessionError {
    fn from(error: SetupError) -> Self {
        SessionError::Table(error.into())
    }
}

impl SessionError {
    /// Something that is wrong with a file or a position.
    pub(crate) fn other(reason: impl Into<Message>) -> Self {
        SessionError::Other(reason.into())
    }
}

impl From<SessionError> for Error {
    fn from(error: SessionError) -> Error {
        match error {
            SessionError::Game(_) | SessionError::Size(_) => Error::usage(&error),
            _ => Error::rejected(&error),
        }
    }
}

messages! {
    /// Why a program cannot play, or has no advice: parts of sentences.
    pub(crate) enum OpponentError in TEXTS {
        /// Its thread or process has ended.
        Ended = "opponent-ended",
        /// The engine has found nothing.
        NoMove = "opponent-no-move",
        /// It has replied with something illegal.
        Illegal = "opponent-illegal" {
            /// Why it is illegal.
            error: Message,
        },
    }
}
