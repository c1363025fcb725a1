//! Proofs: who wins, for games without chance that always end, and the check of such proofs.

mod erased;
mod proof_search;
mod proof_table;
mod verify;

#[cfg(test)]
mod tests;

pub(crate) use erased::solve_any;
pub use erased::{Solution, SolveError, SolveRequest};
use proof_search::{ProofSearch, after};
pub use proof_table::ProofTable;
use quintain_rules::{Reveal, Side, Strategy};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
pub use verify::{ProofStats, VerifyError, verify};

/// What ends the search for a proof; without any limit it goes on to the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveLimits {
    /// After about so many positions.
    pub nodes: Option<u64>,
    /// After so long.
    pub time: Option<Duration>,
}

/// How far the search for a proof, or for what came of it, has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
}

/// What came of a search for a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution<M> {
    /// Who wins; nothing if that was not found within the limits.
    pub winner: Option<Side>,
    /// A move that wins, if the side to move does.
    pub best_move: Option<M>,
    /// What it took.
    pub progress: SolveProgress,
}

/// Finds out who wins.
///
/// What is found is kept in the table, so that solving a position that comes later in the same
/// game takes next to no time. A solver is made for games that always end and have no chance;
/// asked about others it gives no winner.
///
/// ```
/// use quintain_engine::{Proofs, Solver};
/// use quintain_rules::{Game, Side, games::sight::Sight};
///
/// let table = Proofs::new(1);
/// let solution = Solver::new(&table).solve(&Sight::start(Some(3))?);
/// assert_eq!(solution.winner, Some(Side::First));
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub struct Solver<'a> {
    proofs: &'a ProofTable,
    limits: SolveLimits,
    use_solved: bool,
    stop: Option<&'a AtomicBool>,
    tell: Option<&'a mut dyn FnMut(&SolveProgress)>,
}

/// How long it takes between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

impl<'a> Solver<'a> {
    /// A solver that goes on to the end, using the table and what the game knows.
    pub fn new(proofs: &'a ProofTable) -> Self {
        Solver {
            proofs,
            limits: SolveLimits::default(),
            use_solved: true,
            stop: None,
            tell: None,
        }
    }

    /// Ends at these limits; they hold for each position asked about.
    #[must_use]
    pub fn with_limits(mut self, limits: SolveLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Does not use what the game knows from proofs made earlier: everything is found from
    /// scratch.
    #[must_use]
    pub fn from_scratch(mut self) -> Self {
        self.use_solved = false;
        self
    }

    /// Ends as soon as this is set.
    #[must_use]
    pub fn with_stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Tells twice a second how far it is.
    #[must_use]
    pub fn on_progress(mut self, tell: &'a mut dyn FnMut(&SolveProgress)) -> Self {
        self.tell = Some(tell);
        self
    }

    /// Whether anything can be proved about a game at all.
    pub fn can_solve<G: Strategy>() -> bool {
        !G::HAS_CYCLES && G::Reveal::ALL.len() == 1
    }

    /// Who wins a position, and how the side to move does if it is that side.
    pub fn solve<G: Strategy>(&mut self, root: &G) -> Solution<G::Move> {
        let begin = Instant::now();
        if !Self::can_solve::<G>() {
            return self.solution(None, None, 0, begin);
        }
        if self.use_solved
            && let Some(known) = root.probe_solved()
            && (known.winner != root.turn() || known.best_move.is_some())
        {
            return self.solution(Some(known.winner), known.best_move, 0, begin);
        }
        let (proofs, limits, stop) = (self.proofs, self.limits, self.stop);
        let tell = &mut self.tell;
        let mut told = begin;
        let mut must_end = |nodes: u64| {
            let now = Instant::now();
            if let Some(tell) = tell
                && now - told >= PROGRESS_INTERVAL
            {
                told = now;
                tell(&progress(proofs, nodes, begin));
            }
            stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
                || limits.nodes.is_some_and(|limit| nodes >= limit)
                || limits.time.is_some_and(|limit| now - begin >= limit)
        };
        let mut tree = ProofSearch::new(proofs, self.use_solved, &mut must_end);
        let proved = tree.prove(root);
        let nodes = tree.nodes;
        let (winner, best) = match proved {
            Some((winner, best)) => (Some(winner), best),
            None => (None, None),
        };
        self.solution(winner, best, nodes, begin)
    }

    /// A move that wins, if the side to move wins and that can be found within the limits.
    /// Looks first at what the table has.
    pub fn winning_move<G: Strategy>(&mut self, position: &G) -> Option<G::Move> {
        if self.use_solved
            && let Some(known) = position.probe_solved()
            && known.best_move.is_some()
        {
            return known.best_move;
        }
        let proved = position.visit_moves(|mv| {
            let next = after(position, mv);
            let winner = next.winner().or_else(|| next.static_outcome());
            let lost = match winner {
                Some(winner) => winner == position.turn(),
                None => self.proofs.probe(next.canonical_key()) == Some(false),
            };
            if lost {
                std::ops::ControlFlow::Break(mv)
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        match proved {
            std::ops::ControlFlow::Break(mv) => Some(mv),
            std::ops::ControlFlow::Continue(()) => self.solve(position).best_move,
        }
    }

    fn solution<M>(
        &self,
        winner: Option<Side>,
        best: Option<M>,
        nodes: u64,
        begin: Instant,
    ) -> Solution<M> {
        Solution {
            winner,
            best_move: best,
            progress: progress(self.proofs, nodes, begin),
        }
    }
}

fn progress(proofs: &ProofTable, nodes: u64, begin: Instant) -> SolveProgress {
    SolveProgress {
        nodes,
        time: begin.elapsed(),
        hashfull: proofs.hashfull(),
    }
}
