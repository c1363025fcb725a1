//! Trains the network of a game that evaluates positions by one, on games of the engine against
//! itself.
//!
//!     cargo run --release -p quintain-engine --example learn -- sight --size 7 --games 20000 --out net.bin
//!
//! Every position of the games whose end the search did not see is a sample: the features of the
//! position, and as target the result without the luck of either side, mixed with what the search
//! found. The network is fitted to nine tenths of them by gradient descent, quantized, and written
//! as the game keeps it. Once the engine is built with it, the next games are played with it, so
//! training twice is better than once.
//!
//! Options, each with a number: `--games`, `--nodes` per move, `--size`, `--also` (another size, on
//! which a quarter as many games are played), `--opening` (a game starts with up to this many
//! random plies), `--slip` (after that, one move in this many is random), `--trust` (the share of
//! the search in the target, in percent), `--rounds` (epochs), `--threads`, `--seed`; and `--out`
//! with a file.

mod selfplay;

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::net::{MAX_WEIGHT, Shape, Weights};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Rng, Tunable};
use selfplay::{Moment, Setting, argument, option, play_all, setting};
use std::process::ExitCode;
use std::sync::Mutex;

/// How many samples make a batch.
const BATCH: usize = 1024;
/// The learning rate at the beginning.
const LEARNING_RATE: f32 = 0.003;

/// The features of all samples, one row each, and the targets.
#[derive(Default)]
struct Samples {
    counts: Vec<u8>,
    targets: Vec<f32>,
}

impl Samples {
    fn counts_of(&self, index: usize, shape: Shape) -> &[u8] {
        &self.counts[index * shape.features..][..shape.features]
    }
}

/// The positions of all games whose end the search did not see.
fn play<P: Evaluate>(shape: Shape) -> Samples {
    let trust = argument("trust", 30) as f64 / 100.0;
    let all = Mutex::new(Samples::default());
    let collect = |moments: &[Moment<P>]| {
        let Ok(mut all) = all.lock() else { return };
        for moment in moments {
            if moment.score.mate().is_some() {
                continue;
            }
            let row = all.counts.len();
            all.counts.resize(row + shape.features, 0);
            let counts = &mut all.counts[row..];
            P::Tuning::visit_features(&moment.position, |feature, count| {
                counts[feature] = count as u8;
            });
            let searched = moment.score.win_probability(P::SCALE);
            let target = trust * searched + (1.0 - trust) * moment.fair;
            all.targets.push(target as f32);
        }
    };
    let main = setting(20_000, 2000);
    if let Some(size) = Some(argument("also", 0) as u8).filter(|&size| size > 0) {
        let other = Setting {
            size: Some(size),
            games: main.games / 4,
            ..main
        };
        play_all::<P>(other, &collect);
    }
    play_all::<P>(main, &collect);
    all.into_inner().unwrap_or_default()
}

/// A network in training: all its parameters in a row, and the state of the optimizer (Adam).
struct Trainer {
    shape: Shape,
    /// Feature weights (each times the standard deviation of its feature), hidden biases, output
    /// weights, and the output bias.
    parameters: Vec<f32>,
    /// The standard deviation of each feature.
    deviation: Vec<f32>,
    /// The gradient of this batch, and running means of gradients and of their squares.
    gradient: Vec<f32>,
    mean: Vec<f32>,
    variance: Vec<f32>,
    steps: i32,
}

