//! Solving: proving by search which side wins, for games without chance that always end; and the
//! verification of such proofs.

mod depth_first;
#[cfg(feature = "tools")]
mod erased;
mod proof_search;
mod proof_table;
mod verify;
mod visited;

#[cfg(test)]
mod parallel_tests;
#[cfg(test)]
mod tests;

#[cfg(feature = "tools")]
pub(crate) use erased::solve_any;
#[cfg(feature = "tools")]
pub use erased::{SolveError, SolveRequest};
pub use proof_table::ProofTable;
pub use verify::{ProofStats, VerifyError, verify};

use crate::host::{Host, SystemHost};
use proof_search::{Control, Worker};
use quintain_rules::{Evaluate, Reveal, Side, SolverKnowledge};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What ends the search for a proof; without any limit it runs until the position is solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolveLimits {
    /// After this many nodes.
    pub nodes: Option<u64>,
    /// After this much time.
    pub time: Option<Duration>,
}

/// How far the search for a proof has got, or what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// How many nodes were searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// How full the proof table is, in per mille.
    pub hashfull: u32,
}

/// The result of a search for a proof. Moves are typed, or texts where the game is chosen at run
/// time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution<M = String> {
    /// The winner; `None` if it was not proved within the limits.
    pub winner: Option<Side>,
    /// A move that wins, if the side to move does.
    pub best_move: Option<M>,
    /// What it took.
    pub progress: SolveProgress,
    /// The size of the proof, if it was verified.
    pub proof: Option<ProofStats>,
}

/// Proves which side wins.
///
/// Results are kept in the proof table, so that solving a later position of the same game takes
/// next to no time. A solver works for games that always end and have no chance; for others it
/// finds no winner.
///
/// ```
/// use quintain_engine::{ProofTable, Solver};
/// use quintain_rules::{Position, Side, games::sight::Sight};
///
/// let proofs = ProofTable::new(1);
/// let solution = Solver::new(&proofs).solve(&Sight::start(Some(3))?);
/// assert_eq!(solution.winner, Some(Side::First));
/// # Ok::<(), quintain_rules::SizeError>(())
/// ```
pub struct Solver<'a> {
    proofs: &'a ProofTable,
    limits: SolveLimits,
    use_solved: bool,
    stop: Option<&'a AtomicBool>,
    host: &'a dyn Host,
    threads: usize,
    on_progress: Option<&'a mut dyn FnMut(&SolveProgress)>,
}

/// The time between two reports of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(500);

impl<'a> Solver<'a> {
    /// A solver without limits that uses the proof table and what the game
    /// [knows](SolverKnowledge).
    pub fn new(proofs: &'a ProofTable) -> Self {
        Solver {
            proofs,
            limits: SolveLimits::default(),
            use_solved: true,
            stop: None,
            host: &SystemHost,
            threads: 1,
            on_progress: None,
        }
    }

    /// Sets limits, for each position that is solved.
    #[must_use]
    pub fn with_limits(mut self, limits: SolveLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Changes the limits.
    pub(crate) fn set_limits(&mut self, limits: SolveLimits) {
        self.limits = limits;
    }

    /// The time, by the host's clock.
    pub(crate) fn now(&self) -> Duration {
        self.host.now()
    }

    /// Takes the time from this host.
    #[must_use]
    pub fn with_host(mut self, host: &'a dyn Host) -> Self {
        self.host = host;
        self
    }

    /// Searches on this many threads, if the host has them. Which of several winning moves is
    /// found then differs from time to time.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Does not use positions that were [solved before](SolverKnowledge::probe_solved):
    /// everything is proved from scratch.
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

    /// Reports progress twice a second.
    #[must_use]
    pub fn on_progress(mut self, on_progress: &'a mut dyn FnMut(&SolveProgress)) -> Self {
        self.on_progress = Some(on_progress);
        self
    }

    /// Whether a game can be solved at all.
    pub fn can_solve<P: Evaluate>() -> bool {
        !P::HAS_CYCLES && P::Reveal::ALL.len() == 1
    }

    /// Proves which side wins a position, and by which move if it is the side to move.
    pub fn solve<P: Evaluate>(&mut self, root: &P) -> Solution<P::Move> {
        let started = self.host.now();
        if !Self::can_solve::<P>() {
            return self.solution(None, None, 0, started);
        }
        if self.use_solved
            && let Some(solved) = P::Solver::probe_solved(root)
            && (solved.winner != root.turn() || solved.best_move.is_some())
        {
            return self.solution(Some(solved.winner), solved.best_move, 0, started);
        }
        let (proofs, limits, stop, host) = (self.proofs, self.limits, self.stop, self.host);
        let on_progress = &mut self.on_progress;
        let mut reported_at = started;
        let mut should_stop = |nodes: u64| {
            let now = host.now();
            if let Some(on_progress) = on_progress
                && now.saturating_sub(reported_at) >= PROGRESS_INTERVAL
            {
                reported_at = now;
                on_progress(&SolveProgress {
                    nodes,
                    time: now.saturating_sub(started),
                    hashfull: proofs.hashfull(),
                });
            }
            stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
                || limits
                    .time
                    .is_some_and(|limit| now.saturating_sub(started) >= limit)
        };
        if let Some(winner) = root.winner() {
            return self.solution(Some(winner), None, 0, started);
        }
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let threads = if cfg!(feature = "tools") {
            self.threads
        } else {
            1
        };
        let control = Control::<P::Move>::new(proofs, self.use_solved, node_limit, threads);
        let helper = |_| -> Box<dyn FnOnce() + Send + '_> {
            Box::new(|| Worker::<P>::new(&control, None).run(root))
        };
        let helpers = (1..threads).map(helper).collect();
        let mut main = || Worker::<P>::new(&control, Some(&mut should_stop)).run(root);
        host.run_parallel(&mut main, helpers);
        let (winner, best_move) = match control.solved() {
            Some((true, best_move)) => (Some(root.turn()), best_move),
            Some((false, _)) => (Some(!root.turn()), None),
            None => (None, None),
        };
        self.solution(winner, best_move, control.nodes(), started)
    }

    /// A move that wins, if the side to move wins and that can be proved within the limits.
    /// Looks in the proof table first.
    pub fn winning_move<P: Evaluate>(&mut self, position: &P) -> Option<P::Move> {
        if self.use_solved
            && let Some(solved) = P::Solver::probe_solved(position)
            && solved.best_move.is_some()
        {
            return solved.best_move;
        }
        let proved = position.visit_moves(|mv| {
            let next = P::Solver::play(position, mv);
            let winner = next.winner().or_else(|| P::Solver::static_outcome(&next));
            let wins = match winner {
                Some(winner) => winner == position.turn(),
                None => self.proofs.probe(P::Solver::canonical_key(&next)) == Some(false),
            };
            if wins {
                ControlFlow::Break(mv)
            } else {
                ControlFlow::Continue(())
            }
        });
        match proved {
            ControlFlow::Break(mv) => Some(mv),
            ControlFlow::Continue(()) => self.solve(position).best_move,
        }
    }

    fn solution<M>(
        &self,
        winner: Option<Side>,
        best_move: Option<M>,
        nodes: u64,
        started: Duration,
    ) -> Solution<M> {
        Solution {
            winner,
            best_move,
            progress: SolveProgress {
                nodes,
                time: self.host.now().saturating_sub(started),
                hashfull: self.proofs.hashfull(),
            },
            proof: None,
        }
    }
}
