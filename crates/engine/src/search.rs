//! Iterative deepening, for all games: what the tree is depends on whether the game has chance.

pub(crate) mod move_picker;
mod negamax;
mod repetition;
pub(crate) mod worker;

use crate::limits::{Limits, TimeManager};
use crate::score::Score;
use crate::tt::TranspositionTable;
pub(crate) use negamax::only_reveal;
use quintain_rules::{Side, Strategy};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use worker::Worker;

/// Deeper than any search goes.
pub(crate) const MAX_PLY: usize = 120;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are told, each with its line.
    pub multi_pv: usize,
    /// Whether unpromising moves are searched less deeply. Without this the result is exactly
    /// that of plain minimax with the same leaves.
    pub pruning: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            threads: 1,
            multi_pv: 1,
            pruning: true,
        }
    }
}

/// One of the best moves and what is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// The value for the side to move.
    pub score: Score,
    /// The move and what follows; never empty.
    pub moves: Vec<M>,
}

/// What a search has found so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// How many plies deep the search was.
    pub depth: u8,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
    /// The best moves, the best first; empty only if there is no legal move.
    pub lines: Vec<PvLine<M>>,
    /// Who wins, where that was proved by other means than this search.
    pub proved: Option<Side>,
}

impl<M: Copy> Report<M> {
    /// The best move; nothing if there is no legal move.
    pub fn best_move(&self) -> Option<M> {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
    }
}

/// What all threads of a search share.
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    /// Set from outside to end the search.
    stop: &'a AtomicBool,
    /// Set when the search is over, for the helping threads.
    finished: AtomicBool,
    nodes: AtomicU64,
    node_limit: Option<u64>,
    time_manager: TimeManager,
    pub(crate) options: SearchOptions,
}

impl<'a> SharedState<'a> {
    /// A search that begins now.
    pub(crate) fn new(
        limits: &Limits,
        options: SearchOptions,
        table: &'a TranspositionTable,
        stop: &'a AtomicBool,
    ) -> Self {
        SharedState {
            tt: table,
            stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes,
            time_manager: TimeManager::new(Instant::now(), limits),
            options,
        }
    }

    /// Whether to drop everything and come back.
    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.finished.load(Ordering::Relaxed)
            || self
                .node_limit
                .is_some_and(|limit| self.nodes.load(Ordering::Relaxed) >= limit)
            || self.time_manager.is_expired()
    }
}

/// Searches a position until a limit is reached or `stop` is set, telling `tell` after every
/// iteration. `history` holds the keys of the positions played before, oldest first.
///
/// The report always has a legal move if there is one.
pub fn search<G: Strategy>(
    root: &G,
    history: &[u64],
    limits: &Limits,
    options: SearchOptions,
    table: &TranspositionTable,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let shared = SharedState::new(limits, options, table, stop);
    table.new_search();
    let deepest = limits.depth.unwrap_or(u8::MAX).min(MAX_PLY as u8 - 8);
    std::thread::scope(|scope| {
        for helper in 1..options.threads {
            let shared = &shared;
            scope.spawn(move || {
                let mut worker = Worker::new(root, history, shared);
                // Helpers search the same position at other depths, and fill the table.
                let mut depth = 1 + (helper % 2) as u8;
                while depth <= deepest && !shared.should_stop() {
                    worker.search_root(depth, 1);
                    depth += 1;
                }
            });
        }
        let report = iterative_deepening(root, history, &shared, deepest, tell);
        shared.finished.store(true, Ordering::Relaxed);
        report
    })
}

/// The main thread's part: one iteration after the other.
fn iterative_deepening<G: Strategy>(
    root: &G,
    history: &[u64],
    shared: &SharedState<'_>,
    deepest: u8,
    tell: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let mut report = Report {
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        lines: fallback_line(root).into_iter().collect(),
        proved: None,
    };
    if report.lines.is_empty() {
        return report;
    }
    let mut worker = Worker::new(root, history, shared);
    let wanted = shared
        .options
        .multi_pv
        .clamp(1, root.count_moves() as usize);
    for depth in 1..=deepest {
        let lines = worker.search_root(depth, wanted);
        let complete = lines.len() == wanted && !worker.stopped;
        // An iteration that was cut short counts as far as it came.
        for (place, line) in lines.into_iter().enumerate() {
            let moved = report
                .lines
                .iter()
                .position(|old| old.moves[0] == line.moves[0]);
            match moved {
                Some(old) if old >= place => drop(report.lines.remove(old)),
                _ => {}
            }
            report.lines.insert(place.min(report.lines.len()), line);
        }
        report.lines.truncate(wanted);
        // Lines of the iteration before, which come after it, cannot be better.
        let mut worst = Score::MAX;
        for line in &mut report.lines {
            line.score = line.score.min(worst);
            worst = line.score;
        }
        if complete {
            report.depth = depth;
        }
        report.nodes = shared.nodes.load(Ordering::Relaxed) + worker.unflushed_nodes();
        report.time = shared.time_manager.started.elapsed();
        report.hashfull = shared.tt.hashfull();
        tell(&report);
        if shared.should_stop() || is_resolved(&report, depth, wanted) {
            break;
        }
        if !shared.time_manager.can_start_iteration() {
            break;
        }
    }
    report
}

/// Whether deeper search cannot change what was found: everything asked for is forced, within
/// the depth that was searched.
fn is_resolved<M>(report: &Report<M>, depth: u8, wanted: usize) -> bool {
    use crate::score::Mate;
    report.lines.len() == wanted
        && report.lines.iter().all(|line| match line.score.mate() {
            Some(Mate::Win(plies) | Mate::Loss(plies)) => plies <= depth,
            None => false,
        })
}

/// Some legal move, for a search that is stopped before it has found one.
fn fallback_line<G: Strategy>(root: &G) -> Option<PvLine<G::Move>> {
    let found = root
        .visit_moves(std::ops::ControlFlow::Break)
        .break_value()?;
    Some(PvLine {
        score: Score::from_eval(root.evaluate()),
        moves: vec![found],
    })
}
