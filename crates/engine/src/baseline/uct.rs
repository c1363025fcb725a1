//! Plain UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006): Monte Carlo tree
//! search that descends by upper confidence bounds and evaluates by random playouts.

use quintain_rules::{Evaluate, Position, Rng, Step};

/// The exploration constant: about the square root of 2, as in UCB1.
const EXPLORATION: f64 = 1.4;
/// A longer playout counts as a draw.
const MAX_PLAYOUT_PLIES: usize = 300;

/// A node of the tree. Its children are the steps from it: a move has one for each reveal that
/// occurred.
struct Node<P: Position> {
    mv: Option<P::Move>,
    reveal: Option<P::Reveal>,
    visits: u32,
    /// Wins of the side that moved here.
    wins: f64,
    /// The next child of the same parent; 0 for none.
    sibling: u32,
    /// The first child; 0 for none.
    child: u32,
}

/// The tree, kept so that its memory is reused.
pub(super) struct UctTree<P: Position> {
    nodes: Vec<Node<P>>,
    moves: Vec<P::Move>,
    path: Vec<u32>,
}

impl<P: Evaluate> UctTree<P> {
    pub(super) fn new() -> Self {
        UctTree {
            nodes: Vec::new(),
            moves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The most visited move after as many playouts as allowed, at least one.
    pub(super) fn choose(
        &mut self,
        root: &P,
        rng: &mut Rng,
        may_continue: &mut dyn FnMut() -> bool,
    ) -> Option<P::Move> {
        self.nodes.clear();
        self.add(None, None);
        loop {
            self.iterate(root, rng);
            if !may_continue() {
                break;
            }
        }
        let mut best: Option<(u32, P::Move)> = None;
        for mv in root.moves() {
            let visits = self.visits_of(mv);
            if best.is_none_or(|(most, _)| visits > most) {
                best = Some((visits, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn add(&mut self, mv: Option<P::Move>, reveal: Option<P::Reveal>) -> u32 {
        self.nodes.push(Node {
            mv,
            reveal,
            visits: 0,
            wins: 0.0,
            sibling: 0,
            child: 0,
        });
        (self.nodes.len() - 1) as u32
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let first = self.nodes[node as usize].child;
        let next = |&index: &u32| Some(self.nodes[index as usize].sibling);
        std::iter::successors(Some(first), next).take_while(|&index| index != 0)
    }

    fn visits_of(&self, mv: P::Move) -> u32 {
        let same = |&index: &u32| self.nodes[index as usize].mv == Some(mv);
        self.children(0)
            .filter(same)
            .map(|index| self.nodes[index as usize].visits)
            .sum()
    }

    /// One iteration: selection down the tree, expansion by a node, a random playout, and
    /// backpropagation of its result.
    fn iterate(&mut self, root: &P, rng: &mut Rng) {
        let mut position = *root;
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        while position.winner().is_none() && self.nodes[node as usize].visits > 0 {
            let mv = self.select(node, &position, rng);
            let reveal = rng.reveal(&position, mv);
            node = self.child_of(node, mv, reveal);
            position.play_unchecked(Step { mv, reveal });
            self.path.push(node);
        }
        let last = rng.playout(&position).take(MAX_PLAYOUT_PLIES).last();
        let winner = last.unwrap_or(position).winner();
        let mut mover = !root.turn();
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.wins += winner.map_or(0.5, |winner| f64::from(u8::from(winner == mover)));
            mover = !mover;
        }
    }

    /// The move with the highest upper confidence bound (UCB1); untried moves come first.
    fn select(&mut self, node: u32, position: &P, rng: &mut Rng) -> P::Move {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.collect_moves(&mut moves);
        let parent = f64::from(self.nodes[node as usize].visits).ln();
        let mut best = (f64::MIN, moves[0]);
        let offset = rng.below(moves.len());
        for i in 0..moves.len() {
            let mv = moves[(i + offset) % moves.len()];
            let (mut visits, mut wins) = (0.0, 0.0);
            for index in self.children(node) {
                let child = &self.nodes[index as usize];
                if child.mv == Some(mv) {
                    visits += f64::from(child.visits);
                    wins += child.wins;
                }
            }
            let bound = if visits == 0.0 {
                f64::MAX
            } else {
                wins / visits + EXPLORATION * (parent / visits).sqrt()
            };
            if bound > best.0 {
                best = (bound, mv);
                if visits == 0.0 {
                    break;
                }
            }
        }
        self.moves = moves;
        best.1
    }

    fn child_of(&mut self, node: u32, mv: P::Move, reveal: P::Reveal) -> u32 {
        let same = |&index: &u32| {
            let child = &self.nodes[index as usize];
            child.mv == Some(mv) && child.reveal == Some(reveal)
        };
        if let Some(found) = self.children(node).find(same) {
            return found;
        }
        let index = self.add(Some(mv), Some(reveal));
        self.nodes[index as usize].sibling = self.nodes[node as usize].child;
        self.nodes[node as usize].child = index;
        index
    }
}
