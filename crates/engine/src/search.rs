//! The search: iterative deepening on one or more threads.
//!
//! A [`Searcher`] deepens one ply at a time. Each iteration searches the root in an aspiration
//! window (`search/worker.rs`) by principal variation search (`search/negamax.rs`), in games with
//! chance through chance nodes (`expectimax.rs`). Several threads share nothing but the
//! transposition table (lazy SMP). Time and threads come from the [`Host`] alone.

mod frame;
mod history;
mod lmr;
pub(crate) mod move_picker;
mod negamax;
pub(crate) mod node;
mod probcut;
mod pruning;
mod quiescence;
mod repetition;
mod result;
mod shared;
mod static_eval;
mod technique;
mod votes;
pub(crate) mod worker;

#[cfg(test)]
mod tests;

pub use result::{PvLine, SearchResult};
pub(crate) use shared::SharedState;
pub use technique::{Technique, TechniqueError, Techniques};

use crate::host::{Host, SystemHost};
use crate::limits::Limits;
use crate::score::{Mate, Score};
use crate::tablebase::Tablebase;
use crate::tt::TranspositionTable;
use quintain_rules::{Evaluate, Position, Reveal, Step};
use std::sync::atomic::AtomicBool;
use votes::{Found, best_thread};
use worker::{Search, WorkerMemory};

/// No search goes deeper than this from the root.
pub(crate) const MAX_PLY: usize = 120;

/// The deepest iteration: extensions go deeper.
const MAX_DEPTH: u8 = MAX_PLY as u8 - 8;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// How many threads search (lazy SMP).
    pub threads: usize,
    /// How many of the best moves are reported, each with its principal variation.
    pub multi_pv: usize,
    /// By which techniques it saves work. With [none](Techniques::NONE) the result is exactly
    /// that of plain minimax with the same leaves.
    pub techniques: Techniques,
    /// Whether positions whose winner the game [knows](quintain_rules::SolverKnowledge) are
    /// taken for decided.
    pub knowledge: bool,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            threads: 1,
            multi_pv: 1,
            techniques: Techniques::ALL,
            knowledge: false,
        }
    }
}

/// What is searched.
#[derive(Clone, Copy)]
pub struct SearchRequest<'a, P: Position> {
    /// The position.
    pub root: &'a P,
    /// The Zobrist hashes of the positions played before, oldest first.
    pub history: &'a [u64],
    /// What ends the search.
    pub limits: Limits,
    /// How it is done.
    pub options: SearchOptions,
    /// Moves of the position that are left out.
    pub excluded: &'a [P::Move],
    /// Called with the depth, a move of the position and its number when the main thread begins
    /// to search it.
    pub on_current_move: Option<&'a (dyn Fn(u8, P::Move, usize) + Sync)>,
}

