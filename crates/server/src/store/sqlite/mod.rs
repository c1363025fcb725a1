//! The store in a SQLite file.

mod connection;
mod file;
#[cfg(test)]
mod plans;
mod private;
mod writer;

pub(super) use connection::read as read_row;

use super::fault_log::Faults;
use super::sql::{Connection, Driver, Extent, check_writable};
use super::{Beat, FaultCounts, Health, Node, NodeStatus, Nodes, StoreResult};
use async_trait::async_trait;
use futures_util::future::BoxFuture;
use quintain_table::Timestamp;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnection, SqlitePool, SqlitePoolOptions};
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use writer::Writer;

/// The number of reading connections.
const MAX_READERS: u32 = 4;

/// The store in a SQLite file: one connection that writes, several that read.
#[derive(Debug)]
pub struct Sqlite {
    writer: Writer,
    readers: SqlitePool,
    faults: Arc<Faults>,
    /// Keeps other servers away while the store is open.
    lock: Mutex<Option<File>>,
}

impl Sqlite {
    /// Opens a database file, creates it if necessary, and migrates it to the current schema. One
    /// process at a time can do that. The file does not grow beyond `max_bytes`.
    pub async fn open(file: &Path, max_bytes: Option<u64>) -> StoreResult<Sqlite> {
        private::ensure(file)?;
        let lock = file::lock(file)?;
        file::check_single_name(file)?;
        let options = file::options(file);
        let connect = file::connect_writer(options.clone(), max_bytes);
        let connected = connect().await;
        let mut connection = connected.map_err(|error| file::name_foreign_file(error, file))?;
        file::check_ours(&mut connection, file).await?;
        file::migrate(&mut connection).await?;
        let readers = SqlitePoolOptions::new()
            .max_connections(MAX_READERS)
            .acquire_timeout(file::BUSY_TIMEOUT)
            .connect_with(options.read_only(true))
            .await?;
        let faults = Arc::new(Faults::default());
        Ok(Sqlite {
            writer: Writer::start(connection, connect, Arc::clone(&faults)),
            readers,
            faults,
            lock: Mutex::new(Some(lock)),
        })
    }

    /// Writes a copy of a database to a new file. A server may be using it, and nothing in it is
    /// changed.
    pub async fn copy(database: &Path, file: &Path) -> StoreResult<()> {
        file::copy(database, file).await
    }

    /// Opens a database for one process that is not a server, which keeps servers away.
    pub(super) async fn open_for_reading(file: &Path) -> StoreResult<(SqliteConnection, File)> {
        file::open_for_reading(file).await
    }
}

impl Driver for Sqlite {
    type Reader = PoolConnection<sqlx::Sqlite>;

    async fn reader(&self) -> StoreResult<Self::Reader> {
        Ok(self.readers.acquire().await?)
    }

    /// All writes share the transactions of the one writer.
    async fn write<T, F>(&self, _: Extent, work: F) -> StoreResult<T>
    where
        T: Send + 'static,
        F: for<'c> FnOnce(&'c mut dyn Connection) -> BoxFuture<'c, StoreResult<T>> + Send + 'static,
    {
        self.writer.write(move |connection| work(connection)).await
    }

    fn note<T>(&self, result: StoreResult<T>) -> StoreResult<T> {
        self.faults.note(result)
    }
}

#[async_trait]
impl Health for Sqlite {
    async fn check_writable(&self) -> StoreResult<()> {
        self.faults.check()?;
        let checked = self
            .writer
            .write(|connection| Box::pin(check_writable(connection)));
        self.faults.note(checked.await)
    }

    async fn check_integrity(&self) -> StoreResult<()> {
        let mut reader = self.reader().await?;
        self.faults.note(file::check(&mut reader).await)
    }

    fn fault_counts(&self) -> FaultCounts {
        self.faults.counts()
    }

    async fn close(&self) {
        // The last connection merges the latest games into the database and removes the file next
        // to it, which only one that may write can do.
        self.readers.close().await;
        self.writer.close().await;
        // Only now may another server have it.
        self.lock
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
    }
}

/// The lock on the file keeps other processes away: there is one node, and it is always alone.
#[async_trait]
impl Nodes for Sqlite {
    fn can_be_shared(&self) -> bool {
        false
    }

    async fn join(&self, node: &Node) -> StoreResult<Result<Beat, Node>> {
        self.beat(node.status).await.map(Ok)
    }

    async fn beat(&self, _: NodeStatus) -> StoreResult<Beat> {
        Ok(Beat {
            now: Timestamp::now(),
            is_registered: true,
            ..Beat::default()
        })
    }

    async fn leave(&self) {}
}
