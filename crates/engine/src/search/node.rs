//! The search tree: one worker, one node at a time.

use super::ranking::{Memory, Ranked, is_quiet, pick};
use super::{Line, MAX_PLY, Shared};
use crate::score::Score;
use crate::table::{Bound, Found};
use quintain_rules::{Game, MoveBits, Reveal, Step, Strategy};
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

/// How often the limits are looked at, in nodes; a power of two.
const LOOK: u64 = 1024;

/// Thread-local state of a search.
pub(super) struct Worker<'a, G: Strategy> {
    root: G,
    shared: &'a Shared<'a>,
    nodes: u64,
    ended: bool,
    /// How deep this iteration is.
    depth: u8,
    /// Moves that are already taken as better lines of this iteration.
    taken: Vec<G::Move>,
    /// Scores of the last iteration's lines, to begin with.
    guesses: Vec<Score>,
    path: Path,
    memory: Memory<G::Move>,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    moves: Vec<Ranked<G::Move>>,
    /// The best line from each ply, `MAX_PLY` moves for each.
    lines: Vec<Vec<G::Move>>,
    /// How much less deeply the n-th move of a node is searched, by depth and n.
    reductions: Vec<[u8; 64]>,
}

/// The keys of the positions on the way here.
struct Path {
    keys: Vec<u64>,
    /// How many of them have these lowest bits, to see at once that none is the same.
    seen: Vec<u8>,
}

impl Path {
    fn new(history: &[u64]) -> Self {
        let mut path = Path {
            keys: Vec::with_capacity(history.len() + MAX_PLY),
            seen: vec![0; 4096],
        };
        for &key in history {
            path.push(key);
        }
        path
    }

    fn push(&mut self, key: u64) {
        self.keys.push(key);
        let seen = &mut self.seen[(key & 4095) as usize];
        *seen = seen.saturating_add(1);
    }

    fn pop(&mut self) {
        if let Some(key) = self.keys.pop() {
            let seen = &mut self.seen[(key & 4095) as usize];
            // A counter that is full stays full: it only costs a look.
            if *seen < u8::MAX {
                *seen -= 1;
            }
        }
    }

    fn has(&self, key: u64) -> bool {
        self.seen[(key & 4095) as usize] > 0 && self.keys.contains(&key)
    }
}

/// The one reveal of a game without chance.
#[inline]
pub(crate) fn only_reveal<G: Game>() -> G::Reveal {
    G::Reveal::ALL[0]
}

fn reductions() -> Vec<[u8; 64]> {
    let reduction = |depth: usize, count: usize| {
        if depth < 3 || count < 3 {
            return 0;
        }
        (0.4 + (depth as f64).ln() * (count as f64).ln() / 2.4) as u8
    };
    (0..64)
        .map(|depth| std::array::from_fn(|count| reduction(depth, count)))
        .collect()
}

impl<'a, G: Strategy> Worker<'a, G> {
    pub(super) fn new(root: &G, history: &[u64], shared: &'a Shared<'a>) -> Self {
        Worker {
            root: *root,
            shared,
            nodes: 0,
            ended: false,
            depth: 0,
            taken: Vec::new(),
            guesses: Vec::new(),
            path: Path::new(if G::REPEATS { history } else { &[] }),
            memory: Memory::new(MAX_PLY + 1),
            moves: Vec::with_capacity(64 * MAX_PLY),
            lines: (0..=MAX_PLY).map(|_| Vec::with_capacity(MAX_PLY)).collect(),
            reductions: reductions(),
        }
    }

    /// Nodes that the shared count does not have yet.
    pub(super) fn unreported(&self) -> u64 {
        self.nodes % LOOK
    }

    /// Searches the root to a depth and gives its best lines: fewer than wanted if it had to
    /// end early.
    pub(super) fn iterate(&mut self, depth: u8, wanted: usize) -> Vec<Line<G::Move>> {
        self.depth = depth;
        self.taken.clear();
        let mut found: Vec<Line<G::Move>> = Vec::new();
        for place in 0..wanted {
            let guess = self.guesses.get(place).copied();
            let score = self.aspire(guess, depth);
            let line = self.lines[0].clone();
            if !line.is_empty() && (!self.ended || place == 0) {
                self.taken.push(line[0]);
                found.push(Line { score, moves: line });
            }
            if self.ended {
                break;
            }
        }
        found.sort_by_key(|line| std::cmp::Reverse(line.score));
        if !self.ended {
            self.guesses = found.iter().map(|line| line.score).collect();
        }
        found
    }

