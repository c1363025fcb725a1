//! Principal variation search in negamax form: the tree of all games.
//!
//! Negamax is minimax with all values from the view of the side to move, so that one function
//! serves both sides. Principal variation search (PVS, Marsland and Campbell 1982) searches the
//! first move of a node with the full window and proves with a null window that the others are
//! no better; only where that fails are they searched again. With move ordering as good as the
//! [move picker](super::move_picker)'s this is rare.
//!
//! In games with chance a move leads to a [chance node](crate::expectimax) instead of a position,
//! and everything else is the same.

use super::move_picker::{MovePicker, ScoredMove, quiet_history};
use super::node::{Node, NodeType, NonPv, Pv};
use super::worker::{Search, WorkerMemory};
use super::{MAX_PLY, Technique, make_move, terminal_score};
use crate::root_proof::known_winner;
use crate::score::Score;
use crate::tt::{Bound, TtEntry};
use quintain_rules::{Evaluate, MoveBits, MoveOrdering};

/// What the game knows is asked from this depth on: asking may be slow, and pays only where much
/// is left to search.
const KNOWLEDGE_MIN_DEPTH: i32 = 3;

/// What is known about a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct NodeInfo {
    pub(super) tt_entry: Option<TtEntry>,
    tt_move: Option<u16>,
    pub(super) threatened: bool,
    /// The static evaluation in points, if it was computed.
    pub(super) eval: Option<i32>,
    /// The static evaluation as a score, or what the transposition table knows better, if
    /// pruning on the strength of it is allowed.
    pub(super) pruning_eval: Option<Score>,
}

