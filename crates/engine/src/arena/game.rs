//! One game of a match.

use super::adjudicator::Adjudicator;
use super::openings::Opening;
use crate::host::Host;
use crate::limits::{Clock, Limits};
use crate::player::{GameState, Player, PlayerError};
use quintain_rules::record::{EndReason, Record};
use quintain_rules::{Rng, Side};
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The rules of a match, beyond those of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchRules {
    /// A game is drawn after this many plies, those of the opening included.
    pub max_plies: usize,
    /// A game is drawn when a position has occurred this often.
    pub max_repetitions: usize,
    /// The clock that each side starts with, if any.
    pub clock: Option<Clock>,
    /// How far a clock or a limit of time may be overrun before the game is lost on time.
    pub time_margin: Duration,
}

impl Default for MatchRules {
    fn default() -> Self {
        MatchRules {
            max_plies: 400,
            max_repetitions: 3,
            clock: None,
            time_margin: Duration::from_millis(500),
        }
    }
}

/// Why a game of a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules of the game.
    Rules,
    /// The adjudicator proved who wins.
    Proof,
    /// A draw: the position occurred too often.
    Repetition,
    /// A draw: the game took too long.
    Length,
    /// A player resigned.
    Resignation,
    /// A fault: a player overran its time.
    Time,
    /// A fault: a move that is not legal.
    IllegalMove,
    /// A fault: the program exited.
    Crash,
    /// A fault: the program did not answer.
    NoAnswer,
    /// A fault: the program answered something else than a move.
    Protocol,
}

impl Ending {
    /// The faults.
    pub const FAULTS: [Ending; 5] = [
        Ending::Time,
        Ending::IllegalMove,
        Ending::Crash,
        Ending::NoAnswer,
        Ending::Protocol,
    ];

    const ALL: [Ending; 10] = [
        Ending::Rules,
        Ending::Proof,
        Ending::Repetition,
        Ending::Length,
        Ending::Resignation,
        Ending::Time,
        Ending::IllegalMove,
        Ending::Crash,
        Ending::NoAnswer,
        Ending::Protocol,
    ];

    /// The word for it in records and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Ending::Rules => "rules",
            Ending::Proof => "proof",
            Ending::Repetition => "repetition",
            Ending::Length => "length",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::IllegalMove => "illegal-move",
            Ending::Crash => "crash",
            Ending::NoAnswer => "no-answer",
            Ending::Protocol => "protocol",
        }
    }

    /// The ending for a word.
    pub fn from_word(word: &str) -> Option<Ending> {
        Ending::ALL.into_iter().find(|it| it.as_str() == word)
    }

    /// Whether a player has done something wrong.
    pub fn is_fault(self) -> bool {
        Ending::FAULTS.contains(&self)
    }

    /// How a game ends in which a player has no move for this reason.
    fn of(error: &PlayerError) -> Ending {
        match error {
            PlayerError::Resigned => Ending::Resignation,
            PlayerError::OutOfTime { .. } => Ending::Time,
            PlayerError::Move(_) | PlayerError::Record(_) => Ending::IllegalMove,
            PlayerError::Exited { .. }
            | PlayerError::InputClosed
            | PlayerError::CannotStart { .. }
            | PlayerError::NoCommand => Ending::Crash,
            PlayerError::NoAnswer { .. } => Ending::NoAnswer,
            PlayerError::Reported { .. }
            | PlayerError::NoMove
            | PlayerError::NoOption { .. }
            | PlayerError::GameOver
            | PlayerError::OtherGame { .. } => Ending::Protocol,
        }
    }

    /// The word of the record's own vocabulary.
    fn reason(self) -> EndReason {
        match self {
            Ending::Rules => EndReason::Rules,
            Ending::Resignation => EndReason::Resignation,
            Ending::Time => EndReason::Time,
            _ => EndReason::Adjudication,
        }
    }
}

/// A game of a match, played to its end.
#[derive(Clone, Debug)]
pub struct MatchGame {
    /// The whole game.
    pub record: Record,
    /// The winner; `None` if the game was drawn by the match rules.
    pub winner: Option<Side>,
    /// Why it ended.
    pub ending: Ending,
    /// What the side to move did wrong, if that ended the game.
    pub fault: Option<PlayerError>,
}

/// A game to be played.
#[derive(Clone, Copy)]
pub struct GameSetup<'a> {
    /// Where it begins.
    pub opening: &'a Opening,
    /// The limits of the first and of the second side.
    pub limits: [Limits; 2],
    /// The rules of the match.
    pub rules: &'a MatchRules,
    /// Determines the secret.
    pub secret_seed: u64,
    /// Determine the random choices of the first and of the second side.
    pub seeds: [u64; 2],
    /// Measures the players' time.
    pub host: &'a dyn Host,
}

