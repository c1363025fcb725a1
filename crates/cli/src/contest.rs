//! The verb that has players meet.

use crate::Failure;
use crate::args::{MatchArgs, Start, duration};
use crate::commands::{Answer, begin, expert_on};
use crate::endgames::equip;
use quintain_engine::arena::{
    Adjudicator, MatchGame, MatchRules, Sprt, SprtStatus, Tally, opening, play_game,
};
use quintain_engine::{
    Baseline, EngineFactory, EngineRegistry, Level, Limits, Player, Settings, Tablebase, UgiPlayer,
};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

/// How long players think if nothing is said.
const USUAL: Limits = Limits {
    depth: None,
    nodes: None,
    move_time: Some(Duration::from_millis(100)),
    clock: None,
};

/// A player as it was named, with limits of its own.
#[derive(Clone, Debug)]
struct Entrant {
    name: String,
    limits: Limits,
}

impl Entrant {
    fn parse(text: &str, args: &MatchArgs) -> Result<Self, Failure> {
        let (name, limits) = match text.rsplit_once('@') {
            Some((name, limit)) => (name, read_limit(limit).map_err(Failure::Usage)?),
            None if args.clock.is_some() => (text, args.limits.limits().unwrap_or_default()),
            None => (text, args.limits.limits().unwrap_or(USUAL)),
        };
        Ok(Entrant {
            name: name.to_owned(),
            limits,
        })
    }

    /// A player of this kind.
    fn player(&self, table: &Table<'_>, seed: u64) -> Result<Box<dyn Player>, Failure> {
        let expert = table.expert;
        if let Some(command) = self.name.strip_prefix("ugi:") {
            let process =
                UgiPlayer::start(expert.game().info(), command).map_err(Failure::Refused)?;
            return Ok(Box::new(process));
        }
        let simple = Baseline::ALL
            .into_iter()
            .find(|kind| kind.name() == self.name);
        if let Some(kind) = simple {
            return Ok(expert.baseline(kind, seed));
        }
        let level = match self.name.split_once(':') {
            None if self.name == "engine" => Some(Level::FULL),
            Some(("engine", level)) => level.parse().ok().and_then(Level::new),
            _ => None,
        };
        let level = level.ok_or_else(|| {
            let name = &self.name;
            Failure::Usage(format!(
                "{name:?} is no player: there are engine, engine:1 to engine:8, random, \
                 greedy, uct and ugi:COMMAND"
            ))
        })?;
        let mut engine = expert.engine();
        engine.configure(Settings {
            level,
            seed,
            hash_mib: 32,
            ..engine.settings()
        });
        equip(&mut *engine, table.endgames.clone())?;
        Ok(Box::new(engine))
    }
}

/// What the games are played on.
struct Table<'a> {
    expert: &'a dyn EngineFactory,
    start: &'a dyn AnyPosition,
    endgames: Option<Arc<Tablebase>>,
}

/// Reads what stands after an @: a time, `d` and a depth, or `n` and a number of positions.
fn read_limit(text: &str) -> Result<Limits, String> {
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
    let time =
        duration(text).map_err(|_| format!("{text:?} is no limit such as 100ms, d5 or n10000"))?;
    Ok(Limits {
        move_time: Some(time),
        ..Limits::default()
    })
}

/// A game as it is kept in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Kept {
    game: u32,
    /// 1 if the first player won, 0 if it lost, one half if drawn.
    points: f64,
    fault: Option<String>,
    record: String,
}

/// What a saved match was about; it must be the same to go on.
fn heading(args: &MatchArgs, start: &dyn AnyPosition) -> Value {
    json!({ "match": [args.a, args.b], "start": start.text(), "game": args.game,
            "opening": args.opening, "seed": args.seed, "adjudicate": args.adjudicate })
}

pub(crate) fn contest(
    catalogue: &EngineRegistry,
    args: &MatchArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let start = Start {
        game: args.game.clone(),
        size: args.size,
        position: args.position.clone(),
    };
    let start = begin(catalogue.registry(), &start)?;
    let expert = expert_on(catalogue, &*start)?;
    let entrants = [
        Entrant::parse(&args.a, args)?,
        Entrant::parse(&args.b, args)?,
    ];
    let mut games = match &args.save {
        Some(file) => load(file, &heading(args, &*start))?,
        None => BTreeMap::new(),
    };
    let mut file = args.save.as_deref().map(append).transpose()?;
    let table = Table {
        expert,
        start: &*start,
        endgames: args.table.load(expert, &*start)?,
    };
    play_all(args, &table, &entrants, &mut games, &mut |kept, tally| {
        if let Some(file) = &mut file {
            writeln!(file, "{}", json!(kept))?;
            file.flush()?;
        }
        if !answer.json {
            writeln!(answer.out, "{}", line(tally, args))?;
            answer.out.flush()?;
        }
        Ok(())
    })?;
    let tally = tally(&games);
    let faults: Vec<&str> = games
        .values()
        .filter_map(|kept| kept.fault.as_deref())
        .collect();
    let (elo, low, high) = tally.elo();
    let json = || {
        json!({ "games": tally.games(), "wins": tally.wins, "draws": tally.draws,
                "losses": tally.losses, "score": tally.score(), "elo": elo,
                "elo_from": low, "elo_to": high, "faults": faults })
    };
    let mut text = format!("{}\n", line(tally, args));
    for fault in &faults {
        text += &format!("fault: {fault}\n");
    }
    answer.give(json, text)
}

