//! This node among those that share a database.
//!
//! Each node reports to the database that it is alive, and learns from it who else is, what time it
//! is, and in which times nobody could play. Whatever only one node needs to do is done by the
//! *keeper*, the living node whose name comes first; if two believe that they are it, both do it, and
//! the database decides as it does between any two requests.

use crate::TEXTS;
use crate::app::StartError;
use crate::bus::Bus;
use crate::clock::{Clock, Outage};
use crate::config::Config;
use crate::ids::random_id;
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::metrics::Metrics;
use crate::shutdown::Shutdown;
use crate::store::{Beat, Node, NodeStatus, Store, StoreError};
use crate::ws::Connections;
use quintain_rules::{messages, quote};
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tracing::{error, info};

/// How often a node says that it is alive: one with a bus more often, because others rely on it.
const BEAT_INTERVAL: Duration = Duration::from_millis(500);
const LONE_BEAT_INTERVAL: Duration = Duration::from_secs(2);
/// After this time without an answer from the database, nobody knows whether anyone could play.
const MAX_BEAT_AGE: Duration = Duration::from_millis(1500);
/// How long another node may seem to be alive that was killed, or may need to get on the bus.
const JOIN_ATTEMPTS: u32 = 30;
const JOIN_INTERVAL: Duration = Duration::from_millis(100);
/// How far the machine's clock may be from the database's: sessions and logs go by it.
const MAX_CLOCK_DIFFERENCE_MS: u64 = 5000;
/// A clock that is closer than this to the database's is right, as far as one can measure. If the
/// answer took longer than that, it says little.
const CLOCK_TOLERANCE_MS: i64 = 5;
const MAX_MEASURED_ROUND_TRIP: Duration = Duration::from_millis(100);
/// The length of a name that nobody has chosen, and of the longest that can be.
const RANDOM_ID_LEN: usize = 8;
const MAX_ID_LEN: usize = 64;
/// One line says enough.
static UNSEEN: LogThrottle = LogThrottle::new();
static WRONG_CLOCK: LogThrottle = LogThrottle::new();

messages! {
    /// Why a server cannot be a node of this database.
    pub enum ClusterError in TEXTS {
        /// A file with a bus.
        BusNeedsPostgres = "bus-needs-postgres",
        /// Other nodes have a bus, this one has none.
        NeedsBus = "node-needs-bus" {
            /// One of the others.
            node: String,
        },
        /// This one has a bus, another one has none.
        OtherWithoutBus = "node-other-without-bus" {
            /// The other one.
            node: String,
            /// The id of its process.
            process: String,
        },
        /// Another node does not answer on the bus.
        OtherBus = "node-other-bus" {
            /// The other one.
            node: String,
            /// This one's bus.
            bus: String,
        },
        /// Another node has the name.
        IdTaken = "node-id-taken" {
            /// The name.
            node: String,
        },
        /// The clocks are far apart.
        ClocksApart = "node-clocks-apart" {
            /// By how many seconds.
            seconds: u64,
        },
        /// The name cannot be one.
        InvalidId = "node-invalid-id" {
            /// What is given.
            text: String,
        },
    }
}

impl std::error::Error for ClusterError {}

/// The name of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeId(String);

