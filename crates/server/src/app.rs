//! What all parts of a server share.

use crate::config::Config;
use crate::error::ApiError;
use crate::limits::Gate;
use crate::live::LiveGame;
use crate::lobby::LobbyFeed;
use crate::metrics::Metrics;
use crate::outbox::People;
use crate::pool::Pool;
use crate::random;
use crate::room::{Ask, Rooms};
use crate::store::{Recorded, Store, StoreError};
use futures_util::{StreamExt, stream};
use quintain_engine::{EngineFactory, EngineRegistry};
use quintain_rules::{Registry, UnknownGame};
use quintain_table::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, watch};
use tracing::{info, warn};

/// How often it is noted that games can be played: clocks lose at most this in a crash.
const BEAT: Duration = Duration::from_millis(500);
/// How long nobody could play before clocks are put right.
const OUTAGE: u64 = 1000;
/// How often games are looked for whose clock has run out with nobody watching.
const SWEEP: Duration = Duration::from_secs(1);
/// After so long an offer in the lobby that nobody took is withdrawn, and a game with a clock in
/// which not both have moved is called off, in milliseconds.
const FORGOTTEN: u64 = 10 * 60_000;
/// How many games are read at the same time when the server starts.
const LOADED: usize = 16;
/// How many tasks may wait for the engine.
const ENGINE_QUEUE: usize = 10_000;
/// How many passwords are hashed at the same time: each takes some memory.
const HASHING: usize = 2;

/// A running server, cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    catalogue: EngineRegistry,
    store: Arc<dyn Store>,
    config: Config,
    /// Signs cookies; the same for all processes of a database.
    key: String,
    rooms: Rooms,
    people: People,
    lobby: LobbyFeed,
    pool: Pool,
    gate: Gate,
    metrics: Metrics,
    hashing: Semaphore,
    closing: watch::Sender<bool>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The store does not work.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No threads for the engine.
    #[error("cannot start the engine's threads: {0}")]
    Threads(std::io::Error),
    /// It cannot listen where it should.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// Where.
        address: String,
        /// Why not.
        error: std::io::Error,
    },
    /// It failed while running.
    #[error("the server failed: {0}")]
    Serve(std::io::Error),
}

