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
        /// Other transactions got in the way.
        Collision = "database-collision",
        /// The server cannot be reached.
        Unreachable = "database-unreachable" {
            /// Where it should be.
            address: String,
            /// What the system says.
            error: OsError,
        },
        /// The server does not let us in.
        WrongPassword = "database-wrong-password" {
            /// The user's name.
            user: String,
        },
        /// The server has no such database.
        NoSuchDatabase = "database-missing" {
            /// Its name.
            name: String,
        },
        /// The user may not do what is necessary.
        NotAllowed = "database-not-allowed",
        /// The server takes no more connections.
        TooManyConnections = "database-too-many-connections",
        /// The server is starting or stopping.
        NotRunning = "database-not-running",
        /// The server is too old.
        TooOld = "database-too-old" {
            /// Its version.
            version: String,
            /// The oldest version that will do.
            oldest: u32,
        },
        /// The connection must be encrypted.
        NeedsTls = "database-needs-tls",
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
        let known = match code.as_deref() {
            // PostgreSQL's codes have five characters; numbers of up to four digits are SQLite's.
            Some(code) if code.len() == 5 => postgres_fault(code),
            Some(code) => sqlite_fault(code),
            None => None,
        };
        match (known, error) {
            (Some(fault), _) => fault,
            (None, sqlx::Error::PoolTimedOut) => DatabaseFault::Overloaded,
            (None, sqlx::Error::Io(error)) => DatabaseFault::System(error.into()),
            (None, sqlx::Error::Tls(_)) => DatabaseFault::NeedsTls,
            _ => DatabaseFault::Other {
                text: error.to_string(),
            },
        }
    }
}

/// What a result code of SQLite means.
fn sqlite_fault(code: &str) -> Option<DatabaseFault> {
    // An extended code has the primary one in its last byte.
    Some(match code.parse::<u32>().ok()? & 0xff {
        5 | 6 => DatabaseFault::Busy,
        8 => DatabaseFault::ReadOnly,
        10 => DatabaseFault::Io,
        11 => DatabaseFault::Damaged,
        13 => DatabaseFault::Full,
        14 => DatabaseFault::CannotOpen,
        26 => DatabaseFault::NotADatabase,
        _ => return None,
    })
}

/// What a code of PostgreSQL means (its manual, appendix "PostgreSQL Error Codes").
fn postgres_fault(code: &str) -> Option<DatabaseFault> {
    Some(match code {
        // Serialization failure, deadlock.
        "40001" | "40P01" => DatabaseFault::Collision,
        "25006" => DatabaseFault::ReadOnly,
        // Insufficient privilege; no schema that the user may see.
        "42501" | "3F000" => DatabaseFault::NotAllowed,
        // A lock or a statement has taken too long.
        "55P03" => DatabaseFault::Busy,
        "57014" => DatabaseFault::Overloaded,
        "53100" => DatabaseFault::Full,
        "53300" => DatabaseFault::TooManyConnections,
        "57P01" | "57P02" | "57P03" => DatabaseFault::NotRunning,
        "58030" => DatabaseFault::Io,
        "XX001" | "XX002" => DatabaseFault::Damaged,
        _ => return None,
    })
}
