//! The services of a server, and how they are wired.

use crate::TEXTS;
use crate::auth::{Accounts, Authenticator, RateLimiter};
use crate::budget::Budget;
use crate::bus::{BusFault, UserNews};
use crate::cluster::{Cluster, ClusterError};
use crate::config::Config;
use crate::engine::{Analyses, EnginePool, Permits};
use crate::game::{
    GameFactory, Lobby, LobbyFeed, OtherNodes, Players, Ratings, RoomContext, Rooms, Supervisor,
};
use crate::heavy_work::HeavyWork;
use crate::http::{TextCache, Workers, connection_budget};
use crate::ids::random_key;
use crate::metrics::{Gauges, Metrics};
use crate::preview::Previews;
use crate::push::Push;
use crate::readiness::Readiness;
use crate::shutdown::Shutdown;
use crate::store::{Store, StoreError};
use crate::ws::Connections;
use quintain_engine::EngineRegistry;
use quintain_rules::{OsError, Registry, messages};
use quintain_table::Timestamp;
use std::error::Error;
use std::sync::Arc;
use tokio::sync::mpsc;

/// How many moves may wait for the engine.
const MAX_WAITING_MOVES: usize = 10_000;
/// How many analyses may wait for the engine.
const MAX_WAITING_ANALYSES: usize = 200;
/// How many stored games are replayed at the same time, and how many may wait for that.
const LOADS: (usize, usize) = (2, 2000);
/// How many of them may be for one address.
const LOADS_PER_ADDRESS: usize = LOADS.1 / ADDRESS_SHARE;
/// How many records and pages of past positions are put together at the same time, how many may
/// wait, and the same for analyses to be prepared.
const READS: (usize, usize) = (1, 64);
const PREPARATIONS: (usize, usize) = (1, 64);
/// One address has at most one part in this many of what is in memory for clients.
const ADDRESS_SHARE: usize = 8;

/// A running server's services, cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Services>);

struct Services {
    config: Config,
    engines: Arc<EngineRegistry>,
    store: Arc<dyn Store>,
    pool: Arc<EnginePool>,
    metrics: Metrics,
    shutdown: Shutdown,
    connections: Connections,
    rate_limiter: RateLimiter,
    push: Push,
    open_connections: Budget,
    unsent: Budget,
    queued: Budget,
    workers: Workers,
    texts: TextCache,
    previews: Previews,
    authenticator: Authenticator,
    accounts: Accounts,
    rooms: Rooms,
    lobby: Lobby,
    players: Players,
    analyses: Analyses,
    supervisor: Supervisor,
    cluster: Cluster,
    lobby_feed: LobbyFeed,
    readiness: Readiness,
}

/// What there is before the services: this node among others, and who is connected to it.
struct ThisNode {
    rate_limiter: RateLimiter,
    push: Push,
    cluster: Cluster,
    metrics: Metrics,
    connections: Connections,
}

messages! {
    /// Why a server cannot start or keep running.
    pub enum StartError in TEXTS {
        /// The engine's threads cannot be started.
        Threads = "cannot-start-threads" {
            /// What the system says.
            error: OsError,
        },
        /// The address cannot be listened on.
        Listen = "cannot-listen" {
            /// The address.
            address: String,
            /// What the system says.
            error: OsError,
        },
        /// The server failed while running.
        Serve = "server-failed" {
            /// Why.
            error: String,
        },
    } or {
        /// The store does not work.
        Store(StoreError),
        /// The bus does not work.
        Bus(BusFault),
        /// The server does not get along with other nodes.
        Cluster(ClusterError),
    }
}

impl Error for StartError {}

impl From<StoreError> for StartError {
    fn from(error: StoreError) -> Self {
        StartError::Store(error)
    }
}

impl From<BusFault> for StartError {
    fn from(error: BusFault) -> Self {
        StartError::Bus(error)
    }
}

impl From<ClusterError> for StartError {
    fn from(error: ClusterError) -> Self {
        StartError::Cluster(error)
    }
}

