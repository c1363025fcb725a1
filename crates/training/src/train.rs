//! Training: gradient descent by Adam (Kingma and Ba 2015) on batches of samples.
//!
//! Each batch is split into a fixed number of shards, whose gradients are added up in order: so
//! the result does not depend on the number of threads. After each epoch the whole state can be
//! written to a file; training that is resumed from there ends with the same bytes.

pub mod state;

use crate::Error;
use crate::model::{Layout, Pass};
use crate::samples::{Dataset, Samples};
use quintain_rules::{Evaluate, Rng, Tunable, splitmix64};
use state::State;
use std::path::{Path, PathBuf};

/// Samples per step.
const BATCH: usize = 4096;
/// Parts of a batch that threads can work on at the same time.
const SHARDS: usize = 4;
const BETA1: f32 = 0.9;
const BETA2: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// How a network is trained.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingOptions {
    /// How often each sample is used.
    pub epochs: u32,
    /// The learning rate at the beginning; it falls along a cosine to a hundredth.
    pub learning_rate: f32,
    /// How much weights shrink per step, as a share of the learning rate: keeps those small
    /// that few samples need.
    pub weight_decay: f32,
    /// The weight of the game's result in the target; the rest is what the search found.
    pub result_share: f32,
    /// The seed of the first weights and of the order of samples.
    pub seed: u64,
    /// Threads to use.
    pub threads: usize,
    /// Where the state is kept after each epoch; training resumes from it.
    pub state: Option<PathBuf>,
}

/// What is reported after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EpochReport {
    /// The number of the epoch, from 1.
    pub epoch: u32,
    /// The mean squared error on the samples that were learned from.
    pub training_loss: f64,
    /// The mean squared error on others.
    pub validation_loss: f64,
    /// How many samples were learned from.
    pub samples: usize,
}

/// Trains the network of a game on files of games, and returns its bytes.
pub fn train<P: Evaluate>(
    files: &[impl AsRef<Path>],
    options: &TrainingOptions,
    on_epoch: &mut dyn FnMut(EpochReport),
) -> Result<Vec<u8>, Error> {
    let Some(shape) = P::Tuning::NETWORK else {
        return Err(Error::Request(format!("{} has no network", P::INFO.id)));
    };
    let layout = Layout::new(shape, P::Tuning::mirror_feature);
    let dataset = Dataset::read::<P>(files, shape)?;
    let mut trainer = Trainer::new(&layout, &dataset, options)?;
    while trainer.state.epoch < options.epochs {
        on_epoch(trainer.epoch());
        if let Some(path) = &options.state {
            trainer.state.write(path)?;
        }
    }
    Ok(layout.weights(&trainer.state.parameters).to_bytes())
}

struct Trainer<'a> {
    layout: &'a Layout,
    dataset: &'a Dataset,
    options: &'a TrainingOptions,
    state: State,
    shards: Vec<Pass<'a>>,
}

impl<'a> Trainer<'a> {
    fn new(
        layout: &'a Layout,
        dataset: &'a Dataset,
        options: &'a TrainingOptions,
    ) -> Result<Self, Error> {
        let active = dataset.training.mean_active();
        let fresh = State::new(layout.initial(options.seed, active));
        let state = match &options.state {
            Some(path) if path.exists() => State::read(path, fresh.parameters.len())?,
            _ => fresh,
        };
        let share = options.result_share;
        let shard = |_| Pass::new(layout, &dataset.training, share);
        Ok(Trainer {
            layout,
            dataset,
            options,
            state,
            shards: (0..SHARDS).map(shard).collect(),
        })
    }

    /// One pass over all samples, in random order.
    fn epoch(&mut self) -> EpochReport {
        let samples = self.dataset.training.len();
        let mut order: Vec<u32> = (0..samples as u32).collect();
        let seed = splitmix64(self.options.seed) ^ u64::from(self.state.epoch);
        Rng::new(seed).shuffle(&mut order);
        let batches = samples.div_ceil(BATCH);
        let mut loss = 0.0;
        for (number, batch) in order.chunks(BATCH).enumerate() {
            let done = self.state.epoch as f32 + number as f32 / batches as f32;
            let rate = self.learning_rate(done / self.options.epochs as f32);
            loss += self.step(batch, rate);
        }
        self.state.epoch += 1;
        EpochReport {
            epoch: self.state.epoch,
            training_loss: loss / samples as f64,
            validation_loss: self.validation_loss(),
            samples,
        }
    }

    /// The learning rate when this share of the training is done.
    fn learning_rate(&self, done: f32) -> f32 {
        // The cosine of the libraries differs from system to system; this polynomial, 1 at the
        // beginning and 0 at the end with slope 0 at both, does as well.
        let cosine = 1.0 - done * done * (3.0 - 2.0 * done);
        self.options.learning_rate * (0.01 + 0.99 * cosine)
    }

    /// One step of gradient descent. Returns the loss, summed over the batch.
    fn step(&mut self, batch: &[u32], rate: f32) -> f64 {
        let parameters = &self.state.parameters;
        let part = batch.len().div_ceil(SHARDS);
        let mut work: Vec<_> = self.shards.iter_mut().zip(batch.chunks(part)).collect();
        let per_thread = work.len().div_ceil(self.options.threads.max(1));
        std::thread::scope(|scope| {
            for group in work.chunks_mut(per_thread) {
                scope.spawn(move || {
                    for (pass, samples) in group {
                        pass.reset();
                        for &sample in *samples {
                            pass.learn(parameters, sample as usize);
                        }
                    }
                });
            }
        });
        let used = work.len();
        let scale = 1.0 / batch.len() as f32;
        let (first, others) = self.shards[..used].split_at_mut(1);
        let gradient = &mut first[0].gradient;
        for other in others.iter() {
            for (sum, part) in gradient.iter_mut().zip(&other.gradient) {
                *sum += part;
            }
        }
        let decay = rate * self.options.weight_decay;
        self.state.adam(gradient, scale, rate, decay);
        self.layout.clamp(&mut self.state.parameters);
        self.shards[..used].iter().map(|pass| pass.loss).sum()
    }

    fn validation_loss(&self) -> f64 {
        let samples: &Samples = &self.dataset.validation;
        let mut pass = Pass::new(self.layout, samples, self.options.result_share);
        for sample in 0..samples.len() {
            pass.evaluate(&self.state.parameters, sample);
        }
        pass.loss / samples.len() as f64
    }
}
