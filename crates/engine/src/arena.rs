//! Matches between players: varied openings played from both sides, an arbiter, statistics.

mod adjudicator;
mod stats;

pub use adjudicator::Adjudicator;
pub(crate) use adjudicator::adjudicator;
pub use stats::{Sprt, SprtStatus, Tally};

#[cfg(test)]
mod tests;

use crate::baseline::Random;
use crate::limits::{Clock, Limits};
use crate::player::{GameState, Player};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_rules::record::{EndReason, Record};
use std::collections::HashMap;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a match is played by, beyond the rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// A game is drawn after so many plies.
    pub max_plies: usize,
    /// A game is drawn when a position has come so often.
    pub max_repetitions: usize,
    /// With a clock: what is left in the beginning and what each move adds.
    pub clock: Option<Clock>,
    /// How far a clock may be overdrawn before the game is lost on time.
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

/// How many openings are tried to find a balanced one.
const CANDIDATES: u64 = 64;
/// The chances of the side to move in a balanced opening.
const BALANCED: RangeInclusive<f64> = 0.2..=0.8;

/// A game's start: random steps from a position to one in which, as far as the judge sees,
/// both sides have their chances. The same seed gives the same steps.
///
/// Where no such steps are found, those nearest to it.
pub fn opening(
    start: &dyn AnyPosition,
    plies: usize,
    seed: u64,
    judge: &mut dyn Adjudicator,
) -> Vec<String> {
    judge.new_game();
    if plies == 0 {
        return Vec::new();
    }
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9));
    let mut nearest: Option<(f64, Vec<String>)> = None;
    for _ in 0..CANDIDATES {
        let Some((position, steps)) = random_steps(start, plies, &mut random) else {
            continue;
        };
        // A game that is won already says nothing about the players, but it is better than
        // the same game again and again.
        let chance = judge.balance(&*position).unwrap_or(0.0);
        if BALANCED.contains(&chance) {
            return steps;
        }
        let distance = (chance - 0.5).abs();
        if nearest.as_ref().is_none_or(|&(least, _)| distance < least) {
            nearest = Some((distance, steps));
        }
    }
    nearest.map(|(_, steps)| steps).unwrap_or_default()
}

/// So many random steps and where they lead; nothing if the game ends on the way.
fn random_steps(
    start: &dyn AnyPosition,
    plies: usize,
    random: &mut Random,
) -> Option<(Box<dyn AnyPosition>, Vec<String>)> {
    let mut position = start.boxed_clone();
    let mut steps = Vec::with_capacity(plies);
    for _ in 0..plies {
        let mut events = position.events();
        if events.is_empty() {
            return None;
        }
        let event = events.swap_remove(random.below(events.len()));
        position.play(&event.text).ok()?;
        steps.push(event.text);
    }
    position.winner().is_none().then_some((position, steps))
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The whole game.
    pub record: Record,
    /// Who has won; nobody if the arbiter drew it.
    pub winner: Option<Side>,
    /// What a player did wrong, if the game ended by that.
    pub fault: Option<String>,
}

