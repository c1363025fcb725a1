//! The subcommand `match`: many games between two or more players (docs/matches.md).

mod files;
pub(crate) mod messages;
mod openings;
mod player_spec;
mod report;
mod runner;
mod saved;

use super::endgames::TablebaseArgs;
use super::interrupt::Interrupt;
use super::{factory_for, start_position};
use crate::Error;
use crate::args::{LimitArgs, StartArgs, count, integer, mebibytes, size, time, unsigned};
use crate::error::InvalidValue;
use crate::messages::{Reason, ValueError};
use crate::output::Output;
use clap::{Args, ValueEnum};
use files::{LogFile, RecordFile};
use messages::MatchError;
use openings::Openings;
use player_spec::{Defaults, PlayerSpec};
use quintain_engine::arena::{
    Effort, MAX_PLAYERS, MatchRules, Schedule, Sprt, Standings, Tournament,
};
use quintain_engine::{Clock, EngineRegistry};
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::{Message, ToMessage};
use quintain_rules::quote;
use quintain_table::TimeControl;
use report::{MAX_LISTED_FAULTS, SprtProgress};
use runner::{MatchSetup, play_all};
use saved::{Conditions, Fault, SavedGame};
use serde_json::{Value, json};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    #[arg(index = 1, required = true, value_name = "PLAYER")]
    players: Vec<String>,

    #[arg(long)]
    game: String,

    #[arg(long, value_name = "N", value_parser = size)]
    size: Option<u8>,

    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    #[arg(long, value_name = "N", default_value = "100", value_parser = integer::<u32>(0..=u64::from(u32::MAX)))]
    games: u32,

    #[arg(long, value_name = "FORM", default_value = "round-robin")]
    tournament: TournamentArg,

    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = integer::<u16>(0..=65_535))]
    opening: u16,

    #[arg(long, value_name = "FILE", conflicts_with = "opening")]
    openings: Option<PathBuf>,

    #[command(flatten)]
    limits: LimitArgs,

    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<Clock>,

    #[arg(long, value_name = "TIME", default_value = "500ms", value_parser = time)]
    time_margin: Duration,

    #[arg(long, value_name = "MIB", value_parser = mebibytes)]
    hash: Option<usize>,

    #[arg(long, value_name = "PLIES", default_value = "400", value_parser = integer::<usize>(1..=1_000_000))]
    max_plies: usize,

    #[arg(long, value_name = "N", default_value = "3", value_parser = integer::<usize>(2..=1_000_000))]
    repetitions: usize,

    #[arg(long)]
    adjudicate: bool,

    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    concurrency: usize,

    #[arg(long, value_name = "N", default_value = "1", value_parser = unsigned)]
    seed: u64,

    #[arg(long, value_name = "ELO", num_args = 2, value_names = ["WORSE", "BETTER"], allow_negative_numbers = true, value_parser = elo)]
    sprt: Option<Vec<f64>>,

    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,

    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,

    #[command(flatten)]
    tablebase: TablebaseArgs,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TournamentArg {
    RoundRobin,
    Gauntlet,
}

/// Reads a clock such as `5m+3s` or `1s`.
fn parse_clock(text: &str) -> Result<Clock, InvalidValue> {
    match text.parse() {
        Ok(TimeControl::Clock {
            base_ms,
            increment_ms,
        }) => Ok(Clock {
            remaining: Duration::from_millis(base_ms),
            increment: Duration::from_millis(increment_ms),
        }),
        _ => Err(ValueError::NotAClock { text: quote(text) }.into()),
    }
}

/// Reads a difference in playing strength.
fn elo(text: &str) -> Result<f64, InvalidValue> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    Ok(number.ok_or_else(|| ValueError::NotANumber { text: quote(text) })?)
}

impl MatchArgs {
    /// The players, if there are enough and not too many.
    fn players(&self) -> Result<Vec<PlayerSpec>, Error> {
        if !(2..=MAX_PLAYERS).contains(&self.players.len()) {
            let (min, max) = (2, MAX_PLAYERS);
            return Err(Error::usage(&MatchError::PlayerCount { min, max }));
        }
        let defaults = Defaults {
            limits: self.limits.limits(),
            has_clock: self.clock.is_some(),
            hash_mib: self.hash,
        };
        PlayerSpec::parse_all(&self.players, &defaults)
    }

