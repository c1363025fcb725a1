//! Simple opponents, kept as yardsticks: random, greedy, and plain UCT with random playouts.

mod uct;

use crate::limits::{Limits, TimeManager};
use crate::player::{GameState, Player};
use quintain_rules::view::Describe;
use quintain_rules::{GameInfo, Side, Step, StepOf, Strategy, splitmix64};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// The kinds of simple opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Baseline {
    /// Any legal move.
    Random,
    /// The move after which the position looks best at a glance.
    Greedy,
    /// Upper confidence bounds on trees, with random playouts.
    Uct,
}

impl Baseline {
    /// All of them.
    pub const ALL: [Baseline; 3] = [Baseline::Random, Baseline::Greedy, Baseline::Uct];

    /// Its name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            Baseline::Random => "random",
            Baseline::Greedy => "greedy",
            Baseline::Uct => "uct",
        }
    }
}

/// A simple player for a game's type.
pub(crate) fn baseline<G: Describe + Strategy>(kind: Baseline, seed: u64) -> Box<dyn Player> {
    Box::new(BaselinePlayer::<G> {
        kind,
        random: Random(seed),
        tree: uct::Tree::new(),
    })
}

/// A small source of reproducible chance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number from 0 to below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = splitmix64(self.0);
        ((u128::from(self.0) * bound as u128) >> 64) as usize
    }

    /// One of the reveals of a legal move, by their weights.
    pub(crate) fn reveal<G: Strategy>(&mut self, position: &G, mv: G::Move) -> G::Reveal {
        let mut total = 0;
        let mut chosen = None;
        position.visit_reveals(mv, |reveal, weight| {
            total += weight as usize;
            // Each reveal stays chosen with the probability of its weight.
            if self.below(total) < weight as usize {
                chosen = Some(reveal);
            }
        });
        match chosen {
            Some(reveal) => reveal,
            None => unreachable!("a legal move has a reveal, and weights are at least 1"),
        }
    }

    /// A random step; nothing in a finished game.
    pub(crate) fn step<G: Strategy>(
        &mut self,
        position: &G,
        moves: &mut Vec<G::Move>,
    ) -> Option<StepOf<G>> {
        moves.clear();
        position.collect_moves(moves);
        let mv = *moves.get(self.below(moves.len().max(1)))?;
        Some(Step {
            mv,
            reveal: self.reveal(position, mv),
        })
    }
}

struct BaselinePlayer<G: Strategy> {
    kind: Baseline,
    random: Random,
    tree: uct::Tree<G>,
}

impl<G: Describe + Strategy> Player for BaselinePlayer<G> {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn new_game(&mut self) {}

    fn choose(
        &mut self,
        turn: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, String> {
        let root = turn
            .position
            .as_any()
            .downcast_ref::<G>()
            .ok_or("a position of another game")?;
        let chosen = match self.kind {
            Baseline::Random => self.random.step(root, &mut Vec::new()).map(|step| step.mv),
            Baseline::Greedy => self.greedy(root),
            // Who has no choice need not think.
            Baseline::Uct if root.count_moves() == 1 => root.moves().into_iter().next(),
            Baseline::Uct => {
                let deadline = TimeManager::new(Instant::now(), limits);
                let mut playouts = 0;
                let mut go_on = || {
                    playouts += 1;
                    limits.nodes.is_none_or(|nodes| playouts <= nodes)
                        && !(stop.load(Ordering::Relaxed) || deadline.is_expired())
                };
                self.tree.choose(root, &mut self.random, &mut go_on)
            }
        };
        chosen
            .map(|mv| root.move_text(mv))
            .ok_or_else(|| "the game is over".into())
    }
}

impl<G: Strategy> BaselinePlayer<G> {
    /// The move with the best value after it, on the average over reveals; among equals any.
    fn greedy(&mut self, root: &G) -> Option<G::Move> {
        let mut best = None;
        for mv in root.moves() {
            let (mut sum, mut total) = (0.0, 0.0);
            root.visit_reveals(mv, |reveal, weight| {
                let mut next = *root;
                next.play_unchecked(Step { mv, reveal });
                sum += chance(&next, root.turn()) * f64::from(weight);
                total += f64::from(weight);
            });
            let rank = (sum / total, self.random.below(1 << 30));
            if best.is_none_or(|(top, _)| rank > top) {
                best = Some((rank, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// A side's chance to win, at a glance.
fn chance<G: Strategy>(position: &G, side: Side) -> f64 {
    match position.winner() {
        Some(winner) => f64::from(u8::from(winner == side)),
        None => {
            let value =
                crate::score::Score::from_eval(position.evaluate()).win_probability(G::SCALE);
            if position.turn() == side {
                value
            } else {
                1.0 - value
            }
        }
    }
}
