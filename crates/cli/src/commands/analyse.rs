//! The subcommands `analyse` and `engine`.

use super::endgames::{TablebaseArgs, set_tablebase};
use super::interrupt::Interrupt;
use super::{Line, factory_for, start_position};
use crate::Error;
use crate::args::{LimitArgs, LineArgs, StartArgs, count, mebibytes};
use crate::messages::{Reason, sentences};
use crate::output::Output;
use clap::Args;
use quintain_engine::{EngineRegistry, Limits, Mate, PvLine, SearchResult, Settings, ugi};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::BufReader;
use std::time::Duration;

/// How long to search if no limit is given.
const DEFAULT_SEARCH_TIME: Duration = Duration::from_secs(3);

#[derive(Debug, Args)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    line: LineArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[arg(long, value_name = "K", default_value = "1", value_parser = count)]
    lines: usize,

    #[arg(long, value_name = "N", default_value = "1", value_parser = count)]
    threads: usize,

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
    engines: &EngineRegistry,
    args: &AnalyseArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let line = Line::new(engines.registry(), &args.line)?;
    let position = &*line.position;
    if position.winner().is_some() {
        let status = sentences(&position.view().status);
        return Err(Error::rejected(&Reason::NothingToAnalyse { status }));
    }
    let factory = factory_for(engines, position)?;
    let mut engine = factory.engine();
    set_tablebase(&mut *engine, args.tablebase.load(factory, position)?)?;
    engine.configure(Settings {
        hash_mib: args.hash,
        threads: args.threads,
        multi_pv: args.lines,
        ..engine.settings()
    });
    engine
        .ensure_ready()
        .map_err(|error| Error::rejected(&error))?;
    let limits = args.limits.limits().unwrap_or(Limits {
        move_time: Some(DEFAULT_SEARCH_TIME),
        ..Limits::default()
    });
    let mut written = Ok(());
    let mut on_info = |result: &SearchResult| {
        if written.is_ok() {
            written = progress(result)
                .iter()
                .try_for_each(|line| output.progress(line));
        }
    };
    let interrupt = Interrupt::listen();
    let result = engine.go(
        position,
        &line.history,
        &limits,
        interrupt.flag(),
        &mut on_info,
    );
    written?;
    let best = result.best_move.as_deref().unwrap_or("none");
    let mut text = String::new();
    if let Some(winner) = result.proved {
        let _ = writeln!(text, "proved: {} wins", winner.as_str());
    }
    let _ = writeln!(text, "best move: {best}");
    output.print(|| as_json(&result), text)?;
    interrupt.finish(output)
}

/// One line of text for each of the best moves. Programs read these lines and the last ones, so
/// they are the same in every language.
fn progress(result: &SearchResult) -> Vec<String> {
    let seconds = result.time.as_secs_f64();
    let speed = result.nodes as f64 / seconds.max(1e-6) / 1e6;
    let line = |line: &PvLine| {
        format!(
            "depth {:>2}  {:>7.2} s  {:>12} nodes  {speed:>6.2} M/s  {}  {}",
            result.depth,
            seconds,
            result.nodes,
            score_text(line),
            line.moves.join(" ")
        )
    };
    result.lines.iter().map(line).collect()
}

fn score_text(line: &PvLine) -> String {
    let score = line.score;
    if score.is_win() || score.is_loss() {
        return format!("{:>14}", score.to_string());
    }
    let percent = 100.0 * line.win_probability;
    format!("{:>+6} ({percent:>4.1} %)", score.value())
}

fn as_json(result: &SearchResult) -> Value {
    let line = |line: &PvLine| {
        let result = match (line.score.is_win(), line.score.is_loss()) {
            (true, _) => Some("win"),
            (_, true) => Some("loss"),
            _ => None,
        };
        let wins_in = match line.score.mate() {
            Some(Mate::Win(plies)) => Some(i32::from(plies)),
            Some(Mate::Loss(plies)) => Some(-i32::from(plies)),
            None => None,
        };
        json!({ "score": line.score.value(), "chance": line.win_probability, "wins_in": wins_in,
                "proved": result, "moves": line.moves })
    };
    json!({ "best": result.best_move, "proved": result.proved, "depth": result.depth, "nodes": result.nodes,
            "seconds": result.time.as_secs_f64(),
            "lines": result.lines.iter().map(line).collect::<Value>() })
}

/// Speaks UGI on the program's own streams.
pub(super) fn speak_ugi(engines: &EngineRegistry, args: &EngineArgs) -> Result<(), Error> {
    let start = start_position(engines.registry(), &args.start)?;
    let factory = factory_for(engines, &*start)?;
    let input = BufReader::new(std::io::stdin());
    let tablebase = args.tablebase.load(factory, &*start)?;
    Ok(ugi::run(
        factory,
        start,
        tablebase,
        input,
        std::io::stdout(),
    )?)
}
