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
mod pool;
mod server;

pub(super) use copy::Target;

use super::fault_log::Faults;
use super::sql::{Connection, Driver, Extent, check_writable, fetch_count};
use super::{DatabaseFault, FaultCounts, Health, StoreError, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use guard::Guard;
use pool::{Pool, Pooled};

/// The store in a PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
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
        Ok(Postgres {
            pool: Pool::new(options),
            faults: Faults::default(),
            guard,
        })
    }
}

impl Driver for Postgres {
    type Reader = Pooled;

    async fn reader(&self) -> StoreResult<Pooled> {
        self.pool.acquire().await
    }

    async fn write<T, F>(&self, extent: Extent, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut dyn Connection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        let mut connection = self.reader().await?;
        if extent == Extent::Statement {
            return work(&mut connection).await;
        }
        connection.begin().await?;
        match work(&mut connection).await {
            Ok(done) => connection.commit().await.map(|()| done),
            Err(error) => {
                connection.roll_back().await;
                Err(error)
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
        let mut reader = self.reader().await?;
        let checked = match fetch_count(&mut reader, &server::CHECKSUM_FAILURES, &[]).await {
            Ok(0) => Ok(()),
            Ok(_) => Err(StoreError::Damaged {
                reason: DatabaseFault::Damaged,
            }),
            Err(error) => Err(error),
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
