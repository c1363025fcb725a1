//! What the solver knows of positions: how far each is from being proved, without locks.

use std::sync::atomic::{AtomicU64, Ordering};

/// A number of proof that cannot be reached.
pub(super) const NEVER: u32 = (1 << 28) - 1;

/// How far a position is from a proof, from the point of view of the side to move: the least
/// number of positions that still have to be settled to prove that it wins, and that it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) win: u32,
    pub(super) loss: u32,
}

impl Effort {
    pub(super) const WON: Effort = Effort {
        win: 0,
        loss: NEVER,
    };
    pub(super) const LOST: Effort = Effort {
        win: NEVER,
        loss: 0,
    };

    pub(super) const fn of(won: bool) -> Effort {
        if won { Effort::WON } else { Effort::LOST }
    }

    /// Proved: whether the side to move wins.
    pub(super) const fn proved(self) -> Option<bool> {
        match (self.win, self.loss) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }
}

/// Entries in one cache line.
const WAYS: usize = 4;

/// As in the search's table: the finding, and the key mixed with it, so that halves of two
/// findings are no finding.
#[derive(Default)]
struct Entry {
    check: AtomicU64,
    word: AtomicU64,
}

/// A table of proofs found and begun, shared between threads and kept between solutions.
///
/// Nothing in it becomes wrong when the solver turns to another position of the same game.
pub struct Proofs {
    entries: Box<[Entry]>,
}

/// Bits of an entry's word: work 0..8, to a loss 8..36, to a win 36..64.
fn pack(effort: Effort, work: u8) -> u64 {
    u64::from(work) | u64::from(effort.loss) << 8 | u64::from(effort.win) << 36
}

fn unpack(word: u64) -> Effort {
    Effort {
        win: (word >> 36) as u32,
        loss: (word >> 8) as u32 & NEVER,
    }
}

impl Proofs {
    /// A table of about so many mebibytes (at least one).
    pub fn new(mebibytes: usize) -> Self {
        let lines = (mebibytes.max(1) << 20) / (WAYS * size_of::<Entry>());
        Proofs {
            entries: (0..lines * WAYS).map(|_| Entry::default()).collect(),
        }
    }

    /// How full the table is, in thousandths.
    pub fn fullness(&self) -> u32 {
        let sample = self.entries.len().min(10_000);
        let used = |entry: &&Entry| entry.word.load(Ordering::Relaxed) != 0;
        (self.entries[..sample].iter().filter(used).count() * 1000 / sample) as u32
    }

    #[inline]
    fn line(&self, key: u64) -> &[Entry] {
        let lines = (self.entries.len() / WAYS) as u128;
        let line = ((u128::from(key) * lines) >> 64) as usize;
        &self.entries[line * WAYS..][..WAYS]
    }

    #[inline]
    pub(super) fn get(&self, key: u64) -> Option<Effort> {
        self.line(key).iter().find_map(|entry| {
            let word = entry.word.load(Ordering::Relaxed);
            (word != 0 && entry.check.load(Ordering::Relaxed) ^ word == key).then(|| unpack(word))
        })
    }

    /// Whether a position is known to be lost for the side to move.
    pub(super) fn has_lost(&self, key: u64) -> bool {
        self.get(key).and_then(Effort::proved) == Some(false)
    }

    /// Remembers what took `work` positions to find, in place of what took the least.
    #[inline]
    pub(super) fn put(&self, key: u64, effort: Effort, work: u64) {
        let work = (4 * work.max(1).ilog2()) as u8 + 2 * u8::from(effort.proved().is_some());
        let mut victim = None;
        for entry in self.line(key) {
            let word = entry.word.load(Ordering::Relaxed);
            if word == 0 || entry.check.load(Ordering::Relaxed) ^ word == key {
                victim = Some((0, entry));
                break;
            }
            let worth = word as u8;
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        if let Some((_, entry)) = victim {
            let word = pack(effort, work);
            entry.check.store(key ^ word, Ordering::Relaxed);
            entry.word.store(word, Ordering::Relaxed);
        }
    }
}
