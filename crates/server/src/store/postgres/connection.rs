//! Statements on a connection to PostgreSQL.

use crate::store::sql::{Connection, Row, Statement, Value};
use crate::store::{StoreError, StoreResult};
use async_trait::async_trait;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnection, PgRow};
use sqlx::query::Query;
use sqlx::{Column, Postgres, Row as _, TypeInfo};
use std::borrow::Cow;

#[async_trait]
impl Connection for PgConnection {
    async fn execute(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<u64> {
        let done = bind(sql, values).execute(self).await?;
        Ok(done.rows_affected())
    }

    async fn fetch(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<Vec<Row>> {
        let rows = bind(sql, values).fetch_all(self).await?;
        rows.iter().map(read).collect()
    }

    async fn lock(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<()> {
        bind(sql, values).execute(self).await?;
        Ok(())
    }
}

#[async_trait]
impl Connection for PoolConnection<Postgres> {
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

fn bind(sql: &Statement, values: &[Value<'_>]) -> Query<'static, Postgres, PgArguments> {
    let query = sqlx::query(sql.postgres);
    values.iter().fold(query, |query, value| match value {
        Value::Int(value) => query.bind(*value),
        Value::Real(value) => query.bind(*value),
        Value::Text(value) => query.bind(value.as_deref().map(storable)),
    })
}

/// PostgreSQL has no texts with a null character. Nothing that is stored has one, so what is looked
/// for with one is not found.
fn storable(text: &str) -> Cow<'_, str> {
    match text.contains('\0') {
        true => text.replace('\0', "\u{fffd}").into(),
        false => text.into(),
    }
}

/// Reads a row. In PostgreSQL it is each column that has a type.
pub(super) fn read(row: &PgRow) -> StoreResult<Row> {
    let value = |column: usize| {
        Ok(match row.column(column).type_info().name() {
            "INT8" => Value::Int(row.try_get(column)?),
            "INT4" => Value::Int(row.try_get::<Option<i32>, _>(column)?.map(i64::from)),
            "BOOL" => Value::Int(row.try_get::<Option<bool>, _>(column)?.map(i64::from)),
            "FLOAT8" => Value::Real(row.try_get(column)?),
            "TEXT" => Value::Text(row.try_get::<Option<String>, _>(column)?.map(Into::into)),
            other => return Err(StoreError::corrupt(format_args!("a column is {other}"))),
        })
    };
    (0..row.len())
        .map(value)
        .collect::<StoreResult<_>>()
        .map(Row)
}
