//! Depth-first proof search in an AND/OR tree, with a transposition table.
//!
//! A position is won for the side to move if some move leads to a position that is lost for the
//! other side, so each node is an OR node of the side to move over AND nodes of its opponent.
//! Only the result counts, not a score, so every move is tried until one wins; with luck in the
//! order, that is the first. Boolean results need no windows, and [canonical
//! keys](SolverKnowledge::canonical_key) make many positions one.

use super::proof_table::ProofTable;
use crate::search::make_move;
use quintain_rules::{Evaluate, MoveOrdering, Side, SolverKnowledge};
use std::ops::ControlFlow;

/// How often the limits are checked, in nodes; a power of two.
const CHECK_INTERVAL: u64 = 1024;
/// With fewer plies left than this, searching is faster than probing the table.
const MIN_TABLE_PLIES: u32 = 8;
/// How many points of evaluation one reply fewer is worth in the move ordering.
const MOBILITY_WEIGHT: i32 = 50;

/// A move to try and its place in the order: the smallest first.
#[derive(Clone, Copy)]
struct Candidate<M> {
    rank: i32,
    mv: M,
}

/// One search for a proof.
pub(super) struct ProofSearch<'a, P: Evaluate> {
    proofs: &'a ProofTable,
    /// Whether positions that were solved before may be used.
    use_solved: bool,
    /// Whether to abort, given the nodes so far.
    should_stop: &'a mut dyn FnMut(u64) -> bool,
    pub(super) nodes: u64,
    node_limit: u64,
    /// Set when the search is aborted: from then on all results are meaningless.
    stopped: bool,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    candidates: Vec<Candidate<P::Move>>,
}

impl<'a, P: Evaluate> ProofSearch<'a, P> {
    pub(super) fn new(
        proofs: &'a ProofTable,
        use_solved: bool,
        node_limit: u64,
        should_stop: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        ProofSearch {
            proofs,
            use_solved,
            should_stop,
            nodes: 0,
            node_limit,
            stopped: false,
            candidates: Vec::with_capacity(4096),
        }
    }

    /// The winner, and the move that wins if that is the side to move; `None` if the search was
    /// aborted.
    pub(super) fn prove(&mut self, root: &P) -> Option<(Side, Option<P::Move>)> {
        if let Some(winner) = root.winner() {
            return Some((winner, None));
        }
        let best_move = self.find_win(root);
        if self.stopped {
            return None;
        }
        let key = P::Solver::canonical_key(root);
        self.proofs.store(key, best_move.is_some(), self.nodes);
        let winner = if best_move.is_some() {
            root.turn()
        } else {
            !root.turn()
        };
        Some((winner, best_move))
    }

    /// Whether the side to move wins.
    fn is_won(&mut self, position: &P) -> bool {
        if P::Solver::max_plies_left(position) < MIN_TABLE_PLIES {
            return self.find_win(position).is_some();
        }
        let key = P::Solver::canonical_key(position);
        if let Some(won) = self.proofs.probe(key) {
            return won;
        }
        let nodes_before = self.nodes;
        let won = match self.known_winner(position) {
            Some(winner) => winner == position.turn(),
            None => self.find_win(position).is_some(),
        };
        if !self.stopped {
            self.proofs.store(key, won, self.nodes - nodes_before);
        }
        won
    }

    /// The winner, where the game knows it.
    fn known_winner(&self, position: &P) -> Option<Side> {
        P::Solver::static_outcome(position).or_else(|| {
            let solved = if self.use_solved {
                P::Solver::probe_solved(position)
            } else {
                None
            };
            solved.map(|solved| solved.winner)
        })
    }

    /// A move that wins, if there is one.
    fn find_win(&mut self, position: &P) -> Option<P::Move> {
        if self.nodes >= self.node_limit {
            self.stopped = true;
        } else {
            self.nodes += 1;
            if self.nodes.is_multiple_of(CHECK_INTERVAL) {
                self.stopped |= (self.should_stop)(self.nodes);
            }
        }
        if self.stopped {
            return None;
        }
        let base = self.candidates.len();
        let mut found = self.push_candidates(position);
        let mut next = base;
        while found.is_none() && next < self.candidates.len() && !self.stopped {
            let mv = self.candidates[next].mv;
            if !self.is_won(&make_move(position, mv)) {
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
            let next = make_move(position, mv);
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
