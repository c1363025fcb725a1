//! The server's settings.

use crate::bus::BusAddress;
use crate::clock::Clock;
use crate::cluster::NodeId;
use crate::push::PushNetwork;
use crate::store::{Budgets, Database, SessionCutoff};
use quintain_table::{TableLimits, Timestamp};
use std::fmt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

/// The server's settings.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 lets the system choose a port.
    pub listen: SocketAddr,
    /// The database.
    pub database: Database,
    /// How nodes that share the database tell each other what they store; `None` for one that is
    /// alone.
    pub bus: Option<BusAddress>,
    /// The node's name among those that share the database; random if `None`.
    pub node_id: Option<NodeId>,
    /// The size beyond which a database file does not grow; `None` leaves it to the disk.
    pub max_database_bytes: Option<u64>,
    /// The public address, such as `https://games.example`, if it differs from the one that the
    /// server listens on. Pages of other origins cannot use the server, and with `https` cookies
    /// are never sent unencrypted.
    pub origin: Option<String>,
    /// Whether a reverse proxy passes on the client's address in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The number of engine threads; all cores but one if `None`.
    pub engine_threads: Option<usize>,
    /// How long a player must have been away from a fast game before the opponent may claim it;
    /// in slower games it is a multiple of this.
    pub claim_after: Duration,
    /// How long a client may take to send the head of a request, and again its body.
    pub request_timeout: Duration,
    /// How long a client may take none of the bytes that are sent to it.
    pub write_timeout: Duration,
    /// How long the server goes on serving after it has been asked to stop, while `/ready` says
    /// that it will.
    pub drain: Duration,
    /// The largest request body, in bytes.
    pub max_body_bytes: usize,
    /// How many bytes of responses may be on their way at the same time. One address has an
    /// eighth of them, and as many again are for the messages of sockets and streams.
    pub max_unsent_bytes: usize,
    /// How many connections may be open at the same time.
    pub max_connections: u32,
    /// How long people stay signed in.
    pub session_lifetime: SessionLifetime,
    /// Limits per client address or account.
    pub limits: Limits,
    /// How much of the database one person, and everyone at one address, may use.
    pub budgets: Budgets,
    /// How often a connection is pinged; one that has not responded for three times as long is
    /// dropped.
    pub ping_interval: Duration,
    /// What one game may hold.
    pub game_limits: TableLimits,
    /// The source of secrets; tests bring their own.
    pub entropy: Entropy,
    /// The clock that games go by; tests bring their own.
    pub clock: Clock,
    /// Where push services are; tests bring their own.
    pub push_network: PushNetwork,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)),
            database: Database::File("quintain.db".into()),
            bus: None,
            node_id: None,
            max_database_bytes: None,
            origin: None,
            behind_proxy: false,
            engine_threads: None,
            claim_after: Duration::from_secs(30),
            request_timeout: Duration::from_secs(15),
            write_timeout: Duration::from_secs(20),
            drain: Duration::ZERO,
            max_body_bytes: 512 * 1024,
            max_unsent_bytes: 64 * 1024 * 1024,
            max_connections: 10_000,
            session_lifetime: SessionLifetime::default(),
            limits: Limits::default(),
            budgets: Budgets::default(),
            ping_interval: Duration::from_secs(20),
            game_limits: TableLimits::HOSTED,
            entropy: Entropy::default(),
            clock: Clock::default(),
            push_network: PushNetwork::default(),
        }
    }
}

/// How long people stay signed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionLifetime {
    /// A session ends when it has not been used for this long.
    pub idle: Duration,
    /// A session ends this long after it began.
    pub max_age: Duration,
}

impl Default for SessionLifetime {
    fn default() -> Self {
        const DAY: Duration = Duration::from_secs(86_400);
        SessionLifetime {
            idle: DAY * 30,
            max_age: DAY * 180,
        }
    }
}

impl SessionLifetime {
    /// Which sessions have expired by now.
    pub(crate) fn cutoff(&self, now: Timestamp) -> SessionCutoff {
        let before = |duration: Duration| {
            let millis = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
            Timestamp(now.0.saturating_sub(millis))
        };
        SessionCutoff {
            unused_since: before(self.idle),
            created_before: before(self.max_age),
        }
    }
}

/// Limits per client address or account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Requests per second from one address, in the long run; ten times as many in a burst.
    pub requests_per_second: u32,
    /// Wrong passwords per minute from one address, and new accounts; half as many at once for one
    /// account, and three times as many per hour.
    pub passwords_per_minute: u32,
    /// Games per hour that one user may create or join; five times as many for all users of one
    /// address.
    pub games_per_hour: u32,
    /// Games against the engine that are in use at the same time from one address.
    pub engine_games: u32,
    /// Analyses that one user may have at the same time.
    pub analyses_per_user: u32,
    /// Analyses that the users of one address may have at the same time.
    pub analyses_per_address: u32,
    /// Sockets and streams that one address may keep open; four times as many connections of any
    /// kind.
    pub connections: u32,
    /// Messages per second over one connection, in the long run; three times as many in a burst,
    /// and ten times as many over all connections of an address.
    pub messages_per_second: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            requests_per_second: 50,
            passwords_per_minute: 10,
            games_per_hour: 200,
            engine_games: 100,
            analyses_per_user: 4,
            analyses_per_address: 20,
            connections: 100,
            messages_per_second: 20,
        }
    }
}

/// The source of the randomness behind secrets.
#[derive(Clone)]
pub struct Entropy(pub Arc<dyn Fn() -> [u8; 32] + Send + Sync>);

impl Default for Entropy {
    /// The operating system.
    fn default() -> Self {
        Entropy(Arc::new(quintain_table::entropy))
    }
}

impl fmt::Debug for Entropy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Entropy")
    }
}
