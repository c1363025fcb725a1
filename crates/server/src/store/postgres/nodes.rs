//! The processes that use a database, and what each says about itself.
//!
//! A node holds a lock that belongs to a connection: PostgreSQL releases it when the connection
//! ends, however that happens, so that a node that was killed is gone at once. Its row says when it
//! was last seen, by the database's clock: a node that cannot be reached is gone after a while,
//! although its connection still seems to be there. Both have a connection of their own, so that
//! they never wait for anything else.

use super::server;
use crate::store::{Beat, Node, NodeStatus, StoreError, StoreResult};
use quintain_table::Timestamp;
use sqlx::postgres::{PgConnectOptions, PgConnection, PgRow};
use sqlx::{Connection, Executor, Row};
use std::time::Duration;
use tokio::sync::Mutex;
use tracing::{error, warn};

/// The database's clock, in milliseconds.
macro_rules! now {
    () => {
        "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
    };
}

/// When games could last be played, by whatever node.
macro_rules! last_beat {
    () => {
        "SELECT MAX(at) AS at FROM (SELECT MAX(seen_at) AS at FROM nodes WHERE has_bus = 1 \
         UNION ALL SELECT CAST(value AS BIGINT) FROM metadata WHERE key = 'heartbeat_at') AS beats"
    };
}

/// Nodes join one after the other.
const LOCK_JOINING: &str = "SELECT pg_advisory_xact_lock(7877, 1)";
/// The lock of a node. Its number is random, so that a node that is started again is another one.
const LOCK: &str = "SELECT pg_try_advisory_lock(7878, CAST($1 AS INT))";
const UNLOCK: &str = "SELECT pg_advisory_unlock_all()";
/// The nodes that have their lock and were seen lately.
const LOCKED_NODES: &str = concat!(
    "SELECT id, process, has_bus, bus_is_up, users_online FROM nodes n WHERE id <> $1 \
     AND seen_at > ",
    now!(),
    " - 30000 AND EXISTS (SELECT FROM pg_locks l WHERE l.locktype = 'advisory' \
     AND l.classid = 7878 AND CAST(l.objid AS BIGINT) = n.lock_number AND l.granted \
     AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())) \
     ORDER BY id"
);
/// What was lost is known before the row of an earlier process with this name is overwritten.
const STORE_OUTAGE: &str = concat!(
    "INSERT INTO outages (from_at, to_at) SELECT at, now FROM (",
    last_beat!(),
    ") AS last, (SELECT ",
    now!(),
    " AS now) AS clock WHERE now - at > $1 ON CONFLICT DO NOTHING"
);
const REGISTER: &str = concat!(
    "INSERT INTO nodes (id, lock_number, process, has_bus, bus_is_up, users_online, seen_at) \
     VALUES ($1, $2, $3, $4, $5, $6, ",
    now!(),
    ") ON CONFLICT (id) DO UPDATE SET lock_number = excluded.lock_number, \
     process = excluded.process, has_bus = excluded.has_bus, bus_is_up = excluded.bus_is_up, \
     users_online = excluded.users_online, seen_at = excluded.seen_at, has_left = 0"
);
/// Rows that nobody needs. The one that was seen last stays: it says since when nobody could play.
const FORGET: [&str; 2] = [
    "DELETE FROM nodes WHERE seen_at < (SELECT MAX(seen_at) FROM nodes) - 86400000",
    "DELETE FROM outages WHERE to_at < (SELECT MAX(to_at) FROM outages) - 86400000",
];
/// Reports that a node is alive. If none was for a while, the row that was seen last says since when;
/// several nodes that find that out at the same time store it once.
const BEAT: &str = concat!(
    "WITH clock AS MATERIALIZED (SELECT ",
    now!(),
    " AS now), last AS (",
    last_beat!(),
    "), lost AS (INSERT INTO outages (from_at, to_at) SELECT at, now FROM last, clock \
     WHERE now - at > $5 AND EXISTS (SELECT FROM nodes WHERE id = $1 AND has_bus = 1) \
     ON CONFLICT DO NOTHING), \
     seen AS (UPDATE nodes SET seen_at = now, bus_is_up = $3, users_online = $4 FROM clock \
     WHERE id = $1 AND lock_number = $2 RETURNING id) \
     SELECT now, EXISTS (SELECT FROM seen) FROM clock"
);
const LIVE_NODES: &str = concat!(
    "SELECT id, process, has_bus, bus_is_up, users_online FROM nodes \
     WHERE id <> $1 AND has_left = 0 AND seen_at > ",
    now!(),
    " - 3000 ORDER BY id"
);
const OUTAGES: &str = concat!(
    "SELECT from_at, to_at FROM outages WHERE to_at > ",
    now!(),
    " - 600000 ORDER BY to_at"
);
const LEAVE: &str = concat!(
    "UPDATE nodes SET has_left = 1, seen_at = ",
    now!(),
    " WHERE id = $1 AND lock_number = $2"
);
/// A crash may lose the last of these rows. Then an outage seems longer than it was, by that much.
const NO_NEED_TO_WAIT: &str = "SET synchronous_commit = off";

