//! Why data cannot be generated or a network not trained.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What went wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A file cannot be read or written.
    #[error("{path}: {source}", path = path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not what it should be.
    #[error("{path}: {reason}", path = path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// A file was made under other conditions and cannot be continued.
    #[error("{path} was made with «{found}», not with «{wanted}»", path = path.display())]
    OtherConditions {
        /// The file.
        path: PathBuf,
        /// Its conditions.
        found: String,
        /// Those asked for.
        wanted: String,
    },
    /// There is no such game.
    #[error("there is no game {0:?}")]
    UnknownGame(String),
    /// The game has no board of this size.
    #[error("{0}")]
    Size(#[from] quintain_rules::SizeError),
    /// Something about the request is wrong.
    #[error("{0}")]
    Request(String),
}

impl Error {
    /// An error of the system about a file.
    pub(crate) fn file(path: &Path, source: io::Error) -> Error {
        Error::File {
            path: path.to_owned(),
            source,
        }
    }

    /// A file that is not what it should be.
    pub(crate) fn format(path: &Path, reason: impl Into<String>) -> Error {
        Error::Format {
            path: path.to_owned(),
            reason: reason.into(),
        }
    }
}