/// Plays the games that are missing, several at once.
fn play_all(
    args: &MatchArgs,
    table: &Table<'_>,
    entrants: &[Entrant; 2],
    games: &mut BTreeMap<u32, Kept>,
    keep: &mut dyn FnMut(&Kept, Tally) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let open: Vec<u32> = (0..args.games)
        .filter(|game| !games.contains_key(game))
        .collect();
    let (next, stop) = (AtomicU32::new(0), AtomicBool::new(false));
    let (sender, results) = channel();
    std::thread::scope(|scope| {
        for _ in 0..args.concurrency {
            let (sender, open, next, stop) = (sender.clone(), &open, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&game) = open.get(place as usize) else {
                        break;
                    };
                    if sender.send(play_one(args, table, entrants, game)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(());
        for result in results {
            let step = result.and_then(|kept| {
                games.insert(kept.game, kept.clone());
                keep(&kept, tally(games))
            });
            let decided =
                sprt(args).is_some_and(|test| test.status(tally(games)) != SprtStatus::Continue);
            if step.is_err() || decided {
                stop.store(true, Ordering::Relaxed);
            }
            outcome = outcome.and(step);
        }
        outcome
    })
}

fn sprt(args: &MatchArgs) -> Option<Sprt> {
    match args.sprt.as_deref() {
        Some(&[worse, better]) => Some(Sprt {
            elo0: worse,
            elo1: better,
        }),
        _ => None,
    }
}

/// Plays one game: the even ones with the first player first, the odd ones the other way.
fn play_one(
    args: &MatchArgs,
    table: &Table<'_>,
    entrants: &[Entrant; 2],
    game: u32,
) -> Result<Kept, Failure> {
    let pair = u64::from(game / 2);
    let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(pair);
    let start = table.start;
    let mut judge = table.expert.adjudicator();
    let steps = opening(start, args.opening, seed, &mut *judge);
    let swapped = game % 2 == 1;
    let order = if swapped { [1, 0] } else { [0, 1] };
    let mut first = entrants[order[0]].player(table, seed ^ 0xf1)?;
    let mut second = entrants[order[1]].player(table, seed ^ 0x5e)?;
    let arbiter = MatchRules {
        clock: args.clock,
        ..MatchRules::default()
    };
    let judge: Option<&mut dyn Adjudicator> = args.adjudicate.then_some(&mut *judge);
    let limits = order.map(|entrant| entrants[entrant].limits);
    let players: [&mut dyn Player; 2] = [&mut *first, &mut *second];
    let MatchGame {
        mut record,
        winner,
        fault,
    } = play_game(start, &steps, players, limits, &arbiter, judge, seed);
    for (name, entrant) in [("First", order[0]), ("Second", order[1])] {
        record
            .set_header(name, &entrants[entrant].name)
            .map_err(|error| Failure::refused(&error))?;
    }
    let points = match winner {
        None => 0.5,
        Some(side) => f64::from(u8::from((side == Side::First) != swapped)),
    };
    Ok(Kept {
        game,
        points,
        fault,
        record: record.to_string(),
    })
}

fn tally(games: &BTreeMap<u32, Kept>) -> Tally {
    let count = |points: f64| games.values().filter(|kept| kept.points == points).count() as u32;
    Tally {
        wins: count(1.0),
        draws: count(0.5),
        losses: count(0.0),
    }
}

/// The state of a match in a line.
fn line(tally: Tally, args: &MatchArgs) -> String {
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
        let verdict = match test.status(tally) {
            SprtStatus::Continue => "open",
            SprtStatus::AcceptH1 => "better",
            SprtStatus::AcceptH0 => "not better",
        };
        text += &format!(", SPRT {ratio:+.2} of {:.2}: {verdict}", Sprt::BOUND);
    }
    text
}

/// The games of an earlier run; makes the file if there is none.
fn load(file: &Path, heading: &Value) -> Result<BTreeMap<u32, Kept>, Failure> {
    let refused = |reason: String| Failure::Refused(format!("{}: {reason}", file.display()));
    if !file.exists() {
        let first = format!("{heading}\n");
        std::fs::write(file, first).map_err(|error| refused(error.to_string()))?;
        return Ok(BTreeMap::new());
    }
    let text = std::fs::read_to_string(file).map_err(|error| refused(error.to_string()))?;
    let mut lines = text.lines();
    let found: Option<Value> = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok());
    if found.as_ref() != Some(heading) {
        return Err(refused(format!("this file is not about {heading}")));
    }
    let mut games = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        let kept: Kept = serde_json::from_str(line)
            .map_err(|error| refused(format!("line {number}: {error}")))?;
        games.insert(kept.game, kept);
    }
    Ok(games)
}

fn append(file: &Path) -> Result<std::fs::File, Failure> {
    let open = std::fs::OpenOptions::new().append(true).open(file);
    open.map_err(|error| Failure::Refused(format!("{}: {error}", file.display())))
}
