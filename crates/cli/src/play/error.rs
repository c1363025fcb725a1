//! What can go wrong in a game at this computer.

use crate::Error;
use quintain_rules::{PositionError, SizeError, UnknownGame};
use quintain_table::{ActionError, JournalError, SetupError, TableError};

/// Why something cannot be done in a session.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SessionError {
    /// It is not allowed in this game, or not now.
    #[error(transparent)]
    Action(#[from] ActionError),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// The game has no such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The position is not on a board of the requested size.
    #[error("{0}")]
    OtherSize(String),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What was stored is not what was played.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file cannot be read or written.
    #[error("{0}")]
    File(String),
    /// Journals cannot be stored.
    #[error(
        "cannot store the game in {dir}: {error} (set QUINTAIN_STATE to use another directory)"
    )]
    Store {
        /// The directory.
        dir: String,
        /// What is wrong with it.
        error: std::io::Error,
    },
    /// There is no directory for journals.
    #[error("there is no home directory to store the game in; set QUINTAIN_STATE to a directory")]
    NoStateDir,
    /// There is no game to resume.
    #[error("there is no unfinished game in {0}")]
    NoStoredGame(String),
    /// No secret agrees with what a record reveals.
    #[error("no secret agrees with everything that the record reveals")]
    NoSecret,
    /// No move was taken back.
    #[error("there is nothing to redo: no move was taken back")]
    NothingToRedo,
    /// Two programs are playing.
    #[error("two programs are playing this game; you can only watch")]
    Watching,
}

impl From<SetupError> for SessionError {
    fn from(error: SetupError) -> Self {
        SessionError::Table(error.into())
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
