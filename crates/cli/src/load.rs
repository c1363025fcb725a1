//! The verb that puts a server under load.

use crate::Failure;
use crate::args::duration;
use crate::commands::Answer;
use clap::Args;
use quintain_load::{Faults, Options, Target};
use quintain_rules::Registry;
use serde_json::json;
use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use tokio::runtime::Runtime;

#[derive(Debug, Args)]
pub(crate) struct LoadArgs {
    /// The server, such as http://127.0.0.1:7878; if not given, one is started for this,
    /// without limits and with an empty database in the directory for temporary files.
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    /// How many games are played at the same time, each over two sockets.
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    games: u32,

    /// How long a player takes for a move on average: from half of it to one and a half.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = duration)]
    every: Duration,

    /// Let everyone move as fast as it goes.
    #[arg(long, conflicts_with = "every")]
    saturate: bool,

    /// For how long to measure; with --kill, for how long the server lives each time on
    /// average: from half of it to one and a half.
    #[arg(long = "for", value_name = "TIME", default_value = "30s", value_parser = duration)]
    time: Duration,

    /// Kill the server so many times, start it again, and look for all that it had
    /// acknowledged.
    #[arg(long, value_name = "N", conflicts_with = "url", value_parser = clap::value_parser!(u32).range(1..))]
    kill: Option<u32>,

    /// For how long the server stays away after a kill, at most.
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = duration, requires = "kill")]
    away: Duration,

    /// How much of their time players may lose by a kill.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration, requires = "kill")]
    clock_loss: Duration,

    /// What games and moves are made from; something else each time if not given.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Plays, measures and tells.
pub(crate) fn load(
    games: &Registry,
    args: LoadArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let target = match args.url {
        Some(url) => Target::Running(url),
        None => Target::Spawn(std::env::current_exe().map_err(|error| Failure::refused(&error))?),
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
    let runtime = Runtime::new().map_err(|error| Failure::refused(&error))?;
    let report = runtime
        .block_on(quintain_load::run(games, &options))
        .map_err(|error| Failure::refused(&error))?;
    answer.give(|| json!(report), report.to_string())?;
    match report.failure() {
        Some(complaint) => {
            answer.out.flush()?;
            Err(Failure::Refused(complaint))
        }
        None => Ok(()),
    }
}
