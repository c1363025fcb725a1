//! Solving for applications that choose the game at run time.

use super::verify::{Chooser, verify_parallel};
use super::{ProofTable, Solution, SolveLimits, SolveProgress, Solver, VerifyError};
use crate::TEXTS;
use crate::hash_memory::HashError;
use crate::host::SystemHost;
use quintain_rules::Evaluate;
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::Message;
use quintain_rules::messages;
use std::error::Error;
use std::sync::atomic::{AtomicBool, Ordering};

/// How a position is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveRequest {
    /// What ends the search for it.
    pub limits: SolveLimits,
    /// On how many threads; 0 is the same as 1.
    pub threads: usize,
    /// The size of the proof table, in mebibytes.
    pub hash_mib: usize,
    /// Whether to ignore positions that were solved before and are built in.
    pub from_scratch: bool,
    /// Whether to verify the result by the rules alone.
    pub verify: bool,
}

messages! {
    /// Why a position was not solved, or its proof does not hold.
    #[non_exhaustive]
    pub enum SolveError in TEXTS {
        /// The position is of another game.
        OtherGame = "other-game" {
            /// The game's name.
            game: Message,
        },
        /// The game cannot be solved.
        Unsolvable = "unsolvable" {
            /// The game's name.
            game: Message,
        },
    } or {
        /// The verification failed.
        Verify(VerifyError),
        /// There is no memory for the proof table.
        Hash(HashError),
    }
}

impl Error for SolveError {}

impl From<VerifyError> for SolveError {
    fn from(error: VerifyError) -> Self {
        SolveError::Verify(error)
    }
}

impl From<HashError> for SolveError {
    fn from(error: HashError) -> Self {
        SolveError::Hash(error)
    }
}

/// Solves a position of the game `P`. When `stop` is set, what was found so far is returned: a
/// result whose verification was not finished has no proof.
pub(crate) fn solve_any<P: Evaluate>(
    position: &dyn AnyPosition,
    request: &SolveRequest,
    stop: &AtomicBool,
    on_progress: &mut dyn FnMut(&SolveProgress),
) -> Result<Solution, SolveError> {
    let game = P::INFO.name();
    let root = position
        .as_any()
        .downcast_ref::<P>()
        .ok_or_else(|| SolveError::OtherGame { game: game.clone() })?;
    if !Solver::can_solve::<P>() {
        return Err(SolveError::Unsolvable { game });
    }
    let proofs = ProofTable::try_new(request.hash_mib)?;
    let solver = || {
        let solver = Solver::new(&proofs)
            .with_limits(request.limits)
            .with_stop(stop);
        match request.from_scratch {
            true => solver.from_scratch(),
            false => solver,
        }
    };
    let solution = solver()
        .with_threads(request.threads)
        .on_progress(on_progress)
        .solve(root);
    let proof = match solution.winner {
        Some(winner) if request.verify => {
            let chooser = || -> Chooser<'_, P> {
                let mut solver = solver();
                Box::new(move |position: &P| {
                    let stopped = stop.load(Ordering::Relaxed);
                    // Proofs that were replaced in the table are found again.
                    (!stopped).then(|| solver.winning_move(position)).flatten()
                })
            };
            match verify_parallel(&SystemHost, request.threads, root, winner, &chooser) {
                Ok(proof) => Some(proof),
                // Without an answer to a reply the verification could not go on.
                Err(_) if stop.load(Ordering::Relaxed) => None,
                Err(error) => return Err(error.into()),
            }
        }
        _ => None,
    };
    Ok(Solution {
        winner: solution.winner,
        best_move: solution.best_move.map(|mv| root.move_text(mv)),
        progress: solution.progress,
        proof,
    })
}
