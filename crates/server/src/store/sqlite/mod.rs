//! The store in a SQLite file.

mod games;
mod lists;
mod people;
mod writer;

use super::{
    Asked, Finish, GameFilter, GameRow, Progress, RatingRow, Recorded, SessionRow, Start, Store,
    StoreError, Stored, TokenRow, UserRow,
};
use crate::protocol::{RatingChange, RatingPoint, Speed, Tally};
use async_trait::async_trait;
use futures_util::TryStreamExt;
use quintain_rules::Side;
use quintain_table::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteRow, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Row, Sqlite as Database, SqliteConnection, query};
use std::borrow::Cow;
use std::path::Path;
use std::time::Duration;
use writer::Writer;

/// The changes to the database, oldest first. A published one is never edited.
const MIGRATIONS: [(&str, &str); 1] = [(
    "first",
    include_str!("../../../migrations/sqlite/0001_first.sql"),
)];

/// The store in a SQLite file: one connection that writes, several that read.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    readers: SqlitePool,
}

impl Sqlite {
    /// Opens a database file, makes it if there is none, and brings it up to date.
    pub async fn open(file: &Path) -> Stored<Sqlite> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .foreign_keys(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An answer means that it is on the disk, whatever happens to the machine.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_secs(10))
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(10))
            .connect_with(options.read_only(true))
            .await?;
        Ok(Sqlite {
            writer: Writer::start(connection),
            readers,
        })
    }

    async fn reader(&self) -> Stored<PoolConnection<Database>> {
        Ok(self.readers.acquire().await?)
    }
}

async fn migrate(connection: &mut SqliteConnection) -> Stored<()> {
    let migrations = MIGRATIONS.iter().zip(1..).map(|(&(name, sql), number)| {
        let (name, sql) = (Cow::Borrowed(name), sqlx::SqlStr::from_static(sql));
        Migration::new(number, name, MigrationType::Simple, sql, false)
    });
    Ok(Migrator::with_migrations(migrations.collect())
        .run(connection)
        .await?)
}

/// A simple enum as its JSON word.
fn word<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        other => unreachable!("only enums without data are stored as words: {other:?}"),
    }
}

/// A simple enum from its JSON word.
fn words<T: DeserializeOwned>(word: &str) -> Stored<T> {
    serde_json::from_value(word.into()).map_err(|error| StoreError::Damaged(error.to_string()))
}

/// The same from a column.
fn read<T: DeserializeOwned>(row: &SqliteRow, column: usize) -> Stored<T> {
    words(row.try_get(column)?)
}

async fn find<T>(
    connection: &mut SqliteConnection,
    sql: Query<'_, Database, SqliteArguments>,
    read: impl Fn(&SqliteRow) -> Stored<T>,
) -> Stored<Option<T>> {
    let row = sql.fetch_optional(connection).await?;
    row.map(|row| read(&row)).transpose()
}

async fn find_all<T>(
    connection: &mut SqliteConnection,
    sql: Query<'_, Database, SqliteArguments>,
    read: impl Fn(&SqliteRow) -> Stored<T>,
) -> Stored<Vec<T>> {
    let mut rows = sql.fetch(connection);
    let mut found = Vec::new();
    while let Some(row) = rows.try_next().await? {
        found.push(read(&row)?);
    }
    Ok(found)
}

/// Runs a piece of work on the writer.
macro_rules! write {
    ($self:ident, |$connection:ident| $work:expr) => {
        $self
            .writer
            .write(move |$connection| Box::pin(async move { $work.await }))
            .await
    };
}

/// Runs a piece of work on a reader.
macro_rules! look {
    ($self:ident, |$connection:ident| $work:expr) => {{
        let mut reader = $self.reader().await?;
        let $connection = &mut *reader;
        $work.await
    }};
}

#[async_trait]
impl Store for Sqlite {
    async fn shared(&self, name: &str, value: &str) -> Stored<String> {
        let (name, value) = (name.to_owned(), value.to_owned());
        write!(self, |connection| shared(connection, &name, &value))
    }

    async fn beat(&self, now: Timestamp) -> Stored<()> {
        write!(self, |connection| beat(connection, now))
    }

    async fn last_beat(&self) -> Stored<Option<Timestamp>> {
        look!(self, |connection| last_beat(connection))
    }

