//! Tunes the weights of a game's evaluation on games of the engine against itself.
//!
//!     cargo run --release -p quintain-engine --example tune -- incognito --games 4000
//!
//! Texel tuning: every quiet position of the games is a sample, with its terms, and as target the
//! result without the luck of either side, mixed with what the search found. The weights are
//! fitted by logistic regression and printed in the order in which the game keeps them, ready to
//! be pasted.
//!
//! Options, each with a number: `--games`, `--nodes` per move, `--size`, `--opening` (a game starts
//! with up to this many random plies), `--slip` (after that, one move in this many is random),
//! `--trust` (the share of the search in the target, in percent), `--hold` (regularization
//! towards the old weights), `--rounds` of fitting, `--threads`, `--seed`.

mod selfplay;

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Tunable};
use selfplay::{Moment, argument, play_all, setting};
use std::process::ExitCode;
use std::sync::Mutex;

/// The terms of a position, each with its count, and the target.
struct Sample {
    terms: Vec<(u16, i16)>,
    target: f64,
}

/// The quiet positions of all games.
fn samples<P: Evaluate>() -> Vec<Sample> {
    let trust = argument("trust", 30) as f64 / 100.0;
    let all = Mutex::new(Vec::new());
    let collect = |moments: &[Moment<P>]| {
        let mut found: Vec<Sample> = moments
            .iter()
            .filter(|moment| is_quiet(moment))
            .map(|moment| sample(moment, trust))
            .collect();
        if let Ok(mut all) = all.lock() {
            all.append(&mut found);
        }
    };
    play_all::<P>(setting(2000, 1500), &collect);
    all.into_inner().unwrap_or_default()
}

fn is_quiet<P: Evaluate>(moment: &Moment<P>) -> bool {
    let Moment { position, best, .. } = moment;
    !position.is_tactical(*best) && !position.is_threatened() && moment.score.mate().is_none()
}

fn sample<P: Evaluate>(moment: &Moment<P>, trust: f64) -> Sample {
    let mut terms = Vec::new();
    P::Tuning::visit_terms(&moment.position, |term, count| {
        if count != 0 {
            terms.push((term as u16, count as i16));
        }
    });
    let searched = moment.score.win_probability(P::SCALE);
    Sample {
        terms,
        target: trust * searched + (1.0 - trust) * moment.fair,
    }
}

/// The win probability that the weights, in units of the scale, predict for a sample.
fn predict(weights: &[f64], sample: &Sample) -> f64 {
    let terms = sample.terms.iter();
    let sum: f64 = terms
        .map(|&(term, count)| weights[usize::from(term)] * f64::from(count))
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The mean loss (cross entropy) over samples.
fn loss(weights: &[f64], samples: &[Sample]) -> f64 {
    let one = |sample: &Sample| {
        let predicted = predict(weights, sample).clamp(1e-6, 1.0 - 1e-6);
        -(sample.target * predicted.ln() + (1.0 - sample.target) * (1.0 - predicted).ln())
    };
    samples.iter().map(one).sum::<f64>() / samples.len().max(1) as f64
}

/// Stochastic gradient descent with adaptive steps (Adam), regularized towards the old weights,
/// so that weights of rare terms hardly change.
fn fit(weights: &mut [f64], samples: &[Sample], rounds: u64, hold: f64) {
    const BATCH: usize = 512;
    let old = weights.to_vec();
    let mut mean = vec![0.0; weights.len()];
    let mut variance = vec![0.0; weights.len()];
    for round in 0..rounds {
        let rate = 0.01 * (1.0 - round as f64 / rounds as f64);
        for batch in samples.chunks(BATCH) {
            let mut gradient = vec![0.0; weights.len()];
            for sample in batch {
                let error = predict(weights, sample) - sample.target;
                for &(term, count) in &sample.terms {
                    gradient[usize::from(term)] += error * f64::from(count) / batch.len() as f64;
                }
            }
            for (i, weight) in weights.iter_mut().enumerate() {
                let gradient = gradient[i] + hold * (*weight - old[i]);
                mean[i] += 0.1 * (gradient - mean[i]);
                variance[i] += 0.01 * (gradient * gradient - variance[i]);
                *weight -= rate * mean[i] / (f64::sqrt(variance[i]) + 1e-6);
            }
        }
    }
}

/// Tunes a game's weights and prints them.
struct Tune;

impl Visitor for Tune {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        if P::Tuning::WEIGHTS.is_empty() {
            println!("{} has no weights to tune", P::INFO.name());
            return;
        }
        let samples = samples::<P>();
        // Samples are in the order of the games: the last tenth is for validation.
        let (training, validation) = samples.split_at(samples.len() * 9 / 10);
        let old: Vec<f64> = P::Tuning::WEIGHTS
            .iter()
            .map(|&weight| f64::from(weight) / P::SCALE)
            .collect();
        let mut new = old.clone();
        let hold = argument("hold", 20) as f64 * 1e-6;
        fit(&mut new, training, argument("rounds", 20), hold);
        println!(
            "{} samples; validation loss {:.5}, before {:.5}",
            samples.len(),
            loss(&new, validation),
            loss(&old, validation)
        );
        print_weights::<P>(&new);
    }
}

/// Prints weights, given in units of the scale, as they stand in the game's source.
fn print_weights<P: Evaluate>(weights: &[f64]) {
    let points: Vec<i64> = weights
        .iter()
        .map(|weight| (weight * P::SCALE).round() as i64)
        .collect();
    let mut rest = points.as_slice();
    for &(name, size) in P::Tuning::TERMS {
        let (group, after) = rest.split_at(size.min(rest.len()));
        rest = after;
        let group: Vec<String> = group.iter().map(|weight| format!("{weight},")).collect();
        println!("    // {name}\n    {}", group.join(" "));
    }
    for weight in rest {
        println!("    {weight},");
    }
}

fn main() -> ExitCode {
    let game = std::env::args().nth(1).unwrap_or_default();
    if dispatch(&game, Tune).is_none() {
        eprintln!("there is no game {game:?}; usage: tune GAME [--games N] [--OPTION N]...");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
