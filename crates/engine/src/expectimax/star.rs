//! The value of a move: Star1 and Star2.

use super::mean::{Outcome, child_alpha, child_beta, lower_bound, upper_bound};
use super::{Node, Window, terminal_score};
use crate::score::Score;
use crate::search::MAX_PLY;
use crate::search::move_picker::{ScoredMove, pick_best};
use crate::search::worker::Worker;
use crate::tt::Bound;
use quintain_rules::{Step, Strategy};

impl<G: Strategy> Worker<'_, G> {
    /// The value of a move, for the side that plays it: the average over its reveals.
    /// `place` is that of the positions after it.
    pub(super) fn chance_node(
        &mut self,
        position: &G,
        mv: G::Move,
        window: Window,
        place: Node,
    ) -> Score {
        let bottom = self.push_outcomes(position, mv, place.ply);
        if let [only] = self.scratch.branches[bottom..] {
            self.scratch.branches.truncate(bottom);
            return -self.expectimax(&only.next, window.negated(), place);
        }
        let score = self.star1(bottom, window, place);
        self.scratch.branches.truncate(bottom);
        // What follows depends on what is revealed: a line ends here.
        self.pv[place.ply].clear();
        score
    }

    /// Puts what a move may reveal on the stack, and tells where its part begins.
    #[inline]
    fn push_outcomes(&mut self, position: &G, mv: G::Move, ply: usize) -> usize {
        let branches = &mut self.scratch.branches;
        let bottom = branches.len();
        position.visit_reveals(mv, |reveal, weight| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal });
            let (low, high) = match terminal_score(&next, ply) {
                Some(score) => (-score, -score),
                None => (Score::MIN, Score::MAX),
            };
            branches.push(Outcome {
                next,
                weight,
                low,
                high,
            });
        });
        bottom
    }

    /// The average over the branches from `bottom` on, within a window.
    fn star1(&mut self, bottom: usize, window: Window, place: Node) -> Score {
        let end = self.scratch.branches.len();
        let unknown = |branch: &&Outcome<G>| branch.low < branch.high;
        let unknowns = self.scratch.branches[bottom..]
            .iter()
            .filter(unknown)
            .count();
        if unknowns > 1 && place.depth > 0 {
            self.star2_probe(bottom, window, place);
        }
        for index in bottom..end {
            let branches = &self.scratch.branches[bottom..];
            let (low, high) = (lower_bound(branches), upper_bound(branches));
            if high <= window.alpha || self.stopped {
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
                alpha: child_alpha(branches, index - bottom, window.alpha),
                beta: child_beta(branches, index - bottom, window.beta),
            };
            let score = -self.expectimax(&branch.next, inner.negated(), place);
            let branch = &mut self.scratch.branches[index];
            if score < inner.beta {
                branch.high = branch.high.min(score);
            }
            if score > inner.alpha {
                branch.low = branch.low.max(score);
            }
        }
        let branches = &self.scratch.branches[bottom..];
        // Outside the window a bound is left, on the side that was proved.
        let high = upper_bound(branches);
        if high <= window.alpha {
            high
        } else {
            lower_bound(branches)
        }
    }

    /// Star2: tries one reply after each unknown branch, until together they refute the move.
    fn star2_probe(&mut self, bottom: usize, window: Window, place: Node) {
        for index in bottom..self.scratch.branches.len() {
            let branches = &self.scratch.branches[bottom..];
            let branch = branches[index - bottom];
            if branch.low == branch.high {
                continue;
            }
            if upper_bound(branches) <= window.alpha || self.stopped {
                return;
            }
            let inner = Window {
                alpha: child_alpha(branches, index - bottom, window.alpha),
                beta: Score::MAX,
            };
            let reply = self.probe_reply(&branch.next, inner.negated(), place);
            let branch = &mut self.scratch.branches[index];
            branch.high = branch.high.min(-reply);
        }
    }

    /// A lower bound of a position that is not decided: what one good move is worth.
    fn probe_reply(&mut self, position: &G, window: Window, place: Node) -> Score {
        let key = position.zobrist();
        let ply = place.ply;
        if ply >= MAX_PLY || self.stopped || (G::HAS_CYCLES && self.repetitions.contains(key)) {
            return Score::MIN;
        }
        let known = self.shared.tt.probe(key);
        if let Some(found) = known
            && found.bound != Bound::Upper
            && let Some(score) = self.tt_cutoff(
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
        self.push_moves(position, known.and_then(|found| found.mv), ply);
        let first = pick_best(&mut self.moves[bottom..]);
        self.moves.truncate(bottom);
        let Some(ScoredMove { mv, .. }) = first else {
            return Score::loss_in(ply as u8);
        };
        if G::HAS_CYCLES {
            self.repetitions.push(key);
        }
        let score = self.chance_node(position, mv, window, place.below());
        if G::HAS_CYCLES {
            self.repetitions.pop();
        }
        // Inside or above the window the value is at least that; below it, nothing is known.
        if score > window.alpha {
            score
        } else {
            Score::MIN
        }
    }
}
