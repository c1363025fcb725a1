//! The rooms that other nodes have of the same game: what they have stored, and who is in them.
//!
//! What another room has stored comes with its number. The next one is applied; if one is missing,
//! all are read from the store. Who is in another room is forgotten if that room does not keep
//! saying it. A node that is alone has none of this to do.

use super::{GameError, Next, Room};
use crate::bus::{BusState, GameNews, Heard, Subscription};
use crate::store::StoredEvent;
use quintain_api::protocol::RatingChange;
use quintain_rules::Side;
use quintain_table::Table;
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tracing::warn;

/// How often a room says who is in it, and how long that is believed.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(10);
const PRESENCE_LIFETIME: Duration = Duration::from_secs(25);
/// A game that is watched is read from the store after this time without news, in case they were
/// lost.
const REFRESH_INTERVAL: Duration = Duration::from_secs(30);
/// The same while a node is cut off from the bus; with many rooms it is longer, so that the store
/// is not asked more often than that each second.
const CUT_OFF_REFRESH_INTERVAL: Duration = Duration::from_secs(1);
const MAX_REFRESHES_PER_SECOND: u32 = 1000;
/// A room that nobody on this node needs is closed after this time, whatever others say.
const UNUSED_AFTER: Duration = Duration::from_secs(30);

/// Where something has been stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// By this room.
    Here,
    /// By another node.
    Elsewhere,
}

/// What is known of the other rooms.
pub(super) struct Elsewhere {
    news: Subscription<GameNews>,
    /// Who is in each of them, by node.
    rooms: HashMap<String, OtherRoom>,
    /// Whether this room has stored the last event. Then it is this room that lets the engine move.
    is_ours: bool,
    /// When this room last said who is in it, and what it said.
    told: Option<(Instant, [bool; 2], u32)>,
    refreshed_at: Instant,
    used_at: Instant,
    /// How the bus was doing when the room last looked.
    state: BusState,
}

struct OtherRoom {
    online: [bool; 2],
    spectators: u32,
    heard_at: Instant,
}

impl Elsewhere {
    pub(super) fn new(news: Subscription<GameNews>, is_ours: bool) -> Elsewhere {
        Elsewhere {
            is_ours: is_ours || !news.is_shared(),
            state: news.state(),
            news,
            rooms: HashMap::new(),
            told: None,
            refreshed_at: Instant::now(),
            used_at: Instant::now(),
        }
    }

    /// What another node says next; without other nodes, nothing ever.
    pub(super) async fn next(&mut self) -> Heard<GameNews> {
        self.news.next().await
    }

    fn is_shared(&self) -> bool {
        self.news.is_shared()
    }

    /// Whether it is for this room to let the engine move.
    pub(super) fn is_ours(&self) -> bool {
        self.is_ours
    }

    pub(super) fn note_origin(&mut self, origin: Origin) {
        self.is_ours = origin == Origin::Here || !self.is_shared();
    }

    /// Notes that the room knows what is stored.
    pub(super) fn note_refresh(&mut self) {
        self.refreshed_at = Instant::now();
    }

    /// Notes that someone on this node needs the room.
    pub(super) fn note_use(&mut self, next: &Next) {
        if self.is_shared() && !matches!(next, Next::Elsewhere(_) | Next::Timer | Next::FanOut) {
            self.used_at = Instant::now();
        }
    }

    /// Whether nobody on this node has needed the room for a while.
    pub(super) fn is_unused(&self) -> bool {
        self.used_at.elapsed() >= UNUSED_AFTER
    }

    /// Whether a side's player is in another room.
    pub(super) fn is_online(&self, side: Side) -> bool {
        self.rooms.values().any(|room| room.online[side.index()])
    }

    /// How many spectators are in other rooms.
    pub(super) fn spectators(&self) -> u32 {
        let counts = self.rooms.values().map(|room| room.spectators);
        counts.fold(0, u32::saturating_add)
    }

