//! The store in a SQLite file.

mod convert;
mod credentials;
mod files;
mod games;
mod metadata;
mod queries;
mod users;
mod writer;

use super::{
    GameFilter, GameRequest, GameRow, GameStart, GameStatus, RatedResult, RatingRow, SessionCutoff,
    SessionRow, Store, StoreResult, StoredEvent, TokenRow, UserRow,
};
use async_trait::async_trait;
use quintain_api::protocol::{GameResults, RatingChange, RatingPoint, Speed};
use quintain_rules::Side;
use quintain_table::Timestamp;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Sqlite as Database, SqliteConnection, query};
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;
use writer::Writer;

/// The migrations, oldest first. A published one is never edited.
const MIGRATIONS: [(&str, &str); 1] = [(
    "initial",
    include_str!("../../../migrations/sqlite/0001_initial.sql"),
)];
/// How long a query waits for a lock or for a connection.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// The number of reading connections.
const MAX_READERS: u32 = 4;

/// The store in a SQLite file: one connection that writes, several that read.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens a database file, creates it if necessary, and migrates it to the current schema.
    pub async fn open(file: &Path) -> StoreResult<Sqlite> {
        files::ensure_private(file)?;
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged write is on the disk, whatever happens to the machine.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(BUSY_TIMEOUT)
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(MAX_READERS)
            .acquire_timeout(BUSY_TIMEOUT)
            .connect_with(options.read_only(true))
            .await?;
        Ok(Sqlite {
            writer: Writer::start(connection),
            readers,
        })
    }

    async fn reader(&self) -> StoreResult<PoolConnection<Database>> {
        Ok(self.readers.acquire().await?)
    }
}

async fn migrate(connection: &mut SqliteConnection) -> StoreResult<()> {
    let migrations = MIGRATIONS.iter().zip(1..).map(|(&(name, sql), version)| {
        let (name, sql) = (Cow::Borrowed(name), sqlx::SqlStr::from_static(sql));
        Migration::new(version, name, MigrationType::Simple, sql, false)
    });
    Ok(Migrator::with_migrations(migrations.collect())
        .run(connection)
        .await?)
}

/// Runs work in a transaction of the writer.
macro_rules! write_tx {
    ($self:ident, |$connection:ident| $work:expr) => {
        $self
            .writer
            .write(move |$connection| Box::pin(async move { $work.await }))
            .await
    };
}

/// Runs work on one of the readers.
macro_rules! read {
    ($self:ident, |$connection:ident| $work:expr) => {{
        let mut reader = $self.reader().await?;
        let $connection = &mut *reader;
        $work.await
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

    async fn backup(&self, file: &Path) -> StoreResult<()> {
        files::create_private(file)?;
        // `VACUUM INTO` reads one state of the database while others write.
        let mut connection = self.reader().await?;
        query("VACUUM INTO $1")
            .bind(file.to_string_lossy().into_owned())
            .execute(&mut *connection)
            .await?;
        Ok(())
    }

    async fn close(&self) {
        self.readers.close().await;
    }

    async fn create_game(
        &self,
        request: &GameRequest,
        start: Option<&GameStart>,
    ) -> StoreResult<()> {
        let (request, start) = (request.clone(), start.cloned());
        write_tx!(self, |connection| games::create(
            connection,
            &request,
            start.as_ref()
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
    ) -> StoreResult<()> {
        let (id, request, start) = (id.to_owned(), request.clone(), start.clone());
        write_tx!(self, |connection| games::create_rematch(
            connection, &id, &request, &start
        ))
    }

    async fn seeks(&self, limit: u32) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::seeks(connection, limit))
    }

    async fn live_games(&self, limit: u32) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::live(connection, limit))
    }

    async fn games_past_deadline(&self, now: Timestamp, limit: u32) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::past_deadline(
            connection, now, limit
        ))
    }

    async fn games_with_running_clock(&self) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::with_running_clock(connection))
    }

    async fn unstarted_games(&self, before: Timestamp, limit: u32) -> StoreResult<Vec<String>> {
        read!(self, |connection| queries::unstarted(
            connection, before, limit
        ))
    }

    async fn expire_seeks(&self, before: Timestamp, now: Timestamp) -> StoreResult<u64> {
        // Reading first is cheaper: most of the time there is nothing to write.
        if read!(self, |connection| queries::count_stale_seeks(
            connection, before
        ))? == 0
        {
            return Ok(0);
        }
        write_tx!(self, |connection| games::expire_seeks(
            connection, before, now
        ))
    }

    async fn count_running_games(&self) -> StoreResult<u32> {
        read!(self, |connection| queries::count_running(connection))
    }

    async fn games_of_user(&self, user: &str, filter: &GameFilter) -> StoreResult<Vec<GameRow>> {
        read!(self, |connection| queries::of_user(
            connection, user, filter
        ))
    }

    async fn ensure_guest(&self, id: &str, now: Timestamp) -> StoreResult<()> {
        let id = id.to_owned();
        write_tx!(self, |connection| users::ensure_guest(connection, &id, now))
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

    async fn results_by_game(&self, user: &str) -> StoreResult<Vec<GameResults>> {
        read!(self, |connection| users::results_by_game(connection, user))
    }
}