impl Trainer {
    fn new(shape: Shape, samples: &Samples) -> Self {
        let deviation = deviations(shape, samples);
        let size = shape.features * shape.hidden + 2 * shape.hidden + 1;
        let mut rng = Rng::new(argument("seed", 1));
        // From -1 to below 1.
        let mut random = || (rng.next_u64() >> 40) as f32 / (1u64 << 23) as f32 - 1.0;
        let scale = (6.0 / shape.features as f32).sqrt();
        let mut parameters = vec![0.0; size];
        for (feature, row) in parameters[..shape.features * shape.hidden]
            .chunks_exact_mut(shape.hidden)
            .enumerate()
        {
            // Features that never occur are left out.
            if deviation[feature] > 0.0 {
                row.fill_with(|| 0.5 * scale * random());
            }
        }
        let output = shape.features * shape.hidden + shape.hidden;
        parameters[output..output + shape.hidden].fill_with(|| 0.1 * random());
        Trainer {
            shape,
            gradient: vec![0.0; size],
            mean: vec![0.0; size],
            variance: vec![0.0; size],
            parameters,
            deviation: deviation.into_iter().map(|value| value.max(0.1)).collect(),
            steps: 0,
        }
    }

    /// The network as it stands.
    fn weights(&self) -> Weights {
        let Shape {
            features: inputs,
            hidden,
        } = self.shape;
        let (first, rest) = self.parameters.split_at(inputs * hidden);
        let scaled = |(index, weight): (usize, &f32)| weight / self.deviation[index / hidden];
        Weights {
            feature_weights: first.iter().enumerate().map(scaled).collect(),
            hidden_bias: rest[..hidden].to_vec(),
            output_weights: rest[hidden..2 * hidden].to_vec(),
            output_bias: rest[2 * hidden],
        }
    }

    /// One epoch: visits all samples in random order, with a step after every batch.
    fn epoch(&mut self, samples: &Samples, order: &mut [u32], rate: impl Fn(f32) -> f32) {
        Rng::new(self.steps as u64).shuffle(order);
        let batches = order.len().div_ceil(BATCH) as f32;
        for (done, batch) in order.chunks(BATCH).enumerate() {
            let weights = self.weights();
            self.gradient.fill(0.0);
            let mut units = vec![0.0; self.shape.hidden];
            for &index in batch {
                let counts = samples.counts_of(index as usize, self.shape);
                let error = predict(&weights, counts, &mut units) - samples.targets[index as usize];
                self.backpropagate(&weights, counts, &units, error / batch.len() as f32);
            }
            self.step(rate(done as f32 / batches));
        }
    }

    /// Backpropagation: adds a sample's part to the gradient.
    fn backpropagate(&mut self, weights: &Weights, counts: &[u8], units: &[f32], error: f32) {
        let Shape {
            features: inputs,
            hidden,
        } = self.shape;
        let (first, rest) = self.gradient.split_at_mut(inputs * hidden);
        let mut below = vec![0.0; hidden];
        for unit in 0..hidden {
            if units[unit] > 0.0 {
                rest[hidden + unit] += error * units[unit];
                below[unit] = error * weights.output_weights[unit];
                rest[unit] += below[unit];
            }
        }
        rest[2 * hidden] += error;
        for (feature, &count) in counts.iter().enumerate() {
            if count > 0 {
                let count = f32::from(count) / self.deviation[feature];
                let row = &mut first[feature * hidden..][..hidden];
                for (gradient, below) in row.iter_mut().zip(&below) {
                    *gradient += count * below;
                }
            }
        }
    }

    /// Moves every parameter against its gradient with adaptive steps (Adam), and clamps the
    /// feature weights to what quantization can represent.
    fn step(&mut self, rate: f32) {
        self.steps += 1;
        // Corrections of the bias towards 0 in the first steps.
        let (mean_correction, variance_correction) = (
            1.0 - 0.9f32.powi(self.steps),
            1.0 - 0.999f32.powi(self.steps),
        );
        for (i, parameter) in self.parameters.iter_mut().enumerate() {
            let gradient = self.gradient[i];
            self.mean[i] += 0.1 * (gradient - self.mean[i]);
            self.variance[i] += 0.001 * (gradient * gradient - self.variance[i]);
            *parameter -= rate * (self.mean[i] / mean_correction)
                / ((self.variance[i] / variance_correction).sqrt() + 1e-8);
        }
        let hidden = self.shape.hidden;
        for (feature, &deviation) in self.deviation.iter().enumerate() {
            let max = MAX_WEIGHT * deviation;
            for weight in &mut self.parameters[feature * hidden..][..hidden] {
                *weight = weight.clamp(-max, max);
            }
        }
    }
}

