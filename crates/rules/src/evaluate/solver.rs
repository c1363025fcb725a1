//! What a solver can know about a position without searching it.

use crate::{Position, Side, splitmix64};

/// The value of a position that was solved beforehand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedValue<M> {
    /// The winner.
    pub winner: Side,
    /// A move that keeps the win, if the winner is to move and one is known.
    pub best_move: Option<M>,
}

/// Game-theoretic knowledge for solving: positions that are equivalent, results that follow
/// from an argument or were proved once and for all, and how long the game can last. `()` knows
/// nothing of this.
///
/// Only games without chance and [cycles](super::Evaluate::HAS_CYCLES) are solved.
pub trait SolverKnowledge<P: Position> {
    /// With at most this many [plies left](SolverKnowledge::max_plies_left), an engine looks
    /// for a proof before it searches.
    const SOLVE_HORIZON: u32 = 0;

    /// A key shared by positions that are sure to have the same result for the side to move:
    /// all images under the game's symmetries, and whatever else the game knows to make no
    /// difference. Other positions almost surely have different keys.
    ///
    /// By default it is made from the smallest Zobrist hash of all images, which is slow.
    fn canonical_key(position: &P) -> u64 {
        let least = P::SYMMETRIES
            .iter()
            .map(|&symmetry| position.transform(symmetry).zobrist())
            .fold(u64::MAX, u64::min);
        // The least of several hashes is small; tables want keys that are spread evenly.
        splitmix64(least)
    }

    /// The winner, where an argument that needs no search shows it: counting the moves left in
    /// separate regions, say. Asked at every node, so it must be cheap; it must never be wrong.
    #[inline]
    fn static_outcome(position: &P) -> Option<Side> {
        let _ = position;
        None
    }

    /// An upper bound on the number of plies that can follow; the tighter the better.
    #[inline]
    fn max_plies_left(position: &P) -> u32 {
        let _ = position;
        u32::MAX
    }

    /// What was proved about the position once and for all: by an argument about the game, or
    /// in a table that comes with it. It may be slower than
    /// [`static_outcome`](SolverKnowledge::static_outcome).
    fn probe_solved(position: &P) -> Option<SolvedValue<P::Move>> {
        let _ = position;
        None
    }
}

impl<P: Position> SolverKnowledge<P> for () {}
