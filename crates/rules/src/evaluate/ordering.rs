//! Move ordering: alpha-beta prunes most if the best move is tried first.

use super::Evaluate;

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

    /// A cheaper [evaluation](Evaluate::evaluate), where it only decides the order in which a
    /// solver tries moves.
    #[inline]
    fn quick_eval(position: &P) -> i32 {
        position.evaluate()
    }
}

impl<P: Evaluate> MoveOrdering<P> for () {}
