//! The search tree of games with chance: expectimax with Star1 and Star2 pruning.
//!
//! Inside the tree a score's points are linear in the chance to win, so that averages mean
//! something: [`CERTAIN`] points are certainty and 0 is one half. Evaluations come in through
//! the logistic curve of the game's scale, and what is told outside goes back through it: a
//! [`Score`] in a report is in the game's points as ever, and `score.chance(G::SCALE)` is the
//! chance to win. A forced end is one that comes whatever chance chooses.
//!
//! A move that can reveal several things is worth the average over them. Before one of them is
//! searched, the others are somewhere between their bounds, which gives the search a window
//! (Star1): values outside it decide the move, whatever the rest. What ends the game is known at
//! once. If several things are unknown, one reply is tried after each of them first (Star2):
//! good replies may show together that the move is not worth more.

mod mean;
mod star;
#[cfg(test)]
mod tests;

use crate::score::Score;
use crate::search::MAX_PLY;
use crate::search::move_picker::{ScoredMove, is_quiet, pick_best};
use crate::search::worker::Worker;
use crate::tt::{Bound, TtEntry};
use mean::Outcome;
pub(crate) use mean::{ONE, WeightedMean};
use quintain_rules::{MoveBits, Strategy};

/// How far around the last value an iteration looks first.
pub(crate) const ASPIRATION_MARGIN: i32 = ONE / 25;

/// How many plies of gambles in a row are followed below the leaves.
const QS_MAX_PLIES: i32 = 3;

/// What a thread needs for chance alone.
pub(crate) struct ChanceScratch<G> {
    /// One stack of what chance may choose for the whole tree.
    branches: Vec<Outcome<G>>,
    /// Points inside the tree by points of an evaluation, from `-middle` on.
    curve: Vec<i16>,
    middle: i32,
}

impl<G: Strategy> ChanceScratch<G> {
    pub(crate) fn new() -> Self {
        // Beyond eight times the scale the chance is within a thousandth of certainty.
        let middle = if Worker::<G>::HAS_CHANCE {
            (8.0 * G::SCALE) as i32
        } else {
            0
        };
        let inside = |points: i32| {
            let chance = Score::from_eval(points).win_probability(G::SCALE);
            ((2.0 * chance - 1.0) * f64::from(ONE)).round() as i16
        };
        ChanceScratch {
            branches: Vec::with_capacity(if Worker::<G>::HAS_CHANCE {
                4 * MAX_PLY
            } else {
                0
            }),
            curve: (-middle..=middle).map(inside).collect(),
            middle,
        }
    }

    /// An evaluation as a score inside the tree.
    #[inline]
    fn value(&self, position: &G) -> Score {
        let points = position.evaluate().clamp(-self.middle, self.middle);
        Score::from_value(self.curve[(points + self.middle) as usize].into())
    }
}

/// A score inside the tree as it is told outside.
pub(crate) fn to_reported_score<G: Strategy>(score: Score) -> Score {
    if score.mate().is_some() {
        return score;
    }
    let chance = 0.5 + f64::from(score.value()) / f64::from(2 * ONE);
    Score::from_win_probability(chance, G::SCALE)
}

/// The values a node is asked about.
#[derive(Clone, Copy)]
struct Window {
    alpha: Score,
    beta: Score,
}

