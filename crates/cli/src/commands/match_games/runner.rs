//! Plays the games of a match, several at once. Players and their tables are kept from one game
//! to the next.

use super::files::LogFile;
use super::openings::Openings;
use super::player_spec::PlayerSpec;
use super::saved::{Fault, SavedGame};
use crate::Error;
use crate::commands::interrupt::Interrupt;
use crate::messages::{Reason, os_error};
use quintain_engine::arena::{
    Adjudicator, Effort, GameSetup, MatchGame, MatchRules, Points, ScheduledGame, Standings,
    play_game,
};
use quintain_engine::{
    EngineFactory, GameState, Limits, Player, PlayerError, SystemHost, Tablebase,
};
use quintain_rules::{GameInfo, Rng, Side};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};

/// Openings of players that search at most this many nodes per move are judged quickly.
const QUICK_NODES: u64 = 10_000;

/// Everything that the games of a match have in common.
pub(super) struct MatchSetup<'a> {
    pub(super) factory: &'a dyn EngineFactory,
    pub(super) players: &'a [PlayerSpec],
    pub(super) openings: &'a Openings,
    pub(super) tablebase: Option<Arc<Tablebase>>,
    pub(super) rules: MatchRules,
    pub(super) adjudicate: bool,
    pub(super) seed: u64,
    pub(super) concurrency: usize,
    pub(super) log: Option<&'a LogFile>,
    pub(super) interrupt: &'a Interrupt,
}

impl MatchSetup<'_> {
    /// How thoroughly openings are judged.
    pub(super) fn effort(&self) -> Effort {
        let quick = |player: &PlayerSpec| player.searches_at_most(QUICK_NODES);
        if self.players.iter().all(quick) {
            Effort::Quick
        } else {
            Effort::Thorough
        }
    }
}

/// Plays the games that are missing. Those that an interrupt cuts short do not count. `on_game`
/// returns whether to continue.
pub(super) fn play_all(
    setup: &MatchSetup<'_>,
    standings: &mut Standings,
    on_game: &mut dyn FnMut(&mut Standings, &ScheduledGame, &SavedGame) -> Result<bool, Error>,
) -> Result<(), Error> {
    let (schedule, played) = (standings.schedule().clone(), standings.played().clone());
    // Computed one by one: there may be billions.
    let next = Mutex::new(0);
    let next_game = || {
        let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let number = played.next_missing(*next);
            if number >= schedule.end() {
                return None;
            }
            *next = number + 1;
            let game = schedule.game(number);
            if schedule.contains(&game) {
                return Some(game);
            }
        }
    };
    let stop = AtomicBool::new(false);
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        let mut outcome = Ok(());
        for started in 0..setup.concurrency {
            let (sender, stop, next_game) = (sender.clone(), &stop, &next_game);
            let work = move || {
                let mut worker = Worker::new(setup);
                while !stop.load(Ordering::Relaxed) && !setup.interrupt.is_requested() {
                    let Some(game) = next_game() else { break };
                    let played = worker.play(&game).map(|saved| (game, saved));
                    if setup.interrupt.is_requested() || sender.send(played).is_err() {
                        break;
                    }
                }
            };
            let thread = std::thread::Builder::new().spawn_scoped(scope, work);
            // With fewer threads it takes longer.
            if let (Err(error), 0) = (thread, started) {
                let error = os_error(&error);
                outcome = Err(Error::rejected(&Reason::NoThreads { error }));
            }
        }
        drop(sender);
        for result in results {
            let done = result.and_then(|(game, saved)| on_game(standings, &game, &saved));
            if !matches!(done, Ok(true)) {
                stop.store(true, Ordering::Relaxed);
            }
            outcome = outcome.and(done.map(drop));
        }
        outcome
    })
}

/// Plays one game after another.
struct Worker<'a> {
    setup: &'a MatchSetup<'a>,
    adjudicator: Box<dyn Adjudicator>,
    /// Those that were needed so far.
    players: Vec<Option<Box<dyn Player>>>,
    /// The number of the game being played, for the log.
    game: Arc<AtomicU64>,
}

impl<'a> Worker<'a> {
    fn new(setup: &'a MatchSetup<'a>) -> Self {
        let mut adjudicator = setup.factory.adjudicator();
        adjudicator.set_effort(setup.effort());
        Worker {
            setup,
            adjudicator,
            players: setup.players.iter().map(|_| None).collect(),
            game: Arc::new(AtomicU64::new(0)),
        }
    }