    /// The sequential test, if one is asked for.
    fn sprt(&self) -> Result<Option<SprtProgress>, Error> {
        let Some(&[elo0, elo1]) = self.sprt.as_deref() else {
            return Ok(None);
        };
        if self.players.len() > 2 {
            return Err(Error::usage(&MatchError::SprtPlayers));
        }
        if elo0 >= elo1 {
            return Err(Error::usage(&MatchError::SprtOrder));
        }
        Ok(Some(SprtProgress::new(Sprt { elo0, elo1 })))
    }

    fn rules(&self) -> MatchRules {
        MatchRules {
            max_plies: self.max_plies,
            max_repetitions: self.repetitions,
            clock: self.clock,
            time_margin: self.time_margin,
        }
    }

    fn schedule(&self) -> Schedule {
        let tournament = match self.tournament {
            TournamentArg::RoundRobin => Tournament::RoundRobin,
            TournamentArg::Gauntlet => Tournament::Gauntlet,
        };
        Schedule::new(self.players.len(), tournament, self.games)
    }

    /// What must be the same to resume a match, by name.
    fn conditions(&self, setup: &MatchSetup<'_>, start: &dyn AnyPosition) -> Conditions {
        let millis = |time: Duration| time.as_millis() as u64;
        let clock = |clock: Clock| [millis(clock.remaining), millis(clock.increment)];
        let form = match self.tournament {
            // The same for two players.
            _ if self.players.len() == 2 => "match",
            TournamentArg::RoundRobin => "round-robin",
            TournamentArg::Gauntlet => "gauntlet",
        };
        let listed = setup.openings.fingerprint();
        let is_quick = setup.effort() == Effort::Quick;
        let mut conditions: Conditions = [
            ("tournament", json!(form)),
            ("game", json!(self.game)),
            ("start", json!(start.text())),
            ("opening", json!(listed.is_none().then_some(self.opening))),
            ("openings", json!(listed)),
            ("quick_openings", json!(is_quick)),
            ("seed", json!(self.seed)),
            ("adjudicate", json!(self.adjudicate)),
            ("clock_ms", json!(self.clock.map(clock))),
            ("time_margin_ms", json!(millis(self.time_margin))),
            ("max_plies", json!(self.max_plies)),
            ("repetitions", json!(self.repetitions)),
            ("endgames", json!(self.tablebase.name())),
        ]
        .into_iter()
        .map(|(name, value): (&str, Value)| (name.to_owned(), value))
        .collect();
        for (number, player) in (1..).zip(setup.players) {
            for (name, value) in player.conditions() {
                conditions.insert(format!("player {number} {name}"), value);
            }
        }
        conditions
    }
}

pub(super) fn run(
    engines: &EngineRegistry,
    args: &MatchArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let start = StartArgs {
        game: args.game.clone(),
        size: args.size,
        position: args.position.clone(),
    };
    let start = start_position(engines.registry(), &start)?;
    let factory = factory_for(engines, &*start)?;
    let (players, sprt) = (args.players()?, args.sprt()?);
    let openings = match &args.openings {
        Some(file) => Openings::read(file, factory.game(), &*start, args.size)?,
        None => Openings::random(start.clone(), args.opening.into(), args.seed),
    };
    let log = args.log.as_deref().map(LogFile::open).transpose()?;
    let setup = MatchSetup {
        factory,
        players: &players,
        openings: &openings,
        tablebase: args.tablebase.load(factory, &*start)?,
        rules: args.rules(),
        adjudicate: args.adjudicate,
        seed: args.seed,
        concurrency: args.concurrency,
        log: log.as_ref(),
        interrupt: &Interrupt::listen(),
    };
    let mut standings = Standings::new(args.schedule());
    let conditions = args.conditions(&setup, &*start);
    let mut progress = Progress::open(args, &players, sprt, &conditions, &mut standings, output)?;
    let played = if progress.is_decided() {
        Ok(())
    } else {
        play_all(&setup, &mut standings, &mut |standings, game, saved| {
            progress.add(standings, saved)?;
            output.progress(&progress.line(standings, game.players))?;
            if let Some(fault) = &saved.fault {
                output.progress(&report::fault_line(fault))?;
            }
            Ok(!progress.is_decided())
        })
    };
    // What was played counts, also if something went wrong after that.
    if played.is_ok() || standings.games() > 0 {
        progress.print(&standings, output)?;
    }
    played?;
    setup.log.map_or(Ok(()), LogFile::finish)?;
    setup.interrupt.finish(output)?;
    match standings.fault_count() {
        0 => Ok(()),
        count => Err(Error::Faults(MatchError::Faults { count }.to_message())),
    }
}

