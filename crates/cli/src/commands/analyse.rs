//! The subcommands `analyse` and `engine`.

use super::endgames::{TablebaseArgs, set_tablebase};
use super::{Line, expert_on, start_position};
use crate::Error;
use crate::args::{LimitArgs, LineArgs, StartArgs, count, mebibytes};
use crate::output::Output;
use clap::Args;
use quintain_engine::{Catalogue, Forced, Limits, Settings, Thought, ThoughtLine, ugi};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::BufReader;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long to search if no limit is given.
const DEFAULT_SEARCH_TIME: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    limits: LimitArgs,

    /// How many of the best moves to report (multi-PV).
    #[arg(long, value_name = "K", default_value = "1", value_parser = count)]
    lines: usize,

    /// The number of search threads.
    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    threads: usize,

    /// The size of the transposition table, in MiB.
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = mebibytes)]
    hash: usize,

    #[command(flatten)]
    tablebase: TablebaseArgs,
}

#[derive(Debug, Args)]
pub(crate) struct EngineArgs {
    #[command(flatten)]
    start: StartArgs,

    #[command(flatten)]
    tablebase: TablebaseArgs,
}

pub(super) fn analyse(
    catalogue: &Catalogue,
    args: &AnalyseArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let line = Line::new(catalogue.registry(), &args.line)?;
    let position = &*line.position;
    if position.winner().is_some() {
        let status = position.view().status;
        return Err(Error::Rejected(format!("nothing to analyse: {status}")));
    }
    let expert = expert_on(catalogue, position)?;
    let mut engine = expert.engine();
    set_tablebase(&mut *engine, args.tablebase.load(expert, position)?)?;
    engine.set(Settings {
        hash: args.hash,
        threads: args.threads,
        lines: args.lines,
        ..engine.settings()
    });
    let limits = args.limits.limits().unwrap_or(Limits {
        time: Some(DEFAULT_SEARCH_TIME),
        ..Limits::default()
    });
    let mut written = Ok(());
    let mut on_info = |thought: &Thought| {
        if written.is_ok() {
            written = progress(thought)
                .iter()
                .try_for_each(|line| output.progress(line));
        }
    };
    let stop = AtomicBool::new(false);
    let thought = engine.think(position, &line.history, &limits, &stop, &mut on_info);
    written?;
    let best = thought.best.as_deref().unwrap_or("none");
    let mut text = String::new();
    if let Some(winner) = thought.proved {
        let _ = writeln!(text, "proved: {} wins", winner.as_str());
    }
    let _ = writeln!(text, "best move: {best}");
    output.print(|| as_json(&thought), text)
}

/// One line of text for each of the best moves.
fn progress(thought: &Thought) -> Vec<String> {
    let seconds = thought.time.as_secs_f64();
    let speed = thought.nodes as f64 / seconds.max(1e-6) / 1e6;
    let line = |line: &ThoughtLine| {
        format!(
            "depth {:>2}  {:>7.2} s  {:>12} nodes  {speed:>6.2} M/s  {}  {}",
            thought.depth,
            seconds,
            thought.nodes,
            score_text(line),
            line.moves.join(" ")
        )
    };
    thought.lines.iter().map(line).collect()
}

fn score_text(line: &ThoughtLine) -> String {
    let score = line.score;
    if score.is_win() || score.is_loss() {
        return format!("{:>14}", score.to_string());
    }
    let percent = 100.0 * line.chance;
    format!("{:>+6} ({percent:>4.1} %)", score.value())
}

fn as_json(thought: &Thought) -> Value {
    let line = |line: &ThoughtLine| {
        let wins_in = match line.score.forced() {
            Some(Forced::Win(plies)) => Some(i32::from(plies)),
            Some(Forced::Loss(plies)) => Some(-i32::from(plies)),
            None => None,
        };
        json!({ "score": line.score.value(), "chance": line.chance, "wins_in": wins_in,
                "moves": line.moves })
    };
    json!({ "best": thought.best, "proved": thought.proved, "depth": thought.depth, "nodes": thought.nodes,
            "seconds": thought.time.as_secs_f64(),
            "lines": thought.lines.iter().map(line).collect::<Value>() })
}

/// Speaks UGI on the program's own streams.
pub(super) fn speak_ugi(catalogue: &Catalogue, args: &EngineArgs) -> Result<(), Error> {
    let start = start_position(catalogue.registry(), &args.start)?;
    let expert = expert_on(catalogue, &*start)?;
    let input = BufReader::new(std::io::stdin());
    let tablebase = args.tablebase.load(expert, &*start)?;
    Ok(ugi::run(
        expert,
        start,
        tablebase,
        input,
        std::io::stdout(),
    )?)
}
