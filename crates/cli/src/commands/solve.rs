//! The subcommand `solve`: who wins, with proof.

use super::{Line, expert_on};
use crate::Error;
use crate::args::{LineArgs, mebibytes};
use crate::output::Output;
use clap::Args;
use quintain_engine::{Catalogue, Progress, SolveError, SolveLimits, SolveRequest};
use quintain_table::duration;
use serde_json::json;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    line: LineArgs,

    /// Give up after this time: 30s, 10m.
    #[arg(long, value_name = "TIME", value_parser = duration::parse)]
    time: Option<Duration>,

    /// Give up after this many nodes.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The size of the proof table, in MiB.
    #[arg(long, value_name = "MIB", default_value = "512", value_parser = mebibytes)]
    hash: usize,

    /// Do not use the built-in solved positions.
    #[arg(long)]
    scratch: bool,

    /// Verify the result: play the winner's moves against every reply, by the rules alone.
    #[arg(long)]
    verify: bool,
}

pub(super) fn solve(
    catalogue: &Catalogue,
    args: &SolveArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let line = Line::new(catalogue.registry(), &args.line)?;
    let position = &*line.position;
    let request = SolveRequest {
        limits: SolveLimits {
            nodes: args.nodes,
            time: args.time,
        },
        hash: args.hash,
        scratch: args.scratch,
        verify: args.verify,
    };
    let solved = expert_on(catalogue, position)?.solve(position, &request);
    let solved = solved.map_err(|error| match error {
        SolveError::Flaw(_) => Error::rejected(&error),
        _ => Error::usage(&error),
    })?;
    let result = match solved.winner {
        Some(side) => format!("{} wins", side.as_str()),
        None => "unsolved".to_owned(),
    };
    let Progress {
        nodes,
        time,
        fullness,
    } = solved.progress;
    let seconds = time.as_secs_f64();
    let mut text = format!(
        "{nodes} nodes in {seconds:.2} s, {:.1} % of {} MiB used\n",
        f64::from(fullness) / 10.0,
        args.hash
    );
    if let Some(checked) = &solved.checked {
        text += &format!(
            "verified: {} positions, in {} of them against every reply\n",
            checked.positions(),
            checked.answered
        );
    }
    text += &result;
    if let Some(best) = &solved.best {
        text += &format!(" with {best}");
    }
    text.push('\n');
    let json = || {
        json!({ "position": position.text(), "verdict": result, "winner": solved.winner,
                "best": solved.best, "nodes": nodes, "seconds": seconds,
                "verified": solved.checked.map(|checked| checked.positions()) })
    };
    output.print(json, text)
}
