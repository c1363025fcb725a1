//! The speed of the search on fixed positions, and a node count that tells when its behaviour
//! has changed.

mod latency;

pub use latency::{Latency, LatencyRequest, measure_latency};

use crate::baseline::Random;
use crate::limits::Limits;
use crate::search::{SearchOptions, search};
use crate::tt::TranspositionTable;
use quintain_rules::Strategy;
use quintain_rules::perft::perft;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// After how many random plies the positions are taken.
const PLIES: [usize; 8] = [0, 2, 4, 6, 8, 12, 16, 20];

/// The size of the table, in mebibytes.
const HASH_MIB: usize = 16;

/// Move sequences are counted to so many times the work of a search, which is much slower.
const PERFT_FACTOR: u64 = 20;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchRequest {
    /// Every position is searched deeper and deeper until about so many positions have been
    /// looked at.
    pub work: u64,
    /// How many threads search.
    pub threads: usize,
}

/// How much was done in which time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Speed {
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl Speed {
    /// Positions a second.
    pub fn nps(&self) -> f64 {
        self.nodes as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BenchResult {
    /// The search. On one thread the number of nodes is the same on every machine and in every
    /// run, until the search, an evaluation or the rules are changed.
    pub search: Speed,
    /// How deep the searches went, in sum over the positions.
    pub depths: u32,
    /// The rules alone: counting move sequences from the start position, on one thread.
    pub perft: Speed,
}

/// Measures a game on its usual board.
pub(crate) fn bench<G: Strategy>(request: &BenchRequest) -> BenchResult {
    let Ok(start) = G::start(None) else {
        // Every game has its usual board.
        return BenchResult::default();
    };
    let mut bench = BenchResult::default();
    for (seed, plies) in (1..).zip(PLIES) {
        let position = after_random(&start, plies, seed);
        let table = TranspositionTable::new(HASH_MIB);
        let begin = Instant::now();
        let report = deepen(&position, request, &table);
        bench.search.time += begin.elapsed();
        bench.search.nodes += report.0;
        bench.depths += u32::from(report.1);
    }
    let begin = Instant::now();
    for depth in 1..=u8::MAX {
        let nodes = perft(&start, depth);
        bench.perft.nodes += nodes;
        if nodes == 0 || bench.perft.nodes >= request.work.saturating_mul(PERFT_FACTOR) {
            break;
        }
    }
    bench.perft.time = begin.elapsed();
    bench
}

/// Ends with an iteration, not within one, so that the count is the same every time.
fn deepen<G: Strategy>(
    position: &G,
    request: &BenchRequest,
    table: &TranspositionTable,
) -> (u64, u8) {
    let stop = AtomicBool::new(false);
    let options = SearchOptions {
        threads: request.threads,
        ..SearchOptions::default()
    };
    let limits = Limits::default();
    let report = search(position, &[], &limits, options, table, &stop, &mut |told| {
        if told.nodes >= request.work {
            stop.store(true, Ordering::Relaxed);
        }
    });
    (report.nodes, report.depth)
}

/// The position after so many random plies, or the last one of a shorter game in which there
/// is a choice.
fn after_random<G: Strategy>(start: &G, plies: usize, seed: u64) -> G {
    let mut random = Random(seed);
    let mut position = *start;
    let mut moves = Vec::new();
    for _ in 0..plies {
        let Some(step) = random.step(&position, &mut moves) else {
            break;
        };
        let mut next = position;
        next.play_unchecked(step);
        if next.count_moves() < 2 {
            break;
        }
        position = next;
    }
    position
}
