//! The connections of a store.
//!
//! This is our own because the pool of sqlx asks the server whether a connection works before and
//! after each use: a move would be three round trips instead of one. Here a connection is trusted
//! for a few seconds after its last use, and dropped as soon as anything but an answer comes of it.

use super::connection::{bind, read};
use super::server;
use crate::store::sql::{Connection, Row, Statement, Value};
use crate::store::{DatabaseFault, StoreError, StoreResult};
use async_trait::async_trait;
use sqlx::Connection as _;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many connections there may be.
const MAX_CONNECTIONS: u32 = 20;
/// How long a query waits for a connection, and closing waits for queries.
const ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
/// A connection that was used this long ago is tested first.
const TRUSTED_FOR: Duration = Duration::from_secs(5);
/// How long a statement may take. The server gives up before that; this is for one that is gone.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(40);

/// The connections, cheap to clone.
#[derive(Clone)]
pub(super) struct Pool(Arc<Shared>);

struct Shared {
    options: PgConnectOptions,
    /// Connections that nobody is using, and since when.
    idle: Mutex<Vec<(PgConnection, Instant)>>,
    places: Arc<Semaphore>,
}

impl fmt::Debug for Pool {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Pool")
    }
}

impl Pool {
    pub(super) fn new(options: PgConnectOptions) -> Pool {
        Pool(Arc::new(Shared {
            options,
            idle: Mutex::default(),
            places: Arc::new(Semaphore::new(MAX_CONNECTIONS as usize)),
        }))
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(PgConnection, Instant)>> {
        // The list is consistent between any two of its operations.
        self.0.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A connection.
    pub(super) async fn acquire(&self) -> StoreResult<Pooled> {
        let place = Arc::clone(&self.0.places).acquire_owned();
        let place = tokio::time::timeout(ACQUIRE_TIMEOUT, place).await;
        let place = place
            .map_err(|_| unavailable(DatabaseFault::Overloaded))?
            .map_err(|_| StoreError::Closed)?;
        let connection = match self.next_idle().await {
            Some(connection) => connection,
            None => {
                let connected = server::connect(&self.0.options).await;
                connected.map_err(|error| match error {
                    StoreError::CannotOpen { reason } => unavailable(reason),
                    other => other,
                })?
            }
        };
        Ok(Pooled {
            connection: Some(connection),
            pool: self.clone(),
            in_transaction: false,
            _place: place,
        })
    }

    /// A connection that works and that nobody is using.
    async fn next_idle(&self) -> Option<PgConnection> {
        loop {
            let (mut connection, since) = self.idle().pop()?;
            if since.elapsed() < TRUSTED_FOR {
                return Some(connection);
            }
            let tested = tokio::time::timeout(ACQUIRE_TIMEOUT, connection.ping()).await;
            if matches!(tested, Ok(Ok(()))) {
                return Some(connection);
            }
        }
    }

    /// Waits for whatever is under way, and closes all connections.
    pub(super) async fn close(&self) {
        let all = self.0.places.acquire_many(MAX_CONNECTIONS);
        // After that time they are closed under those who still use them.
        drop(tokio::time::timeout(ACQUIRE_TIMEOUT, all).await);
        self.0.places.close();
        let idle = std::mem::take(&mut *self.idle());
        for (connection, _) in idle {
            connection.close().await.ok();
        }
    }
}

fn unavailable(reason: DatabaseFault) -> StoreError {
    StoreError::Unavailable { reason }
}

/// A connection in use. It goes back to the pool when it is dropped, if it can be used again.
pub(in crate::store) struct Pooled {
    /// `None` while a statement is under way, and after one that got no answer.
    connection: Option<PgConnection>,
    pool: Pool,
    in_transaction: bool,
    _place: OwnedSemaphorePermit,
}

impl Pooled {
    pub(super) async fn begin(&mut self) -> StoreResult<()> {
        self.execute(&BEGIN, &[]).await?;
        self.in_transaction = true;
        Ok(())
    }

    pub(super) async fn commit(&mut self) -> StoreResult<()> {
        self.execute(&COMMIT, &[]).await?;
        self.in_transaction = false;
        Ok(())
    }

    /// Undoes a transaction that has failed. If that fails too, the connection is dropped.
    pub(super) async fn roll_back(&mut self) {
        self.in_transaction = self.execute(&ROLLBACK, &[]).await.is_err();
    }

    /// Runs a statement on the connection, which is put back only if there is an answer.
    async fn run<T>(
        &mut self,
        statement: impl AsyncFnOnce(&mut PgConnection) -> Result<T, sqlx::Error>,
    ) -> StoreResult<T> {
        let Some(mut connection) = self.connection.take() else {
            return Err(unavailable(DatabaseFault::NotRunning));
        };
        let result = tokio::time::timeout(STATEMENT_TIMEOUT, statement(&mut connection)).await;
        let Ok(result) = result else {
            return Err(unavailable(DatabaseFault::Overloaded));
        };
        let result = result.map_err(StoreError::from);
        match &result {
            Err(StoreError::Unavailable { reason }) if *reason != DatabaseFault::Collision => {
                // The others are probably dead as well.
                self.pool.idle().clear();
            }
            _ => self.connection = Some(connection),
        }
        result
    }
}

const BEGIN: Statement = transaction("BEGIN");
const COMMIT: Statement = transaction("COMMIT");
const ROLLBACK: Statement = transaction("ROLLBACK");

const fn transaction(sql: &'static str) -> Statement {
    Statement {
        sqlite: "",
        postgres: sql,
    }
}

impl Drop for Pooled {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take()
            && !self.in_transaction
            && !self.pool.0.places.is_closed()
        {
            self.pool.idle().push((connection, Instant::now()));
        }
    }
}

#[async_trait]
impl Connection for Pooled {
    async fn execute(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<u64> {
        let query = bind(sql, values);
        let done = self.run(async |connection| query.execute(connection).await);
        Ok(done.await?.rows_affected())
    }

    async fn fetch(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<Vec<Row>> {
        let query = bind(sql, values);
        let rows = self.run(async |connection| query.fetch_all(connection).await);
        rows.await?.iter().map(read).collect()
    }

    async fn lock(&mut self, sql: &Statement, values: &[Value<'_>]) -> StoreResult<()> {
        self.execute(sql, values).await.map(drop)
    }
}
