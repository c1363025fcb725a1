//! The transposition table: results of earlier searches by Zobrist hash, shared by all threads
//! without locks.
//!
//! An entry is two words: the data, and the position's key mixed with the data by XOR (Hyatt and
//! Mann, "A lock-less transposition-table implementation for parallel search", 2002). A reader
//! that catches halves written by two threads sees a key that is not its own and treats the entry
//! as empty, so a torn write costs a probe and never gives a wrong result. The entries that a
//! position can have are those of one cache line.

use crate::hash_memory::{CACHE_LINE, HashError, allocate, allocate_or_least, line_of};
use crate::score::Score;
use quintain_rules::MAX_EVAL;
use std::hint::black_box;
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
    /// The static evaluation in points, if it was computed.
    pub eval: Option<i16>,
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

    /// Whether the score is a forced result that answers the search: then the depth does not
    /// matter.
    #[inline]
    pub(crate) fn proves(self, score: Score, alpha: Score, beta: Score) -> bool {
        score.is_win() && self.bound != Bound::Upper && score >= beta
            || score.is_loss() && self.bound != Bound::Lower && score <= alpha
    }
}

/// Entries per cache line.
const LINE_ENTRIES: usize = CACHE_LINE / size_of::<Slot>();

#[derive(Default)]
struct Slot {
    /// The key XOR the data.
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Line([Slot; LINE_ENTRIES]);

/// A transposition table of fixed size, shared by reference between threads.
pub struct TranspositionTable {
    lines: Box<[Line]>,
    /// Counts searches, so that entries of earlier ones are replaced first.
    generation: AtomicU8,
}

/// Generations are counted modulo this.
const GENERATIONS: u8 = 1 << 6;
/// What stands for no evaluation: as far from 0 as 15 bits go.
const NO_EVAL: i16 = -(1 << 14);

const _: () = assert!(MAX_EVAL < -(NO_EVAL as i32));

/// Bits of a slot's data: score 0..16, move 16..32, depth 32..40, bound 40..42, generation
/// 42..48, static evaluation 48..63, whether there is a move 63.
fn pack(entry: TtEntry, generation: u8) -> u64 {
    let eval = entry.eval.unwrap_or(NO_EVAL) as u16 & 0x7fff;
    u64::from(entry.score.to_bits())
        | u64::from(entry.mv.unwrap_or(0)) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(generation % GENERATIONS) << 42
        | u64::from(eval) << 48
        | u64::from(entry.mv.is_some()) << 63
}

fn unpack(data: u64) -> Option<TtEntry> {
    let bound = match (data >> 40) & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    // The sign is the highest of the 15 bits.
    let eval = ((data >> 48) as u16) << 1;
    Some(TtEntry {
        mv: (data >> 63 == 1).then_some((data >> 16) as u16),
        score: Score::from_bits(data as u16),
        depth: (data >> 32) as u8,
        bound,
        eval: Some(eval as i16 >> 1).filter(|&eval| eval != NO_EVAL),
    })
}

fn generation_of(data: u64) -> u8 {
    (data >> 42) as u8 % GENERATIONS
}

impl TranspositionTable {
    /// A table of about this many mebibytes (at least one), or of one if there is not enough
    /// memory.
    pub fn new(mebibytes: usize) -> Self {
        TranspositionTable::of_lines(allocate_or_least(mebibytes))
    }

    /// The same; an error if there is not enough memory.
    pub fn try_new(mebibytes: usize) -> Result<Self, HashError> {
        Ok(TranspositionTable::of_lines(allocate(mebibytes)?))
    }

    fn of_lines(lines: Box<[Line]>) -> Self {
        TranspositionTable {
            lines,
            generation: AtomicU8::new(0),
        }
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.lines.iter().flat_map(|line| &line.0)
    }

    /// Removes all entries.
    pub fn clear(&self) {
        for slot in self.slots() {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
    }

    /// A new search begins: entries of earlier ones become worth less.
    pub fn new_search(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        self.generation.load(Ordering::Relaxed) % GENERATIONS
    }

    #[inline]
    fn line(&self, key: u64) -> &[Slot; LINE_ENTRIES] {
        &self.lines[line_of(key, self.lines.len())].0
    }

    /// Begins to fetch the entries for a position that is about to be probed, so that memory answers
    /// while the search does something else. A load whose value nobody waits for does that without
    /// the unsafe instruction made for it.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        black_box(self.line(key)[0].data.load(Ordering::Relaxed));
    }

