//! Correction history: by how much searches have shown the static evaluation to be wrong.

use super::Technique;
use super::negamax::NodeInfo;
use super::node::Node;
use super::worker::Search;
use crate::score::Score;
use quintain_rules::{Evaluate, MAX_EVAL, Side};

/// Corrections are kept in this fraction of a point.
const FRACTION: i32 = 16;
/// The weight of a new error in the average, per ply of depth, and at most.
const WEIGHT_PER_PLY: i32 = 1;
const MAX_WEIGHT: i32 = 12;
/// The weights of the old average and the new error add up to this.
const WEIGHTS: i32 = 192;

/// Average errors of the static evaluation, by the side to move and the classes of the two moves
/// before: positions after the same moves are often misjudged alike.
#[derive(Default)]
pub(super) struct Corrections {
    errors: Vec<i16>,
    classes: usize,
}

impl Corrections {
    /// The first time, allocates the averages.
    pub(super) fn resize(&mut self, classes: usize) {
        self.classes = classes;
        self.errors.resize(2 * classes * classes, 0);
    }

    #[inline]
    fn slot(&self, side: Side, own: u16, theirs: u16) -> usize {
        let row = side.index() * self.classes + usize::from(own);
        row * self.classes + usize::from(theirs)
    }
}

impl<P: Evaluate> Search<'_, P> {
    /// Where the error of the static evaluation at a node is kept, if anything is pruned by it.
    #[inline]
    fn correction_slot(&self, position: &P, ply: usize) -> Option<usize> {
        if Self::HAS_CHANCE
            || P::FUTILITY_MARGIN.is_none()
            || !self.uses(Technique::CorrectionHistory)
        {
            return None;
        }
        let class = |plies: usize| self.memory.frames[ply.checked_sub(plies)?].move_class;
        let corrections = &self.memory.history.corrections;
        Some(corrections.slot(position.turn(), class(2)?, class(1)?))
    }

    /// What is to be added to the static evaluation of a node, in points.
    #[inline]
    pub(super) fn correction(&self, position: &P, ply: usize) -> i32 {
        self.correction_slot(position, ply).map_or(0, |slot| {
            i32::from(self.memory.history.corrections.errors[slot]) / FRACTION
        })
    }

    /// Learns from a node that was searched what its static evaluation should have been.
    #[inline]
    pub(super) fn correct_eval(
        &mut self,
        position: &P,
        node: Node,
        info: NodeInfo,
        best: Score,
        best_move: Option<P::Move>,
        alpha_orig: Score,
    ) {
        let Some(slot) = self.correction_slot(position, node.ply) else {
            return;
        };
        let Some(eval) = self.memory.frames[node.ply].static_eval else {
            return;
        };
        // A tactical move says nothing about the evaluation of quiet positions, and a bound only
        // that the evaluation is wrong if it is on the other side of it.
        let tactical = best_move.is_some_and(|mv| position.is_tactical(mv));
        let eval_score = Score::from_eval(eval);
        let consistent =
            best >= node.beta && best <= eval_score || best <= alpha_orig && best >= eval_score;
        if tactical || consistent || best.is_forced() || info.threatened {
            return;
        }
        let error = (best.value() - eval_score.value()).clamp(-MAX_EVAL / 8, MAX_EVAL / 8);
        let weight = (node.depth * WEIGHT_PER_PLY).clamp(1, MAX_WEIGHT);
        let average = &mut self.memory.history.corrections.errors[slot];
        let old = i32::from(*average);
        // The error is that of the corrected evaluation, so it is added to the correction.
        let target = (old + error * FRACTION).clamp(i16::MIN.into(), i16::MAX.into());
        *average = ((old * (WEIGHTS - weight) + target * weight) / WEIGHTS) as i16;
    }
}
