//! The one writer of a SQLite database, with group commit.
//!
//! SQLite has one writer at a time anyway, and making a transaction durable means waiting for
//! the disk. So all writes queue here, and those that arrive while the disk is busy share the
//! next transaction. Each has a savepoint of its own: one that fails leaves the others alone.
//! No write is acknowledged before the transaction is durable.
//!
//! Some faults end the whole transaction: a full disk, a rollback of SQLite's own, a write that
//! panics. Then every write that has run in it fails, and says why; the ones that have not run yet
//! get another transaction. After a panic nobody knows what the connection was doing, so it is
//! replaced.
//!
//! This is our own because a pool would give every write a transaction, and a wait for the disk,
//! of its own: sqlx has nothing that shares one.

use crate::store::fault_log::Faults;
use crate::store::{StoreError, StoreResult};
use async_trait::async_trait;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use sqlx::{Connection, Executor, SqliteConnection};
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// At most this many writes share a transaction, so that the first does not wait too long.
const MAX_BATCH_LEN: usize = 256;
/// At most this many writes are queued; others wait to get into the queue.
const QUEUE_LEN: usize = 4096;

/// Opens a connection for the writer.
pub(super) type Connect =
    Box<dyn Fn() -> BoxFuture<'static, StoreResult<SqliteConnection>> + Send + Sync>;

/// Hands writes to the writer's task.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Request>,
}

enum Request {
    Write(Box<dyn Job>),
    /// Ends the writer, and replies once its connection is closed.
    Close(oneshot::Sender<()>),
}

/// A write in the queue.
#[async_trait]
trait Job: Send {
    /// Does the write within a savepoint; an error if it has ended the whole transaction.
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), Broken>;
    /// Replies, once the transaction is durable or has failed.
    fn reply(self: Box<Self>, batch: &Result<(), Broken>);
}

/// Why a transaction ended before its time.
#[derive(Debug)]
enum Broken {
    /// A write panicked.
    Panic,
    /// The database failed.
    Failed(StoreError),
}

impl Broken {
    fn error(&self) -> StoreError {
        match self {
            Broken::Panic => StoreError::RolledBack,
            Broken::Failed(error) => error.clone(),
        }
    }
}

impl From<sqlx::Error> for Broken {
    fn from(error: sqlx::Error) -> Self {
        Broken::Failed(error.into())
    }
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
    async fn run(&mut self, connection: &mut SqliteConnection) -> Result<(), Broken> {
        let Some(work) = self.work.take() else {
            return Ok(());
        };
        let done = AssertUnwindSafe(async { work(&mut *connection).await });
        self.outcome = done.catch_unwind().await.map_err(|_| Broken::Panic)?;
        // The savepoint that the write starts from has been set already, and the next one is set
        // in the same call that releases this one: each call to the database's thread costs about
        // as much as a statement.
        let next = match self.outcome {
            Ok(_) => "RELEASE job; SAVEPOINT job",
            Err(_) => "ROLLBACK TO job",
        };
        match (connection.execute(next).await, &self.outcome) {
            (Ok(_), _) => Ok(()),
            // Without its savepoint the transaction is gone: SQLite has rolled it back itself,
            // for the reason that the write has met.
            (Err(_), Err(error)) => Err(Broken::Failed(error.clone())),
            (Err(error), Ok(_)) => Err(error.into()),
        }
    }

    fn reply(self: Box<Self>, batch: &Result<(), Broken>) {
        let outcome = match (self.outcome, batch) {
            (Ok(_), Err(broken)) => Err(broken.error()),
            (outcome, _) => outcome,
        };
        // The caller may have gone away.
        drop(self.reply.send(outcome));
    }
}

