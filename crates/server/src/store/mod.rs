//! Where games and users are stored: one interface, SQLite or PostgreSQL behind it.
//!
//! `aggregates` is the interface. `sql` implements it with statements that both databases
//! understand; `sqlite` and `postgres` bring the connections.

mod aggregates;
mod database;
mod fault;
mod fault_log;
mod postgres;
mod rows;
mod sql;
mod sqlite;
mod transfer;

pub use aggregates::{
    Conditionals, Credentials, GameLists, Games, Health, Metadata, Nodes, PushSubscriptions,
    Ratings, Store, Upkeep, Users,
};
pub use database::{Database, InvalidDatabase};
pub use fault::DatabaseFault;
pub use postgres::Postgres;
pub use rows::{
    Beat, Budgets, ConditionalRow, FaultCounts, GameFilter, GameRequest, GameResult, GameRow,
    GameStart, GameStatus, ListedGame, NewAccount, NewGame, Node, NodeStatus, PushRow, RatedGame,
    RatedPlayer, RatingRow, SeatRow, SessionCutoff, SessionRow, StoredEvent, TokenRow, UserRow,
};
pub use sqlite::Sqlite;
pub use transfer::{TransferredTable, transfer};

use crate::TEXTS;
use quintain_rules::messages;
use std::error::Error;
use std::fmt::Display;

messages! {
    /// Why the store could not do what it was asked to.
    pub enum StoreError in TEXTS {
        /// Another request came first: the event's number, the seat or the name is taken.
        Conflict = "store-conflict",
        /// Another rated game of one of the players has ended since the ratings were read.
        RatingsChanged = "store-ratings-changed",
        /// The database holds something that cannot have been stored.
        Corrupt = "store-corrupt" {
            /// What is wrong.
            reason: String,
        },
        /// The database failed.
        Database = "store-database" {
            /// Why.
            reason: DatabaseFault,
        },
        /// The database cannot be used at the moment.
        Unavailable = "store-unavailable" {
            /// Why not.
            reason: DatabaseFault,
        },
        /// There is no space left, on the disk or within the limit of the settings.
        Full = "store-full",
        /// The database cannot be written.
        CannotWrite = "store-cannot-write" {
            /// Why.
            reason: DatabaseFault,
        },
        /// The file has been damaged: it holds something that the database has not written.
        Damaged = "store-damaged" {
            /// What is wrong with it.
            reason: DatabaseFault,
        },
        /// A fault of the server has undone the write before it was durable.
        RolledBack = "store-rolled-back",
        /// A user has too many waiting games.
        TooManyWaiting = "too-many-waiting-games" {
            /// How many there may be.
            max: u32,
        },
        /// A user has too many offers in the lobby.
        TooManyOffers = "too-many-offers" {
            /// How many there may be.
            max: u32,
        },
        /// The guests, or the accounts, at an address have too many offers in the lobby.
        TooManyOffersFromAddress = "too-many-offers-from-address" {
            /// How many there may be.
            max: u32,
        },
        /// A guest, or the guests at an address, have stored as much as they may.
        GuestBudget = "guest-budget",
        /// The database cannot be opened.
        CannotOpen = "store-cannot-open" {
            /// Why not.
            reason: DatabaseFault,
        },
        /// A database that should be empty is not.
        NotEmpty = "store-not-empty" {
            /// The database.
            database: String,
        },
        /// A table does not hold what was copied to it.
        CopyDiffers = "store-copy-differs" {
            /// Its name.
            table: String,
        },
        /// Another server uses the database.
        InUse = "store-in-use" {
            /// The database file.
            file: String,
            /// The id of the other process, as far as it is known.
            process: String,
        },
        /// The database file has a second name.
        ManyNames = "store-many-names" {
            /// The database file.
            file: String,
        },
        /// The database file cannot be opened or created.
        UnopenedFile = "store-unopened-file" {
            /// The database file.
            file: String,
            /// Why not.
            reason: DatabaseFault,
        },
        /// The file is not a database of this program.
        NotOurs = "store-not-ours" {
            /// The file.
            file: String,
        },
        /// The database cannot be migrated to the current schema.
        Migration = "store-migration" {
            /// Why not.
            reason: DatabaseFault,
        },
        /// The store is closed.
        Closed = "store-closed",
    }
}

impl Error for StoreError {}

impl StoreError {
    /// The database holds something that cannot have been stored.
    pub(crate) fn corrupt(reason: impl Display) -> StoreError {
        StoreError::Corrupt {
            reason: reason.to_string(),
        }
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        if matches!(error, sqlx::Error::PoolClosed) {
            return StoreError::Closed;
        }
        if let sqlx::Error::Database(error) = &error
            && (error.is_unique_violation() || error.is_foreign_key_violation())
        {
            return StoreError::Conflict;
        }
        let reason = DatabaseFault::from(&error);
        match reason {
            DatabaseFault::Full => StoreError::Full,
            DatabaseFault::ReadOnly | DatabaseFault::Io | DatabaseFault::CannotOpen => {
                StoreError::CannotWrite { reason }
            }
            DatabaseFault::Damaged | DatabaseFault::NotADatabase => StoreError::Damaged { reason },
            DatabaseFault::Collision
            | DatabaseFault::NotRunning
            | DatabaseFault::TooManyConnections
            | DatabaseFault::Overloaded
            | DatabaseFault::System(_) => StoreError::Unavailable { reason },
            _ => StoreError::Database { reason },
        }
    }
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> Self {
        let reason = match &error {
            sqlx::migrate::MigrateError::Execute(error)
            | sqlx::migrate::MigrateError::ExecuteMigration(error, _) => DatabaseFault::from(error),
            sqlx::migrate::MigrateError::VersionMissing(_)
            | sqlx::migrate::MigrateError::VersionMismatch(_) => DatabaseFault::OtherVersion,
            other => DatabaseFault::Other {
                text: other.to_string(),
            },
        };
        StoreError::Migration { reason }
    }
}

/// What the store's methods return.
pub type StoreResult<T> = Result<T, StoreError>;
