//! What happens to games without anyone asking: resuming them after an outage, flagging, expiry.

use super::game_state::LiveGame;
use super::lobby::LobbyFeed;
use super::{GameError, Rooms};
use crate::metrics::Metrics;
use crate::shutdown::Shutdown;
use crate::store::{Store, StoreError, StoredEvent};
use futures_util::{StreamExt, stream};
use quintain_table::Timestamp;
use std::sync::Arc;
use std::time::Duration;
use tracing::{info, warn};

/// How often the server records that games can be played: clocks lose at most this in a crash.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Clocks are compensated for outages longer than this.
const MIN_OUTAGE_MS: u64 = 1000;
/// How often the server looks for games that nobody watches and in which time has run out.
const SWEEP_INTERVAL: Duration = Duration::from_secs(1);
/// After this time a seek that nobody took is withdrawn, and a game with a clock is aborted unless
/// both sides have moved.
const STALE_AFTER_MS: u64 = 10 * 60_000;
/// How many games are loaded at the same time after an outage.
const CONCURRENT_LOADS: usize = 16;
/// The maximum number of games of each kind that one sweep handles.
const MAX_FLAGS_PER_SWEEP: u32 = 1000;
const MAX_EXPIRIES_PER_SWEEP: u32 = 100;

/// Watches over all games, cheap to clone.
#[derive(Clone)]
pub(crate) struct Supervisor {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) lobby_feed: LobbyFeed,
    pub(crate) metrics: Metrics,
    pub(crate) shutdown: Shutdown,
}

impl Supervisor {
    /// Resumes the games in which a clock is running, and gives back the time in which nobody
    /// could play.
    pub(crate) async fn resume(&self) -> Result<(), StoreError> {
        let last = self.store.last_heartbeat().await?;
        let games = self.store.games_with_running_clock().await?;
        info!(games = games.len(), "resuming games");
        if let Some(from) = last.filter(|&last| Timestamp::now().ms_since(last) > MIN_OUTAGE_MS) {
            self.compensate_outage(from, &games).await;
        }
        // Only when every pause is stored may a new heartbeat replace the old one.
        self.store.heartbeat(Timestamp::now()).await?;
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
        let to = Timestamp::now();
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

    /// Keeps recording that games can be played, until the server shuts down.
    pub(crate) async fn heartbeat_loop(self) {
        while !self.shutdown.has_begun() {
            // Without a game in memory no clock is running that could lose anything.
            if self.rooms.count() > 0 {
                self.heartbeat().await;
            }
            let shutdown = self.shutdown.wait();
            drop(tokio::time::timeout(HEARTBEAT_INTERVAL, shutdown).await);
        }
    }

    /// Records that games can be played now.
    pub(crate) async fn heartbeat(&self) {
        if let Err(error) = self.store.heartbeat(Timestamp::now()).await {
            warn!(%error, "cannot store the heartbeat");
        }
    }

    /// Ends games that nobody ends, until the server shuts down.
    pub(crate) async fn sweep_loop(self) {
        loop {
            let shutdown = self.shutdown.wait();
            if tokio::time::timeout(SWEEP_INTERVAL, shutdown).await.is_ok() {
                return;
            }
            let now = Timestamp::now();
            if let Err(error) = self.flag_games(now).await {
                warn!(%error, "cannot find games out of time");
            }
            if let Err(error) = self.expire_stale(now).await {
                warn!(%error, "cannot find stale games");
            }
            self.metrics.run_upkeep();
        }
    }

    async fn flag_games(&self, now: Timestamp) -> Result<(), StoreError> {
        let games = self.store.games_past_deadline(now, MAX_FLAGS_PER_SWEEP);
        for game in games.await? {
            if let Err(error) = self.rooms.check_clock(&game).await {
                warn!(%error, game, "cannot flag a game");
            }
        }
        Ok(())
    }

    /// Withdraws seeks that nobody took, and aborts games that nobody got going.
    async fn expire_stale(&self, now: Timestamp) -> Result<(), StoreError> {
        let before = Timestamp(now.0.saturating_sub(STALE_AFTER_MS));
        if self.store.expire_seeks(before, now).await? > 0 {
            self.lobby_feed.notify();
        }
        let games = self.store.unstarted_games(before, MAX_EXPIRIES_PER_SWEEP);
        for game in games.await? {
            if let Err(error) = self.rooms.expire(&game, before).await {
                warn!(%error, game, "cannot expire a game");
            }
        }
        Ok(())
    }
}
