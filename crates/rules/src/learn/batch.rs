//! Many games at once, in step with each other, for learning programs.

use super::{Count, Encode, Number};
use crate::{Reveal, Rng, Step};
use std::ops::ControlFlow;

/// Many games of one kind on one board, each at its own position. Each part of their state has an
/// array of its own.
///
/// Every game has a seed, and what happens to it follows from its seed and its actions alone, so
/// it does not matter which others are in the batch.
#[derive(Clone, Debug)]
pub struct Batch<P> {
    /// The positions that games begin with.
    starts: Vec<P>,
    positions: Vec<P>,
    /// What chance draws from.
    chance: Vec<Rng>,
    /// What [`Batch::sample`] draws from.
    choice: Vec<Rng>,
    plies: Vec<u32>,
    auto_reset: bool,
    max_plies: u32,
}

/// What became of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum EnvStatus {
    /// It was played.
    Played = 0,
    /// It is not legal, or not an action at all: the game is unchanged.
    Illegal = 1,
    /// The game is over and does not start anew by itself: it is unchanged.
    Over = 2,
}

/// Where the results of a step go, one number per game; those that nobody wants are left out.
#[derive(Debug, Default)]
pub struct StepResults<'a> {
    /// For the side that acted: 1 if it has won by this, -1 if it has lost, else 0.
    pub rewards: Option<&'a mut [f32]>,
    /// Whether the game has ended by its rules.
    pub terminated: Option<&'a mut [bool]>,
    /// Whether the game has reached the limit of plies.
    pub truncated: Option<&'a mut [bool]>,
    /// What became of the action: see [`EnvStatus`].
    pub status: Option<&'a mut [u8]>,
    /// The probability of what chance drew: 1 where there was nothing to draw, and 0 where nothing
    /// was played.
    pub probabilities: Option<&'a mut [f32]>,
}

/// What one step of one game gives.
struct Outcome {
    reward: f32,
    terminated: bool,
    truncated: bool,
    status: EnvStatus,
    probability: f32,
}

impl Outcome {
    /// Nothing was played, in a game that has ended by its rules, or was cut off, or neither.
    fn rejected(terminated: bool, truncated: bool) -> Self {
        let over = terminated || truncated;
        Outcome {
            reward: 0.0,
            terminated,
            truncated,
            status: if over {
                EnvStatus::Over
            } else {
                EnvStatus::Illegal
            },
            probability: 0.0,
        }
    }
}

impl<P: Encode> Batch<P> {
    /// One game per seed, each at a start. `starts` are the positions that games can begin with
    /// ([`Position::initial_positions`](crate::Position::initial_positions)); there must be at
    /// least one, or the batch is empty. A game is cut off after `max_plies` plies.
    pub fn new(starts: Vec<P>, seeds: &[u64], auto_reset: bool, max_plies: Option<u32>) -> Self {
        let seeds = if starts.is_empty() { &[] } else { seeds };
        let mut batch = Batch {
            positions: seeds
                .iter()
                .filter_map(|_| starts.first().copied())
                .collect(),
            chance: seeds.iter().copied().map(Rng::new).collect(),
            choice: seeds.iter().map(|&seed| Rng::new(!seed)).collect(),
            plies: vec![0; seeds.len()],
            starts,
            auto_reset,
            max_plies: max_plies.unwrap_or(u32::MAX),
        };
        for env in 0..batch.len() {
            batch.reset(env);
        }
        batch
    }

    /// How many games there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions of the games.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// How many plies each game has lasted.
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Puts a game at a position, as if it began there; `false` if there is no such game.
    pub fn set_position(&mut self, env: usize, position: P) -> bool {
        let (Some(own), Some(plies)) = (self.positions.get_mut(env), self.plies.get_mut(env))
        else {
            return false;
        };
        (*own, *plies) = (position, 0);
        true
    }

    /// Gives a game another seed.
    pub fn set_seed(&mut self, env: usize, seed: u64) {
        if let (Some(chance), Some(choice)) = (self.chance.get_mut(env), self.choice.get_mut(env)) {
            (*chance, *choice) = (Rng::new(seed), Rng::new(!seed));
        }
    }

    /// Starts a game anew.
    #[inline]
    pub fn reset(&mut self, env: usize) {
        let drawn = match self.starts.as_slice() {
            [only] => Some(*only),
            starts => self
                .chance
                .get_mut(env)
                .and_then(|rng| rng.choose(starts).copied()),
        };
        if let Some(start) = drawn {
            self.set_position(env, start);
        }
    }

