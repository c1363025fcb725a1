//! Speed of the rules: node counts per second, random games per second, and a total node
//! count that must never change.
//!
//!     cargo bench -p quintain-rules
//!     cargo bench -p quintain-rules -- catapult      # one game

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::perft::{parallel, perft};
use quintain_rules::view::Describe;
use quintain_rules::{Position, Registry, Step, splitmix64};
use std::time::{Duration, Instant};

/// How long each figure is measured, at least.
const TIME: Duration = Duration::from_secs(2);

/// Counts to this many nodes decide the depth: about a second for each game.
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

    fn visit<G: Describe>(self) -> u64 {
        let start = G::start(None).expect("the usual board");
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
            G::INFO.id,
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

/// Random games per second; a game that does not end is left after 500 plies.
fn playouts_per_second<G: Position>(start: &G) -> f64 {
    let begin = Instant::now();
    let mut random = 1;
    let mut games = 0;
    let mut moves = Vec::with_capacity(1000);
    while begin.elapsed() < TIME {
        let mut position = *start;
        for _ in 0..500 {
            moves.clear();
            position.collect_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            random = splitmix64(random);
            let mv = moves[(random % moves.len() as u64) as usize];
            position.play_unchecked(Step {
                mv,
                reveal: random_reveal(&position, mv, random),
            });
        }
        games += 1;
    }
    f64::from(games) / begin.elapsed().as_secs_f64()
}

fn random_reveal<G: Position>(position: &G, mv: G::Move, random: u64) -> G::Reveal {
    let mut total = 0;
    position.visit_reveals(mv, |_, weight| total += weight);
    let mut left = (random >> 32) as u32 % total;
    let mut chosen = None;
    position.visit_reveals(mv, |reveal, weight| {
        if chosen.is_none() {
            match left.checked_sub(weight) {
                Some(rest) => left = rest,
                None => chosen = Some(reveal),
            }
        }
    });
    match chosen {
        Some(reveal) => reveal,
        None => unreachable!("a legal move has a reveal, and the weights sum to the total"),
    }
}
