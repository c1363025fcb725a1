//! Matches between players: varied openings played from both sides, an arbiter, statistics.

mod stats;

pub use stats::{Sprt, Tally, Verdict};

use crate::baseline::Random;
use crate::limits::{Clock, Limits};
use crate::player::{Player, Turn};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_rules::record::{Record, Termination};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a match is played by, beyond the rules of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arbiter {
    /// A game is drawn after so many plies.
    pub longest: usize,
    /// A game is drawn when a position has come so often.
    pub repetitions: usize,
    /// With a clock: what is left in the beginning and what each move adds.
    pub clock: Option<Clock>,
    /// How far a clock may be overdrawn before the game is lost on time.
    pub grace: Duration,
}

impl Default for Arbiter {
    fn default() -> Self {
        Arbiter {
            longest: 400,
            repetitions: 3,
            clock: None,
            grace: Duration::from_millis(20),
        }
    }
}

/// A game's start: random steps from the usual position.
pub fn opening(start: &dyn AnyPosition, plies: usize, seed: u64) -> Vec<String> {
    // Openings that end the game, or nearly, say nothing about the players.
    for attempt in 0..100 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9).wrapping_add(attempt));
        let mut position = start.boxed_clone();
        let mut steps = Vec::new();
        while steps.len() < plies && position.winner().is_none() {
            let events = position.events();
            let text = events[random.below(events.len())].text.clone();
            if position.play(&text).is_err() {
                break;
            }
            steps.push(text);
        }
        if steps.len() == plies && !ends_soon(&*position) {
            return steps;
        }
    }
    Vec::new()
}

/// Whether the game is over, or the side to move can win at once.
fn ends_soon(position: &dyn AnyPosition) -> bool {
    position.winner().is_some()
        || position.events().iter().any(|event| {
            let mut next = position.boxed_clone();
            next.play(&event.text).is_ok() && next.winner() == Some(position.turn())
        })
}

/// A game that was played to its end.
#[derive(Clone, Debug)]
pub struct Played {
    /// The whole game.
    pub record: Record,
    /// Who has won; nobody if the arbiter drew it.
    pub winner: Option<Side>,
    /// What a player did wrong, if the game ended by that.
    pub fault: Option<String>,
}

/// Plays a game between two players from the end of an opening; `seed` decides what is left to
/// chance. `limits` are those of the first and of the second side.
pub fn play_game(
    start: &dyn AnyPosition,
    opening: &[String],
    players: [&mut dyn Player; 2],
    limits: [Limits; 2],
    arbiter: &Arbiter,
    seed: u64,
) -> Played {
    let mut game = Running::new(start, opening, arbiter, seed);
    let [first, second] = players;
    first.new_game();
    second.new_game();
    loop {
        if let Some(played) = game.over(arbiter) {
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

struct Running {
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

impl Running {
    fn new(start: &dyn AnyPosition, opening: &[String], arbiter: &Arbiter, seed: u64) -> Self {
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
            history.push(position.key());
            drop(position.play(step));
        }
        let mut seen = HashMap::new();
        for key in history.iter().copied().chain([position.key()]) {
            *seen.entry(key).or_insert(0) += 1;
        }
        let secrets = position.secret_count().max(1) as usize;
        let referee = position.referee(Random(seed).below(secrets) as u64);
        let clocks = arbiter.clock.map(|clock| [clock.left; 2]);
        Running {
            record,
            referee,
            steps,
            history,
            seen,
            clocks,
        }
    }

    fn over(&mut self, arbiter: &Arbiter) -> Option<Played> {
        if let Some(winner) = self.record.position().winner() {
            return Some(self.end(Some(winner), None));
        }
        let key = self.record.position().key();
        let repeated = self
            .seen
            .get(&key)
            .is_some_and(|&times| times >= arbiter.repetitions);
        if repeated || self.record.steps().len() >= arbiter.longest {
            drop(self.record.end(None, Termination::Adjudication));
            return Some(self.end(None, None));
        }
        None
    }

    fn end(&self, winner: Option<Side>, fault: Option<String>) -> Played {
        Played {
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
        arbiter: &Arbiter,
    ) -> Result<(), Fault> {
        let position = self.record.position();
        let side = position.turn().index();
        let clock = self.clocks.zip(arbiter.clock).map(|(clocks, clock)| Clock {
            left: clocks[side],
            increment: clock.increment,
        });
        let limits = Limits { clock, ..*limits };
        let begin = Instant::now();
        let stop = AtomicBool::new(false);
        let turn = Turn {
            start: self.record.start(),
            steps: &self.steps,
            position,
            history: &self.history,
        };
        let chosen = player.choose(&turn, &limits, &stop);
        let took = begin.elapsed();
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, arbiter.clock) {
            if took > clocks[side] + arbiter.grace {
                return Err(Fault::Time);
            }
            clocks[side] = clocks[side].saturating_sub(took) + clock.increment;
        }
        let key = position.key();
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
        *self.seen.entry(self.record.position().key()).or_insert(0) += 1;
        Ok(())
    }

    fn forfeit(&mut self, winner: Side, fault: Fault) -> Played {
        let (termination, reason) = match fault {
            Fault::Time => (Termination::Time, "the time ran out".to_owned()),
            Fault::Move(reason) => (Termination::Adjudication, reason),
        };
        drop(self.record.end(Some(winner), termination));
        self.end(Some(winner), Some(reason))
    }
}
