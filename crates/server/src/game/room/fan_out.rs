//! Sending what happens to spectators, a few at a time.
//!
//! Players get each message at once. Spectators may be thousands, and waking all of them at once
//! would keep the players' own messages waiting behind theirs: they get it in portions, and
//! whatever the players do in the meantime comes first. A message is encoded once for everyone.

use super::Watcher;
use axum::extract::ws::Utf8Bytes;
use std::collections::{BTreeMap, VecDeque};

/// How many spectators are sent a message before others get their turn.
pub(super) const PORTION: usize = 64;
/// How many messages may be waiting. Spectators wait for players, but not forever.
const MAX_WAITING: usize = 32;

/// Messages on their way to the spectators.
#[derive(Debug, Default)]
pub(super) struct FanOut {
    texts: VecDeque<Utf8Bytes>,
    /// The first spectator who has not been sent the first message yet.
    next_id: u64,
}

impl FanOut {
    pub(super) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Adds a message to all spectators.
    pub(super) fn push(&mut self, text: Utf8Bytes, spectators: &BTreeMap<u64, Watcher>) {
        if spectators.is_empty() {
            return;
        }
        if self.texts.len() >= MAX_WAITING {
            self.flush(spectators);
        }
        self.texts.push_back(text);
    }

    /// Sends one portion.
    pub(super) fn send_portion(&mut self, spectators: &BTreeMap<u64, Watcher>) {
        let Some(text) = self.texts.front() else {
            return;
        };
        let mut portion = spectators.range(self.next_id..);
        for (_, watcher) in portion.by_ref().take(PORTION) {
            watcher.client.send_text(text.clone());
        }
        match portion.next() {
            Some((&id, _)) => self.next_id = id,
            None => {
                self.texts.pop_front();
                self.next_id = 0;
            }
        }
    }

    /// Sends everything.
    pub(super) fn flush(&mut self, spectators: &BTreeMap<u64, Watcher>) {
        while !self.is_empty() {
            self.send_portion(spectators);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FanOut, MAX_WAITING, PORTION};
    use crate::budget::Budget;
    use crate::game::room::Watcher;
    use crate::ws::{ClientReceiver, ClientSender};
    use std::collections::BTreeMap;
    use std::net::Ipv4Addr;

    fn spectators(count: usize) -> (BTreeMap<u64, Watcher>, Vec<ClientReceiver>) {
        let budget = Budget::new(1_000_000, 1_000_000);
        let mut receivers = Vec::new();
        let watchers = (0..count).map(|_| {
            let (client, receiver) = ClientSender::new(budget.share(Ipv4Addr::LOCALHOST.into()));
            receivers.push(receiver);
            let user = "spectator".to_owned();
            (client.id(), Watcher { client, user })
        });
        (watchers.collect(), receivers)
    }

    /// How many messages a client has been sent.
    fn received(receiver: &ClientReceiver) -> usize {
        receiver.len()
    }

    #[test]
    fn spectators_get_each_message_once_in_portions() {
        let (watchers, receivers) = spectators(PORTION * 2 + 1);
        let mut fan_out = FanOut::default();
        fan_out.push("first".into(), &watchers);
        fan_out.push("second".into(), &watchers);
        let mut portions = 0;
        while !fan_out.is_empty() {
            let before: usize = receivers.iter().map(received).sum();
            fan_out.send_portion(&watchers);
            let sent = receivers.iter().map(received).sum::<usize>() - before;
            assert!(sent <= PORTION, "{sent} at once");
            portions += 1;
        }
        assert_eq!(portions, 6);
        assert!(receivers.iter().all(|receiver| received(receiver) == 2));
    }

    #[test]
    fn messages_do_not_pile_up_while_players_are_busy() {
        let (watchers, receivers) = spectators(3);
        let mut fan_out = FanOut::default();
        for number in 0..=MAX_WAITING {
            fan_out.push(number.to_string().into(), &watchers);
        }
        assert_eq!(fan_out.texts.len(), 1);
        assert!(receivers.iter().all(|r| received(r) == MAX_WAITING));
        // Without spectators there is nothing to send.
        let mut nobody = FanOut::default();
        nobody.push("x".into(), &BTreeMap::new());
        assert!(nobody.is_empty());
    }
}
