//! Chance nodes: Star1 and Star2.

use super::mean::{Outcome, child_alpha, child_beta, lower_bound, upper_bound};
use crate::score::Score;
use crate::search::move_picker::MovePicker;
use crate::search::node::{Node, NodeType, NonPv, Pv};
use crate::search::worker::Search;
use crate::search::{MAX_PLY, terminal_score};
use crate::tt::Bound;
use quintain_rules::{Evaluate, Step};

impl<P: Evaluate> Search<'_, P> {
    /// The value of a move for the side that plays it: the mean over its outcomes. `node` stands
    /// for the positions after it, from the view of that side.
    pub(crate) fn chance_node<N: NodeType>(
        &mut self,
        position: &P,
        mv: P::Move,
        node: Node,
    ) -> Score {
        let base = self.push_outcomes(position, mv, node.ply);
        if let [only] = self.memory.chance.outcomes[base..] {
            self.memory.chance.outcomes.truncate(base);
            return self.outcome_value::<N>(&only.next, node);
        }
        let score = self.star1::<N>(base, node);
        self.memory.chance.outcomes.truncate(base);
        // What follows depends on what is revealed: a principal variation ends here.
        self.memory.pv[node.ply].clear();
        score
    }

    /// The value of an outcome for the side that has moved.
    #[inline]
    fn outcome_value<N: NodeType>(&mut self, next: &P, node: Node) -> Score {
        if N::PV {
            -self.negamax::<Pv>(next, node.negated())
        } else {
            -self.negamax::<NonPv>(next, node.negated())
        }
    }

    /// Pushes the outcomes of a move, and returns where they begin.
    #[inline]
    fn push_outcomes(&mut self, position: &P, mv: P::Move, ply: usize) -> usize {
        let outcomes = &mut self.memory.chance.outcomes;
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
    fn star1<N: NodeType>(&mut self, base: usize, node: Node) -> Score {
        let end = self.memory.chance.outcomes.len();
        let unknown = |outcome: &&Outcome<P>| outcome.low < outcome.high;
        let outcomes = &self.memory.chance.outcomes[base..];
        let unknowns = outcomes.iter().filter(unknown).count();
        if unknowns > 1 && node.depth > 0 {
            self.star2_probe::<N>(base, node);
        }
        for index in base..end {
            let outcomes = &self.memory.chance.outcomes[base..];
            let (low, high) = (lower_bound(outcomes), upper_bound(outcomes));
            if high <= node.alpha || self.stopped {
                return high;
            }
            if low >= node.beta {
                return low;
            }
            let outcome = outcomes[index - base];
            if outcome.low == outcome.high {
                continue;
            }
            let child = node.with_window(
                child_alpha(outcomes, index - base, node.alpha),
                child_beta(outcomes, index - base, node.beta),
            );
            let score = self.outcome_value::<N>(&outcome.next, child);
            let outcome = &mut self.memory.chance.outcomes[index];
            if score < child.beta {
                outcome.high = outcome.high.min(score);
            }
            if score > child.alpha {
                outcome.low = outcome.low.max(score);
            }
        }
        let outcomes = &self.memory.chance.outcomes[base..];
        // Outside the window only a bound is known, on the side that was proved.
        let high = upper_bound(outcomes);
        if high <= node.alpha {
            high
        } else {
            lower_bound(outcomes)
        }
    }

    /// Star2: tries one reply to each unknown outcome, until together they refute the move.
    fn star2_probe<N: NodeType>(&mut self, base: usize, node: Node) {
        for index in base..self.memory.chance.outcomes.len() {
            let outcomes = &self.memory.chance.outcomes[base..];
            let outcome = outcomes[index - base];
            if outcome.low == outcome.high {
                continue;
            }
            if upper_bound(outcomes) <= node.alpha || self.stopped {
                return;
            }
            let alpha = child_alpha(outcomes, index - base, node.alpha);
            let child = node.with_window(alpha, Score::MAX);
            let reply = self.probe_reply::<N>(&outcome.next, child.negated());
            let outcome = &mut self.memory.chance.outcomes[index];
            outcome.high = outcome.high.min(-reply);
        }
    }

    /// A lower bound on the value of a position without a terminal winner: the value of one
    /// promising move, or what the transposition table knows.
    fn probe_reply<N: NodeType>(&mut self, position: &P, node: Node) -> Score {
        let key = position.zobrist();
        let repeated = P::HAS_CYCLES && self.memory.repetitions.contains(key);
        if node.ply >= MAX_PLY || self.stopped || repeated {
            return Score::MIN;
        }
        let tt_entry = self.shared.tt.probe(key);
        // Every lower bound helps.
        if let Some(entry) = tt_entry
            && entry.bound != Bound::Upper
            && let Some(score) = self.tt_cutoff(entry, node.with_window(Score::MIN, Score::MIN))
        {
            return score;
        }
        let mut picker = MovePicker::new(&self.memory.moves);
        self.push_moves::<NonPv>(position, tt_entry.and_then(|entry| entry.mv), node.ply);
        let first = picker.next(&mut self.memory.moves);
        picker.finish(&mut self.memory.moves);
        let Some(first) = first else {
            return Score::loss_in(node.ply as u8);
        };
        if P::HAS_CYCLES {
            self.memory.repetitions.push(key);
        }
        let score = self.chance_node::<N>(position, first.mv, node.child());
        if P::HAS_CYCLES {
            self.memory.repetitions.pop();
        }
        // Inside or above the window the value is at least the score; below it, nothing is
        // known.
        if score > node.alpha {
            score
        } else {
            Score::MIN
        }
    }
}
