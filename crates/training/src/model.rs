//! A network in training: forward and backward pass over sparse inputs.

use crate::samples::Samples;
use crate::sigmoid::sigmoid;
use quintain_rules::Rng;
use quintain_rules::net::{Shape, Weights};

/// Hidden units are processed this many at a time, so that the compiler vectorizes the loops.
const LANES: usize = 8;

/// Where the parameters of a network stand in one row of numbers.
#[derive(Clone)]
pub(crate) struct Layout {
    pub(crate) shape: Shape,
    /// The mirror image of each feature.
    mirror: Vec<u16>,
}

impl Layout {
    pub(crate) fn new(shape: Shape, mirror: impl Fn(usize) -> usize) -> Layout {
        assert!(shape.hidden.is_multiple_of(LANES), "units come in eights");
        Layout {
            shape,
            mirror: (0..shape.features)
                .map(|feature| mirror(feature) as u16)
                .collect(),
        }
    }

    fn hidden_bias(&self) -> usize {
        self.shape.features * self.shape.hidden
    }

    fn output_weights(&self) -> usize {
        self.hidden_bias() + self.shape.hidden
    }

    fn output_bias(&self) -> usize {
        self.output_weights() + self.shape.outputs()
    }

    /// How many parameters there are.
    pub(crate) fn len(&self) -> usize {
        self.output_bias() + self.shape.buckets
    }

    /// Random parameters to begin with: hidden units that are neither dead nor saturated.
    pub(crate) fn initial(&self, seed: u64, active: f32) -> Vec<f32> {
        let mut rng = Rng::new(seed);
        let mut around = |spread: f32| (2.0 * rng.unit() as f32 - 1.0) * spread;
        let mut parameters = vec![0.0; self.len()];
        let (features, rest) = parameters.split_at_mut(self.hidden_bias());
        let (bias, rest) = rest.split_at_mut(self.shape.hidden);
        features.fill_with(|| around((1.0 / active.max(1.0)).sqrt()));
        bias.fill(0.3);
        let spread = (1.0 / self.shape.units() as f32).sqrt();
        rest[..self.shape.outputs()].fill_with(|| around(spread));
        parameters
    }

    /// Cuts parameters to what can be quantized.
    pub(crate) fn clamp(&self, parameters: &mut [f32]) {
        let features = self.shape.max_feature_weight();
        let outputs = self.shape.max_output_weight();
        for weight in &mut parameters[..self.output_weights()] {
            *weight = weight.clamp(-features, features);
        }
        for weight in &mut parameters[self.output_weights()..self.output_bias()] {
            *weight = weight.clamp(-outputs, outputs);
        }
    }

    /// The parameters as the weights of a network.
    pub(crate) fn weights(&self, parameters: &[f32]) -> Weights {
        Weights {
            shape: self.shape,
            feature_weights: parameters[..self.hidden_bias()].to_vec(),
            hidden_bias: parameters[self.hidden_bias()..self.output_weights()].to_vec(),
            output_weights: parameters[self.output_weights()..self.output_bias()].to_vec(),
            output_bias: parameters[self.output_bias()..].to_vec(),
        }
    }

    /// The row of weights of a feature, as units of an image see it.
    fn row(&self, feature: u16, image: usize) -> usize {
        let feature = match image {
            0 => feature,
            _ => self.mirror[usize::from(feature)],
        };
        usize::from(feature) * self.shape.hidden
    }
}

/// What a pass over samples needs and finds out.
pub(crate) struct Pass<'a> {
    layout: &'a Layout,
    samples: &'a Samples,
    result_share: f32,
    /// The gradient of the loss, summed over the samples.
    pub(crate) gradient: Vec<f32>,
    /// The loss, summed over the samples.
    pub(crate) loss: f64,
    /// Hidden units before activation, by perspective and image.
    units: Vec<f32>,
    /// The gradient of one of these groups.
    unit_gradient: Vec<f32>,
}

impl<'a> Pass<'a> {
    pub(crate) fn new(layout: &'a Layout, samples: &'a Samples, result_share: f32) -> Self {
        let shape = layout.shape;
        Pass {
            layout,
            samples,
            result_share,
            gradient: vec![0.0; layout.len()],
            loss: 0.0,
            units: vec![0.0; shape.units() * shape.perspectives],
            unit_gradient: vec![0.0; shape.hidden],
        }
    }

    /// Sets gradient and loss to 0.
    pub(crate) fn reset(&mut self) {
        self.gradient.fill(0.0);
        self.loss = 0.0;
    }

    /// The perspectives and images: which group of hidden units, which perspective, which image.
    fn groups(shape: Shape) -> impl Iterator<Item = (usize, usize, usize)> {
        let images = shape.images;
        (0..shape.perspectives * images).map(move |group| (group, group / images, group % images))
    }

