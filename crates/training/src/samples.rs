//! Samples: positions as features, each with its target.

use crate::Error;
use crate::games_file::{PlayedGame, read_games};
use quintain_engine::Score;
use quintain_rules::net::Shape;
use quintain_rules::{Evaluate, Side, Tunable};
use std::path::Path;

/// Every game whose number is a multiple of this is for validation.
const VALIDATION_INTERVAL: u64 = 20;

/// Positions as the network sees them. The features of all samples and perspectives stand in one
/// row, so that there is no allocation per sample.
pub(crate) struct Samples {
    perspectives: usize,
    features: Vec<u16>,
    counts: Vec<u8>,
    /// Where the features of each sample and perspective end.
    ends: Vec<u32>,
    buckets: Vec<u8>,
    /// How the game ended for the side to move: 0, 1 or one half.
    results: Vec<f32>,
    /// What the search found, as log-odds for the side to move.
    scores: Vec<f32>,
}

impl Samples {
    pub(crate) fn new(shape: Shape) -> Samples {
        Samples {
            perspectives: shape.perspectives,
            features: Vec::new(),
            counts: Vec::new(),
            ends: Vec::new(),
            buckets: Vec::new(),
            results: Vec::new(),
            scores: Vec::new(),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.results.len()
    }

    /// The features of a sample from a perspective (0 for the side to move), and their counts.
    pub(crate) fn features(&self, sample: usize, perspective: usize) -> (&[u16], &[u8]) {
        let place = sample * self.perspectives + perspective;
        let start = match place {
            0 => 0,
            _ => self.ends[place - 1] as usize,
        };
        let end = self.ends[place] as usize;
        (&self.features[start..end], &self.counts[start..end])
    }

    /// How many features a perspective has on average.
    pub(crate) fn mean_active(&self) -> f32 {
        self.features.len() as f32 / self.ends.len().max(1) as f32
    }

    pub(crate) fn bucket(&self, sample: usize) -> usize {
        self.buckets[sample].into()
    }

    /// What the network should say about a sample: a mixture of result and search, where
    /// `result_share` is the weight of the result.
    pub(crate) fn target(&self, sample: usize, result_share: f32) -> f32 {
        let searched = crate::sigmoid::sigmoid(self.scores[sample]);
        result_share * self.results[sample] + (1.0 - result_share) * searched
    }

    pub(crate) fn push<P: Evaluate>(&mut self, position: &P, winner: Option<Side>, score: Score) {
        let turn = position.turn();
        for perspective in [turn, !turn].into_iter().take(self.perspectives) {
            P::Tuning::visit_features(position, perspective, |feature, count| {
                if count > 0 {
                    self.features.push(feature as u16);
                    self.counts.push(count as u8);
                }
            });
            self.ends.push(self.features.len() as u32);
        }
        self.buckets.push(P::Tuning::bucket(position) as u8);
        self.results.push(match winner {
            None => 0.5,
            Some(winner) => f32::from(u8::from(winner == turn)),
        });
        self.scores.push(score.value() as f32 / P::SCALE as f32);
    }

    /// Adds the quiet positions of a game. The search looks into what a tactical move or a threat
    /// leads to before it evaluates, so the network need not know.
    fn push_game<P: Evaluate>(&mut self, start: &P, game: &PlayedGame<P>) {
        let mut position = *start;
        for &step in &game.opening {
            position.play_unchecked(step);
        }
        for &(step, score) in &game.plies {
            let quiet =
                !score.is_forced() && !position.is_tactical(step.mv) && !position.is_threatened();
            if quiet {
                self.push(&position, game.winner, score);
            }
            position.play_unchecked(step);
        }
    }
}

/// Samples to fit the network to, and samples to see how well it predicts others.
pub(crate) struct Dataset {
    pub(crate) training: Samples,
    pub(crate) validation: Samples,
}

impl Dataset {
    /// The quiet positions of all games in some files.
    pub(crate) fn read<P: Evaluate>(
        paths: &[impl AsRef<Path>],
        shape: Shape,
    ) -> Result<Dataset, Error> {
        let mut dataset = Dataset {
            training: Samples::new(shape),
            validation: Samples::new(shape),
        };
        let mut number = 0u64;
        for path in paths {
            let conditions = crate::games_file::conditions(path.as_ref())?;
            let start = P::start(conditions.size)?;
            read_games::<P>(path.as_ref(), |game| {
                let samples = if number.is_multiple_of(VALIDATION_INTERVAL) {
                    &mut dataset.validation
                } else {
                    &mut dataset.training
                };
                samples.push_game(&start, &game);
                number += 1;
            })?;
        }
        if dataset.training.len() == 0 || dataset.validation.len() == 0 {
            return Err(Error::Request(
                "the games have too few quiet positions".into(),
            ));
        }
        Ok(dataset)
    }
}
