//! Keeps other servers away from a database.
//!
//! A lock that belongs to a connection: PostgreSQL releases it when the connection ends, however
//! that happens. Nothing that is stored depends on it, since the database decides all races; but
//! two servers that do not know of each other would not tell their clients what the other stores.

use super::server;
use crate::store::database::without_password;
use crate::store::{StoreError, StoreResult};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{Connection, Executor, Row};
use std::time::Duration;
use tokio::sync::{Mutex, mpsc, oneshot};
use tracing::{error, warn};

/// Who has the lock.
const OWNER: &str = "SELECT a.application_name FROM pg_locks l \
    JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' \
    AND l.classid = 7878 AND l.objid = 1 AND l.granted \
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) LIMIT 1";
const LOCK: &str = "SELECT pg_try_advisory_lock(7878, 1)";
const UNLOCK: &str = "SELECT pg_advisory_unlock(7878, 1)";
/// A server that was killed a moment ago may still seem to have it.
const ATTEMPTS: u32 = 30;
const RETRY_INTERVAL: Duration = Duration::from_millis(100);
/// How often the lock is checked: the server may have been restarted.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);

/// Holds the lock until it is released or dropped.
#[derive(Debug)]
pub(super) struct Guard(Mutex<Option<mpsc::Sender<oneshot::Sender<()>>>>);

impl Guard {
    /// Takes the lock on a connection that is kept for it.
    pub(super) async fn acquire(
        options: PgConnectOptions,
        mut connection: PgConnection,
        url: &str,
    ) -> StoreResult<Guard> {
        for attempt in 1.. {
            if try_lock(&mut connection).await? {
                break;
            }
            if attempt == ATTEMPTS {
                let owner = connection.fetch_optional(OWNER).await?;
                let owner = owner.map(|row| row.try_get::<String, _>(0)).transpose()?;
                let process = owner.unwrap_or_default();
                return Err(StoreError::InUse {
                    file: without_password(url),
                    process: match process.strip_prefix("quintain ") {
                        Some(id) => id.to_owned(),
                        None => "?".to_owned(),
                    },
                });
            }
            tokio::time::sleep(RETRY_INTERVAL).await;
        }
        let (release, released) = mpsc::channel(1);
        tokio::spawn(hold(options, connection, released));
        Ok(Guard(Mutex::new(Some(release))))
    }

    /// Releases the lock.
    pub(super) async fn release(&self) {
        let Some(release) = self.0.lock().await.take() else {
            return;
        };
        let (reply, done) = oneshot::channel();
        if release.send(reply).await.is_ok() {
            // An error means that it has ended already.
            done.await.ok();
        }
    }
}

async fn try_lock(connection: &mut PgConnection) -> StoreResult<bool> {
    Ok(connection.fetch_one(LOCK).await?.try_get(0)?)
}

/// Holds the lock, and takes it again when the connection was lost.
async fn hold(
    options: PgConnectOptions,
    connection: PgConnection,
    mut released: mpsc::Receiver<oneshot::Sender<()>>,
) {
    let mut connection = Some(connection);
    loop {
        match tokio::time::timeout(CHECK_INTERVAL, released.recv()).await {
            // Everyone who could release it is gone.
            Ok(None) => return,
            Ok(Some(reply)) => {
                if let Some(mut connection) = connection {
                    connection.execute(UNLOCK).await.ok();
                    connection.close().await.ok();
                }
                reply.send(()).ok();
                return;
            }
            Err(_) => {}
        }
        let is_alive = match &mut connection {
            Some(connection) => connection.execute("SELECT 1").await.is_ok(),
            None => false,
        };
        if !is_alive {
            connection = retake(&options).await;
        }
    }
}

async fn retake(options: &PgConnectOptions) -> Option<PgConnection> {
    match server::connect(options).await {
        Ok(mut connection) => match try_lock(&mut connection).await {
            Ok(true) => Some(connection),
            Ok(false) => {
                error!("another server has taken the database; stop one of them");
                None
            }
            Err(error) => {
                warn!(%error, "cannot take the lock of the database");
                None
            }
        },
        Err(error) => {
            warn!(%error, "the database is away");
            None
        }
    }
}