/// The standard deviation of each feature.
fn deviations(shape: Shape, samples: &Samples) -> Vec<f32> {
    let mut sums = vec![(0.0f64, 0.0f64); shape.features];
    for row in samples.counts.chunks_exact(shape.features) {
        for (sum, &count) in sums.iter_mut().zip(row) {
            sum.0 += f64::from(count);
            sum.1 += f64::from(count) * f64::from(count);
        }
    }
    let size = samples.targets.len().max(1) as f64;
    let variance = |(sum, squares): (f64, f64)| (squares / size - (sum / size).powi(2)).max(0.0);
    sums.into_iter()
        .map(|sums| variance(sums).sqrt() as f32)
        .collect()
}

/// The win probability that a network predicts for a sample; fills in the hidden units.
fn predict(weights: &Weights, counts: &[u8], units: &mut [f32]) -> f32 {
    units.copy_from_slice(&weights.hidden_bias);
    let hidden = units.len();
    for (feature, &count) in counts.iter().enumerate() {
        if count > 0 {
            let row = &weights.feature_weights[feature * hidden..][..hidden];
            for (unit, weight) in units.iter_mut().zip(row) {
                *unit += f32::from(count) * weight;
            }
        }
    }
    let mut value = weights.output_bias;
    for (unit, weight) in units.iter_mut().zip(&weights.output_weights) {
        *unit = unit.max(0.0);
        value += *unit * weight;
    }
    1.0 / (1.0 + (-value).exp())
}

/// The mean loss (cross entropy) over samples.
fn loss(weights: &Weights, samples: &Samples, which: &[u32], shape: Shape) -> f32 {
    let mut units = vec![0.0; shape.hidden];
    let mut sum = 0.0;
    for &index in which {
        let counts = samples.counts_of(index as usize, shape);
        let predicted = predict(weights, counts, &mut units).clamp(1e-6, 1.0 - 1e-6);
        let target = samples.targets[index as usize];
        sum -= f64::from(target * predicted.ln() + (1.0 - target) * (1.0 - predicted).ln());
    }
    (sum / which.len().max(1) as f64) as f32
}

/// Trains a game's network and writes it.
struct Train;

impl Visitor for Train {
    type Output = Result<(), String>;

    fn visit<P: Describe + Evaluate>(self) -> Self::Output {
        let shape =
            P::Tuning::NETWORK.ok_or_else(|| format!("{} has no network", P::INFO.name()))?;
        let out = option("out").ok_or("--out FILE is missing")?;
        let samples = play::<P>(shape);
        // Samples are in the order of the games: the last tenth is for validation.
        let mut training: Vec<u32> = (0..samples.targets.len() as u32).collect();
        let validation = training.split_off(training.len() * 9 / 10);
        println!("{} samples", samples.targets.len());
        let rounds = argument("rounds", 10);
        let mut trainer = Trainer::new(shape, &samples);
        for round in 0..rounds {
            let rate = |part: f32| LEARNING_RATE * (1.0 - (round as f32 + part) / rounds as f32);
            trainer.epoch(&samples, &mut training, rate);
            let loss = loss(&trainer.weights(), &samples, &validation, shape);
            println!("epoch {}: validation loss {loss:.5}", round + 1);
        }
        std::fs::write(&out, trainer.weights().to_bytes())
            .map_err(|error| format!("{out}: {error}"))
    }
}

fn main() -> ExitCode {
    let game = std::env::args().nth(1).unwrap_or_default();
    let done = dispatch(&game, Train).unwrap_or_else(|| {
        Err(format!(
            "there is no game {game:?}; usage: learn GAME --out FILE [--OPTION N]..."
        ))
    });
    if let Err(reason) = done {
        eprintln!("{reason}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