/// Plays a game between two players. With an adjudicator the game ends as soon as it is proved who
/// wins.
pub fn play_game(
    setup: &GameSetup<'_>,
    players: [&mut dyn Player; 2],
    mut adjudicator: Option<&mut dyn Adjudicator>,
) -> MatchGame {
    let mut game = RunningGame::new(setup);
    let [first, second] = players;
    first.new_game(setup.seeds[0]);
    second.new_game(setup.seeds[1]);
    if let Some(adjudicator) = &mut adjudicator {
        adjudicator.new_game();
    }
    loop {
        if let Some((winner, ending)) = game.ended(setup.rules) {
            return game.end(winner, ending, None);
        }
        if let Some(adjudicator) = &mut adjudicator
            && let Some(winner) = adjudicator.proven_winner(game.record.position(), &game.history)
        {
            return game.end(Some(winner), Ending::Proof, None);
        }
        let side = game.record.position().turn();
        let player: &mut dyn Player = match side {
            Side::First => &mut *first,
            Side::Second => &mut *second,
        };
        if let Err(error) = game.play_turn(player, setup) {
            let ending = Ending::of(&error);
            return game.end(Some(!side), ending, ending.is_fault().then_some(error));
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
    fn new(setup: &GameSetup<'_>) -> Self {
        let opening = setup.opening;
        let mut record = Record::new(opening.start().boxed_clone());
        for step in opening.steps() {
            // An opening consists of legal steps; it ends before one that is not.
            if record.play(step).is_err() {
                break;
            }
        }
        let position = record.position();
        let mut seen = HashMap::new();
        for key in opening
            .history()
            .iter()
            .copied()
            .chain([position.zobrist()])
        {
            *seen.entry(key).or_insert(0) += 1;
        }
        let secrets = position.secret_count().max(1) as usize;
        let secret = Rng::new(setup.secret_seed).below(secrets) as u64;
        RunningGame {
            referee: position.referee(secret),
            record,
            steps: opening.steps().to_vec(),
            history: opening.history().to_vec(),
            seen,
            clocks: setup.rules.clock.map(|clock| [clock.remaining; 2]),
        }
    }

    /// How the game has ended, if it is over by the rules of the game or of the match.
    fn ended(&self, rules: &MatchRules) -> Option<(Option<Side>, Ending)> {
        let position = self.record.position();
        if let Some(winner) = position.winner() {
            return Some((Some(winner), Ending::Rules));
        }
        let times = self.seen.get(&position.zobrist()).copied();
        if times.is_some_and(|times| times >= rules.max_repetitions) {
            return Some((None, Ending::Repetition));
        }
        (self.steps.len() >= rules.max_plies).then_some((None, Ending::Length))
    }

    fn end(
        mut self,
        winner: Option<Side>,
        ending: Ending,
        fault: Option<PlayerError>,
    ) -> MatchGame {
        // A game that is over by its rules has its result already.
        drop(self.record.end(winner, ending.reason()));
        MatchGame {
            record: self.record,
            winner,
            ending,
            fault,
        }
    }

    /// The limits of the side to move, with what the clocks show.
    fn limits(&self, setup: &GameSetup<'_>) -> Limits {
        let turn = self.record.position().turn();
        let clock = |side: Side| {
            let clock = setup.rules.clock?;
            let remaining = self.clocks?[side.index()];
            Some(Clock { remaining, ..clock })
        };
        Limits {
            clock: clock(turn),
            opponent_clock: clock(!turn),
            ..setup.limits[turn.index()]
        }
    }

    /// Has a player make a move.
    fn play_turn(
        &mut self,
        player: &mut dyn Player,
        setup: &GameSetup<'_>,
    ) -> Result<(), PlayerError> {
        let limits = self.limits(setup);
        let position = self.record.position();
        let side = position.turn();
        let stop = AtomicBool::new(false);
        let state = GameState {
            start: self.record.start(),
            steps: &self.steps,
            position,
            history: &self.history,
        };
        let started = setup.host.now();
        let chosen = player.choose(&state, &limits, &stop);
        let used = setup.host.now().saturating_sub(started);
        let mv = chosen?;
        self.charge(side, used, &limits, setup.rules)?;
        let key = self.record.position().zobrist();
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

    /// Takes the time of a move from a side's clock; an error if it was too long.
    fn charge(
        &mut self,
        side: Side,
        used: Duration,
        limits: &Limits,
        rules: &MatchRules,
    ) -> Result<(), PlayerError> {
        let remaining = limits.clock.map(|clock| clock.remaining);
        let allowed = match (remaining, limits.move_time) {
            (Some(clock), Some(fixed)) => Some(clock.min(fixed)),
            (one, other) => one.or(other),
        };
        if let Some(allowed) = allowed
            && used > allowed.saturating_add(rules.time_margin)
        {
            return Err(PlayerError::OutOfTime {
                used_ms: used.as_millis() as u64,
                allowed_ms: allowed.as_millis() as u64,
            });
        }
        if let (Some(clocks), Some(clock)) = (&mut self.clocks, rules.clock) {
            let left = &mut clocks[side.index()];
            *left = left.saturating_sub(used).saturating_add(clock.increment);
        }
        Ok(())
    }
}