/// If no node was seen for longer than this, nobody could play.
const OUTAGE_AFTER_MS: i64 = 2000;
/// How long all of it may take.
const TIMEOUT: Duration = Duration::from_secs(5);

/// This process among those that use a database.
#[derive(Debug)]
pub(super) struct Membership {
    options: PgConnectOptions,
    /// `None` before it has joined, and after it has left.
    member: Mutex<Option<Member>>,
}

#[derive(Debug)]
struct Member {
    id: String,
    lock_number: i64,
    /// `None` if it was lost.
    connection: Option<PgConnection>,
}

impl Membership {
    pub(super) fn new(options: PgConnectOptions) -> Membership {
        Membership {
            options,
            member: Mutex::new(None),
        }
    }

    /// Registers a node, unless another one is alive that it does not go together with.
    pub(super) async fn join(&self, node: &Node) -> StoreResult<Result<Beat, Node>> {
        let mut connection = server::connect(&self.options).await?;
        connection.execute(NO_NEED_TO_WAIT).await?;
        let lock_number = new_lock_number();
        let joined = register(&mut connection, node, lock_number);
        if let Some(other) = in_time(joined).await? {
            connection.close().await.ok();
            return Ok(Err(other));
        }
        let mut member = Member {
            id: node.id.clone(),
            lock_number,
            connection: Some(connection),
        };
        let beat = member.beat(&self.options, node.status).await?;
        *self.member.lock().await = Some(member);
        Ok(Ok(beat))
    }

    pub(super) async fn beat(&self, status: NodeStatus) -> StoreResult<Beat> {
        match &mut *self.member.lock().await {
            Some(member) => member.beat(&self.options, status).await,
            None => Err(StoreError::Closed),
        }
    }

    pub(super) async fn leave(&self) {
        let member = self.member.lock().await.take();
        if let Some(member) = member
            && let Some(mut connection) = member.connection
        {
            let leave = sqlx::query(LEAVE)
                .bind(member.id)
                .bind(member.lock_number)
                .execute(&mut connection);
            if let Err(error) = in_time(async { Ok(leave.await?) }).await {
                warn!(%error, "cannot tell the database that this node is leaving");
            }
            connection.execute(UNLOCK).await.ok();
            connection.close().await.ok();
        }
    }
}

impl Member {
    async fn beat(&mut self, options: &PgConnectOptions, status: NodeStatus) -> StoreResult<Beat> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect(options).await?,
        };
        let beat = in_time(beat(&mut connection, &self.id, self.lock_number, status)).await?;
        // Only one that has answered is used again.
        self.connection = Some(connection);
        Ok(beat)
    }

    /// Connects again, and takes the lock again.
    async fn reconnect(&self, options: &PgConnectOptions) -> StoreResult<PgConnection> {
        let mut connection = server::connect(options).await?;
        connection.execute(NO_NEED_TO_WAIT).await?;
        if !try_lock(&mut connection, self.lock_number).await? {
            // The server has not noticed yet that the old connection has ended.
            error!("the lock of this node is still held by its old connection");
        }
        Ok(connection)
    }
}

