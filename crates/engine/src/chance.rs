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

mod average;
mod star;
#[cfg(test)]
mod tests;

use crate::score::Score;
use crate::search::MAX_PLY;
use crate::search::ranking::{Ranked, is_quiet, pick};
use crate::search::worker::Worker;
use crate::table::{Bound, Found};
use average::Branch;
pub(crate) use average::{CERTAIN, Mean};
use quintain_rules::{MoveBits, Strategy};

/// How far around the last value an iteration looks first.
pub(crate) const MARGIN: i32 = CERTAIN / 25;

/// How many plies of gambles in a row are followed below the leaves.
const GAMBLES: i32 = 3;

/// What a thread needs for chance alone.
pub(crate) struct Room<G> {
    /// One stack of what chance may choose for the whole tree.
    branches: Vec<Branch<G>>,
    /// Points inside the tree by points of an evaluation, from `-middle` on.
    curve: Vec<i16>,
    middle: i32,
}

impl<G: Strategy> Room<G> {
    pub(crate) fn new() -> Self {
        // Beyond eight times the scale the chance is within a thousandth of certainty.
        let middle = if Worker::<G>::CHANCE {
            (8.0 * G::SCALE) as i32
        } else {
            0
        };
        let inside = |points: i32| {
            let chance = Score::points(points).chance(G::SCALE);
            ((2.0 * chance - 1.0) * f64::from(CERTAIN)).round() as i16
        };
        Room {
            branches: Vec::with_capacity(if Worker::<G>::CHANCE { 4 * MAX_PLY } else { 0 }),
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
pub(crate) fn told<G: Strategy>(score: Score) -> Score {
    if score.forced().is_some() {
        return score;
    }
    let chance = 0.5 + f64::from(score.value()) / f64::from(2 * CERTAIN);
    Score::from_chance(chance, G::SCALE)
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
    fn turned(self) -> Window {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }

    /// Only whether a value is above `alpha`.
    #[inline]
    fn above(alpha: Score) -> Window {
        Window {
            alpha,
            beta: alpha.above(),
        }
    }
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
struct Place {
    /// Plies still to search.
    depth: i32,
    /// Plies from the root.
    ply: usize,
    /// Whether the best line may lead through here, so that the exact value is wanted.
    wide: bool,
}

impl Place {
    #[inline]
    fn below(self) -> Place {
        Place {
            depth: self.depth - 1,
            ply: self.ply + 1,
            wide: self.wide,
        }
    }

    #[inline]
    fn narrow(self, reduction: i32) -> Place {
        Place {
            depth: self.depth - reduction,
            wide: false,
            ..self
        }
    }
}

/// A decided position's score, if it is one.
#[inline]
fn decided<G: Strategy>(position: &G, ply: usize) -> Option<Score> {
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
    pub(crate) fn expect_root(&mut self, root: &G, alpha: Score, beta: Score, depth: u8) -> Score {
        let place = Place {
            depth: depth.into(),
            ply: 0,
            wide: true,
        };
        self.expect(root, Window { alpha, beta }, place)
    }

    /// The value of a position within a window; outside it, a bound.
    fn expect(&mut self, position: &G, mut window: Window, place: Place) -> Score {
        let Place { depth, ply, wide } = place;
        self.lines[ply].clear();
        self.count();
        if let Some(score) = decided(position, ply) {
            return score;
        }
        let key = position.zobrist();
        if G::HAS_CYCLES && ply > 0 && self.path.has(key) {
            return Score::EVEN;
        }
        if ply > 0
            && let Some(endgames) = self.shared.table.endgames()
            && let Some(score) = endgames.probe(position)
        {
            return score.rooted_at(ply as u8);
        }
        if depth <= 0 || ply >= MAX_PLY {
            return self.settle(position, window, place);
        }
        if self.ended {
            return window.alpha;
        }
        // A win that is already known and shorter makes everything here irrelevant.
        window.alpha = window.alpha.max(Score::loss_in(ply as u8));
        window.beta = window.beta.min(Score::win_in(ply as u8 + 1));
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let known = if ply == 0 && !self.taken.is_empty() {
            None
        } else {
            self.shared.table.get(key)
        };
        if let Some(found) = known
            && !wide
            && let Some(score) = self.known(found, window, place)
        {
            return score;
        }
        if G::HAS_CYCLES {
            self.path.push(key);
        }
        let score = self.best_of(position, window, place, known.and_then(|found| found.mv));
        if G::HAS_CYCLES {
            self.path.pop();
        }
        score
    }

    /// What the table knows, if that answers the question.
    #[inline]
    fn known(&self, found: Found, window: Window, place: Place) -> Option<Score> {
        let score = found.score.rooted_at(place.ply as u8);
        let depth = i32::from(found.depth);
        // A deeper value is better, but not what a plain search of this depth would find.
        let serves = if self.shared.options.selective {
            depth >= place.depth || score.forced().is_some()
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
    fn best_of(
        &mut self,
        position: &G,
        mut window: Window,
        place: Place,
        hint: Option<u16>,
    ) -> Score {
        let Place { depth, ply, wide } = place;
        let floor = window.alpha;
        let bottom = self.moves.len();
        self.list(position, hint, ply);
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
            let score = self.try_chance(position, mv, window, place, index, quiet);
            if self.ended {
                break;
            }
            if score > best {
                best = score;
                if score > window.alpha {
                    window.alpha = score;
                    best_move = Some(mv);
                    if wide {
                        self.extend_line(mv, ply);
                    }
                    if score >= window.beta {
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
            return best.max(window.alpha);
        }
        if ply > 0 || self.taken.is_empty() {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > floor {
                Bound::Exact
            } else {
                Bound::Upper
            };
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
    #[inline]
    fn try_chance(
        &mut self,
        position: &G,
        mv: G::Move,
        window: Window,
        place: Place,
        index: usize,
        quiet: bool,
    ) -> Score {
        if index == 0 {
            return self.weigh(position, mv, window, place.below());
        }
        let mut reduction = 0;
        if self.shared.options.selective && quiet {
            let row = &self.reductions[place.depth.min(63) as usize];
            reduction = i32::from(row[index.min(63)]);
            reduction -= i32::from(place.wide);
            reduction -= self.memory.success(position.turn(), mv) / 6000;
            reduction = reduction.clamp(0, (place.depth - 2).max(0));
        }
        let below = place.below();
        // Averages widen windows a little; a narrow one is not worth two searches.
        let scout = if place.wide {
            Window::above(window.alpha)
        } else {
            window
        };
        let mut score = self.weigh(position, mv, scout, below.narrow(reduction));
        if score > window.alpha && reduction > 0 && !self.ended {
            score = self.weigh(position, mv, scout, below.narrow(0));
        }
        if place.wide && score > window.alpha && score < window.beta && !self.ended {
            score = self.weigh(position, mv, window, below);
        }
        score
    }

    /// The value of a position that is not decided at the end of the tree: what it looks like,
    /// or what a gamble is worth.
    fn settle(&mut self, position: &G, mut window: Window, place: Place) -> Score {
        let ply = place.ply;
        if !position.has_move() {
            return Score::loss_in(ply as u8);
        }
        let mut best = self.chance.value(position);
        let follow = G::QUIET_MARGIN.is_some() && place.depth > -GAMBLES && ply < MAX_PLY;
        if !follow || best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let bottom = self.moves.len();
        self.list_tactical(position);
        for index in bottom..self.moves.len() {
            let Some(Ranked { mv, .. }) = pick(&mut self.moves[index..]) else {
                break;
            };
            let score = self.weigh(position, mv, window, place.below());
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if best >= window.beta || self.ended {
                break;
            }
        }
        self.moves.truncate(bottom);
        best
    }
}
