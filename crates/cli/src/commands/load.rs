//! The subcommand `load`: a server under load.

use crate::Error;
use crate::args::{integer, time, unsigned};
use crate::output::Output;
use clap::Args;
use quintain_load::{Faults, Options, Target};
use quintain_rules::Registry;
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use tokio::runtime::Runtime;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    /// The server, such as http://127.0.0.1:7878 [default: a new one without rate limits, with
    /// an empty database in the temporary directory].
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    /// The number of concurrent games, each over two sockets.
    #[arg(long, value_name = "N", default_value = "200", value_parser = integer::<u32>(1..=10_000))]
    games: u32,

    /// The average time a player takes for a move; it varies between 50 % and 150 % of that.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time)]
    every: Duration,

    /// Make every player move as fast as possible.
    #[arg(long, conflicts_with = "every")]
    saturate: bool,

    /// How long to measure; with --kill, the average time until each kill, which varies between
    /// 50 % and 150 % of that.
    #[arg(long = "for", value_name = "TIME", default_value = "30s", value_parser = time)]
    time: Duration,

    /// Kill and restart the server this many times, and check that nothing acknowledged is lost.
    #[arg(long, value_name = "N", conflicts_with = "url", value_parser = integer::<u32>(1..=u64::from(u32::MAX)))]
    kill: Option<u32>,

    /// The longest time that the server stays down after a kill.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = time, requires = "kill")]
    away: Duration,

    /// The most clock time that a player may lose by a kill.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = time, requires = "kill")]
    clock_loss: Duration,

    /// The seed of the games and moves [default: random].
    #[arg(long, value_name = "N", value_parser = unsigned)]
    seed: Option<u64>,
}

/// Plays, measures and reports.
pub(super) fn load(games: &Registry, args: LoadArgs, output: &mut Output<'_>) -> Result<(), Error> {
    let target = match args.url {
        Some(url) => Target::Running(url),
        None => Target::Spawn(std::env::current_exe().map_err(|error| Error::foreign(&error))?),
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
    let runtime = Runtime::new().map_err(|error| Error::foreign(&error))?;
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