impl FromStr for NodeId {
    type Err = ClusterError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        match (1..=MAX_ID_LEN).contains(&text.len()) && text.chars().all(is_plain) {
            true => Ok(NodeId(text.to_owned())),
            false => Err(ClusterError::InvalidId { text: quote(text) }),
        }
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

/// This node among the others, cheap to clone.
#[derive(Clone)]
pub(crate) struct Cluster(Arc<Inner>);

struct Inner {
    node: String,
    store: Arc<dyn Store>,
    bus: Bus,
    clock: Clock,
    state: Mutex<State>,
}

/// What the database said last.
struct State {
    heard_at: Instant,
    others: Vec<Node>,
}

impl Cluster {
    /// Joins the nodes of a database, or makes sure that there are none.
    pub(crate) async fn join(
        store: Arc<dyn Store>,
        config: &Config,
        metrics: &Metrics,
    ) -> Result<Cluster, StartError> {
        let node = match &config.node_id {
            Some(id) => id.to_string(),
            None => random_id(RANDOM_ID_LEN),
        };
        let bus = match &config.bus {
            Some(_) if !store.can_be_shared() => {
                return Err(ClusterError::BusNeedsPostgres.into());
            }
            Some(address) => {
                // Several databases can share a bus.
                let new = random_id(RANDOM_ID_LEN);
                let cluster = store.get_or_insert("cluster_id", &new).await?;
                Bus::connect(address, &node, &cluster, metrics).await?
            }
            None => Bus::default(),
        };
        let beat = register(&*store, &node, config).await?;
        let cluster = Cluster(Arc::new(Inner {
            node,
            store,
            bus,
            clock: config.clock.clone(),
            state: Mutex::new(State {
                heard_at: Instant::now(),
                others: beat.others.clone(),
            }),
        }));
        if let Err(error) = cluster.check(&beat, config).await {
            cluster.leave().await;
            return Err(error.into());
        }
        if cluster.bus().is_shared() {
            let node = &cluster.0.node;
            info!(node, others = beat.others.len(), "joined the other nodes");
            config
                .clock
                .start_shared(beat.now)
                .map_err(|error| StartError::Threads {
                    error: error.into(),
                })?;
            cluster.learn_outages(&beat);
        }
        Ok(cluster)
    }

    /// Checks that the node gets along with the others.
    async fn check(&self, beat: &Beat, config: &Config) -> Result<(), ClusterError> {
        let Some(bus) = &config.bus else {
            return Ok(());
        };
        let difference_ms = self.0.clock.wall().0.abs_diff(beat.now.0);
        if difference_ms > MAX_CLOCK_DIFFERENCE_MS {
            return Err(ClusterError::ClocksApart {
                seconds: difference_ms / 1000,
            });
        }
        for other in beat.others.iter().filter(|other| other.status.bus_is_up) {
            self.find_on_bus(other)
                .await
                .map_err(|node| ClusterError::OtherBus {
                    node,
                    bus: bus.to_string(),
                })?;
        }
        Ok(())
    }

