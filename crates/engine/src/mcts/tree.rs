//! One search tree.

use super::MctsOptions;
use quintain_rules::learn::Encode;
use quintain_rules::rng::Rng;
use quintain_rules::{Position, Reveal, Step};

/// The edges from the root to a leaf, each with the node that it leads from.
pub(super) type Path = Vec<(u32, u32)>;

/// No node.
const NONE: u32 = u32::MAX;

/// Positions and what is known about their moves.
#[derive(Debug)]
pub(super) struct Tree<P: Position> {
    nodes: Vec<Node<P>>,
    /// The moves of all expanded nodes, those of one node together.
    edges: Vec<Edge<P::Move>>,
    /// For each edge, and each reveal in the order of `Reveal::ALL`, the node it leads to.
    children: Vec<u32>,
    /// How many descents below the root there were, finished or under way.
    simulations: u32,
    /// What chance and noise are drawn from.
    pub(super) rng: Rng,
}

#[derive(Debug)]
struct Node<P> {
    position: P,
    state: State,
    /// Its moves: `edges[first_edge..first_edge + edge_count]`.
    first_edge: u32,
    edge_count: u32,
    /// Evaluations of this node and of those below it, with their sum for its side to move.
    visits: u32,
    value_sum: f64,
    /// Visits under way.
    in_flight: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    New,
    /// It waits for its evaluation.
    Waiting,
    Expanded,
    /// The game is over: the value is known.
    Over,
}

/// A move. After it chance may have its say, so its value is a mean over what chance drew.
#[derive(Debug)]
struct Edge<M> {
    mv: M,
    prior: f32,
    visits: u32,
    in_flight: u32,
    /// For the side that moves.
    value_sum: f64,
}

/// Where a descent ended.
pub(super) enum Descent {
    /// At a position that needs an evaluation.
    Leaf { node: u32, path: Path },
    /// At the end of a game; its value has been passed up.
    Over,
    /// At a position that waits for its evaluation already; nothing has changed.
    Collision,
}

impl<P: Encode> Tree<P> {
    pub(super) fn new(root: P, rng: Rng) -> Self {
        Tree {
            nodes: vec![Node::new(root)],
            edges: Vec::new(),
            children: Vec::new(),
            simulations: 0,
            rng,
        }
    }

    pub(super) fn position(&self, node: u32) -> &P {
        &self.nodes[node as usize].position
    }

    pub(super) fn wants_more(&self, simulations: u32) -> bool {
        match self.nodes[0].state {
            State::New => true,
            State::Expanded => self.simulations < simulations,
            State::Waiting | State::Over => false,
        }
    }

    /// Goes down to a leaf, along the moves that look best, and leaves a virtual loss on each.
    pub(super) fn descend(&mut self, options: &MctsOptions) -> Descent {
        let (mut node, mut path) = (0, Path::new());
        loop {
            match self.nodes[node as usize].state {
                State::Expanded => {
                    let edge = self.best_edge(node, options);
                    self.edges[edge as usize].in_flight += 1;
                    self.nodes[node as usize].in_flight += 1;
                    path.push((node, edge));
                    node = self.child(node, edge);
                }
                State::New => {
                    self.nodes[node as usize].state = State::Waiting;
                    self.simulations += u32::from(!path.is_empty());
                    return Descent::Leaf { node, path };
                }
                State::Over => {
                    self.simulations += 1;
                    let leaf = &self.nodes[node as usize].position;
                    let won = leaf.winner() == Some(leaf.turn());
                    self.pass_up(node, &path, if won { 1.0 } else { -1.0 });
                    return Descent::Over;
                }
                State::Waiting => {
                    for (from, edge) in path {
                        self.nodes[from as usize].in_flight -= 1;
                        self.edges[edge as usize].in_flight -= 1;
                    }
                    return Descent::Collision;
                }
            }
        }
    }

    /// The move with the largest sum of value and exploration bonus (PUCT).
    fn best_edge(&self, node: u32, options: &MctsOptions) -> u32 {
        let node = &self.nodes[node as usize];
        let edges = node.first_edge..node.first_edge + node.edge_count;
        let visits = (node.visits + node.in_flight) as f32;
        let bonus = options.exploration * visits.sqrt();
        let untried = node.mean() - options.fpu_reduction;
        let (mut best, mut best_score) = (node.first_edge, f32::NEG_INFINITY);
        for index in edges {
            let edge = &self.edges[index as usize];
            let visits = edge.visits + edge.in_flight;
            let value = if visits == 0 {
                untried
            } else {
                // A visit under way counts as a loss until it is known better.
                ((edge.value_sum - f64::from(edge.in_flight)) / f64::from(visits)) as f32
            };
            let score = value + bonus * edge.prior / (1 + visits) as f32;
            if score > best_score {
                (best, best_score) = (index, score);
            }
        }
        best
    }

