//! Storing what happens, publishing it, and keeping up with other nodes.

use super::elsewhere::Origin;
use super::{GameError, Room};
use crate::clock::Outage;
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::store::{RatedGame, StoreError, StoredEvent};
use quintain_api::protocol::GameState;
use quintain_rules::Side;
use quintain_table::{Action, Entry, Timestamp};
use std::time::Instant;

/// All games have the same disk: one line says enough.
static UNSTORED: LogThrottle = LogThrottle::new();
static UNREAD: LogThrottle = LogThrottle::new();

/// How many times a decision is made before giving up because other processes are faster.
pub(super) const MAX_COMMIT_ATTEMPTS: usize = 8;

/// How long after a flag has fallen the server declares the loss.
pub(super) const FLAG_GRACE_MS: u64 = 100;

/// Why an event was not stored.
pub(super) enum CommitError {
    /// Another process has stored an event under the same number.
    Conflict,
    /// Something else went wrong.
    Other(GameError),
}

impl From<GameError> for CommitError {
    fn from(error: GameError) -> Self {
        CommitError::Other(error)
    }
}

impl From<StoreError> for CommitError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Conflict => CommitError::Conflict,
            other => CommitError::Other(other.into()),
        }
    }
}

impl Room {
    /// Applies an event, stores it, and publishes it.
    ///
    /// The state after the event is stored with it, so it is applied first. Nobody can look into
    /// the room before it is stored, and if it cannot be, it is undone. Trying it on a copy of
    /// the game would cost more with every move.
    pub(super) async fn commit(&mut self, event: StoredEvent) -> Result<(), CommitError> {
        let undo = self.live.apply(event.clone())?;
        match self.store(&event).await {
            Ok(rated) => {
                if let Some(rated) = rated {
                    self.live.set_rating_changes(&rated);
                }
                self.tell_event(event);
                self.publish(Origin::Here);
                Ok(())
            }
            Err(error) => {
                self.live.revert(undo);
                Err(error.into())
            }
        }
    }

