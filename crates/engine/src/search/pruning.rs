//! Pruning on the strength of the static evaluation: nodes and moves that are not worth a search.
//! Only in games without zugzwang, where some quiet move preserves what the side has.

use super::move_picker::ScoredMove;
use super::negamax::NodeInfo;
use super::node::Node;
use super::worker::Search;
use super::{Technique, Techniques};
use crate::score::Score;
use crate::tt::Bound;
use quintain_rules::Evaluate;

/// Reverse futility pruning up to this depth.
const RFP_MAX_DEPTH: i32 = 5;
/// Late move pruning up to this depth.
const LMP_MAX_DEPTH: i32 = 6;
/// Pruning by static exchange evaluation up to this depth.
const SEE_MAX_DEPTH: i32 = 6;

impl<P: Evaluate> Search<'_, P> {
    /// The margin for pruning on the strength of the static evaluation. With chance a score is a
    /// probability, and bounds on what a move may still bring cut it off instead.
    const FUTILITY_MARGIN: Option<i32> = if Self::HAS_CHANCE {
        None
    } else {
        P::FUTILITY_MARGIN
    };

    /// The static evaluation of a node, if anything may be pruned by it. Under threat it says
    /// little.
    #[inline]
    pub(super) fn evaluate_node(&mut self, position: &P, node: Node, info: &mut NodeInfo) {
        let ply = node.ply;
        let useful =
            Self::FUTILITY_MARGIN.is_some() && self.shared.options.techniques != Techniques::NONE;
        if !useful || info.threatened {
            return;
        }
        let points = match info.eval {
            Some(points) => points,
            None => self.static_eval(position, ply),
        };
        info.eval = Some(points);
        info.pruning_eval = Some(better_estimate(Score::from_eval(points), ply, *info));
    }

    /// The value of a node that is pruned as a whole.
    #[inline]
    pub(super) fn prune_node(&self, node: Node, info: NodeInfo) -> Option<Score> {
        let (margin, eval) = (Self::FUTILITY_MARGIN?, info.pruning_eval?);
        if node.beta.is_forced() {
            return None;
        }
        // Reverse futility pruning (RFP): the static evaluation is so far above beta that no
        // quiet reply will bring it back.
        if self.uses(Technique::ReverseFutility)
            && node.depth <= RFP_MAX_DEPTH
            && eval.saturating_add(-margin * (node.depth - 1)) >= node.beta
        {
            return Some(eval);
        }
        None
    }

    /// Late move pruning (LMP): near the leaves, quiet moves that come very late are not worth a
    /// search. Whether the move at this place in the order and all after it, which are quiet, are
    /// pruned.
    #[inline]
    pub(super) fn prunes_late_moves(&self, node: Node, info: NodeInfo, index: usize) -> bool {
        let depth = node.depth;
        let Some(most) = P::LATE_MOVES.filter(|_| info.pruning_eval.is_some()) else {
            return false;
        };
        let late = depth <= LMP_MAX_DEPTH && index as i32 >= most + depth * depth;
        late && self.uses(Technique::LateMovePruning)
    }

    /// Pruning by static exchange evaluation (SEE): near the leaves a move that loses too much in
    /// an exchange is not worth a search.
    #[inline]
    pub(super) fn loses_exchange(
        &self,
        position: &P,
        scored: ScoredMove<P::Move>,
        node: Node,
        info: NodeInfo,
    ) -> bool {
        let Some(margin) = Self::FUTILITY_MARGIN else {
            return false;
        };
        let used = self.uses(Technique::StaticExchange);
        if node.depth > SEE_MAX_DEPTH || info.pruning_eval.is_none() || !used {
            return false;
        }
        // A quiet move has less to show for what it loses.
        let percent = if scored.is_tactical() { 100 } else { 60 };
        position.exchange_value(scored.mv) < -margin * node.depth * percent / 100
    }
}

/// The static evaluation, or what the transposition table knows better.
fn better_estimate(eval: Score, ply: usize, info: NodeInfo) -> Score {
    let Some(entry) = info.tt_entry else {
        return eval;
    };
    let score = Score::from_tt(entry.score, ply as u8);
    let better = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score > eval,
        Bound::Upper => score < eval,
    };
    // A forced result is no estimate, and is used elsewhere.
    if better && !score.is_forced() {
        score
    } else {
        eval
    }
}
