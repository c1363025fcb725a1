//! Repetition detection.

use super::MAX_PLY;

/// The Zobrist hashes of the positions on the way to a node, from the game and from the search.
#[derive(Default)]
pub(crate) struct RepetitionStack {
    keys: Vec<u64>,
    /// How many keys share their lowest bits: a filter that usually shows at once that a
    /// position is new.
    filter: Vec<u8>,
}

const FILTER_MASK: u64 = 4095;

impl RepetitionStack {
    /// Gets ready for a search after these positions.
    pub(crate) fn new_search(&mut self, history: &[u64]) {
        self.keys.clear();
        self.keys.reserve(history.len() + MAX_PLY);
        self.filter.clear();
        self.filter.resize(FILTER_MASK as usize + 1, 0);
        for &key in history {
            self.push(key);
        }
    }

    #[inline]
    fn counter(&mut self, key: u64) -> &mut u8 {
        &mut self.filter[(key & FILTER_MASK) as usize]
    }

    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
        let counter = self.counter(key);
        *counter = counter.saturating_add(1);
    }

    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let counter = self.counter(key);
            // A counter that is full stays full: that only costs a look at the keys.
            if *counter < u8::MAX {
                *counter -= 1;
            }
        }
    }

    pub(crate) fn contains(&self, key: u64) -> bool {
        self.filter[(key & FILTER_MASK) as usize] > 0 && self.keys.contains(&key)
    }
}
