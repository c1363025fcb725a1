//! What the databases share: the statements, and how values become columns and rows values.
//!
//! SQLite and PostgreSQL understand the same statements, but for a few that come in two versions.
//! So everything about users, games and ratings is written once, against a [`Connection`]; a
//! [`Driver`] brings connections to one kind of database and decides what a transaction is.

mod advance;
mod budget;
pub(super) mod convert;
mod credentials;
mod games;
mod metadata;
mod queries;
pub(super) mod statements;
mod upkeep;
mod users;
mod value;

pub(super) use metadata::check_writable;
pub(super) use value::{Row, Value};

use super::{DatabaseFault, StoreError, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;

/// A statement in the words of each database.
#[derive(Clone, Copy, Debug)]
pub(super) struct Statement {
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

/// A connection to a database.
#[async_trait]
pub(super) trait Connection: Send {
    /// Runs a statement. Returns how many rows it has changed; [`StoreError::Conflict`] if
    /// something that must be unique exists already, or something that it refers to does not.
    async fn execute(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<u64>;
    /// Runs a statement and returns its rows.
    async fn fetch(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<Vec<Row>>;
    /// Locks rows until the end of the transaction, where several can write at the same time.
    ///
    /// Whoever locks more than one thing does so in this order, so that nobody waits in a circle:
    /// users by id, creators and addresses that make games, games, seats, ratings by user, counts.
    async fn lock(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<()>;
}

/// The only row of a statement, or its first one.
pub(super) async fn fetch_optional<T>(
    connection: &mut dyn Connection,
    sql: &Statement,
    values: &[Value<'_>],
    read: impl FnOnce(&Row) -> StoreResult<T>,
) -> StoreResult<Option<T>> {
    let rows = connection.fetch(sql, values).await?;
    rows.first().map(read).transpose()
}

/// All rows of a statement.
pub(super) async fn fetch_all<T>(
    connection: &mut dyn Connection,
    sql: &Statement,
    values: &[Value<'_>],
    read: impl Fn(&Row) -> StoreResult<T>,
) -> StoreResult<Vec<T>> {
    let rows = connection.fetch(sql, values).await?;
    rows.iter().map(read).collect()
}

/// The number that a statement counts.
pub(super) async fn fetch_count(
    connection: &mut dyn Connection,
    sql: &Statement,
    values: &[Value<'_>],
) -> StoreResult<i64> {
    let count = fetch_optional(connection, sql, values, |row| row.get(0)).await?;
    count.ok_or_else(|| StoreError::corrupt("a count is missing"))
}

/// Values for the parameters of a statement.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::store::sql::Value::from($value)),*]
    };
}
use values;

/// How much of a transaction a write needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// A single statement, which is a transaction by itself.
    Statement,
    /// Several statements, all or none of which happen.
    Transaction,
}

/// One kind of database.
pub(super) trait Driver: Send + Sync + 'static {
    /// A connection that reads.
    type Reader: Connection;

    /// A connection that reads.
    fn reader(&self) -> impl Future<Output = StoreResult<Self::Reader>> + Send;

    /// Writes, and waits until that is durable.
    fn write<T, F>(&self, extent: Extent, work: F) -> impl Future<Output = StoreResult<T>> + Send
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut dyn Connection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static;

    /// Notes a result on its way to the caller.
    fn note<T>(&self, result: StoreResult<T>) -> StoreResult<T>;
}

/// How many times a write is tried that others keep getting in the way of.
pub(super) const MAX_WRITE_ATTEMPTS: u32 = 5;

impl StoreError {
    /// Whether others got in the way, so that nothing has happened and it may work the next time.
    pub(super) fn is_collision(&self) -> bool {
        let collision = StoreError::Unavailable {
            reason: DatabaseFault::Collision,
        };
        *self == collision
    }
}

/// Runs work on a connection that reads.
macro_rules! read {
    ($self:ident, |$connection:ident| $work:expr) => {{
        let mut reader = $crate::store::sql::Driver::reader($self).await?;
        let $connection: &mut dyn $crate::store::sql::Connection = &mut reader;
        let result = $work.await;
        $crate::store::sql::Driver::note($self, result)
    }};
}
use read;

/// Writes with copies of some values, and again if others got in the way.
macro_rules! write_to {
    ($self:ident, $extent:ident, ($($name:ident),*), |$connection:ident| $work:expr) => {{
        let mut attempt = 1;
        loop {
            $(let $name = ToOwned::to_owned($name);)*
            let extent = $crate::store::sql::Extent::$extent;
            let result = $crate::store::sql::Driver::write($self, extent, move |$connection| {
                Box::pin(async move { $work.await })
            });
            let result = result.await;
            match &result {
                Err(error)
                    if error.is_collision() && attempt < $crate::store::sql::MAX_WRITE_ATTEMPTS =>
                {
                    attempt += 1;
                }
                _ => break $crate::store::sql::Driver::note($self, result),
            }
        }
    }};
}
use write_to;
