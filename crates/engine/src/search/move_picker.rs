//! Which moves to try first: what was best before, what looks promising, what has cut off
//! elsewhere.

use quintain_rules::{MoveBits, Side, Strategy};

/// A move and how early it is tried.
#[derive(Clone, Copy)]
pub(crate) struct ScoredMove<M> {
    pub(crate) mv: M,
    pub(crate) score: i32,
}

/// What a thread has learned about moves.
pub(crate) struct History<M> {
    /// The last two quiet moves that cut off at each ply.
    killers: Vec<[Option<M>; 2]>,
    /// How often quiet moves have cut off, by side and move.
    butterfly: Vec<i16>,
}

const TT_MOVE: i32 = 1 << 30;
const TACTICAL: i32 = 1 << 24;
const KILLER: i32 = 1 << 23;
/// History values stay below this.
const HISTORY_MAX: i32 = 1 << 14;

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

    /// How early to try a move.
    pub(crate) fn score_move<G: Strategy<Move = M>>(
        &self,
        position: &G,
        mv: M,
        best: Option<u16>,
        ply: usize,
    ) -> i32 {
        if best == Some(mv.to_bits()) {
            return TT_MOVE;
        }
        let promise = position.move_score(mv);
        if position.is_tactical(mv) {
            return TACTICAL + promise;
        }
        match self.killers[ply] {
            [Some(first), _] if first == mv => KILLER + 1,
            [_, Some(second)] if second == mv => KILLER,
            _ => promise + i32::from(self.butterfly[Self::slot(position.turn(), mv)]),
        }
    }

    /// A quiet move cut off, and those tried before it did not.
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
            if other.score < TACTICAL {
                self.adjust(Self::slot(side, other.mv), -bonus);
            }
        }
    }

    /// Moves a history value towards an end of its range, less the nearer it is.
    fn adjust(&mut self, slot: usize, bonus: i32) {
        let old = i32::from(self.butterfly[slot]);
        self.butterfly[slot] = (old + bonus * 16 - old * bonus.abs() * 16 / HISTORY_MAX) as i16;
    }

    /// How well a quiet move has done: for reducing less or more.
    pub(crate) fn quiet_score(&self, side: Side, mv: M) -> i32 {
        self.butterfly[Self::slot(side, mv)].into()
    }
}

/// Whether a rank is that of a quiet move that nothing speaks for.
pub(crate) fn is_quiet(rank: i32) -> bool {
    rank < KILLER
}

/// Brings the best of the remaining moves to the front and gives it.
#[inline]
pub(crate) fn pick_best<M: Copy>(moves: &mut [ScoredMove<M>]) -> Option<ScoredMove<M>> {
    let mut best = 0;
    for (i, ranked) in moves.iter().enumerate() {
        if ranked.score > moves[best].score {
            best = i;
        }
    }
    if best > 0 {
        moves.swap(0, best);
    }
    moves.first().copied()
}

/// How much less deeply the n-th move of a node is searched, by depth and n.
pub(crate) fn lmr_table() -> Vec<[u8; 64]> {
    let reduction = |depth: usize, count: usize| {
        if depth < 3 || count < 3 {
            return 0;
        }
        (0.4 + (depth as f64).ln() * (count as f64).ln() / 2.4) as u8
    };
    (0..64)
        .map(|depth| std::array::from_fn(|count| reduction(depth, count)))
        .collect()
}
