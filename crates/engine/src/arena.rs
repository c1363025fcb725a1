//! Matches between players: random balanced openings, adjudication, and statistics (Elo, SPRT).

mod adjudicator;
mod stats;

pub use adjudicator::Adjudicator;
pub(crate) use adjudicator::adjudicator;
pub use stats::{Sprt, SprtStatus, Tally};

#[cfg(test)]
mod tests;

use crate::limits::{Clock, Limits};
use crate::player::{GameState, Player, PlayerError};
use quintain_rules::erased::AnyPosition;
use quintain_rules::record::{EndReason, Record};
use quintain_rules::{Rng, Side};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The rules of a match, beyond those of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// A game is drawn after this many plies.
    pub max_plies: usize,
    /// A game is drawn when a position has occurred this often.
    pub max_repetitions: usize,
    /// The clock that each side starts with, if any.
    pub clock: Option<Clock>,
    /// How far a clock may be overrun before the game is lost on time.
    pub time_margin: Duration,
}

impl Default for MatchRules {
    fn default() -> Self {
        MatchRules {
            max_plies: 400,
            max_repetitions: 3,
            clock: None,
            time_margin: Duration::from_millis(20),
        }
    }
}

/// How many random openings are tried to find a balanced one.
const OPENING_CANDIDATES: u64 = 64;
/// Win probabilities of the side to move that count as balanced.
const BALANCED: RangeInclusive<f64> = 0.2..=0.8;

/// A random opening: steps from a position to one that the adjudicator finds balanced. The same
/// seed gives the same steps. If none of the openings tried is balanced, the one nearest to it.
pub fn opening(
    start: &dyn AnyPosition,
    plies: usize,
    seed: u64,
    adjudicator: &mut dyn Adjudicator,
) -> Vec<String> {
    adjudicator.new_game();
    if plies == 0 {
        return Vec::new();
    }
    let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9));
    let mut nearest: Option<(f64, Vec<String>)> = None;
    for _ in 0..OPENING_CANDIDATES {
        let Some((position, steps)) = random_steps(start, plies, &mut rng) else {
            continue;
        };
        // A game that is won already says nothing about the players, but it is better than
        // the same game again and again.
        let probability = adjudicator.balance(&*position).unwrap_or(0.0);
        if BALANCED.contains(&probability) {
            return steps;
        }
        let distance = (probability - 0.5).abs();
        if nearest.as_ref().is_none_or(|&(least, _)| distance < least) {
            nearest = Some((distance, steps));
        }
    }
    nearest.map(|(_, steps)| steps).unwrap_or_default()
}

/// This many random steps and where they lead; `None` if the game ends on the way.
fn random_steps(
    start: &dyn AnyPosition,
    plies: usize,
    rng: &mut Rng,
) -> Option<(Box<dyn AnyPosition>, Vec<String>)> {
    let mut position = start.boxed_clone();
    let mut steps = Vec::with_capacity(plies);
    for (step, next) in rng.erased_playout(start).take(plies) {
        steps.push(step);
        position = next;
    }
    let playing = steps.len() == plies && position.winner().is_none();
    playing.then_some((position, steps))
}

/// A game of a match, played to its end.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The whole game.
    pub record: Record,
    /// The winner; `None` if the game was drawn by the match rules.
    pub winner: Option<Side>,
    /// What a player did wrong, if that ended the game.
    pub fault: Option<PlayerError>,
}

/// Plays a game between two players from the end of an opening; `seed` determines the secret.
/// `limits` are those of the first and of the second side. With an adjudicator the game ends as
/// soon as it is proved who wins.
pub fn play_game(
    start: &dyn AnyPosition,
    opening: &[String],
    players: [&mut dyn Player; 2],
    limits: [Limits; 2],
    rules: &MatchRules,
    mut adjudicator: Option<&mut dyn Adjudicator>,
    seed: u64,
) -> MatchGame {
    let mut game = RunningGame::new(start, opening, rules, seed);
    let [first, second] = players;
    first.new_game();
    second.new_game();
    if let Some(adjudicator) = &mut adjudicator {
        adjudicator.new_game();
    }
    loop {
        if let Some(ended) = game.ended(rules) {
            return ended;
        }
        if let Some(adjudicator) = &mut adjudicator
            && let Some(ended) = game.adjudicate(&mut **adjudicator)
        {
            return ended;
        }
        let side = game.record.position().turn();
        let player: &mut dyn Player = match side {
            Side::First => &mut *first,
            Side::Second => &mut *second,
        };
        if let Err(fault) = game.play_turn(player, &limits[side.index()], rules) {
            return game.forfeit(!side, fault);
        }
    }
}