    /// Starts a player unless it is there and usable.
    fn ensure_player(&mut self, index: usize) -> Result<(), Error> {
        let slot = &mut self.players[index];
        if slot.as_ref().is_some_and(|player| player.is_usable()) {
            return Ok(());
        }
        let (spec, setup) = (&self.setup.players[index], self.setup);
        let log = setup.log.map(|log| log.of_player(&spec.name, &self.game));
        // The old one ends before the new one begins.
        *slot = None;
        *slot = Some(spec.start(setup.factory, setup.tablebase.clone(), log)?);
        Ok(())
    }

    fn play(&mut self, game: &ScheduledGame) -> Result<SavedGame, Error> {
        let setup = self.setup;
        self.game.store(game.number + 1, Ordering::Relaxed);
        for index in game.players {
            self.ensure_player(index)?;
        }
        let specs = game.players.map(|index| &setup.players[index]);
        // Of two games with the same players on both sides one would be a copy of the other.
        let number = if specs[0].plays_like(specs[1]) {
            2 * game.round + u64::from(game.reversed)
        } else {
            game.round
        };
        let opening = setup.openings.get(number, &mut *self.adjudicator);
        let mut seeds = Rng::new(setup.seed ^ game.number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let game_setup = GameSetup {
            opening: &opening,
            limits: specs.map(|spec| spec.limits),
            rules: &setup.rules,
            secret_seed: Openings::seed(setup.seed, number),
            seeds: specs.map(|spec| {
                let varying = seeds.next_u64();
                spec.seed.unwrap_or(varying)
            }),
            host: &SystemHost,
        };
        let interrupt = setup.interrupt;
        let [Some(first), Some(second)] = self
            .players
            .get_disjoint_mut(game.players)
            .map_or([None, None], |slots| slots.map(Option::as_mut))
        else {
            // Two different players have been started.
            return Err(Error::rejected(&PlayerError::NoCommand));
        };
        let mut first = Interruptible {
            player: &mut **first,
            interrupt,
        };
        let mut second = Interruptible {
            player: &mut **second,
            interrupt,
        };
        let adjudicator: Option<&mut dyn Adjudicator> = match setup.adjudicate {
            true => Some(&mut *self.adjudicator),
            false => None,
        };
        let played = play_game(&game_setup, [&mut first, &mut second], adjudicator);
        saved(game, specs, played)
    }
}

/// A game as it is saved.
fn saved(
    game: &ScheduledGame,
    specs: [&PlayerSpec; 2],
    played: MatchGame,
) -> Result<SavedGame, Error> {
    let MatchGame {
        mut record,
        winner,
        ending,
        fault,
    } = played;
    let number = game.number + 1;
    let fault = fault.map(|error| {
        let position = record.position();
        let side = position.turn();
        Fault {
            game: number,
            player: specs[side.index()].name.clone(),
            side: side.as_str().to_owned(),
            kind: ending.as_str().to_owned(),
            reason: error.to_string(),
            position: position.text(),
        }
    });
    for (header, value) in [
        ("First", &*specs[0].name),
        ("Second", &*specs[1].name),
        ("Round", &*number.to_string()),
        ("Ending", ending.as_str()),
    ] {
        let set = record.set_header(header, value);
        set.map_err(|error| Error::rejected(&error))?;
    }
    if let Some(fault) = &fault {
        record.comment(&format!("{}: {}", fault.player, fault.reason));
    }
    let points = match winner {
        None => Points::Draw,
        Some(Side::First) => Points::Win,
        Some(Side::Second) => Points::Loss,
    };
    let points = if game.reversed {
        points.reversed()
    } else {
        points
    };
    Ok(SavedGame::new(
        number,
        points,
        ending,
        fault,
        record.to_string(),
    ))
}

/// A player who stops at once when the match is interrupted.
struct Interruptible<'a> {
    player: &'a mut dyn Player,
    interrupt: &'a Interrupt,
}

impl Player for Interruptible<'_> {
    fn info(&self) -> &'static GameInfo {
        self.player.info()
    }

    fn new_game(&mut self, seed: u64) {
        self.player.new_game(seed);
    }

    fn is_usable(&self) -> bool {
        self.player.is_usable()
    }

    fn choose(
        &mut self,
        state: &GameState<'_>,
        limits: &Limits,
        _stop: &AtomicBool,
    ) -> Result<String, PlayerError> {
        let chosen = self.player.choose(state, limits, self.interrupt.flag());
        if self.interrupt.is_requested() {
            return Err(PlayerError::NoMove);
        }
        chosen
    }
}
