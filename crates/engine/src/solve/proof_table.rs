//! The proof table: positions that are solved, by canonical key, shared by threads without locks.

use crate::hash_memory::{CACHE_LINE, HashError, allocate, allocate_or_least, line_of};
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries per cache line.
const LINE_ENTRIES: usize = CACHE_LINE / size_of::<AtomicU64>();
/// The bit of the result: 1 if the side to move wins.
const RESULT: u64 = 1;
/// The bits of the logarithm of the work.
const WORK_SHIFT: u32 = 1;
const WORK: u64 = 0x3f;
/// The rest is the lower part of the key; the upper part chooses the line.
const KEY_SHIFT: u32 = 7;

#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; LINE_ENTRIES]);

/// A table of solved positions of one game.
///
/// A proof never becomes wrong, so the table can be kept from one position to the next. An entry
/// is one word, so there are no torn writes.
pub struct ProofTable {
    lines: Box<[Line]>,
}

impl ProofTable {
    /// A table of about this many mebibytes (at least one), or of one if there is not enough
    /// memory.
    pub fn new(mebibytes: usize) -> Self {
        ProofTable {
            lines: allocate_or_least(mebibytes),
        }
    }

    /// The same; an error if there is not enough memory.
    pub fn try_new(mebibytes: usize) -> Result<Self, HashError> {
        Ok(ProofTable {
            lines: allocate(mebibytes)?,
        })
    }

    /// How full the table is, in per mille. A sample of it is counted.
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 10_000;
        let used = |entry: &&AtomicU64| entry.load(Ordering::Relaxed) != 0;
        let entries = self.lines.iter().flat_map(|line| &line.0);
        (entries.take(SAMPLE).filter(used).count() * 1000 / SAMPLE) as u32
    }

    #[inline]
    fn line(&self, key: u64) -> &[AtomicU64; LINE_ENTRIES] {
        &self.lines[line_of(key, self.lines.len())].0
    }

    /// Whether the side to move wins, if that is proved.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<bool> {
        let check = key << KEY_SHIFT;
        self.line(key).iter().find_map(|entry| {
            let word = entry.load(Ordering::Relaxed);
            (word != 0 && (word ^ check) >> KEY_SHIFT == 0).then_some(word & RESULT != 0)
        })
    }

    /// Stores a result that took `work` nodes to prove, in place of the one that took the least.
    #[inline]
    pub(super) fn store(&self, key: u64, won: bool, work: u64) {
        // At least 1, so that no entry is taken for an empty one.
        let work = u64::from(work.max(1).ilog2() + 1) & WORK;
        let word = key << KEY_SHIFT | work << WORK_SHIFT | u64::from(won);
        let mut victim = None;
        for entry in self.line(key) {
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