impl<P: Evaluate> Search<'_, P> {
    /// The value of a position within the window of its node; outside it, a bound (fail-soft).
    pub(crate) fn negamax<N: NodeType>(&mut self, position: &P, mut node: Node) -> Score {
        const {
            // Pruning on the strength of the static evaluation assumes that there is none.
            let statically =
                P::FUTILITY_MARGIN.is_some() || P::HAS_QUIESCENCE || P::LATE_MOVES.is_some();
            assert!(!(P::HAS_ZUGZWANG && statically), "zugzwang forbids pruning");
        }
        let ply = node.ply;
        self.memory.pv[ply].clear();
        if !self.enter_node(ply) {
            return node.alpha;
        }
        if let Some(score) = terminal_score(position, ply) {
            return score;
        }
        if !N::ROOT
            && let Some(score) = self.known_value(position, ply)
        {
            return score;
        }
        // Threat extension (as chess engines extend checks): look one ply deeper if the side to
        // move has to parry a win in one, but not without end.
        let threatened = position.is_threatened();
        let extension = threatened && ply < 2 * usize::from(self.depth);
        node.depth += i32::from(extension);
        if node.depth <= 0 || ply >= MAX_PLY {
            return self.quiescence(position, node);
        }
        // Mate distance pruning: a shorter win that is already known makes everything here
        // irrelevant.
        node.alpha = node.alpha.max(Score::loss_in(ply as u8));
        node.beta = node.beta.min(Score::win_in(ply as u8 + 1));
        if node.alpha >= node.beta {
            return node.alpha;
        }
        self.search_node::<N>(position, node, threatened)
    }

    /// The value of a position below the root that needs no search.
    #[inline]
    fn known_value(&mut self, position: &P, ply: usize) -> Option<Score> {
        // Repetition: a position that occurs again counts as a draw.
        if P::HAS_CYCLES && self.memory.repetitions.contains(position.zobrist()) {
            return Some(Score::DRAW);
        }
        // Tablebase probe: the exact value of an endgame.
        if Self::HAS_CHANCE
            && cfg!(feature = "tools")
            && let Some(tablebase) = self.shared.tablebase
            && let Some(score) = tablebase.probe(position)
        {
            return Some(Score::from_tt(score, ply as u8));
        }
        // Win in one: no move can be better.
        let mv = position.winning_move()?;
        self.memory.pv[ply].push(mv);
        Some(Score::win_in(ply as u8 + 1))
    }

    /// Prunes the node, or searches its moves.
    fn search_node<N: NodeType>(&mut self, position: &P, node: Node, threatened: bool) -> Score {
        let Node { depth, ply, .. } = node;
        let tt_entry = self.shared.tt.probe(position.zobrist());

        // Transposition table cutoff: an earlier search at least as deep answers the question.
        if let Some(entry) = tt_entry
            && !N::PV
            && let Some(score) = self.tt_cutoff(entry, node)
        {
            return score;
        }

        // Knowledge: the game knows the winner, so this is a proof.
        if self.shared.options.knowledge
            && !N::ROOT
            && depth >= KNOWLEDGE_MIN_DEPTH
            && let Some(winner) = known_winner(position)
        {
            return if winner == position.turn() {
                Score::WIN
            } else {
                Score::LOSS
            };
        }

        let mut info = NodeInfo {
            tt_entry,
            tt_move: tt_entry.and_then(|entry| entry.mv),
            threatened,
            eval: tt_entry.and_then(|entry| entry.eval).map(i32::from),
            pruning_eval: None,
        };
        if N::ROOT
            && let Some(mv) = self.root_best
        {
            info.tt_move = Some(mv.to_bits());
        }
        self.evaluate_node(position, node, &mut info);
        if !N::PV
            && let Some(score) = self.prune_node(node, info)
        {
            return score;
        }
        if !N::PV
            && let Some(score) = self.probcut(position, node, &mut info)
        {
            return score;
        }
        debug_assert!(ply <= MAX_PLY);
        self.search_repeatable::<N>(position, node, info)
    }

    /// Searches the moves of a node, after which its position would be a repetition.
    pub(super) fn search_repeatable<N: NodeType>(
        &mut self,
        position: &P,
        node: Node,
        info: NodeInfo,
    ) -> Score {
        if P::HAS_CYCLES {
            self.memory.repetitions.push(position.zobrist());
        }
        let score = self.search_moves::<N>(position, node, info);
        if P::HAS_CYCLES {
            self.memory.repetitions.pop();
        }
        score
    }

    /// The score of a table entry, if it answers the question.
    #[inline]
    pub(crate) fn tt_cutoff(&self, entry: TtEntry, node: Node) -> Option<Score> {
        let Node { alpha, beta, .. } = node;
        let score = Score::from_tt(entry.score, node.ply as u8);
        let depth = i32::from(entry.depth);
        let answers = if self.uses(Technique::TtCutoffs) {
            depth >= node.depth && entry.cuts_off(score, alpha, beta)
                || entry.proves(score, alpha, beta)
        } else {
            // A deeper value is better, but not what a plain search of this depth would find;
            // and where the depth is extended, even one of the same depth is not.
            Self::HAS_CHANCE && depth == node.depth && entry.cuts_off(score, alpha, beta)
        };
        answers.then_some(score)
    }

    /// Searches the moves of a node, the most promising first, and stores the result in the
    /// transposition table.
    fn search_moves<N: NodeType>(&mut self, position: &P, mut node: Node, info: NodeInfo) -> Score {
        let Node { depth, ply, .. } = node;
        let alpha_orig = node.alpha;
        let mut picker = MovePicker::new(&self.memory.moves);
        self.push_moves::<N>(position, info.tt_move, ply);
        // Without a move the game is lost.
        let mut best = Score::loss_in(ply as u8);
        let mut best_move = None;
        let mut searched = 0;
        while let Some(scored) = picker.next(&mut self.memory.moves) {
            // After the first quiet move there are only quiet ones, and those that lose an
            // exchange.
            if !N::PV
                && searched > 0
                && scored.is_quiet()
                && !best.is_loss()
                && self.prunes_late_moves(node, info, picker.index())
            {
                break;
            }
            if !N::PV
                && searched > 0
                && !best.is_loss()
                && self.loses_exchange(position, scored, node, info)
            {
                continue;
            }
            if N::ROOT
                && let Some(on_current_move) = self.on_current_move
            {
                on_current_move(self.depth, scored.mv, picker.index() + 1);
            }
            let score = self.search_child::<N>(position, scored, node, picker.index());
            if self.stopped {
                break;
            }
            if searched == 0 || score > best {
                best = score;
            }
            searched += 1;
            if score > node.alpha {
                node.alpha = score;
                best_move = Some(scored.mv);
                if N::PV {
                    self.update_pv(scored.mv, ply);
                }
                // Beta cutoff: the opponent will avoid this position.
                if score >= node.beta {
                    self.learn_cutoff(position, scored.mv, &picker, node);
                    break;
                }
            }
        }
        picker.finish(&mut self.memory.moves);
        if self.stopped {
            return best.max(node.alpha);
        }
        // With excluded moves the root's value is not that of the position.
        if !N::ROOT || self.excluded.is_empty() {
            let entry = TtEntry {
                mv: best_move.map(MoveBits::to_bits),
                score: best.to_tt(ply as u8),
                depth: depth.min(255) as u8,
                bound: Bound::of(best, alpha_orig, node.beta),
                eval: info.eval.map(|points| points as i16),
            };
            self.shared.tt.store(position.zobrist(), entry);
        }
        best
    }

    /// A move has caused a beta cutoff.
    fn learn_cutoff(&mut self, position: &P, mv: P::Move, picker: &MovePicker, node: Node) {
        if position.is_tactical(mv) {
            return;
        }
        let WorkerMemory {
            history,
            moves,
            frames,
            ..
        } = &mut self.memory;
        let followed = history.followed(frames, node.ply, position.turn());
        let tried = picker.tried(moves);
        history.update(position, mv, tried, node.ply, node.depth, followed);
    }

    /// The history scores of a quiet move at a node, together.
    #[inline]
    pub(super) fn quiet_history(&self, position: &P, mv: P::Move, ply: usize) -> i32 {
        let history = &self.memory.history;
        let followed = history.followed(&self.memory.frames, ply, position.turn());
        quiet_history(history, position, mv, followed)
    }

    /// The value of a move for the side that plays it, where `index` is its place in the order.
    #[inline]
    fn search_child<N: NodeType>(
        &mut self,
        position: &P,
        scored: ScoredMove<P::Move>,
        node: Node,
        index: usize,
    ) -> Score {
        let mv = scored.mv;
        let child = node.child();
        let class = P::Ordering::move_class(position, mv);
        self.memory.frames[node.ply].move_class = Some(class as u16);
        let made;
        let next = if Self::HAS_CHANCE {
            position
        } else {
            made = make_move(position, mv);
            &made
        };
        if index == 0 {
            return if N::PV {
                self.descend::<Pv>(position, mv, next, child.expecting_cutoff(false))
            } else {
                self.descend::<NonPv>(position, mv, next, child)
            };
        }
        let reduction = if self.uses(Technique::LateMoveReduction) && scored.is_quiet() {
            self.late_move_reduction::<N>(position, mv, node, index)
        } else {
            0
        };

        // Principal variation search: a null window shows whether the move is better at all;
        // only then is its exact value needed. The window of other nodes is as narrow already,
        // or with chance nearly so, since means widen windows a little.
        let scout = if N::PV {
            child.with_null_window()
        } else {
            child
        };
        let mut score = self.descend::<NonPv>(
            position,
            mv,
            next,
            scout.reduced(reduction).expecting_cutoff(true),
        );
        if score > node.alpha && reduction > 0 && !self.stopped {
            score = self.descend::<NonPv>(position, mv, next, scout);
        }
        if N::PV && score > node.alpha && score < node.beta && !self.stopped {
            score = self.descend::<Pv>(position, mv, next, child.expecting_cutoff(false));
        }
        score
    }

    /// The value of a move: that of the position after it, or of the chance node. `child` is
    /// from the view of the side that plays it.
    #[inline(always)]
    fn descend<N: NodeType>(&mut self, position: &P, mv: P::Move, next: &P, child: Node) -> Score {
        if Self::HAS_CHANCE {
            self.chance_node::<N>(position, mv, child)
        } else {
            -self.negamax::<N>(next, child.negated())
        }
    }
}