async fn in_time<T>(work: impl Future<Output = StoreResult<T>>) -> StoreResult<T> {
    match tokio::time::timeout(TIMEOUT, work).await {
        Ok(done) => done,
        Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()).into()),
    }
}

/// A random number that fits a lock.
fn new_lock_number() -> i64 {
    let [a, b, c, d, ..] = quintain_table::entropy();
    i64::from(u32::from_be_bytes([a, b, c, d]) >> 1)
}

async fn try_lock(connection: &mut PgConnection, number: i64) -> StoreResult<bool> {
    let locked = sqlx::query(LOCK).bind(number).fetch_one(connection).await?;
    Ok(locked.try_get(0)?)
}

/// Registers a node in one transaction. Returns the node that keeps it from that, if there is one.
async fn register(
    connection: &mut PgConnection,
    node: &Node,
    lock_number: i64,
) -> StoreResult<Option<Node>> {
    let mut transaction = connection.begin().await?;
    transaction.execute(LOCK_JOINING).await?;
    // All, with the one that has the same name.
    let others = nodes(&mut transaction, LOCKED_NODES, "").await?;
    let is_in_the_way = |other: &Node| other.id == node.id || !other.has_bus || !node.has_bus;
    if let Some(other) = others.into_iter().find(is_in_the_way) {
        return Ok(Some(other));
    }
    try_lock(&mut transaction, lock_number).await?;
    if node.has_bus {
        sqlx::query(STORE_OUTAGE)
            .bind(OUTAGE_AFTER_MS)
            .execute(&mut *transaction)
            .await?;
    }
    sqlx::query(REGISTER)
        .bind(&node.id)
        .bind(lock_number)
        .bind(i64::from(node.process))
        .bind(i64::from(node.has_bus))
        .bind(i64::from(node.status.bus_is_up))
        .bind(i64::from(node.status.users_online))
        .execute(&mut *transaction)
        .await?;
    for sql in FORGET {
        transaction.execute(sql).await?;
    }
    transaction.commit().await?;
    Ok(None)
}

async fn beat(
    connection: &mut PgConnection,
    id: &str,
    lock_number: i64,
    status: NodeStatus,
) -> StoreResult<Beat> {
    let row = sqlx::query(BEAT)
        .bind(id)
        .bind(lock_number)
        .bind(i64::from(status.bus_is_up))
        .bind(i64::from(status.users_online))
        .bind(OUTAGE_AFTER_MS)
        .fetch_one(&mut *connection)
        .await?;
    let (now, is_registered) = (moment(&row, 0)?, row.try_get(1)?);
    let others = nodes(connection, LIVE_NODES, id).await?;
    let outages = sqlx::query(OUTAGES).fetch_all(&mut *connection).await?;
    let outages = outages
        .iter()
        .map(|row| Ok((moment(row, 0)?, moment(row, 1)?)));
    Ok(Beat {
        now,
        is_registered,
        others,
        outages: outages.collect::<StoreResult<_>>()?,
    })
}

async fn nodes(
    connection: &mut PgConnection,
    sql: &'static str,
    but: &str,
) -> StoreResult<Vec<Node>> {
    let rows = sqlx::query(sql).bind(but).fetch_all(connection).await?;
    let number = |row: &PgRow, column: usize| {
        let number: i64 = row.try_get(column)?;
        u32::try_from(number).map_err(StoreError::corrupt)
    };
    let node = |row: &PgRow| {
        Ok(Node {
            id: row.try_get(0)?,
            process: number(row, 1)?,
            has_bus: number(row, 2)? != 0,
            status: NodeStatus {
                bus_is_up: number(row, 3)? != 0,
                users_online: number(row, 4)?,
            },
        })
    };
    rows.iter().map(node).collect()
}

fn moment(row: &PgRow, column: usize) -> StoreResult<Timestamp> {
    let moment: i64 = row.try_get(column)?;
    u64::try_from(moment)
        .map(Timestamp)
        .map_err(StoreError::corrupt)
}
