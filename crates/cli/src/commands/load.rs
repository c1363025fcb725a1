//! The subcommand `load`: a server under load.

use super::serve::runtime;
use crate::Error;
use crate::args::{integer, time, unsigned};
use crate::messages::{Reason, os_error};
use crate::output::Output;
use clap::Args;
use quintain_load::{Faults, Options, Target};
use quintain_rules::Registry;
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    #[arg(long, value_name = "N", default_value = "200", value_parser = integer::<u32>(1..=10_000))]
    games: u32,

    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time)]
    every: Duration,

    #[arg(long, conflicts_with = "every")]
    saturate: bool,

    #[arg(long = "for", value_name = "TIME", default_value = "30s", value_parser = time)]
    time: Duration,

    #[arg(long, value_name = "N", conflicts_with = "url", value_parser = integer::<u32>(1..=u64::from(u32::MAX)))]
    kill: Option<u32>,

    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time, requires = "kill")]
    away: Duration,

    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, requires = "kill")]
    clock_loss: Duration,

    #[arg(long, value_name = "N", value_parser = unsigned)]
    seed: Option<u64>,
}

/// Plays, measures and reports.
pub(super) fn load(games: &Registry, args: LoadArgs, output: &mut Output<'_>) -> Result<(), Error> {
    let target = match args.url {
        Some(url) => Target::Running(url),
        None => Target::Spawn(std::env::current_exe().map_err(|error| {
            let error = os_error(&error);
            Error::rejected(&Reason::NoProgram { error })
        })?),
    };
    let options = Options {
        target,
        games: args.games as usize,
        move_interval: if args.saturate {
            Duration::ZERO
        } else {
            args.every
        },
        duration: args.time,
        faults: args.kill.map(|kills| Faults {
            kills: kills as usize,
            max_downtime: args.away,
            max_clock_loss: args.clock_loss,
        }),
        seed: args.seed.unwrap_or_else(|| RandomState::new().hash_one(0)),
    };
    let report = runtime()?
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
