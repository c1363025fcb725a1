//! The clients in a room, and what they are sent.

use super::{Room, Watcher};
use crate::game::presenter::to_millis;
use crate::ws::{ClientSender, encode};
use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::{GameSnapshot, GameState, Presence, ServerMessage, Speed};
use quintain_rules::Side;
use quintain_table::Timestamp;
use std::time::Instant;

/// A client that has missed more events than this gets a snapshot, which is shorter.
const MAX_RESUMED_EVENTS: u64 = 20;

impl Room {
    pub(super) fn watch(&mut self, client: ClientSender, user: String, after: Option<u64>) {
        match after.and_then(|after| self.updates_after(after)) {
            Some(updates) => {
                for update in updates {
                    client.send_text(update);
                }
                client.send(&ServerMessage::Presence {
                    game_id: self.id.clone(),
                    presence: self.presence,
                });
                client.send(&self.rematch_message());
            }
            None => client.send(&self.snapshot_message(&user)),
        }
        self.watchers.insert(client.id(), Watcher { client, user });
        self.update_away();
    }

    /// The encoded updates after an event; `None` if a snapshot is better.
    fn updates_after(&self, after: u64) -> Option<Vec<Utf8Bytes>> {
        let seq = self.live.seq();
        if after == 0 || after > seq || seq - after > MAX_RESUMED_EVENTS {
            return None;
        }
        let after = usize::try_from(after).ok()?;
        let mut past = self.live.replayed_to(self.rooms.games(), after).ok()?;
        let mut updates = Vec::new();
        for event in &self.live.events()[after..] {
            past.apply(event.clone()).ok()?;
            let update = if past.seq() == seq {
                // The last one also says how the ratings changed.
                self.live.update()?
            } else {
                past.update()?
            };
            updates.push(encode(&ServerMessage::Update {
                update: Box::new(update),
            }));
        }
        Some(updates)
    }

    pub(super) fn snapshot_for(&self, user: &str) -> GameSnapshot {
        let now = self.context().clock.now();
        self.live.snapshot(self.presence, user, now)
    }

    pub(super) fn snapshot_message(&self, user: &str) -> ServerMessage {
        ServerMessage::Snapshot {
            snapshot: Box::new(self.snapshot_for(user)),
        }
    }

    /// Finds out which players are away, after someone came or left.
    pub(super) fn update_away(&mut self) {
        self.watchers
            .retain(|_, watcher| !watcher.client.is_closed());
        let now = self.context().clock.now();
        for side in Side::BOTH {
            let seat = &self.live.row().seats[side.index()];
            let online = match seat.user_id() {
                Some(user) => self.watchers.values().any(|watcher| watcher.user == user),
                None => seat.engine_level.is_some(),
            };
            let away = &mut self.away_since[side.index()];
            *away = match online {
                true => None,
                false => Some(away.unwrap_or(now)),
            };
        }
        self.mark_presence_dirty();
    }

    /// Has the presence sent again soon.
    pub(super) fn mark_presence_dirty(&mut self) {
        self.presence_dirty_since.get_or_insert_with(Instant::now);
    }

    pub(super) fn current_presence(&self) -> Presence {
        let seats = &self.live.row().seats;
        let is_spectator = |watcher: &&Watcher| {
            seats
                .iter()
                .all(|seat| seat.user_id() != Some(&watcher.user))
        };
        let spectators = self.watchers.values().filter(is_spectator).count();
        let online = |side: Side| {
            let has_engine = seats[side.index()].engine_level.is_some();
            has_engine || self.away_since[side.index()].is_none()
        };
        Presence {
            online: Side::BOTH.map(online),
            claimable_from: Side::BOTH.map(|side| self.claimable_from(side).map(to_millis)),
            spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
        }
    }

    /// When the opponent may claim the game because this side's player has left.
    pub(super) fn claimable_from(&self, side: Side) -> Option<Timestamp> {
        let row = self.live.row();
        let users = [0, 1].map(|side| row.seats[side].user_id());
        // There is nobody to claim against in a local game or against the engine.
        if self.live.state() != GameState::Running || users[0] == users[1] || users.contains(&None)
        {
            return None;
        }
        let factor = match row.request.speed {
            Speed::Bullet | Speed::Blitz => 1,
            Speed::Rapid => 2,
            Speed::Classical => 4,
            Speed::Unlimited => 20,
            // Here only the clock decides.
            Speed::Correspondence => return None,
        };
        let grace = self.context().claim_after * factor;
        let grace_ms = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX);
        Some(self.away_since[side.index()]?.plus_ms(grace_ms))
    }

    pub(super) fn send_presence(&mut self) {
        self.presence_dirty_since = None;
        let presence = self.current_presence();
        if presence != self.presence {
            self.presence = presence;
            let game_id = self.id.clone();
            self.broadcast(&ServerMessage::Presence { game_id, presence });
        }
    }

    /// Sends a message to everyone who watches.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        let text = encode(message);
        for watcher in self.watchers.values() {
            watcher.client.send_text(text.clone());
        }
    }

    /// Tells the players' other connections that the game has changed.
    pub(super) fn notify_players(&self) {
        let mut text = None;
        let mut notified = None;
        for user in self
            .live
            .row()
            .seats
            .iter()
            .filter_map(|seat| seat.user_id())
        {
            // In a local game one user has both seats.
            if notified.replace(user) == Some(user) {
                continue;
            }
            for client in self.context().connections.of_user(user) {
                if !self.watchers.contains_key(&client.id()) {
                    let text = text.get_or_insert_with(|| {
                        let summary = Box::new(self.live.summary());
                        encode(&ServerMessage::MyGame { summary })
                    });
                    client.send_text(text.clone());
                }
            }
        }
    }
}
