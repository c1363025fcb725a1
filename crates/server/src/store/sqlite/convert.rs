//! From values to columns and back.

use crate::store::{StoreError, StoreResult};
use futures_util::TryStreamExt;
use quintain_table::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Row, Sqlite as Database, SqliteConnection};

/// The JSON name of an enum without data.
pub(super) fn enum_name<T: Serialize>(value: &T) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        other => unreachable!("only enums without data are stored by name: {other:?}"),
    }
}

/// An enum without data, by its JSON name.
pub(super) fn parse_enum<T: DeserializeOwned>(name: &str) -> StoreResult<T> {
    serde_json::from_value(name.into()).map_err(StoreError::corrupt)
}

/// The same from a column.
pub(super) fn get_enum<T: DeserializeOwned>(row: &SqliteRow, column: usize) -> StoreResult<T> {
    parse_enum(row.try_get(column)?)
}

/// An integer as a smaller type, in whose range it was when it was stored.
pub(super) fn narrow<T: TryFrom<i64>>(stored: i64) -> StoreResult<T> {
    T::try_from(stored).map_err(|_| StoreError::corrupt(format_args!("{stored} is out of range")))
}

/// A moment as it is stored.
pub(super) fn to_millis(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A moment as it was stored.
pub(super) fn from_millis(stored: i64) -> Timestamp {
    Timestamp(u64::try_from(stored).unwrap_or_default())
}

pub(super) async fn fetch_optional<T>(
    connection: &mut SqliteConnection,
    sql: Query<'_, Database, SqliteArguments>,
    read: impl Fn(&SqliteRow) -> StoreResult<T>,
) -> StoreResult<Option<T>> {
    let row = sql.fetch_optional(connection).await?;
    row.map(|row| read(&row)).transpose()
}

pub(super) async fn fetch_all<T>(
    connection: &mut SqliteConnection,
    sql: Query<'_, Database, SqliteArguments>,
    read: impl Fn(&SqliteRow) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    let mut rows = sql.fetch(connection);
    let mut found = Vec::new();
    while let Some(row) = rows.try_next().await? {
        found.push(read(&row)?);
    }
    Ok(found)
}
