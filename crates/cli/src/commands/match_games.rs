//! The subcommand `match`: many games between two players.

use super::endgames::{TablebaseArgs, set_tablebase};
use super::interrupt::Interrupt;
use super::{factory_for, start_position};
use crate::args::{LimitArgs, StartArgs, count, integer, size, unsigned};
use crate::error::InvalidValue;
use crate::messages::{Reason, ValueError};
use crate::output::Output;
use crate::{Error, files};
use clap::Args;
use quintain_engine::arena::{
    Adjudicator, MatchGame, MatchRules, Sprt, SprtStatus, Tally, opening, play_game,
};
use quintain_engine::{
    Baseline, Clock, EngineFactory, EngineRegistry, GameState, Level, Limits, Player, PlayerError,
    Settings, Tablebase, UgiPlayer,
};
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::AllOf;
use quintain_rules::{GameInfo, Side, quote};
use quintain_table::{TimeControl, duration};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// The limit of players for whom none is given.
const DEFAULT_LIMITS: Limits = Limits {
    move_time: Some(Duration::from_millis(100)),
    ..Limits::NONE
};

#[derive(Debug, Args)]
pub(crate) struct MatchArgs {
    #[arg(index = 1)]
    a: String,

    #[arg(index = 2)]
    b: String,

    #[arg(long)]
    game: String,

    #[arg(long, value_name = "N", value_parser = size)]
    size: Option<u8>,

    #[arg(long, value_name = "POSITION")]
    position: Option<String>,

    #[arg(long, value_name = "N", default_value = "100", value_parser = integer::<u32>(0..=u64::from(u32::MAX)))]
    games: u32,

    #[arg(long, value_name = "PLIES", default_value = "4", value_parser = integer::<u16>(0..=65_535))]
    opening: u16,

    #[command(flatten)]
    limits: LimitArgs,

    #[arg(long, value_name = "CLOCK", value_parser = parse_clock)]
    clock: Option<Clock>,

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

    #[command(flatten)]
    tablebase: TablebaseArgs,
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

/// A player by name, with its limits.
#[derive(Clone, Debug)]
struct PlayerSpec {
    name: String,
    limits: Limits,
}

impl PlayerSpec {
    fn parse(text: &str, args: &MatchArgs) -> Result<Self, Error> {
        let (name, limits) = match text.rsplit_once('@') {
            Some((name, limit)) => (
                name,
                parse_limit(limit).map_err(|error| Error::usage(&error))?,
            ),
            None if args.clock.is_some() => (text, args.limits.limits().unwrap_or_default()),
            None => (text, args.limits.limits().unwrap_or(DEFAULT_LIMITS)),
        };
        Ok(PlayerSpec {
            name: name.to_owned(),
            limits,
        })
    }

    /// Starts the player.
    fn start(&self, setup: &MatchSetup<'_>, seed: u64) -> Result<Box<dyn Player>, Error> {
        let factory = setup.factory;
        if let Some(command) = self.name.strip_prefix("ugi:") {
            let player = UgiPlayer::start(factory.game().info(), command);
            return Ok(Box::new(player.map_err(|error| Error::rejected(&error))?));
        }
        let baseline = Baseline::ALL
            .into_iter()
            .find(|kind| kind.name() == self.name);
        if let Some(kind) = baseline {
            return Ok(factory.baseline(kind, seed));
        }
        let level = match self.name.split_once(':') {
            None if self.name == "engine" => Some(Level::FULL),
            Some(("engine", level)) => level.parse().ok().and_then(Level::new),
            _ => None,
        };
        let level = level.ok_or_else(|| {
            let text = quote(&self.name);
            Error::usage(&ValueError::NotAMatchPlayer { text })
        })?;
        let mut engine = factory.engine();
        engine.configure(Settings {
            level,
            seed,
            hash_mib: 32,
            ..engine.settings()
        });
        set_tablebase(&mut *engine, setup.tablebase.clone())?;
        Ok(Box::new(engine))
    }
}

/// Everything that the games of a match have in common.
struct MatchSetup<'a> {
    factory: &'a dyn EngineFactory,
    start: &'a dyn AnyPosition,
    tablebase: Option<Arc<Tablebase>>,
    players: [PlayerSpec; 2],
}