    async fn backup(&self, file: &Path) -> Stored<()> {
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

    async fn create_game(&self, asked: &Asked, start: Option<&Start>) -> Stored<()> {
        let (asked, start) = (asked.clone(), start.cloned());
        write!(self, |connection| games::create(
            connection,
            &asked,
            start.as_ref()
        ))
    }

    async fn start_game(&self, id: &str, start: &Start) -> Stored<()> {
        let (id, start) = (id.to_owned(), start.clone());
        write!(self, |connection| games::begin(connection, &id, &start))
    }

    async fn withdraw_game(&self, id: &str, now: Timestamp) -> Stored<()> {
        let id = id.to_owned();
        write!(self, |connection| games::withdraw(connection, &id, now))
    }

    async fn game(&self, id: &str) -> Stored<Option<GameRow>> {
        look!(self, |connection| lists::one(connection, id))
    }

    async fn entries(&self, id: &str, from: u32) -> Stored<Vec<Recorded>> {
        look!(self, |connection| lists::entries(connection, id, from))
    }

    async fn append(
        &self,
        id: &str,
        what: &Recorded,
        progress: &Progress,
        finish: Option<&Finish>,
    ) -> Stored<Option<[RatingChange; 2]>> {
        let (id, what, progress, finish) = (
            id.to_owned(),
            what.clone(),
            progress.clone(),
            finish.cloned(),
        );
        write!(self, |connection| games::append(
            connection,
            &id,
            &what,
            &progress,
            finish.as_ref()
        ))
    }

    async fn offer_rematch(&self, id: &str, side: Option<Side>) -> Stored<()> {
        let id = id.to_owned();
        write!(self, |connection| games::offer_rematch(
            connection, &id, side
        ))
    }

    async fn make_rematch(&self, id: &str, asked: &Asked, start: &Start) -> Stored<()> {
        let (id, asked, start) = (id.to_owned(), asked.clone(), start.clone());
        write!(self, |connection| games::make_rematch(
            connection, &id, &asked, &start
        ))
    }

    async fn seeks(&self, limit: u32) -> Stored<Vec<GameRow>> {
        look!(self, |connection| lists::seeks(connection, limit))
    }

    async fn live(&self, limit: u32) -> Stored<Vec<GameRow>> {
        look!(self, |connection| lists::live(connection, limit))
    }

    async fn overdue(&self, now: Timestamp, limit: u32) -> Stored<Vec<String>> {
        look!(self, |connection| lists::overdue(connection, now, limit))
    }

    async fn ticking(&self) -> Stored<Vec<String>> {
        look!(self, |connection| lists::ticking(connection))
    }

    async fn unbegun(&self, before: Timestamp, limit: u32) -> Stored<Vec<String>> {
        look!(self, |connection| lists::unbegun(connection, before, limit))
    }

    async fn expire_seeks(&self, before: Timestamp, now: Timestamp) -> Stored<u64> {
        // A look first: most of the time there is nothing to write.
        if look!(self, |connection| lists::stale_seeks(connection, before))? == 0 {
            return Ok(0);
        }
        write!(self, |connection| games::expire_seeks(
            connection, before, now
        ))
    }

    async fn count_running(&self) -> Stored<u32> {
        look!(self, |connection| lists::count_running(connection))
    }

    async fn games_of(&self, user: &str, filter: &GameFilter) -> Stored<Vec<GameRow>> {
        look!(self, |connection| lists::of_user(connection, user, filter))
    }

    async fn ensure_guest(&self, id: &str, now: Timestamp) -> Stored<()> {
        let id = id.to_owned();
        write!(self, |connection| people::ensure_guest(
            connection, &id, now
        ))
    }

    async fn user(&self, id: &str) -> Stored<Option<UserRow>> {
        look!(self, |connection| people::user(connection, id))
    }

    async fn account(&self, name: &str) -> Stored<Option<UserRow>> {
        look!(self, |connection| people::account(connection, name))
    }

    async fn register(&self, user: &str, name: &str, password: &str, now: Timestamp) -> Stored<()> {
        let (user, name, password) = (user.to_owned(), name.to_owned(), password.to_owned());
        write!(self, |connection| people::register(
            connection, &user, &name, &password, now
        ))
    }

    async fn set_password(&self, user: &str, password: &str, keep: &str) -> Stored<()> {
        let (user, password, keep) = (user.to_owned(), password.to_owned(), keep.to_owned());
        write!(self, |connection| people::set_password(
            connection, &user, &password, &keep
        ))
    }

    async fn adopt(&self, guest: &str, account: &str) -> Stored<Vec<String>> {
        let (guest, account) = (guest.to_owned(), account.to_owned());
        write!(self, |connection| people::adopt(
            connection, &guest, &account
        ))
    }

    async fn delete_account(&self, user: &str) -> Stored<()> {
        let user = user.to_owned();
        write!(self, |connection| people::delete_account(connection, &user))
    }

    async fn create_session(&self, session: &SessionRow, hash: &str) -> Stored<()> {
        let (session, hash) = (session.clone(), hash.to_owned());
        write!(self, |connection| people::create_session(
            connection, &session, &hash
        ))
    }

    async fn session(&self, hash: &str, now: Timestamp) -> Stored<Option<(SessionRow, UserRow)>> {
        let found = look!(self, |connection| people::session(connection, hash, now))?;
        let Some((session, user, stale)) = found else {
            return Ok(None);
        };
        if stale {
            let id = session.id.clone();
            write!(self, |connection| people::note_session(
                connection, &id, now
            ))?;
        }
        Ok(Some((session, user)))
    }

    async fn sessions(&self, user: &str) -> Stored<Vec<SessionRow>> {
        look!(self, |connection| people::sessions(connection, user))
    }

    async fn delete_session(&self, user: &str, id: &str) -> Stored<bool> {
        let (user, id) = (user.to_owned(), id.to_owned());
        write!(self, |connection| people::delete_session(
            connection, &user, &id
        ))
    }

    async fn create_token(&self, token: &TokenRow, hash: &str) -> Stored<()> {
        let (token, hash) = (token.clone(), hash.to_owned());
        write!(self, |connection| people::create_token(
            connection, &token, &hash
        ))
    }

    async fn token(&self, hash: &str, now: Timestamp) -> Stored<Option<(TokenRow, UserRow)>> {
        let found = look!(self, |connection| people::token(connection, hash, now))?;
        let Some((token, user, stale)) = found else {
            return Ok(None);
        };
        if stale {
            let id = token.id.clone();
            write!(self, |connection| people::note_token(connection, &id, now))?;
        }
        Ok(Some((token, user)))
    }

    async fn tokens(&self, user: &str) -> Stored<Vec<TokenRow>> {
        look!(self, |connection| people::tokens(connection, user))
    }

    async fn delete_token(&self, user: &str, id: &str) -> Stored<bool> {
        let (user, id) = (user.to_owned(), id.to_owned());
        write!(self, |connection| people::delete_token(
            connection, &user, &id
        ))
    }

    async fn ratings(&self, user: &str) -> Stored<Vec<RatingRow>> {
        look!(self, |connection| people::ratings(connection, user))
    }

    async fn rating_history(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> Stored<Vec<RatingPoint>> {
        look!(self, |connection| people::rating_history(
            connection, user, game, speed
        ))
    }

    async fn tallies(&self, user: &str) -> Stored<Vec<Tally>> {
        look!(self, |connection| people::tallies(connection, user))
    }
}

async fn shared(connection: &mut SqliteConnection, name: &str, value: &str) -> Stored<String> {
    query("INSERT INTO meta (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(name)
        .bind(value)
        .execute(&mut *connection)
        .await?;
    let row = query("SELECT value FROM meta WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get(0)?)
}

/// The name under which the last beat is kept.
const BEAT: &str = "beat";

async fn beat(connection: &mut SqliteConnection, now: Timestamp) -> Stored<()> {
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2) \
               ON CONFLICT (name) DO UPDATE SET value = excluded.value";
    query(sql)
        .bind(BEAT)
        .bind(now.0.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

async fn last_beat(connection: &mut SqliteConnection) -> Stored<Option<Timestamp>> {
    let sql = query("SELECT value FROM meta WHERE name = $1").bind(BEAT);
    find(connection, sql, |row| {
        let text: String = row.try_get(0)?;
        let at = text.parse().map(Timestamp);
        at.map_err(|_| StoreError::Damaged(format!("{text:?} is no moment")))
    })
    .await
}
