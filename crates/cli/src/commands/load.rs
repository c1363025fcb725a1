//! The subcommand `load`: a server under load.

use super::serve::runtime;
use crate::Error;
use crate::args::{integer, time, unsigned};
use crate::messages::{Reason, os_error};
use crate::output::Output;
use clap::Args;
use clap::builder::PossibleValuesParser;
use quintain_load::{Attack, Faults, Options, Target};
use quintain_rules::Registry;
use serde_json::json;
use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    #[arg(long, value_name = "FILE|URL", conflicts_with = "url")]
    database: Option<OsString>,

    #[arg(long, value_name = "N", value_parser = integer::<u32>(1..=10_000))]
    games: Option<u32>,

    #[arg(long, value_name = "TIME", value_parser = time)]
    every: Option<Duration>,

    #[arg(long, conflicts_with = "every")]
    saturate: bool,

    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    #[arg(long, value_name = "N", conflicts_with = "url", value_parser = integer::<u32>(1..=u64::from(u32::MAX)))]
    kill: Option<u32>,

    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time, requires = "kill")]
    away: Duration,

    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, requires = "kill")]
    clock_loss: Duration,

    #[arg(long, value_name = "ATTACK", value_delimiter = ',', value_parser = attacks(),
          conflicts_with_all = ["url", "kill"])]
    attack: Vec<String>,

    #[arg(long, value_name = "N", default_value = "100", requires = "attack",
          value_parser = integer::<u32>(1..=10_000))]
    hostile: u32,

    #[arg(long, value_name = "N", value_parser = unsigned)]
    seed: Option<u64>,
}

/// The word for every attack.
const ALL: &str = "all";

/// How much is played unless the arguments say otherwise: games at once, the time for a move, and
/// how long.
const LOAD: (u32, Duration, Duration) = (200, Duration::from_secs(3), Duration::from_secs(30));
/// The same under attack, where all players share one address and its default limits.
const UNDER_ATTACK: (u32, Duration, Duration) =
    (20, Duration::from_secs(1), Duration::from_secs(10));

/// The names of all attacks.
fn attacks() -> PossibleValuesParser {
    let names = Attack::ALL.map(Attack::id);
    PossibleValuesParser::new(std::iter::once(ALL).chain(names))
}

/// Plays, measures and reports.
pub(super) fn load(games: &Registry, args: LoadArgs, output: &mut Output<'_>) -> Result<(), Error> {
    let target = match args.url {
        Some(url) => Target::Running(url),
        None => Target::Spawn {
            program: std::env::current_exe().map_err(|error| {
                let error = os_error(&error);
                Error::rejected(&Reason::NoProgram { error })
            })?,
            database: args.database,
        },
    };
    let (games_at_once, every, time) = if args.attack.is_empty() {
        LOAD
    } else {
        UNDER_ATTACK
    };
    let options = Options {
        target,
        games: args.games.unwrap_or(games_at_once) as usize,
        move_interval: if args.saturate {
            Duration::ZERO
        } else {
            args.every.unwrap_or(every)
        },
        duration: args.time.unwrap_or(time),
        faults: args.kill.map(|kills| Faults {
            kills: kills as usize,
            max_downtime: args.away,
            max_clock_loss: args.clock_loss,
        }),
        seed: args.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
    };
    let runtime = runtime()?;
    if !args.attack.is_empty() {
        let attacks = chosen(&args.attack);
        let attack = quintain_load::attack(games, &options, &attacks, args.hostile as usize);
        let report = runtime
            .block_on(attack)
            .map_err(|error| Error::rejected(&error))?;
        let text = report.render(output.language);
        output.print(|| json!(report), text)?;
        output.out.flush()?;
        let first = report.excesses().into_iter().next();
        return first.map_or(Ok(()), |excess| Err(Error::rejected(&excess)));
    }
    let report = runtime
        .block_on(quintain_load::run(games, &options))
        .map_err(|error| Error::rejected(&error))?;
    let text = report.render(output.language);
    output.print(|| json!(report), text)?;
    match report.failure() {
        Some(failure) => {
            output.out.flush()?;
            Err(Error::rejected(&failure))
        }
        None => Ok(()),
    }
}

/// The attacks that were asked for, each once.
fn chosen(names: &[String]) -> Vec<Attack> {
    let all = names.iter().any(|name| name == ALL);
    let named = |attack: &Attack| names.iter().any(|name| name == attack.id());
    let attacks = Attack::ALL.into_iter();
    attacks.filter(|attack| all || named(attack)).collect()
}
