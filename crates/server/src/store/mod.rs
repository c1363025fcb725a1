//! Where games and people are kept: one interface, any database behind it.
//!
//! Each method is one transaction. What a method has answered is durable: it survives the
//! loss of the process. A game is its setup and its append-only list of entries; everything else
//! that is kept about it follows from them and is there for lists.

mod rows;
mod sqlite;

pub use rows::{
    Asked, Finish, GameFilter, GameRow, Progress, RatingRow, Recorded, SeatRow, SessionRow, Start,
    TokenRow, UserRow, Won,
};
pub use sqlite::Sqlite;

use crate::protocol::{RatingChange, RatingPoint, Speed, Tally};
use async_trait::async_trait;
use quintain_rules::Side;
use quintain_table::Timestamp;
use std::path::Path;

/// Why the store did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Someone else was faster: the place in the game, the seat or the name is taken.
    #[error("someone else was faster")]
    Taken,
    /// What is stored cannot be what was stored.
    #[error("the database is damaged: {0}")]
    Damaged(String),
    /// The database does not do it.
    #[error("the database fails: {0}")]
    Database(#[from] sqlx::Error),
    /// The database cannot be brought up to date.
    #[error("the database cannot be migrated: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The store is closed.
    #[error("the store is closed")]
    Closed,
}

/// What the store's methods answer.
pub type Stored<T> = Result<T, StoreError>;

/// Keeps games and people.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// A value that all processes share; the given one is stored if there is none yet.
    async fn shared(&self, name: &str, value: &str) -> Stored<String>;
    /// Notes that games can be played at this moment.
    async fn beat(&self, now: Timestamp) -> Stored<()>;
    /// The last such moment.
    async fn last_beat(&self) -> Stored<Option<Timestamp>>;
    /// Writes a copy of everything to a new file while the server goes on.
    async fn backup(&self, file: &Path) -> Stored<()>;
    /// Ends all work; what was answered is durable already.
    async fn close(&self);

    /// A new game: waiting if it has no start yet, else running.
    async fn create_game(&self, asked: &Asked, start: Option<&Start>) -> Stored<()>;
    /// Someone took the open seat: the game begins. [`StoreError::Taken`] if it had already.
    async fn start_game(&self, id: &str, start: &Start) -> Stored<()>;
    /// A waiting game is called off. [`StoreError::Taken`] if it had begun already.
    async fn withdraw_game(&self, id: &str, now: Timestamp) -> Stored<()>;
    /// A game; nothing if there is none.
    async fn game(&self, id: &str) -> Stored<Option<GameRow>>;
    /// All that happened in a game from number `from` on.
    async fn entries(&self, id: &str, from: u32) -> Stored<Vec<Recorded>>;
    /// Adds what happened next. [`StoreError::Taken`] if something else happened first. Gives
    /// what the end of a rated game did to the ratings.
    async fn append(
        &self,
        id: &str,
        what: &Recorded,
        progress: &Progress,
        finish: Option<&Finish>,
    ) -> Stored<Option<[RatingChange; 2]>>;
    /// Sets who offers a rematch.
    async fn offer_rematch(&self, id: &str, side: Option<Side>) -> Stored<()>;
    /// Makes the rematch of a game. [`StoreError::Taken`] if there is one already.
    async fn make_rematch(&self, id: &str, asked: &Asked, start: &Start) -> Stored<()>;

    /// Games that wait for anyone, the newest first.
    async fn seeks(&self, limit: u32) -> Stored<Vec<GameRow>>;
    /// Public games being played, the latest move first.
    async fn live(&self, limit: u32) -> Stored<Vec<GameRow>>;
    /// Ids of running games whose clock has run out by now.
    async fn overdue(&self, now: Timestamp, limit: u32) -> Stored<Vec<String>>;
    /// Ids of running games whose real-time clock runs.
    async fn ticking(&self) -> Stored<Vec<String>>;
    /// Ids of running games with a real-time clock in which not both have moved, and nothing
    /// happened since a moment.
    async fn unbegun(&self, before: Timestamp, limit: u32) -> Stored<Vec<String>>;
    /// Withdraws offers in the lobby, other than of correspondence games, that were made before
    /// a moment; gives how many.
    async fn expire_seeks(&self, before: Timestamp, now: Timestamp) -> Stored<u64>;
    /// How many games are being played.
    async fn count_running(&self) -> Stored<u32>;
    /// Someone's games, the newest first.
    async fn games_of(&self, user: &str, filter: &GameFilter) -> Stored<Vec<GameRow>>;

    /// Makes sure that a guest is known.
    async fn ensure_guest(&self, id: &str, now: Timestamp) -> Stored<()>;
    /// Someone by id.
    async fn user(&self, id: &str) -> Stored<Option<UserRow>>;
    /// An account by name, in any case.
    async fn account(&self, name: &str) -> Stored<Option<UserRow>>;
    /// Makes an account of a guest. [`StoreError::Taken`] if the name is.
    async fn register(&self, user: &str, name: &str, password: &str, now: Timestamp) -> Stored<()>;
    /// Sets a password and ends all sessions but one.
    async fn set_password(&self, user: &str, password: &str, keep: &str) -> Stored<()>;
    /// Moves a guest's games into an account; gives the ids of those still going on.
    async fn adopt(&self, guest: &str, account: &str) -> Stored<Vec<String>>;
    /// Deletes an account: name, password, sessions, tokens, ratings. Games stay.
    async fn delete_account(&self, user: &str) -> Stored<()>;

    /// A new session, by the hash of its key.
    async fn create_session(&self, session: &SessionRow, hash: &str) -> Stored<()>;
    /// The session with a key of this hash, and whose it is; notes that it was used.
    async fn session(&self, hash: &str, now: Timestamp) -> Stored<Option<(SessionRow, UserRow)>>;
    /// Someone's sessions, the latest used first.
    async fn sessions(&self, user: &str) -> Stored<Vec<SessionRow>>;
    /// Ends a session; whether there was one.
    async fn delete_session(&self, user: &str, id: &str) -> Stored<bool>;

    /// A new token, by its hash.
    async fn create_token(&self, token: &TokenRow, hash: &str) -> Stored<()>;
    /// Whose token has this hash; notes that it was used.
    async fn token(&self, hash: &str, now: Timestamp) -> Stored<Option<(TokenRow, UserRow)>>;
    /// Someone's tokens, the newest first.
    async fn tokens(&self, user: &str) -> Stored<Vec<TokenRow>>;
    /// Revokes a token; whether there was one.
    async fn delete_token(&self, user: &str, id: &str) -> Stored<bool>;

    /// Someone's ratings.
    async fn ratings(&self, user: &str) -> Stored<Vec<RatingRow>>;
    /// How one of them changed, the oldest first; at most the last thousand.
    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> Stored<Vec<RatingPoint>>;
    /// Someone's results by game.
    async fn tallies(&self, user: &str) -> Stored<Vec<Tally>>;
}
