//! Baselines: simple opponents to measure the engine against, kept as they are.

mod uct;

use crate::host::{Host, SystemHost};
use crate::limits::{Limits, TimeManager};
use crate::player::{GameState, Player, PlayerError};
use crate::score::Score;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, GameInfo, Rng, Side, Step};
use std::sync::atomic::{AtomicBool, Ordering};

/// The kinds of baselines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Baseline {
    /// Plays any legal move.
    Random,
    /// Plays the move with the best static evaluation after it.
    Greedy,
    /// Plain UCT: Monte Carlo tree search with random playouts.
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

/// A baseline player for a game's type.
pub(crate) fn baseline<P: Describe + Evaluate>(kind: Baseline, seed: u64) -> Box<dyn Player> {
    Box::new(BaselinePlayer::<P> {
        kind,
        rng: Rng::new(seed),
        uct: uct::UctTree::new(),
    })
}

struct BaselinePlayer<P: Evaluate> {
    kind: Baseline,
    rng: Rng,
    uct: uct::UctTree<P>,
}

impl<P: Describe + Evaluate> Player for BaselinePlayer<P> {
    fn info(&self) -> &'static GameInfo {
        &P::INFO
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }

    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        stop: &AtomicBool,
    ) -> Result<String, PlayerError> {
        let root =
            state
                .position
                .as_any()
                .downcast_ref::<P>()
                .ok_or_else(|| PlayerError::OtherGame {
                    game: P::INFO.name(),
                })?;
        let chosen = match self.kind {
            Baseline::Random => self.rng.step(root, &mut Vec::new()).map(|step| step.mv),
            Baseline::Greedy => self.greedy(root),
            // A forced move needs no search.
            Baseline::Uct if root.count_moves() == 1 => root.moves().into_iter().next(),
            Baseline::Uct => {
                let time_manager = TimeManager::new(SystemHost.now(), limits);
                let mut playouts = 0;
                let mut may_continue = || {
                    playouts += 1;
                    limits.nodes.is_none_or(|nodes| playouts <= nodes)
                        && !(stop.load(Ordering::Relaxed)
                            || time_manager.is_expired(SystemHost.now()))
                };
                self.uct.choose(root, &mut self.rng, &mut may_continue)
            }
        };
        chosen
            .map(|mv| root.move_text(mv))
            .ok_or(PlayerError::GameOver)
    }
}

impl<P: Evaluate> BaselinePlayer<P> {
    /// The move with the highest win probability after it by static evaluation, in the mean over
    /// reveals; ties are broken at random.
    fn greedy(&mut self, root: &P) -> Option<P::Move> {
        let mut best = None;
        for mv in root.moves() {
            let (mut sum, mut total) = (0.0, 0.0);
            root.visit_reveals(mv, |reveal, weight| {
                let mut next = *root;
                next.play_unchecked(Step { mv, reveal });
                sum += win_probability(&next, root.turn()) * f64::from(weight);
                total += f64::from(weight);
            });
            let rank = (sum / total, self.rng.below(1 << 30));
            if best.is_none_or(|(top, _)| rank > top) {
                best = Some((rank, mv));
            }
        }
        best.map(|(_, mv)| mv)
    }
}

/// A side's win probability by static evaluation.
fn win_probability<P: Evaluate>(position: &P, side: Side) -> f64 {
    match position.winner() {
        Some(winner) => f64::from(u8::from(winner == side)),
        None => {
            let value = Score::from_eval(position.evaluate()).win_probability(P::SCALE);
            if position.turn() == side {
                value
            } else {
                1.0 - value
            }
        }
    }
}
