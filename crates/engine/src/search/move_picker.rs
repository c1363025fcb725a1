//! Move ordering: the move from the transposition table first, then tactical moves, killer moves
//! and the other quiet moves by history and the game's own score, and last the tactical moves that
//! lose an exchange.

use super::Technique;
use super::history::{Followed, HISTORY_MAX, History};
use quintain_rules::{Evaluate, MAX_MOVE_SCORE, MoveBits, MoveOrdering};

/// A move and its score in the move ordering: larger is tried earlier.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    pub(crate) score: i32,
}

impl<M> ScoredMove<M> {
    /// Whether this is a tactical move, or the one from the transposition table.
    #[inline]
    pub(crate) const fn is_tactical(&self) -> bool {
        is_tactical_score(self.score)
    }

    /// Whether this is a quiet move that is not a killer move either.
    #[inline]
    pub(crate) const fn is_quiet(&self) -> bool {
        BAD_TACTICAL + MAX_MOVE_SCORE < self.score && self.score < KILLER
    }
}

// Each kind of move has a band of scores of its own.
const TT_MOVE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
/// Tactical moves that lose an exchange.
const BAD_TACTICAL: i32 = -TACTICAL;

const _: () = {
    assert!(TACTICAL + MAX_MOVE_SCORE < TT_MOVE);
    assert!(KILLER + 1 < TACTICAL - MAX_MOVE_SCORE);
    assert!(BAD_TACTICAL + MAX_MOVE_SCORE < -MAX_MOVE_SCORE - 3 * HISTORY_MAX);
    assert!(MAX_MOVE_SCORE + 3 * HISTORY_MAX < KILLER);
};

/// The score of a move at a node.
#[inline]
pub(super) fn score_move<P: Evaluate>(
    history: &History<P::Move>,
    position: &P,
    mv: P::Move,
    tt_move: Option<u16>,
    ply: usize,
    followed: Followed,
) -> i32 {
    if tt_move == Some(mv.to_bits()) {
        return TT_MOVE;
    }
    let score = P::Ordering::move_score(position, mv);
    if position.is_tactical(mv) {
        let exchanges = history.techniques.has(Technique::StaticExchange);
        let loses = exchanges && position.exchange_value(mv) < 0;
        let band = if loses { BAD_TACTICAL } else { TACTICAL };
        return band + score;
    }
    match *history.killers.at(ply) {
        [Some(first), _] if first == mv => KILLER + 1,
        [_, Some(second)] if second == mv => KILLER,
        _ => score + quiet_history(history, position, mv, followed),
    }
}

/// The history scores of a quiet move at a node, together.
#[inline]
pub(super) fn quiet_history<P: Evaluate>(
    history: &History<P::Move>,
    position: &P,
    mv: P::Move,
    followed: Followed,
) -> i32 {
    let class = P::Ordering::move_class(position, mv);
    history.quiet_score(position.turn(), mv) + history.continuation_score(followed, class)
}

/// Whether a score is that of a tactical move, or of the move from the transposition table.
pub(super) const fn is_tactical_score(score: i32) -> bool {
    score >= TACTICAL - MAX_MOVE_SCORE || score <= BAD_TACTICAL + MAX_MOVE_SCORE
}

/// The moves of all nodes on the way to this one: each node has the part above its parent's.
pub(crate) type MoveStack<M> = Vec<ScoredMove<M>>;

/// Yields the moves of one node, the best first. One step of a selection sort at a time, since a
/// cutoff often makes the rest unnecessary.
pub(crate) struct MovePicker {
    /// Where the node's moves begin in the stack.
    base: usize,
    /// How many were yielded.
    picked: usize,
}

impl MovePicker {
    /// A picker for the moves that are pushed from now on.
    #[inline]
    pub(crate) fn new<M>(stack: &MoveStack<M>) -> Self {
        MovePicker {
            base: stack.len(),
            picked: 0,
        }
    }

    /// The place in the order of the move that was yielded last.
    #[inline]
    pub(crate) const fn index(&self) -> usize {
        self.picked - 1
    }

    /// The best of the remaining moves.
    #[inline]
    pub(crate) fn next<M: Copy>(&mut self, stack: &mut MoveStack<M>) -> Option<ScoredMove<M>> {
        let rest = &mut stack[self.base + self.picked..];
        let mut best = 0;
        for (index, scored) in rest.iter().enumerate() {
            if scored.score > rest[best].score {
                best = index;
            }
        }
        if best > 0 {
            rest.swap(0, best);
        }
        self.picked += 1;
        rest.first().copied()
    }

    /// The moves that were yielded before the last one.
    #[inline]
    pub(crate) fn tried<'a, M>(&self, stack: &'a MoveStack<M>) -> &'a [ScoredMove<M>] {
        &stack[self.base..][..self.index()]
    }

    /// Removes the node's moves from the stack.
    #[inline]
    pub(crate) fn finish<M>(self, stack: &mut MoveStack<M>) {
        stack.truncate(self.base);
    }
}