/// Reads what follows an @: a time, `d` and a depth, or `n` and a number of nodes.
fn parse_limit(text: &str) -> Result<Limits, ValueError> {
    let number = |text: &str| text.parse::<u64>().ok().filter(|&number| number > 0);
    let depth = text
        .strip_prefix('d')
        .and_then(number)
        .and_then(|n| u8::try_from(n).ok());
    if let Some(depth) = depth {
        return Ok(Limits {
            depth: Some(depth),
            ..Limits::default()
        });
    }
    if let Some(nodes) = text.strip_prefix('n').and_then(number) {
        return Ok(Limits {
            nodes: Some(nodes),
            ..Limits::default()
        });
    }
    let time = duration::parse(text).map_err(|_| ValueError::NotALimit { text: quote(text) })?;
    Ok(Limits {
        move_time: Some(time),
        ..Limits::default()
    })
}

/// A game as it is saved in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedGame {
    game: u32,
    /// The first player's score: 1 for a win, 0.5 for a draw, 0 for a loss.
    score: f64,
    fault: Option<String>,
    record: String,
}

/// The first line of a saved match: the conditions of its games, which must be the same to resume
/// it.
fn header(args: &MatchArgs, start: &dyn AnyPosition) -> Value {
    let millis = |time: Duration| time.as_millis() as u64;
    let limits = args.limits.limits().unwrap_or_default();
    let clock = |clock: Clock| [millis(clock.remaining), millis(clock.increment)];
    json!({ "match": [args.a, args.b], "start": start.text(), "game": args.game,
            "opening": args.opening, "seed": args.seed, "adjudicate": args.adjudicate,
            "depth": limits.depth, "nodes": limits.nodes,
            "time_ms": limits.move_time.map(millis), "clock_ms": args.clock.map(clock),
            "endgames": args.tablebase.name() })
}

/// The conditions in which two headers differ.
fn differences(found: &Value, header: &Value) -> Vec<String> {
    let fields = header.as_object().into_iter().flatten();
    let differ = fields.filter(|(name, value)| found.get(name) != Some(value));
    differ.map(|(name, _)| name.clone()).collect()
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
    let mut games = match &args.save {
        Some(file) => load(file, &header(args, &*start))?,
        None => BTreeMap::new(),
    };
    let mut file = args.save.as_deref().map(append).transpose()?;
    let setup = MatchSetup {
        factory,
        start: &*start,
        tablebase: args.tablebase.load(factory, &*start)?,
        players: [
            PlayerSpec::parse(&args.a, args)?,
            PlayerSpec::parse(&args.b, args)?,
        ],
    };
    let interrupt = Interrupt::listen();
    play_all(args, &setup, &interrupt, &mut games, &mut |game, tally| {
        if let Some(file) = &mut file {
            writeln!(file, "{}", json!(game))?;
            file.flush()?;
        }
        Ok(output.progress(&standings(tally, args))?)
    })?;
    let tally = tally(&games);
    let faults: Vec<&str> = games
        .values()
        .filter_map(|game| game.fault.as_deref())
        .collect();
    let (elo, low, high) = tally.elo();
    let json = || {
        json!({ "games": tally.games(), "wins": tally.wins, "draws": tally.draws,
                "losses": tally.losses, "score": tally.score(), "elo": elo,
                "elo_from": low, "elo_to": high, "faults": faults })
    };
    let mut text = format!("{}\n", standings(tally, args));
    for fault in &faults {
        text += &format!("fault: {fault}\n");
    }
    output.print(json, text)?;
    interrupt.finish(output)
}

/// Plays the missing games, several at once. Games that an interrupt cuts short do not count.
fn play_all(
    args: &MatchArgs,
    setup: &MatchSetup<'_>,
    interrupt: &Interrupt,
    games: &mut BTreeMap<u32, SavedGame>,
    on_game: &mut dyn FnMut(&SavedGame, Tally) -> Result<(), Error>,
) -> Result<(), Error> {
    let missing: Vec<u32> = (0..args.games)
        .filter(|game| !games.contains_key(game))
        .collect();
    let (next, stop) = (AtomicU32::new(0), AtomicBool::new(false));
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency {
            let (sender, missing, next, stop) = (sender.clone(), &missing, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) && !interrupt.is_requested() {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = missing.get(index as usize) else {
                        break;
                    };
                    let played = play_one(args, setup, interrupt, number);
                    if interrupt.is_requested() || sender.send(played).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            let done = result.and_then(|game| {
                games.insert(game.game, game.clone());
                on_game(&game, tally(games))
            });
            let decided =
                sprt(args).is_some_and(|test| test.status(tally(games)) != SprtStatus::Continue);
            if done.is_err() || decided {
                stop.store(true, Ordering::Relaxed);
            }
            outcome = outcome.and(done);
        }
        outcome
    })
}

