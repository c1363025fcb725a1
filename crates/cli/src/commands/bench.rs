//! The subcommand `bench`: speed, checksum and latency of the search.

use crate::Error;
use crate::args::count;
use crate::output::Output;
use clap::Args;
use quintain_engine::bench::{Bench, BenchRequest, LateRequest, Lateness, Speed, late};
use quintain_engine::{Catalogue, Expert};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The game's id, as listed by `quintain games` [default: all games].
    #[arg(index = 1)]
    game: Option<String>,

    /// Also search on this many threads.
    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    /// Search about this many nodes per position.
    #[arg(long, value_name = "N", default_value = "300000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,

    /// Measure latency instead: how late replies come after time limits and when the search is
    /// stopped, in random positions.
    #[arg(long)]
    latency: bool,

    /// The number of replies to wait for, with --latency.
    #[arg(long, value_name = "N", default_value = "200", requires = "latency")]
    samples: usize,

    /// The seed of the positions and limits, with --latency.
    #[arg(long, value_name = "N", default_value = "1", requires = "latency")]
    seed: u64,
}

pub(super) fn bench(
    catalogue: &Catalogue,
    args: &BenchArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let experts: Vec<&dyn Expert> = match &args.game {
        Some(id) => {
            let expert = catalogue.get(id);
            vec![expert.map_err(|error| Error::usage(&error))?]
        }
        None => catalogue.iter().collect(),
    };
    if args.latency {
        measure_latency(&experts, args, output)
    } else {
        measure_speed(&experts, args, output)
    }
}

/// The measurements of a game: on one thread, and on several if requested.
struct Row {
    id: &'static str,
    one: Bench,
    many: Option<Speed>,
}

impl Row {
    fn new(expert: &dyn Expert, args: &BenchArgs) -> Self {
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
            one.search.rate() / 1e6,
            one.perft.rate() / 1e6,
        );
        if let Some(many) = many {
            let ratio = many.rate() / one.search.rate();
            let _ = write!(text, "{:>12.2}{ratio:>8.2}x", many.rate() / 1e6);
        }
        text
    }

    fn json(&self) -> Value {
        let speed = |speed: &Speed| {
            json!({ "nodes": speed.nodes, "seconds": speed.time.as_secs_f64(),
                    "nodes_per_second": speed.rate() })
        };
        json!({ "game": self.id, "search": speed(&self.one.search), "depths": self.one.depths,
                "perft": speed(&self.one.perft), "threads": self.many.as_ref().map(speed) })
    }
}

fn measure_speed(
    experts: &[&dyn Expert],
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
    for &expert in experts {
        let row = Row::new(expert, args);
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
    experts: &[&dyn Expert],
    args: &BenchArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let request = LateRequest {
        answers: args.samples,
        threads: args.threads.unwrap_or(1),
        seed: args.seed,
    };
    let mut values = Vec::new();
    let mut wrong = Vec::new();
    for &expert in experts {
        let id = expert.game().info().id;
        let lateness = late(expert, &request);
        output.progress(&latency_text(id, &lateness))?;
        let json = |late: &[Duration]| {
            json!({ "samples": late.len(), "median_ms": percentile(late, 50),
                    "p99_ms": percentile(late, 99), "max_ms": percentile(late, 100) })
        };
        values.push(json!({ "game": id, "limits": json(&lateness.limits),
                            "stops": json(&lateness.stops), "illegal": lateness.wrong }));
        wrong.extend(
            lateness
                .wrong
                .into_iter()
                .map(|wrong| format!("{id}: {wrong}")),
        );
    }
    output.print(|| Value::from(values), "")?;
    match wrong.first() {
        Some(first) => Err(Error::Rejected(format!(
            "{} replies were not legal moves; the first: {first}",
            wrong.len()
        ))),
        None => Ok(()),
    }
}

fn latency_text(id: &str, lateness: &Lateness) -> String {
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
        lateness.limits.len(),
        times(&lateness.limits),
        lateness.stops.len(),
        times(&lateness.stops)
    )
}
