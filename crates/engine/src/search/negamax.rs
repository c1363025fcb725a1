//! Principal variation search in negamax form: the tree of games without chance.
//!
//! Negamax is minimax with all values from the view of the side to move, so that one function
//! serves both sides. Principal variation search (PVS, Marsland and Campbell 1982) searches the
//! first move of a node with the full window and proves with a null window that the others are
//! no better; only where that fails are they searched again. With move ordering as good as the
//! [move picker](super::move_picker)'s this is rare.

use super::lmr::LMR_HISTORY_DIVISOR;
use super::move_picker::{ScoredMove, is_quiet, pick_best};
use super::worker::Worker;
use super::{MAX_PLY, make_move, terminal_score};
use crate::root_proof::known_winner;
use crate::score::Score;
use crate::tt::{Bound, TtEntry};
use quintain_rules::{Evaluate, MoveBits};

/// Reverse futility pruning up to this depth.
const RFP_MAX_DEPTH: i32 = 5;
/// Futility pruning up to this depth.
const FUTILITY_MAX_DEPTH: i32 = 3;
/// What the game knows is asked from this depth on: asking may be slow, and pays only where much
/// is left to search.
const KNOWLEDGE_MIN_DEPTH: i32 = 3;

/// A node of the tree: the window it is searched with, and where it is.
#[derive(Clone, Copy)]
struct Node {
    /// Values up to this do not matter: the side to move has something as good elsewhere.
    alpha: Score,
    /// Values from this on do not matter: the opponent has something better elsewhere.
    beta: Score,
    /// Plies still to search.
    depth: i32,
    /// Plies from the root.
    ply: usize,
}

impl Node {
    /// Whether this may be a PV node: whether its window is wider than a null window.
    #[inline]
    fn is_pv(self) -> bool {
        self.beta > self.alpha.successor()
    }
}

