//! What a thread learns about quiet moves: the killer and history heuristics.

use super::move_picker::{ScoredMove, is_tactical_score};
use quintain_rules::{MoveBits, Side};

/// History scores stay below this in absolute value.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// Statistics of quiet moves that caused beta cutoffs, for move ordering and late move
/// reductions.
pub(crate) struct History<M> {
    pub(super) killers: Killers<M>,
    butterfly: Butterfly,
}

impl<M> Default for History<M> {
    fn default() -> Self {
        History {
            killers: Killers { plies: Vec::new() },
            butterfly: Butterfly::default(),
        }
    }
}

impl<M: MoveBits> History<M> {
    /// Gets ready for a search: what earlier ones have learned about moves counts half, and
    /// plies have no killers yet.
    pub(crate) fn new_search(&mut self, plies: usize) {
        self.killers.plies.clear();
        self.killers.plies.resize(plies, [None; 2]);
        self.butterfly.age();
    }

    /// The history score of a quiet move.
    #[inline]
    pub(crate) fn quiet_score(&self, side: Side, mv: M) -> i32 {
        self.butterfly.scores[Butterfly::slot(side, mv)].into()
    }

    /// The moves of a side that have caused more cutoffs than they failed to cause.
    #[cfg(test)]
    pub(super) fn rewarded(&self, side: Side) -> usize {
        let scores = &self.butterfly.scores[side.index() << 16..][..1 << 16];
        scores.iter().filter(|&&score| score > 0).count()
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
        self.killers.add(ply, mv);
        let bonus = depth.saturating_mul(depth).min(400);
        self.butterfly.adjust(Butterfly::slot(side, mv), bonus);
        for other in tried {
            if !is_tactical_score(other.score) {
                self.butterfly
                    .adjust(Butterfly::slot(side, other.mv), -bonus);
            }
        }
    }
}

/// Killer moves: the last two quiet moves that caused a cutoff at each ply, the latest first. A
/// reply that refutes one move often refutes its siblings too.
pub(crate) struct Killers<M> {
    plies: Vec<[Option<M>; 2]>,
}

impl<M: Copy + PartialEq> Killers<M> {
    /// The killer moves at a ply.
    #[inline]
    pub(super) fn at(&self, ply: usize) -> &[Option<M>; 2] {
        &self.plies[ply]
    }

    fn add(&mut self, ply: usize, mv: M) {
        let killers = &mut self.plies[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }
}

/// The history heuristic (Schaeffer 1983): how often a quiet move caused a cutoff anywhere in the
/// tree, by side and move.
#[derive(Default)]
struct Butterfly {
    scores: Vec<i16>,
    /// Which blocks of scores have any that is not 0, so that aging them takes next to no time.
    used: Vec<bool>,
}

impl Butterfly {
    const BLOCK: usize = 64;
    const SIZE: usize = 2 << 16;

    #[inline]
    fn slot(side: Side, mv: impl MoveBits) -> usize {
        side.index() << 16 | usize::from(mv.to_bits())
    }

    /// Halves all scores; the first time, allocates them.
    fn age(&mut self) {
        if self.scores.is_empty() {
            self.scores = vec![0; Self::SIZE];
            self.used = vec![false; Self::SIZE / Self::BLOCK];
        }
        let blocks = self.scores.chunks_exact_mut(Self::BLOCK);
        for (block, used) in blocks.zip(&mut self.used) {
            if *used {
                let halve = |score: &mut i16| {
                    *score /= 2;
                    *score != 0
                };
                *used = block
                    .iter_mut()
                    .fold(false, |any, score| halve(score) | any);
            }
        }
    }

    /// Moves a score towards an end of its range, the less the nearer it is ("history gravity").
    #[inline]
    fn adjust(&mut self, slot: usize, bonus: i32) {
        let old = i32::from(self.scores[slot]);
        self.scores[slot] = (old + bonus * 16 - old * bonus.abs() * 16 / HISTORY_MAX) as i16;
        self.used[slot / Self::BLOCK] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::{HISTORY_MAX, History};
    use quintain_rules::games::sight::Sight;
    use quintain_rules::{Position, Side};

    #[test]
    fn scores_stay_in_range_and_fade_from_search_to_search() {
        let moves = Sight::start(Some(3)).expect("a board").moves();
        let mut history = History::default();
        history.new_search(4);
        for depth in [1, 50, 120, i32::MAX] {
            for _ in 0..1000 {
                history.update(Side::First, moves[0], &[], 3, depth);
            }
            let score = history.quiet_score(Side::First, moves[0]);
            assert!(0 < score && score <= HISTORY_MAX, "{score}");
        }
        assert_eq!(history.quiet_score(Side::Second, moves[0]), 0);
        assert_eq!(history.killers.at(3)[0], Some(moves[0]));
        let before = history.quiet_score(Side::First, moves[0]);
        history.new_search(4);
        assert_eq!(history.killers.at(3)[0], None);
        assert_eq!(history.quiet_score(Side::First, moves[0]), before / 2);
        for _ in 0..20 {
            history.new_search(4);
        }
        assert_eq!(history.quiet_score(Side::First, moves[0]), 0);
        assert!(history.butterfly.used.iter().all(|used| !used));
    }
}