    /// Plays an action in every game, and returns how many were not played. Games without an
    /// action are left as they are.
    pub fn step<A: Copy + Into<i64>>(
        &mut self,
        actions: &[A],
        results: &mut StepResults<'_>,
    ) -> usize {
        fn put<T>(out: &mut Option<&mut [T]>, env: usize, value: T) {
            if let Some(place) = out.as_mut().and_then(|out| out.get_mut(env)) {
                *place = value;
            }
        }
        let mut rejected = 0;
        for (env, &action) in (0..self.len()).zip(actions) {
            let outcome = self.step_one(env, action.into());
            rejected += usize::from(outcome.status != EnvStatus::Played);
            put(&mut results.rewards, env, outcome.reward);
            put(&mut results.terminated, env, outcome.terminated);
            put(&mut results.truncated, env, outcome.truncated);
            put(&mut results.status, env, outcome.status as u8);
            put(&mut results.probabilities, env, outcome.probability);
        }
        rejected
    }

    #[inline]
    fn step_one(&mut self, env: usize, action: i64) -> Outcome {
        let position = &mut self.positions[env];
        let mv = usize::try_from(action)
            .ok()
            .and_then(|action| position.move_of(action));
        let cut_off = self.plies[env] >= self.max_plies;
        let Some(mv) = mv.filter(|&mv| !cut_off && position.is_legal(mv)) else {
            let won = position.winner().is_some();
            return Outcome::rejected(won, cut_off && !won);
        };
        let mover = position.turn();
        let mut probability = 1.0;
        let reveal = if P::Reveal::ALL.len() == 1 {
            P::Reveal::ALL[0]
        } else {
            let reveal = self.chance[env].reveal(position, mv);
            probability = reveal_probability(position, mv, reveal);
            reveal
        };
        position.play_unchecked(Step { mv, reveal });
        self.plies[env] += 1;
        let winner = position.winner();
        let truncated = winner.is_none() && self.plies[env] >= self.max_plies;
        if self.auto_reset && (winner.is_some() || truncated) {
            self.reset(env);
        }
        Outcome {
            reward: match winner {
                Some(side) if side == mover => 1.0,
                Some(_) => -1.0,
                None => 0.0,
            },
            terminated: winner.is_some(),
            truncated,
            status: EnvStatus::Played,
            probability,
        }
    }

    /// Writes the observations of all games, one after the other.
    pub fn write_observations<T: Count>(&self, out: &mut [T]) {
        let Some(len) = self.starts.first().map(Encode::observation_len) else {
            return;
        };
        for (position, planes) in self.positions.iter().zip(out.chunks_exact_mut(len.max(1))) {
            position.write_planes(planes);
        }
    }

    /// Writes the masks of the legal actions of all games, one after the other.
    pub fn write_masks<T: Number>(&self, out: &mut [T]) {
        let Some(len) = self.starts.first().map(Encode::action_count) else {
            return;
        };
        for (position, mask) in self.positions.iter().zip(out.chunks_exact_mut(len.max(1))) {
            position.write_mask(mask);
        }
    }

    /// Writes who is to move in each game: 0 for the first side, 1 for the second.
    pub fn write_players(&self, out: &mut [i8]) {
        for (position, player) in self.positions.iter().zip(out) {
            *player = position.turn() as i8;
        }
    }

    /// Draws a legal action for each game, all equally likely; -1 where there is none.
    pub fn sample(&mut self, out: &mut [i64]) {
        let games = self.positions.iter().zip(&mut self.choice);
        for ((position, rng), action) in games.zip(out) {
            let mut left = rng.below(position.count_moves() as usize);
            let drawn = position.visit_moves(|mv| match left {
                0 => ControlFlow::Break(mv),
                _ => {
                    left -= 1;
                    ControlFlow::Continue(())
                }
            });
            *action = match drawn {
                ControlFlow::Break(mv) => position.action_of(mv) as i64,
                ControlFlow::Continue(()) => -1,
            };
        }
    }
}

