//! Proofs for applications that choose the game at run time.

use super::{ProofStats, ProofTable, SolveLimits, SolveProgress, Solver, VerifyError, verify};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{Side, Strategy};
use thiserror::Error;

/// How a proof is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolveRequest {
    /// What ends the search for it.
    pub limits: SolveLimits,
    /// The size of the table of proofs, in mebibytes.
    pub hash_mib: usize,
    /// Whether nothing is used that was proved earlier and is built in.
    pub from_scratch: bool,
    /// Whether the result is checked by the rules alone.
    pub verify: bool,
}

/// What came of the search for a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins; nothing if that was not found within the limits.
    pub winner: Option<Side>,
    /// A move that wins, if the side to move does.
    pub best_move: Option<String>,
    /// What it took.
    pub progress: SolveProgress,
    /// What the proof consists of, if it was to be checked.
    pub proof: Option<ProofStats>,
}

/// Why no proof was looked for, or none was found that holds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The position is of another game.
    #[error("this is not a position of {game}")]
    OtherGame {
        /// The game's name.
        game: &'static str,
    },
    /// Nothing can be proved about this game.
    #[error("{game} need not end or has chance, so that nothing is proved")]
    Unprovable {
        /// The game's name.
        game: &'static str,
    },
    /// The check has found a flaw.
    #[error(transparent)]
    Flaw(#[from] VerifyError),
}

/// Solves a position of the game `G`.
pub(crate) fn solve_any<G: Strategy>(
    position: &dyn AnyPosition,
    request: &SolveRequest,
) -> Result<Solution, SolveError> {
    let game = G::INFO.name;
    let root = position
        .as_any()
        .downcast_ref::<G>()
        .ok_or(SolveError::OtherGame { game })?;
    if !Solver::can_solve::<G>() {
        return Err(SolveError::Unprovable { game });
    }
    let proofs = ProofTable::new(request.hash_mib);
    let mut solver = Solver::new(&proofs).with_limits(request.limits);
    if request.from_scratch {
        solver = solver.from_scratch();
    }
    let solution = solver.solve(root);
    let checked = match solution.winner {
        Some(winner) if request.verify => {
            // Proofs that were displaced from the table are found again.
            let choose = &mut |position: &G| solver.winning_move(position);
            Some(verify(root, winner, None, choose)?)
        }
        _ => None,
    };
    Ok(Solution {
        winner: solution.winner,
        best_move: solution.best_move.map(|mv| root.move_text(mv)),
        progress: solution.progress,
        proof: checked,
    })
}