    /// The node that a move leads to; chance draws what it reveals.
    fn child(&mut self, node: u32, edge: u32) -> u32 {
        let position = self.nodes[node as usize].position;
        let mv = self.edges[edge as usize].mv;
        let reveals = P::Reveal::ALL;
        let (reveal, index) = match reveals {
            [only] => (*only, 0),
            _ => {
                let drawn = self.rng.reveal(&position, mv);
                let index = reveals.iter().position(|&reveal| reveal == drawn);
                (drawn, index.unwrap_or(0))
            }
        };
        let slot = edge as usize * reveals.len() + index;
        if self.children[slot] == NONE {
            let mut next = position;
            next.play_unchecked(Step { mv, reveal });
            self.children[slot] = self.nodes.len() as u32;
            self.nodes.push(Node::new(next));
        }
        self.children[slot]
    }

    /// Gives a leaf its moves, with the softmax of their logits as priors.
    pub(super) fn expand(&mut self, node: u32, logits: &[f32]) {
        let position = self.nodes[node as usize].position;
        let first = self.edges.len();
        let mut moves = Vec::new();
        position.collect_moves(&mut moves);
        let logit = |mv| logits.get(position.action_of(mv)).copied().unwrap_or(0.0);
        let highest = moves
            .iter()
            .map(|&mv| logit(mv))
            .fold(f32::NEG_INFINITY, f32::max);
        self.edges.extend(moves.iter().map(|&mv| Edge {
            mv,
            prior: (logit(mv) - highest).exp(),
            visits: 0,
            in_flight: 0,
            value_sum: 0.0,
        }));
        let own = &mut self.edges[first..];
        let sum: f32 = own.iter().map(|edge| edge.prior).sum();
        for edge in own {
            edge.prior /= sum;
        }
        let children = self.edges.len() * P::Reveal::ALL.len();
        self.children.resize(children, NONE);
        let node = &mut self.nodes[node as usize];
        node.state = State::Expanded;
        node.first_edge = first as u32;
        node.edge_count = moves.len() as u32;
    }

    /// Records the value of a leaf for its side to move, and passes it up.
    pub(super) fn evaluate(&mut self, node: u32, path: &Path, value: f32) {
        let leaf = &mut self.nodes[node as usize];
        leaf.visits += 1;
        leaf.value_sum += f64::from(value);
        self.pass_up(node, path, f64::from(value));
    }

    /// Adds the value of a leaf to everything above it, in place of the virtual losses.
    fn pass_up(&mut self, leaf: u32, path: &Path, value: f64) {
        let side = self.nodes[leaf as usize].position.turn();
        for &(from, edge) in path {
            let node = &mut self.nodes[from as usize];
            let value = if node.position.turn() == side {
                value
            } else {
                -value
            };
            node.in_flight -= 1;
            node.visits += 1;
            node.value_sum += value;
            let edge = &mut self.edges[edge as usize];
            edge.in_flight -= 1;
            edge.visits += 1;
            edge.value_sum += value;
        }
    }

    pub(super) fn root_moves(&self) -> usize {
        self.nodes[0].edge_count as usize
    }

    /// Mixes noise into the priors of the root, one number per move.
    pub(super) fn mix_noise(&mut self, noise: &[f32], fraction: f32) {
        let first = self.nodes[0].first_edge as usize;
        for (edge, noise) in self.edges[first..].iter_mut().zip(noise) {
            edge.prior += fraction * (noise - edge.prior);
        }
    }

    pub(super) fn root_visits(&self) -> impl Iterator<Item = (P::Move, u32)> {
        let root = &self.nodes[0];
        let edges = root.first_edge as usize..(root.first_edge + root.edge_count) as usize;
        self.edges[edges].iter().map(|edge| (edge.mv, edge.visits))
    }

    pub(super) fn root_value(&self) -> f32 {
        let root = &self.nodes[0];
        match root.position.winner() {
            Some(winner) if winner == root.position.turn() => 1.0,
            Some(_) => -1.0,
            None => root.mean(),
        }
    }
}

impl<P: Position> Node<P> {
    fn new(position: P) -> Self {
        Node {
            state: match position.winner() {
                Some(_) => State::Over,
                None => State::New,
            },
            position,
            first_edge: 0,
            edge_count: 0,
            visits: 0,
            value_sum: 0.0,
            in_flight: 0,
        }
    }

    fn mean(&self) -> f32 {
        (self.value_sum / f64::from(self.visits.max(1))) as f32
    }
}
