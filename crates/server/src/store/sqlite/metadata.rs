//! Values that exist once: the shared key and the heartbeat.

use super::convert::{fetch_optional, narrow};
use super::sql;
use crate::store::{StoreError, StoreResult};
use quintain_table::Timestamp;
use sqlx::{Row, SqliteConnection, query};

pub(super) async fn get_or_insert(
    connection: &mut SqliteConnection,
    key: &str,
    value: &str,
) -> StoreResult<String> {
    query(sql::INSERT_VALUE)
        .bind(key)
        .bind(value)
        .execute(&mut *connection)
        .await?;
    let row = query(sql::VALUE).bind(key).fetch_one(connection).await?;
    Ok(row.try_get(0)?)
}

/// The key of the last heartbeat.
const HEARTBEAT: &str = "heartbeat_at";

pub(super) async fn heartbeat(
    connection: &mut SqliteConnection,
    now: Timestamp,
) -> StoreResult<()> {
    query(sql::SET_VALUE)
        .bind(HEARTBEAT)
        .bind(now.0.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Writes something that takes space, and deletes it again.
pub(super) async fn check_writable(connection: &mut SqliteConnection) -> StoreResult<()> {
    for sql in [sql::INSERT_WRITE_CHECK, sql::DELETE_WRITE_CHECK] {
        query(sql).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) async fn last_heartbeat(
    connection: &mut SqliteConnection,
) -> StoreResult<Option<Timestamp>> {
    let sql = query(sql::VALUE).bind(HEARTBEAT);
    fetch_optional(connection, sql, |row| {
        let text: String = row.try_get(0)?;
        let at = text.parse().map(Timestamp);
        at.map_err(|_| StoreError::corrupt(format_args!("{text:?} is not a moment")))
    })
    .await
}

/// The number of games that are being played, which a trigger keeps.
pub(super) async fn count_running_games(connection: &mut SqliteConnection) -> StoreResult<u32> {
    let row = query(sql::COUNT)
        .bind("games_running")
        .fetch_one(connection)
        .await?;
    narrow(row.try_get(0)?)
}
