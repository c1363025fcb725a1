//! What happens to games without anyone asking: resuming them after an outage, flagging, expiry.

use super::game_state::LiveGame;
use super::lobby::LobbyFeed;
use super::{GameError, Rooms};
use crate::backoff::Backoff;
use crate::clock::{Clock, MIN_OUTAGE_MS};
use crate::cluster::Cluster;
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::metrics::Metrics;
use crate::shutdown::Shutdown;
use crate::store::{Store, StoreError, StoredEvent};
use futures_util::{StreamExt, stream};
use quintain_table::Timestamp;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tracing::{error, info, warn};

/// How often the server records that games can be played: clocks lose at most this in a crash.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Games with days per move are compensated for outages longer than this as well.
const MIN_CORRESPONDENCE_OUTAGE_MS: u64 = 3_600_000;
/// How often the server looks for games that nobody watches and in which time has run out.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// After this time a game with a clock is aborted unless both sides have moved.
const STALE_AFTER_MS: u64 = 10 * 60_000;
/// The same for a game without a clock, or with days per move.
const SLOW_STALE_AFTER_MS: u64 = 30 * 86_400_000;
/// After this time an aborted game that a guest has created is deleted, and so is a guest without
/// games.
const GUEST_LIFETIME_MS: u64 = 86_400_000;
/// How often the database is searched for damage.
const INTEGRITY_INTERVAL: Duration = Duration::from_secs(86_400);
/// A disk that is full or broken is the same for all games: a few lines say enough.
static UNSTORED: LogThrottle = LogThrottle::new();
static UNSWEPT: LogThrottle = LogThrottle::new();
/// How many games are loaded at the same time after an outage.
const CONCURRENT_LOADS: usize = 16;
/// The maximum number of games of each kind that one sweep handles.
const MAX_FLAGS_PER_SWEEP: u32 = 1000;
const MAX_EXPIRIES_PER_SWEEP: u32 = 100;
const MAX_GUESTS_PER_SWEEP: u32 = 100;

/// Watches over all games, cheap to clone.
#[derive(Clone)]
pub(crate) struct Supervisor {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) cluster: Cluster,
    pub(crate) lobby_feed: LobbyFeed,
    pub(crate) metrics: Metrics,
    pub(crate) shutdown: Shutdown,
    pub(crate) clock: Clock,
}

impl Supervisor {
    /// Resumes the games in which a clock is running, and gives back the time in which nobody
    /// could play. Nodes that share a database know that time from it, and open a game when someone
    /// needs it.
    pub(crate) async fn resume(&self) -> Result<(), StoreError> {
        if self.cluster.bus().is_shared() {
            return Ok(());
        }
        let last = self.store.last_heartbeat().await?;
        // Only games whose time would have been counted can have time given back.
        let outage_ms = last.map_or(0, |last| self.clock.now().ms_since(last));
        let games = self.games_with_running_clock(outage_ms).await?;
        info!(games = games.len(), "resuming games");
        if let Some(from) = last.filter(|_| outage_ms > MIN_OUTAGE_MS) {
            self.compensate_outage(from, &games).await;
        }
        // Only when every pause is stored may a new heartbeat replace the old one.
        self.store.heartbeat(self.clock.now()).await?;
        let rooms = self.rooms.clone();
        // Players need not wait for the games of others.
        tokio::spawn(async move {
            for game in games {
                if let Err(error) = rooms.check_clock(&game).await {
                    warn!(%error, game, "cannot resume a game");
                }
            }
        });
        Ok(())
    }