impl<P: Evaluate> Worker<'_, P> {
    /// The value of a position within the window from `alpha` to `beta`; outside it, a bound
    /// (fail-soft). `depth` plies are still to search, `ply` is the distance from the root.
    pub(super) fn negamax(
        &mut self,
        position: &P,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        const {
            // Pruning on the strength of the static evaluation assumes that there is none.
            let statically = P::FUTILITY_MARGIN.is_some() || P::HAS_QUIESCENCE;
            assert!(!(P::HAS_ZUGZWANG && statically), "zugzwang forbids pruning");
        }
        self.pv[ply].clear();
        if let Some(score) = terminal_score(position, ply) {
            self.count_node();
            return score;
        }
        let key = position.zobrist();
        if ply > 0 {
            // Repetition: a position that occurs again counts as a draw.
            if P::HAS_CYCLES && self.repetitions.contains(key) {
                self.count_node();
                return Score::DRAW;
            }
            // Win in one: no move can be better.
            if let Some(mv) = position.winning_move() {
                self.count_node();
                self.pv[ply].push(mv);
                return Score::win_in(ply as u8 + 1);
            }
        }
        // Threat extension (as chess engines extend checks): look one ply deeper if the side to
        // move has to parry a win in one, but not without end.
        let threatened = position.is_threatened();
        let extension = threatened && ply < 2 * usize::from(self.depth);
        let depth = depth + i32::from(extension);
        if depth <= 0 || ply >= MAX_PLY {
            return self.evaluate_leaf(position, alpha, beta, ply);
        }
        self.count_node();
        if self.stopped {
            return alpha;
        }
        // Mate distance pruning: a shorter win that is already known makes everything here
        // irrelevant.
        let alpha = alpha.max(Score::loss_in(ply as u8));
        let beta = beta.min(Score::win_in(ply as u8 + 1));
        if alpha >= beta {
            return alpha;
        }
        let node = Node {
            alpha,
            beta,
            depth,
            ply,
        };
        self.search_node(position, node, threatened)
    }

    /// Prunes the node, or searches its moves.
    #[inline(always)]
    fn search_node(&mut self, position: &P, node: Node, threatened: bool) -> Score {
        let Node {
            alpha,
            beta,
            depth,
            ply,
        } = node;
        let key = position.zobrist();
        let may_prune = self.shared.options.pruning && !node.is_pv();
        let tt_entry = self.shared.tt.probe(key);

        // Transposition table cutoff: an earlier search at least as deep answers the question.
        if let Some(entry) = tt_entry
            && ply > 0
            && may_prune
            && i32::from(entry.depth) >= depth
        {
            let score = Score::from_tt(entry.score, ply as u8);
            if entry.cuts_off(score, alpha, beta) {
                return score;
            }
        }

        // Knowledge: the game knows the winner, so this is a proof.
        if self.shared.options.knowledge
            && ply > 0
            && depth >= KNOWLEDGE_MIN_DEPTH
            && let Some(winner) = known_winner(position)
        {
            return if winner == position.turn() {
                Score::WIN
            } else {
                Score::LOSS
            };
        }

        // Reverse futility pruning (RFP): the static evaluation is so far above beta that no
        // quiet reply will bring it back.
        let mut static_eval = None;
        if let Some(margin) = P::FUTILITY_MARGIN
            && may_prune
            && !threatened
            && depth <= RFP_MAX_DEPTH
            && beta.mate().is_none()
        {
            let eval = Score::from_eval(position.evaluate());
            if eval.saturating_add(-margin * depth) >= beta {
                return eval;
            }
            static_eval = Some(eval);
        }

        let tt_move = match self.root_best {
            Some(mv) if ply == 0 => Some(mv.to_bits()),
            _ => tt_entry.and_then(|entry| entry.mv),
        };
        if P::HAS_CYCLES {
            self.repetitions.push(key);
        }
        let score = self.search_moves(position, node, tt_move, static_eval);
        if P::HAS_CYCLES {
            self.repetitions.pop();
        }
        score
    }

    /// Searches the moves of a node, the most promising first, and stores the result in the
    /// transposition table. `static_eval` is there if futility pruning is allowed.
    fn search_moves(
        &mut self,
        position: &P,
        mut node: Node,
        tt_move: Option<u16>,
        static_eval: Option<Score>,
    ) -> Score {
        let Node { depth, ply, .. } = node;
        let (alpha_orig, is_pv) = (node.alpha, node.is_pv());
        let base = self.moves.len();
        self.push_moves(position, tt_move, ply);
        let count = self.moves.len() - base;
        if count == 0 {
            return Score::loss_in(ply as u8);
        }
        let mut best = Score::MIN;
        let mut best_move = None;
        for index in 0..count {
            let Some(ScoredMove { mv, score }) = pick_best(&mut self.moves[base + index..]) else {
                break;
            };
            let quiet = is_quiet(score);

            // Futility pruning: the static evaluation is so far below alpha that a quiet move
            // will not bring it up. Never the first move: `best` is still the score of a loss.
            if let (Some(eval), Some(margin)) = (static_eval, P::FUTILITY_MARGIN)
                && quiet
                && best.mate().is_none()
                && node.alpha.mate().is_none()
                && depth <= FUTILITY_MAX_DEPTH
                && eval.saturating_add(margin * (depth + 1)) <= node.alpha
            {
                best = best.max(eval.saturating_add(margin * (depth + 1)));
                continue;
            }

            let next = make_move(position, mv);
            let score = self.search_child(&next, node, index, quiet, mv);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > node.alpha {
                    node.alpha = score;
                    best_move = Some(mv);
                    if is_pv {
                        self.update_pv(mv, ply);
                    }
                    // Beta cutoff: the opponent will avoid this position.
                    if score >= node.beta {
                        if !position.is_tactical(mv) {
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
            return best.max(node.alpha);
        }
        // With excluded moves the root's value is not that of the position.
        if ply > 0 || self.excluded.is_empty() {
            let entry = TtEntry {
                mv: best_move.map(MoveBits::to_bits),
                score: best.to_tt(ply as u8),
                depth: depth.min(255) as u8,
                bound: Bound::of(best, alpha_orig, node.beta),
            };
            self.shared.tt.store(position.zobrist(), entry);
        }
        best
    }

    /// The value of a move for the side that plays it, where `next` is the position after it and
    /// `index` its place in the order.
    #[inline]
    fn search_child(
        &mut self,
        next: &P,
        node: Node,
        index: usize,
        quiet: bool,
        mv: P::Move,
    ) -> Score {
        let Node {
            alpha, beta, ply, ..
        } = node;
        let depth = node.depth - 1;
        if index == 0 {
            return -self.negamax(next, -beta, -alpha, depth, ply + 1);
        }

        // Late move reduction (LMR): quiet moves that come late are searched less deeply, and
        // again in full if they turn out better than expected.
        let mut reduction = 0;
        if self.shared.options.pruning && quiet {
            reduction = self.lmr.reduction(node.depth, index);
            reduction -= i32::from(node.is_pv());
            reduction -= self.history.quiet_score(!next.turn(), mv) / LMR_HISTORY_DIVISOR;
            reduction = reduction.clamp(0, (depth - 1).max(0));
        }

        // Principal variation search: a null window shows whether the move is better at all;
        // only then is its exact value needed.
        let null = alpha.successor();
        let mut score = -self.negamax(next, -null, -alpha, depth - reduction, ply + 1);
        if score > alpha && reduction > 0 && !self.stopped {
            score = -self.negamax(next, -null, -alpha, depth, ply + 1);
        }
        if score > alpha && score < beta && !self.stopped {
            score = -self.negamax(next, -beta, -alpha, depth, ply + 1);
        }
        score
    }

    /// The value of a leaf that has no terminal winner.
    #[inline]
    fn evaluate_leaf(&mut self, position: &P, alpha: Score, beta: Score, ply: usize) -> Score {
        if P::HAS_QUIESCENCE {
            return self.quiescence(position, alpha, beta, ply);
        }
        self.count_node();
        if position.has_move() {
            Score::from_eval(position.evaluate())
        } else {
            Score::loss_in(ply as u8)
        }
    }

    /// Quiescence search: follows tactical moves until the position is quiet, so that the static
    /// evaluation is not taken in the middle of an exchange.
    fn quiescence(&mut self, position: &P, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.count_node();
        if let Some(score) = terminal_score(position, ply) {
            return score;
        }
        if position.winning_move().is_some() {
            return Score::win_in(ply as u8 + 1);
        }
        if !position.has_move() {
            return Score::loss_in(ply as u8);
        }
        // Stand pat: nobody has to make a tactical move.
        let mut best = Score::from_eval(position.evaluate());
        if best >= beta || ply >= MAX_PLY || self.stopped {
            return best;
        }
        alpha = alpha.max(best);
        let base = self.moves.len();
        self.push_tactical(position);
        for index in base..self.moves.len() {
            let Some(ScoredMove { mv, .. }) = pick_best(&mut self.moves[index..]) else {
                break;
            };
            let next = make_move(position, mv);
            let score = -self.quiescence(&next, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if best >= beta || self.stopped {
                break;
            }
        }
        self.moves.truncate(base);
        best
    }
}
