//! Iterative deepening, for all games: what the tree is depends on whether the game has chance.

mod node;
mod path;
pub(crate) mod ranking;
pub(crate) mod worker;

use crate::limits::{Deadline, Limits};
use crate::score::Score;
use crate::table::Table;
pub(crate) use node::only_reveal;
use quintain_rules::{Side, Strategy};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use worker::Worker;

/// Deeper than any search goes.
pub(crate) const MAX_PLY: usize = 120;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many threads search.
    pub threads: usize,
    /// How many best moves are told, each with its line.
    pub lines: usize,
    /// Whether unpromising moves are searched less deeply. Without this the result is exactly
    /// that of plain minimax with the same leaves.
    pub selective: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: 1,
            lines: 1,
            selective: true,
        }
    }
}

/// One of the best moves and what is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<M> {
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
    pub fullness: u32,
    /// The best moves, the best first; empty only if there is no legal move.
    pub lines: Vec<Line<M>>,
    /// Who wins, where that was proved by other means than this search.
    pub proved: Option<Side>,
}

impl<M: Copy> Report<M> {
    /// The best move; nothing if there is no legal move.
    pub fn best(&self) -> Option<M> {
        self.lines
            .first()
            .and_then(|line| line.moves.first())
            .copied()
    }
}

/// What all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a Table,
    /// Set from outside to end the search.
    stop: &'a AtomicBool,
    /// Set when the search is over, for the helping threads.
    over: AtomicBool,
    nodes: AtomicU64,
    node_limit: Option<u64>,
    deadline: Deadline,
    pub(crate) options: Options,
}

impl<'a> Shared<'a> {
    /// A search that begins now.
    pub(crate) fn new(
        limits: &Limits,
        options: Options,
        table: &'a Table,
        stop: &'a AtomicBool,
    ) -> Self {
        Shared {
            table,
            stop,
            over: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes,
            deadline: Deadline::new(Instant::now(), limits),
            options,
        }
    }

    /// Whether to drop everything and come back.
    fn must_end(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.over.load(Ordering::Relaxed)
            || self
                .node_limit
                .is_some_and(|limit| self.nodes.load(Ordering::Relaxed) >= limit)
            || self.deadline.is_over()
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
    options: Options,
    table: &Table,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let shared = Shared::new(limits, options, table, stop);
    table.grow_older();
    let deepest = limits.depth.unwrap_or(u8::MAX).min(MAX_PLY as u8 - 8);
    std::thread::scope(|scope| {
        for helper in 1..options.threads {
            let shared = &shared;
            scope.spawn(move || {
                let mut worker = Worker::new(root, history, shared);
                // Helpers search the same position at other depths, and fill the table.
                let mut depth = 1 + (helper % 2) as u8;
                while depth <= deepest && !shared.must_end() {
                    worker.iterate(depth, 1);
                    depth += 1;
                }
            });
        }
        let report = deepen(root, history, &shared, deepest, tell);
        shared.over.store(true, Ordering::Relaxed);
        report
    })
}

/// The main thread's part: one iteration after the other.
fn deepen<G: Strategy>(
    root: &G,
    history: &[u64],
    shared: &Shared<'_>,
    deepest: u8,
    tell: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let mut report = Report {
        depth: 0,
        nodes: 0,
        time: Duration::ZERO,
        fullness: 0,
        lines: first_move(root).into_iter().collect(),
        proved: None,
    };
    if report.lines.is_empty() {
        return report;
    }
    let mut worker = Worker::new(root, history, shared);
    let wanted = shared.options.lines.clamp(1, root.count_moves() as usize);
    for depth in 1..=deepest {
        let lines = worker.iterate(depth, wanted);
        let complete = lines.len() == wanted && !worker.ended;
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
        report.nodes = shared.nodes.load(Ordering::Relaxed) + worker.unreported();
        report.time = shared.deadline.begin.elapsed();
        report.fullness = shared.table.fullness();
        tell(&report);
        if shared.must_end() || is_settled(&report, depth, wanted) {
            break;
        }
        if !shared.deadline.allows_another() {
            break;
        }
    }
    report
}

/// Whether deeper search cannot change what was found: everything asked for is forced, within
/// the depth that was searched.
fn is_settled<M>(report: &Report<M>, depth: u8, wanted: usize) -> bool {
    use crate::score::Forced;
    report.lines.len() == wanted
        && report.lines.iter().all(|line| match line.score.forced() {
            Some(Forced::Win(plies) | Forced::Loss(plies)) => plies <= depth,
            None => false,
        })
}

/// Some legal move, for a search that is stopped before it has found one.
fn first_move<G: Strategy>(root: &G) -> Option<Line<G::Move>> {
    let found = root
        .visit_moves(std::ops::ControlFlow::Break)
        .break_value()?;
    Some(Line {
        score: Score::points(root.evaluate()),
        moves: vec![found],
    })
}
