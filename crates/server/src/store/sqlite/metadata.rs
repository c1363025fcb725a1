//! Values that exist once: the shared key and the heartbeat.

use super::convert::fetch_optional;
use crate::store::{StoreError, StoreResult};
use quintain_table::Timestamp;
use sqlx::{Row, SqliteConnection, query};

pub(super) async fn get_or_insert(
    connection: &mut SqliteConnection,
    key: &str,
    value: &str,
) -> StoreResult<String> {
    query("INSERT INTO metadata (key, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(key)
        .bind(value)
        .execute(&mut *connection)
        .await?;
    let row = query("SELECT value FROM metadata WHERE key = $1")
        .bind(key)
        .fetch_one(connection)
        .await?;
    Ok(row.try_get(0)?)
}

/// The key of the last heartbeat.
const HEARTBEAT: &str = "heartbeat_at";

pub(super) async fn heartbeat(
    connection: &mut SqliteConnection,
    now: Timestamp,
) -> StoreResult<()> {
    let sql = "INSERT INTO metadata (key, value) VALUES ($1, $2) \
               ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    query(sql)
        .bind(HEARTBEAT)
        .bind(now.0.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

pub(super) async fn last_heartbeat(
    connection: &mut SqliteConnection,
) -> StoreResult<Option<Timestamp>> {
    let sql = query("SELECT value FROM metadata WHERE key = $1").bind(HEARTBEAT);
    fetch_optional(connection, sql, |row| {
        let text: String = row.try_get(0)?;
        let at = text.parse().map(Timestamp);
        at.map_err(|_| StoreError::corrupt(format_args!("{text:?} is not a moment")))
    })
    .await
}
