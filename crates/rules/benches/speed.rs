//! Speed of the rules: perft nodes per second, random playouts per second, and a total node
//! count that must never change.
//!
//!     cargo bench -p quintain-rules
//!     cargo bench -p quintain-rules -- catapult      # one game

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::perft::{parallel, perft};
use quintain_rules::view::Describe;
use quintain_rules::{Position, Registry, Rng};
use std::time::{Duration, Instant};

/// The least time for which each figure is measured.
const TIME: Duration = Duration::from_secs(2);

/// The depth is the first with this many nodes: about a second for each game.
const NODES: u64 = 100_000_000;

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with('-'))
        .collect();
    println!(
        "{:<14}{:>6}{:>16}{:>12}{:>12}{:>14}",
        "game", "depth", "nodes", "Mnodes/s", "2 threads", "playouts/s"
    );
    let mut total = 0;
    for game in Registry::standard().iter() {
        let id = game.info().id;
        if wanted.is_empty() || wanted.iter().any(|name| name == id) {
            total += dispatch(id, Measure).unwrap_or(0);
        }
    }
    println!("total nodes: {total}");
}

struct Measure;

impl Visitor for Measure {
    type Output = u64;

    fn visit<P: Describe>(self) -> u64 {
        let start = P::start(None).expect("the default board");
        let mut depth = 1;
        let mut nodes = perft(&start, depth);
        while nodes < NODES {
            depth += 1;
            nodes = perft(&start, depth);
        }
        let one = rate(nodes, || perft(&start, depth));
        let two = rate(nodes, || parallel(&start, depth, 2));
        let playouts = playouts_per_second(&start);
        println!(
            "{:<14}{depth:>6}{nodes:>16}{:>12.1}{:>11.2}x{playouts:>14.0}",
            P::INFO.id,
            one / 1e6,
            two / one,
        );
        nodes
    }
}

/// The best nodes per second of several runs.
fn rate(nodes: u64, count: impl Fn() -> u64) -> f64 {
    let begin = Instant::now();
    let mut best = Duration::MAX;
    while begin.elapsed() < TIME {
        let run = Instant::now();
        assert_eq!(std::hint::black_box(count()), nodes);
        best = best.min(run.elapsed());
    }
    nodes as f64 / best.as_secs_f64()
}

/// Random playouts per second; a game that does not end is cut off after 500 plies.
fn playouts_per_second<P: Position>(start: &P) -> f64 {
    let begin = Instant::now();
    let mut rng = Rng::new(1);
    let mut games = 0;
    let mut moves = Vec::new();
    while begin.elapsed() < TIME {
        let mut position = *start;
        for _ in 0..500 {
            let Some(step) = rng.step(&position, &mut moves) else {
                break;
            };
            position.play_unchecked(step);
        }
        games += 1;
    }
    f64::from(games) / begin.elapsed().as_secs_f64()
}