impl App {
    /// Starts the services on a store, and resumes all games.
    pub async fn start(
        engines: EngineRegistry,
        store: Arc<dyn Store>,
        config: Config,
    ) -> Result<App, StartError> {
        let signing_key = store.get_or_insert("cookie_key", &random_key()).await?;
        let metrics = Metrics::new();
        let cluster = Cluster::join(store.clone(), &config, &metrics).await?;
        if !cluster.bus().is_shared() {
            let last = store.last_heartbeat().await?;
            let started = config.clock.start(last.unwrap_or_default());
            started.map_err(|error| StartError::Threads {
                error: error.into(),
            })?;
        }
        let (connections, user_news) = Connections::new(cluster.bus().clone());
        let rate_limiter = RateLimiter::new(config.limits);
        let limiter = rate_limiter.clone();
        let push = Push::start(store.clone(), &config, limiter, metrics.clone()).await?;
        let node = ThisNode {
            rate_limiter,
            push,
            cluster,
            metrics,
            connections,
        };
        let app = App::wire(engines, store, config, signing_key, node)?;
        let supervisor = &app.0.supervisor;
        supervisor.resume().await?;
        tokio::spawn(supervisor.clone().heartbeat_loop());
        tokio::spawn(supervisor.clone().sweep_loop());
        tokio::spawn(supervisor.clone().integrity_loop());
        tokio::spawn(app.lobby().clone().feed_loop());
        let accounts = app.accounts().clone();
        tokio::spawn(accounts.expiry_loop(app.shutdown().clone()));
        app.follow_other_nodes(user_news);
        Ok(app)
    }

    /// Reports that the node is alive, and listens to the others.
    fn follow_other_nodes(&self, user_news: mpsc::Receiver<(String, UserNews)>) {
        let (services, shutdown) = (&self.0, &self.0.shutdown);
        let (cluster, connections) = (services.cluster.clone(), services.connections.clone());
        let bus = cluster.bus().clone();
        tokio::spawn(cluster.beat_loop(connections.clone(), shutdown.clone()));
        let accounts = self.accounts().clone();
        tokio::spawn(accounts.recheck_loop(bus.clone(), shutdown.clone()));
        let others = OtherNodes {
            engines: services.engines.clone(),
            store: services.store.clone(),
            rooms: services.rooms.clone(),
            connections,
            lobby_feed: services.lobby_feed.clone(),
            bus,
            shutdown: shutdown.clone(),
            user_news,
        };
        tokio::spawn(others.listen());
    }

    fn wire(
        engines: EngineRegistry,
        store: Arc<dyn Store>,
        config: Config,
        signing_key: String,
        node: ThisNode,
    ) -> Result<App, StartError> {
        let ThisNode {
            rate_limiter,
            push,
            cluster,
            metrics,
            connections,
        } = node;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = config.engine_threads.unwrap_or(cores.saturating_sub(1));
        let shutdown = Shutdown::default();
        let pool = EnginePool::start(
            threads,
            MAX_WAITING_MOVES,
            MAX_WAITING_ANALYSES,
            metrics.clone(),
        );
        let pool = Arc::new(pool.map_err(|error| StartError::Threads {
            error: error.into(),
        })?);
        let engines = Arc::new(engines);
        let lobby_feed = LobbyFeed::default();
        let clock = config.clock.clone();
        let ratings = Ratings::new(store.clone(), clock.clone());
        let entropy = config.entropy.clone();
        let factory = GameFactory::new(engines.clone(), ratings.clone(), entropy, clock.clone());
        let unsent = config.max_unsent_bytes;
        let rooms = Rooms::new(RoomContext {
            engines: engines.clone(),
            store: store.clone(),
            pool: pool.clone(),
            factory: factory.clone(),
            ratings: ratings.clone(),
            connections: connections.clone(),
            cluster: cluster.clone(),
            lobby_feed: lobby_feed.clone(),
            metrics: metrics.clone(),
            shutdown: shutdown.clone(),
            clock: clock.clone(),
            budgets: config.budgets,
            rate_limiter: rate_limiter.clone(),
            push: push.clone(),
            claim_after: config.claim_after,
            game_limits: config.game_limits,
            engine_games: Permits::new(config.limits.engine_games),
            loads: HeavyWork::new(LOADS.0, LOADS.1),
            load_places: Budget::new(LOADS.0 + LOADS.1, LOADS_PER_ADDRESS),
            reads: HeavyWork::new(READS.0, READS.1),
        });
        Ok(App(Arc::new(Services {
            open_connections: connection_budget(&config),
            unsent: Budget::new(unsent, unsent / ADDRESS_SHARE),
            queued: Budget::new(unsent, unsent / ADDRESS_SHARE),
            workers: Workers::new(cores),
            texts: TextCache::default(),
            previews: Previews::default(),
            authenticator: Authenticator::new(store.clone(), signing_key, config.session_lifetime),
            accounts: Accounts::new(
                store.clone(),
                rate_limiter.clone(),
                connections.clone(),
                rooms.clone(),
                config.session_lifetime,
            ),
            lobby: Lobby::new(
                engines.clone(),
                store.clone(),
                factory,
                rooms.clone(),
                lobby_feed.clone(),
                config.budgets,
            ),
            readiness: Readiness::new(store.clone(), pool.clone(), shutdown.clone()),
            players: Players::new(engines.clone(), store.clone(), ratings, connections.clone()),
            analyses: Analyses::new(
                engines.clone(),
                pool.clone(),
                HeavyWork::new(PREPARATIONS.0, PREPARATIONS.1),
                &config.limits,
            ),
            supervisor: Supervisor {
                store: store.clone(),
                rooms: rooms.clone(),
                cluster: cluster.clone(),
                lobby_feed: lobby_feed.clone(),
                metrics: metrics.clone(),
                shutdown: shutdown.clone(),
                clock,
            },
            cluster,
            lobby_feed,
            config,
            engines,
            store,
            pool,
            metrics,
            shutdown,
            connections,
            rate_limiter,
            push,
            rooms,
        })))
    }

