//! Calibration: compares the win probabilities that the search predicts with the results, in
//! games of the engine against itself.
//!
//!     cargo run --release --example calibrate -- incognito --games 2000 --nodes 2000 --size 5
//!
//! Every position searched is a prediction for the side to move. Positions of one game share one
//! result, so the standard error counts games, not positions. The results without the luck of
//! either side say the same with less noise.

mod selfplay;

use quintain_rules::Evaluate;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use selfplay::{Moment, play_all, setting};
use std::sync::Mutex;

const BUCKETS: usize = 10;

/// The predictions within a range, and the results.
#[derive(Clone, Copy, Default)]
struct Bucket {
    predictions: u64,
    games: u64,
    predicted: f64,
    actual: f64,
    fair: f64,
}

fn calibrate<P: Evaluate>() {
    let buckets = Mutex::new([Bucket::default(); BUCKETS]);
    let collect = |moments: &[Moment<P>]| {
        let Ok(mut buckets) = buckets.lock() else {
            return;
        };
        let mut seen = [false; BUCKETS];
        for moment in moments {
            let probability = moment.score.win_probability(P::SCALE);
            let index = ((probability * BUCKETS as f64) as usize).min(BUCKETS - 1);
            let bucket = &mut buckets[index];
            bucket.predictions += 1;
            bucket.games += u64::from(!seen[index]);
            bucket.predicted += probability;
            bucket.actual += moment.result;
            bucket.fair += moment.fair;
            seen[index] = true;
        }
    };
    play_all::<P>(setting(2000, 2000), &collect);
    println!("  predicted     positions  games  mean predicted  actual   error  without luck");
    let buckets = buckets.into_inner().unwrap_or_default();
    for (index, bucket) in buckets.iter().enumerate() {
        let count = bucket.predictions.max(1) as f64;
        let actual = bucket.actual / count;
        let error = (actual * (1.0 - actual) / bucket.games.max(1) as f64).sqrt();
        println!(
            "{:3} % to {:3} %  {:9}  {:5}  {:12.1} %  {:5.1} %  {:4.1} %  {:10.1} %",
            index * 100 / BUCKETS,
            (index + 1) * 100 / BUCKETS,
            bucket.predictions,
            bucket.games,
            100.0 * bucket.predicted / count,
            100.0 * actual,
            100.0 * error,
            100.0 * bucket.fair / count,
        );
    }
}

struct Calibrate;

impl Visitor for Calibrate {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        calibrate::<P>();
    }
}

fn main() {
    let game = std::env::args().nth(1).unwrap_or_default();
    if dispatch(&game, Calibrate).is_none() {
        eprintln!("usage: calibrate GAME [--games N] [--nodes N] [--size N]");
    }
}
