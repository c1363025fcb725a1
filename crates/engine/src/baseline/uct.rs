//! Plain UCT: a tree of visit counts grown by random playouts.

use super::Random;
use quintain_rules::{Position, Side, Step, Strategy};

/// How much the search explores.
const EXPLORATION: f64 = 1.4;
/// A playout that goes on longer than this counts one half.
const LONGEST: usize = 300;

/// The children of a node are the steps from it: a move may have several, by its reveals.
struct Node<G: Position> {
    mv: Option<G::Move>,
    reveal: Option<G::Reveal>,
    visits: u32,
    /// Wins of the side that moved here.
    wins: f64,
    /// The next child of the same parent; 0 for none.
    sibling: u32,
    /// The first child; 0 for none.
    child: u32,
}

/// The tree, kept to be used again without allocating.
pub(super) struct Tree<G: Position> {
    nodes: Vec<Node<G>>,
    moves: Vec<G::Move>,
    path: Vec<u32>,
}

impl<G: Strategy> Tree<G> {
    pub(super) fn new() -> Self {
        Tree {
            nodes: Vec::new(),
            moves: Vec::new(),
            path: Vec::new(),
        }
    }

    /// The most visited move after as many playouts as are allowed, at least one.
    pub(super) fn choose(
        &mut self,
        root: &G,
        random: &mut Random,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Option<G::Move> {
        self.nodes.clear();
        self.add(None, None);
        loop {
            self.playout(root, random);
            if !go_on() {
                break;
            }
        }
        let mut best: Option<(u32, G::Move)> = None;
        for mv in root.moves() {
            let visits = self.visits_of(mv);
            if best.is_none_or(|(most, _)| visits > most) {
                best = Some((visits, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }

    fn add(&mut self, mv: Option<G::Move>, reveal: Option<G::Reveal>) -> u32 {
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

    fn visits_of(&self, mv: G::Move) -> u32 {
        let same = |&index: &u32| self.nodes[index as usize].mv == Some(mv);
        self.children(0)
            .filter(same)
            .map(|index| self.nodes[index as usize].visits)
            .sum()
    }

    /// One playout: down the tree, one node more, then at random to the end.
    fn playout(&mut self, root: &G, random: &mut Random) {
        let mut position = *root;
        self.path.clear();
        self.path.push(0);
        let mut node = 0;
        while position.winner().is_none() && self.nodes[node as usize].visits > 0 {
            let mv = self.select(node, &position, random);
            let reveal = random.reveal(&position, mv);
            node = self.child_of(node, mv, reveal);
            position.play_unchecked(Step { mv, reveal });
            self.path.push(node);
        }
        let winner = finish(position, random, &mut self.moves);
        let mut mover = !root.turn();
        for &index in &self.path {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.wins += winner.map_or(0.5, |winner| f64::from(u8::from(winner == mover)));
            mover = !mover;
        }
    }

    /// The move with the highest upper confidence bound; one that was never tried first.
    fn select(&mut self, node: u32, position: &G, random: &mut Random) -> G::Move {
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        position.collect_moves(&mut moves);
        let parent = f64::from(self.nodes[node as usize].visits).ln();
        let mut best = (f64::MIN, moves[0]);
        let offset = random.below(moves.len());
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

    fn child_of(&mut self, node: u32, mv: G::Move, reveal: G::Reveal) -> u32 {
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

/// Plays at random to the end and tells who has won; nobody if it takes too long.
fn finish<G: Strategy>(
    mut position: G,
    random: &mut Random,
    moves: &mut Vec<G::Move>,
) -> Option<Side> {
    for _ in 0..LONGEST {
        match random.step(&position, moves) {
            Some(step) => position.play_unchecked(step),
            None => return position.winner(),
        }
    }
    position.winner()
}
