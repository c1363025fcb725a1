//! The one writer of a SQLite database.
//!
//! SQLite has one writer at a time anyway, and making a transaction durable costs a wait for the
//! disk. So all writes queue here, and those that came while the disk was busy share the next
//! transaction. Each has its own savepoint: one that fails leaves the others alone. Nobody gets
//! an answer before the transaction is durable.

use crate::store::{StoreError, Stored};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use sqlx::{Connection, Executor, SqliteConnection};
use tokio::sync::{mpsc, oneshot};
use tracing::error;

/// At most so many writes share a transaction, so that the first need not wait for ever.
const BATCH: usize = 256;
/// At most so many wait; more wait outside.
const QUEUE: usize = 4096;

/// Hands writes to the writer.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    jobs: mpsc::Sender<Box<dyn Job>>,
}

/// A write in the queue.
#[async_trait]
trait Job: Send {
    /// Does it, within a savepoint.
    async fn run(&mut self, connection: &mut SqliteConnection);
    /// Answers, once the transaction is durable or has failed.
    fn answer(self: Box<Self>, durable: bool);
}

struct Write<T, F> {
    work: Option<F>,
    outcome: Stored<T>,
    reply: oneshot::Sender<Stored<T>>,
}

#[async_trait]
impl<T, F> Job for Write<T, F>
where
    T: Send,
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Stored<T>> + Send,
{
    async fn run(&mut self, connection: &mut SqliteConnection) {
        if let Some(work) = self.work.take() {
            self.outcome = in_savepoint(connection, work).await;
        }
    }

    fn answer(self: Box<Self>, durable: bool) {
        let outcome = match self.outcome {
            Ok(_) if !durable => Err(StoreError::Closed),
            outcome => outcome,
        };
        // Whoever asked may have gone away.
        drop(self.reply.send(outcome));
    }
}

/// Does one write of a batch; what it did is undone if it fails. The savepoint that it starts
/// from is there already, and the next one is set in the same breath as this one is released:
/// each call to the database's thread costs about as much as a statement.
async fn in_savepoint<T, F>(connection: &mut SqliteConnection, work: F) -> Stored<T>
where
    F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Stored<T>>,
{
    let outcome = work(connection).await;
    let next = match outcome {
        Ok(_) => "RELEASE one; SAVEPOINT one",
        Err(_) => "ROLLBACK TO one",
    };
    connection.execute(next).await?;
    outcome
}

impl Writer {
    /// Starts the writer on a connection of its own.
    pub(super) fn start(connection: SqliteConnection) -> Writer {
        let (jobs, queue) = mpsc::channel(QUEUE);
        tokio::spawn(write_all(connection, queue));
        Writer { jobs }
    }

    /// Does some work in a transaction and waits until it is durable.
    pub(super) async fn write<T, F>(&self, work: F) -> Stored<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut SqliteConnection) -> BoxFuture<'c, Stored<T>> + Send + 'static,
    {
        let (reply, answer) = oneshot::channel();
        let job = Box::new(Write {
            work: Some(work),
            outcome: Err(StoreError::Closed),
            reply,
        });
        self.jobs.send(job).await.map_err(|_| StoreError::Closed)?;
        answer.await.unwrap_or(Err(StoreError::Closed))
    }
}

async fn write_all(mut connection: SqliteConnection, mut queue: mpsc::Receiver<Box<dyn Job>>) {
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, BATCH).await > 0 {
        let outcome = in_transaction(&mut connection, &mut batch).await;
        if let Err(error) = &outcome {
            error!(%error, writes = batch.len(), "a transaction failed");
            // Nothing is open if it was the BEGIN that failed.
            drop(connection.execute("ROLLBACK").await);
        }
        for job in batch.drain(..) {
            job.answer(outcome.is_ok());
        }
    }
    drop(connection.close().await);
}

async fn in_transaction(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Job>],
) -> Result<(), sqlx::Error> {
    connection.execute("BEGIN IMMEDIATE; SAVEPOINT one").await?;
    for job in batch {
        job.run(connection).await;
    }
    connection.execute("RELEASE one; COMMIT").await?;
    Ok(())
}
