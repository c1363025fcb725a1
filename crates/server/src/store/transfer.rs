//! Moving everything from a SQLite file to a PostgreSQL database, checked.
//!
//! Every table is copied in one transaction, read back in the order of its key, and compared with
//! the original by the number of its rows and a digest of all their values. Only if all are equal
//! does anything stay in the new database.

use super::postgres::Target;
use super::sql::{Row, Value};
use super::sqlite::{Sqlite, read_row};
use super::{StoreError, StoreResult};
use futures_util::{Stream, StreamExt, TryStreamExt};
use sha2::{Digest as _, Sha256};
use sqlx::{Connection, SqliteConnection};
use std::path::Path;

/// A table that is copied as it is.
struct Table {
    name: &'static str,
    columns: &'static str,
    key: &'static str,
}

/// The tables, each after those that it refers to.
const TABLES: [Table; 11] = [
    Table {
        name: "metadata",
        columns: "key, value",
        key: "key",
    },
    Table {
        name: "users",
        columns: "id, name, name_lower, password_hash, is_program, created_at, deleted_at",
        key: "id",
    },
    Table {
        name: "sessions",
        columns: "id, key_hash, user_id, user_agent, created_at, last_used_at",
        key: "id",
    },
    Table {
        name: "tokens",
        columns: "id, token_hash, user_id, label, created_at, last_used_at",
        key: "id",
    },
    Table {
        name: "games",
        columns: "id, game, size, start_position, time_control, speed, rated, public, in_lobby, \
                  side_choice, creator_id, address_tag, creator_is_program, created_at, \
                  expires_at, setup, state, position, turn, plies, events, winner, end_reason, \
                  updated_at, flag_at, rematch_id, rematch_offered_by, by_guest",
        key: "id",
    },
    Table {
        name: "seats",
        columns: "game_id, side, user_id, engine_level, is_bot, rating_before, rating_after, \
                  is_open, created_at",
        key: "game_id, side",
    },
    Table {
        name: "game_events",
        columns: "game_id, seq, happened_at, event, request_id",
        key: "game_id, seq",
    },
    Table {
        name: "ratings",
        columns: "user_id, game, speed, rating, deviation, volatility, games_played, updated_at",
        key: "user_id, game, speed",
    },
    Table {
        name: "rating_history",
        columns: "user_id, game_id, game, speed, rated_at, rating, deviation",
        key: "user_id, game_id",
    },
    Table {
        name: "conditional_moves",
        columns: "game_id, side, ply, position, lines",
        key: "game_id, side",
    },
    Table {
        name: "push_subscriptions",
        columns: "endpoint, user_id, public_key, auth_secret, language, created_at",
        key: "endpoint",
    },
];

/// What follows from the games, and is kept in another form in each database.
const DERIVED: [(&str, &str); 2] = [
    (
        "counts",
        "SELECT name, CAST(SUM(value) AS BIGINT) FROM counts GROUP BY name HAVING SUM(value) <> 0 \
         ORDER BY name",
    ),
    (
        "guest_use",
        "SELECT owner, CAST(SUM(games) AS BIGINT), CAST(SUM(events) AS BIGINT) FROM guest_use \
         GROUP BY owner ORDER BY owner",
    ),
];

/// A table that was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TransferredTable {
    /// Its name.
    pub name: &'static str,
    /// The number of its rows.
    pub rows: u64,
    /// The digest of all their values, the same in both databases.
    pub digest: String,
}

/// Copies everything in a database file, which no server may be using, to an empty PostgreSQL
/// database.
pub async fn transfer(from: &Path, to: &str) -> StoreResult<Vec<TransferredTable>> {
    let (mut source, _lock) = Sqlite::open_for_reading(from).await?;
    let mut target = Target::open(to).await?;
    let mut tables = Vec::new();
    target.begin().await?;
    for table in &TABLES {
        let sql = table.select();
        let mut rows = source_rows(&mut source, &sql);
        let mut original = TableDigest::default();
        let mut copy = target.copy_into(table.name, table.columns).await?;
        while let Some(row) = rows.try_next().await? {
            original.add(&row);
            copy.add(&row).await?;
        }
        copy.finish().await?;
        let copied = digest(target.rows(&sql)).await?;
        tables.push(original.compare(copied, table.name)?);
    }
    let owners = owners(&mut source).await?;
    target.derive(&owners).await?;
    for (name, sql) in DERIVED {
        let original = digest(source_rows(&mut source, sql)).await?;
        let copied = digest(target.rows(sql)).await?;
        tables.push(original.compare(copied, name)?);
    }
    target.commit().await?;
    source.close().await?;
    Ok(tables)
}

