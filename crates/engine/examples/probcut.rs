//! How well shallow searches predict deeper ones: the figures of `Evaluate::PROBCUT`.
//!
//!     cargo run --release --example probcut -- sight --size 7 --games 100 --nodes 2000 --depth 8
//!
//! Positions are taken from games of the engine against itself. For each depth and each shallower one it
//! prints the mean and the standard deviation of the difference between the two scores, over all
//! positions in which neither is forced.

mod selfplay;

use quintain_engine::{
    Limits, SearchContext, SearchOptions, SearchRequest, Searcher, Technique, Techniques,
    TranspositionTable,
};
use quintain_rules::Evaluate;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use selfplay::{Moment, argument, play_all, setting};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

const MAX_DEPTH: usize = 16;

/// The differences between the scores of two depths.
#[derive(Clone, Copy, Default)]
struct Differences {
    count: f64,
    sum: f64,
    squares: f64,
}

type Table = [[Differences; MAX_DEPTH + 1]; MAX_DEPTH + 1];

/// The scores of a position by depth, from the static evaluation on; `None` for forced ones.
fn scores<P: Evaluate>(position: &P, depth: usize, tt: &TranspositionTable) -> Vec<Option<f64>> {
    tt.clear();
    let stop = AtomicBool::new(false);
    let request = SearchRequest {
        limits: Limits {
            depth: Some(depth as u8),
            ..Limits::default()
        },
        options: SearchOptions {
            techniques: Techniques::ALL
                .without(Technique::ProbCut)
                .without(Technique::LateMoveReduction),
            ..SearchOptions::default()
        },
        ..SearchRequest::new(position)
    };
    let mut scores = vec![Some(f64::from(position.evaluate()))];
    Searcher::new().search(&request, SearchContext::new(tt, &stop), &mut |result| {
        let score = result.lines[0].score;
        scores.push((!score.is_forced()).then(|| f64::from(score.value())));
    });
    scores
}

fn measure<P: Evaluate>() {
    let depth = (argument("depth", 6) as usize).min(MAX_DEPTH);
    let every = argument("every", 4).max(1) as usize;
    let table: Mutex<Table> = Mutex::new(Table::default());
    let collect = |moments: &[Moment<P>]| {
        let tt = TranspositionTable::new(16);
        for moment in moments.iter().step_by(every) {
            let scores = scores(&moment.position, depth, &tt);
            let Ok(mut table) = table.lock() else {
                return;
            };
            for deep in 1..scores.len() {
                for shallow in 0..deep {
                    if let (Some(deeper), Some(score)) = (scores[deep], scores[shallow]) {
                        let cell = &mut table[deep][shallow];
                        cell.count += 1.0;
                        cell.sum += deeper - score;
                        cell.squares += (deeper - score).powi(2);
                    }
                }
            }
        }
    };
    play_all::<P>(setting(50, 2000), &collect);
    let table = table.into_inner().unwrap_or_default();
    println!("depth  shallow  positions   mean  deviation");
    for (deep, row) in table.iter().enumerate() {
        for (shallow, cell) in row.iter().enumerate().filter(|(_, cell)| cell.count > 0.0) {
            let mean = cell.sum / cell.count;
            let deviation = (cell.squares / cell.count - mean * mean).max(0.0).sqrt();
            println!(
                "{deep:5}  {shallow:7}  {:9}  {mean:5.1}  {deviation:9.1}",
                cell.count
            );
        }
    }
}

struct Measure;

impl Visitor for Measure {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        measure::<P>();
    }
}

fn main() {
    let game = std::env::args().nth(1).unwrap_or_default();
    if dispatch(&game, Measure).is_none() {
        eprintln!("usage: probcut GAME [--size N] [--games N] [--nodes N] [--depth N] [--every N]");
        std::process::exit(2);
    }
}
