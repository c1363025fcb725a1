//! The transposition table: what was found about positions, shared by all threads without
//! locks.
//!
//! An entry is two words, the finding and the position's key mixed with it. A reader that
//! catches two threads' halves sees a key that is not its own and takes the entry as empty, so
//! torn writes cost a look-up and never give a wrong finding.

use crate::score::Score;
use crate::tablebase::Tablebase;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// How the true value relates to the score found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// It is at most the score.
    Upper = 1,
    /// It is at least the score.
    Lower = 2,
    /// It is the score.
    Exact = 3,
}

/// What was found about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move, as bits; 0 and `has_move` false if none is known.
    pub mv: Option<u16>,
    /// The score, forced ends told by their distance from this position.
    pub score: Score,
    /// How deep the search was.
    pub depth: u8,
    /// What the score means.
    pub bound: Bound,
}

/// Entries in one cache line.
const BUCKET_SIZE: usize = 4;

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// The shared table.
pub struct TranspositionTable {
    entries: Box<[Slot]>,
    generation: AtomicU8,
    tablebase: Option<Arc<Tablebase>>,
}

/// Bits of an entry's word: score 0..16, move 16..32, depth 32..40, bound 40..42, whether
/// there is a move 42, age 48..56.
fn pack(found: TtEntry, age: u8) -> u64 {
    u64::from(found.score.to_bits())
        | u64::from(found.mv.unwrap_or(0)) << 16
        | u64::from(found.depth) << 32
        | (found.bound as u64) << 40
        | u64::from(found.mv.is_some()) << 42
        | u64::from(age) << 48
}

fn unpack(word: u64) -> Option<TtEntry> {
    let bound = match (word >> 40) & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(TtEntry {
        mv: ((word >> 42) & 1 == 1).then_some((word >> 16) as u16),
        score: Score::from_bits(word as u16),
        depth: (word >> 32) as u8,
        bound,
    })
}

fn generation_of(word: u64) -> u8 {
    (word >> 48) as u8
}

impl TranspositionTable {
    /// A table of about so many mebibytes (at least one).
    pub fn new(mebibytes: usize) -> Self {
        let lines = (mebibytes.max(1) << 20) / (BUCKET_SIZE * size_of::<Slot>());
        let entries = (0..lines * BUCKET_SIZE).map(|_| Slot::default()).collect();
        TranspositionTable {
            entries,
            generation: AtomicU8::new(0),
            tablebase: None,
        }
    }

    /// Gives searches that use this table exact values of endgames, or takes them away.
    /// Searches of games with chance ask for them; those of other games and boards find
    /// nothing there.
    pub fn set_tablebase(&mut self, endgames: Option<Arc<Tablebase>>) {
        self.tablebase = endgames;
    }

    /// Exact values of endgames.
    #[inline]
    pub(crate) fn tablebase(&self) -> Option<&Tablebase> {
        self.tablebase.as_deref()
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for entry in &self.entries {
            entry.check.store(0, Ordering::Relaxed);
            entry.word.store(0, Ordering::Relaxed);
        }
    }

    /// A new search begins; what earlier ones found is worth less.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot] {
        let lines = (self.entries.len() / BUCKET_SIZE) as u128;
        // The upper bits of the key choose the line, whatever the number of lines is.
        let line = ((u128::from(key) * lines) >> 64) as usize;
        &self.entries[line * BUCKET_SIZE..][..BUCKET_SIZE]
    }

    /// What is known of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|entry| {
            let word = entry.word.load(Ordering::Relaxed);
            (entry.check.load(Ordering::Relaxed) ^ word == key)
                .then(|| unpack(word))
                .flatten()
        })
    }

    /// Remembers a finding, in place of the least useful one of its line.
    #[inline]
    pub fn store(&self, key: u64, mut found: TtEntry) {
        let age = self.generation.load(Ordering::Relaxed);
        let mut victim = None;
        for entry in self.bucket(key) {
            let word = entry.word.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ word == key {
                if let Some(old) = unpack(word) {
                    // A shallow bound must not displace what took longer to find.
                    let fresh = generation_of(word) == age;
                    if fresh && found.bound != Bound::Exact && old.depth > found.depth + 3 {
                        return;
                    }
                    found.mv = found.mv.or(old.mv);
                }
                victim = Some((i32::MIN, entry));
                break;
            }
            let staleness = i32::from(age.wrapping_sub(generation_of(word)));
            let depth = unpack(word).map_or(-1, |old| i32::from(old.depth));
            let worth = depth - 8 * staleness;
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        if let Some((_, entry)) = victim {
            let word = pack(found, age);
            entry.check.store(key ^ word, Ordering::Relaxed);
            entry.word.store(word, Ordering::Relaxed);
        }
    }

    /// How full the table is with findings of this search, in thousandths.
    pub fn hashfull(&self) -> u32 {
        let age = self.generation.load(Ordering::Relaxed);
        let sample = self.entries.len().min(1000);
        let used = |entry: &&Slot| {
            let word = entry.word.load(Ordering::Relaxed);
            word != 0 && generation_of(word) == age
        };
        (self.entries[..sample].iter().filter(used).count() * 1000 / sample) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Bound, TranspositionTable, TtEntry};
    use crate::score::Score;
    use quintain_rules::splitmix64;

    fn found(depth: u8, points: i32) -> TtEntry {
        TtEntry {
            mv: Some(7),
            score: Score::from_eval(points),
            depth,
            bound: Bound::Exact,
        }
    }

    #[test]
    fn what_is_put_is_found_or_forgotten_but_never_wrong() {
        let table = TranspositionTable::new(1);
        for i in 0..200_000u64 {
            table.store(splitmix64(i), found((i % 60) as u8, (i % 1000) as i32));
        }
        let mut hits = 0;
        for i in 0..200_000u64 {
            if let Some(hit) = table.probe(splitmix64(i)) {
                assert_eq!(hit, found((i % 60) as u8, (i % 1000) as i32));
                hits += 1;
            }
        }
        assert!(hits > 40_000, "{hits}");
        table.clear();
        assert_eq!(table.probe(splitmix64(1)), None);
    }

    #[test]
    fn a_finding_without_a_move_keeps_the_old_move() {
        let table = TranspositionTable::new(1);
        table.store(5 << 40, found(3, 10));
        let upper = TtEntry {
            mv: None,
            bound: Bound::Upper,
            ..found(4, 2)
        };
        table.store(5 << 40, upper);
        assert_eq!(
            table.probe(5 << 40),
            Some(TtEntry {
                mv: Some(7),
                ..upper
            })
        );
    }

    #[test]
    fn threads_never_see_a_mixture() {
        let table = TranspositionTable::new(1);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..100_000u64 {
                        let key = splitmix64(i % 64);
                        let value = (i % 64) as i32;
                        if let Some(hit) = table.probe(key) {
                            assert_eq!(hit.score, Score::from_eval(value));
                        }
                        table.store(key, found(((i + thread) % 50) as u8, value));
                    }
                });
            }
        });
    }
}