    /// Gives players back the time that has passed since a moment. No room is open yet: the first
    /// thing that a room does is to check whether time has run out.
    async fn compensate_outage(&self, from: Timestamp, games: &[String]) {
        let loaded: Vec<LiveGame> = stream::iter(games)
            .map(|game| async move {
                let loaded = self.rooms.load(game).await;
                loaded
                    .inspect_err(|error| warn!(%error, game, "cannot resume a game"))
                    .ok()
            })
            .buffer_unordered(CONCURRENT_LOADS)
            .filter_map(std::future::ready)
            .collect()
            .await;
        // The same moment for all, and as late as possible: loading them took time too.
        let to = self.clock.now();
        stream::iter(loaded)
            .for_each_concurrent(None, |mut live| async move {
                if let Err(error) = self.store_pause(&mut live, from, to).await {
                    let game = &live.row().request.id;
                    warn!(%error, game, "cannot store a pause");
                }
            })
            .await;
    }

    async fn store_pause(
        &self,
        live: &mut LiveGame,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<(), GameError> {
        let Some(table) = live.table().filter(|table| table.flag_at().is_some()) else {
            return Ok(());
        };
        let event = StoredEvent {
            entry: table.pause(from, to),
            request_id: None,
        };
        live.apply(event.clone())?;
        let (id, status) = (&live.row().request.id, live.status());
        match self.store.append_event(id, &event, &status, None).await {
            // After a conflict another process is hosting the game already.
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The games to give time back to after an outage.
    async fn games_with_running_clock(&self, outage_ms: u64) -> Result<Vec<String>, StoreError> {
        let correspondence = outage_ms > MIN_CORRESPONDENCE_OUTAGE_MS;
        self.store.games_with_running_clock(correspondence).await
    }

    /// Keeps recording that games can be played, until the server shuts down.
    pub(crate) async fn heartbeat_loop(self) {
        let is_shared = self.cluster.bus().is_shared();
        // What nodes that share a database knew when they joined may not be settled yet.
        let mut settled = match is_shared {
            true => 0,
            false => self.clock.outage_count(),
        };
        while !self.shutdown.has_begun() {
            let outages = self.clock.outage_count();
            // Rooms that are open see to themselves, on every node.
            if outages > settled && self.cluster.is_keeper() {
                self.settle_outages().await;
                settled = outages;
            }
            // Nodes that share a database say in rows of their own that they are alive.
            if !is_shared && let Err(error) = self.heartbeat_if_needed().await {
                log_throttled!(UNSTORED, warn, %error, "cannot store the heartbeat");
            }
            let shutdown = self.shutdown.wait();
            drop(tokio::time::timeout(HEARTBEAT_INTERVAL, shutdown).await);
        }
    }

    /// Makes every game whose clock is running give back the time of outages, before a heartbeat
    /// says that games could be played then.
    async fn settle_outages(&self) {
        let outages = self.clock.outages_after(Timestamp(0)).into_iter();
        let longest = outages.map(|outage| outage.to_at.ms_since(outage.from_at));
        let games = self.games_with_running_clock(longest.max().unwrap_or_default());
        match games.await {
            Ok(games) => {
                stream::iter(games)
                    .for_each_concurrent(CONCURRENT_LOADS, |game| async move {
                        if let Err(error) = self.rooms.settle(&game).await {
                            warn!(%error, game, "cannot give back the time of an outage");
                        }
                    })
                    .await;
            }
            Err(error) => warn!(%error, "cannot find the games with a running clock"),
        }
    }

    /// Records that games can be played now, if it matters: there is a game in memory, or a clock
    /// that runs without one.
    async fn heartbeat_if_needed(&self) -> Result<(), StoreError> {
        if self.rooms.count() > 0 || self.store.has_running_clock().await? {
            self.store.heartbeat(self.clock.now()).await?;
        }
        Ok(())
    }

    /// Records that games can be played now.
    pub(crate) async fn heartbeat(&self) {
        if self.cluster.bus().is_shared() {
            return;
        }
        if let Err(error) = self.store.heartbeat(self.clock.now()).await {
            warn!(%error, "cannot store the heartbeat");
        }
    }

    /// Looks for damage in the database, now and every day, until the server shuts down.
    pub(crate) async fn integrity_loop(self) {
        while !self.shutdown.has_begun() {
            if let Err(error) = self.store.check_integrity().await {
                error!(%error, "cannot verify the database");
            }
            let shutdown = self.shutdown.wait();
            drop(tokio::time::timeout(INTEGRITY_INTERVAL, shutdown).await);
        }
    }

    /// Ends games that nobody ends, until the server shuts down.
    pub(crate) async fn sweep_loop(self) {
        let mut failing = HashMap::new();
        let mut last_guest = String::new();
        loop {
            let shutdown = self.shutdown.wait();
            if tokio::time::timeout(SWEEP_INTERVAL, shutdown).await.is_ok() {
                return;
            }
            self.metrics.run_upkeep();
            if !self.cluster.is_keeper() {
                continue;
            }
            let now = self.clock.now();
            if let Err(error) = self.flag_games(now, &mut failing).await {
                log_throttled!(UNSWEPT, warn, %error, "cannot find games out of time");
            }
            if let Err(error) = self.expire_stale(now).await {
                log_throttled!(UNSWEPT, warn, %error, "cannot find stale games");
            }
            if let Err(error) = self.delete_leftovers(now, &mut last_guest).await {
                log_throttled!(UNSWEPT, warn, %error, "cannot delete what guests left behind");
            }
        }
    }

    /// Ends the games in which time has run out. One that cannot be loaded is tried less and less
    /// often.
    async fn flag_games(
        &self,
        now: Timestamp,
        failing: &mut HashMap<String, Backoff>,
    ) -> Result<(), StoreError> {
        let games = self.store.games_past_deadline(now, MAX_FLAGS_PER_SWEEP);
        let games = games.await?;
        failing.retain(|game, _| games.contains(game));
        for game in games {
            let backoff = failing.get(&game).copied().unwrap_or_default();
            if !backoff.remaining(Instant::now()).is_zero() {
                continue;
            }
            if let Err(error) = self.rooms.check_clock(&game).await {
                log_throttled!(UNSWEPT, warn, %error, game, "cannot flag a game");
                failing.entry(game).or_default().failed(Instant::now());
            }
        }
        Ok(())
    }

    /// Withdraws games that nobody joined, and aborts games that nobody got going.
    async fn expire_stale(&self, now: Timestamp) -> Result<(), StoreError> {
        let withdrawn = self
            .store
            .expire_waiting_games(now, MAX_EXPIRIES_PER_SWEEP)
            .await?;
        for game in &withdrawn {
            // Whoever waits in the room learns that the wait is over.
            self.rooms.reseat(game).await;
        }
        if !withdrawn.is_empty() {
            self.lobby_feed.notify();
        }
        let before = |ms| Timestamp(now.0.saturating_sub(ms));
        let (fast, slow) = (before(STALE_AFTER_MS), before(SLOW_STALE_AFTER_MS));
        let games = self
            .store
            .unstarted_games(fast, slow, MAX_EXPIRIES_PER_SWEEP);
        for game in games.await? {
            // Which of the two it was does not matter: both have waited long enough.
            if let Err(error) = self.rooms.expire(&game, fast).await {
                log_throttled!(UNSWEPT, warn, %error, game, "cannot expire a game");
            }
        }
        Ok(())
    }

    /// Deletes games that guests have created and nobody has played, and guests without games, a
    /// few at a time.
    async fn delete_leftovers(
        &self,
        now: Timestamp,
        last_guest: &mut String,
    ) -> Result<(), StoreError> {
        let before = Timestamp(now.0.saturating_sub(GUEST_LIFETIME_MS));
        let deleted = self
            .store
            .delete_unplayed_guest_games(before, MAX_EXPIRIES_PER_SWEEP);
        for game in deleted.await? {
            self.rooms.close(&game).await;
        }
        let last = self
            .store
            .delete_guests_without_games(last_guest, before, MAX_GUESTS_PER_SWEEP)
            .await?;
        // At the end it starts over.
        *last_guest = last.unwrap_or_default();
        Ok(())
    }
}
