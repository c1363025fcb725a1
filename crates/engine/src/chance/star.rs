//! The value of a move: Star1 and Star2.

use super::average::{Branch, alpha_of, beta_of, highest, lowest};
use super::{Place, Window, decided};
use crate::score::Score;
use crate::search::MAX_PLY;
use crate::search::ranking::{Ranked, pick};
use crate::search::worker::Worker;
use crate::table::Bound;
use quintain_rules::{Step, Strategy};

impl<G: Strategy> Worker<'_, G> {
    /// The value of a move, for the side that plays it: the average over its reveals.
    /// `place` is that of the positions after it.
    pub(super) fn weigh(
        &mut self,
        position: &G,
        mv: G::Move,
        window: Window,
        place: Place,
    ) -> Score {
        let bottom = self.open(position, mv, place.ply);
        if let [only] = self.chance.branches[bottom..] {
            self.chance.branches.truncate(bottom);
            return -self.expect(&only.next, window.turned(), place);
        }
        let score = self.average(bottom, window, place);
        self.chance.branches.truncate(bottom);
        // What follows depends on what is revealed: a line ends here.
        self.lines[place.ply].clear();
        score
    }

    /// Puts what a move may reveal on the stack, and tells where its part begins.
    #[inline]
    fn open(&mut self, position: &G, mv: G::Move, ply: usize) -> usize {
        let branches = &mut self.chance.branches;
        let bottom = branches.len();
        position.visit_reveals(mv, |reveal, weight| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal });
            let (low, high) = match decided(&next, ply) {
                Some(score) => (-score, -score),
                None => (Score::MIN, Score::MAX),
            };
            branches.push(Branch {
                next,
                weight,
                low,
                high,
            });
        });
        bottom
    }

    /// The average over the branches from `bottom` on, within a window.
    fn average(&mut self, bottom: usize, window: Window, place: Place) -> Score {
        let end = self.chance.branches.len();
        let unknown = |branch: &&Branch<G>| branch.low < branch.high;
        let unknowns = self.chance.branches[bottom..]
            .iter()
            .filter(unknown)
            .count();
        if unknowns > 1 && place.depth > 0 {
            self.probe_all(bottom, window, place);
        }
        for index in bottom..end {
            let branches = &self.chance.branches[bottom..];
            let (low, high) = (lowest(branches), highest(branches));
            if high <= window.alpha || self.ended {
                return high;
            }
            if low >= window.beta {
                return low;
            }
            let branch = branches[index - bottom];
            if branch.low == branch.high {
                continue;
            }
            let inner = Window {
                alpha: alpha_of(branches, index - bottom, window.alpha),
                beta: beta_of(branches, index - bottom, window.beta),
            };
            let score = -self.expect(&branch.next, inner.turned(), place);
            let branch = &mut self.chance.branches[index];
            if score < inner.beta {
                branch.high = branch.high.min(score);
            }
            if score > inner.alpha {
                branch.low = branch.low.max(score);
            }
        }
        let branches = &self.chance.branches[bottom..];
        // Outside the window a bound is left, on the side that was proved.
        let high = highest(branches);
        if high <= window.alpha {
            high
        } else {
            lowest(branches)
        }
    }

    /// Star2: tries one reply after each unknown branch, until together they refute the move.
    fn probe_all(&mut self, bottom: usize, window: Window, place: Place) {
        for index in bottom..self.chance.branches.len() {
            let branches = &self.chance.branches[bottom..];
            let branch = branches[index - bottom];
            if branch.low == branch.high {
                continue;
            }
            if highest(branches) <= window.alpha || self.ended {
                return;
            }
            let inner = Window {
                alpha: alpha_of(branches, index - bottom, window.alpha),
                beta: Score::MAX,
            };
            let reply = self.probe(&branch.next, inner.turned(), place);
            let branch = &mut self.chance.branches[index];
            branch.high = branch.high.min(-reply);
        }
    }

    /// A lower bound of a position that is not decided: what one good move is worth.
    fn probe(&mut self, position: &G, window: Window, place: Place) -> Score {
        let key = position.zobrist();
        let ply = place.ply;
        if ply >= MAX_PLY || self.ended || (G::HAS_CYCLES && self.path.has(key)) {
            return Score::MIN;
        }
        let known = self.shared.table.get(key);
        if let Some(found) = known
            && found.bound != Bound::Upper
            && let Some(score) = self.known(
                found,
                Window {
                    alpha: Score::MIN,
                    beta: Score::MIN,
                },
                place,
            )
        {
            return score;
        }
        let bottom = self.moves.len();
        self.list(position, known.and_then(|found| found.mv), ply);
        let first = pick(&mut self.moves[bottom..]);
        self.moves.truncate(bottom);
        let Some(Ranked { mv, .. }) = first else {
            return Score::loss_in(ply as u8);
        };
        if G::HAS_CYCLES {
            self.path.push(key);
        }
        let score = self.weigh(position, mv, window, place.below());
        if G::HAS_CYCLES {
            self.path.pop();
        }
        // Inside or above the window the value is at least that; below it, nothing is known.
        if score > window.alpha {
            score
        } else {
            Score::MIN
        }
    }
}
