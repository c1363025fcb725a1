//! What a solver can know about a position without searching it.

use crate::bits::PortableHasher;
use crate::{Position, Reveal, Side, Step, splitmix64};
use std::hash::Hasher;

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
    /// difference. Other positions have other keys, with a probability of collision of about
    /// 2^-128 for each pair: proofs rely on keys alone. All bits are spread evenly, since tables
    /// choose lines by the upper ones.
    ///
    /// By default it is made from the smallest of two hashes of all images, which is slow.
    fn canonical_key(position: &P) -> u128 {
        let least = P::SYMMETRIES
            .iter()
            .map(|&symmetry| {
                let image = position.transform(symmetry);
                let mut hasher = PortableHasher::default();
                // Another start than that of the default Zobrist hash.
                hasher.write_u64(u64::MAX);
                image.hash(&mut hasher);
                u128::from(image.zobrist()) << 64 | u128::from(hasher.finish())
            })
            .fold(u128::MAX, u128::min);
        // The least of several hashes is small.
        u128::from(splitmix64((least >> 64) as u64)) << 64 | u128::from(least as u64)
    }

    /// The position after a legal move, for the solver alone: its Zobrist hash need not be right,
    /// because the solver asks for [canonical keys](SolverKnowledge::canonical_key) only.
    #[inline]
    fn play(position: &P, mv: P::Move) -> P {
        let mut next = *position;
        next.play_unchecked(Step {
            mv,
            reveal: P::Reveal::ALL[0],
        });
        next
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
