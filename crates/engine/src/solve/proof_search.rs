//! The search for a proof: every move is tried until one wins, in the order that makes it
//! likely to find that one soon.

use super::proof_table::ProofTable;
use crate::search::only_reveal;
use quintain_rules::{Side, Step, Strategy};
use std::ops::ControlFlow;

/// How often the limits are looked at, in nodes; a power of two.
const CHECK_INTERVAL: u64 = 1024;
/// With fewer plies to come than this, trying is faster than looking up.
const MIN_TABLE_PLIES: u32 = 8;
/// How many points of evaluation a reply less is worth, for the order of moves.
const MOBILITY_WEIGHT: i32 = 50;

/// A move and its place in the order: the least rank first.
#[derive(Clone, Copy)]
struct Candidate<M> {
    rank: i32,
    mv: M,
}

/// One search for a proof.
pub(super) struct ProofSearch<'a, G: Strategy> {
    proofs: &'a ProofTable,
    /// Whether what the game knows from earlier proofs may be used.
    use_solved: bool,
    /// Whether to drop everything, given the nodes so far.
    should_stop: &'a mut dyn FnMut(u64) -> bool,
    pub(super) nodes: u64,
    stopped: bool,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    candidates: Vec<Candidate<G::Move>>,
}

impl<'a, G: Strategy> ProofSearch<'a, G> {
    pub(super) fn new(
        proofs: &'a ProofTable,
        trust: bool,
        must_end: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        ProofSearch {
            proofs,
            use_solved: trust,
            should_stop: must_end,
            nodes: 0,
            stopped: false,
            candidates: Vec::with_capacity(4096),
        }
    }

    /// The winner, and the move that wins if it is that side's turn; nothing if the search was
    /// ended before.
    pub(super) fn prove(&mut self, root: &G) -> Option<(Side, Option<G::Move>)> {
        if let Some(winner) = root.winner() {
            return Some((winner, None));
        }
        let best = self.winning_move(root);
        if self.stopped {
            return None;
        }
        self.proofs
            .store(root.canonical_key(), best.is_some(), self.nodes);
        let winner = if best.is_some() {
            root.turn()
        } else {
            !root.turn()
        };
        Some((winner, best))
    }

    /// Whether the side to move wins; meaningless once ended.
    fn wins(&mut self, position: &G) -> bool {
        if position.max_plies_left() < MIN_TABLE_PLIES {
            return self.winning_move(position).is_some();
        }
        let key = position.canonical_key();
        if let Some(won) = self.proofs.probe(key) {
            return won;
        }
        let before = self.nodes;
        let won = match self.winner(position) {
            Some(winner) => winner == position.turn(),
            None => self.winning_move(position).is_some(),
        };
        if !self.stopped {
            self.proofs.store(key, won, self.nodes - before);
        }
        won
    }

    /// The winner where the game knows it.
    fn winner(&self, position: &G) -> Option<Side> {
        position.static_outcome().or_else(|| {
            let known = if self.use_solved {
                position.probe_solved()
            } else {
                None
            };
            known.map(|known| known.winner)
        })
    }

    /// A move that wins, if there is one; meaningless once ended.
    fn winning_move(&mut self, position: &G) -> Option<G::Move> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CHECK_INTERVAL) {
            self.stopped |= (self.should_stop)(self.nodes);
        }
        if self.stopped {
            return None;
        }
        let bottom = self.candidates.len();
        let mut found = self.push_candidates(position);
        let mut next = bottom;
        while found.is_none() && next < self.candidates.len() && !self.stopped {
            let mv = self.candidates[next].mv;
            if !self.wins(&after(position, mv)) {
                found = Some(mv);
            }
            next += 1;
        }
        self.candidates.truncate(bottom);
        found
    }

    /// Puts a position's moves on the stack, the most promising first; gives a move that ends
    /// the game instead, if there is one that wins.
    #[inline]
    fn push_candidates(&mut self, position: &G) -> Option<G::Move> {
        let bottom = self.candidates.len();
        let trials = &mut self.candidates;
        // Near the end a look at each position takes longer than it saves.
        let near = position.max_plies_left() < MIN_TABLE_PLIES;
        let won = position.visit_moves(|mv| {
            let next = after(position, mv);
            let replies = next.count_moves() as i32;
            match next.terminal_winner() {
                Some(winner) if winner == position.turn() => return ControlFlow::Break(mv),
                None if replies == 0 => return ControlFlow::Break(mv),
                Some(_) => return ControlFlow::Continue(()),
                None => {}
            }
            // What is bad for the other side, which is to move then, comes first.
            let rank = if near {
                replies
            } else {
                MOBILITY_WEIGHT * replies + next.quick_eval()
            };
            trials.push(Candidate { rank, mv });
            ControlFlow::Continue(())
        });
        self.candidates[bottom..].sort_unstable_by_key(|trial| trial.rank);
        won.break_value()
    }
}

/// The position after a move.
#[inline]
pub(super) fn after<G: Strategy>(position: &G, mv: G::Move) -> G {
    let mut next = *position;
    next.play_unchecked(Step {
        mv,
        reveal: only_reveal::<G>(),
    });
    next
}