impl Writer {
    /// Starts the writer, on a connection of its own that it can replace.
    pub(super) fn start(
        connection: SqliteConnection,
        connect: Connect,
        faults: Arc<Faults>,
    ) -> Writer {
        let (queue, requests) = mpsc::channel(QUEUE_LEN);
        let task = WriterTask {
            connection: Some(connection),
            connect,
            faults,
        };
        tokio::spawn(task.run(requests));
        Writer { queue }
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
        let job = Request::Write(Box::new(Write {
            work: Some(work),
            outcome: Err(StoreError::RolledBack),
            reply,
        }));
        self.queue.send(job).await.map_err(|_| StoreError::Closed)?;
        response.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Ends the writer after everything that has been queued.
    pub(super) async fn close(&self) {
        let (reply, closed) = oneshot::channel();
        if self.queue.send(Request::Close(reply)).await.is_ok() {
            // An error means that it has ended already.
            closed.await.ok();
        }
    }
}

struct WriterTask {
    /// `None` after a panic, until there is another one.
    connection: Option<SqliteConnection>,
    connect: Connect,
    faults: Arc<Faults>,
}

impl WriterTask {
    async fn run(mut self, mut requests: mpsc::Receiver<Request>) {
        let mut received = Vec::new();
        let mut closed = None;
        while closed.is_none() && requests.recv_many(&mut received, MAX_BATCH_LEN).await > 0 {
            let mut batch = Vec::new();
            for request in received.drain(..) {
                match request {
                    Request::Write(job) => batch.push(job),
                    Request::Close(reply) => {
                        requests.close();
                        closed = Some(reply);
                    }
                }
            }
            while !batch.is_empty() {
                self.commit(&mut batch).await;
            }
        }
        if let Some(connection) = self.connection {
            drop(connection.close().await);
        }
        if let Some(reply) = closed {
            reply.send(()).ok();
        }
    }

    /// Commits the writes of a batch. After a fault those remain that have not run yet.
    async fn commit(&mut self, batch: &mut Vec<Box<dyn Job>>) {
        let mut ran = 0;
        let outcome = match self.connection().await {
            Ok(connection) => in_transaction(connection, batch, &mut ran).await,
            Err(error) => Err(Broken::Failed(error)),
        };
        if let Err(broken) = &outcome {
            self.faults.transaction_failed(&broken.error(), ran);
            self.recover(broken).await;
        }
        if ran == 0 {
            // There is no transaction to be had at all.
            ran = batch.len();
        }
        for job in batch.drain(..ran) {
            job.reply(&outcome);
        }
    }

    async fn connection(&mut self) -> StoreResult<&mut SqliteConnection> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let connection = (self.connect)().await?;
                self.faults.writer_restarted();
                connection
            }
        };
        Ok(self.connection.insert(connection))
    }

    /// Brings the connection back to a state in which it can begin a transaction.
    async fn recover(&mut self, broken: &Broken) {
        let Some(connection) = &mut self.connection else {
            return;
        };
        let rolled_back = connection.execute("ROLLBACK").await;
        let is_idle = rolled_back.is_ok() || connection.execute("BEGIN; ROLLBACK").await.is_ok();
        if matches!(broken, Broken::Panic) || !is_idle {
            // Closing it undoes whatever it was doing.
            self.connection = None;
        }
    }
}

