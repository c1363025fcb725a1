//! The latest updates of a game, for clients that reconnect.

use axum::extract::ws::Utf8Bytes;
use std::collections::VecDeque;

/// How many updates are kept. A client that has missed more gets a snapshot, which is shorter.
pub(super) const MAX_UPDATES: usize = 20;
/// How long they may be together, since every game in use keeps them.
const MAX_BYTES: usize = 16 * 1024;

/// The latest updates of a game as they went over the wire. To resume costs the same however long
/// the game is: nothing is replayed.
#[derive(Clone, Debug, Default)]
pub(super) struct RecentUpdates {
    texts: VecDeque<Utf8Bytes>,
    bytes: usize,
    /// The number of the last one.
    last: u64,
}

impl RecentUpdates {
    /// Adds the update of an event.
    pub(super) fn push(&mut self, seq: u64, text: Utf8Bytes) {
        if seq != self.last + 1 {
            self.texts.clear();
            self.bytes = 0;
        }
        self.last = seq;
        self.bytes += text.len();
        self.texts.push_back(text);
        while self.texts.len() > MAX_UPDATES || self.bytes > MAX_BYTES {
            let Some(oldest) = self.texts.pop_front() else {
                break;
            };
            self.bytes -= oldest.len();
        }
    }

    /// The updates after an event of a game that has reached event `seq`; `None` if they are not
    /// all here.
    pub(super) fn after(&self, after: u64, seq: u64) -> Option<Vec<Utf8Bytes>> {
        let missed = usize::try_from(seq.checked_sub(after)?).ok()?;
        let is_current = self.last == seq || missed == 0;
        let skipped = self.texts.len().checked_sub(missed)?;
        (after > 0 && is_current).then(|| self.texts.iter().skip(skipped).cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_BYTES, MAX_UPDATES, RecentUpdates};

    fn after(recent: &RecentUpdates, after: u64, seq: u64) -> Option<Vec<String>> {
        let texts = recent.after(after, seq)?;
        Some(texts.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn the_last_updates_are_kept_and_no_others() {
        let mut recent = RecentUpdates::default();
        assert_eq!(after(&recent, 7, 7), Some(Vec::new()));
        assert_eq!(after(&recent, 6, 7), None);
        for seq in 1..=30 {
            recent.push(seq, seq.to_string().into());
        }
        assert_eq!(recent.texts.len(), MAX_UPDATES);
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
        recent.push(40, "40".into());
        assert_eq!(after(&recent, 39, 40), Some(vec!["40".to_owned()]));
        assert_eq!(after(&recent, 38, 40), None);
    }

    #[test]
    fn long_updates_do_not_pile_up() {
        let mut recent = RecentUpdates::default();
        for seq in 1..=10 {
            recent.push(seq, "x".repeat(MAX_BYTES / 3).into());
        }
        assert_eq!(recent.texts.len(), 3);
        recent.push(11, "x".repeat(MAX_BYTES + 1).into());
        assert_eq!((recent.texts.len(), recent.bytes), (0, 0));
        assert_eq!(after(&recent, 10, 11), None);
    }
}