    /// Stores the last event and where the game stands with it. Returns what it has made of the
    /// ratings, if it has ended a rated game.
    async fn store(&self, event: &StoredEvent) -> Result<Option<RatedGame>, StoreError> {
        let (status, result) = (self.live.status(), self.live.rated_result());
        let context = self.context();
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let rated = match &result {
                Some(result) => Some(context.ratings.rate(result, event.entry.at).await?),
                None => None,
            };
            let store = &context.store;
            let stored = store.append_event(&self.id, event, &status, rated.as_ref());
            match stored.await {
                // Another game of one of the players has just counted.
                Err(StoreError::RatingsChanged) => {}
                stored => return stored.map(|()| rated),
            }
        }
        Err(StoreError::RatingsChanged)
    }

    /// Sends the last event to everyone, and lets the engine move if it is its turn.
    pub(super) fn publish(&mut self, origin: Origin) {
        if let Some(update) = self.live.encode_update() {
            self.broadcast_update(&update);
        }
        self.elsewhere.note_origin(origin);
        if origin == Origin::Here {
            self.context().metrics.game_events.increment(1);
            self.notify_players();
            self.context().lobby_feed.notify();
        }
        if self.live.state() != GameState::Running {
            // Nobody can claim anymore, and the engine has nothing to do.
            self.mark_presence_dirty();
            self.engine_permit = None;
        }
        self.start_engine_if_its_turn();
    }

    /// Catches up with another process that was faster.
    pub(super) async fn catch_up(&mut self) -> Result<(), GameError> {
        if self.sync_from_store().await? {
            Ok(())
        } else {
            self.reload(Origin::Elsewhere).await
        }
    }

    /// Applies what other processes have stored. Returns whether there was anything.
    pub(super) async fn sync_from_store(&mut self) -> Result<bool, GameError> {
        let from = u32::try_from(self.live.seq()).unwrap_or(u32::MAX);
        let events = self.context().store.events(&self.id, from).await?;
        self.elsewhere.note_refresh();
        let any = !events.is_empty();
        for event in events {
            self.live.apply(event)?;
            if self.live.rated_result().is_some() {
                // What it has made of the ratings is not in the event.
                let row = self.context().store.game(&self.id).await?;
                self.live.set_ratings(row.as_ref());
            }
            self.publish(Origin::Elsewhere);
        }
        Ok(any)
    }

    /// Checks whether another process knows more.
    pub(super) async fn refresh(&mut self) {
        let outcome = match self.live.table() {
            Some(_) => self.sync_from_store().await.map(drop),
            None => self.reload_if_started().await,
        };
        if let Err(error) = outcome {
            log_throttled!(UNREAD, warn, %error, game = self.id, "cannot refresh a game");
        }
    }

    /// Reloads a waiting game that another process has started or aborted.
    async fn reload_if_started(&mut self) -> Result<(), GameError> {
        let row = self.context().store.game(&self.id).await?;
        match row {
            Some(row) if row.status.state != self.live.state() => {
                self.reload(Origin::Elsewhere).await
            }
            _ => Ok(()),
        }
    }

    /// Loads the whole game from the store and sends it to everyone. `origin` says who has changed
    /// it.
    pub(super) async fn reload(&mut self, origin: Origin) -> Result<(), GameError> {
        self.live = self.rooms.load(&self.id).await?;
        self.rooms.note_players(&self.live);
        self.sort_watchers();
        self.update_away();
        self.presence = self.current_presence();
        self.send_snapshots();
        self.elsewhere.note_refresh();
        if origin == Origin::Here {
            self.notify_players();
            self.context().lobby_feed.notify();
        }
        self.start_engine_if_its_turn();
        Ok(())
    }

    pub(super) async fn reseat(&mut self) {
        if let Err(error) = self.reload(Origin::Here).await {
            log_throttled!(UNREAD, warn, %error, game = self.id, "cannot reload a game");
        }
    }

    /// Ends the game if a player has run out of time. A move that arrived in time may still be on
    /// its way to the room, so this is a moment later than the flag.
    pub(super) async fn check_clock(&mut self) {
        let now = self.context().clock.now();
        let moment_ago = Timestamp(now.0.saturating_sub(FLAG_GRACE_MS));
        self.check_flag(moment_ago).await;
    }

    /// Ends the game if a player had run out of time at a moment. Once the server is shutting down
    /// no flag falls: the time that is left is for whoever resumes the game. Nor does one fall
    /// while it is not known whether anyone could play.
    pub(super) async fn check_flag(&mut self, at: Timestamp) {
        let is_known = self.context().cluster.knows_outages();
        let settled = self.settle_outages().await;
        if settled && is_known && !self.context().shutdown.has_begun() {
            let flag = |room: &Room| room.live.table()?.check_flag(at);
            self.commit_system_event(flag, "timeout").await;
        }
    }

    /// Gives players back the time in which nobody could play. Returns whether that is done.
    pub(super) async fn settle_outages(&mut self) -> bool {
        for outage in self.missed_outages() {
            let pause = |room: &Room| {
                let table = room.live.table()?;
                let is_missing = table.flag_at().is_some() && table.changed_at() < outage.to_at;
                is_missing.then(|| table.pause(outage.from_at, outage.to_at))
            };
            self.commit_system_event(pause, "pause").await;
        }
        self.missed_outages().is_empty()
    }

    /// The outages since the last event, in which a clock has been running. Nothing is stored
    /// about a game after an outage before the outage is.
    fn missed_outages(&self) -> Vec<Outage> {
        match self.live.table().filter(|table| table.flag_at().is_some()) {
            Some(table) => self.context().clock.outages_after(table.changed_at()),
            None => Vec::new(),
        }
    }

    /// Ends the game if it holds all that it may.
    pub(super) async fn check_length(&mut self) {
        let now = self.context().clock.now();
        let end = |room: &Room| room.live.table()?.check_length(now);
        self.commit_system_event(end, "length").await;
    }

    /// Aborts the game if the players have not got it going since the given moment.
    pub(super) async fn expire(&mut self, before: Timestamp) {
        let now = self.context().clock.now();
        let abort = |room: &Room| {
            let table = room.live.table()?;
            let is_stale = table.steps().len() < 2 && table.changed_at() < before;
            let entry = table.decide(Side::First, &Action::Abort, now);
            entry.ok().filter(|_| is_stale)
        };
        self.commit_system_event(abort, "expiry").await;
    }

    /// Stores an event that no user has asked for. `decide` says which one, if any, and is asked
    /// again if another process was faster.
    pub(super) async fn commit_system_event(
        &mut self,
        decide: impl Fn(&Room) -> Option<Entry>,
        kind: &'static str,
    ) {
        if !self.backoff.remaining(Instant::now()).is_zero() {
            return;
        }
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(entry) = decide(self) else { return };
            let event = StoredEvent {
                entry,
                request_id: None,
            };
            let outcome = match self.commit(event).await {
                Ok(()) => return self.backoff.succeeded(),
                Err(CommitError::Conflict) => self.catch_up().await,
                Err(CommitError::Other(error)) => Err(error),
            };
            if let Err(error) = outcome {
                self.backoff.failed(Instant::now());
                log_throttled!(UNSTORED, warn, %error, game = self.id, kind, "cannot store an event");
                return;
            }
        }
    }
}
