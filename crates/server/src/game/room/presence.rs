//! The clients in a room, and what they are sent.

use super::{Room, Watcher};
use crate::game::presenter::to_millis;
use crate::game::recent::EncodedUpdate;
use crate::ws::{ClientSender, encode};
use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::{GameSnapshot, GameState, Presence, ServerMessage, Speed};
use quintain_rules::Side;
use quintain_table::Timestamp;
use std::collections::HashMap;
use std::time::Instant;

/// The snapshots of a room as they go over the wire, by the sides that the reader plays. Until
/// something happens, they are the same for everyone who comes.
pub(super) type Snapshots = HashMap<Vec<Side>, Utf8Bytes>;

impl Room {
    pub(super) fn watch(&mut self, client: ClientSender, user: String, after: Option<u64>) {
        match after.and_then(|after| self.live.updates_after(after, &user)) {
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
            None => client.send_text(self.snapshot_text(&user)),
        }
        self.add_watcher(Watcher { client, user });
        self.update_away();
    }

    fn add_watcher(&mut self, watcher: Watcher) {
        let id = watcher.client.id();
        match self.is_player(&watcher.user) {
            true => self.players.insert(id, watcher),
            false => self.spectators.insert(id, watcher),
        };
    }

    pub(super) fn unwatch(&mut self, client_id: u64) {
        self.players.remove(&client_id);
        self.spectators.remove(&client_id);
        self.update_away();
    }

    fn is_watching(&self, client_id: u64) -> bool {
        self.players.contains_key(&client_id) || self.spectators.contains_key(&client_id)
    }

    fn is_player(&self, user: &str) -> bool {
        let mut seats = self.live.row().seats.iter();
        seats.any(|seat| seat.user_id() == Some(user))
    }

    /// Finds out who plays and who watches, after the seats have changed.
    pub(super) fn sort_watchers(&mut self) {
        self.fan_out.flush(&self.spectators);
        let spectators = std::mem::take(&mut self.spectators);
        let watchers = std::mem::take(&mut self.players);
        for watcher in watchers.into_values().chain(spectators.into_values()) {
            self.add_watcher(watcher);
        }
    }

    /// Sends everyone the whole game.
    pub(super) fn send_snapshots(&mut self) {
        self.fan_out.flush(&self.spectators);
        self.snapshots.clear();
        let watchers = self.players.values().chain(self.spectators.values());
        let readers: Vec<_> = watchers
            .map(|watcher| (watcher.client.clone(), watcher.user.clone()))
            .collect();
        for (client, user) in readers {
            client.send_text(self.snapshot_text(&user));
        }
    }

    /// The game for a user, encoded once for everyone who sees the same.
    fn snapshot_text(&mut self, user: &str) -> Utf8Bytes {
        let sides = self.live.sides_of(user);
        if let Some(text) = self.snapshots.get(&sides) {
            return text.clone();
        }
        let snapshot = Box::new(self.snapshot_for(user));
        let text = encode(&ServerMessage::Snapshot { snapshot });
        self.snapshots.insert(sides, text.clone());
        text
    }

    pub(super) fn snapshot_for(&self, user: &str) -> GameSnapshot {
        let now = self.context().clock.now();
        self.live.snapshot(self.presence, user, now)
    }

    /// Forgets clients that left without a word.
    pub(super) fn forget_closed(&mut self) {
        for watchers in [&mut self.players, &mut self.spectators] {
            watchers.retain(|_, watcher| !watcher.client.is_closed());
        }
    }

    /// Finds out which players are away, after someone came or left.
    pub(super) fn update_away(&mut self) {
        let now = self.context().clock.now();
        for side in Side::BOTH {
            let seat = &self.live.row().seats[side.index()];
            let online = match seat.user_id() {
                Some(user) => self.is_here(user) || self.elsewhere.is_online(side),
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

    /// Whether a player is in this room.
    fn is_here(&self, user: &str) -> bool {
        self.players
            .values()
            .any(|watcher| watcher.user == user && !watcher.client.is_closed())
    }

    /// Who is in this room, for the rooms of other nodes: which sides' players, and how many
    /// spectators.
    pub(super) fn presence_here(&self) -> ([bool; 2], u32) {
        let seats = &self.live.row().seats;
        let is_here = |side: Side| {
            let user = seats[side.index()].user_id();
            user.is_some_and(|user| self.is_here(user))
        };
        let spectators = u32::try_from(self.spectators.len()).unwrap_or(u32::MAX);
        (Side::BOTH.map(is_here), spectators)
    }

    /// Has the presence sent again soon.
    pub(super) fn mark_presence_dirty(&mut self) {
        self.presence_dirty_since.get_or_insert_with(Instant::now);
    }

    pub(super) fn current_presence(&self) -> Presence {
        let seats = &self.live.row().seats;
        let online = |side: Side| {
            let has_engine = seats[side.index()].engine_level.is_some();
            has_engine || self.away_since[side.index()].is_none()
        };
        Presence {
            online: Side::BOTH.map(online),
            claimable_from: Side::BOTH.map(|side| self.claimable_from(side).map(to_millis)),
            spectators: u32::try_from(self.spectators.len())
                .unwrap_or(u32::MAX)
                .saturating_add(self.elsewhere.spectators()),
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
        // The player may be at another node.
        if self.elsewhere.is_uncertain() {
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
        self.forget_closed();
        self.tell_presence_if_new();
        let presence = self.current_presence();
        if presence != self.presence {
            self.presence = presence;
            let game_id = self.id.clone();
            self.broadcast(&ServerMessage::Presence { game_id, presence });
        }
    }

    /// Sends a message to everyone who watches.
    pub(super) fn broadcast(&mut self, message: &ServerMessage) {
        let text = encode(message);
        self.broadcast_text(|_| text.clone());
    }

    /// Sends an update to everyone who watches.
    pub(super) fn broadcast_update(&mut self, update: &EncodedUpdate) {
        self.broadcast_text(|sides| update.for_sides(sides));
    }

    /// Sends an encoded message, which may depend on the sides that the reader plays, to everyone
    /// who watches: to the players now, and to spectators when nobody acts.
    fn broadcast_text(&mut self, text: impl Fn(&[Side]) -> Utf8Bytes) {
        // It says what has changed.
        self.snapshots.clear();
        for watcher in self.players.values() {
            let sides = self.live.sides_of(&watcher.user);
            watcher.client.send_text(text(&sides));
        }
        self.fan_out.push(text(&[]), &self.spectators);
    }

    /// Tells the players' other connections that the game has changed.
    pub(super) fn notify_players(&mut self) {
        self.push_due = true;
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
            let mut text = || {
                text.get_or_insert_with(|| {
                    let summary = Box::new(self.live.summary());
                    encode(&ServerMessage::MyGame { summary })
                })
                .clone()
            };
            for client in self.context().connections.of_user(user) {
                if !self.is_watching(client.id()) {
                    client.send_text(text());
                }
            }
            if self.rooms.bus().is_shared() {
                self.rooms.tell_user(user, &self.id, &text());
            }
        }
    }

    /// Sends a message to the connections of a user that do not watch the game.
    pub(super) fn notify(&self, user: &str, text: &Utf8Bytes) {
        for client in self.context().connections.of_user(user) {
            if !self.is_watching(client.id()) {
                client.send_text(text.clone());
            }
        }
    }
}
