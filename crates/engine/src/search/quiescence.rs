//! Quiescence search: follows tactical moves below the leaves until the position is quiet, so
//! that the static evaluation is not taken in the middle of an exchange or before a gamble.

use super::move_picker::MovePicker;
use super::node::{Node, NonPv};
use super::worker::Search;
use super::{MAX_PLY, Technique, make_move, terminal_score};
use crate::expectimax::QS_MAX_PLIES;
use crate::score::Score;
use crate::tt::{Bound, TtEntry};
use quintain_rules::{Evaluate, MoveBits};

impl<P: Evaluate> Search<'_, P> {
    /// The value of a leaf without a terminal winner: its static evaluation, or what a tactical
    /// move is worth.
    pub(super) fn quiescence(&mut self, position: &P, mut node: Node) -> Score {
        if !position.has_move() {
            return Score::loss_in(node.ply as u8);
        }
        // Transposition table cutoff: any search has gone at least as deep as this one. Without
        // pruning it would be too deep, and with chance this one has a depth of its own.
        let use_tt = P::HAS_QUIESCENCE && !Self::HAS_CHANCE && self.uses(Technique::QuiescenceTt);
        let entry = if use_tt {
            self.shared.tt.probe(position.zobrist())
        } else {
            None
        };
        if let Some(entry) = entry {
            let score = Score::from_tt(entry.score, node.ply as u8);
            if entry.cuts_off(score, node.alpha, node.beta) {
                return score;
            }
        }
        let alpha_orig = node.alpha;
        // Stand pat: nobody has to make a tactical move.
        let points = match entry.and_then(|entry| entry.eval) {
            Some(points) => points.into(),
            None => self.static_eval(position, node.ply),
        };
        let mut best = self.eval_score(points);
        // Exchanges come to an end; gambles are followed only so far.
        let extend = P::HAS_QUIESCENCE
            && node.ply < MAX_PLY
            && (!Self::HAS_CHANCE || node.depth > -QS_MAX_PLIES);
        if !extend || best >= node.beta || self.stopped {
            return best;
        }
        node.alpha = node.alpha.max(best);
        let mut best_move = None;
        let tt_move = entry.and_then(|entry| entry.mv);
        if let Some((score, mv)) = self.best_tactical(position, node, tt_move)
            && score > best
        {
            best = score;
            best_move = Some(mv.to_bits());
        }
        if use_tt && !self.stopped {
            let entry = TtEntry {
                mv: best_move,
                score: best.to_tt(node.ply as u8),
                depth: 0,
                bound: Bound::of(best, alpha_orig, node.beta),
                eval: Some(points as i16),
            };
            self.shared.tt.store(position.zobrist(), entry);
        }
        best
    }

    /// The best tactical move of a leaf and its value within the window.
    fn best_tactical(
        &mut self,
        position: &P,
        mut node: Node,
        tt_move: Option<u16>,
    ) -> Option<(Score, P::Move)> {
        let may_prune = !Self::HAS_CHANCE && self.uses(Technique::StaticExchange);
        let mut best: Option<(Score, P::Move)> = None;
        let mut picker = MovePicker::new(&self.memory.moves);
        self.push_tactical(position, tt_move);
        while let Some(scored) = picker.next(&mut self.memory.moves) {
            // Pruning by static exchange evaluation (SEE): nobody has to lose an exchange.
            if may_prune && position.exchange_value(scored.mv) < 0 {
                continue;
            }
            let child = node.child();
            let score = if Self::HAS_CHANCE {
                self.chance_node::<NonPv>(position, scored.mv, child)
            } else {
                -self.quiescence_node(&make_move(position, scored.mv), child.negated())
            };
            if best.is_none_or(|(least, _)| score > least) {
                best = Some((score, scored.mv));
            }
            node.alpha = node.alpha.max(score);
            if score >= node.beta || self.stopped {
                break;
            }
        }
        picker.finish(&mut self.memory.moves);
        best
    }

    /// A node below the leaves.
    fn quiescence_node(&mut self, position: &P, node: Node) -> Score {
        if !self.enter_node(node.ply) {
            return node.alpha;
        }
        if let Some(score) = terminal_score(position, node.ply) {
            return score;
        }
        if position.winning_move().is_some() {
            return Score::win_in(node.ply as u8 + 1);
        }
        self.quiescence(position, node)
    }
}