impl Window {
    /// The window as the other side sees it.
    #[inline]
    fn negated(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only whether a value is above `alpha`.
    #[inline]
    fn null_above(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha.successor(),
        }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
struct Node {
    /// Plies still to search.
    depth: i32,
    /// Plies from the root.
    ply: usize,
    /// Whether the best line may lead through here, so that the exact value is wanted.
    wide: bool,
}

impl Node {
    #[inline]
    fn below(self) -> Node {
        Node {
            depth: self.depth - 1,
            ply: self.ply + 1,
            wide: self.wide,
        }
    }

    #[inline]
    fn narrow(self, reduction: i32) -> Node {
        Node {
            depth: self.depth - reduction,
            wide: false,
            ..self
        }
    }
}

/// A decided position's score, if it is one.
#[inline]
fn terminal_score<G: Strategy>(position: &G, ply: usize) -> Option<Score> {
    position.terminal_winner().map(|winner| {
        if winner == position.turn() {
            Score::win_in(ply as u8)
        } else {
            Score::loss_in(ply as u8)
        }
    })
}

impl<G: Strategy> Worker<'_, G> {
    /// The root's value within a window.
    pub(crate) fn expectimax_root(
        &mut self,
        root: &G,
        alpha: Score,
        beta: Score,
        depth: u8,
    ) -> Score {
        let place = Node {
            depth: depth.into(),
            ply: 0,
            wide: true,
        };
        self.expectimax(root, Window { alpha, beta }, place)
    }

    /// The value of a position within a window; outside it, a bound.
    fn expectimax(&mut self, position: &G, mut window: Window, place: Node) -> Score {
        let Node { depth, ply, wide } = place;
        self.pv[ply].clear();
        self.count_node();
        if let Some(score) = terminal_score(position, ply) {
            return score;
        }
        let key = position.zobrist();
        if G::HAS_CYCLES && ply > 0 && self.repetitions.contains(key) {
            return Score::DRAW;
        }
        if ply > 0
            && let Some(endgames) = self.shared.tt.tablebase()
            && let Some(score) = endgames.probe(position)
        {
            return score.from_tt(ply as u8);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.chance_quiescence(position, window, place);
        }
        if self.stopped {
            return window.alpha;
        }
        // A win that is already known and shorter makes everything here irrelevant.
        window.alpha = window.alpha.max(Score::loss_in(ply as u8));
        window.beta = window.beta.min(Score::win_in(ply as u8 + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let known = if ply == 0 && !self.excluded.is_empty() {
            None
        } else {
            self.shared.tt.probe(key)
        };
        if let Some(found) = known
            && !wide
            && let Some(score) = self.tt_cutoff(found, window, place)
        {
            return score;
        }
        if G::HAS_CYCLES {
            self.repetitions.push(key);
        }
        let score =
            self.search_chance_moves(position, window, place, known.and_then(|found| found.mv));
        if G::HAS_CYCLES {
            self.repetitions.pop();
        }
        score
    }

    /// What the table knows, if that answers the question.
    #[inline]
    fn tt_cutoff(&self, found: TtEntry, window: Window, place: Node) -> Option<Score> {
        let score = found.score.from_tt(place.ply as u8);
        let depth = i32::from(found.depth);
        // A deeper value is better, but not what a plain search of this depth would find.
        let serves = if self.shared.options.pruning {
            depth >= place.depth || score.mate().is_some()
        } else {
            depth == place.depth
        };
        let settles = match found.bound {
            Bound::Exact => true,
            Bound::Lower => score >= window.beta,
            Bound::Upper => score <= window.alpha,
        };
        (serves && settles).then_some(score)
    }

    /// Tries the moves of a node, best first.
    fn search_chance_moves(
        &mut self,
        position: &G,
        mut window: Window,
        place: Node,
        hint: Option<u16>,
    ) -> Score {
        let Node { depth, ply, wide } = place;
        let floor = window.alpha;
        let bottom = self.moves.len();
        self.push_moves(position, hint, ply);
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
            let score = self.search_chance_child(position, mv, window, place, index, quiet);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    if wide {
                        self.update_pv(mv, ply);
                    }
                    if score >= window.beta {
                        if quiet {
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
            return best.max(window.alpha);
        }
        if ply > 0 || self.excluded.is_empty() {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > floor {
                Bound::Exact
            } else {
                Bound::Upper
            };
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
    #[inline]
    fn search_chance_child(
        &mut self,
        position: &G,
        mv: G::Move,
        window: Window,
        place: Node,
        index: usize,
        quiet: bool,
    ) -> Score {
        if index == 0 {
            return self.chance_node(position, mv, window, place.below());
        }
        let mut reduction = 0;
        if self.shared.options.pruning && quiet {
            let row = &self.reductions[place.depth.min(63) as usize];
            reduction = i32::from(row[index.min(63)]);
            reduction -= i32::from(place.wide);
            reduction -= self.history.quiet_score(position.turn(), mv) / 6000;
            reduction = reduction.clamp(0, (place.depth - 2).max(0));
        }
        let below = place.below();
        // Averages widen windows a little; a narrow one is not worth two searches.
        let scout = if place.wide {
            Window::null_above(window.alpha)
        } else {
            window
        };
        let mut score = self.chance_node(position, mv, scout, below.narrow(reduction));
        if score > window.alpha && reduction > 0 && !self.stopped {
            score = self.chance_node(position, mv, scout, below.narrow(0));
        }
        if place.wide && score > window.alpha && score < window.beta && !self.stopped {
            score = self.chance_node(position, mv, window, below);
        }
        score
    }

    /// The value of a position that is not decided at the end of the tree: what it looks like,
    /// or what a gamble is worth.
    fn chance_quiescence(&mut self, position: &G, mut window: Window, place: Node) -> Score {
        let ply = place.ply;
        if !position.has_move() {
            return Score::loss_in(ply as u8);
        }
        let mut best = self.scratch.value(position);
        let follow = G::QUIET_MARGIN.is_some() && place.depth > -QS_MAX_PLIES && ply < MAX_PLY;
        if !follow || best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let bottom = self.moves.len();
        self.push_tactical(position);
        for index in bottom..self.moves.len() {
            let Some(ScoredMove { mv, .. }) = pick_best(&mut self.moves[index..]) else {
                break;
            };
            let score = self.chance_node(position, mv, window, place.below());
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if best >= window.beta || self.stopped {
                break;
            }
        }
        self.moves.truncate(bottom);
        best
    }
}
