//! What has been proved so far, shared by threads without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// Entries in one cache line.
const BUCKET_SIZE: usize = 8;
/// Where the result is in an entry: 1 if the side to move wins.
const RESULT: u64 = 1;
/// Where the logarithm of the work is.
const WORK_SHIFT: u32 = 1;
const WORK: u64 = 0x3f;
/// The rest is the lower part of the key; the upper part chooses the line.
const KEY_SHIFT: u32 = 7;

/// A table of positions whose result is proved, kept between solutions.
///
/// Nothing in it becomes wrong when a solver turns to another position of the same game. An
/// entry is one word, so there are no half-written ones.
pub struct ProofTable {
    entries: Box<[AtomicU64]>,
}

impl ProofTable {
    /// A table of about so many mebibytes (at least one).
    pub fn new(mebibytes: usize) -> Self {
        let lines = (mebibytes.max(1) << 20) / (BUCKET_SIZE * size_of::<AtomicU64>());
        ProofTable {
            entries: (0..lines * BUCKET_SIZE)
                .map(|_| AtomicU64::new(0))
                .collect(),
        }
    }

    /// How full the table is, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let sample = self.entries.len().min(10_000);
        let used = |entry: &&AtomicU64| entry.load(Ordering::Relaxed) != 0;
        (self.entries[..sample].iter().filter(used).count() * 1000 / sample) as u32
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let lines = (self.entries.len() / BUCKET_SIZE) as u128;
        let line = ((u128::from(key) * lines) >> 64) as usize;
        &self.entries[line * BUCKET_SIZE..][..BUCKET_SIZE]
    }

    /// Whether the side to move wins a position, if that is proved.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<bool> {
        let check = key << KEY_SHIFT;
        self.bucket(key).iter().find_map(|entry| {
            let word = entry.load(Ordering::Relaxed);
            (word != 0 && (word ^ check) >> KEY_SHIFT == 0).then_some(word & RESULT != 0)
        })
    }

    /// Remembers what took `work` positions to prove, in place of what took the least.
    #[inline]
    pub(super) fn store(&self, key: u64, won: bool, work: u64) {
        // At least 1, so that no entry looks empty.
        let work = u64::from(work.max(1).ilog2() + 1) & WORK;
        let word = key << KEY_SHIFT | work << WORK_SHIFT | u64::from(won);
        let mut victim = None;
        for entry in self.bucket(key) {
            let old = entry.load(Ordering::Relaxed);
            if old == 0 || (old ^ word) >> KEY_SHIFT == 0 {
                victim = Some((0, entry));
                break;
            }
            let worth = old >> WORK_SHIFT & WORK;
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        if let Some((_, entry)) = victim {
            entry.store(word, Ordering::Relaxed);
        }
    }
}
