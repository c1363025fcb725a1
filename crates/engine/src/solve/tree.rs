//! The search for a proof: every move is tried until one wins, in the order that makes it
//! likely to find that one soon.

use super::proofs::Proofs;
use crate::search::only_reveal;
use quintain_rules::{Side, Step, Strategy};
use std::ops::ControlFlow;

/// How often the limits are looked at, in nodes; a power of two.
const LOOK: u64 = 1024;
/// With fewer plies to come than this, trying is faster than looking up.
const UNTABLED: u32 = 8;
/// How many points of evaluation a reply less is worth, for the order of moves.
const REPLY: i32 = 50;

/// A move and its place in the order: the least rank first.
#[derive(Clone, Copy)]
struct Trial<M> {
    rank: i32,
    mv: M,
}

/// One search for a proof.
pub(super) struct Tree<'a, G: Strategy> {
    proofs: &'a Proofs,
    /// Whether what the game knows from earlier proofs may be used.
    trust: bool,
    /// Whether to drop everything, given the nodes so far.
    must_end: &'a mut dyn FnMut(u64) -> bool,
    pub(super) nodes: u64,
    ended: bool,
    /// One stack of moves for the whole tree; each node uses the part above its parent's.
    trials: Vec<Trial<G::Move>>,
}

impl<'a, G: Strategy> Tree<'a, G> {
    pub(super) fn new(
        proofs: &'a Proofs,
        trust: bool,
        must_end: &'a mut dyn FnMut(u64) -> bool,
    ) -> Self {
        Tree {
            proofs,
            trust,
            must_end,
            nodes: 0,
            ended: false,
            trials: Vec::with_capacity(4096),
        }
    }

    /// The winner, and the move that wins if it is that side's turn; nothing if the search was
    /// ended before.
    pub(super) fn prove(&mut self, root: &G) -> Option<(Side, Option<G::Move>)> {
        if let Some(winner) = root.winner() {
            return Some((winner, None));
        }
        let best = self.winning_move(root);
        if self.ended {
            return None;
        }
        self.proofs
            .put(root.canonical_key(), best.is_some(), self.nodes);
        let winner = if best.is_some() {
            root.turn()
        } else {
            !root.turn()
        };
        Some((winner, best))
    }

    /// Whether the side to move wins; meaningless once ended.
    fn wins(&mut self, position: &G) -> bool {
        if position.max_plies_left() < UNTABLED {
            return self.winning_move(position).is_some();
        }
        let key = position.canonical_key();
        if let Some(won) = self.proofs.get(key) {
            return won;
        }
        let before = self.nodes;
        let won = match self.winner(position) {
            Some(winner) => winner == position.turn(),
            None => self.winning_move(position).is_some(),
        };
        if !self.ended {
            self.proofs.put(key, won, self.nodes - before);
        }
        won
    }

    /// The winner where the game knows it.
    fn winner(&self, position: &G) -> Option<Side> {
        position.static_outcome().or_else(|| {
            let known = if self.trust {
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
        if self.nodes.is_multiple_of(LOOK) {
            self.ended |= (self.must_end)(self.nodes);
        }
        if self.ended {
            return None;
        }
        let bottom = self.trials.len();
        let mut found = self.list(position);
        let mut next = bottom;
        while found.is_none() && next < self.trials.len() && !self.ended {
            let mv = self.trials[next].mv;
            if !self.wins(&after(position, mv)) {
                found = Some(mv);
            }
            next += 1;
        }
        self.trials.truncate(bottom);
        found
    }

    /// Puts a position's moves on the stack, the most promising first; gives a move that ends
    /// the game instead, if there is one that wins.
    #[inline]
    fn list(&mut self, position: &G) -> Option<G::Move> {
        let bottom = self.trials.len();
        let trials = &mut self.trials;
        // Near the end a look at each position takes longer than it saves.
        let near = position.max_plies_left() < UNTABLED;
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
                REPLY * replies + next.quick_eval()
            };
            trials.push(Trial { rank, mv });
            ControlFlow::Continue(())
        });
        self.trials[bottom..].sort_unstable_by_key(|trial| trial.rank);
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