impl App {
    /// Sets a server up on a store and takes all games up again.
    pub async fn start(
        catalogue: EngineRegistry,
        store: Arc<dyn Store>,
        config: Config,
    ) -> Result<App, StartError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = config.engine_threads.unwrap_or(cores.saturating_sub(1));
        let key = store.shared("cookie-key", &random::key()).await?;
        let app = App(Arc::new(Shared {
            catalogue,
            key,
            rooms: Rooms::default(),
            people: People::default(),
            lobby: LobbyFeed::default(),
            pool: Pool::start(threads, ENGINE_QUEUE).map_err(StartError::Threads)?,
            gate: Gate::new(config.limits),
            metrics: Metrics::default(),
            hashing: Semaphore::new(HASHING),
            closing: watch::Sender::new(false),
            store,
            config,
        }));
        app.resume().await?;
        tokio::spawn(app.clone().keep_beating());
        tokio::spawn(app.clone().keep_sweeping());
        tokio::spawn(app.clone().keep_lobby());
        Ok(app)
    }

    /// Takes up the games whose clocks run, and gives back the time in which nobody could play.
    async fn resume(&self) -> Result<(), StoreError> {
        let last = self.store().last_beat().await?;
        let ticking = self.store().ticking().await?;
        info!(games = ticking.len(), "taking up games");
        if let Some(from) = last.filter(|&last| Timestamp::now().ms_since(last) > OUTAGE) {
            self.give_back(from, &ticking).await;
        }
        // Only when every pause is stored may a new beat hide the old one.
        self.store().beat(Timestamp::now()).await?;
        let app = self.clone();
        // Players need not wait for the games of others.
        tokio::spawn(async move {
            for game in ticking {
                if let Err(error) = app.ask(&game, Ask::Tick).await {
                    warn!(%error, game, "a game cannot be taken up");
                }
            }
        });
        Ok(())
    }

    /// Gives the time since a moment back to the players of games. No room is open yet: the
    /// first thing that a room does is to look whether its clock has run out.
    async fn give_back(&self, from: Timestamp, games: &[String]) {
        let loaded: Vec<LiveGame> = stream::iter(games)
            .map(|game| async move {
                let loaded = self.load(game).await;
                loaded
                    .inspect_err(|error| warn!(%error, game, "a game cannot be taken up"))
                    .ok()
            })
            .buffer_unordered(LOADED)
            .filter_map(std::future::ready)
            .collect()
            .await;
        // All at the same moment and as late as possible: reading them took its time too.
        let to = Timestamp::now();
        stream::iter(loaded)
            .for_each_concurrent(None, |mut live| async move {
                if let Err(error) = self.store_pause(&mut live, from, to).await {
                    let game = &live.row().asked.id;
                    warn!(%error, game, "a pause could not be stored");
                }
            })
            .await;
    }

    async fn store_pause(
        &self,
        live: &mut LiveGame,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<(), ApiError> {
        let Some(table) = live.table().filter(|table| table.flag_at().is_some()) else {
            return Ok(());
        };
        let entry = table.pause(from, to);
        let request = None;
        let recorded = Recorded { entry, request };
        live.apply(recorded.clone())?;
        let progress = live.progress();
        let id = &live.row().asked.id;
        let stored = self.store().append(id, &recorded, &progress, None).await;
        match stored {
            // Another process goes on with it already.
            Ok(_) | Err(StoreError::Taken) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    async fn keep_beating(self) {
        let mut closing = self.closing();
        while !*closing.borrow_and_update() {
            // Without a game in memory no clock runs that could lose anything.
            if self.rooms().count() > 0
                && let Err(error) = self.store().beat(Timestamp::now()).await
            {
                warn!(%error, "the server's beat cannot be stored");
            }
            drop(tokio::time::timeout(BEAT, closing.changed()).await);
        }
    }

    async fn keep_sweeping(self) {
        let mut closing = self.closing();
        while !*closing.borrow_and_update() {
            if tokio::time::timeout(SWEEP, closing.changed()).await.is_ok() {
                continue;
            }
            match self.store().overdue(Timestamp::now(), 1000).await {
                Ok(overdue) => {
                    for game in overdue {
                        if let Err(error) = self.ask(&game, Ask::Tick).await {
                            warn!(%error, game, "a game cannot be flagged");
                        }
                    }
                }
                Err(error) => warn!(%error, "games out of time cannot be found"),
            }
            if let Err(error) = self.tidy(Timestamp::now()).await {
                warn!(%error, "forgotten games cannot be found");
            }
        }
    }

    /// Ends offers that nobody took and games that nobody began.
    async fn tidy(&self, now: Timestamp) -> Result<(), StoreError> {
        let before = Timestamp(now.0.saturating_sub(FORGOTTEN));
        if self.store().expire_seeks(before, now).await? > 0 {
            self.lobby().stir();
        }
        for game in self.store().unbegun(before, 100).await? {
            if let Err(error) = self.ask(&game, Ask::Expire { before }).await {
                warn!(%error, game, "a forgotten game cannot be ended");
            }
        }
        Ok(())
    }

    /// Tells all connections that the server closes.
    pub(crate) fn close(&self) {
        self.0.closing.send_replace(true);
    }

    /// Stores until when games could be played.
    pub(crate) async fn rest(&self) {
        if let Err(error) = self.store().beat(Timestamp::now()).await {
            warn!(%error, "the server's last beat cannot be stored");
        }
    }

    /// Whether the server closes. From then on no flag falls: what is left of a clock is for
    /// whoever takes the game up again.
    pub(crate) fn is_closing(&self) -> bool {
        *self.0.closing.borrow()
    }

    /// Becomes true when the server closes.
    pub(crate) fn closing(&self) -> watch::Receiver<bool> {
        self.0.closing.subscribe()
    }

    pub(crate) fn games(&self) -> &Registry {
        self.0.catalogue.registry()
    }

    pub(crate) fn expert(&self, game: &str) -> Result<&'static dyn EngineFactory, UnknownGame> {
        self.0.catalogue.get(game)
    }

    pub(crate) fn store(&self) -> &dyn Store {
        &*self.0.store
    }

    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(crate) fn key(&self) -> &str {
        &self.0.key
    }

    pub(crate) fn rooms(&self) -> &Rooms {
        &self.0.rooms
    }

    pub(crate) fn people(&self) -> &People {
        &self.0.people
    }

    pub(crate) fn lobby(&self) -> &LobbyFeed {
        &self.0.lobby
    }

    pub(crate) fn pool(&self) -> &Pool {
        &self.0.pool
    }

    pub(crate) fn gate(&self) -> &Gate {
        &self.0.gate
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.0.metrics
    }

    pub(crate) fn hashing(&self) -> &Semaphore {
        &self.0.hashing
    }
}
