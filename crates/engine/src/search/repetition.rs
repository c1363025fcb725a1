//! The positions on the way to a node, to see what comes again.

use super::MAX_PLY;

/// The keys of the positions on the way here.
pub(crate) struct RepetitionStack {
    keys: Vec<u64>,
    /// How many of them have these lowest bits, to see at once that none is the same.
    seen: Vec<u8>,
}

impl RepetitionStack {
    pub(crate) fn new(history: &[u64]) -> Self {
        let mut path = RepetitionStack {
            keys: Vec::with_capacity(history.len() + MAX_PLY),
            seen: vec![0; 4096],
        };
        for &key in history {
            path.push(key);
        }
        path
    }

    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
        let seen = &mut self.seen[(key & 4095) as usize];
        *seen = seen.saturating_add(1);
    }

    pub(crate) fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let seen = &mut self.seen[(key & 4095) as usize];
            // A counter that is full stays full: it only costs a look.
            if *seen < u8::MAX {
                *seen -= 1;
            }
        }
    }

    pub(crate) fn contains(&self, key: u64) -> bool {
        self.seen[(key & 4095) as usize] > 0 && self.keys.contains(&key)
    }
}
