//! What a thread learns about quiet moves: the killer and history heuristics.

use super::frame::Frame;
use super::move_picker::ScoredMove;
use super::{Technique, Techniques};
use quintain_rules::{Evaluate, MoveBits, MoveOrdering, Side};

/// History scores stay below this in absolute value.
pub(super) const HISTORY_MAX: i32 = 1 << 14;

/// Statistics of quiet moves that caused beta cutoffs, for move ordering and late move
/// reductions.
pub(crate) struct History<M> {
    pub(super) killers: Killers<M>,
    butterfly: Butterfly,
    continuations: Continuations,
    /// Which techniques the search uses.
    pub(super) techniques: Techniques,
}

impl<M> Default for History<M> {
    fn default() -> Self {
        History {
            killers: Killers { plies: Vec::new() },
            butterfly: Butterfly::default(),
            continuations: Continuations::default(),
            techniques: Techniques::ALL,
        }
    }
}

impl<M: MoveBits> History<M> {
    /// Gets ready for a search in a game with this many classes of moves: what earlier ones have
    /// learned about moves counts half, and plies have no killers yet.
    pub(crate) fn new_search(&mut self, plies: usize, move_classes: usize, techniques: Techniques) {
        self.killers.plies.clear();
        self.killers.plies.resize(plies, [None; 2]);
        self.butterfly.age();
        self.continuations.resize(move_classes);
        self.techniques = techniques;
    }

    /// The moves before a node that the side to move there continues.
    #[inline]
    pub(super) fn followed(&self, frames: &[Frame], ply: usize, side: Side) -> Followed {
        if !self.techniques.has(Technique::ContinuationHistory) {
            return Followed { rows: [None; 2] };
        }
        let row = |plies: usize| {
            let class = frames[ply.checked_sub(plies)?].move_class?;
            Some(self.continuations.row(plies - 1, side, class))
        };
        Followed {
            rows: [row(1), row(2)],
        }
    }

    /// How well moves of a class have continued those before.
    #[inline]
    pub(super) fn continuation_score(&self, followed: Followed, class: usize) -> i32 {
        let score = |row: &usize| i32::from(self.continuations.scores[row + class]);
        followed.rows.iter().flatten().map(score).sum()
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
    pub(super) fn update<P: Evaluate<Move = M>>(
        &mut self,
        position: &P,
        mv: M,
        tried: &[ScoredMove<M>],
        ply: usize,
        depth: i32,
        followed: Followed,
    ) {
        self.killers.add(ply, mv);
        let bonus = depth.saturating_mul(depth).min(400);
        self.adjust_quiet(position, mv, followed, bonus);
        for other in tried {
            if !other.is_tactical() {
                self.adjust_quiet(position, other.mv, followed, -bonus);
            }
        }
    }

    fn adjust_quiet<P: Evaluate<Move = M>>(
        &mut self,
        position: &P,
        mv: M,
        followed: Followed,
        bonus: i32,
    ) {
        self.butterfly
            .adjust(Butterfly::slot(position.turn(), mv), bonus);
        let class = P::Ordering::move_class(position, mv);
        for row in followed.rows.into_iter().flatten() {
            adjust(&mut self.continuations.scores[row + class], bonus);
        }
    }
}

/// The moves before a node that its moves continue: rows of the continuation histories.
#[derive(Clone, Copy)]
pub(super) struct Followed {
    rows: [Option<usize>; 2],
}

/// Moves a score towards an end of its range, the less the nearer it is ("history gravity").
#[inline]
fn adjust(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus * 16 - old * bonus.abs() * 16 / HISTORY_MAX) as i16;
}

/// Continuation histories: how often a quiet move caused a cutoff after a move of the opponent,
/// and after an earlier move of the same side. Moves count by their
/// [class](MoveOrdering::move_class).
#[derive(Default)]
struct Continuations {
    /// By distance to the move before (one or two plies), side, class before, and class.
    scores: Vec<i16>,
    classes: usize,
}

impl Continuations {
    /// The first time, allocates the scores.
    fn resize(&mut self, classes: usize) {
        self.classes = classes;
        self.scores.resize(4 * classes * classes, 0);
    }

    /// Where the scores of moves of a side after a move of this class begin.
    #[inline]
    fn row(&self, distance: usize, side: Side, before: u16) -> usize {
        ((distance * 2 + side.index()) * self.classes + usize::from(before)) * self.classes
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

    #[inline]
    fn adjust(&mut self, slot: usize, bonus: i32) {
        adjust(&mut self.scores[slot], bonus);
        self.used[slot / Self::BLOCK] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::super::frame::Frame;
    use super::{HISTORY_MAX, History, Techniques};
    use quintain_rules::games::sight::Sight;
    use quintain_rules::{MoveOrdering, Position, Side};

    const CLASSES: usize = <Sight as MoveOrdering<Sight>>::MOVE_CLASSES;

    #[test]
    fn scores_stay_in_range_and_fade_from_search_to_search() {
        let start = Sight::start(Some(3)).expect("a board");
        let moves = start.moves();
        let mut history = History::default();
        history.new_search(4, CLASSES, Techniques::ALL);
        let mut frames = [Frame::default(); 4];
        frames[2].move_class = Some(CLASSES as u16 - 1);
        let followed = history.followed(&frames, 3, Side::First);
        for depth in [1, 50, 120, i32::MAX] {
            for _ in 0..1000 {
                history.update(&start, moves[0], &[], 3, depth, followed);
            }
            let score = history.quiet_score(Side::First, moves[0]);
            assert!(0 < score && score <= HISTORY_MAX, "{score}");
            let class = Sight::move_class(&start, moves[0]);
            let score = history.continuation_score(followed, class);
            assert!(0 < score && score <= HISTORY_MAX, "{score}");
        }
        assert_eq!(history.quiet_score(Side::Second, moves[0]), 0);
        assert_eq!(history.killers.at(3)[0], Some(moves[0]));
        let before = history.quiet_score(Side::First, moves[0]);
        history.new_search(4, CLASSES, Techniques::ALL);
        assert_eq!(history.killers.at(3)[0], None);
        assert_eq!(history.quiet_score(Side::First, moves[0]), before / 2);
        for _ in 0..20 {
            history.new_search(4, CLASSES, Techniques::ALL);
        }
        assert_eq!(history.quiet_score(Side::First, moves[0]), 0);
        assert!(history.butterfly.used.iter().all(|used| !used));
    }

    #[test]
    fn a_move_is_good_only_after_the_moves_it_was_good_after() {
        let start = Sight::start(Some(3)).expect("a board");
        let (good, tried) = (start.moves()[0], start.moves()[1]);
        let mut history = History::default();
        history.new_search(4, CLASSES, Techniques::ALL);
        let mut frames = [Frame::default(); 4];
        (frames[1].move_class, frames[2].move_class) = (Some(3), Some(7));
        let followed = history.followed(&frames, 3, Side::First);
        history.update(&start, good, &[], 3, 5, followed);
        let class = Sight::move_class(&start, good);
        let both = history.continuation_score(followed, class);
        assert!(both > 0);
        let other = Sight::move_class(&start, tried);
        assert_eq!(history.continuation_score(followed, other), 0);
        // Where only the earlier move is known, only that counts.
        frames[2].move_class = None;
        let one = history.followed(&frames, 3, Side::First);
        assert_eq!(history.continuation_score(one, class), both / 2);
        let theirs = history.followed(&frames, 3, Side::Second);
        assert_eq!(history.continuation_score(theirs, class), 0);
        let at_root = history.followed(&frames, 0, Side::First);
        assert_eq!(history.continuation_score(at_root, class), 0);
    }
}