    /// Whether nobody can tell who is in other rooms, because this node or another one is cut off.
    pub(super) fn is_uncertain(&self) -> bool {
        !self.news.state().is_whole()
    }

    /// Forgets the rooms that have not been heard of for long.
    fn forget_silent(&mut self) -> bool {
        let before = self.rooms.len();
        self.rooms
            .retain(|_, room| room.heard_at.elapsed() < PRESENCE_LIFETIME);
        self.rooms.len() < before
    }
}

impl Room {
    /// Tells the other rooms.
    pub(super) fn tell(&self, news: &GameNews) {
        self.rooms.bus().tell_game(&self.id, news);
    }

    /// Tells the other rooms of an event that has just been stored.
    pub(super) fn tell_event(&self, event: StoredEvent) {
        if self.elsewhere.is_shared() {
            self.tell(&GameNews::Event {
                number: self.live.seq(),
                event: Box::new(event),
                ratings: self.live.rating_changes(),
            });
        }
    }

    /// Says who is in this room, and asks who is in the others.
    pub(super) fn ask_elsewhere(&mut self) {
        if self.elsewhere.is_shared() {
            self.tell_presence(true);
        }
    }

    /// Says that nobody is in this room anymore.
    pub(super) fn leave_elsewhere(&mut self) {
        if self.elsewhere.is_shared() {
            self.players.clear();
            self.spectators.clear();
            self.tell_presence(false);
        }
    }

    /// Says who is in this room, if the others do not know.
    pub(super) fn tell_presence_if_new(&mut self) {
        if !self.elsewhere.is_shared() {
            return;
        }
        let (online, spectators) = self.presence_here();
        let is_known = self
            .elsewhere
            .told
            .is_some_and(|(_, told, count)| (told, count) == (online, spectators));
        if !is_known {
            self.tell_presence(false);
        }
    }

    fn tell_presence(&mut self, asks: bool) {
        let (online, spectators) = self.presence_here();
        self.elsewhere.told = Some((Instant::now(), online, spectators));
        self.tell(&GameNews::Presence {
            seq: self.live.seq(),
            online,
            spectators,
            asks,
        });
    }

    fn has_watchers(&self) -> bool {
        !self.players.is_empty() || !self.spectators.is_empty()
    }

    /// How long until something must be said or asked because of other nodes.
    pub(super) fn wait_for_elsewhere(&self) -> Duration {
        if !self.elsewhere.is_shared() || !self.has_watchers() {
            return Duration::MAX;
        }
        let told = self.elsewhere.told;
        let tell = told.map_or(Duration::ZERO, |(at, ..)| {
            PRESENCE_INTERVAL.saturating_sub(at.elapsed())
        });
        let refreshed = self.elsewhere.refreshed_at.elapsed();
        tell.min(self.refresh_interval().saturating_sub(refreshed))
    }

    fn refresh_interval(&self) -> Duration {
        if self.elsewhere.news.state().is_whole() {
            return REFRESH_INTERVAL;
        }
        let rooms = u32::try_from(self.rooms.count()).unwrap_or(u32::MAX);
        let all = CUT_OFF_REFRESH_INTERVAL * (rooms / MAX_REFRESHES_PER_SECOND);
        all.clamp(CUT_OFF_REFRESH_INTERVAL, REFRESH_INTERVAL)
    }

    /// Reads from the store what may have been lost, and says again who is here, when it is time.
    pub(super) async fn refresh_if_uncertain(&mut self) {
        if !self.elsewhere.is_shared() || !self.has_watchers() {
            return;
        }
        if self.elsewhere.refreshed_at.elapsed() >= self.refresh_interval() {
            // If that fails, it is tried again after the same time.
            self.elsewhere.note_refresh();
            self.refresh().await;
        }
        if self.elsewhere.forget_silent() {
            self.update_away();
        }
        let told = self.elsewhere.told;
        if told.is_none_or(|(at, ..)| at.elapsed() >= PRESENCE_INTERVAL) {
            self.tell_presence(false);
        }
    }