struct RunningGame {
    record: Record,
    referee: Box<dyn quintain_rules::erased::AnyReferee>,
    steps: Vec<String>,
    history: Vec<u64>,
    seen: HashMap<u64, usize>,
    clocks: Option<[Duration; 2]>,
}

impl RunningGame {
    fn new(start: &dyn AnyPosition, opening: &[String], rules: &MatchRules, seed: u64) -> Self {
        let mut record = Record::new(start.boxed_clone());
        for step in opening {
            // An opening consists of legal steps; it ends before one that is not.
            if record.play(step).is_err() {
                break;
            }
        }
        let mut history = Vec::new();
        let mut position = start.boxed_clone();
        let steps: Vec<String> = record
            .steps()
            .iter()
            .map(|step| step.text.clone())
            .collect();
        for step in &steps {
            history.push(position.zobrist());
            drop(position.play(step));
        }
        let mut seen = HashMap::new();
        for key in history.iter().copied().chain([position.zobrist()]) {
            *seen.entry(key).or_insert(0) += 1;
        }
        let secrets = position.secret_count().max(1) as usize;
        let referee = position.referee(Rng::new(seed).below(secrets) as u64);
        let clocks = rules.clock.map(|clock| [clock.remaining; 2]);
        RunningGame {
            record,
            referee,
            steps,
            history,
            seen,
            clocks,
        }
    }

    /// The game, if it is over by the rules of the game or of the match.
    fn ended(&mut self, rules: &MatchRules) -> Option<MatchGame> {
        if let Some(winner) = self.record.position().winner() {
            return Some(self.end(Some(winner), None));
        }
        let key = self.record.position().zobrist();
        let repeated = self
            .seen
            .get(&key)
            .is_some_and(|&times| times >= rules.max_repetitions);
        if repeated || self.record.steps().len() >= rules.max_plies {
            drop(self.record.end(None, EndReason::Adjudication));
            return Some(self.end(None, None));
        }
        None
    }

    /// Ends the game if the adjudicator can prove who wins.
    fn adjudicate(&mut self, adjudicator: &mut dyn Adjudicator) -> Option<MatchGame> {
        let winner = adjudicator.proven_winner(self.record.position(), &self.history)?;
        drop(self.record.end(Some(winner), EndReason::Adjudication));
        Some(self.end(Some(winner), None))
    }

    fn end(&self, winner: Option<Side>, fault: Option<PlayerError>) -> MatchGame {
        MatchGame {
            record: self.record.clone(),
            winner,
            fault,
        }
    }

    /// Has a player make a move.
    fn play_turn(
        &mut self,
        player: &mut dyn Player,
        limits: &Limits,
        rules: &MatchRules,
    ) -> Result<(), PlayerError> {
        let position = self.record.position();
        let side = position.turn().index();
        let clock = self.clocks.zip(rules.clock).map(|(clocks, clock)| Clock {
            remaining: clocks[side],
            increment: clock.increment,
        });
        let other = !position.turn();
        let limits = Limits {
            clock,
            opponent_clock: clock.zip(self.clocks).map(|(clock, clocks)| Clock {
                remaining: clocks[other.index()],
                ..clock
            }),
            ..*limits
        };
        let started = Instant::now();
        let stop = AtomicBool::new(false);
        let state = GameState {
            start: self.record.start(),
            steps: &self.steps,
            position,
            history: &self.history,
        };
        let chosen = player.choose(&state, &limits, &stop);
        let elapsed = started.elapsed();
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, rules.clock) {
            if elapsed > clocks[side] + rules.time_margin {
                return Err(PlayerError::OutOfTime);
            }
            clocks[side] = clocks[side].saturating_sub(elapsed) + clock.increment;
        }
        let key = position.zobrist();
        let mv = chosen?;
        let step = self.referee.play(&mv).map_err(PlayerError::Move)?;
        let recorded = self.record.play(&step.text);
        recorded.map_err(PlayerError::Record)?;
        self.history.push(key);
        self.steps.push(step.text);
        *self
            .seen
            .entry(self.record.position().zobrist())
            .or_insert(0) += 1;
        Ok(())
    }

    fn forfeit(&mut self, winner: Side, fault: PlayerError) -> MatchGame {
        let (reason, fault) = match fault {
            // Nothing wrong with that.
            PlayerError::Resigned => (EndReason::Resignation, None),
            PlayerError::OutOfTime => (EndReason::Time, Some(fault)),
            _ => (EndReason::Adjudication, Some(fault)),
        };
        drop(self.record.end(Some(winner), reason));
        self.end(Some(winner), fault)
    }
}
