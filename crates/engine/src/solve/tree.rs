//! The search for a proof.
//!
//! Far from the end it is proof number search, depth first: always the position next whose
//! settling is nearest to proving something about the root. Near the end, where numbers tell
//! little and looking things up takes longer than trying them, it is plain trial of every
//! move, those with the fewest replies first.

use super::proofs::{Effort, NEVER, Proofs};
use crate::search::only_reveal;
use quintain_rules::{Side, Step, Strategy};
use std::ops::ControlFlow;

/// How often the limits are looked at, in nodes; a power of two.
const LOOK: u64 = 1024;
/// With at most so many plies to come every move is tried.
const TRIAL: u32 = 14;
/// With fewer plies to come than this, trying is faster than looking up.
const UNTABLED: u32 = 8;

/// A move on the way to the position being looked at, and how near to a proof it leads.
#[derive(Clone, Copy)]
struct Child<M> {
    mv: M,
    key: u64,
    /// For the side to move after the move.
    effort: Effort,
}

/// A move and the number of replies to it.
#[derive(Clone, Copy)]
struct Trial<M> {
    replies: u32,
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
    children: Vec<Child<G::Move>>,
    /// The same near the end.
    trials: Vec<Trial<G::Move>>,
    /// The move that wins at the root.
    pub(super) best: Option<G::Move>,
}

