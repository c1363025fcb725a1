//! The subcommand `bench`: speed, checksum and latency of the search.
//!
//! Its tables are for developers and their programs: the same in every language.

use crate::Error;
use crate::args::{count, integer, unsigned};
use crate::messages::Reason;
use crate::output::Output;
use clap::Args;
use quintain_engine::bench::{
    BenchRequest, BenchResult, Latency, LatencyRequest, Speed, measure_latency as measure,
};
use quintain_engine::{EngineFactory, EngineRegistry};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    #[arg(index = 1)]
    game: Option<String>,

    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    #[arg(long, value_name = "N", default_value = "300000", value_parser = integer::<u64>(1..=u64::MAX))]
    nodes: u64,

    #[arg(long)]
    latency: bool,

    #[arg(long, value_name = "N", default_value = "200", value_parser = integer::<u32>(0..=u64::from(u32::MAX)), requires = "latency")]
    samples: u32,

    #[arg(long, value_name = "N", default_value = "1", value_parser = unsigned, requires = "latency")]
    seed: u64,
}

pub(super) fn bench(
    engines: &EngineRegistry,
    args: &BenchArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let factories: Vec<&dyn EngineFactory> = match &args.game {
        Some(id) => {
            let factory = engines.get(id);
            vec![factory.map_err(|error| Error::usage(&error))?]
        }
        None => engines.iter().collect(),
    };
    if args.latency {
        measure_latency(&factories, args, output)
    } else {
        measure_speed(&factories, args, output)
    }
}

/// The measurements of a game: on one thread, and on several if requested.
struct Row {
    id: &'static str,
    one: BenchResult,
    many: Option<Speed>,
}

impl Row {
    fn new(factory: &dyn EngineFactory, args: &BenchArgs) -> Self {
        let run = |threads| {
            let work = args.nodes;
            factory.bench(&BenchRequest { work, threads })
        };
        Row {
            id: factory.game().info().id,
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
        text
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
    factories: &[&dyn EngineFactory],
    args: &BenchArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    if !output.json {
        let mut heading = format!(
            "{:<14}{:>12}{:>10}{:>12}{:>12}",
            "game", "nodes", "seconds", "Mnodes/s", "perft M/s"
        );
        if let Some(threads) = args.threads {
            let _ = write!(heading, "{:>21}", format!("Mnodes/s on {threads}"));
        }
        writeln!(output.out, "{heading}")?;
    }
    let mut rows = Vec::new();
    for &factory in factories {
        let row = Row::new(factory, args);
        output.progress(&row.text())?;
        rows.push(row);
    }
    let nodes: u64 = rows.iter().map(|row| row.one.search.nodes).sum();
    let json = || json!({ "games": rows.iter().map(Row::json).collect::<Value>(), "nodes": nodes });
    output.print(json, format!("{nodes}\n"))
}

/// The latency in milliseconds that this percentage of the replies does not exceed.
fn percentile(sorted: &[Duration], percent: usize) -> f64 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    let latency = sorted.get(at).copied().unwrap_or_default();
    1000.0 * latency.as_secs_f64()
}

fn measure_latency(
    factories: &[&dyn EngineFactory],
    args: &BenchArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let request = LatencyRequest {
        answers: args.samples as usize,
        threads: args.threads.unwrap_or(1),
        seed: args.seed,
    };
    let mut values = Vec::new();
    let mut wrong = Vec::new();
    for &factory in factories {
        let id = factory.game().info().id;
        let latency = measure(factory, &request);
        output.progress(&latency_text(id, &latency))?;
        let json = |late: &[Duration]| {
            json!({ "samples": late.len(), "median_ms": percentile(late, 50),
                    "p99_ms": percentile(late, 99), "max_ms": percentile(late, 100) })
        };
        values.push(json!({ "game": id, "limits": json(&latency.after_limit),
                            "stops": json(&latency.after_stop), "illegal": latency.illegal }));
        wrong.extend(
            latency
                .illegal
                .into_iter()
                .map(|wrong| format!("{id}: {wrong}")),
        );
    }
    output.print(|| Value::from(values), "")?;
    match wrong.first() {
        Some(first) => Err(Error::rejected(&Reason::IllegalReplies {
            count: wrong.len(),
            first: first.clone(),
        })),
        None => Ok(()),
    }
}

fn latency_text(id: &str, latency: &Latency) -> String {
    let times = |late: &[Duration]| {
        format!(
            "{:.1} / {:.1} / {:.1} ms",
            percentile(late, 50),
            percentile(late, 99),
            percentile(late, 100)
        )
    };
    format!(
        "{id:<14}latency after {} limits (median, 99 %, max): {}; after {} stops: {}",
        latency.after_limit.len(),
        times(&latency.after_limit),
        latency.after_stop.len(),
        times(&latency.after_stop)
    )
}