    /// Waits until another node answers on the bus, or is gone. Its name if it does neither.
    async fn find_on_bus(&self, other: &Node) -> Result<(), String> {
        for _ in 0..JOIN_ATTEMPTS {
            if self.bus().has_node(&other.id).await {
                return Ok(());
            }
            tokio::time::sleep(JOIN_INTERVAL).await;
            let beat = self.0.store.beat(self.status(0)).await;
            let is_alive = |beat: Beat| beat.others.iter().any(|alive| alive.id == other.id);
            if !beat.is_ok_and(is_alive) {
                return Ok(());
            }
        }
        Err(other.id.clone())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two of its operations.
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bus, which a node that is alone does not have.
    pub(crate) fn bus(&self) -> &Bus {
        &self.0.bus
    }

    /// Whether it is certain by now which times were outages. A flag must not fall before that.
    pub(crate) fn knows_outages(&self) -> bool {
        !self.bus().is_shared() || self.state().heard_at.elapsed() < MAX_BEAT_AGE
    }

    /// Whether this node does what only one needs to do.
    pub(crate) fn is_keeper(&self) -> bool {
        let state = self.state();
        let mut others = state.others.iter();
        others.all(|other| self.0.node < other.id)
    }

    /// How many nodes are alive.
    pub(crate) fn count_nodes(&self) -> usize {
        self.state().others.len() + 1
    }

    /// How many users are connected to the other nodes. Someone who is connected to two counts
    /// twice.
    pub(crate) fn users_elsewhere(&self) -> usize {
        let state = self.state();
        let users = state.others.iter().map(|node| node.status.users_online);
        users.sum::<u32>() as usize
    }

    fn status(&self, users_online: usize) -> NodeStatus {
        NodeStatus {
            bus_is_up: self.bus().is_shared() && self.bus().state().is_connected,
            users_online: u32::try_from(users_online).unwrap_or(u32::MAX),
        }
    }

    /// Keeps reporting that the node is alive, until the server shuts down.
    pub(crate) async fn beat_loop(self, connections: Connections, shutdown: Shutdown) {
        if !self.0.store.can_be_shared() {
            return;
        }
        let interval = match self.bus().is_shared() {
            true => BEAT_INTERVAL,
            false => LONE_BEAT_INTERVAL,
        };
        while !shutdown.has_begun() {
            self.beat(connections.count_users()).await;
            drop(tokio::time::timeout(interval, shutdown.wait()).await);
        }
    }

    async fn beat(&self, users_online: usize) {
        let (sent_at, before) = (Instant::now(), self.0.clock.now());
        match self.0.store.beat(self.status(users_online)).await {
            Ok(beat) => self.note(&beat, sent_at.elapsed(), before.0),
            Err(error) => {
                log_throttled!(UNSEEN, error, %error, "the database does not hear this node")
            }
        }
    }

    /// Notes what the database has said, after so much time, to a question asked at a moment.
    fn note(&self, beat: &Beat, round_trip: Duration, asked_at_ms: u64) {
        if !beat.is_registered {
            error!(
                node = self.0.node,
                "another process has taken this node's name; stop one of them"
            );
        }
        if self.bus().is_shared() {
            self.align(beat, round_trip, asked_at_ms);
            self.learn_outages(beat);
        } else if let Some(other) = beat.others.first() {
            error!(
                node = other.id,
                "another server uses the database without a bus; stop one of them"
            );
        }
        let others_connected = beat.others.iter().all(|other| other.status.bus_is_up);
        self.bus().set_others_connected(others_connected);
        *self.state() = State {
            heard_at: Instant::now(),
            others: beat.others.clone(),
        };
    }

    fn learn_outages(&self, beat: &Beat) {
        for &(from_at, to_at) in &beat.outages {
            self.0.clock.learn_outage(Outage { from_at, to_at });
        }
    }

    /// Keeps the clock in line with the database's.
    fn align(&self, beat: &Beat, round_trip: Duration, asked_at_ms: u64) {
        let round_trip_ms = i64::try_from(round_trip.as_millis()).unwrap_or(i64::MAX);
        let difference = beat.now.0.cast_signed() - asked_at_ms.cast_signed() - round_trip_ms / 2;
        let is_measured = round_trip <= MAX_MEASURED_ROUND_TRIP;
        if difference.abs() > CLOCK_TOLERANCE_MS.max(round_trip_ms) && is_measured {
            self.0.clock.align(difference);
        }
        let apart_ms = self.0.clock.wall().0.abs_diff(beat.now.0);
        if apart_ms > MAX_CLOCK_DIFFERENCE_MS {
            log_throttled!(
                WRONG_CLOCK,
                error,
                apart_ms,
                "the clocks of this machine and of the database are far apart"
            );
        }
    }

    /// Leaves the other nodes.
    pub(crate) async fn leave(&self) {
        self.0.store.leave().await;
        self.bus().close().await;
    }
}

/// Registers a node in the database. One that was killed a moment ago may still seem to be there.
async fn register(store: &dyn Store, id: &str, config: &Config) -> Result<Beat, StartError> {
    let has_bus = config.bus.is_some();
    let node = Node {
        id: id.to_owned(),
        process: std::process::id(),
        has_bus,
        status: NodeStatus {
            bus_is_up: has_bus,
            users_online: 0,
        },
    };
    for attempt in 1.. {
        let other = match store.join(&node).await? {
            Ok(beat) => return Ok(beat),
            Err(other) => other,
        };
        if attempt == JOIN_ATTEMPTS {
            return Err(refusal(&node, other, config));
        }
        tokio::time::sleep(JOIN_INTERVAL).await;
    }
    unreachable!("the last attempt returns");
}

/// Why a node cannot join another one.
fn refusal(node: &Node, other: Node, config: &Config) -> StartError {
    let process = other.process.to_string();
    match (node.has_bus, other.has_bus) {
        (false, false) => StoreError::InUse {
            file: config.database.to_string(),
            process,
        }
        .into(),
        (false, true) => ClusterError::NeedsBus { node: other.id }.into(),
        (true, false) => ClusterError::OtherWithoutBus {
            node: other.id,
            process,
        }
        .into(),
        (true, true) => ClusterError::IdTaken { node: other.id }.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::NodeId;

    #[test]
    fn a_name_of_a_node_is_short_and_plain() {
        for name in ["a", "node-1", "Node_2", &"x".repeat(64)] {
            assert!(name.parse::<NodeId>().is_ok(), "{name}");
        }
        for name in ["", "a b", "a.b", "*", "ä", &"x".repeat(65)] {
            assert!(name.parse::<NodeId>().is_err(), "{name}");
        }
    }
}