/// The probability that a legal move reveals this.
pub(crate) fn reveal_probability<P: Encode>(position: &P, mv: P::Move, drawn: P::Reveal) -> f32 {
    let (mut own, mut total) = (0, 0);
    position.visit_reveals(mv, |reveal, weight| {
        total += weight;
        if reveal == drawn {
            own = weight;
        }
    });
    own as f32 / total.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::{Batch, EnvStatus, StepResults};
    use crate::Position;
    use crate::games::incognito::Incognito;
    use crate::games::knights_duel::KnightsDuel;
    use crate::learn::Encode;

    fn duels(count: usize, auto_reset: bool, max_plies: Option<u32>) -> Batch<KnightsDuel> {
        let starts = KnightsDuel::initial_positions(Some(4)).expect("a board");
        Batch::new(starts, &vec![1; count], auto_reset, max_plies)
    }

    #[test]
    fn an_illegal_action_is_reported_and_leaves_its_game_unchanged() {
        let mut batch = duels(5, true, None);
        let before = batch.positions().to_vec();
        let legal = before[0].action_of(before[0].moves()[0]) as i64;
        let mut status = [9; 5];
        let mut results = StepResults {
            status: Some(&mut status),
            ..StepResults::default()
        };
        let actions = [legal, -1, 0, i64::MAX, i64::MIN];
        assert_eq!(batch.step(&actions, &mut results), 4);
        assert_eq!(status, [0, 1, 1, 1, 1]);
        assert_ne!(batch.positions()[0], before[0]);
        assert_eq!(batch.positions()[1..], before[1..]);
        assert_eq!(batch.plies(), [1, 0, 0, 0, 0]);
    }

    #[test]
    fn the_winner_is_the_side_that_is_rewarded() {
        let mut batch = duels(64, false, None);
        for seed in 0..64 {
            batch.set_seed(seed, seed as u64);
        }
        let mut ended = 0;
        for _ in 0..16 {
            let movers: Vec<_> = batch.positions().iter().map(Position::turn).collect();
            let mut actions = [0; 64];
            batch.sample(&mut actions);
            let (mut rewards, mut terminated, mut status) = ([9.0; 64], [false; 64], [9; 64]);
            let mut results = StepResults {
                rewards: Some(&mut rewards),
                terminated: Some(&mut terminated),
                status: Some(&mut status),
                ..StepResults::default()
            };
            batch.step(&actions, &mut results);
            for env in 0..64 {
                let winner = batch.positions()[env].winner();
                assert_eq!(terminated[env], winner.is_some());
                if status[env] == EnvStatus::Played as u8 && winner.is_some() {
                    assert_eq!(
                        rewards[env],
                        if winner == Some(movers[env]) {
                            1.0
                        } else {
                            -1.0
                        }
                    );
                    ended += 1;
                } else {
                    assert_eq!(rewards[env], 0.0);
                }
            }
        }
        assert_eq!(ended, 64);
    }

    #[test]
    fn a_game_that_is_too_long_is_cut_off_and_starts_anew() {
        let mut batch = duels(1, true, Some(2));
        let start = batch.positions()[0];
        let mut truncated = [false];
        for expected in [false, true, false, true] {
            let mut actions = [0];
            batch.sample(&mut actions);
            let mut results = StepResults {
                truncated: Some(&mut truncated),
                ..StepResults::default()
            };
            assert_eq!(batch.step(&actions, &mut results), 0);
            assert_eq!(truncated, [expected]);
            assert_eq!(batch.positions()[0] == start, expected);
        }
    }

    #[test]
    fn a_game_that_was_cut_off_stays_so_and_one_that_was_won_stays_that() {
        for (max_plies, cut_off) in [(Some(2), true), (None, false)] {
            let mut batch = duels(1, false, max_plies);
            for step in 0..40 {
                let mut actions = [0];
                batch.sample(&mut actions);
                let (mut terminated, mut truncated, mut status) = ([false], [false], [9]);
                let mut results = StepResults {
                    terminated: Some(&mut terminated),
                    truncated: Some(&mut truncated),
                    status: Some(&mut status),
                    ..StepResults::default()
                };
                batch.step(&actions, &mut results);
                if step > 20 {
                    assert_eq!(status, [EnvStatus::Over as u8]);
                    assert_eq!((terminated, truncated), ([!cut_off], [cut_off]));
                }
            }
        }
    }

    #[test]
    fn a_game_follows_from_its_seed_whatever_else_is_in_the_batch() {
        let starts = Incognito::initial_positions(Some(5)).expect("a board");
        let mut all = Batch::new(starts.clone(), &[3, 4, 5], true, None);
        let mut alone = Batch::new(starts, &[4], true, None);
        for _ in 0..300 {
            let (mut three, mut one) = ([0; 3], [0; 1]);
            all.sample(&mut three);
            alone.sample(&mut one);
            let mut drawn = [0.0; 3];
            let mut results = StepResults {
                probabilities: Some(&mut drawn),
                ..StepResults::default()
            };
            assert_eq!(all.step(&three, &mut results), 0);
            assert!(drawn.iter().all(|&drawn| drawn > 0.0 && drawn <= 1.0));
            alone.step(&one, &mut StepResults::default());
            assert_eq!(all.positions()[1], alone.positions()[0]);
        }
    }
}