/// Plays a game between two players from the end of an opening; `seed` decides what is left to
/// chance. `limits` are those of the first and of the second side. With a judge the game ends
/// as soon as it is proved who wins.
pub fn play_game(
    start: &dyn AnyPosition,
    opening: &[String],
    players: [&mut dyn Player; 2],
    limits: [Limits; 2],
    arbiter: &MatchRules,
    mut judge: Option<&mut dyn Adjudicator>,
    seed: u64,
) -> MatchGame {
    let mut game = RunningGame::new(start, opening, arbiter, seed);
    let [first, second] = players;
    first.new_game();
    second.new_game();
    if let Some(judge) = &mut judge {
        judge.new_game();
    }
    loop {
        if let Some(played) = game.over(arbiter) {
            return played;
        }
        if let Some(judge) = &mut judge
            && let Some(played) = game.proved(&mut **judge)
        {
            return played;
        }
        let side = game.record.position().turn();
        let player: &mut dyn Player = match side {
            Side::First => &mut *first,
            Side::Second => &mut *second,
        };
        if let Err(fault) = game.turn(player, &limits[side.index()], arbiter) {
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

/// Why a player has lost without the rules saying so.
enum Fault {
    Time,
    Move(String),
}

impl RunningGame {
    fn new(start: &dyn AnyPosition, opening: &[String], arbiter: &MatchRules, seed: u64) -> Self {
        let mut record = Record::new(start.boxed_clone());
        for step in opening {
            // An opening is made of legal steps; one that is not ends there.
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
        let referee = position.referee(Random(seed).below(secrets) as u64);
        let clocks = arbiter.clock.map(|clock| [clock.remaining; 2]);
        RunningGame {
            record,
            referee,
            steps,
            history,
            seen,
            clocks,
        }
    }

    fn over(&mut self, arbiter: &MatchRules) -> Option<MatchGame> {
        if let Some(winner) = self.record.position().winner() {
            return Some(self.end(Some(winner), None));
        }
        let key = self.record.position().zobrist();
        let repeated = self
            .seen
            .get(&key)
            .is_some_and(|&times| times >= arbiter.max_repetitions);
        if repeated || self.record.steps().len() >= arbiter.max_plies {
            drop(self.record.end(None, EndReason::Adjudication));
            return Some(self.end(None, None));
        }
        None
    }

    /// Ends the game if the judge can prove who wins.
    fn proved(&mut self, judge: &mut dyn Adjudicator) -> Option<MatchGame> {
        let winner = judge.proven_winner(self.record.position(), &self.history)?;
        drop(self.record.end(Some(winner), EndReason::Adjudication));
        Some(self.end(Some(winner), None))
    }

    fn end(&self, winner: Option<Side>, fault: Option<String>) -> MatchGame {
        MatchGame {
            record: self.record.clone(),
            winner,
            fault,
        }
    }

    /// Has a player move.
    fn turn(
        &mut self,
        player: &mut dyn Player,
        limits: &Limits,
        arbiter: &MatchRules,
    ) -> Result<(), Fault> {
        let position = self.record.position();
        let side = position.turn().index();
        let clock = self.clocks.zip(arbiter.clock).map(|(clocks, clock)| Clock {
            remaining: clocks[side],
            increment: clock.increment,
        });
        let limits = Limits { clock, ..*limits };
        let begin = Instant::now();
        let stop = AtomicBool::new(false);
        let turn = GameState {
            start: self.record.start(),
            steps: &self.steps,
            position,
            history: &self.history,
        };
        let chosen = player.choose(&turn, &limits, &stop);
        let took = begin.elapsed();
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, arbiter.clock) {
            if took > clocks[side] + arbiter.time_margin {
                return Err(Fault::Time);
            }
            clocks[side] = clocks[side].saturating_sub(took) + clock.increment;
        }
        let key = position.zobrist();
        let mv = chosen.map_err(Fault::Move)?;
        let step = self
            .referee
            .play(&mv)
            .map_err(|error| Fault::Move(error.to_string()))?;
        self.record
            .play(&step.text)
            .map_err(|error| Fault::Move(error.to_string()))?;
        self.history.push(key);
        self.steps.push(step.text);
        *self
            .seen
            .entry(self.record.position().zobrist())
            .or_insert(0) += 1;
        Ok(())
    }

    fn forfeit(&mut self, winner: Side, fault: Fault) -> MatchGame {
        let (ended_by, reason) = match fault {
            Fault::Time => (EndReason::Time, "the time ran out".to_owned()),
            Fault::Move(reason) => (EndReason::Adjudication, reason),
        };
        drop(self.record.end(Some(winner), ended_by));
        self.end(Some(winner), Some(reason))
    }
}
