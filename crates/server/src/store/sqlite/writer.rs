//! The one writer of a SQLite database, with group commit.
//!
//! SQLite has one writer at a time anyway, and making a transaction durable means waiting for
//! the disk. So all writes queue here, and those that arrive while the disk is busy share the
//! next transaction. Each has a savepoint of its own: one that fails leaves the others alone.
//! No write is acknowledged before the transaction is durable.
//!
//! This is our own because a pool would give every write a transaction, and a wait for the disk,
//! of its own: sqlx has nothing that shares one.

use crate::store::{StoreError, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tracing::error;

/// At most this many writes share a transaction, so that the first does not wait too long.
const MAX_BATCH_LEN: usize = 256;
/// At most this many writes are queued; others wait to get into the queue.
const QUEUE_LEN: usize = 4096;

/// Hands writes to the writer's task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Box<dyn Job>>,
}

/// A write in the queue.
#[async_trait]
trait Job: Send {
    /// Does the write within a savepoint.
    async fn run(&mut self, connection: &mut SqliteConnection);
    /// Replies, once the transaction is durable or has failed.
    fn reply(self: Box<Self>, durable: bool);
}

struct Write<T, F> {
    work: Option<F>,
    outcome: StoreResult<T>,
    reply: oneshot::Sender<StoreResult<T>>,
}

#[async_trait]
impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, StoreResult<T>> + Send,
{
    async fn run(&mut self, connection: &mut SqliteConnection) {
        if let Some(work) = self.work.take() {
            self.outcome = in_savepoint(connection, work).await;
        }
    }

    fn reply(self: Box<Self>, durable: bool) {
        let outcome = match self.outcome {
            Ok(_) if !durable => Err(StoreError::Closed),
            outcome => outcome,
        };
        // The caller may have gone away.
        drop(self.reply.send(outcome));
    }
}

/// Does one write of a batch, and undoes it if it fails. The savepoint that it starts from has
/// been set already, and the next one is set in the same call that releases this one: each call
/// to the database's thread costs about as much as a statement.
async fn in_savepoint<T, F>(connection: &mut SqliteConnection, work: F) -> StoreResult<T>
where
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, StoreResult<T>>,
{
    let outcome = work(connection).await;
    let next = match outcome {
        Ok(_) => "RELEASE job; SAVEPOINT job",
        Err(_) => "ROLLBACK TO job",
    };
    connection.execute(next).await?;
    outcome
}

impl Writer {
    /// Starts the writer on a connection of its own.
    pub(super) fn start(connection: SqliteConnection) -> Writer {
        let (jobs, queue) = mpsc::channel(QUEUE_LEN);
        tokio::spawn(write_all(connection, queue));
        Writer { jobs }
    }

    /// Does some work in a transaction and waits until it is durable.
    pub(super) async fn write<T, F>(&self, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, StoreResult<T>>
            + Send
            + 'static,
    {
        let (reply, response) = oneshot::channel();
        let job = Box::new(Write {
            work: Some(work),
            outcome: Err(StoreError::Closed),
            reply,
        });
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        response.await.unwrap_or(Err(StoreError::Closed))
    }
}

async fn write_all(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Box<dyn Job>>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, MAX_BATCH_LEN).await > 0 {
        let outcome = in_transaction(&mut connection, &mut batch).await;
        if let Err(error) = &outcome {
            error!(%error, writes = batch.len(), "transaction failed");
            // If it was the BEGIN that failed, there is nothing to roll back.
            drop(connection.execute("ROLLBACK").await);
        }
        for job in batch.drain(..) {
            job.reply(outcome.is_ok());
        }
    }
    drop(connection.close().await);
}

async fn in_transaction(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Job>],
) -> Result<(), sqlx::Error> {
    connection.execute("BEGIN IMMEDIATE; SAVEPOINT job").await?;
    for job in batch {
        job.run(connection).await;
    }
    connection.execute("RELEASE job; COMMIT").await?;
    Ok(())
}
