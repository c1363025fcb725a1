//! The store in a PostgreSQL database.
//!
//! Any number of connections write at the same time. Statements that stand alone are transactions
//! by themselves, so that a move is one round trip; the others take their locks in a fixed order
//! (see [`Connection::lock`]), and are tried again if they collide all the same.

mod connection;
mod copy;
mod guard;
#[cfg(test)]
mod plans;
mod server;

pub(super) use copy::Target;

use super::fault_log::Faults;
use super::sql::{Connection, Driver, Extent, check_writable};
use super::{DatabaseFault, FaultCounts, Health, StoreError, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use guard::Guard;
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{Acquire, Executor, Row};
use std::time::Duration;

/// How many connections there may be.
const MAX_CONNECTIONS: u32 = 20;
/// How long a query waits for a connection.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);

/// The store in a PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    pool: PgPool,
    faults: Faults,
    /// Keeps other servers away while the store is open.
    guard: Guard,
}

impl Postgres {
    /// Opens a database by its URL, and migrates it to the current schema.
    pub async fn open(url: &str) -> StoreResult<Postgres> {
        let options = server::options(url)?;
        let mut connection = server::connect(&options).await?;
        server::check(&mut connection, url).await?;
        server::migrate(&mut connection).await?;
        let guard = Guard::acquire(options.clone(), connection, url).await?;
        let pool = PgPoolOptions::new()
            .max_connections(MAX_CONNECTIONS)
            .acquire_timeout(ACQUIRE_TIMEOUT)
            .connect_with(options)
            .await?;
        Ok(Postgres {
            pool,
            faults: Faults::default(),
            guard,
        })
    }
}

impl Driver for Postgres {
    type Reader = PoolConnection<sqlx::Postgres>;

    async fn reader(&self) -> StoreResult<Self::Reader> {
        Ok(self.pool.acquire().await?)
    }

    async fn write<T, F>(&self, extent: Extent, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut dyn Connection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        let mut connection = self.reader().await?;
        match extent {
            Extent::Statement => work(&mut *connection).await,
            Extent::Transaction => {
                let mut transaction = connection.begin().await?;
                let done = work(&mut *transaction).await?;
                transaction.commit().await?;
                Ok(done)
            }
        }
    }

    fn note<T>(&self, result: StoreResult<T>) -> StoreResult<T> {
        if let Err(
            error @ (StoreError::Database { .. }
            | StoreError::Unavailable { .. }
            | StoreError::CannotWrite { .. }
            | StoreError::Full),
        ) = &result
        {
            self.faults.transaction_failed(error, 1);
        }
        self.faults.note(result)
    }
}

#[async_trait]
impl Health for Postgres {
    async fn check_writable(&self) -> StoreResult<()> {
        self.faults.check()?;
        let checked = self.write(Extent::Transaction, |connection| {
            Box::pin(check_writable(connection))
        });
        self.note(checked.await)
    }

    /// The server verifies pages as it reads them, if the cluster has checksums; this asks whether
    /// any were wrong.
    async fn check_integrity(&self) -> StoreResult<()> {
        let failures = "SELECT COALESCE(checksum_failures, 0) FROM pg_stat_database \
                        WHERE datname = current_database()";
        let mut reader = self.reader().await?;
        let row = reader.fetch_one(failures).await?;
        let checked = match row.try_get::<i64, _>(0)? {
            0 => Ok(()),
            _ => Err(StoreError::Damaged {
                reason: DatabaseFault::Damaged,
            }),
        };
        self.note(checked)
    }

    fn fault_counts(&self) -> FaultCounts {
        self.faults.counts()
    }

    async fn close(&self) {
        self.pool.close().await;
        // Only now may another server have it.
        self.guard.release().await;
    }
}
