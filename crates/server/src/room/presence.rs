//! Who is in a room, and what they are told.

use super::actor::{Room, Watcher};
use crate::live::millis;
use crate::outbox::{Outbox, text};
use crate::protocol::{GameSnapshot, GameState, Presence, ServerMessage, Speed};
use axum::extract::ws::Utf8Bytes;
use quintain_rules::Side;
use quintain_table::Timestamp;
use std::time::Instant;

/// Whoever missed more than this gets a snapshot, which is shorter.
const RESUMED: u64 = 20;

impl Room {
    pub(super) fn watch(&mut self, outbox: Outbox, user: String, after: Option<u64>) {
        match after.and_then(|after| self.missed(after)) {
            Some(missed) => {
                for update in missed {
                    outbox.send(update);
                }
                let presence = ServerMessage::Presence {
                    game: self.id.clone(),
                    presence: self.presence,
                };
                outbox.tell(&presence);
                outbox.tell(&self.rematch_message());
            }
            None => outbox.tell(&self.snapshot_message(&user)),
        }
        self.watchers.insert(outbox.id(), Watcher { outbox, user });
        self.people_moved();
    }

    /// The updates after a number, as texts; nothing if a snapshot is better.
    pub(super) fn missed(&self, after: u64) -> Option<Vec<Utf8Bytes>> {
        let seq = self.live.seq();
        if after == 0 || after > seq || seq - after > RESUMED {
            return None;
        }
        let mut updates = Vec::new();
        let entries = self.live.entries();
        let after = usize::try_from(after).ok()?;
        let mut then = self.live.rewound(self.app.games(), after).ok()?;
        for entry in &entries[after..] {
            then.apply(entry.clone()).ok()?;
            let update = if then.seq() == seq {
                // The last one also tells what became of the ratings.
                self.live.update()?
            } else {
                then.update()?
            };
            updates.push(text(&ServerMessage::Update {
                update: Box::new(update),
            }));
        }
        Some(updates)
    }

    pub(super) fn snapshot_for(&self, user: &str) -> GameSnapshot {
        let games = self.app.games();
        self.live
            .snapshot(games, self.presence, user, Timestamp::now())
    }

    pub(super) fn snapshot_message(&self, user: &str) -> ServerMessage {
        ServerMessage::Snapshot {
            snapshot: Box::new(self.snapshot_for(user)),
        }
    }

    /// Somebody came or went.
    pub(super) fn people_moved(&mut self) {
        self.watchers
            .retain(|_, watcher| !watcher.outbox.is_closed());
        for side in Side::BOTH {
            let away = &mut self.away[side.index()];
            let seat = &self.live.row().seats[side.index()];
            let here = match &seat.user {
                Some(user) => self
                    .watchers
                    .values()
                    .any(|watcher| watcher.user == user.id),
                None => seat.level.is_some(),
            };
            *away = if here {
                None
            } else {
                Some(away.unwrap_or_else(Timestamp::now))
            };
        }
        self.stir();
    }

    /// Who is here is to be told again soon.
    pub(super) fn stir(&mut self) {
        self.restless.get_or_insert_with(Instant::now);
    }

    pub(super) fn who_is_here(&self) -> Presence {
        let seats = &self.live.row().seats;
        let plays = |user: &str| {
            let sitting = seats.iter().filter_map(|seat| seat.user.as_ref());
            sitting.into_iter().any(|sitting| sitting.id == user)
        };
        let spectators = self
            .watchers
            .values()
            .filter(|watcher| !plays(&watcher.user))
            .count();
        Presence {
            here: Side::BOTH.map(|side| {
                self.away[side.index()].is_none() || seats[side.index()].level.is_some()
            }),
            claim_from: Side::BOTH.map(|side| self.claim_from(side).map(millis)),
            spectators: u32::try_from(spectators).unwrap_or(u32::MAX),
        }
    }

    /// From when on the other side may claim the game because this side's player has left.
    pub(super) fn claim_from(&self, side: Side) -> Option<Timestamp> {
        let seats = &self.live.row().seats;
        let users = [0, 1].map(|side| seats[side].user.as_ref().map(|user| &user.id));
        // Nobody claims against oneself at one device, or against an engine.
        if self.live.state() != GameState::Running || users[0] == users[1] || users.contains(&None)
        {
            return None;
        }
        let times = match self.live.row().asked.speed {
            Speed::Bullet | Speed::Blitz => 1,
            Speed::Rapid => 2,
            Speed::Classical => 4,
            Speed::Unlimited => 20,
            // There the clock decides.
            Speed::Correspondence => return None,
        };
        let patience = self.app.config().claim_after * times;
        let patience = u64::try_from(patience.as_millis()).unwrap_or(u64::MAX);
        Some(self.away[side.index()]?.plus_ms(patience))
    }

    pub(super) fn tell_presence(&mut self) {
        self.restless = None;
        let presence = self.who_is_here();
        if presence != self.presence {
            self.presence = presence;
            let game = self.id.clone();
            self.broadcast(&ServerMessage::Presence { game, presence });
        }
    }

    /// Tells everyone who looks on.
    pub(super) fn broadcast(&self, message: &ServerMessage) {
        let text = text(message);
        for watcher in self.watchers.values() {
            watcher.outbox.send(text.clone());
        }
    }

    /// Tells the players' other connections.
    pub(super) fn tell_players(&self) {
        let seats = &self.live.row().seats;
        let mut summary = None;
        let mut told: Option<&str> = None;
        for user in seats.iter().filter_map(|seat| seat.user.as_ref()) {
            // At one device one person has both seats.
            if told.replace(&user.id) == Some(&user.id) {
                continue;
            }
            for outbox in self.app.people().of(&user.id) {
                if !self.watchers.contains_key(&outbox.id()) {
                    let text = summary.get_or_insert_with(|| {
                        let summary = Box::new(self.live.summary(self.app.games()));
                        text(&ServerMessage::Mine { summary })
                    });
                    outbox.send(text.clone());
                }
            }
        }
    }
}
