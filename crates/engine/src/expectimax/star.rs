//! Chance nodes: Star1 and Star2.

use super::Window;
use super::mean::{Outcome, child_alpha, child_beta, lower_bound, upper_bound};
use crate::score::Score;
use crate::search::move_picker::{ScoredMove, pick_best};
use crate::search::worker::Worker;
use crate::search::{MAX_PLY, terminal_score};
use crate::tt::Bound;
use quintain_rules::{Evaluate, Step};

impl<P: Evaluate> Worker<'_, P> {
    /// The value of a move for the side that plays it: the mean over its outcomes. `depth` and
    /// `ply` are those of the positions after it.
    pub(super) fn chance_node<const PV: bool>(
        &mut self,
        position: &P,
        mv: P::Move,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        let base = self.push_outcomes(position, mv, ply);
        if let [only] = self.scratch.outcomes[base..] {
            self.scratch.outcomes.truncate(base);
            return -self.expectimax::<PV>(&only.next, window.negated(), depth, ply);
        }
        let score = self.star1::<PV>(base, window, depth, ply);
        self.scratch.outcomes.truncate(base);
        // What follows depends on what is revealed: a principal variation ends here.
        self.pv[ply].clear();
        score
    }

    /// Pushes the outcomes of a move, and returns where they begin.
    #[inline]
    fn push_outcomes(&mut self, position: &P, mv: P::Move, ply: usize) -> usize {
        let outcomes = &mut self.scratch.outcomes;
        let base = outcomes.len();
        position.visit_reveals(mv, |reveal, weight| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal });
            let (low, high) = match terminal_score(&next, ply) {
                Some(score) => (-score, -score),
                None => (Score::MIN, Score::MAX),
            };
            outcomes.push(Outcome {
                next,
                weight,
                low,
                high,
            });
        });
        base
    }

    /// Star1: the mean over the outcomes from `base` on, within a window. Each outcome is
    /// searched with the window in which its value still matters.
    fn star1<const PV: bool>(
        &mut self,
        base: usize,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        let end = self.scratch.outcomes.len();
        let unknown = |outcome: &&Outcome<P>| outcome.low < outcome.high;
        let unknowns = self.scratch.outcomes[base..].iter().filter(unknown).count();
        if unknowns > 1 && depth > 0 {
            self.star2_probe::<PV>(base, window, depth, ply);
        }
        for index in base..end {
            let outcomes = &self.scratch.outcomes[base..];
            let (low, high) = (lower_bound(outcomes), upper_bound(outcomes));
            if high <= window.alpha || self.stopped {
                return high;
            }
            if low >= window.beta {
                return low;
            }
            let outcome = outcomes[index - base];
            if outcome.low == outcome.high {
                continue;
            }
            let child = Window {
                alpha: child_alpha(outcomes, index - base, window.alpha),
                beta: child_beta(outcomes, index - base, window.beta),
            };
            let score = -self.expectimax::<PV>(&outcome.next, child.negated(), depth, ply);
            let outcome = &mut self.scratch.outcomes[index];
            if score < child.beta {
                outcome.high = outcome.high.min(score);
            }
            if score > child.alpha {
                outcome.low = outcome.low.max(score);
            }
        }
        let outcomes = &self.scratch.outcomes[base..];
        // Outside the window only a bound is known, on the side that was proved.
        let high = upper_bound(outcomes);
        if high <= window.alpha {
            high
        } else {
            lower_bound(outcomes)
        }
    }

    /// Star2: tries one reply to each unknown outcome, until together they refute the move.
    fn star2_probe<const PV: bool>(&mut self, base: usize, window: Window, depth: i32, ply: usize) {
        for index in base..self.scratch.outcomes.len() {
            let outcomes = &self.scratch.outcomes[base..];
            let outcome = outcomes[index - base];
            if outcome.low == outcome.high {
                continue;
            }
            if upper_bound(outcomes) <= window.alpha || self.stopped {
                return;
            }
            let child = Window {
                alpha: child_alpha(outcomes, index - base, window.alpha),
                beta: Score::MAX,
            };
            let reply = self.probe_reply::<PV>(&outcome.next, child.negated(), depth, ply);
            let outcome = &mut self.scratch.outcomes[index];
            outcome.high = outcome.high.min(-reply);
        }
    }

    /// A lower bound on the value of a position without a terminal winner: the value of one
    /// promising move, or what the transposition table knows.
    fn probe_reply<const PV: bool>(
        &mut self,
        position: &P,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        let key = position.zobrist();
        if ply >= MAX_PLY || self.stopped || (P::HAS_CYCLES && self.repetitions.contains(key)) {
            return Score::MIN;
        }
        let tt_entry = self.shared.tt.probe(key);
        // Every lower bound helps.
        let any = Window {
            alpha: Score::MIN,
            beta: Score::MIN,
        };
        if let Some(entry) = tt_entry
            && entry.bound != Bound::Upper
            && let Some(score) = self.tt_cutoff(entry, any, depth, ply)
        {
            return score;
        }
        let base = self.moves.len();
        self.push_moves(position, tt_entry.and_then(|entry| entry.mv), ply);
        let first = pick_best(&mut self.moves[base..]);
        self.moves.truncate(base);
        let Some(ScoredMove { mv, .. }) = first else {
            return Score::loss_in(ply as u8);
        };
        if P::HAS_CYCLES {
            self.repetitions.push(key);
        }
        let score = self.chance_node::<PV>(position, mv, window, depth - 1, ply + 1);
        if P::HAS_CYCLES {
            self.repetitions.pop();
        }
        // Inside or above the window the value is at least the score; below it, nothing is
        // known.
        if score > window.alpha {
            score
        } else {
            Score::MIN
        }
    }
}
