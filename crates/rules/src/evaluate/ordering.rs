//! Move ordering: alpha-beta prunes most if the best move is tried first.

use super::Evaluate;
use crate::MoveBits;

/// No [move score](MoveOrdering::move_score) is larger in absolute value, so that move pickers
/// can add history scores and set hash moves, tactical moves and killer moves apart.
pub const MAX_MOVE_SCORE: i32 = 1 << 22;

/// How moves are ordered before anything is known about them from search. `()` gives all moves
/// the same score.
pub trait MoveOrdering<P: Evaluate> {
    /// How promising a legal move looks: larger is better, at most [`MAX_MOVE_SCORE`] in
    /// absolute value. Tactical moves are compared with tactical ones, quiet moves with quiet
    /// ones, where the history heuristic adds up to 2^14.
    #[inline]
    fn move_score(position: &P, mv: P::Move) -> i32 {
        let _ = (position, mv);
        0
    }

    /// How many [classes of moves](MoveOrdering::move_class) there are.
    const MOVE_CLASSES: usize = 256;

    /// The class of a legal move, below [`MOVE_CLASSES`](MoveOrdering::MOVE_CLASSES): moves of
    /// one class are good after the same moves of the opponent. Continuation histories count by
    /// pairs of classes, so there should be some hundreds; best is what moves where. By default
    /// the lowest bits of the move.
    #[inline]
    fn move_class(position: &P, mv: P::Move) -> usize {
        let _ = position;
        usize::from(mv.to_bits()) % Self::MOVE_CLASSES
    }

    /// A cheaper [evaluation](Evaluate::evaluate), where it only decides the order in which a
    /// solver tries moves.
    #[inline]
    fn quick_eval(position: &P) -> i32 {
        position.evaluate()
    }
}

impl<P: Evaluate> MoveOrdering<P> for () {}
