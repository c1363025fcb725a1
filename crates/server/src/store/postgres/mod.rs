//! The store in a PostgreSQL database.
//!
//! Any number of connections write at the same time. Statements that stand alone are transactions
//! by themselves, so that a move is one round trip; the others take their locks in a fixed order
//! (see [`Connection::lock`]), and are tried again if they collide all the same.

mod connection;
mod copy;
mod nodes;
#[cfg(test)]
mod plans;
mod pool;
mod server;

pub(super) use copy::Target;

use super::fault_log::Faults;
use super::sql::{Connection, Driver, Extent, check_writable, fetch_count};
use super::{
    Beat, DatabaseFault, FaultCounts, Health, Node, NodeStatus, Nodes, StoreError, StoreResult,
};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use nodes::Membership;
use pool::{Pool, Pooled};

/// The store in a PostgreSQL database.
#[derive(Debug)]
pub struct Postgres {
    pool: Pool,
    faults: Faults,
    /// This process among those that use the database.
    membership: Membership,
}

impl Postgres {
    /// Opens a database by its URL, and migrates it to the current schema.
    pub async fn open(url: &str) -> StoreResult<Postgres> {
        let options = server::options(url)?;
        let mut connection = server::connect(&options).await?;
        server::check(&mut connection, url).await?;
        server::migrate(&mut connection).await?;
        Ok(Postgres {
            pool: Pool::new(options.clone()),
            faults: Faults::default(),
            membership: Membership::new(options),
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
        // Only now may a server have it that does not know of this one.
        self.membership.leave().await;
    }
}

#[async_trait]
impl Nodes for Postgres {
    fn can_be_shared(&self) -> bool {
        true
    }

    async fn join(&self, node: &Node) -> StoreResult<Result<Beat, Node>> {
        self.membership.join(node).await
    }

    async fn beat(&self, status: NodeStatus) -> StoreResult<Beat> {
        self.membership.beat(status).await
    }

    async fn leave(&self) {
        self.membership.leave().await;
    }
}
