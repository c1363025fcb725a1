//! The search tree of games without chance, one node at a time.

use super::MAX_PLY;
use super::move_picker::{ScoredMove, is_quiet, pick_best};
use super::worker::Worker;
use crate::score::Score;
use crate::tt::{Bound, TtEntry};
use quintain_rules::{MoveBits, Position, Reveal, Step, Strategy};

/// The one reveal of a game without chance.
#[inline]
pub(crate) fn only_reveal<G: Position>() -> G::Reveal {
    G::Reveal::ALL[0]
}

impl<G: Strategy> Worker<'_, G> {
    /// The value of a position that ends the game or the tree.
    #[inline]
    fn evaluate_leaf(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Score {
        if G::QUIET_MARGIN.is_some() {
            return self.quiescence(position, alpha, beta, ply);
        }
        self.count_node();
        if position.has_move() {
            Score::from_eval(position.evaluate())
        } else {
            Score::loss_in(ply as u8)
        }
    }

    /// The value of a position within a window; outside it, a bound.
    pub(super) fn negamax(
        &mut self,
        position: &G,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        self.pv[ply].clear();
        if let Some(winner) = position.terminal_winner() {
            self.count_node();
            let won = winner == position.turn();
            return if won {
                Score::win_in(ply as u8)
            } else {
                Score::loss_in(ply as u8)
            };
        }
        let key = position.zobrist();
        if ply > 0 {
            if G::HAS_CYCLES && self.repetitions.contains(key) {
                self.count_node();
                return Score::DRAW;
            }
            if let Some(mv) = position.winning_move() {
                self.count_node();
                self.pv[ply].push(mv);
                return Score::win_in(ply as u8 + 1);
            }
        }
        // A danger is looked through before the value is trusted, but not for ever.
        let danger = position.is_threatened();
        let extend = danger && ply < 2 * usize::from(self.depth);
        let depth = depth + i32::from(extend);
        if depth <= 0 || ply >= MAX_PLY {
            return self.evaluate_leaf(position, alpha, beta, ply);
        }
        self.count_node();
        if self.stopped {
            return alpha;
        }
        // A win that is already known and shorter makes everything here irrelevant.
        let alpha = alpha.max(Score::loss_in(ply as u8));
        let beta = beta.min(Score::win_in(ply as u8 + 1));
        if alpha >= beta {
            return alpha;
        }
        let wide = beta > alpha.successor();
        let known = self.shared.tt.probe(key);
        if let Some(found) = known
            && ply > 0
            && !wide
            && self.shared.options.pruning
            && i32::from(found.depth) >= depth
        {
            let score = found.score.from_tt(ply as u8);
            let settles = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if settles {
                return score;
            }
        }
        let mut glance = None;
        if let Some(margin) = G::QUIET_MARGIN
            && self.shared.options.pruning
            && !wide
            && !danger
            && depth <= 5
            && beta.mate().is_none()
        {
            let value = Score::from_eval(position.evaluate());
            if value.saturating_add(-margin * depth) >= beta {
                return value;
            }
            glance = Some(value);
        }
        if G::HAS_CYCLES {
            self.repetitions.push(key);
        }
        let first = match self.root_best {
            Some(mv) if ply == 0 => Some(mv.to_bits()),
            _ => known.and_then(|found| found.mv),
        };
        let score = self.search_moves(position, alpha, beta, depth, ply, first, glance);
        if G::HAS_CYCLES {
            self.repetitions.pop();
        }
        score
    }

    /// Tries the moves of a node, best first.
    #[expect(
        clippy::too_many_arguments,
        reason = "one node's state; a struct would only rename it"
    )]
    fn search_moves(
        &mut self,
        position: &G,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        first: Option<u16>,
        glance: Option<Score>,
    ) -> Score {
        let (floor, wide) = (alpha, beta > alpha.successor());
        let bottom = self.moves.len();
        self.push_moves(position, first, ply);
        let count = self.moves.len() - bottom;
        if count == 0 {
            return Score::loss_in(ply as u8);
        }
        let mut best = Score::MIN;
        let mut best_move = None;
        for index in 0..count {
            let Some(ScoredMove { mv, score: rank }) = pick_best(&mut self.moves[bottom + index..])
            else {
                break;
            };
            let quiet = is_quiet(rank);
            if let (Some(value), Some(margin)) = (glance, G::QUIET_MARGIN)
                && quiet
                && best.mate().is_none()
                && alpha.mate().is_none()
                && depth <= 3
                && value.saturating_add(margin * (depth + 1)) <= alpha
            {
                best = best.max(value.saturating_add(margin * (depth + 1)));
                continue;
            }
            let mut next = *position;
            next.play_unchecked(Step {
                mv,
                reveal: only_reveal::<G>(),
            });
            let score = self.search_child(&next, alpha, beta, depth, ply, index, quiet, mv);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if wide {
                        self.update_pv(mv, ply);
                    }
                    if score >= beta {
                        if !position.is_tactical(mv) {
                            let tried = &self.moves[bottom..bottom + index];
                            self.history.update(position.turn(), mv, tried, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.moves.truncate(bottom);
        if self.stopped {
            return best.max(alpha);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || self.excluded.is_empty() {
            let found = TtEntry {
                mv: best_move.map(MoveBits::to_bits),
                score: best.to_tt(ply as u8),
                depth: depth.min(255) as u8,
                bound,
            };
            self.shared.tt.store(position.zobrist(), found);
        }
        best
    }

    /// The value of a move: with a null window, and again if that was not enough.
    #[expect(
        clippy::too_many_arguments,
        reason = "one move's state; a struct would only rename it"
    )]
    #[inline]
    fn search_child(
        &mut self,
        next: &G,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        index: usize,
        quiet: bool,
        mv: G::Move,
    ) -> Score {
        let below = depth - 1;
        if index == 0 {
            return -self.negamax(next, -beta, -alpha, below, ply + 1);
        }
        let wide = beta > alpha.successor();
        let mut reduction = 0;
        if self.shared.options.pruning && quiet {
            reduction = i32::from(self.reductions[depth.min(63) as usize][index.min(63)]);
            reduction -= i32::from(wide);
            reduction -= self.history.quiet_score(!next.turn(), mv) / 6000;
            reduction = reduction.clamp(0, (below - 1).max(0));
        }
        let mut score = -self.negamax(next, -alpha.successor(), -alpha, below - reduction, ply + 1);
        if score > alpha && reduction > 0 && !self.stopped {
            score = -self.negamax(next, -alpha.successor(), -alpha, below, ply + 1);
        }
        if score > alpha && score < beta && wide && !self.stopped {
            score = -self.negamax(next, -beta, -alpha, below, ply + 1);
        }
        score
    }

    /// Follows tactical moves until the position is quiet.
    fn quiescence(&mut self, position: &G, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.count_node();
        if let Some(winner) = position.terminal_winner() {
            let won = winner == position.turn();
            return if won {
                Score::win_in(ply as u8)
            } else {
                Score::loss_in(ply as u8)
            };
        }
        if position.winning_move().is_some() {
            return Score::win_in(ply as u8 + 1);
        }
        if !position.has_move() {
            return Score::loss_in(ply as u8);
        }
        let mut best = Score::from_eval(position.evaluate());
        if best >= beta || ply >= MAX_PLY || self.stopped {
            return best;
        }
        alpha = alpha.max(best);
        let bottom = self.moves.len();
        self.push_tactical(position);
        for index in bottom..self.moves.len() {
            let Some(ScoredMove { mv, .. }) = pick_best(&mut self.moves[index..]) else {
                break;
            };
            let mut next = *position;
            next.play_unchecked(Step {
                mv,
                reveal: only_reveal::<G>(),
            });
            let score = -self.quiescence(&next, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if best >= beta || self.stopped {
                break;
            }
        }
        self.moves.truncate(bottom);
        best
    }
}
