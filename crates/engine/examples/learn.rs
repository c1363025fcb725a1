//! Learns the network of a game that judges positions by one, from games of the engine against
//! itself.
//!
//!     cargo run --release -p quintain-engine --example learn -- sight --size 7 --games 20000 --out net.bin
//!
//! Every position of the games whose end the search did not see is a sample: the inputs of the
//! network, and as target the result, less the luck of either side, mixed with what the search
//! found. The network is fitted to nine tenths of them by gradient descent and written as the
//! game keeps it. It takes part in the next games as soon as the engine is built with it, so
//! learning twice is better than once.
//!
//! Options, each with a number: `--games`, `--nodes` a move, `--size`, `--also` (another size,
//! on which a quarter as many games are played), `--opening` (up to so many random plies begin a
//! game), `--slip` (later one random move in so many), `--trust` (per cent of the target that the
//! search gives), `--rounds` of fitting, `--threads`, `--seed`; and `--out` with a file.

mod selfplay;

use quintain_rules::Evaluate;
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::net::{MAX_WEIGHT, Shape, Weights};
use quintain_rules::view::Describe;
use selfplay::{Moment, Setting, argument, option, play_all, setting};
use std::process::ExitCode;
use std::sync::Mutex;

/// How many samples make a step.
const BATCH: usize = 1024;
/// How far the first steps go.
const RATE: f32 = 0.003;

/// The inputs of all samples, each as many counts as there are inputs, and the targets.
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

/// The positions of all games whose end was not seen.
fn play<P: Evaluate>(shape: Shape) -> Samples {
    let trust = argument("trust", 30) as f64 / 100.0;
    let all = Mutex::new(Samples::default());
    let see = |moments: &[Moment<P>]| {
        let Ok(mut all) = all.lock() else { return };
        for moment in moments {
            if moment.score.mate().is_some() {
                continue;
            }
            let row = all.counts.len();
            all.counts.resize(row + shape.features, 0);
            let counts = &mut all.counts[row..];
            moment
                .position
                .features(|input, count| counts[input] = count as u8);
            let searched = moment.score.win_probability(P::SCALE);
            let target = trust * searched + (1.0 - trust) * moment.fair;
            all.targets.push(target as f32);
        }
    };
    let usual = setting(20_000, 2000);
    if let Some(size) = Some(argument("also", 0) as u8).filter(|&size| size > 0) {
        let other = Setting {
            size: Some(size),
            games: usual.games / 4,
            ..usual
        };
        play_all::<P>(other, &see);
    }
    play_all::<P>(usual, &see);
    all.into_inner().unwrap_or_default()
}

/// The network in the making: all its numbers in a row, and how far they have moved lately.
struct Learner {
    shape: Shape,
    /// The weights of the counts (each times the spread of its input), what hidden units begin with,
    /// their weights, and what the value begins with.
    numbers: Vec<f32>,
    /// How much each input scatters.
    spread: Vec<f32>,
    /// The slope of each number in this batch, and the means of slopes and of their squares over
    /// the last ones.
    slopes: Vec<f32>,
    first: Vec<f32>,
    second: Vec<f32>,
    steps: i32,
}

impl Learner {
    fn new(shape: Shape, samples: &Samples) -> Self {
        let spread = spreads(shape, samples);
        let size = shape.features * shape.hidden + 2 * shape.hidden + 1;
        let mut seed = argument("seed", 1);
        let mut random = || {
            seed = quintain_rules::splitmix64(seed);
            (seed >> 40) as f32 / (1u64 << 23) as f32 - 1.0
        };
        let scale = (6.0 / shape.features as f32).sqrt();
        let mut numbers = vec![0.0; size];
        for (input, row) in numbers[..shape.features * shape.hidden]
            .chunks_exact_mut(shape.hidden)
            .enumerate()
        {
            // What never came is left out.
            if spread[input] > 0.0 {
                row.fill_with(|| 0.5 * scale * random());
            }
        }
        let second = shape.features * shape.hidden + shape.hidden;
        numbers[second..second + shape.hidden].fill_with(|| 0.1 * random());
        Learner {
            shape,
            slopes: vec![0.0; size],
            first: vec![0.0; size],
            second: vec![0.0; size],
            numbers,
            spread: spread.into_iter().map(|spread| spread.max(0.1)).collect(),
            steps: 0,
        }
    }

    /// The network as it stands.
    fn weights(&self) -> Weights {
        let Shape {
            features: inputs,
            hidden,
        } = self.shape;
        let (first, rest) = self.numbers.split_at(inputs * hidden);
        let scaled = |(index, weight): (usize, &f32)| weight / self.spread[index / hidden];
        Weights {
            feature_weights: first.iter().enumerate().map(scaled).collect(),
            hidden_bias: rest[..hidden].to_vec(),
            output_weights: rest[hidden..2 * hidden].to_vec(),
            output_bias: rest[2 * hidden],
        }
    }

    /// Goes once over the samples in an order that looks random, and takes a step after every
    /// batch.
    fn round(&mut self, samples: &Samples, order: &mut [u32], rate: impl Fn(f32) -> f32) {
        shuffle(order, self.steps as u64);
        let batches = order.len().div_ceil(BATCH) as f32;
        for (done, batch) in order.chunks(BATCH).enumerate() {
            let weights = self.weights();
            self.slopes.fill(0.0);
            let mut units = vec![0.0; self.shape.hidden];
            for &index in batch {
                let counts = samples.counts_of(index as usize, self.shape);
                let error = predict(&weights, counts, &mut units) - samples.targets[index as usize];
                self.back(&weights, counts, &units, error / batch.len() as f32);
            }
            self.step(rate(done as f32 / batches));
        }
    }