    /// The network's output for a sample, as log-odds. The hidden units are kept.
    fn forward(&mut self, parameters: &[f32], sample: usize) -> f32 {
        let (layout, shape) = (self.layout, self.layout.shape);
        let hidden = shape.hidden;
        let bucket = self.samples.bucket(sample);
        let mut output = parameters[layout.output_bias() + bucket];
        for (group, perspective, image) in Self::groups(shape) {
            let units = &mut self.units[group * hidden..][..hidden];
            units.copy_from_slice(&parameters[layout.hidden_bias()..][..hidden]);
            let (features, counts) = self.samples.features(sample, perspective);
            for (&feature, &count) in features.iter().zip(counts) {
                let row = &parameters[layout.row(feature, image)..][..hidden];
                let count = f32::from(count);
                for (unit, weight) in units.iter_mut().zip(row) {
                    *unit += weight * count;
                }
            }
            let place = (bucket * shape.perspectives + perspective) * hidden;
            let weights = &parameters[layout.output_weights() + place..][..hidden];
            let mut sums = [0.0; LANES];
            let chunks = units.chunks_exact(LANES).zip(weights.chunks_exact(LANES));
            for (units, weights) in chunks {
                for ((sum, unit), weight) in sums.iter_mut().zip(units).zip(weights) {
                    let unit = unit.clamp(0.0, 1.0);
                    *sum += unit * unit * weight;
                }
            }
            output += sums.iter().sum::<f32>();
        }
        output
    }

    /// Adds the squared error of a sample to the loss.
    pub(crate) fn evaluate(&mut self, parameters: &[f32], sample: usize) {
        let target = self.samples.target(sample, self.result_share);
        let error = sigmoid(self.forward(parameters, sample)) - target;
        self.loss += f64::from(error * error);
    }

    /// Adds the gradient of a sample's squared error.
    pub(crate) fn learn(&mut self, parameters: &[f32], sample: usize) {
        let target = self.samples.target(sample, self.result_share);
        let prediction = sigmoid(self.forward(parameters, sample));
        let error = prediction - target;
        self.loss += f64::from(error * error);
        let output_gradient = 2.0 * error * prediction * (1.0 - prediction);
        let (layout, shape) = (self.layout, self.layout.shape);
        let hidden = shape.hidden;
        let bucket = self.samples.bucket(sample);
        self.gradient[layout.output_bias() + bucket] += output_gradient;
        for (group, perspective, image) in Self::groups(shape) {
            let units = &self.units[group * hidden..][..hidden];
            let place = (bucket * shape.perspectives + perspective) * hidden;
            let place = layout.output_weights() + place;
            let weights = &parameters[place..][..hidden];
            let gradients = &mut self.gradient[place..][..hidden];
            let rows = units.iter().zip(weights).zip(gradients);
            for (((&unit, weight), gradient), out) in rows.zip(&mut self.unit_gradient) {
                let clipped = unit.clamp(0.0, 1.0);
                *gradient += output_gradient * clipped * clipped;
                // Outside of the clipped range the slope is 0.
                let slope = if clipped == unit { 2.0 * clipped } else { 0.0 };
                *out = output_gradient * weight * slope;
            }
            let bias = &mut self.gradient[layout.hidden_bias()..][..hidden];
            for (gradient, unit) in bias.iter_mut().zip(&self.unit_gradient) {
                *gradient += unit;
            }
            let (features, counts) = self.samples.features(sample, perspective);
            for (&feature, &count) in features.iter().zip(counts) {
                let row = &mut self.gradient[layout.row(feature, image)..][..hidden];
                let count = f32::from(count);
                for (gradient, unit) in row.iter_mut().zip(&self.unit_gradient) {
                    *gradient += unit * count;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Pass};
    use crate::samples::Samples;
    use quintain_rules::Side;
    use quintain_rules::games::animal_chess::AnimalChess;
    use quintain_rules::{Position, Rng, Tunable};

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        let shape = <AnimalChess as Tunable<AnimalChess>>::NETWORK.expect("a network");
        let layout = Layout::new(shape, AnimalChess::mirror_feature);
        let start = AnimalChess::start(None).expect("the board");
        let mut samples = Samples::new(shape);
        let mut rng = Rng::new(4);
        for position in rng.playout(&start).take(20) {
            samples.push(&position, Some(Side::First), quintain_engine::Score::DRAW);
        }
        let mut parameters = layout.initial(9, 16.0);
        let loss = |parameters: &[f32]| {
            let mut pass = Pass::new(&layout, &samples, 0.5);
            (0..samples.len()).for_each(|sample| pass.evaluate(parameters, sample));
            pass.loss
        };
        let mut pass = Pass::new(&layout, &samples, 0.5);
        (0..samples.len()).for_each(|sample| pass.learn(&parameters, sample));
        let mut tried = 0;
        for place in (0..layout.len())
            .step_by(97)
            .chain(layout.output_weights()..layout.len())
        {
            let gradient = f64::from(pass.gradient[place]);
            let (old, step) = (parameters[place], 1e-3);
            parameters[place] = old + step;
            let above = loss(&parameters);
            parameters[place] = old - step;
            let below = loss(&parameters);
            parameters[place] = old;
            let slope = (above - below) / (2.0 * f64::from(step));
            let error = (slope - gradient).abs();
            assert!(
                error < 2e-3 + 0.02 * gradient.abs(),
                "{place}: {slope} and {gradient}"
            );
            tried += usize::from(gradient.abs() > 0.01);
        }
        assert!(tried > 10, "{tried} gradients that are not 0");
    }
}
