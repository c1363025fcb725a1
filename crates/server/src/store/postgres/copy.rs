//! A new database that everything is copied to.

use super::nodes::Membership;
use super::{connection, server};
use crate::store::database::without_password;
use crate::store::sql::{Row, Value};
use crate::store::{Node, StoreError, StoreResult};
use futures_util::{Stream, StreamExt};
use sqlx::postgres::{PgConnection, PgCopyIn};
use sqlx::{Executor, Row as _};
use std::fmt::Write as _;

/// How many bytes are sent at once.
const CHUNK_BYTES: usize = 64 * 1024;

/// The running games, counted.
const COUNT_RUNNING: &str = "INSERT INTO counts (name, shard, value) \
    SELECT 'games_running', shard_of(id), COUNT(*) FROM games WHERE state = 'running' GROUP BY 2";
/// How much is stored for each of these guests and addresses.
const COUNT_GUEST_USE: &str = "INSERT INTO guest_use (owner, shard, games, events) \
    SELECT owner, shard_of(id), COUNT(*), SUM(events) FROM ( \
        SELECT creator_id AS owner, id, events FROM games WHERE by_guest = 1 \
        UNION ALL SELECT address_tag, id, events FROM games WHERE by_guest = 1 \
    ) AS used WHERE owner = ANY ($1) GROUP BY 1, 2";

/// An empty database, in a transaction of its own.
pub(in crate::store) struct Target {
    connection: PgConnection,
    /// Keeps servers away.
    membership: Membership,
}

impl Target {
    /// Opens a database by its URL; an error if it holds anything.
    pub(in crate::store) async fn open(url: &str) -> StoreResult<Target> {
        // A large copy is one long transaction.
        let options = server::options(url)?.options([("statement_timeout", "0")]);
        let mut connection = server::connect(&options).await?;
        server::check(&mut connection, url).await?;
        server::migrate(&mut connection).await?;
        let membership = Membership::new(options);
        if let Err(other) = membership.join(&Node::alone()).await? {
            return Err(StoreError::InUse {
                file: without_password(url),
                process: other.process.to_string(),
            });
        }
        let any = "SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM games) \
                   OR EXISTS (SELECT FROM metadata)";
        if connection.fetch_one(any).await?.try_get(0)? {
            return Err(StoreError::NotEmpty {
                database: without_password(url),
            });
        }
        Ok(Target {
            connection,
            membership,
        })
    }

    /// Begins the transaction. Nothing is counted along the way: games come as they are.
    pub(in crate::store) async fn begin(&mut self) -> StoreResult<()> {
        let begin = "BEGIN; ALTER TABLE games DISABLE TRIGGER USER";
        self.connection.execute(begin).await?;
        Ok(())
    }

    /// Copies rows into a table.
    pub(in crate::store) async fn copy_into(
        &mut self,
        table: &str,
        columns: &str,
    ) -> StoreResult<Copy<'_>> {
        let sql = format!("COPY {table} ({columns}) FROM STDIN");
        Ok(Copy {
            copy: self.connection.copy_in_raw(&sql).await?,
            lines: String::new(),
        })
    }

    /// The rows of a statement.
    pub(in crate::store) fn rows(
        &mut self,
        sql: &str,
    ) -> impl Stream<Item = StoreResult<Row>> + Unpin {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        let rows = sqlx::query(sql)
            .persistent(false)
            .fetch(&mut self.connection);
        rows.map(|row| connection::read(&row?))
    }

    /// Fills in what follows from the games, for these guests and addresses.
    pub(in crate::store) async fn derive(&mut self, owners: &[String]) -> StoreResult<()> {
        self.connection.execute(COUNT_RUNNING).await?;
        sqlx::query(COUNT_GUEST_USE)
            .bind(owners)
            .execute(&mut self.connection)
            .await?;
        Ok(())
    }

    /// Makes everything durable, and lets a server have it.
    pub(in crate::store) async fn commit(mut self) -> StoreResult<()> {
        let commit = "ALTER TABLE games ENABLE TRIGGER USER; COMMIT";
        self.connection.execute(commit).await?;
        // Otherwise the first plans would be guesses.
        self.connection.execute("ANALYZE").await?;
        self.membership.leave().await;
        Ok(())
    }
}

/// Rows on their way into a table.
pub(in crate::store) struct Copy<'a> {
    copy: PgCopyIn<&'a mut PgConnection>,
    lines: String,
}

impl Copy<'_> {
    pub(in crate::store) async fn add(&mut self, row: &Row) -> StoreResult<()> {
        write_line(&mut self.lines, row);
        if self.lines.len() >= CHUNK_BYTES {
            self.flush().await?;
        }
        Ok(())
    }

    async fn flush(&mut self) -> StoreResult<()> {
        let lines = std::mem::take(&mut self.lines).into_bytes();
        self.copy.send(lines).await?;
        Ok(())
    }

    pub(in crate::store) async fn finish(mut self) -> StoreResult<()> {
        self.flush().await?;
        self.copy.finish().await?;
        Ok(())
    }
}

/// Appends a row in the text format of `COPY`.
fn write_line(lines: &mut String, row: &Row) {
    for (column, value) in row.0.iter().enumerate() {
        if column > 0 {
            lines.push('\t');
        }
        let written = match value {
            Value::Int(Some(value)) => write!(lines, "{value}"),
            Value::Real(Some(value)) => write!(lines, "{value}"),
            Value::Text(Some(text)) => {
                write_text(lines, text);
                Ok(())
            }
            Value::Int(None) | Value::Real(None) | Value::Text(None) => lines.write_str("\\N"),
        };
        debug_assert!(written.is_ok(), "a string takes any text");
    }
    lines.push('\n');
}

fn write_text(lines: &mut String, text: &str) {
    for char in text.chars() {
        match char {
            '\\' => lines.push_str("\\\\"),
            '\t' => lines.push_str("\\t"),
            '\n' => lines.push_str("\\n"),
            '\r' => lines.push_str("\\r"),
            other => lines.push(other),
        }
    }
}