/// The sum of two numbers of proof; only a part that can never be makes it so.
#[inline]
fn add(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER {
        NEVER
    } else {
        (a + b).min(NEVER - 1)
    }
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
            children: Vec::with_capacity(4096),
            trials: Vec::with_capacity(1024),
            best: None,
        }
    }

    /// Whether the side to move wins; nothing if the search was ended before.
    pub(super) fn prove(&mut self, root: &G) -> Option<bool> {
        if let Some(winner) = root.winner() {
            return Some(winner == root.turn());
        }
        let (effort, best) = self.node(root, NEVER, NEVER);
        let proved = if self.ended { None } else { effort.proved() };
        if proved.is_some() {
            self.proofs.put(root.canonical_key(), effort, self.nodes);
            self.best = best.filter(|_| proved == Some(true));
        }
        proved
    }

    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.ended |= (self.must_end)(self.nodes);
        }
    }

    /// Searches a position until its efforts reach the limits given, or it is proved. The
    /// best move comes with it.
    fn node(&mut self, position: &G, win_limit: u32, loss_limit: u32) -> (Effort, Option<G::Move>) {
        self.count();
        let bottom = self.children.len();
        if let Some(mv) = self.list(position) {
            self.children.truncate(bottom);
            return (Effort::WON, Some(mv));
        }
        loop {
            let Summary {
                effort,
                chosen,
                second,
            } = summary(&self.children[bottom..]);
            let Some(&child) = self.children.get(bottom + chosen) else {
                return (Effort::LOST, None);
            };
            if effort.win >= win_limit
                || effort.loss >= loss_limit
                || effort.proved().is_some()
                || self.ended
            {
                self.children.truncate(bottom);
                return (effort, Some(child.mv));
            }
            let Effort { win, loss } = child.effort;
            // Staying a little longer than the second best allows saves going to and fro.
            let loss_below = win_limit.min(second.saturating_add(second / 4 + 1));
            let win_below = if loss_limit == NEVER {
                NEVER
            } else {
                (loss_limit - effort.loss).saturating_add(win)
            };
            let next = after(position, child.mv);
            let before = self.nodes;
            let (found, _) = self.node(
                &next,
                win_below.clamp(win + 1, NEVER),
                loss_below.clamp(loss + 1, NEVER),
            );
            if !self.ended {
                self.children[bottom + chosen].effort = found;
                self.proofs.put(child.key, found, self.nodes - before);
            }
        }
    }

    /// Puts a position's moves on the stack with what is known of them; gives a move that
    /// wins instead, if there is one.
    fn list(&mut self, position: &G) -> Option<G::Move> {
        let bottom = self.children.len();
        let children = &mut self.children;
        let won = position.visit_moves(|mv| {
            let next = after(position, mv);
            let replies = next.count_moves() as u32;
            if is_won_for(&next, position.turn(), replies) {
                return ControlFlow::Break(mv);
            }
            children.push(Child {
                mv,
                key: 0,
                effort: Effort {
                    win: 1,
                    loss: replies.max(1),
                },
            });
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(mv) = won {
            return Some(mv);
        }
        let mut end = bottom;
        for index in bottom..self.children.len() {
            let mut child = self.children[index];
            let next = after(position, child.mv);
            child.key = next.canonical_key();
            // Images of one another need only be looked at once.
            let same = |other: &Child<G::Move>| other.key == child.key;
            if self.children[bottom..end].iter().any(same) {
                continue;
            }
            if let Some(found) = self.proofs.get(child.key) {
                child.effort = found;
            } else if let Some(found) = self.at_once(&next) {
                child.effort = found;
                self.proofs.put(child.key, found, 1);
            }
            if child.effort.loss == 0 {
                return Some(child.mv);
            }
            self.children[end] = child;
            end += 1;
        }
        self.children.truncate(end);
        None
    }

    /// The result of a position that needs no search, or little.
    fn at_once(&mut self, position: &G) -> Option<Effort> {
        if let Some(winner) = self.winner(position) {
            return Some(Effort::of(winner == position.turn()));
        }
        if position.plies_left() > TRIAL {
            return None;
        }
        let won = self.wins(position);
        (!self.ended).then(|| Effort::of(won))
    }

    /// The winner where the game knows it.
    fn winner(&self, position: &G) -> Option<Side> {
        let settled = position.decided().or_else(|| position.settled());
        if settled.is_some() || !self.trust {
            return settled;
        }
        position.known().map(|known| known.winner)
    }

    /// Whether the side to move wins, by trying its moves; meaningless once ended.
    fn wins(&mut self, position: &G) -> bool {
        if position.plies_left() < UNTABLED {
            return self.tries(position);
        }
        let key = position.canonical_key();
        if let Some(won) = self.proofs.get(key).and_then(Effort::proved) {
            return won;
        }
        let before = self.nodes;
        let won = match position.settled() {
            Some(winner) => winner == position.turn(),
            None => self.tries(position),
        };
        if !self.ended {
            self.proofs
                .put(key, Effort::of(won), (self.nodes - before) / 8);
        }
        won
    }

    fn tries(&mut self, position: &G) -> bool {
        self.count();
        if self.ended {
            return false;
        }
        let bottom = self.trials.len();
        let trials = &mut self.trials;
        let won = position.visit_moves(|mv| {
            let next = after(position, mv);
            let replies = next.count_moves() as u32;
            if is_won_for(&next, position.turn(), replies) {
                return ControlFlow::Break(());
            }
            if next.decided().is_none() {
                trials.push(Trial { replies, mv });
            }
            ControlFlow::Continue(())
        });
        let mut found = won.is_break();
        let end = self.trials.len();
        self.trials[bottom..].sort_unstable_by_key(|trial| trial.replies);
        for index in bottom..end {
            if found {
                break;
            }
            found = !self.wins(&after(position, self.trials[index].mv));
        }
        self.trials.truncate(bottom);
        found
    }
}

/// Whether a position with so many moves is over and won for the side that has just moved.
#[inline]
fn is_won_for<G: Strategy>(position: &G, side: Side, moves: u32) -> bool {
    match position.decided() {
        Some(winner) => winner == side,
        None => moves == 0,
    }
}

/// What a position's moves say together.
struct Summary {
    effort: Effort,
    /// The move to go on with, and the next best number.
    chosen: usize,
    second: u32,
}

#[inline]
fn summary<M>(children: &[Child<M>]) -> Summary {
    let mut summary = Summary {
        effort: Effort {
            win: NEVER,
            loss: 0,
        },
        chosen: 0,
        second: NEVER,
    };
    for (index, child) in children.iter().enumerate() {
        let Effort { win, loss } = child.effort;
        summary.effort.loss = add(summary.effort.loss, win);
        if loss < summary.effort.win {
            summary.second = summary.effort.win;
            summary.effort.win = loss;
            summary.chosen = index;
        } else {
            summary.second = summary.second.min(loss);
        }
    }
    summary
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