/// The results so far, and the files they are written to.
struct Progress {
    names: Vec<String>,
    sprt: Option<SprtProgress>,
    /// The first ones.
    faults: Vec<Fault>,
    /// How the last game ended.
    last: String,
    save: Option<(PathBuf, File)>,
    records: Option<RecordFile>,
}

impl Progress {
    /// Takes up the games that are saved already.
    fn open(
        args: &MatchArgs,
        players: &[PlayerSpec],
        sprt: Option<SprtProgress>,
        conditions: &Conditions,
        standings: &mut Standings,
        output: &Output<'_>,
    ) -> Result<Self, Error> {
        let mut progress = Progress {
            names: players.iter().map(|player| player.name.clone()).collect(),
            sprt,
            faults: Vec::new(),
            last: String::new(),
            save: None,
            records: None,
        };
        let mut resumed = false;
        if let Some(file) = &args.save {
            let mut on_game = |saved: SavedGame| {
                resumed = true;
                progress.count(standings, &saved)
            };
            let handle = saved::open(file, conditions, &mut on_game, &mut |warning| {
                // Where nobody reads it there is nobody to warn.
                let warning = warning.render(output.language);
                drop(writeln!(std::io::stderr(), "quintain: {warning}"));
            })?;
            progress.save = Some((file.clone(), handle));
        }
        if let Some(file) = &args.records {
            let mut records = RecordFile::create(file, resumed)?;
            if let Some((file, handle)) = &progress.save {
                saved::read_games((file, handle), &mut |game| records.add(&game.record))?;
            }
            progress.records = Some(records);
        }
        Ok(progress)
    }

    /// Counts a game.
    fn count(&mut self, standings: &mut Standings, saved: &SavedGame) -> Result<(), Message> {
        let not_a_game = || Reason::NotASavedGame.to_message();
        let number = saved.game.checked_sub(1).ok_or_else(not_a_game)?;
        let (points, ending) = saved.outcome().ok_or_else(not_a_game)?;
        let game = standings.schedule().game(number);
        let points = if game.reversed {
            points.reversed()
        } else {
            points
        };
        if !standings.add(&game, points, ending) {
            let game = saved.game;
            return Err(MatchError::RepeatedGame { game }.to_message());
        }
        if let Some(fault) = &saved.fault
            && self.faults.len() < MAX_LISTED_FAULTS
        {
            self.faults.push(fault.clone());
        }
        if let Some(sprt) = &mut self.sprt {
            sprt.update(standings.pairing(0).pairs);
        }
        let result = match points.value() {
            1.0 => "1-0",
            0.0 => "0-1",
            _ => "1/2-1/2",
        };
        self.last = format!("{result} ({})", ending.as_str());
        Ok(())
    }

    /// Counts a game that has been played, and saves it.
    fn add(&mut self, standings: &mut Standings, saved: &SavedGame) -> Result<(), Error> {
        if let Some((file, handle)) = &mut self.save {
            let written = handle.write_all(format!("{}\n", json!(saved)).as_bytes());
            written.map_err(|error| Error::file_failed(file, &error))?;
        }
        if let Some(records) = &mut self.records {
            records.add(&saved.record)?;
        }
        self.count(standings, saved).map_err(Error::Rejected)
    }

    fn is_decided(&self) -> bool {
        self.sprt.as_ref().is_some_and(SprtProgress::is_decided)
    }

    /// The line after a game: the standings of two players, or the result of the game.
    fn line(&self, standings: &Standings, players: [usize; 2]) -> String {
        if self.names.len() == 2 {
            return report::line(standings.player(0), self.sprt.as_ref());
        }
        let [first, second] = players.map(|player| &self.names[player]);
        format!(
            "{} games: {first} - {second} {}",
            standings.games(),
            self.last
        )
    }

    /// Prints the result.
    fn print(&self, standings: &Standings, output: &mut Output<'_>) -> Result<(), Error> {
        let mut text = if self.names.len() == 2 {
            let line = report::line(standings.player(0), self.sprt.as_ref());
            format!("{line}\n")
        } else {
            report::table(standings, &self.names)
        };
        text += &report::faults(standings, &self.names, &self.faults);
        let sprt = self.sprt.as_ref();
        let json = || report::json(standings, &self.names, sprt, &self.faults);
        output.print(json, text)
    }
}
