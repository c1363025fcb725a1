//! The search: iterative deepening on one or more threads.
//!
//! [`search`] deepens one ply at a time. Each iteration searches the root in an aspiration window
//! (`search/worker.rs`): games without chance by principal variation search
//! (`search/negamax.rs`), games with chance by expectimax (`expectimax.rs`). Several threads share
//! nothing but the transposition table (lazy SMP).

mod history;
pub(crate) mod lmr;
pub(crate) mod move_picker;
mod negamax;
mod repetition;
mod result;
pub(crate) mod worker;

pub use result::{PvLine, SearchResult};

use crate::limits::{Limits, TimeManager};
use crate::score::{Mate, Score};
use crate::tablebase::Tablebase;
use crate::tt::TranspositionTable;
use quintain_rules::{Evaluate, Position, Reveal, Step};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;
use worker::Worker;

/// No search goes deeper than this from the root.
pub(crate) const MAX_PLY: usize = 120;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many threads search (lazy SMP).
    pub threads: usize,
    /// How many of the best moves are reported, each with its principal variation.
    pub multi_pv: usize,
    /// Whether unpromising moves are pruned or searched less deeply. Without pruning the result
    /// is exactly that of plain minimax with the same leaves.
    pub pruning: bool,
    /// Whether positions whose winner the game [knows](quintain_rules::SolverKnowledge) are
    /// taken for decided.
    pub knowledge: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            threads: 1,
            multi_pv: 1,
            pruning: true,
            knowledge: false,
        }
    }
}

/// What a search uses and does not own.
#[derive(Clone, Copy)]
pub struct SearchContext<'a> {
    /// What earlier searches have found, and where this one stores its results.
    pub tt: &'a TranspositionTable,
    /// Exact values of endgames, for games with chance. It must be one of the same game; one of
    /// another board is of no use, but does no harm.
    pub tablebase: Option<&'a Tablebase>,
    /// Set from outside to end the search.
    pub stop: &'a AtomicBool,
}

impl<'a> SearchContext<'a> {
    /// A context without a tablebase.
    pub const fn new(tt: &'a TranspositionTable, stop: &'a AtomicBool) -> Self {
        SearchContext {
            tt,
            tablebase: None,
            stop,
        }
    }
}

/// What all threads of a search share.
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) tablebase: Option<&'a Tablebase>,
    pub(crate) options: SearchOptions,
    stop: &'a AtomicBool,
    /// Set when the main thread is done, for the helper threads.
    finished: AtomicBool,
    nodes: AtomicU64,
    node_limit: Option<u64>,
    time_manager: TimeManager,
}

impl<'a> SharedState<'a> {
    /// The state of a search that starts now.
    pub(crate) fn new(limits: &Limits, options: SearchOptions, context: SearchContext<'a>) -> Self {
        SharedState {
            tt: context.tt,
            tablebase: context.tablebase,
            options,
            stop: context.stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes,
            time_manager: TimeManager::new(Instant::now(), limits),
        }
    }

    /// Whether to abort the search.
    fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.finished.load(Ordering::Relaxed)
            || self
                .node_limit
                .is_some_and(|limit| self.nodes.load(Ordering::Relaxed) >= limit)
            || self.time_manager.is_expired()
    }
}

/// Searches a position until a limit is reached or `stop` is set, and calls `on_info` after
/// every iteration. `history` holds the Zobrist hashes of the positions played before, oldest
/// first.
///
/// The result always has a legal move if there is one.
pub fn search<P: Evaluate>(
    root: &P,
    history: &[u64],
    limits: &Limits,
    options: SearchOptions,
    context: SearchContext<'_>,
    on_info: &mut dyn FnMut(&SearchResult<P::Move>),
) -> SearchResult<P::Move> {
    search_except(root, history, limits, options, context, &[], on_info)
}

/// [`search`] of all moves but some.
pub(crate) fn search_except<P: Evaluate>(
    root: &P,
    history: &[u64],
    limits: &Limits,
    options: SearchOptions,
    context: SearchContext<'_>,
    excluded: &[P::Move],
    on_info: &mut dyn FnMut(&SearchResult<P::Move>),
) -> SearchResult<P::Move> {
    let shared = SharedState::new(limits, options, context);
    context.tt.new_search();
    let max_depth = limits.depth.unwrap_or(u8::MAX).min(MAX_PLY as u8 - 8);
    std::thread::scope(|scope| {
        // Lazy SMP: helper threads search the same root, every second one a ply ahead, and help
        // by filling the transposition table.
        for helper in 1..options.threads {
            let shared = &shared;
            scope.spawn(move || {
                let mut worker = Worker::new(root, history, shared, excluded);
                let mut depth = 1 + (helper % 2) as u8;
                while depth <= max_depth && !shared.should_stop() {
                    worker.search_root(depth, 1);
                    depth += 1;
                }
            });
        }
        let result = iterative_deepening(root, history, &shared, max_depth, excluded, on_info);
        shared.finished.store(true, Ordering::Relaxed);
        result
    })
}

