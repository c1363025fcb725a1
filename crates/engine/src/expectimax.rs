//! Chance nodes, in the tree of games with chance: expectimax with Star1 and Star2 pruning (Ballard, "The
//! *-minimax search procedure for trees containing chance nodes", 1983).
//!
//! A move that can reveal several things leads to a chance node, whose value is the mean over
//! its outcomes. Before an outcome is searched, the others are somewhere between their bounds,
//! which gives it a window (Star1): a value outside that window decides the move, whatever the
//! rest. Outcomes that end the game are known at once. If several outcomes are unknown, one reply
//! to each of them is tried first (Star2): good replies may show together that the move is not
//! worth more.
//!
//! Everything but the chance nodes is as in games without chance: one node loop serves both
//! (`search/negamax.rs`).
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
use crate::search::MAX_PLY;
use crate::search::worker::Search;
use mean::Outcome;
pub(crate) use mean::{ONE, WeightedMean};
use quintain_rules::Evaluate;

/// Half the width of the first aspiration window.
pub(crate) const ASPIRATION_MARGIN: i32 = ONE / 25;

/// How many plies the quiescence search follows tactical moves (gambles) below the leaves.
pub(crate) const QS_MAX_PLIES: i32 = 3;

/// What a thread needs for chance nodes alone.
pub(crate) struct ChanceScratch<P> {
    /// One stack of outcomes for the whole tree; each chance node uses the part above its
    /// parent's.
    outcomes: Vec<Outcome<P>>,
    /// The logistic curve: scores inside the tree by evaluation, from `-max_eval` on.
    curve: Vec<i16>,
    max_eval: i32,
}

impl<P> Default for ChanceScratch<P> {
    fn default() -> Self {
        ChanceScratch {
            outcomes: Vec::new(),
            curve: Vec::new(),
            max_eval: 0,
        }
    }
}

impl<P: Evaluate> ChanceScratch<P> {
    /// Gets ready for a search; the first time, computes the curve.
    pub(crate) fn new_search(&mut self) {
        if !Search::<P>::HAS_CHANCE {
            return;
        }
        self.outcomes.clear();
        self.outcomes.reserve(4 * MAX_PLY);
        if self.curve.is_empty() {
            // Beyond eight times the scale, the probability is within a thousandth of certainty.
            self.max_eval = (8.0 * P::SCALE) as i32;
            let score = |points: i32| {
                let probability = Score::from_eval(points).win_probability(P::SCALE);
                ((2.0 * probability - 1.0) * f64::from(ONE)).round() as i16
            };
            self.curve = (-self.max_eval..=self.max_eval).map(score).collect();
        }
    }

    /// A static evaluation in points as a score inside the tree.
    #[inline]
    pub(crate) fn eval_score(&self, points: i32) -> Score {
        let points = points.clamp(-self.max_eval, self.max_eval);
        Score::from_value(self.curve[(points + self.max_eval) as usize].into())
    }
}

/// A score inside the tree as it is reported.
pub(crate) fn to_reported_score<P: Evaluate>(score: Score) -> Score {
    if score.is_forced() {
        return score;
    }
    let probability = 0.5 + f64::from(score.value()) / f64::from(2 * ONE);
    Score::from_win_probability(probability, P::SCALE)
}