fn sprt(args: &MatchArgs) -> Option<Sprt> {
    match args.sprt.as_deref() {
        Some(&[elo0, elo1]) => Some(Sprt { elo0, elo1 }),
        _ => None,
    }
}

/// Plays one game: the even ones with the first player first, the odd ones with colors reversed.
fn play_one(
    args: &MatchArgs,
    setup: &MatchSetup<'_>,
    interrupt: &Interrupt,
    number: u32,
) -> Result<SavedGame, Error> {
    let pair = u64::from(number / 2);
    let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(pair);
    let start = setup.start;
    let mut adjudicator = setup.factory.adjudicator();
    let steps = opening(start, args.opening.into(), seed, &mut *adjudicator);
    let reversed = number % 2 == 1;
    let order = if reversed { [1, 0] } else { [0, 1] };
    let mut first = setup.players[order[0]].start(setup, seed ^ 0xf1)?;
    let mut second = setup.players[order[1]].start(setup, seed ^ 0x5e)?;
    let rules = MatchRules {
        clock: args.clock,
        ..MatchRules::default()
    };
    let adjudicator: Option<&mut dyn Adjudicator> = args.adjudicate.then_some(&mut *adjudicator);
    let limits = order.map(|index| setup.players[index].limits);
    let [mut first, mut second] =
        [&mut *first, &mut *second].map(|player| Interruptible { player, interrupt });
    let players: [&mut dyn Player; 2] = [&mut first, &mut second];
    let MatchGame {
        mut record,
        winner,
        fault,
    } = play_game(start, &steps, players, limits, &rules, adjudicator, seed);
    for (header, index) in [("First", order[0]), ("Second", order[1])] {
        record
            .set_header(header, &setup.players[index].name)
            .map_err(|error| Error::rejected(&error))?;
    }
    let score = match winner {
        None => 0.5,
        Some(side) => f64::from(u8::from((side == Side::First) != reversed)),
    };
    Ok(SavedGame {
        game: number,
        score,
        fault: fault.map(|fault| fault.to_string()),
        record: record.to_string(),
    })
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

    fn new_game(&mut self) {
        self.player.new_game();
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

fn tally(games: &BTreeMap<u32, SavedGame>) -> Tally {
    let count = |score: f64| games.values().filter(|game| game.score == score).count() as u32;
    Tally {
        wins: count(1.0),
        draws: count(0.5),
        losses: count(0.0),
    }
}

/// The standings of a match in one line. Programs read it, so it is the same in every language.
fn standings(tally: Tally, args: &MatchArgs) -> String {
    let (elo, low, high) = tally.elo();
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    let mut text = format!(
        "{} games: +{wins} ={draws} -{losses}, {:.1} %, Elo {elo:+.0} ({low:+.0} to {high:+.0})",
        tally.games(),
        100.0 * tally.score()
    );
    if let Some(test) = sprt(args) {
        let ratio = tally.llr(test.elo0, test.elo1);
        let status = match test.status(tally) {
            SprtStatus::Continue => "open",
            SprtStatus::AcceptH1 => "better",
            SprtStatus::AcceptH0 => "not better",
        };
        text += &format!(", SPRT {ratio:+.2} of {:.2}: {status}", Sprt::BOUND);
    }
    text
}

/// The games of an earlier run; creates the file if there is none.
fn load(file: &Path, header: &Value) -> Result<BTreeMap<u32, SavedGame>, Error> {
    let failed = |error: std::io::Error| Error::file_failed(file, &error);
    if !file.exists() {
        let first = format!("{header}\n");
        std::fs::write(file, first).map_err(failed)?;
        return Ok(BTreeMap::new());
    }
    let text = files::read_text(file).map_err(Error::Rejected)?;
    let mut lines = text.lines();
    let found = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok());
    let found: Value = found
        .filter(Value::is_object)
        .ok_or_else(|| Error::in_file(file, &Reason::NotAMatch))?;
    let differences = differences(&found, header);
    if !differences.is_empty() {
        let conditions = AllOf(differences);
        return Err(Error::in_file(file, &Reason::OtherMatch { conditions }));
    }
    let mut games = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let game: SavedGame = serde_json::from_str(line).map_err(|_| {
            let reason = Reason::NotASavedGame.into();
            Error::in_file(file, &Reason::LineNumber { number, reason })
        })?;
        games.insert(game.game, game);
    }
    Ok(games)
}

fn append(file: &Path) -> Result<std::fs::File, Error> {
    let open = std::fs::OpenOptions::new().append(true).open(file);
    open.map_err(|error| Error::file_failed(file, &error))
}
