//! Values that exist once: the shared key and the heartbeat.

use super::{Connection, Driver, fetch_optional, read, statements, values, write_to};
use crate::store::{Metadata, StoreError, StoreResult};
use async_trait::async_trait;
use quintain_table::Timestamp;

/// The key of the last heartbeat.
const HEARTBEAT: &str = "heartbeat_at";

#[async_trait]
impl<D: Driver> Metadata for D {
    async fn get_or_insert(&self, key: &str, value: &str) -> StoreResult<String> {
        write_to!(self, Transaction, (key, value), |connection| {
            get_or_insert(connection, &key, &value)
        })
    }

    async fn heartbeat(&self, now: Timestamp) -> StoreResult<()> {
        write_to!(self, Statement, (), |connection| async move {
            let values = values![HEARTBEAT, now.0.to_string()];
            connection.execute(&statements::SET_VALUE, values).await?;
            Ok(())
        })
    }

    async fn last_heartbeat(&self) -> StoreResult<Option<Timestamp>> {
        let sql = &statements::LAST_HEARTBEAT;
        let found = read!(self, |connection| fetch_optional(
            connection,
            sql,
            values![HEARTBEAT],
            |row| row.get::<Option<String>>(0)
        ))?;
        let moment = found.flatten().map(|text| {
            let at = text.parse().map(Timestamp);
            at.map_err(|_| StoreError::corrupt(format_args!("{text:?} is not a moment")))
        });
        moment.transpose()
    }
}

async fn value(connection: &mut dyn Connection, key: &str) -> StoreResult<Option<String>> {
    fetch_optional(connection, &statements::VALUE, values![key], |row| {
        row.get(0)
    })
    .await
}

async fn get_or_insert(
    connection: &mut dyn Connection,
    key: &str,
    new: &str,
) -> StoreResult<String> {
    let values = values![key, new];
    connection
        .execute(&statements::INSERT_VALUE, values)
        .await?;
    let found = value(connection, key).await?;
    found.ok_or_else(|| StoreError::corrupt(format_args!("{key} is missing")))
}

/// Writes something that takes space, and deletes it again.
pub(in crate::store) async fn check_writable(connection: &mut dyn Connection) -> StoreResult<()> {
    for sql in [
        &statements::INSERT_WRITE_CHECK,
        &statements::DELETE_WRITE_CHECK,
    ] {
        connection.execute(sql, values![]).await?;
    }
    Ok(())
}
