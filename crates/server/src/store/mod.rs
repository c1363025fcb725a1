//! Where games and users are stored: one interface, any database behind it.
//!
//! Each method is one transaction, and what a method has returned is durable: it survives the
//! loss of the process. A game is its setup and its append-only list of events. Everything else
//! that is stored about it follows from them and is there for lists.

mod fault;
mod rows;
mod sqlite;

pub use fault::DatabaseFault;
pub use rows::{
    Budgets, FaultCounts, GameFilter, GameRequest, GameResult, GameRow, GameStart, GameStatus,
    OfferRow, RatedResult, RatingRow, SeatRow, SessionCutoff, SessionRow, StoredEvent, TokenRow,
    UserRow,
};
pub use sqlite::Sqlite;

use crate::TEXTS;
use async_trait::async_trait;
use quintain_api::protocol::{GameResults, RatingChange, RatingPoint, Speed};
use quintain_rules::{Side, messages};
use quintain_table::Timestamp;
use std::error::Error;
use std::fmt::Display;

messages! {
    /// Why the store could not do what it was asked to.
    pub enum StoreError in TEXTS {
        /// Another request came first: the event's number, the seat or the name is taken.
        Conflict = "store-conflict",
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
        /// The guests at an address have too many offers in the lobby.
        TooManyOffersFromAddress = "too-many-offers-from-address" {
            /// How many there may be.
            max: u32,
        },
        /// A guest, or the guests at an address, have stored as much as they may.
        GuestBudget = "guest-budget",
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
        let reason = DatabaseFault::from(&error);
        match reason {
            DatabaseFault::Full => StoreError::Full,
            DatabaseFault::ReadOnly | DatabaseFault::Io | DatabaseFault::CannotOpen => {
                StoreError::CannotWrite { reason }
            }
            DatabaseFault::Damaged | DatabaseFault::NotADatabase => StoreError::Damaged { reason },
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

/// Stores games and users.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// A value that all processes share; if there is none yet, the given one is stored.
    async fn get_or_insert(&self, key: &str, value: &str) -> StoreResult<String>;
    /// Records that games can be played at this moment.
    async fn heartbeat(&self, now: Timestamp) -> StoreResult<()>;
    /// The moment of the last heartbeat.
    async fn last_heartbeat(&self) -> StoreResult<Option<Timestamp>>;
    /// Whether everything is in order: an error if the store is damaged or cannot be written.
    async fn check_writable(&self) -> StoreResult<()>;
    /// Reads everything that is stored to find out whether it is damaged.
    async fn check_integrity(&self) -> StoreResult<()>;
    /// What has gone wrong so far.
    fn fault_counts(&self) -> FaultCounts;
    /// Stops all work. Whatever was acknowledged is durable already.
    async fn close(&self);

    /// Creates a game: running if it has a start, else waiting for a player. An error if that is
    /// more than its creator may store.
    async fn create_game(
        &self,
        request: &GameRequest,
        start: Option<&GameStart>,
        budgets: &Budgets,
    ) -> StoreResult<()>;
    /// Starts a waiting game. [`StoreError::Conflict`] if it is no longer waiting.
    async fn start_game(&self, id: &str, start: &GameStart) -> StoreResult<()>;
    /// Aborts a waiting game. [`StoreError::Conflict`] if it is no longer waiting.
    async fn abort_waiting_game(&self, id: &str, now: Timestamp) -> StoreResult<()>;
    /// A game; `None` if there is no such game.
    async fn game(&self, id: &str) -> StoreResult<Option<GameRow>>;
    /// The events of a game, starting with number `from`.
    async fn events(&self, id: &str, from: u32) -> StoreResult<Vec<StoredEvent>>;
    /// Appends the next event of a game. [`StoreError::Conflict`] if another event has its
    /// number. Returns how the ratings changed, if a rated game ended.
    async fn append_event(
        &self,
        id: &str,
        event: &StoredEvent,
        status: &GameStatus,
        result: Option<&RatedResult>,
    ) -> StoreResult<Option<[RatingChange; 2]>>;
    /// Sets which side offers a rematch.
    async fn set_rematch_offer(&self, id: &str, side: Option<Side>) -> StoreResult<()>;
    /// Creates the rematch of a game. [`StoreError::Conflict`] if there is one already.
    async fn create_rematch(
        &self,
        id: &str,
        request: &GameRequest,
        start: &GameStart,
        budgets: &Budgets,
    ) -> StoreResult<()>;

    /// Games that are open to anyone, the newest first.
    async fn offers(&self, limit: u32) -> StoreResult<Vec<OfferRow>>;
    /// The ids of open games that someone who makes this request can play instead, the one that
    /// has waited longest first.
    async fn matching_offers(&self, request: &GameRequest, limit: u32) -> StoreResult<Vec<String>>;
    /// Several games, in this order; those that do not exist are left out.
    async fn games(&self, ids: &[String]) -> StoreResult<Vec<GameRow>>;
    /// Public games that are being played, the one with the latest move first.
    async fn live_games(&self, limit: u32) -> StoreResult<Vec<GameRow>>;
    /// The ids of running games in which a player is out of time by now.
    async fn games_past_deadline(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>>;
    /// The ids of running games in which a clock is running; those with days per move only if
    /// asked for.
    async fn games_with_running_clock(&self, correspondence: bool) -> StoreResult<Vec<String>>;
    /// Whether a real-time clock is running in any game.
    async fn has_running_clock(&self) -> StoreResult<bool>;
    /// The ids of running games in which at least one side has not moved yet, and in which nothing
    /// has happened since a moment: `fast_before` for real-time games, else `slow_before`.
    async fn unstarted_games(
        &self,
        fast_before: Timestamp,
        slow_before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>>;
    /// Withdraws waiting games that have expired. Returns their ids.
    async fn expire_waiting_games(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>>;
    /// Deletes games that guests have created and that were aborted before a moment without both
    /// sides having moved. Returns their ids.
    async fn delete_unplayed_guest_games(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>>;
    /// Deletes guests who have no games, of those from before a moment whose id comes after the
    /// given one. Returns the last id that was looked at; `None` at the end.
    async fn delete_guests_without_games(
        &self,
        after: &str,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Option<String>>;
    /// How many games are being played.
    async fn count_running_games(&self) -> StoreResult<u32>;
    /// A user's games that are waiting or being played, the newest first.
    async fn open_games_of_user(&self, user: &str, limit: u32) -> StoreResult<Vec<GameRow>>;
    /// A user's games that are over, the newest first.
    async fn finished_games_of_user(
        &self,
        user: &str,
        filter: &GameFilter,
    ) -> StoreResult<Vec<GameRow>>;

    /// A user by id.
    async fn user(&self, id: &str) -> StoreResult<Option<UserRow>>;
    /// An account by name, ignoring case.
    async fn account(&self, name: &str) -> StoreResult<Option<UserRow>>;
    /// Turns a guest into an account. [`StoreError::Conflict`] if the name is taken.
    async fn register(
        &self,
        user: &str,
        name: &str,
        password_hash: &str,
        now: Timestamp,
    ) -> StoreResult<()>;
    /// Replaces a password, ends all sessions but one, and revokes all tokens.
    /// [`StoreError::Conflict`] if the password is no longer the old one or that session has ended.
    async fn set_password(
        &self,
        user: &str,
        old_hash: &str,
        new_hash: &str,
        kept_session: &str,
    ) -> StoreResult<()>;
    /// Marks an account as a program's, or as a person's. [`StoreError::Conflict`] if it has played
    /// rated games.
    async fn set_program(&self, user: &str, program: bool) -> StoreResult<()>;
    /// Transfers a guest's games to an account. Returns the ids of those that are not over.
    async fn transfer_games(&self, guest: &str, account: &str) -> StoreResult<Vec<String>>;
    /// Deletes an account: its name, password, sessions, tokens, ratings, and the games that wait
    /// for a player. Its other games stay.
    async fn delete_account(&self, user: &str, now: Timestamp) -> StoreResult<()>;

    /// Stores a new session under the hash of its key. Ends the oldest ones if the user has more
    /// than `max` then, and returns their ids. [`StoreError::Conflict`] if the user has no account
    /// whose password has this hash.
    async fn create_session(
        &self,
        session: &SessionRow,
        key_hash: &str,
        password_hash: &str,
        max: u32,
    ) -> StoreResult<Vec<String>>;
    /// The session under the hash of a key, unless it has expired, and its user; records the use.
    async fn use_session(
        &self,
        key_hash: &str,
        now: Timestamp,
        cutoff: SessionCutoff,
    ) -> StoreResult<Option<(SessionRow, UserRow)>>;
    /// Removes expired sessions. Returns the ids of their users and their own.
    async fn expire_sessions(&self, cutoff: SessionCutoff) -> StoreResult<Vec<(String, String)>>;
    /// Whether there is a session or token with this id.
    async fn has_credential(&self, id: &str) -> StoreResult<bool>;
    /// A user's sessions, the one used last first.
    async fn sessions(&self, user: &str) -> StoreResult<Vec<SessionRow>>;
    /// Ends a session. Returns whether there was one.
    async fn delete_session(&self, user: &str, id: &str) -> StoreResult<bool>;

    /// Stores a new token under its hash, unless the user has `max` already: then it returns false.
    /// [`StoreError::Conflict`] if the session that asks for it has ended.
    async fn create_token(
        &self,
        token: &TokenRow,
        token_hash: &str,
        session: &str,
        max: u32,
    ) -> StoreResult<bool>;
    /// The token under a hash, and its user; records the use.
    async fn use_token(
        &self,
        token_hash: &str,
        now: Timestamp,
    ) -> StoreResult<Option<(TokenRow, UserRow)>>;
    /// A user's tokens, the newest first.
    async fn tokens(&self, user: &str) -> StoreResult<Vec<TokenRow>>;
    /// Revokes a token. Returns whether there was one.
    async fn delete_token(&self, user: &str, id: &str) -> StoreResult<bool>;

    /// A user's ratings.
    async fn ratings(&self, user: &str) -> StoreResult<Vec<RatingRow>>;
    /// The history of a rating, the oldest point first; at most the last thousand points.
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> StoreResult<Vec<RatingPoint>>;
    /// A user's results, by game: of all games, or only of those that are listed for others.
    async fn results_by_game(&self, user: &str, only_public: bool)
    -> StoreResult<Vec<GameResults>>;
}
