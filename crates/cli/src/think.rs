//! The verbs that think: analyse, engine, match.

use crate::Failure;
use crate::args::{AnalyseArgs, EngineArgs, LimitArgs};
use crate::commands::{Answer, Played, begin, expert_on};
use crate::endgames::equip;
use quintain_engine::{EngineRegistry, Limits, Mate, PvLine, SearchResult, Settings, ugi};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::BufReader;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long analysis takes if nothing is said.
const USUAL: Duration = Duration::from_secs(3);

impl LimitArgs {
    /// The limits that were given; nothing if none was.
    pub(crate) fn limits(&self) -> Option<Limits> {
        let limits = Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.time,
            ..Limits::default()
        };
        (limits != Limits::default()).then_some(limits)
    }
}

pub(crate) fn analyse(
    catalogue: &EngineRegistry,
    args: &AnalyseArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let played = Played::new(catalogue.registry(), &args.line)?;
    let position = &*played.position;
    if let Some(ending) = position.view().winner.and(Some(position.view().status)) {
        return Err(Failure::Refused(format!(
            "there is nothing to analyse: {ending}"
        )));
    }
    let expert = expert_on(catalogue, position)?;
    let mut engine = expert.engine();
    equip(&mut *engine, args.table.load(expert, position)?)?;
    engine.configure(Settings {
        hash_mib: args.hash,
        threads: args.threads,
        multi_pv: args.lines,
        ..engine.settings()
    });
    let limits = args.limits.limits().unwrap_or(Limits {
        move_time: Some(USUAL),
        ..Limits::default()
    });
    let mut failed = Ok(());
    let live = !answer.json;
    let out = &mut *answer.out;
    let mut tell = |thought: &SearchResult| {
        if live && failed.is_ok() {
            failed = out
                .write_all(progress(thought).as_bytes())
                .and_then(|()| out.flush());
        }
    };
    let stop = AtomicBool::new(false);
    let thought = engine.go(position, &played.history, &limits, &stop, &mut tell);
    failed?;
    let best = thought.best_move.as_deref().unwrap_or("none");
    let mut text = String::new();
    if let Some(winner) = thought.proved {
        let _ = writeln!(text, "proved: {} wins", winner.as_str());
    }
    let _ = writeln!(text, "best move: {best}");
    answer.give(|| as_json(&thought), text)
}

/// A line of text for each of the best moves.
fn progress(thought: &SearchResult) -> String {
    let mut out = String::new();
    let seconds = thought.time.as_secs_f64();
    let speed = thought.nodes as f64 / seconds.max(1e-6) / 1e6;
    for line in &thought.lines {
        let _ = writeln!(
            out,
            "depth {:>2}  {:>7.2} s  {:>12} nodes  {speed:>6.2} M/s  {}  {}",
            thought.depth,
            seconds,
            thought.nodes,
            value(line),
            line.moves.join(" ")
        );
    }
    out
}

fn value(line: &PvLine) -> String {
    let score = line.score;
    if score.is_win() || score.is_loss() {
        return format!("{:>14}", score.to_string());
    }
    let percent = 100.0 * line.win_probability;
    format!("{:>+6} ({percent:>4.1} %)", score.value())
}

fn as_json(thought: &SearchResult) -> Value {
    let line = |line: &PvLine| {
        let wins_in = match line.score.mate() {
            Some(Mate::Win(plies)) => Some(i32::from(plies)),
            Some(Mate::Loss(plies)) => Some(-i32::from(plies)),
            None => None,
        };
        json!({ "score": line.score.value(), "chance": line.win_probability, "wins_in": wins_in,
                "moves": line.moves })
    };
    json!({ "best": thought.best_move, "proved": thought.proved, "depth": thought.depth, "nodes": thought.nodes,
            "seconds": thought.time.as_secs_f64(),
            "lines": thought.lines.iter().map(line).collect::<Value>() })
}

/// Talks UGI on the program's own streams.
pub(crate) fn talk(catalogue: &EngineRegistry, args: &EngineArgs) -> Result<(), Failure> {
    let start = begin(catalogue.registry(), &args.start)?;
    let expert = expert_on(catalogue, &*start)?;
    let input = BufReader::new(std::io::stdin());
    let endgames = args.table.load(expert, &*start)?;
    Ok(ugi::run(expert, start, endgames, input, std::io::stdout())?)
}