async fn in_transaction(
    connection: &mut SqliteConnection,
    batch: &mut [Box<dyn Job>],
    ran: &mut usize,
) -> Result<(), Broken> {
    connection.execute("BEGIN IMMEDIATE; SAVEPOINT job").await?;
    for job in batch {
        *ran += 1;
        job.run(connection).await?;
    }
    connection.execute("RELEASE job; COMMIT").await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Connect, Faults, Writer};
    use crate::captured_log::CapturedLog;
    use crate::store::{StoreError, StoreResult};
    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions, Connection, Executor, Row, SqliteConnection};
    use std::sync::Arc;

    /// A database with a table of unique numbers, its writer, and a connection that reads.
    async fn numbers(dir: &tempfile::TempDir) -> (Writer, Arc<Faults>, SqliteConnection) {
        let options = SqliteConnectOptions::new()
            .filename(dir.path().join("test.db"))
            .create_if_missing(true);
        let connect: Connect = Box::new(move || {
            let options = options.clone();
            Box::pin(async move { Ok(options.connect().await?) })
        });
        let mut connection = connect().await.expect("a database");
        connection
            .execute("PRAGMA journal_mode = WAL; CREATE TABLE numbers (n BIGINT PRIMARY KEY)")
            .await
            .expect("a table");
        let (faults, reader) = (Arc::new(Faults::default()), connect().await.expect("open"));
        let writer = Writer::start(connection, connect, Arc::clone(&faults));
        (writer, faults, reader)
    }

    async fn insert(writer: &Writer, sql: &'static str) -> StoreResult<()> {
        writer
            .write(move |connection| {
                Box::pin(async move {
                    connection.execute(sql).await?;
                    Ok(())
                })
            })
            .await
    }

    async fn stored(reader: &mut SqliteConnection) -> Vec<i64> {
        let rows = sqlx::query("SELECT n FROM numbers ORDER BY n");
        let rows = rows.fetch_all(reader).await.expect("rows");
        rows.iter().map(|row| row.get(0)).collect()
    }

    #[tokio::test]
    async fn a_write_that_panics_loses_only_its_batch_and_the_writer_goes_on() {
        let dir = tempfile::tempdir().expect("a directory");
        let (writer, faults, mut reader) = numbers(&dir).await;
        let (log, _capturing) = CapturedLog::start();
        insert(&writer, "INSERT INTO numbers VALUES (1)")
            .await
            .expect("acknowledged");
        // All three are queued before the writer gets to run.
        let panic = writer.write::<(), _>(|_| panic!("a bug"));
        let (before, panicked, after) = tokio::join!(
            insert(&writer, "INSERT INTO numbers VALUES (2)"),
            panic,
            insert(&writer, "INSERT INTO numbers VALUES (3)"),
        );
        assert_eq!(before, Err(StoreError::RolledBack));
        assert_eq!(panicked, Err(StoreError::RolledBack));
        assert_eq!(after, Ok(()), "it had not run yet");
        assert_eq!(stored(&mut reader).await, [1, 3]);
        // It says what has happened.
        let counts = faults.counts();
        assert_eq!((counts.failed_transactions, counts.writer_restarts), (1, 1));
        assert!(log.has_line(&["ERROR", "transaction failed", "writes=2"]));
        assert!(log.has_line(&["WARN", "writer has been restarted"]));
        insert(&writer, "INSERT INTO numbers VALUES (4)")
            .await
            .expect("the writer works");
        assert_eq!(stored(&mut reader).await, [1, 3, 4]);
    }

    #[tokio::test]
    async fn a_rollback_by_sqlite_itself_acknowledges_nothing_that_it_undid() {
        let dir = tempfile::tempdir().expect("a directory");
        let (writer, faults, mut reader) = numbers(&dir).await;
        insert(&writer, "INSERT INTO numbers VALUES (1)")
            .await
            .expect("acknowledged");
        let (before, conflict, after) = tokio::join!(
            insert(&writer, "INSERT INTO numbers VALUES (2)"),
            insert(&writer, "INSERT OR ROLLBACK INTO numbers VALUES (1)"),
            insert(&writer, "INSERT INTO numbers VALUES (3)"),
        );
        assert!(before.is_err() && conflict.is_err(), "{before:?}");
        // What was acknowledged is there, and nothing else.
        let expected: &[i64] = if after.is_ok() { &[1, 3] } else { &[1] };
        assert_eq!(stored(&mut reader).await, expected);
        assert_eq!(after, Ok(()), "it had not run yet");
        assert_eq!(faults.counts().writer_restarts, 0);
    }

    #[tokio::test]
    async fn a_failing_write_leaves_the_others_of_its_batch_alone() {
        let dir = tempfile::tempdir().expect("a directory");
        let (writer, _, mut reader) = numbers(&dir).await;
        let (before, conflict, after) = tokio::join!(
            insert(&writer, "INSERT INTO numbers VALUES (1)"),
            insert(&writer, "INSERT INTO numbers VALUES (1)"),
            insert(&writer, "INSERT INTO numbers VALUES (2)"),
        );
        assert!(before.is_ok() && conflict.is_err() && after.is_ok());
        assert_eq!(stored(&mut reader).await, [1, 2]);
        writer.close().await;
        let closed = insert(&writer, "INSERT INTO numbers VALUES (3)").await;
        assert_eq!(closed, Err(StoreError::Closed));
        reader.close().await.expect("closed");
    }
}
