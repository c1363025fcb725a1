//! Depth-first proof search in an AND/OR tree, for positions that take few nodes to solve.
//!
//! A position is won for the side to move if some move leads to a position that is lost for the
//! other side, so each node is an OR node of the side to move over AND nodes of its opponent.
//! Only the result counts, not a score, so every move is tried until one wins; with luck in the
//! order, that is the first. Boolean results need no windows, and [canonical
//! keys](SolverKnowledge::canonical_key) make many positions one.

use super::proof_search::Worker;
use super::proof_table::Numbers;
use quintain_rules::{Evaluate, MoveOrdering, SolverKnowledge};
use std::ops::ControlFlow;

/// With fewer plies left than this, searching is faster than probing the table.
const MIN_TABLE_PLIES: u32 = 8;
/// How many points of evaluation one reply fewer is worth in the move ordering.
const MOBILITY_WEIGHT: i32 = 50;

/// A move to try and its place in the order: the smallest first.
#[derive(Clone, Copy)]
pub(super) struct Candidate<M> {
    rank: i32,
    mv: M,
}

impl<P: Evaluate> Worker<'_, P> {
    /// Whether the side to move wins; meaningless once the search has ended.
    pub(super) fn is_won(&mut self, position: &P) -> bool {
        if P::Solver::max_plies_left(position) < MIN_TABLE_PLIES {
            return self.find_win(position).is_some();
        }
        let key = P::Solver::canonical_key(position);
        if let Some(won) = self.control.proofs.probe(key) {
            return won;
        }
        let nodes_before = self.nodes;
        let won = match self.known_winner(position) {
            Some(winner) => winner == position.turn(),
            None => self.find_win(position).is_some(),
        };
        if !self.ended {
            let work = self.nodes - nodes_before;
            self.control.proofs.store(key, Numbers::solved(won), work);
        }
        won
    }

    /// A move that wins, if there is one; meaningless once the search has ended.
    pub(super) fn find_win(&mut self, position: &P) -> Option<P::Move> {
        if !self.enter_node() {
            return None;
        }
        let base = self.candidates.len();
        let mut found = self.push_candidates(position);
        let mut next = base;
        while found.is_none() && next < self.candidates.len() && !self.ended {
            let mv = self.candidates[next].mv;
            if !self.is_won(&P::Solver::play(position, mv)) {
                found = Some(mv);
            }
            next += 1;
        }
        self.candidates.truncate(base);
        found
    }

    /// Pushes a position's moves, the most promising first; or returns a move that ends the game
    /// with a win, if there is one.
    #[inline]
    fn push_candidates(&mut self, position: &P) -> Option<P::Move> {
        let base = self.candidates.len();
        let candidates = &mut self.candidates;
        // Near the end an evaluation costs more than it saves.
        let near_end = P::Solver::max_plies_left(position) < MIN_TABLE_PLIES;
        let won = position.visit_moves(|mv| {
            let next = P::Solver::play(position, mv);
            let replies = next.count_moves() as i32;
            match next.terminal_winner() {
                Some(winner) if winner == position.turn() => return ControlFlow::Break(mv),
                None if replies == 0 => return ControlFlow::Break(mv),
                Some(_) => return ControlFlow::Continue(()),
                None => {}
            }
            // First what leaves the opponent the fewest replies and the worst evaluation.
            let rank = if near_end {
                replies
            } else {
                MOBILITY_WEIGHT * replies + P::Ordering::quick_eval(&next)
            };
            candidates.push(Candidate { rank, mv });
            ControlFlow::Continue(())
        });
        self.candidates[base..].sort_unstable_by_key(|candidate| candidate.rank);
        won.break_value()
    }
}
