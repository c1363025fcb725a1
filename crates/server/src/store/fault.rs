//! What a database says is wrong, as messages of ours.

use crate::TEXTS;
use quintain_rules::{OsError, messages};

messages! {
    /// Why a database fails.
    pub enum DatabaseFault in TEXTS {
        /// The file is something else.
        NotADatabase = "database-not-a-database",
        /// The file cannot be opened.
        CannotOpen = "database-cannot-open",
        /// Another process is writing.
        Busy = "database-busy",
        /// The file must not be written.
        ReadOnly = "database-read-only",
        /// The disk is full.
        Full = "database-full",
        /// The file is damaged.
        Damaged = "database-damaged",
        /// The disk fails.
        Io = "database-io",
        /// Another version of the program has written it.
        OtherVersion = "database-other-version",
        /// Everything that could be done at once is being done.
        Overloaded = "database-overloaded",
        /// Anything else.
        Other = "database-other" {
            /// What the database says, in its own words.
            text: String,
        },
    } or {
        /// The operating system refuses.
        System(OsError),
    }
}

impl From<&sqlx::Error> for DatabaseFault {
    fn from(error: &sqlx::Error) -> DatabaseFault {
        let code = error
            .as_database_error()
            .and_then(sqlx::error::DatabaseError::code);
        // An extended code of SQLite has the primary one in its last byte.
        let primary = code.and_then(|code| code.parse::<u32>().ok());
        match (primary.map(|code| code & 0xff), error) {
            (Some(5 | 6), _) => DatabaseFault::Busy,
            (Some(8), _) => DatabaseFault::ReadOnly,
            (Some(10), _) => DatabaseFault::Io,
            (Some(11), _) => DatabaseFault::Damaged,
            (Some(13), _) => DatabaseFault::Full,
            (Some(14), _) => DatabaseFault::CannotOpen,
            (Some(26), _) => DatabaseFault::NotADatabase,
            (_, sqlx::Error::PoolTimedOut) => DatabaseFault::Overloaded,
            (_, sqlx::Error::Io(error)) => DatabaseFault::System(error.into()),
            _ => DatabaseFault::Other {
                text: error.to_string(),
            },
        }
    }
}
