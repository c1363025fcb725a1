//! Monte Carlo tree search guided by a policy and a value, as AlphaZero does it (Silver et al., "A
//! general reinforcement learning algorithm that masters chess, shogi and Go through self-play",
//! 2018), for many positions at once.
//!
//! The search does not know who evaluates: [`Forest::select`] collects leaves from all trees, the
//! caller evaluates them in one go, and [`Forest::expand`] takes the results. Within a batch,
//! virtual losses lead each descent of a tree to another leaf.
//!
//! ```
//! use quintain_engine::mcts::{Forest, MctsOptions};
//! use quintain_rules::Position;
//! use quintain_rules::games::knights_duel::KnightsDuel;
//!
//! let start = KnightsDuel::start(Some(5))?;
//! let mut forest = Forest::new(&[start], 1, MctsOptions::default());
//! loop {
//!     let leaves = forest.select(100, 8);
//!     if leaves == 0 {
//!         break;
//!     }
//!     // A network would look at `forest.leaves()`; this one knows nothing.
//!     let (logits, values) = (vec![0.0; leaves * 25], vec![0.0; leaves]);
//!     forest.expand(&logits, &values)?;
//! }
//! let mut visits = [0; 25];
//! forest.write_visits(0, &mut visits);
//! assert_eq!(visits.iter().sum::<u32>(), 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod noise;
mod tree;

#[cfg(test)]
mod tests;

use noise::dirichlet;
use quintain_rules::learn::Encode;
use quintain_rules::rng::Rng;
use thiserror::Error;
use tree::{Descent, Path, Tree};

/// How a search chooses between what looks good and what is unknown.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct MctsOptions {
    /// How much the policy and the number of visits count beside the value (`c_puct`).
    pub exploration: f32,
    /// By how much a move that has not been tried is taken to be worse than its position (first
    /// play urgency).
    pub fpu_reduction: f32,
    /// Noise on the policy at the root, for variety in self-play.
    pub noise: Option<RootNoise>,
}

impl Default for MctsOptions {
    fn default() -> Self {
        MctsOptions {
            exploration: 1.5,
            fpu_reduction: 0.25,
            noise: None,
        }
    }
}

/// Dirichlet noise that is mixed into the policy at the root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootNoise {
    /// The parameter of the distribution, above 0: the smaller, the fewer moves get most of it.
    pub alpha: f32,
    /// The share of the noise, from 0 to 1.
    pub fraction: f32,
}

/// An evaluation that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum EvaluationError {
    /// The logit of a legal action is not a finite number.
    #[error("the logit of the legal action {action} in row {row} must be finite, not {logit}")]
    Logit {
        /// Which leaf.
        row: usize,
        /// Which action.
        action: usize,
        /// The number.
        logit: f32,
    },
    /// The value is not a number from -1 to 1.
    #[error("the value in row {row} must be from -1 to 1, not {value}")]
    Value {
        /// Which leaf.
        row: usize,
        /// The number.
        value: f32,
    },
    /// There are more or fewer numbers than the leaves need.
    #[error("{what} must have {expected} numbers, not {actual}")]
    Length {
        /// `logits` or `values`.
        what: &'static str,
        /// How many are needed.
        expected: usize,
        /// How many there are.
        actual: usize,
    },
}

/// A search tree for each of some positions of one board.
///
/// What a tree does follows from its position, its seed and the evaluations of its leaves; it does
/// not matter which others are searched with it.
#[derive(Debug)]
pub struct Forest<P: Encode> {
    trees: Vec<Tree<P>>,
    waiting: Vec<Waiting>,
    options: MctsOptions,
}

/// A leaf that waits for its evaluation.
#[derive(Debug)]
struct Waiting {
    tree: usize,
    node: u32,
    path: Path,
}

impl<P: Encode> Forest<P> {
    /// Trees for these positions. The seed is that of the first tree, the next ones follow; chance
    /// and noise draw from it.
    pub fn new(roots: &[P], seed: u64, options: MctsOptions) -> Self {
        let seeds = (0..).map(|index| seed.wrapping_add(index));
        Forest {
            trees: roots
                .iter()
                .zip(seeds)
                .map(|(&root, seed)| Tree::new(root, Rng::new(seed)))
                .collect(),
            waiting: Vec::new(),
            options,
        }
    }

