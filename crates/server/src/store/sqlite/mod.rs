//! The store in a SQLite file.

mod budget;
mod convert;
mod credentials;
mod faults;
mod file;
mod games;
mod metadata;
#[cfg(test)]
mod plans;
mod private;
mod queries;
mod sql;
mod users;
mod writer;

use super::{
    Budgets, FaultCounts, GameFilter, GameRequest, GameRow, GameStart, GameStatus, OfferRow,
    RatedResult, RatingRow, SessionCutoff, SessionRow, Store, StoreResult, StoredEvent, TokenRow,
    UserRow,
};
use async_trait::async_trait;
use faults::Faults;
use quintain_api::protocol::{GameResults, RatingChange, RatingPoint, Speed};
use quintain_rules::Side;
use quintain_table::Timestamp;
use sqlx::Sqlite as Database;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqlitePool, SqlitePoolOptions};
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use writer::Writer;

/// The number of reading connections.
const MAX_READERS: u32 = 4;

/// The store in a SQLite file: one connection that writes, several that read.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    readers: SqlitePool,
    faults: Arc<Faults>,
    /// Keeps other servers away while the store is open.
    lock: Mutex<Option<File>>,
}

impl Sqlite {
    /// Opens a database file, creates it if necessary, and migrates it to the current schema. One
    /// process at a time can do that. The file does not grow beyond `max_bytes`.
    pub async fn open(file: &Path, max_bytes: Option<u64>) -> StoreResult<Sqlite> {
        private::ensure(file)?;
        let lock = file::lock(file)?;
        file::check_single_name(file)?;
        let options = file::options(file);
        let connect = file::connect_writer(options.clone(), max_bytes);
        let connected = connect().await;
        let mut connection = connected.map_err(|error| file::name_foreign_file(error, file))?;
        file::check_ours(&mut connection, file).await?;
        file::migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(MAX_READERS)
            .acquire_timeout(file::BUSY_TIMEOUT)
            .connect_with(options.read_only(true))
            .await?;
        let faults = Arc::new(Faults::default());
        Ok(Sqlite {
            writer: Writer::start(connection, connect, Arc::clone(&faults)),
            readers,
            faults,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Writes a copy of a database to a new file. A server may be using it, and nothing in it is
    /// changed.
    pub async fn copy(database: &Path, file: &Path) -> StoreResult<()> {
        file::copy(database, file).await
    }

    async fn reader(&self) -> StoreResult<PoolConnection<Database>> {
        Ok(self.readers.acquire().await?)
    }
}

/// Runs work in a transaction of the writer.
macro_rules! write_tx {
    ($self:ident, |$connection:ident| $work:expr) => {
        $self.faults.note(
            $self
                .writer
                .write(move |$connection| Box::pin(async move { $work.await }))
                .await,
        )
    };
}

/// Runs work on one of the readers.
macro_rules! read {
    ($self:ident, |$connection:ident| $work:expr) => {{
        let mut reader = $self.reader().await?;
        let $connection = &mut *reader;
        $self.faults.note($work.await)
    }};
}

#[async_trait]
impl Store for Sqlite {
    async fn get_or_insert(&self, key: &str, value: &str) -> StoreResult<String> {
        let (key, value) = (key.to_owned(), value.to_owned());
        write_tx!(self, |connection| metadata::get_or_insert(
            connection, &key, &value
        ))
    }

    async fn heartbeat(&self, now: Timestamp) -> StoreResult<()> {
        write_tx!(self, |connection| metadata::heartbeat(connection, now))
    }

    async fn last_heartbeat(&self) -> StoreResult<Option<Timestamp>> {
        read!(self, |connection| metadata::last_heartbeat(connection))
    }

    async fn check_writable(&self) -> StoreResult<()> {
        self.faults.check()?;
        write_tx!(self, |connection| metadata::check_writable(connection))
    }

    async fn check_integrity(&self) -> StoreResult<()> {
        read!(self, |connection| file::check(connection))
    }

    fn fault_counts(&self) -> FaultCounts {
        self.faults.counts()
    }

    async fn close(&self) {
        // The last connection merges the latest games into the database and removes the file next
        // to it, which only one that may write can do.
        self.readers.close().await;
        self.writer.close().await;
        // Only now may another server have it.
        self.lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }

    async fn create_game(
        &self,
        request: &GameRequest,
        start: Option<&GameStart>,
        budgets: &Budgets,
    ) -> StoreResult<()> {
        let (request, start, budgets) = (request.clone(), start.cloned(), *budgets);
        write_tx!(self, |connection| games::create(
            connection,
            &request,
            start.as_ref(),
            &budgets
        ))
    }

    async fn start_game(&self, id: &str, start: &GameStart) -> StoreResult<()> {
        let (id, start) = (id.to_owned(), start.clone());
        write_tx!(self, |connection| games::start(connection, &id, &start))
    }

    async fn abort_waiting_game(&self, id: &str, now: Timestamp) -> StoreResult<()> {
        let id = id.to_owned();
        write_tx!(self, |connection| games::abort_waiting(
            connection, &id, now
        ))
    }

    async fn game(&self, id: &str) -> StoreResult<Option<GameRow>> {
        read!(self, |connection| queries::by_id(connection, id))
    }

    async fn events(&self, id: &str, from: u32) -> StoreResult<Vec<StoredEvent>> {
        read!(self, |connection| queries::events(connection, id, from))
    }

    async fn append_event(
        &self,
        id: &str,
        event: &StoredEvent,
        status: &GameStatus,
        result: Option<&RatedResult>,
    ) -> StoreResult<Option<[RatingChange; 2]>> {
        let (id, event) = (id.to_owned(), event.clone());
        let (status, result) = (status.clone(), result.cloned());
        write_tx!(self, |connection| games::append_event(
            connection,
            &id,
            &event,
            &status,
            result.as_ref()
        ))
    }

    async fn set_rematch_offer(&self, id: &str, side: Option<Side>) -> StoreResult<()> {
        let id = id.to_owned();
        write_tx!(self, |connection| games::set_rematch_offer(
            connection, &id, side
        ))
    }

    async fn create_rematch(
        &self,
        id: &str,
        request: &GameRequest,
        start: &GameStart,
        budgets: &Budgets,
    ) -> StoreResult<()> {
        let (id, request, start) = (id.to_owned(), request.clone(), start.clone());
        let budgets = *budgets;
        write_tx!(self, |connection| games::create_rematch(
            connection, &id, &request, &start, &budgets
        ))
    }

    async fn offers(&self, limit: u32) -> StoreResult<Vec<OfferRow>> {
        read!(self, |connection| queries::offers(connection, limit))
    }

    async fn matching_offers(&self, request: &GameRequest, limit: u32) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::matches(
            connection, request, limit
        ))
    }

    async fn games(&self, ids: &[String]) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::by_ids(connection, ids))
    }

    async fn live_games(&self, limit: u32) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::live(connection, limit))
    }

    async fn games_past_deadline(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::past_deadline(
            connection, now, limit
        ))
    }

    async fn games_with_running_clock(&self, correspondence: bool) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::with_running_clock(
            connection,
            correspondence
        ))
    }

    async fn has_running_clock(&self) -> StoreResult<bool> {
        read!(self, |connection| queries::has_running_clock(connection))
    }

    async fn unstarted_games(
        &self,
        fast_before: Timestamp,
        slow_before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::unstarted(
            connection,
            fast_before,
            slow_before,
            limit
        ))
    }

    // The sweeps read first: most of the time there is nothing to write.

    async fn expire_waiting_games(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>> {
        let ids = read!(self, |connection| queries::expired_waiting(
            connection, now, limit
        ))?;
        if !ids.is_empty() {
            let ids = ids.clone();
            write_tx!(self, |connection| games::abort_waiting_games(
                connection, &ids, now
            ))?;
        }
        Ok(ids)
    }

    async fn delete_unplayed_guest_games(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Vec<String>> {
        let ids = read!(self, |connection| queries::unplayed_by_guests(
            connection, before, limit
        ))?;
        if !ids.is_empty() {
            let ids = ids.clone();
            write_tx!(self, |connection| games::delete_unplayed(connection, &ids))?;
        }
        Ok(ids)
    }

    async fn delete_guests_without_games(
        &self,
        after: &str,
        before: Timestamp,
        limit: u32,
    ) -> StoreResult<Option<String>> {
        let ids = read!(self, |connection| queries::old_guests(
            connection, after, before, limit
        ))?;
        let last = ids.last().cloned();
        if last.is_some() {
            write_tx!(self, |connection| games::delete_guests(connection, &ids))?;
        }
        Ok(last)
    }

    async fn count_running_games(&self) -> StoreResult<u32> {
        read!(self, |connection| metadata::count_running_games(connection))
    }

    async fn open_games_of_user(&self, user: &str, limit: u32) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::open_of_user(
            connection, user, limit
        ))
    }

    async fn finished_games_of_user(
        &self,
        user: &str,
        filter: &GameFilter,
    ) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::finished_of_user(
            connection, user, filter
        ))
    }

    async fn user(&self, id: &str) -> StoreResult<Option<UserRow>> {
        read!(self, |connection| users::by_id(connection, id))
    }

    async fn account(&self, name: &str) -> StoreResult<Option<UserRow>> {
        read!(self, |connection| users::by_name(connection, name))
    }

    async fn register(
        &self,
        user: &str,
        name: &str,
        password_hash: &str,
        now: Timestamp,
    ) -> StoreResult<()> {
        let (user, name, hash) = (user.to_owned(), name.to_owned(), password_hash.to_owned());
        write_tx!(self, |connection| users::register(
            connection, &user, &name, &hash, now
        ))
    }

    async fn set_password(
        &self,
        user: &str,
        old_hash: &str,
        new_hash: &str,
        kept_session: &str,
    ) -> StoreResult<()> {
        let (user, kept) = (user.to_owned(), kept_session.to_owned());
        let (old, new) = (old_hash.to_owned(), new_hash.to_owned());
        write_tx!(self, |connection| users::set_password(
            connection, &user, &old, &new, &kept
        ))
    }

    async fn set_program(&self, user: &str, program: bool) -> StoreResult<()> {
        let user = user.to_owned();
        write_tx!(self, |connection| users::set_program(
            connection, &user, program
        ))
    }

    async fn transfer_games(&self, guest: &str, account: &str) -> StoreResult<Vec<String>> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        write_tx!(self, |connection| users::transfer_games(
            connection, &guest, &account
        ))
    }

    async fn delete_account(&self, user: &str, now: Timestamp) -> StoreResult<()> {
        let user = user.to_owned();
        write_tx!(self, |connection| users::delete_account(
            connection, &user, now
        ))
    }

    async fn create_session(
        &self,
        session: &SessionRow,
        key_hash: &str,
        password_hash: &str,
        max: u32,
    ) -> StoreResult<Vec<String>> {
        let (session, hash) = (session.clone(), key_hash.to_owned());
        let password_hash = password_hash.to_owned();
        write_tx!(self, |connection| credentials::create_session(
            connection,
            &session,
            &hash,
            &password_hash,
            max
        ))
    }

    async fn use_session(
        &self,
        key_hash: &str,
        now: Timestamp,
        cutoff: SessionCutoff,
    ) -> StoreResult<Option<(SessionRow, UserRow)>> {
        let found = read!(self, |connection| credentials::session(
            connection, key_hash, now, cutoff
        ))?;
        let Some((session, user, stale)) = found else {
            return Ok(None);
        };
        if stale {
            let id = session.id.clone();
            write_tx!(self, |connection| credentials::touch_session(
                connection, &id, now
            ))?;
        }
        Ok(Some((session, user)))
    }

    async fn expire_sessions(&self, cutoff: SessionCutoff) -> StoreResult<Vec<(String, String)>> {
        write_tx!(self, |connection| credentials::expire_sessions(
            connection, cutoff
        ))
    }

    async fn has_credential(&self, id: &str) -> StoreResult<bool> {
        read!(self, |connection| credentials::exists(connection, id))
    }

    async fn sessions(&self, user: &str) -> StoreResult<Vec<SessionRow>> {
        read!(self, |connection| credentials::sessions(connection, user))
    }

    async fn delete_session(&self, user: &str, id: &str) -> StoreResult<bool> {
        let (user, id) = (user.to_owned(), id.to_owned());
        write_tx!(self, |connection| credentials::delete_session(
            connection, &user, &id
        ))
    }

    async fn create_token(
        &self,
        token: &TokenRow,
        token_hash: &str,
        session: &str,
        max: u32,
    ) -> StoreResult<bool> {
        let (token, hash) = (token.clone(), token_hash.to_owned());
        let session = session.to_owned();
        write_tx!(self, |connection| credentials::create_token(
            connection, &token, &hash, &session, max
        ))
    }

    async fn use_token(
        &self,
        token_hash: &str,
        now: Timestamp,
    ) -> StoreResult<Option<(TokenRow, UserRow)>> {
        let found = read!(self, |connection| credentials::token(
            connection, token_hash, now
        ))?;
        let Some((token, user, stale)) = found else {
            return Ok(None);
        };
        if stale {
            let id = token.id.clone();
            write_tx!(self, |connection| credentials::touch_token(
                connection, &id, now
            ))?;
        }
        Ok(Some((token, user)))
    }

    async fn tokens(&self, user: &str) -> StoreResult<Vec<TokenRow>> {
        read!(self, |connection| credentials::tokens(connection, user))
    }

    async fn delete_token(&self, user: &str, id: &str) -> StoreResult<bool> {
        let (user, id) = (user.to_owned(), id.to_owned());
        write_tx!(self, |connection| credentials::delete_token(
            connection, &user, &id
        ))
    }

    async fn ratings(&self, user: &str) -> StoreResult<Vec<RatingRow>> {
        read!(self, |connection| users::ratings(connection, user))
    }

    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> StoreResult<Vec<RatingPoint>> {
        read!(self, |connection| users::rating_history(
            connection, user, game, speed
        ))
    }

    async fn results_by_game(
        &self,
        user: &str,
        only_public: bool,
    ) -> StoreResult<Vec<GameResults>> {
        read!(self, |connection| users::results_by_game(
            connection,
            user,
            only_public
        ))
    }
}