    /// Lets `/ready` say that the server will shut down.
    pub(crate) fn drain(&self) {
        self.0.shutdown.drain();
    }

    /// Tells all connections that the server is shutting down.
    pub(crate) fn begin_shutdown(&self) {
        self.0.shutdown.begin();
    }

    /// Records when games could last be played, and closes the store.
    pub(crate) async fn finish_shutdown(&self) {
        self.0.supervisor.heartbeat().await;
        self.0.cluster.leave().await;
        self.0.store.close().await;
    }

    /// The metrics that are read when someone asks for them.
    pub(crate) fn gauges(&self) -> Gauges {
        Gauges {
            bus_connected: self.0.cluster.bus().state().is_connected,
            nodes: self.0.cluster.count_nodes(),
            users_online: self.0.connections.count_users(),
            connections: self.0.open_connections.used(),
            unsent_bytes: self.0.unsent.used() + self.0.queued.used(),
            rooms: self.0.rooms.count(),
            engine_queue: self.0.pool.queue_len(),
            store_faults: self.0.store.fault_counts(),
        }
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn games(&self) -> &Registry {
        self.0.engines.registry()
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn readiness(&self) -> &Readiness {
        &self.0.readiness
    }

    /// The time that games go by.
    pub(crate) fn now(&self) -> Timestamp {
        self.0.config.clock.now()
    }

    pub(crate) fn shutdown(&self) -> &Shutdown {
        &self.0.shutdown
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.0.connections
    }

    pub(crate) fn rate_limiter(&self) -> &RateLimiter {
        &self.0.rate_limiter
    }

    /// The connections that may be open.
    pub(crate) fn open_connections(&self) -> &Budget {
        &self.0.open_connections
    }

    /// The bytes of requests and responses that may be in memory.
    pub(crate) fn unsent(&self) -> &Budget {
        &self.0.unsent
    }

    /// The bytes of messages that may be queued for sockets and streams.
    pub(crate) fn queued(&self) -> &Budget {
        &self.0.queued
    }

    pub(crate) fn workers(&self) -> &Workers {
        &self.0.workers
    }

    /// Texts that have been asked for.
    pub(crate) fn texts(&self) -> &TextCache {
        &self.0.texts
    }

    pub(crate) fn authenticator(&self) -> &Authenticator {
        &self.0.authenticator
    }

    pub(crate) fn accounts(&self) -> &Accounts {
        &self.0.accounts
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn lobby(&self) -> &Lobby {
        &self.0.lobby
    }

    pub(crate) fn players(&self) -> &Players {
        &self.0.players
    }

    /// Pictures of positions.
    pub(crate) fn previews(&self) -> &Previews {
        &self.0.previews
    }

    pub(crate) fn push(&self) -> &Push {
        &self.0.push
    }

    pub(crate) fn analyses(&self) -> &Analyses {
        &self.0.analyses
    }
}
