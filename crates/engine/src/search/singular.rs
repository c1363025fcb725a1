//! Singular extension: a move that is much better than all others is searched more deeply.

use super::Technique;
use super::negamax::NodeInfo;
use super::node::{Node, NonPv};
use super::worker::Search;
use crate::score::Score;
use crate::tt::Bound;
use quintain_rules::Evaluate;

/// From this depth on: the search without the move costs half the depth.
const MIN_DEPTH: i32 = 6;
/// The move from the table was searched at most this much less deeply.
const MAX_DEPTH_BEHIND: i32 = 3;
/// The margin per ply by which all other moves must be worse, as a fraction of the game's scale.
const MARGIN_FRACTION: f64 = 1.0 / 100.0;

/// What a search without the move from the table has shown.
pub(super) enum Singular {
    /// Several moves are so good that the opponent will avoid the position (multi-cut).
    Cutoff(Score),
    /// The move is to be searched this much more deeply.
    Extend(i32),
}

impl<P: Evaluate> Search<'_, P> {
    /// Singular extension (Anantharaman, Campbell and Hsu 1990): if all moves but the one from the
    /// transposition table are worse by a margin, as a shallower search without it says, much
    /// depends on it.
    pub(super) fn singular_extension(
        &mut self,
        position: &P,
        node: Node,
        info: NodeInfo,
    ) -> Singular {
        const NOTHING: Singular = Singular::Extend(0);
        let Node {
            beta, depth, ply, ..
        } = node;
        let (Some(entry), Some(tt_move)) = (info.tt_entry, info.tt_move) else {
            return NOTHING;
        };
        let score = Score::from_tt(entry.score, ply as u8);
        let applies = !Self::HAS_CHANCE
            && depth >= MIN_DEPTH
            && entry.bound != Bound::Upper
            && i32::from(entry.depth) >= depth - MAX_DEPTH_BEHIND
            && !score.is_forced()
            && ply < 2 * usize::from(self.depth)
            && self.memory.frames[ply].excluded.is_none()
            && self.uses(Technique::SingularExtension);
        if !applies {
            return NOTHING;
        }
        let margin = (P::SCALE * MARGIN_FRACTION * f64::from(depth)) as i32 + 1;
        let bound = score.saturating_add(-margin);
        if bound.is_forced() {
            return NOTHING;
        }
        let others = Node {
            depth: (depth - 1) / 2,
            ..node.with_window(bound.predecessor(), bound)
        };
        let without = NodeInfo {
            tt_move: None,
            ..info
        };
        self.memory.frames[ply].excluded = Some(tt_move);
        let best_other = self.search_repeatable::<NonPv>(position, others, without);
        self.memory.frames[ply].excluded = None;
        if self.stopped {
            return NOTHING;
        }
        if best_other < bound {
            return Singular::Extend(1);
        }
        // Multi-cut: another move is above beta as well.
        if bound >= beta && !best_other.is_forced() {
            return Singular::Cutoff(bound);
        }
        // Not singular, and good enough for a cutoff already: others may be as good.
        Singular::Extend(-i32::from(score >= beta))
    }
}
