//! The speed of the search on fixed positions. Its node count is a checksum of the search's
//! behavior: it changes when the search, an evaluation or the rules do.

mod latency;

pub use latency::{Latency, LatencyRequest, measure_latency};

use crate::limits::Limits;
use crate::search::{SearchContext, SearchOptions, SearchResult, search};
use crate::tt::TranspositionTable;
use quintain_rules::perft::perft;
use quintain_rules::{Evaluate, Rng};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The positions are those after this many random plies.
const PLIES: [usize; 8] = [0, 2, 4, 6, 8, 12, 16, 20];

/// The size of the transposition table, in mebibytes.
const HASH_MIB: usize = 16;

/// Perft counts this many times more nodes than the search, which is much slower.
const PERFT_FACTOR: u64 = 20;

/// What to measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchRequest {
    /// Every position is searched deeper and deeper until at least this many nodes have been
    /// searched.
    pub work: u64,
    /// How many threads search.
    pub threads: usize,
}

/// How much was done in how much time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Speed {
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Speed {
    /// Nodes per second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// The measurements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BenchResult {
    /// The search. On one thread the node count is the same on every machine and in every run,
    /// until the search, an evaluation or the rules change.
    pub search: Speed,
    /// The sum of the depths that were reached.
    pub depths: u32,
    /// The rules alone: perft from the start position, on one thread.
    pub perft: Speed,
}

/// Measures a game on its default board.
pub(crate) fn bench<P: Evaluate>(request: &BenchRequest) -> BenchResult {
    let Ok(start) = P::start(None) else {
        // Every game has a default board.
        return BenchResult::default();
    };
    let mut bench = BenchResult::default();
    for (seed, plies) in (1..).zip(PLIES) {
        let position = random_position(&start, plies, seed);
        let tt = TranspositionTable::new(HASH_MIB);
        let started = Instant::now();
        let result = search_for_work(&position, request, &tt);
        bench.search.time += started.elapsed();
        bench.search.nodes += result.nodes;
        bench.depths += u32::from(result.depth);
    }
    let started = Instant::now();
    for depth in 1..=u8::MAX {
        let nodes = perft(&start, depth);
        bench.perft.nodes += nodes;
        if nodes == 0 || bench.perft.nodes >= request.work.saturating_mul(PERFT_FACTOR) {
            break;
        }
    }
    bench.perft.time = started.elapsed();
    bench
}

/// Stops between two iterations, never within one, so that the node count is always the same.
fn search_for_work<P: Evaluate>(
    position: &P,
    request: &BenchRequest,
    tt: &TranspositionTable,
) -> SearchResult<P::Move> {
    let stop = AtomicBool::new(false);
    let options = SearchOptions {
        threads: request.threads,
        ..SearchOptions::default()
    };
    let context = SearchContext::new(tt, &stop);
    let mut on_info = |result: &SearchResult<P::Move>| {
        if result.nodes >= request.work {
            stop.store(true, Ordering::Relaxed);
        }
    };
    search(
        position,
        &[],
        &Limits::default(),
        options,
        context,
        &mut on_info,
    )
}

/// The position after this many random plies, or the last one of a shorter game in which there
/// is a choice.
fn random_position<P: Evaluate>(start: &P, plies: usize, seed: u64) -> P {
    Rng::new(seed)
        .playout(start)
        .take(plies)
        .take_while(|position| position.count_moves() >= 2)
        .last()
        .unwrap_or(*start)
}
