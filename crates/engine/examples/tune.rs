//! Tunes the weights of a game's evaluation on games of the engine against itself.
//!
//!     cargo run --release --example tune -- --games 4000 --nodes 4000 --size 5
//!
//! Every position searched is a sample: its terms, and as target the mean of the result and of
//! what the search found. The weights are then fitted by logistic regression (gradient descent
//! with a little decay) and printed in the order in which the game keeps them.

mod selfplay;

use quintain_rules::Strategy;
use quintain_rules::games::incognito::Incognito;
use selfplay::{Moment, Setting, argument, play_all, setting};
use std::sync::Mutex;

/// The terms of a position, each with its count, and the target.
struct Sample {
    terms: Vec<(u16, i16)>,
    target: f32,
}

fn samples<G: Strategy>(setting: Setting, trust: f64) -> Vec<Sample> {
    let all = Mutex::new(Vec::new());
    let see = |moments: &[Moment<G>]| {
        let mut found: Vec<Sample> = Vec::with_capacity(moments.len());
        for moment in moments {
            let mut terms = Vec::new();
            moment.position.terms(|term, count| {
                if count != 0 {
                    terms.push((term as u16, count as i16));
                }
            });
            let searched = moment.score.chance(G::SCALE);
            let target = (trust * searched + (1.0 - trust) * moment.result) as f32;
            found.push(Sample { terms, target });
        }
        if let Ok(mut all) = all.lock() {
            all.append(&mut found);
        }
    };
    play_all::<G>(setting, &see);
    all.into_inner().unwrap_or_default()
}

/// The chance to win that the weights, in units of the scale, give a sample.
fn predict(weights: &[f32], sample: &Sample) -> f32 {
    let terms = sample.terms.iter();
    let sum: f32 = terms
        .map(|&(term, count)| weights[usize::from(term)] * f32::from(count))
        .sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The mean loss (cross entropy) over samples.
fn loss(weights: &[f32], samples: &[Sample]) -> f32 {
    let one = |sample: &Sample| {
        let chance = predict(weights, sample).clamp(1e-6, 1.0 - 1e-6);
        -(sample.target * chance.ln() + (1.0 - sample.target) * (1.0 - chance).ln())
    };
    samples.iter().map(one).sum::<f32>() / samples.len().max(1) as f32
}

/// Gradient descent with steps that adapt to each weight (Adam).
fn fit(weights: &mut [f32], samples: &[Sample], rounds: u64) {
    const BATCH: usize = 512;
    let mut first = vec![0.0f32; weights.len()];
    let mut second = vec![0.0f32; weights.len()];
    for round in 0..rounds {
        let rate = 0.01 * (1.0 - round as f32 / rounds as f32);
        for batch in samples.chunks(BATCH) {
            let mut slope = vec![0.0f32; weights.len()];
            for sample in batch {
                let error = predict(weights, sample) - sample.target;
                for &(term, count) in &sample.terms {
                    slope[usize::from(term)] += error * f32::from(count) / batch.len() as f32;
                }
            }
            for (i, weight) in weights.iter_mut().enumerate() {
                let slope = slope[i] + 1e-5 * *weight;
                first[i] += 0.1 * (slope - first[i]);
                second[i] += 0.01 * (slope * slope - second[i]);
                *weight -= rate * first[i] / (second[i].sqrt() + 1e-6);
            }
        }
    }
}

fn tune<G: Strategy>() {
    let setting = setting(2000, 2000);
    let trust = argument("trust", 50) as f64 / 100.0;
    let samples = samples::<G>(setting, trust);
    // Games come one after the other: the last tenth of them is for checking.
    let (learn, check) = samples.split_at(samples.len() * 9 / 10);
    let scale = G::SCALE as f32;
    let old: Vec<f32> = G::WEIGHTS.iter().map(|&w| w as f32 / scale).collect();
    let mut new = old.clone();
    fit(&mut new, learn, argument("rounds", 30));
    println!(
        "{} samples; loss on a tenth left out: {:.5}, before {:.5}",
        samples.len(),
        loss(&new, check),
        loss(&old, check)
    );
    for (row, old) in new.chunks(6).zip(G::WEIGHTS.chunks(6)) {
        let row: Vec<String> = row.iter().map(|w| format!("{:5.0},", w * scale)).collect();
        println!("{}    instead of {old:?}", row.concat());
    }
}

fn main() {
    tune::<Incognito>();
}
