//! The tree of games with chance: expectimax with Star1 and Star2 pruning (Ballard, "The
//! *-minimax search procedure for trees containing chance nodes", 1983).
//!
//! A move that can reveal several things leads to a chance node, whose value is the mean over
//! its outcomes. Before an outcome is searched, the others are somewhere between their bounds,
//! which gives it a window (Star1): a value outside that window decides the move, whatever the
//! rest. Outcomes that end the game are known at once. If several outcomes are unknown, one reply
//! to each of them is tried first (Star2): good replies may show together that the move is not
//! worth more.
//!
//! Inside the tree, scores are linear in the win probability, so that means make sense: [`ONE`]
//! stands for probability 1, 0 for one half. Evaluations enter through the logistic curve of the
//! game's scale, and reported scores leave through it: a [`Score`] in a result is in the game's
//! points, as for every game. A forced result is one that comes whatever chance chooses.

mod mean;
mod star;
#[cfg(test)]
mod tests;

use crate::score::Score;
use crate::search::lmr::LMR_HISTORY_DIVISOR;
use crate::search::move_picker::{ScoredMove, is_quiet, pick_best};
use crate::search::worker::Worker;
use crate::search::{MAX_PLY, terminal_score};
use crate::tt::{Bound, TtEntry};
use mean::Outcome;
pub(crate) use mean::{ONE, WeightedMean};
use quintain_rules::{Evaluate, MoveBits};

/// Half the width of the first aspiration window.
pub(crate) const ASPIRATION_MARGIN: i32 = ONE / 25;

/// How many plies the quiescence search follows tactical moves (gambles) below the leaves.
const QS_MAX_PLIES: i32 = 3;

/// What a thread needs for chance nodes alone.
pub(crate) struct ChanceScratch<P> {
    /// One stack of outcomes for the whole tree; each chance node uses the part above its
    /// parent's.
    outcomes: Vec<Outcome<P>>,
    /// The logistic curve: scores inside the tree by evaluation, from `-max_eval` on.
    curve: Vec<i16>,
    max_eval: i32,
}

impl<P: Evaluate> ChanceScratch<P> {
    pub(crate) fn new() -> Self {
        if !Worker::<P>::HAS_CHANCE {
            return ChanceScratch {
                outcomes: Vec::new(),
                curve: Vec::new(),
                max_eval: 0,
            };
        }
        // Beyond eight times the scale, the probability is within a thousandth of certainty.
        let max_eval = (8.0 * P::SCALE) as i32;
        let score = |points: i32| {
            let probability = Score::from_eval(points).win_probability(P::SCALE);
            ((2.0 * probability - 1.0) * f64::from(ONE)).round() as i16
        };
        ChanceScratch {
            outcomes: Vec::with_capacity(4 * MAX_PLY),
            curve: (-max_eval..=max_eval).map(score).collect(),
            max_eval,
        }
    }

    /// The static evaluation as a score inside the tree.
    #[inline]
    fn static_eval(&self, position: &P) -> Score {
        let points = position.evaluate().clamp(-self.max_eval, self.max_eval);
        Score::from_value(self.curve[(points + self.max_eval) as usize].into())
    }
}

/// A score inside the tree as it is reported.
pub(crate) fn to_reported_score<P: Evaluate>(score: Score) -> Score {
    if score.mate().is_some() {
        return score;
    }
    let probability = 0.5 + f64::from(score.value()) / f64::from(2 * ONE);
    Score::from_win_probability(probability, P::SCALE)
}

/// An alpha-beta window.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// The window as the other side sees it.
    #[inline]
    fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// The null window that only tells whether a value is above `alpha`.
    #[inline]
    fn null_above(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha.successor(),
        }
    }
}

