//! The verb that measures.

use crate::Failure;
use crate::args::BenchArgs;
use crate::commands::Answer;
use quintain_engine::bench::{
    BenchRequest, BenchResult, Latency, LatencyRequest, Speed, measure_latency,
};
use quintain_engine::{EngineFactory, EngineRegistry};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

pub(crate) fn bench(
    catalogue: &EngineRegistry,
    args: &BenchArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let experts: Vec<&dyn EngineFactory> = match &args.game {
        Some(id) => {
            let expert = catalogue.get(id);
            vec![expert.map_err(|error| Failure::Usage(error.to_string()))?]
        }
        None => catalogue.iter().collect(),
    };
    if args.late {
        measure_lateness(&experts, args, answer)
    } else {
        measure_speed(&experts, args, answer)
    }
}

/// What was measured of a game: on one thread, and on more if that was asked for.
struct Row {
    id: &'static str,
    one: BenchResult,
    many: Option<Speed>,
}

impl Row {
    fn new(expert: &dyn EngineFactory, args: &BenchArgs) -> Self {
        let run = |threads| {
            let work = args.nodes;
            expert.bench(&BenchRequest { work, threads })
        };
        Row {
            id: expert.game().info().id,
            one: run(1),
            many: args.threads.map(|threads| run(threads).search),
        }
    }

    fn text(&self) -> String {
        let Row { id, one, many } = self;
        let mut text = format!(
            "{id:<14}{:>12}{:>10.2}{:>12.2}{:>12.0}",
            one.search.nodes,
            one.search.time.as_secs_f64(),
            one.search.nps() / 1e6,
            one.perft.nps() / 1e6,
        );
        if let Some(many) = many {
            let ratio = many.nps() / one.search.nps();
            let _ = write!(text, "{:>12.2}{ratio:>8.2}x", many.nps() / 1e6);
        }
        text + "\n"
    }

    fn json(&self) -> Value {
        let speed = |speed: &Speed| {
            json!({ "nodes": speed.nodes, "seconds": speed.time.as_secs_f64(),
                    "nodes_per_second": speed.nps() })
        };
        json!({ "game": self.id, "search": speed(&self.one.search), "depths": self.one.depths,
                "perft": speed(&self.one.perft), "threads": self.many.as_ref().map(speed) })
    }
}

fn measure_speed(
    experts: &[&dyn EngineFactory],
    args: &BenchArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let live = !answer.json;
    if live {
        let mut heading = format!(
            "{:<14}{:>12}{:>10}{:>12}{:>12}",
            "game", "nodes", "seconds", "Mnodes/s", "perft M/s"
        );
        if let Some(threads) = args.threads {
            let _ = write!(heading, "{:>21}", format!("Mnodes/s on {threads}"));
        }
        writeln!(answer.out, "{heading}")?;
    }
    let mut rows = Vec::new();
    for &expert in experts {
        let row = Row::new(expert, args);
        if live {
            answer.out.write_all(row.text().as_bytes())?;
            answer.out.flush()?;
        }
        rows.push(row);
    }
    let nodes: u64 = rows.iter().map(|row| row.one.search.nodes).sum();
    let json = || json!({ "games": rows.iter().map(Row::json).collect::<Value>(), "nodes": nodes });
    answer.give(json, format!("{nodes}\n"))
}

/// The answer that is later than so many hundredths of all.
fn percentile(sorted: &[Duration], hundredths: usize) -> f64 {
    let at = (sorted.len() * hundredths / 100).min(sorted.len().saturating_sub(1));
    let late = sorted.get(at).copied().unwrap_or_default();
    1000.0 * late.as_secs_f64()
}

fn measure_lateness(
    experts: &[&dyn EngineFactory],
    args: &BenchArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let request = LatencyRequest {
        answers: args.answers,
        threads: args.threads.unwrap_or(1),
        seed: args.seed,
    };
    let mut values = Vec::new();
    let mut wrong = Vec::new();
    for &expert in experts {
        let id = expert.game().info().id;
        let lateness = measure_latency(expert, &request);
        if !answer.json {
            writeln!(answer.out, "{}", lateness_text(id, &lateness))?;
            answer.out.flush()?;
        }
        let json = |late: &[Duration]| {
            json!({ "answers": late.len(), "half_ms": percentile(late, 50),
                    "most_ms": percentile(late, 99), "worst_ms": percentile(late, 100) })
        };
        values.push(json!({ "game": id, "limits": json(&lateness.after_limit),
                            "stops": json(&lateness.after_stop), "wrong": lateness.illegal }));
        wrong.extend(
            lateness
                .illegal
                .into_iter()
                .map(|wrong| format!("{id}: {wrong}")),
        );
    }
    answer.give(|| Value::from(values), "")?;
    match wrong.first() {
        Some(first) => Err(Failure::Refused(format!(
            "{} answers were no legal move; the first: {first}",
            wrong.len()
        ))),
        None => Ok(()),
    }
}

fn lateness_text(id: &str, lateness: &Latency) -> String {
    let times = |late: &[Duration]| {
        format!(
            "{:.1} / {:.1} / {:.1} ms",
            percentile(late, 50),
            percentile(late, 99),
            percentile(late, 100)
        )
    };
    format!(
        "{id:<14}late after {} limits (half, 99 %, worst): {}; after {} stops: {}",
        lateness.after_limit.len(),
        times(&lateness.after_limit),
        lateness.after_stop.len(),
        times(&lateness.after_stop)
    )
}
