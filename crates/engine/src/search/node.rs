//! The search tree of games without chance, one node at a time.

use super::MAX_PLY;
use super::ranking::{Ranked, is_quiet, pick};
use super::worker::Worker;
use crate::score::Score;
use crate::table::{Bound, Found};
use quintain_rules::{MoveBits, Position, Reveal, Step, Strategy};

/// The one reveal of a game without chance.
#[inline]
pub(crate) fn only_reveal<G: Position>() -> G::Reveal {
    G::Reveal::ALL[0]
}

impl<G: Strategy> Worker<'_, G> {
    /// The value of a position that ends the game or the tree.
    #[inline]
    fn leaf(&mut self, position: &G, alpha: Score, beta: Score, ply: usize) -> Score {
        if G::QUIET_MARGIN.is_some() {
            return self.quiesce(position, alpha, beta, ply);
        }
        self.count();
        if position.has_move() {
            Score::points(position.evaluate())
        } else {
            Score::loss_in(ply as u8)
        }
    }

    /// The value of a position within a window; outside it, a bound.
    pub(super) fn node(
        &mut self,
        position: &G,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        self.lines[ply].clear();
        if let Some(winner) = position.terminal_winner() {
            self.count();
            let won = winner == position.turn();
            return if won {
                Score::win_in(ply as u8)
            } else {
                Score::loss_in(ply as u8)
            };
        }
        let key = position.zobrist();
        if ply > 0 {
            if G::HAS_CYCLES && self.path.has(key) {
                self.count();
                return Score::EVEN;
            }
            if let Some(mv) = position.winning_move() {
                self.count();
                self.lines[ply].push(mv);
                return Score::win_in(ply as u8 + 1);
            }
        }
        // A danger is looked through before the value is trusted, but not for ever.
        let danger = position.is_threatened();
        let extend = danger && ply < 2 * usize::from(self.depth);
        let depth = depth + i32::from(extend);
        if depth <= 0 || ply >= MAX_PLY {
            return self.leaf(position, alpha, beta, ply);
        }
        self.count();
        if self.ended {
            return alpha;
        }
        // A win that is already known and shorter makes everything here irrelevant.
        let alpha = alpha.max(Score::loss_in(ply as u8));
        let beta = beta.min(Score::win_in(ply as u8 + 1));
        if alpha >= beta {
            return alpha;
        }
        let wide = beta > alpha.above();
        let known = self.shared.table.get(key);
        if let Some(found) = known
            && ply > 0
            && !wide
            && self.shared.options.selective
            && i32::from(found.depth) >= depth
        {
            let score = found.score.rooted_at(ply as u8);
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
            && self.shared.options.selective
            && !wide
            && !danger
            && depth <= 5
            && beta.forced().is_none()
        {
            let value = Score::points(position.evaluate());
            if value.plus(-margin * depth) >= beta {
                return value;
            }
            glance = Some(value);
        }
        if G::HAS_CYCLES {
            self.path.push(key);
        }
        let first = match self.favourite {
            Some(mv) if ply == 0 => Some(mv.to_bits()),
            _ => known.and_then(|found| found.mv),
        };
        let score = self.moves_of(position, alpha, beta, depth, ply, first, glance);
        if G::HAS_CYCLES {
            self.path.pop();
        }
        score
    }

    /// Tries the moves of a node, best first.
    #[expect(
        clippy::too_many_arguments,
        reason = "one node's state; a struct would only rename it"
    )]
    fn moves_of(
        &mut self,
        position: &G,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        first: Option<u16>,
        glance: Option<Score>,
    ) -> Score {
        let (floor, wide) = (alpha, beta > alpha.above());
        let bottom = self.moves.len();
        self.list(position, first, ply);
        let count = self.moves.len() - bottom;
        if count == 0 {
            return Score::loss_in(ply as u8);
        }
        let mut best = Score::MIN;
        let mut best_move = None;
        for index in 0..count {
            let Some(Ranked { mv, rank }) = pick(&mut self.moves[bottom + index..]) else {
                break;
            };
            let quiet = is_quiet(rank);
            if let (Some(value), Some(margin)) = (glance, G::QUIET_MARGIN)
                && quiet
                && best.forced().is_none()
                && alpha.forced().is_none()
                && depth <= 3
                && value.plus(margin * (depth + 1)) <= alpha
            {
                best = best.max(value.plus(margin * (depth + 1)));
                continue;
            }
            let mut next = *position;
            next.play_unchecked(Step {
                mv,
                reveal: only_reveal::<G>(),
            });
            let score = self.try_move(&next, alpha, beta, depth, ply, index, quiet, mv);
            if self.ended {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if wide {
                        self.extend_line(mv, ply);
                    }
                    if score >= beta {
                        if !position.is_tactical(mv) {
                            let tried = &self.moves[bottom..bottom + index];
                            self.memory.learn(position.turn(), mv, tried, ply, depth);
                        }
                        break;
                    }
                }
            }
        }
        self.moves.truncate(bottom);
        if self.ended {
            return best.max(alpha);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > floor {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || self.taken.is_empty() {
            let found = Found {
                mv: best_move.map(MoveBits::to_bits),
                score: best.rooted_here(ply as u8),
                depth: depth.min(255) as u8,
                bound,
            };
            self.shared.table.put(position.zobrist(), found);
        }
        best
    }

    /// The value of a move: with a null window, and again if that was not enough.
    #[expect(
        clippy::too_many_arguments,
        reason = "one move's state; a struct would only rename it"
    )]
    #[inline]
    fn try_move(
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
            return -self.node(next, -beta, -alpha, below, ply + 1);
        }
        let wide = beta > alpha.above();
        let mut reduction = 0;
        if self.shared.options.selective && quiet {
            reduction = i32::from(self.reductions[depth.min(63) as usize][index.min(63)]);
            reduction -= i32::from(wide);
            reduction -= self.memory.success(!next.turn(), mv) / 6000;
            reduction = reduction.clamp(0, (below - 1).max(0));
        }
        let mut score = -self.node(next, -alpha.above(), -alpha, below - reduction, ply + 1);
        if score > alpha && reduction > 0 && !self.ended {
            score = -self.node(next, -alpha.above(), -alpha, below, ply + 1);
        }
        if score > alpha && score < beta && wide && !self.ended {
            score = -self.node(next, -beta, -alpha, below, ply + 1);
        }
        score
    }

    /// Follows tactical moves until the position is quiet.
    fn quiesce(&mut self, position: &G, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.count();
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
        let mut best = Score::points(position.evaluate());
        if best >= beta || ply >= MAX_PLY || self.ended {
            return best;
        }
        alpha = alpha.max(best);
        let bottom = self.moves.len();
        self.list_tactical(position);
        for index in bottom..self.moves.len() {
            let Some(Ranked { mv, .. }) = pick(&mut self.moves[index..]) else {
                break;
            };
            let mut next = *position;
            next.play_unchecked(Step {
                mv,
                reveal: only_reveal::<G>(),
            });
            let score = -self.quiesce(&next, -beta, -alpha, ply + 1);
            best = best.max(score);
            alpha = alpha.max(score);
            if best >= beta || self.ended {
                break;
            }
        }
        self.moves.truncate(bottom);
        best
    }
}
