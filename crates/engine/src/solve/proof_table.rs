//! The proof table: positions that are solved or being solved, by canonical key, shared by threads
//! without locks.

use crate::hash_memory::{CACHE_LINE, HashError, allocate, allocate_or_least, line_of};
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries per cache line.
const LINE_ENTRIES: usize = CACHE_LINE / size_of::<Entry>();
/// The bits of the logarithm of the work.
const WORK: u64 = 0x3f;
/// The bits of the two numbers, above the work.
const NUMBER_BITS: u32 = 16;
const PROOF_SHIFT: u32 = 6;
const DISPROOF_SHIFT: u32 = PROOF_SHIFT + NUMBER_BITS;
const NUMBERS: u64 = ((1 << (2 * NUMBER_BITS)) - 1) << PROOF_SHIFT;
/// The rest is part of the key.
const KEY_SHIFT: u32 = DISPROOF_SHIFT + NUMBER_BITS;

/// The largest number that is not infinite.
const MAX_NUMBER: u32 = INFINITE - 1;
/// The proof number of a lost position and the disproof number of a won one.
const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

/// How hard it seems to be to prove that the side to move wins, and that it loses: about how many
/// positions are still to be solved for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// 0 if it is proved that the side to move wins.
    pub(super) proof: u32,
    /// 0 if it is proved that it loses.
    pub(super) disproof: u32,
}

impl Numbers {
    pub(super) const WON: Numbers = Numbers {
        proof: 0,
        disproof: INFINITE,
    };
    pub(super) const LOST: Numbers = Numbers {
        proof: INFINITE,
        disproof: 0,
    };
    /// More than any.
    pub(super) const UNLIMITED: Numbers = Numbers {
        proof: u32::MAX,
        disproof: u32::MAX,
    };

    /// The numbers of a position that is not solved: finite, and not 0.
    pub(super) fn open(proof: u32, disproof: u32) -> Numbers {
        Numbers {
            proof: proof.clamp(1, MAX_NUMBER),
            disproof: disproof.clamp(1, MAX_NUMBER),
        }
    }

    pub(super) fn solved(won: bool) -> Numbers {
        if won { Numbers::WON } else { Numbers::LOST }
    }

    /// Whether the side to move wins, if that is proved.
    #[inline]
    pub(super) fn winner_moves(self) -> Option<bool> {
        match self {
            Numbers { proof: 0, .. } => Some(true),
            Numbers { disproof: 0, .. } => Some(false),
            _ => None,
        }
    }
}

/// Two words: the lower half of the key XORed with the other word, and the numbers, the work and
/// as much of the upper half as fits. A word that another thread has written in between does not
/// match, so there are no torn reads.
#[derive(Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Line([Entry; LINE_ENTRIES]);

/// A table of solved positions of one game, and of what is known about positions that are being
/// solved.
///
/// A proof never becomes wrong, so the table can be kept from one position to the next. An entry
/// is 16 bytes and holds 90 bits of the key; the line it is in stands for some of the others.
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

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in self.lines.iter().flat_map(|line| &line.0) {
            entry.check.store(0, Ordering::Relaxed);
            entry.data.store(0, Ordering::Relaxed);
        }
    }

    /// How full the table is, in per mille. A sample of it is counted.
    pub fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 10_000;
        let used = |entry: &&Entry| entry.data.load(Ordering::Relaxed) & NUMBERS != 0;
        let entries = self.lines.iter().flat_map(|line| &line.0);
        (entries.take(SAMPLE).filter(used).count() * 1000 / SAMPLE) as u32
    }

    #[inline]
    fn line(&self, key: u128) -> &[Entry; LINE_ENTRIES] {
        &self.lines[line_of((key >> 64) as u64, self.lines.len())].0
    }

    /// The data of the entry for a key.
    #[inline]
    fn find(&self, key: u128) -> Option<u64> {
        let (upper, lower) = ((key >> 64) as u64, key as u64);
        self.line(key).iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let check = entry.check.load(Ordering::Relaxed);
            let found = check ^ data == lower
                && (data ^ upper << KEY_SHIFT) >> KEY_SHIFT == 0
                && data & NUMBERS != 0;
            found.then_some(data)
        })
    }

    /// Whether the side to move wins, if that is proved.
    #[inline]
    pub(crate) fn probe(&self, key: u128) -> Option<bool> {
        numbers_of(self.find(key)?).winner_moves()
    }

    /// What is known about a position.
    #[inline]
    pub(super) fn numbers(&self, key: u128) -> Option<Numbers> {
        self.find(key).map(numbers_of)
    }

    /// Stores what took `work` nodes to find out, in place of what took the least.
    #[inline]
    pub(super) fn store(&self, key: u128, numbers: Numbers, work: u64) {
        let (upper, lower) = ((key >> 64) as u64, key as u64);
        let work = u64::from(work.max(1).ilog2());
        let data = upper << KEY_SHIFT
            | u64::from(numbers.disproof) << DISPROOF_SHIFT
            | u64::from(numbers.proof) << PROOF_SHIFT
            | work;
        let mut victim = None;
        for entry in self.line(key) {
            let old = entry.data.load(Ordering::Relaxed);
            let check = entry.check.load(Ordering::Relaxed);
            let empty = old & NUMBERS == 0;
            let same = check ^ old == lower && (old ^ data) >> KEY_SHIFT == 0;
            if same && !empty && numbers_of(old).winner_moves().is_some() {
                // Another thread has solved it.
                return;
            }
            if same || empty {
                victim = Some((0, entry));
                break;
            }
            let worth = old & WORK;
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        if let Some((_, entry)) = victim {
            entry.data.store(data, Ordering::Relaxed);
            entry.check.store(lower ^ data, Ordering::Relaxed);
        }
    }
}

#[inline]
fn numbers_of(data: u64) -> Numbers {
    let number = |shift: u32| (data >> shift) as u32 & INFINITE;
    Numbers {
        proof: number(PROOF_SHIFT),
        disproof: number(DISPROOF_SHIFT),
    }
}
