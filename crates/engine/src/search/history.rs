//! What a thread learns about quiet moves: the killer and history heuristics.

use super::move_picker::{ScoredMove, is_tactical_score};
use quintain_rules::{MoveBits, Side};

/// History scores stay below this in absolute value.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// Statistics of quiet moves that caused beta cutoffs, for move ordering and late move
/// reductions.
pub(crate) struct History<M> {
    /// Killer moves: the last two quiet moves that caused a cutoff at each ply. A reply that
    /// refutes one move often refutes its siblings too.
    killers: Vec<[Option<M>; 2]>,
    /// The history heuristic (Schaeffer 1983): how often a quiet move caused a cutoff anywhere in
    /// the tree, by side and move (a butterfly board).
    butterfly: Vec<i16>,
}

impl<M: MoveBits> History<M> {
    pub(crate) fn new(plies: usize) -> Self {
        History {
            killers: vec![[None; 2]; plies],
            butterfly: vec![0; 2 << 16],
        }
    }

    fn slot(side: Side, mv: M) -> usize {
        side.index() << 16 | usize::from(mv.to_bits())
    }

    /// The killer moves at a ply, the latest first.
    #[inline]
    pub(super) fn killers(&self, ply: usize) -> &[Option<M>; 2] {
        &self.killers[ply]
    }

    /// The history score of a quiet move.
    #[inline]
    pub(crate) fn quiet_score(&self, side: Side, mv: M) -> i32 {
        self.butterfly[Self::slot(side, mv)].into()
    }

    /// A quiet move caused a cutoff: it is rewarded, and the quiet moves tried before it are
    /// punished.
    pub(crate) fn update(
        &mut self,
        side: Side,
        mv: M,
        tried: &[ScoredMove<M>],
        ply: usize,
        depth: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth).min(400);
        self.adjust(Self::slot(side, mv), bonus);
        for other in tried {
            if !is_tactical_score(other.score) {
                self.adjust(Self::slot(side, other.mv), -bonus);
            }
        }
    }

    /// Moves a score towards an end of its range, the less the nearer it is ("history gravity").
    fn adjust(&mut self, slot: usize, bonus: i32) {
        let old = i32::from(self.butterfly[slot]);
        self.butterfly[slot] = (old + bonus * 16 - old * bonus.abs() * 16 / HISTORY_MAX) as i16;
    }
}