impl<P: Evaluate> Worker<'_, P> {
    /// The root's value within a window.
    pub(crate) fn expectimax_root(
        &mut self,
        root: &P,
        alpha: Score,
        beta: Score,
        depth: u8,
    ) -> Score {
        self.expectimax::<true>(root, Window { alpha, beta }, depth.into(), 0)
    }

    /// The value of a position within a window; outside it, a bound (fail-soft). `depth` plies
    /// are still to search, `ply` is the distance from the root. In PV nodes the exact value is
    /// wanted.
    fn expectimax<const PV: bool>(
        &mut self,
        position: &P,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        self.pv[ply].clear();
        self.count_node();
        if let Some(score) = terminal_score(position, ply) {
            return score;
        }
        // Repetition: a position that occurs again counts as a draw.
        let key = position.zobrist();
        if P::HAS_CYCLES && ply > 0 && self.repetitions.contains(key) {
            return Score::DRAW;
        }
        // Tablebase probe: the exact value of an endgame.
        if ply > 0
            && let Some(tablebase) = self.shared.tablebase
            && let Some(score) = tablebase.probe(position)
        {
            return Score::from_tt(score, ply as u8);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.chance_quiescence(position, window, depth, ply);
        }
        if self.stopped {
            return window.alpha;
        }
        // Mate distance pruning: a shorter win that is already known makes everything here
        // irrelevant.
        window.alpha = window.alpha.max(Score::loss_in(ply as u8));
        window.beta = window.beta.min(Score::win_in(ply as u8 + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }
        // Transposition table cutoff. With excluded moves the table does not speak of the root.
        let tt_entry = if ply == 0 && !self.excluded.is_empty() {
            None
        } else {
            self.shared.tt.probe(key)
        };
        if let Some(entry) = tt_entry
            && !PV
            && let Some(score) = self.tt_cutoff(entry, window, depth, ply)
        {
            return score;
        }
        if P::HAS_CYCLES {
            self.repetitions.push(key);
        }
        let tt_move = tt_entry.and_then(|entry| entry.mv);
        let score = self.search_chance_moves::<PV>(position, window, depth, ply, tt_move);
        if P::HAS_CYCLES {
            self.repetitions.pop();
        }
        score
    }

    /// The score of a table entry, if it answers the question.
    #[inline]
    fn tt_cutoff(&self, entry: TtEntry, window: Window, depth: i32, ply: usize) -> Option<Score> {
        let score = Score::from_tt(entry.score, ply as u8);
        let entry_depth = i32::from(entry.depth);
        // A deeper value is better, but not what a plain search of this depth would find.
        let deep_enough = if self.shared.options.pruning {
            entry_depth >= depth || score.mate().is_some()
        } else {
            entry_depth == depth
        };
        (deep_enough && entry.cuts_off(score, window.alpha, window.beta)).then_some(score)
    }

    /// Searches the moves of a node, the most promising first, and stores the result in the
    /// transposition table.
    fn search_chance_moves<const PV: bool>(
        &mut self,
        position: &P,
        mut window: Window,
        depth: i32,
        ply: usize,
        tt_move: Option<u16>,
    ) -> Score {
        let alpha_orig = window.alpha;
        let base = self.moves.len();
        self.push_moves(position, tt_move, ply);
        let count = self.moves.len() - base;
        if count == 0 {
            return Score::loss_in(ply as u8);
        }
        let mut best = Score::MIN;
        let mut best_move = None;
        for index in 0..count {
            let Some(scored) = pick_best(&mut self.moves[base + index..]) else {
                break;
            };
            let mv = scored.mv;
            let score = self.search_chance_child::<PV>(position, scored, window, depth, ply, index);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(mv, ply);
                    }
                    // Beta cutoff: the opponent will avoid this position.
                    if score >= window.beta {
                        if is_quiet(scored.score) {
                            let tried = &self.moves[base..base + index];
                            self.history.update(position.turn(), mv, tried, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.moves.truncate(base);
        if self.stopped {
            return best.max(window.alpha);
        }
        if ply > 0 || self.excluded.is_empty() {
            let entry = TtEntry {
                mv: best_move.map(MoveBits::to_bits),
                score: best.to_tt(ply as u8),
                depth: depth.min(255) as u8,
                bound: Bound::of(best, alpha_orig, window.beta),
            };
            self.shared.tt.store(position.zobrist(), entry);
        }
        best
    }

    /// The value of a move, where `index` is its place in the order.
    #[inline]
    fn search_chance_child<const PV: bool>(
        &mut self,
        position: &P,
        scored: ScoredMove<P::Move>,
        window: Window,
        depth: i32,
        ply: usize,
        index: usize,
    ) -> Score {
        let mv = scored.mv;
        let (next_depth, next_ply) = (depth - 1, ply + 1);
        if index == 0 {
            return self.chance_node::<PV>(position, mv, window, next_depth, next_ply);
        }

        // Late move reduction (LMR): quiet moves that come late are searched less deeply, and
        // again in full if they turn out better than expected.
        let mut reduction = 0;
        if self.shared.options.pruning && is_quiet(scored.score) {
            reduction = self.lmr.reduction(depth, index);
            reduction -= i32::from(PV);
            reduction -= self.history.quiet_score(position.turn(), mv) / LMR_HISTORY_DIVISOR;
            reduction = reduction.clamp(0, (depth - 2).max(0));
        }

        // Principal variation search, but only in PV nodes: means widen windows a little, so a
        // window that is narrow already is not worth two searches.
        let scout = if PV {
            Window::null_above(window.alpha)
        } else {
            window
        };
        let reduced = next_depth - reduction;
        let mut score = self.chance_node::<false>(position, mv, scout, reduced, next_ply);
        if score > window.alpha && reduction > 0 && !self.stopped {
            score = self.chance_node::<false>(position, mv, scout, next_depth, next_ply);
        }
        if PV && score > window.alpha && score < window.beta && !self.stopped {
            score = self.chance_node::<PV>(position, mv, window, next_depth, next_ply);
        }
        score
    }

    /// Quiescence search: the value of a leaf without a terminal winner is its static evaluation,
    /// or what a gamble is worth.
    fn chance_quiescence(
        &mut self,
        position: &P,
        mut window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        if !position.has_move() {
            return Score::loss_in(ply as u8);
        }
        // Stand pat: nobody has to gamble.
        let mut best = self.scratch.static_eval(position);
        let extend = P::HAS_QUIESCENCE && depth > -QS_MAX_PLIES && ply < MAX_PLY;
        if !extend || best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let base = self.moves.len();
        self.push_tactical(position);
        for index in base..self.moves.len() {
            let Some(ScoredMove { mv, .. }) = pick_best(&mut self.moves[index..]) else {
                break;
            };
            let score = self.chance_node::<false>(position, mv, window, depth - 1, ply + 1);
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if best >= window.beta || self.stopped {
                break;
            }
        }
        self.moves.truncate(base);
        best
    }
}
