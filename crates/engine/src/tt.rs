//! The transposition table: results of earlier searches by Zobrist hash, shared by all threads
//! without locks.
//!
//! An entry is two words: the data, and the position's key mixed with the data by XOR (Hyatt and
//! Mann, "A lock-less transposition-table implementation for parallel search", 2002). A reader
//! that catches halves written by two threads sees a key that is not its own and treats the entry
//! as empty, so a torn write costs a probe and never gives a wrong result.

use crate::score::Score;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How the true value relates to the score stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The value is at most the score: the search failed low.
    Upper = 1,
    /// The value is at least the score: the search failed high.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// What a fail-soft search with the window from `alpha` to `beta` has shown by its score.
    #[inline]
    pub(crate) fn of(score: Score, alpha: Score, beta: Score) -> Bound {
        if score >= beta {
            Bound::Lower
        } else if score > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move or the one that caused a cutoff, as bits.
    pub mv: Option<u16>,
    /// The score, with forced results counted from this position.
    pub score: Score,
    /// The depth of the search.
    pub depth: u8,
    /// What the score means.
    pub bound: Bound,
}

impl TtEntry {
    /// Whether a score from the table (already counted from the root) answers a search with the
    /// window from `alpha` to `beta`.
    #[inline]
    pub(crate) fn cuts_off(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// Entries per bucket: a cache line.
const BUCKET_SIZE: usize = 4;

#[derive(Default)]
struct Slot {
    /// The key XOR the data.
    check: AtomicU64,
    data: AtomicU64,
}

/// A transposition table of fixed size, shared by reference between threads.
pub struct TranspositionTable {
    slots: Box<[Slot]>,
    /// Counts searches, so that entries of earlier ones are replaced first.
    generation: AtomicU8,
}

/// Bits of a slot's data: score 0..16, move 16..32, depth 32..40, bound 40..42, whether there
/// is a move 42, generation 48..56.
fn pack(entry: TtEntry, generation: u8) -> u64 {
    u64::from(entry.score.to_bits())
        | u64::from(entry.mv.unwrap_or(0)) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(entry.mv.is_some()) << 42
        | u64::from(generation) << 48
}

fn unpack(data: u64) -> Option<TtEntry> {
    let bound = match (data >> 40) & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TtEntry {
        mv: ((data >> 42) & 1 == 1).then_some((data >> 16) as u16),
        score: Score::from_bits(data as u16),
        depth: (data >> 32) as u8,
        bound,
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 48) as u8
}

impl TranspositionTable {
    /// A table of about this many mebibytes (at least one).
    pub fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / (BUCKET_SIZE * size_of::<Slot>());
        TranspositionTable {
            slots: (0..buckets * BUCKET_SIZE)
                .map(|_| Slot::default())
                .collect(),
            generation: AtomicU8::new(0),
        }
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in &self.slots {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    /// A new search begins: entries of earlier ones become worth less.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let buckets = (self.slots.len() / BUCKET_SIZE) as u128;
        // Multiply and shift: the upper bits of the key choose the bucket, whatever the number
        // of buckets is.
        let bucket = ((u128::from(key) * buckets) >> 64) as usize;
        &self.slots[bucket * BUCKET_SIZE..][..BUCKET_SIZE]
    }

    /// The entry for a position, by its Zobrist hash.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key)
                .then(|| unpack(data))
                .flatten()
        })
    }

    /// Stores an entry, in place of the least valuable one of its bucket: shallow and old.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let generation = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if let Some(old) = unpack(data) {
                    // A shallow bound must not replace a much deeper result of this search.
                    let fresh = generation_of(data) == generation;
                    if fresh && entry.bound != Bound::Exact && old.depth > entry.depth + 3 {
                        return;
                    }
                    entry.mv = entry.mv.or(old.mv);
                }
                victim = Some((i32::MIN, slot));
                break;
            }
            let age = i32::from(generation.wrapping_sub(generation_of(data)));
            let depth = unpack(data).map_or(-1, |old| i32::from(old.depth));
            let worth = depth - 8 * age;
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, slot));
            }
        }
        if let Some((_, slot)) = victim {
            let data = pack(entry, generation);
            slot.check.store(key ^ data, Ordering::Relaxed);
            slot.data.store(data, Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of this search, in per mille, as UCI and UGI report
    /// it. A sample of the table is counted.
    pub fn hashfull(&self) -> u32 {
        let generation = self.generation.load(Ordering::Relaxed);
        let sample = self.slots.len().min(1000);
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        };
        (self.slots[..sample].iter().filter(used).count() * 1000 / sample) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, TranspositionTable, TtEntry};
    use crate::score::Score;
    use quintain_rules::splitmix64;

    fn entry(depth: u8, points: i32) -> TtEntry {
        TtEntry {
            mv: Some(7),
            score: Score::from_eval(points),
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn what_is_stored_is_found_or_lost_but_never_wrong() {
        let tt = TranspositionTable::new(1);
        for i in 0..200_000u64 {
            tt.store(splitmix64(i), entry((i % 60) as u8, (i % 1000) as i32));
        }
        let mut hits = 0;
        for i in 0..200_000u64 {
            if let Some(hit) = tt.probe(splitmix64(i)) {
                assert_eq!(hit, entry((i % 60) as u8, (i % 1000) as i32));
                hits += 1;
            }
        }
        assert!(hits > 40_000, "{hits}");
        tt.clear();
        assert_eq!(tt.probe(splitmix64(1)), None);
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let tt = TranspositionTable::new(1);
        tt.store(5 << 40, entry(3, 10));
        let upper = TtEntry {
            mv: None,
            bound: Bound::Upper,
            ..entry(4, 2)
        };
        tt.store(5 << 40, upper);
        let kept = TtEntry {
            mv: Some(7),
            ..upper
        };
        assert_eq!(tt.probe(5 << 40), Some(kept));
    }

    #[test]
    fn threads_never_see_a_torn_entry() {
        let tt = TranspositionTable::new(1);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let tt = &tt;
                scope.spawn(move || {
                    for i in 0..100_000u64 {
                        let key = splitmix64(i % 64);
                        let points = (i % 64) as i32;
                        if let Some(hit) = tt.probe(key) {
                            assert_eq!(hit.score, Score::from_eval(points));
                        }
                        tt.store(key, entry(((i + thread) % 50) as u8, points));
                    }
                });
            }
        });
    }
}