    /// Adds a sample's part to the slopes.
    fn back(&mut self, weights: &Weights, counts: &[u8], units: &[f32], error: f32) {
        let Shape {
            features: inputs,
            hidden,
        } = self.shape;
        let (first, rest) = self.slopes.split_at_mut(inputs * hidden);
        let mut below = vec![0.0; hidden];
        for unit in 0..hidden {
            if units[unit] > 0.0 {
                rest[hidden + unit] += error * units[unit];
                below[unit] = error * weights.output_weights[unit];
                rest[unit] += below[unit];
            }
        }
        rest[2 * hidden] += error;
        for (input, &count) in counts.iter().enumerate() {
            if count > 0 {
                let count = f32::from(count) / self.spread[input];
                let row = &mut first[input * hidden..][..hidden];
                for (slope, below) in row.iter_mut().zip(&below) {
                    *slope += count * below;
                }
            }
        }
    }

    /// Moves every number against its slope, with steps that adapt to each (Adam).
    fn step(&mut self, rate: f32) {
        self.steps += 1;
        let (early, late) = (
            1.0 - 0.9f32.powi(self.steps),
            1.0 - 0.999f32.powi(self.steps),
        );
        for (i, number) in self.numbers.iter_mut().enumerate() {
            let slope = self.slopes[i];
            self.first[i] += 0.1 * (slope - self.first[i]);
            self.second[i] += 0.001 * (slope * slope - self.second[i]);
            *number -= rate * (self.first[i] / early) / ((self.second[i] / late).sqrt() + 1e-8);
        }
        let hidden = self.shape.hidden;
        for (input, &spread) in self.spread.iter().enumerate() {
            let most = MAX_WEIGHT * spread;
            for number in &mut self.numbers[input * hidden..][..hidden] {
                *number = number.clamp(-most, most);
            }
        }
    }
}

/// How much each input scatters.
fn spreads(shape: Shape, samples: &Samples) -> Vec<f32> {
    let mut sums = vec![(0.0f64, 0.0f64); shape.features];
    for row in samples.counts.chunks_exact(shape.features) {
        for (sum, &count) in sums.iter_mut().zip(row) {
            sum.0 += f64::from(count);
            sum.1 += f64::from(count) * f64::from(count);
        }
    }
    let size = samples.targets.len().max(1) as f64;
    let spread = |(sum, squares): (f64, f64)| (squares / size - (sum / size).powi(2)).max(0.0);
    sums.into_iter()
        .map(|sums| spread(sums).sqrt() as f32)
        .collect()
}

/// Puts numbers in an order that looks random.
fn shuffle(order: &mut [u32], seed: u64) {
    for i in (1..order.len()).rev() {
        let random = quintain_rules::splitmix64(seed ^ (i as u64) << 20);
        order.swap(i, (random % (i as u64 + 1)) as usize);
    }
}

/// The chance to win that a network gives a sample; leaves the hidden units behind.
fn predict(weights: &Weights, counts: &[u8], units: &mut [f32]) -> f32 {
    units.copy_from_slice(&weights.hidden_bias);
    let hidden = units.len();
    for (input, &count) in counts.iter().enumerate() {
        if count > 0 {
            let row = &weights.feature_weights[input * hidden..][..hidden];
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
        let chance = predict(weights, counts, &mut units).clamp(1e-6, 1.0 - 1e-6);
        let target = samples.targets[index as usize];
        sum -= f64::from(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln());
    }
    (sum / which.len().max(1) as f64) as f32
}

/// Learns a game's network and writes it.
struct Learn;

impl Visitor for Learn {
    type Output = Result<(), String>;

    fn visit<P: Describe + Evaluate>(self) -> Self::Output {
        let shape = P::NETWORK.ok_or_else(|| format!("{} has no network", P::INFO.name))?;
        let out = option("out").ok_or("say with --out where the network goes")?;
        let samples = play::<P>(shape);
        // Games come one after the other: the last tenth of them is for checking.
        let mut learn: Vec<u32> = (0..samples.targets.len() as u32).collect();
        let check = learn.split_off(learn.len() * 9 / 10);
        println!("{} samples", samples.targets.len());
        let rounds = argument("rounds", 10);
        let mut learner = Learner::new(shape, &samples);
        for round in 0..rounds {
            let rate = |part: f32| RATE * (1.0 - (round as f32 + part) / rounds as f32);
            learner.round(&samples, &mut learn, rate);
            let loss = loss(&learner.weights(), &samples, &check, shape);
            println!("round {}: loss on a tenth left out: {loss:.5}", round + 1);
        }
        std::fs::write(&out, learner.weights().to_bytes())
            .map_err(|error| format!("{out}: {error}"))
    }
}

fn main() -> ExitCode {
    let game = std::env::args().nth(1).unwrap_or_default();
    let done = dispatch(&game, Learn)
        .unwrap_or_else(|| Err(format!("no game {game:?}; say for example: learn sight")));
    if let Err(reason) = done {
        eprintln!("{reason}");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
