//! The subcommand `solve`: who wins, with proof.

use super::interrupt::Interrupt;
use super::messages;
use super::{Line, all_cores, factory_for};
use crate::Error;
use crate::args::{LineArgs, count, mebibytes, time, unsigned};
use crate::messages::decimal;
use crate::output::{Output, StatusLine};
use clap::Args;
use quintain_engine::{EngineRegistry, SolveError, SolveLimits, SolveProgress, SolveRequest};
use quintain_rules::message::{Language, ToMessage};
use serde_json::json;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    line: LineArgs,

    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,

    #[arg(long, value_name = "N", value_parser = unsigned)]
    nodes: Option<u64>,

    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    #[arg(long, value_name = "MIB", default_value = "512", value_parser = mebibytes)]
    hash: usize,

    #[arg(long)]
    scratch: bool,

    #[arg(long)]
    verify: bool,
}

pub(super) fn solve(
    engines: &EngineRegistry,
    args: &SolveArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let line = Line::new(engines.registry(), &args.line)?;
    let position = &*line.position;
    let request = SolveRequest {
        limits: SolveLimits {
            nodes: args.nodes,
            time: args.time,
        },
        threads: args.threads.unwrap_or_else(all_cores),
        hash_mib: args.hash,
        from_scratch: args.scratch,
        verify: args.verify,
    };
    let interrupt = Interrupt::listen();
    let mut status = StatusLine::new();
    let language = output.language;
    let solved = factory_for(engines, position)?.solve(
        position,
        &request,
        interrupt.flag(),
        &mut |progress| {
            status.show(|| {
                let effort = effort(progress, args.hash, language);
                effort.to_message().render(language)
            });
        },
    );
    drop(status);
    let solved = solved.map_err(|error| match error {
        SolveError::Verify(_) | SolveError::Hash(_) => Error::rejected(&error),
        _ => Error::usage(&error),
    })?;
    let result = match solved.winner {
        Some(side) => format!("{} wins", side.as_str()),
        None => "unsolved".to_owned(),
    };
    let SolveProgress { nodes, time, .. } = solved.progress;
    let seconds = time.as_secs_f64();
    let effort = effort(&solved.progress, args.hash, language);
    let mut text = output.line(effort);
    // The rest is for programs, the same in every language.
    if let Some(proof) = &solved.proof {
        text += &format!(
            "verified: {} positions, in {} of them against every reply\n",
            proof.positions(),
            proof.and_nodes
        );
    }
    text += &result;
    if let Some(best) = &solved.best_move {
        text += &format!(" with {best}");
    }
    text.push('\n');
    let json = || {
        json!({ "position": position.text(), "verdict": result, "winner": solved.winner,
                "best": solved.best_move, "nodes": nodes, "seconds": seconds,
                "verified": solved.proof.map(|proof| proof.positions()) })
    };
    output.print(json, text)?;
    interrupt.finish(output)
}

/// What a proof has taken, so far or in all.
fn effort(progress: &SolveProgress, hash_mib: usize, language: Language) -> messages::Line {
    messages::Line::SolveEffort {
        nodes: progress.nodes,
        seconds: decimal(progress.time.as_secs_f64(), 2, language),
        percent: decimal(f64::from(progress.hashfull) / 10.0, 1, language),
        mib: hash_mib,
    }
}