    /// Searches the root with a window around the last score, wider until it fits.
    fn aspire(&mut self, guess: Option<Score>, depth: u8) -> Score {
        let root = self.root;
        let mut margin = (G::SCALE / 6.0) as i32 + 4;
        let window = guess.filter(|guess| depth >= 4 && guess.forced().is_none());
        let (mut alpha, mut beta) = match window {
            Some(guess) => (guess.plus(-margin), guess.plus(margin)),
            None => (Score::MIN, Score::MAX),
        };
        let mut last = guess.unwrap_or(Score::EVEN);
        loop {
            self.lines[0].clear();
            let score = self.node(&root, alpha, beta, i32::from(depth), 0);
            if self.ended {
                // What was improved before the end is right as far as it goes.
                return if self.lines[0].is_empty() {
                    last
                } else {
                    score
                };
            }
            last = score;
            margin *= 3;
            if score <= alpha && alpha > Score::MIN {
                alpha = score.plus(-margin);
            } else if score >= beta && beta < Score::MAX {
                beta = score.plus(margin);
            } else {
                return score;
            }
        }
    }

    /// Counts a node and now and then looks at the limits.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.shared.nodes.fetch_add(LOOK, Ordering::Relaxed);
            // The first iteration is always finished, so that there is a real answer.
            self.ended |= self.depth > 1 && self.shared.must_end();
        }
    }

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
    fn node(&mut self, position: &G, alpha: Score, beta: Score, depth: i32, ply: usize) -> Score {
        self.lines[ply].clear();
        if let Some(winner) = position.decided() {
            self.count();
            let won = winner == position.turn();
            return if won {
                Score::win_in(ply as u8)
            } else {
                Score::loss_in(ply as u8)
            };
        }
        let key = position.key();
        if G::REPEATS && ply > 0 && self.path.has(key) {
            self.count();
            return Score::EVEN;
        }
        // A danger is looked through before the value is trusted, but not for ever.
        let extend = position.in_danger() && ply < 2 * usize::from(self.depth);
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
        let known = if ply == 0 && !self.taken.is_empty() {
            None
        } else {
            self.shared.table.get(key)
        };
        if let Some(found) = known
            && ply > 0
            && !wide
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
            && !extend
            && depth <= 5
            && beta.forced().is_none()
        {
            let value = Score::points(position.evaluate());
            if value.plus(-margin * depth) >= beta {
                return value;
            }
            glance = Some(value);
        }
        if G::REPEATS {
            self.path.push(key);
        }
        let score = self.moves_of(position, alpha, beta, depth, ply, known, glance);
        if G::REPEATS {
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
        known: Option<Found>,
        glance: Option<Score>,
    ) -> Score {
        let (floor, wide) = (alpha, beta > alpha.above());
        let bottom = self.moves.len();
        self.list(position, known.and_then(|found| found.mv), ply, false);
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
                        if quiet {
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
            self.shared.table.put(position.key(), found);
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

    /// Puts a node's legal moves on the stack with their ranks.
    fn list(&mut self, position: &G, best: Option<u16>, ply: usize, tactical: bool) {
        let (moves, memory, taken) = (&mut self.moves, &self.memory, &self.taken);
        let _ = position.visit_moves(|mv| {
            let wanted = if tactical {
                position.is_tactical(mv)
            } else {
                ply > 0 || !taken.contains(&mv)
            };
            if wanted {
                moves.push(Ranked {
                    mv,
                    rank: memory.rank(position, mv, best, ply),
                });
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// The best line from here begins with this move.
    fn extend_line(&mut self, mv: G::Move, ply: usize) {
        let (here, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut here[ply];
        line.clear();
        line.push(mv);
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }

    /// Follows tactical moves until the position is quiet.
    fn quiesce(&mut self, position: &G, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.count();
        if let Some(winner) = position.decided() {
            let won = winner == position.turn();
            return if won {
                Score::win_in(ply as u8)
            } else {
                Score::loss_in(ply as u8)
            };
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
        self.list(position, None, ply, true);
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