impl<'a, P: Position> SearchRequest<'a, P> {
    /// A search of a position alone, without limits.
    pub fn new(root: &'a P) -> Self {
        SearchRequest {
            root,
            history: &[],
            limits: Limits::default(),
            options: SearchOptions::default(),
            excluded: &[],
            on_current_move: None,
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
    /// The time, and threads if there are any.
    pub host: &'a dyn Host,
}

impl<'a> SearchContext<'a> {
    /// A context without a tablebase, on this system.
    pub const fn new(tt: &'a TranspositionTable, stop: &'a AtomicBool) -> Self {
        SearchContext {
            tt,
            tablebase: None,
            stop,
            host: &SystemHost,
        }
    }
}

/// Searches positions of one game, one after the other. It keeps what it has learned about moves
/// and its memory, so that starting a search costs next to nothing.
///
/// ```
/// use quintain_engine::{Limits, SearchContext, SearchRequest, Searcher, TranspositionTable};
/// use quintain_rules::{Position, games::sight::Sight};
/// use std::sync::atomic::AtomicBool;
///
/// let start = Sight::start(Some(5))?;
/// let (tt, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
/// let request = SearchRequest {
///     limits: Limits { depth: Some(4), ..Limits::default() },
///     ..SearchRequest::new(&start)
/// };
/// let result = Searcher::new().search(&request, SearchContext::new(&tt, &stop), &mut |_| {});
/// assert!(result.best_move.is_some_and(|best| start.is_legal(best)));
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub struct Searcher<P: Evaluate> {
    /// One per thread, the main thread's first.
    workers: Vec<WorkerMemory<P>>,
}

impl<P: Evaluate> Default for Searcher<P> {
    fn default() -> Self {
        Searcher::new()
    }
}

impl<P: Evaluate> Searcher<P> {
    /// A searcher that has learned nothing yet.
    pub const fn new() -> Self {
        Searcher {
            workers: Vec::new(),
        }
    }

    /// Forgets what earlier searches have learned, for a new game.
    pub fn new_game(&mut self) {
        self.workers.clear();
    }

    /// Searches until a limit is reached or `stop` is set, and calls `on_info` after every
    /// iteration. The result has a legal move if there is one that is not excluded.
    pub fn search(
        &mut self,
        request: &SearchRequest<'_, P>,
        context: SearchContext<'_>,
        on_info: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move> {
        let shared = SharedState::new(&request.limits, request.options, context);
        context.tt.new_search();
        let max_depth = request.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let threads = if cfg!(feature = "tools") {
            request.options.threads.max(1)
        } else {
            1
        };
        self.workers.truncate(threads);
        self.workers.resize_with(threads, WorkerMemory::default);
        let [main, helpers @ ..] = self.workers.as_mut_slice() else {
            return SearchResult::default();
        };
        let mut result = SearchResult::default();
        let mut main = || {
            let mut search = Search::new(request, &shared, std::mem::take(main));
            search.on_current_move = request.on_current_move;
            result = iterative_deepening(request, &mut search, max_depth, on_info);
            *main = search.into_memory();
            shared.finish();
        };
        if helpers.is_empty() {
            main();
        } else {
            // Lazy SMP: helper threads search the same root, every second one a ply ahead, and
            // help by filling the transposition table.
            let mut found = Vec::new();
            found.resize_with(helpers.len(), || None);
            let mut tasks: Vec<Box<dyn FnOnce() + Send + '_>> = Vec::new();
            for (number, (memory, found)) in helpers.iter_mut().zip(&mut found).enumerate() {
                let shared = &shared;
                tasks.push(Box::new(move || {
                    *found = deepen_as_helper(request, shared, memory, number, max_depth);
                }));
            }
            context.host.run_parallel(&mut main, tasks);
            let vote = request.options.techniques.has(Technique::BestThread);
            if vote && request.options.multi_pv == 1 {
                choose_thread(&mut result, found.into_iter().flatten(), P::SCALE, on_info);
            }
        }
        result.nodes = shared.nodes();
        result
    }
}

/// A single search with a [`Searcher`] of its own. `history` holds the Zobrist hashes of the
/// positions played before, oldest first.
pub fn search<P: Evaluate>(
    root: &P,
    history: &[u64],
    limits: &Limits,
    options: SearchOptions,
    context: SearchContext<'_>,
    on_info: &mut dyn FnMut(&SearchResult<P::Move>),
) -> SearchResult<P::Move> {
    let request = SearchRequest {
        history,
        limits: *limits,
        options,
        ..SearchRequest::new(root)
    };
    Searcher::new().search(&request, context, on_info)
}

/// Puts the line of the thread with the most votes in place of the main thread's.
fn choose_thread<M: Copy + PartialEq>(
    result: &mut SearchResult<M>,
    helpers: impl Iterator<Item = Found<M>>,
    scale: f64,
    on_info: &mut dyn FnMut(&SearchResult<M>),
) {
    let main = result.lines.first().map(|line| Found {
        depth: result.depth,
        line: line.clone(),
    });
    let mut found: Vec<Found<M>> = main.into_iter().chain(helpers).collect();
    let best = best_thread(&found, scale);
    if best > 0 {
        let Found { depth, line } = found.swap_remove(best);
        result.depth = depth;
        result.lines = vec![line];
        result.best_move = result.first_move();
        on_info(result);
    }
}

/// Iterative deepening, a helper thread's part. Returns what it has found.
fn deepen_as_helper<P: Evaluate>(
    request: &SearchRequest<'_, P>,
    shared: &SharedState<'_>,
    memory: &mut WorkerMemory<P>,
    number: usize,
    max_depth: u8,
) -> Option<Found<P::Move>> {
    let mut search = Search::new(request, shared, std::mem::take(memory));
    let mut found = None;
    let first = if number.is_multiple_of(2) { 2 } else { 1 };
    for depth in first..=max_depth {
        if shared.should_stop() || search.stopped {
            break;
        }
        let line = search.search_root(depth, 1).into_iter().next();
        if !search.stopped {
            found = line.map(|line| Found { depth, line });
        }
    }
    *memory = search.into_memory();
    found
}

/// Iterative deepening, the main thread's part: each iteration searches one ply deeper, with the
/// moves ordered by what the one before has found.
fn iterative_deepening<P: Evaluate>(
    request: &SearchRequest<'_, P>,
    search: &mut Search<'_, P>,
    max_depth: u8,
    on_info: &mut dyn FnMut(&SearchResult<P::Move>),
) -> SearchResult<P::Move> {
    let shared = search.shared;
    let mut result = SearchResult {
        lines: search.fallback_line().into_iter().collect(),
        ..SearchResult::default()
    };
    result.best_move = result.first_move();
    if result.lines.is_empty() {
        return result;
    }
    let moves = request.root.count_moves() as usize;
    let open = moves.saturating_sub(request.excluded.len()).max(1);
    let multi_pv = request.options.multi_pv.clamp(1, open);
    for depth in 1..=max_depth {
        let lines = search.search_root(depth, multi_pv);
        let complete = lines.len() == multi_pv && !search.stopped;
        merge_lines(&mut result.lines, lines, multi_pv, P::SCALE);
        if complete {
            result.depth = depth;
        }
        result.seldepth = search.seldepth();
        result.best_move = result.first_move();
        result.nodes = shared.nodes().saturating_sub(search.unused_nodes());
        result.time = shared.elapsed();
        result.hashfull = shared.tt.hashfull();
        on_info(&result);
        if search.stopped
            || shared.should_stop()
            || is_resolved(&result, depth, multi_pv)
            || !shared.can_start_iteration()
        {
            break;
        }
    }
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