/// Iterative deepening, the main thread's part: each iteration searches one ply deeper, with the
/// moves ordered by what the one before has found.
fn iterative_deepening<P: Evaluate>(
    root: &P,
    history: &[u64],
    shared: &SharedState<'_>,
    max_depth: u8,
    excluded: &[P::Move],
    on_info: &mut dyn FnMut(&SearchResult<P::Move>),
) -> SearchResult<P::Move> {
    let mut result = SearchResult {
        lines: fallback_line(root, excluded).into_iter().collect(),
        ..SearchResult::default()
    };
    if result.lines.is_empty() {
        return result;
    }
    let mut worker = Worker::new(root, history, shared, excluded);
    let multi_pv = shared
        .options
        .multi_pv
        .clamp(1, root.count_moves() as usize - excluded.len());
    for depth in 1..=max_depth {
        let mut lines = worker.search_root(depth, multi_pv);
        if worker.stopped {
            // Losing moves prove nothing as long as there are others: a forced loss counts only
            // in a complete iteration.
            lines.retain(|line| !line.score.is_loss());
        }
        let complete = lines.len() == multi_pv && !worker.stopped;
        merge_lines(&mut result.lines, lines, multi_pv, P::SCALE);
        if complete {
            result.depth = depth;
        }
        result.best_move = result.first_move();
        result.nodes = shared.nodes.load(Ordering::Relaxed) + worker.unflushed_nodes();
        result.time = shared.time_manager.started.elapsed();
        result.hashfull = shared.tt.hashfull();
        on_info(&result);
        if shared.should_stop()
            || is_resolved(&result, depth, multi_pv)
            || !shared.time_manager.can_start_iteration()
        {
            break;
        }
    }
    result.best_move = result.first_move();
    result
}

/// Puts the lines of an iteration in front of those of the one before. An iteration that was
/// stopped early counts as far as it got.
fn merge_lines<M: Copy + PartialEq>(
    lines: &mut Vec<PvLine<M>>,
    found: Vec<PvLine<M>>,
    multi_pv: usize,
    scale: f64,
) {
    for (place, line) in found.into_iter().enumerate() {
        let old = lines.iter().position(|old| old.moves[0] == line.moves[0]);
        if let Some(old) = old.filter(|&old| old >= place) {
            lines.remove(old);
        }
        lines.insert(place.min(lines.len()), line);
    }
    lines.truncate(multi_pv);
    // Lines left over from the iteration before cannot be better than those in front of them.
    let mut worst = Score::MAX;
    for line in lines {
        worst = worst.min(line.score);
        line.set_score(worst, scale);
    }
}

/// Whether a deeper search cannot change anything: every line asked for is a forced result
/// within the depth that was searched.
fn is_resolved<M>(result: &SearchResult<M>, depth: u8, multi_pv: usize) -> bool {
    result.lines.len() == multi_pv
        && result.lines.iter().all(|line| match line.score.mate() {
            Some(Mate::Win(plies) | Mate::Loss(plies)) => plies <= depth,
            None => line.score.is_win() || line.score.is_loss(),
        })
}

/// Some legal move, for a search that is stopped before it has found one.
fn fallback_line<P: Evaluate>(root: &P, excluded: &[P::Move]) -> Option<PvLine<P::Move>> {
    let mv = root
        .visit_moves(|mv| {
            if excluded.contains(&mv) {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(mv)
            }
        })
        .break_value()?;
    let score = Score::from_eval(root.evaluate());
    Some(PvLine::new(score, P::SCALE, vec![mv]))
}

/// The position after a move of a game without chance.
#[inline]
pub(crate) fn make_move<P: Position>(position: &P, mv: P::Move) -> P {
    let mut next = *position;
    next.play_unchecked(Step {
        mv,
        reveal: P::Reveal::ALL[0],
    });
    next
}

/// The score of a position that has a terminal winner, `ply` plies from the root.
#[inline]
pub(crate) fn terminal_score<P: Position>(position: &P, ply: usize) -> Option<Score> {
    position.terminal_winner().map(|winner| {
        if winner == position.turn() {
            Score::win_in(ply as u8)
        } else {
            Score::loss_in(ply as u8)
        }
    })
}