    /// The entry for a position, by its Zobrist hash.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.line(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key)
                .then(|| unpack(data))
                .flatten()
        })
    }

    /// Stores an entry, in place of the least valuable one of its line: shallow and old.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TtEntry) {
        let generation = self.generation();
        let mut victim = None;
        for slot in self.line(key) {
            let data = slot.data.load(Ordering::Relaxed);
            let old = unpack(data);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                if let Some(old) = old {
                    // A shallow bound must not replace a much deeper result of this search.
                    let fresh = generation_of(data) == generation;
                    let deeper = old.depth > entry.depth.saturating_add(3);
                    if fresh && entry.bound != Bound::Exact && deeper {
                        return;
                    }
                    entry.mv = entry.mv.or(old.mv);
                    entry.eval = entry.eval.or(old.eval);
                }
                victim = Some((i32::MIN, slot));
                break;
            }
            let age = generation.wrapping_sub(generation_of(data)) % GENERATIONS;
            let depth = old.map_or(-1, |old| i32::from(old.depth));
            let worth = depth - 8 * i32::from(age);
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
        const SAMPLE: usize = 1000;
        let generation = self.generation();
        let used = |slot: &&Slot| {
            let data = slot.data.load(Ordering::Relaxed);
            data != 0 && generation_of(data) == generation
        };
        self.slots().take(SAMPLE).filter(used).count() as u32
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
            eval: Some(points as i16 - 500),
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
    fn every_part_of_an_entry_keeps_its_extremes() {
        let tt = TranspositionTable::new(1);
        for generation in 0..200u64 {
            for (mv, depth, eval) in [
                (Some(u16::MAX), u8::MAX, Some(9_999)),
                (Some(0), 0, Some(-9_999)),
                (None, 1, Some(0)),
                (None, 255, Some(-1)),
                (Some(1), 7, None),
            ] {
                for score in [Score::MIN, Score::MAX, Score::WIN, Score::DRAW] {
                    let entry = TtEntry {
                        mv,
                        score,
                        depth,
                        bound: Bound::Exact,
                        eval,
                    };
                    let key = splitmix64(generation ^ u64::from(depth) << 20);
                    tt.clear();
                    tt.store(key, entry);
                    assert_eq!(tt.probe(key), Some(entry));
                }
            }
            tt.new_search();
        }
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let tt = TranspositionTable::new(1);
        tt.store(5 << 40, entry(3, 10));
        let upper = TtEntry {
            mv: None,
            bound: Bound::Upper,
            eval: None,
            ..entry(4, 2)
        };
        tt.store(5 << 40, upper);
        let kept = TtEntry {
            mv: Some(7),
            eval: Some(-490),
            ..upper
        };
        assert_eq!(tt.probe(5 << 40), Some(kept));
    }

    #[test]
    fn no_entry_straddles_two_cache_lines() {
        for mebibytes in [1, 2, 3, 8] {
            let tt = TranspositionTable::new(mebibytes);
            assert_eq!(tt.lines.len(), mebibytes << 14);
            for line in &tt.lines[..10] {
                assert_eq!(std::ptr::from_ref(line).addr() % 64, 0);
            }
        }
    }

    #[test]
    fn a_table_that_does_not_fit_into_memory_is_an_error() {
        for mebibytes in [usize::MAX, usize::MAX >> 20, 1 << 40] {
            let error = TranspositionTable::try_new(mebibytes).err();
            let text = error.expect("too large").to_string();
            assert!(text.starts_with("there is not enough memory"), "{text}");
        }
        // Whoever can do with less gets the least.
        assert_eq!(TranspositionTable::new(usize::MAX).lines.len(), 1 << 14);
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
                            assert_eq!(hit.eval, Some(points as i16 - 500));
                        }
                        tt.store(key, entry(((i + thread) % 50) as u8, points));
                    }
                });
            }
        });
    }
}
