//! Move ordering: the move from the transposition table first, then tactical moves, killer moves
//! and the other quiet moves by history and the game's own score.

use super::history::{HISTORY_MAX, History};
use quintain_rules::{Evaluate, MAX_MOVE_SCORE, MoveBits, MoveOrdering};

/// A move and its score in the move ordering: larger is tried earlier.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    pub(crate) score: i32,
}

// Each kind of move has a band of scores of its own.
const TT_MOVE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;

const _: () = {
    assert!(TACTICAL + MAX_MOVE_SCORE < TT_MOVE);
    assert!(KILLER + 1 < TACTICAL - MAX_MOVE_SCORE);
    assert!(MAX_MOVE_SCORE + HISTORY_MAX < KILLER);
};

/// The score of a move at a node.
#[inline]
pub(super) fn score_move<P: Evaluate>(
    history: &History<P::Move>,
    position: &P,
    mv: P::Move,
    tt_move: Option<u16>,
    ply: usize,
) -> i32 {
    if tt_move == Some(mv.to_bits()) {
        return TT_MOVE;
    }
    let score = P::Ordering::move_score(position, mv);
    if position.is_tactical(mv) {
        return TACTICAL + score;
    }
    match *history.killers(ply) {
        [Some(first), _] if first == mv => KILLER + 1,
        [_, Some(second)] if second == mv => KILLER,
        _ => score + history.quiet_score(position.turn(), mv),
    }
}

/// Whether a score is that of a quiet move that is not a killer move either.
pub(crate) const fn is_quiet(score: i32) -> bool {
    score < KILLER
}

/// Whether a score is that of a tactical move, or of the move from the transposition table.
pub(super) const fn is_tactical_score(score: i32) -> bool {
    score >= TACTICAL
}

/// Moves the best of the remaining moves to the front and returns it: one step of a selection
/// sort, since a cutoff often makes the rest unnecessary.
#[inline]
pub(crate) fn pick_best<M: Copy>(moves: &mut [ScoredMove<M>]) -> Option<ScoredMove<M>> {
    let mut best = 0;
    for (i, scored) in moves.iter().enumerate() {
        if scored.score > moves[best].score {
            best = i;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
    moves.first().copied()
}