/// Whose use of the store is counted.
async fn owners(source: &mut SqliteConnection) -> StoreResult<Vec<String>> {
    let rows = source_rows(source, "SELECT owner FROM guest_use ORDER BY owner");
    rows.map(|row| row?.get(0)).try_collect().await
}

impl Table {
    fn select(&self) -> String {
        let Table { name, columns, key } = self;
        format!("SELECT {columns} FROM {name} ORDER BY {key}")
    }
}

/// The rows of a statement of this module.
fn source_rows<'a>(
    source: &'a mut SqliteConnection,
    sql: &str,
) -> impl Stream<Item = StoreResult<Row>> + Unpin + 'a {
    let rows = sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).fetch(source);
    rows.map(|row| Ok(storable(read_row(&row?)?)))
}

/// A row with texts that PostgreSQL can store: they have no null character.
fn storable(row: Row) -> Row {
    let values = row.0.into_iter().map(|value| match value {
        Value::Text(Some(text)) if text.contains('\0') => {
            Value::Text(Some(text.replace('\0', "\u{fffd}").into()))
        }
        other => other,
    });
    Row(values.collect())
}

/// The digest of a table, row by row.
#[derive(Default)]
struct TableDigest {
    rows: u64,
    hash: Sha256,
}

async fn digest(
    mut rows: impl Stream<Item = StoreResult<Row>> + Unpin,
) -> StoreResult<TableDigest> {
    let mut digest = TableDigest::default();
    while let Some(row) = rows.try_next().await? {
        digest.add(&row);
    }
    Ok(digest)
}

impl TableDigest {
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        for value in &row.0 {
            // The kind and the length come first, so that no two rows look the same.
            match value {
                Value::Int(None) | Value::Real(None) | Value::Text(None) => {
                    self.hash.update([0]);
                }
                Value::Int(Some(value)) => {
                    self.hash.update([1]);
                    self.hash.update(value.to_be_bytes());
                }
                Value::Real(Some(value)) => {
                    self.hash.update([2]);
                    self.hash.update(value.to_be_bytes());
                }
                Value::Text(Some(text)) => {
                    self.hash.update([3]);
                    self.hash.update((text.len() as u64).to_be_bytes());
                    self.hash.update(text.as_bytes());
                }
            }
        }
    }

    /// Checks that a copy is equal to the original.
    fn compare(self, copy: TableDigest, name: &'static str) -> StoreResult<TransferredTable> {
        let (rows, digest) = (self.rows, hex::encode(self.hash.finalize()));
        if copy.rows != rows || hex::encode(copy.hash.finalize()) != digest {
            let table = name.to_owned();
            return Err(StoreError::CopyDiffers { table });
        }
        Ok(TransferredTable { name, rows, digest })
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, TableDigest, Value};
    use crate::store::StoreError;

    fn digest(rows: &[&[Value<'static>]]) -> TableDigest {
        let mut digest = TableDigest::default();
        for row in rows {
            digest.add(&Row(row.to_vec()));
        }
        digest
    }

    #[test]
    fn a_copy_that_differs_in_one_value_is_noticed() {
        let rows = || digest(&[&["a".into(), 1_i64.into()], &["b".into(), 2_i64.into()]]);
        assert!(rows().compare(rows(), "games").is_ok());
        let table = "games".to_owned();
        for other in [
            digest(&[&["a".into(), 1_i64.into()]]),
            digest(&[&["a".into(), 1_i64.into()], &["b".into(), 3_i64.into()]]),
            digest(&[&["b".into(), 2_i64.into()], &["a".into(), 1_i64.into()]]),
            digest(&[&["a".into(), 1_i64.into()], &["b".into(), Value::Int(None)]]),
            digest(&[&["a".into(), 1_i64.into()], &["b".into(), 2.0.into()]]),
        ] {
            let table = table.clone();
            let compared = rows().compare(other, "games");
            assert_eq!(compared, Err(StoreError::CopyDiffers { table }));
        }
    }
}