    /// Collects up to `leaves` leaves of each tree whose root has had fewer than `simulations`
    /// visits, and returns how many there are in all; none when every tree is done. Games that are
    /// over need no evaluation. Leaves that still wait for theirs are returned again.
    pub fn select(&mut self, simulations: u32, leaves: usize) -> usize {
        if !self.waiting.is_empty() {
            return self.waiting.len();
        }
        for (index, tree) in self.trees.iter_mut().enumerate() {
            let mut found = 0;
            while found < leaves.max(1) && tree.wants_more(simulations) {
                match tree.descend(&self.options) {
                    Descent::Leaf { node, path } => {
                        self.waiting.push(Waiting {
                            tree: index,
                            node,
                            path,
                        });
                        found += 1;
                    }
                    Descent::Over => {}
                    Descent::Collision => break,
                }
            }
        }
        self.waiting.len()
    }

    /// The positions that wait for their evaluation, in the order of its rows.
    pub fn leaves(&self) -> impl ExactSizeIterator<Item = &P> {
        let leaves = self.waiting.iter();
        leaves.map(|leaf| self.trees[leaf.tree].position(leaf.node))
    }

    /// Takes the evaluations of the leaves: for each a logit per action, of which those of legal
    /// actions count, and a value from -1 to 1 for the side to move. If they cannot be used, nothing
    /// changes.
    pub fn expand(&mut self, logits: &[f32], values: &[f32]) -> Result<(), EvaluationError> {
        let count = self.waiting.len();
        let actions = self.leaves().next().map_or(0, Encode::action_count);
        check_length("logits", count * actions, logits.len())?;
        check_length("values", count, values.len())?;
        let rows = logits.chunks_exact(actions.max(1));
        for (row, (leaf, logits)) in self.leaves().zip(rows.clone()).enumerate() {
            check(row, leaf, logits, values[row])?;
        }
        for ((leaf, logits), &value) in self.waiting.drain(..).zip(rows).zip(values) {
            let tree = &mut self.trees[leaf.tree];
            tree.expand(leaf.node, logits);
            if let (true, Some(noise)) = (leaf.path.is_empty(), self.options.noise) {
                let moves = tree.root_moves();
                let drawn = dirichlet(&mut tree.rng, noise.alpha, moves);
                tree.mix_noise(&drawn, noise.fraction);
            }
            tree.evaluate(leaf.node, &leaf.path, value);
        }
        Ok(())
    }

    /// How often each action of a root was tried. Actions beyond the end of `out` are left out.
    pub fn write_visits(&self, tree: usize, out: &mut [u32]) {
        out.fill(0);
        let Some(tree) = self.trees.get(tree) else {
            return;
        };
        for (mv, visits) in tree.root_visits() {
            if let Some(place) = out.get_mut(tree.position(0).action_of(mv)) {
                *place = visits;
            }
        }
    }

    /// The mean value of a root for its side to move, from -1 to 1; 0 before any evaluation.
    pub fn value(&self, tree: usize) -> f32 {
        self.trees.get(tree).map_or(0.0, Tree::root_value)
    }

    /// How many trees there are.
    pub fn len(&self) -> usize {
        self.trees.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.trees.is_empty()
    }
}

fn check_length(what: &'static str, expected: usize, actual: usize) -> Result<(), EvaluationError> {
    if actual == expected {
        return Ok(());
    }
    Err(EvaluationError::Length {
        what,
        expected,
        actual,
    })
}

/// Checks the evaluation of one leaf.
fn check<P: Encode>(
    row: usize,
    leaf: &P,
    logits: &[f32],
    value: f32,
) -> Result<(), EvaluationError> {
    if !(-1.0..=1.0).contains(&value) {
        return Err(EvaluationError::Value { row, value });
    }
    let wrong = leaf.visit_moves(|mv| {
        let action = leaf.action_of(mv);
        match logits.get(action) {
            Some(&logit) if !logit.is_finite() => std::ops::ControlFlow::Break((action, logit)),
            _ => std::ops::ControlFlow::Continue(()),
        }
    });
    match wrong.break_value() {
        Some((action, logit)) => Err(EvaluationError::Logit { row, action, logit }),
        None => Ok(()),
    }
}