    /// Handles what another node says.
    pub(super) async fn hear(&mut self, heard: Heard<GameNews>) {
        let done = match heard {
            Heard::State => {
                self.note_bus_state().await;
                Ok(())
            }
            Heard::News { from, news } => self.hear_news(from, news).await,
        };
        if let Err(error) = done {
            warn!(%error, game = self.id, "cannot follow what another node has stored");
        }
    }

    async fn hear_news(&mut self, from: String, news: GameNews) -> Result<(), GameError> {
        match news {
            GameNews::Event {
                number,
                event,
                ratings,
            } => self.hear_event(number, *event, ratings).await,
            GameNews::Rematch {
                offered_by,
                game_id,
            } => {
                let row = self.live.row_mut();
                row.rematch_offered_by = offered_by;
                row.rematch_id = game_id;
                self.broadcast_rematch();
                Ok(())
            }
            GameNews::Changed => {
                self.elsewhere.note_origin(Origin::Elsewhere);
                self.reload(Origin::Elsewhere).await
            }
            GameNews::Presence {
                seq,
                online,
                spectators,
                asks,
            } => {
                self.hear_presence(from, online, spectators, asks);
                self.catch_up_to(seq).await
            }
            // The room closes instead.
            GameNews::Deleted => Ok(()),
        }
    }

    async fn hear_event(
        &mut self,
        number: u64,
        event: StoredEvent,
        ratings: Option<[RatingChange; 2]>,
    ) -> Result<(), GameError> {
        if number != self.live.seq() + 1 || self.live.table().is_none() {
            return self.catch_up_to(number).await;
        }
        let side = self.live.table().and_then(Table::turn);
        if self.live.apply(event).is_err() {
            // What does not fit is not what is stored, or this room has something that is not.
            return self.reload(Origin::Elsewhere).await;
        }
        self.live.set_rating_changes_to(ratings);
        self.elsewhere.note_refresh();
        self.publish(Origin::Elsewhere);
        if let Some(side) = side {
            self.note_sign_of_life(side);
        }
        Ok(())
    }

    /// Reads from the store what another room knows already.
    async fn catch_up_to(&mut self, seq: u64) -> Result<(), GameError> {
        match (seq > self.live.seq(), self.live.table()) {
            (false, _) => Ok(()),
            (true, Some(_)) => self.sync_from_store().await.map(drop),
            (true, None) => self.reload(Origin::Elsewhere).await,
        }
    }

    fn hear_presence(&mut self, from: String, online: [bool; 2], spectators: u32, asks: bool) {
        if online == [false; 2] && spectators == 0 {
            self.elsewhere.rooms.remove(&from);
        } else {
            let heard_at = Instant::now();
            let room = OtherRoom {
                online,
                spectators,
                heard_at,
            };
            self.elsewhere.rooms.insert(from, room);
        }
        self.update_away();
        if asks {
            self.tell_presence(false);
        }
    }

    /// A player who moves is not away, wherever the news of that got lost.
    fn note_sign_of_life(&mut self, side: Side) {
        let now = self.context().clock.now();
        let away = &mut self.away_since[side.index()];
        if away.is_some() {
            *away = Some(now);
            self.mark_presence_dirty();
        }
    }

    /// The bus is doing better or worse. If messages may have been lost, the room reads from the
    /// store what it has missed, says what it knows, and asks who is where: until it hears that,
    /// nobody has been away.
    async fn note_bus_state(&mut self) {
        let state = self.elsewhere.news.state();
        let before = std::mem::replace(&mut self.elsewhere.state, state);
        let is_back = state.is_whole() && !before.is_whole();
        if before.interruptions == state.interruptions && !is_back {
            return;
        }
        if self.has_watchers() {
            self.refresh().await;
        }
        let now = self.context().clock.now();
        for away in self.away_since.iter_mut().flatten() {
            *away = now;
        }
        self.mark_presence_dirty();
        if state.is_connected {
            self.ask_elsewhere();
        }
    }
}
