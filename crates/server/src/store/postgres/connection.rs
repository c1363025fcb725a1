//! Values on their way to PostgreSQL and back.

use crate::store::sql::{Row, Statement, Value};
use crate::store::{StoreError, StoreResult};
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{Column, Postgres, Row as _, TypeInfo};
use std::borrow::Cow;

pub(super) fn bind(sql: &Statement, values: &[Value<'_>]) -> Query<'static, Postgres, PgArguments> {
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
