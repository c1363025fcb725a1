//! ProbCut: a shallow search stands for a deeper one where its result is clear enough.

use super::Technique;
use super::negamax::NodeInfo;
use super::node::{Node, NonPv};
use super::worker::Search;
use crate::score::Score;
use quintain_rules::Evaluate;

/// How clear a shallow result has to be, in hundredths of the standard deviation of its error.
const CONFIDENCE: i32 = 70;
/// The depth from which on the game has figures.
const MIN_DEPTH: usize = 2;

impl<P: Evaluate> Search<'_, P> {
    /// ProbCut (Buro 1995): if a shallow search is above beta, or below alpha, by so much that a
    /// deeper one will hardly disagree, the deeper one is not made. The shallow search is of the
    /// same position with the same side to move, so this holds under zugzwang too.
    pub(super) fn probcut(
        &mut self,
        position: &P,
        node: Node,
        info: &mut NodeInfo,
    ) -> Option<Score> {
        let depth = usize::try_from(node.depth).ok()?;
        let probcut = P::PROBCUT.get(depth.checked_sub(MIN_DEPTH)?)?;
        let Node { alpha, beta, .. } = node;
        if !self.uses(Technique::ProbCut) || alpha.is_forced() || beta.is_forced() {
            return None;
        }
        let points = match info.eval {
            Some(points) => points,
            None => self.static_eval(position, node.ply),
        };
        info.eval = Some(points);
        let eval = Score::from_eval(points);
        let margin = probcut.deviation * CONFIDENCE / 100;
        let low = alpha.saturating_add(-probcut.mean - margin);
        let high = beta.saturating_add(-probcut.mean + margin);
        if probcut.shallow == 0 {
            return if eval >= high {
                Some(beta)
            } else {
                (eval <= low).then_some(alpha)
            };
        }
        // A check costs a search, so only the likelier one is made.
        let window = if eval >= beta {
            (high.predecessor(), high)
        } else if eval <= alpha {
            (low, low.successor())
        } else {
            return None;
        };
        let check = Node {
            depth: probcut.shallow.into(),
            ..node.with_window(window.0, window.1)
        };
        let score = self.negamax::<NonPv>(position, check);
        if self.stopped {
            return None;
        }
        // A forced result needs no margin.
        if score.is_win() && score >= beta || score.is_loss() && score <= alpha {
            return Some(score);
        }
        if score >= high {
            return Some(beta);
        }
        (score <= low).then_some(alpha)
    }
}
