//! Statements on a connection to SQLite.

use crate::store::sql::{Connection, Row, Statement, Value};
use crate::store::{StoreError, StoreResult};
use async_trait::async_trait;
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Row as _, Sqlite, SqliteConnection, TypeInfo, ValueRef};

#[async_trait]
impl Connection for SqliteConnection {
    async fn execute(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<u64> {
        let done = bind(sql, values).execute(self).await?;
        Ok(done.rows_affected())
    }

    async fn fetch(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<Vec<Row>> {
        let rows = bind(sql, values).fetch_all(self).await?;
        rows.iter().map(read).collect()
    }

    /// There is one writer, and while it writes nobody else does.
    async fn lock(&mut self, _: &Statement, _: &[Value<'_>]) -> StoreResult<()> {
        Ok(())
    }
}

#[async_trait]
impl Connection for PoolConnection<Sqlite> {
    async fn execute(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<u64> {
        (**self).execute(sql, values).await
    }

    async fn fetch(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<Vec<Row>> {
        (**self).fetch(sql, values).await
    }

    async fn lock(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<()> {
        (**self).lock(sql, values).await
    }
}

fn bind(sql: &Statement, values: &[Value<'_>]) -> Query<'static, Sqlite, SqliteArguments> {
    let query = sqlx::query(sql.sqlite);
    values.iter().fold(query, |query, value| match value {
        Value::Int(value) => query.bind(*value),
        Value::Real(value) => query.bind(*value),
        Value::Text(value) => query.bind(value.as_deref().map(str::to_owned)),
    })
}

/// Reads a row. In SQLite it is each value that has a type.
pub(in crate::store) fn read(row: &SqliteRow) -> StoreResult<Row> {
    let value = |column| {
        let raw = row.try_get_raw(column)?;
        let kind = raw.type_info().into_owned();
        Ok(match kind.name() {
            _ if raw.is_null() => Value::Text(None),
            "INTEGER" => Value::Int(row.try_get(column)?),
            "REAL" => Value::Real(row.try_get(column)?),
            "TEXT" => Value::Text(row.try_get::<Option<String>, _>(column)?.map(Into::into)),
            other => return Err(StoreError::corrupt(format_args!("a value is {other}"))),
        })
    };
    (0..row.len())
        .map(value)
        .collect::<StoreResult<_>>()
        .map(Row)
}
