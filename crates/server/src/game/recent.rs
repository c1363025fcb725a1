//! The latest updates of a game, for clients that reconnect.

use axum::extract::ws::Utf8Bytes;
use quintain_rules::Side;
use std::collections::VecDeque;

/// How many updates are kept. A client that has missed more gets a snapshot, which is shorter.
pub(super) const MAX_UPDATES: usize = 20;
/// How long they may be together, since every game in use keeps them.
const MAX_BYTES: usize = 16 * 1024;

/// An update as it goes over the wire. Only the side to move is sent the legal moves: they are
/// most of it, and nobody else can do anything with them.
#[derive(Clone, Debug)]
pub(crate) struct EncodedUpdate {
    /// For everyone who is not to move.
    text: Utf8Bytes,
    /// For the side to move, if the update changed the position.
    for_mover: Option<(Side, Utf8Bytes)>,
}

impl EncodedUpdate {
    pub(super) fn new(text: Utf8Bytes, for_mover: Option<(Side, Utf8Bytes)>) -> EncodedUpdate {
        EncodedUpdate { text, for_mover }
    }

    /// The update for someone who plays these sides.
    pub(crate) fn for_sides(&self, sides: &[Side]) -> Utf8Bytes {
        match &self.for_mover {
            Some((mover, text)) if sides.contains(mover) => text.clone(),
            _ => self.text.clone(),
        }
    }

    fn len(&self) -> usize {
        let for_mover = self.for_mover.as_ref();
        self.text.len() + for_mover.map_or(0, |(_, text)| text.len())
    }
}

/// The latest updates of a game. To resume costs the same however long the game is: nothing is
/// replayed.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentUpdates {
    updates: VecDeque<EncodedUpdate>,
    bytes: usize,
    /// The number of the last one.
    last: u64,
}

impl RecentUpdates {
    /// Adds the update of an event.
    pub(super) fn push(&mut self, seq: u64, update: EncodedUpdate) {
        if seq != self.last + 1 {
            self.updates.clear();
            self.bytes = 0;
        }
        self.last = seq;
        if update.for_mover.is_some() {
            // Nobody can make the moves of an earlier position anymore.
            for earlier in &mut self.updates {
                earlier.for_mover = None;
            }
            self.bytes = self.updates.iter().map(EncodedUpdate::len).sum();
        }
        self.bytes += update.len();
        self.updates.push_back(update);
        while self.updates.len() > MAX_UPDATES || self.bytes > MAX_BYTES {
            let Some(oldest) = self.updates.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
    }

    /// The updates after an event of a game that has reached event `seq`, for someone who plays
    /// these sides; `None` if they are not all here.
    pub(super) fn after(&self, after: u64, seq: u64, sides: &[Side]) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(seq.checked_sub(after)?).ok()?;
        let is_current = self.last == seq || missed == 0;
        let skipped = self.updates.len().checked_sub(missed)?;
        let updates = self.updates.iter().skip(skipped);
        (after > 0 && is_current).then(|| updates.map(|update| update.for_sides(sides)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{EncodedUpdate, MAX_BYTES, MAX_UPDATES, RecentUpdates};
    use quintain_rules::Side;

    fn plain(text: &str) -> EncodedUpdate {
        EncodedUpdate::new(text.into(), None)
    }

    fn after(recent: &RecentUpdates, after: u64, seq: u64) -> Option<Vec<String>> {
        after_for(recent, after, seq, &[])
    }

    fn after_for(
        recent: &RecentUpdates,
        after: u64,
        seq: u64,
        sides: &[Side],
    ) -> Option<Vec<String>> {
        let texts = recent.after(after, seq, sides)?;
        Some(texts.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_last_updates_are_kept_and_no_others() {
        let mut recent = RecentUpdates::default();
        assert_eq!(after(&recent, 7, 7), Some(Vec::new()));
        assert_eq!(after(&recent, 6, 7), None);
        for seq in 1..=30 {
            recent.push(seq, plain(&seq.to_string()));
        }
        assert_eq!(recent.updates.len(), MAX_UPDATES);
        assert_eq!(
            after(&recent, 28, 30),
            Some(vec!["29".to_owned(), "30".to_owned()])
        );
        assert_eq!(after(&recent, 10, 30).map(|texts| texts.len()), Some(20));
        assert_eq!(after(&recent, 9, 30), None);
        // A client cannot know more than has happened, and needs everything at first.
        assert_eq!(after(&recent, 31, 30), None);
        assert_eq!(after(&recent, 0, 30), None);
        // After a gap nothing before it is of use.
        recent.push(40, plain("40"));
        assert_eq!(after(&recent, 39, 40), Some(vec!["40".to_owned()]));
        assert_eq!(after(&recent, 38, 40), None);
    }

    #[test]
    fn long_updates_do_not_pile_up() {
        let mut recent = RecentUpdates::default();
        for seq in 1..=10 {
            recent.push(seq, plain(&"x".repeat(MAX_BYTES / 3)));
        }
        assert_eq!(recent.updates.len(), 3);
        recent.push(11, plain(&"x".repeat(MAX_BYTES + 1)));
        assert_eq!((recent.updates.len(), recent.bytes), (0, 0));
        assert_eq!(after(&recent, 10, 11), None);
    }

    #[test]
    fn whoever_reconnects_gets_the_legal_moves_only_as_the_side_to_move() {
        let mut recent = RecentUpdates::default();
        let moved = |text: &str, mover, moves: &str| {
            EncodedUpdate::new(text.into(), Some((mover, moves.into())))
        };
        recent.push(1, moved("a", Side::Second, "a with moves"));
        recent.push(2, moved("b", Side::First, "b with moves"));
        // An offer leaves the position, and with it the moves, as they are.
        recent.push(3, plain("offer"));
        let all = |sides: &[Side]| after_for(&recent, 1, 3, sides).map(|texts| texts.join(", "));
        assert_eq!(all(&[]).as_deref(), Some("b, offer"));
        assert_eq!(all(&[Side::Second]).as_deref(), Some("b, offer"));
        assert_eq!(all(&[Side::First]).as_deref(), Some("b with moves, offer"));
        assert_eq!(all(&Side::BOTH).as_deref(), Some("b with moves, offer"));
        // Moves of the past are of no use to anyone.
        assert_eq!(
            recent.bytes,
            "a".len() + "bb with moves".len() + "offer".len()
        );
    }
}
