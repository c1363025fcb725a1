//! Small neural networks for evaluation.
//!
//! A network has one hidden layer of rectified linear units (ReLU): each hidden unit is a
//! weighted sum of the input features, cut off below 0, and the evaluation is a weighted sum of
//! the hidden units. As in NNUE, the network is quantized to 16-bit integers, so that a compiler
//! vectorises it well and the result is the same on every machine.

/// The quantization factor: weights and activations are stored as multiples of 1/`QA`.
const QA: f32 = 256.0;
/// Feature weights are no larger than this, so that no product with a count overflows.
pub const MAX_WEIGHT: f32 = 400.0 / QA;
/// The largest value of a feature.
const MAX_COUNT: i32 = 81;

/// The size of a network's layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many input features there are.
    pub features: usize,
    /// How many hidden units there are.
    pub hidden: usize,
}

/// A quantized network for inference.
pub(crate) struct Network<const FEATURES: usize, const HIDDEN: usize> {
    /// The weight of each feature in each hidden unit.
    feature_weights: [[i16; HIDDEN]; FEATURES],
    /// The bias of each hidden unit.
    hidden_bias: [i16; HIDDEN],
    /// The weight of each hidden unit in the output.
    output_weights: [i16; HIDDEN],
    /// The bias of the output.
    output_bias: i16,
}

impl<const FEATURES: usize, const HIDDEN: usize> Network<FEATURES, HIDDEN> {
    pub(crate) const SHAPE: Shape = Shape {
        features: FEATURES,
        hidden: HIDDEN,
    };

    /// A network from the bytes that [`Weights::to_bytes`] makes.
    ///
    /// # Panics
    ///
    /// If there are not exactly as many bytes as the network needs. It is meant for constants,
    /// where this is a compile-time error.
    pub(crate) const fn from_bytes(bytes: &[u8]) -> Self {
        assert!(bytes.len() == 2 * (FEATURES * HIDDEN + 2 * HIDDEN + 1));
        let mut net = Network {
            feature_weights: [[0; HIDDEN]; FEATURES],
            hidden_bias: [0; HIDDEN],
            output_weights: [0; HIDDEN],
            output_bias: number(bytes, FEATURES * HIDDEN + 2 * HIDDEN),
        };
        let mut unit = 0;
        while unit < HIDDEN {
            let mut feature = 0;
            while feature < FEATURES {
                net.feature_weights[feature][unit] = number(bytes, feature * HIDDEN + unit);
                feature += 1;
            }
            net.hidden_bias[unit] = number(bytes, FEATURES * HIDDEN + unit);
            net.output_weights[unit] = number(bytes, FEATURES * HIDDEN + HIDDEN + unit);
            unit += 1;
        }
        net
    }

    /// The output for the features that `feed` adds, each once and in any order.
    #[inline]
    pub(crate) fn evaluate(
        &self,
        scale: i32,
        feed: impl FnOnce(&mut Accumulator<'_, FEATURES, HIDDEN>),
    ) -> i32 {
        let mut accumulator = Accumulator {
            weights: &self.feature_weights,
            units: self.hidden_bias,
        };
        feed(&mut accumulator);
        let mut value = i32::from(self.output_bias) * QA as i32;
        for (&unit, &weight) in accumulator.units.iter().zip(&self.output_weights) {
            value += i32::from(unit.max(0)) * i32::from(weight);
        }
        ((i64::from(value) * i64::from(scale)) >> 16) as i32
    }
}

/// The hidden units before activation, while features are added.
pub(crate) struct Accumulator<'a, const FEATURES: usize, const HIDDEN: usize> {
    weights: &'a [[i16; HIDDEN]; FEATURES],
    units: [i16; HIDDEN],
}

impl<const FEATURES: usize, const HIDDEN: usize> Accumulator<'_, FEATURES, HIDDEN> {
    /// Adds a feature with its value.
    #[inline]
    pub(crate) fn add(&mut self, feature: usize, count: i32) {
        debug_assert!((0..=MAX_COUNT).contains(&count), "a count of {count}");
        for (unit, &weight) in self.units.iter_mut().zip(&self.weights[feature]) {
            *unit = unit.saturating_add(weight.wrapping_mul(count as i16));
        }
    }
}

/// One of the 16-bit numbers in a sequence of bytes, little-endian.
const fn number(bytes: &[u8], index: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])
}

/// A network in floating point, for training.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The weight of each feature in each hidden unit: all units of the first feature, then of
    /// the next.
    pub feature_weights: Vec<f32>,
    /// The bias of each hidden unit.
    pub hidden_bias: Vec<f32>,
    /// The weight of each hidden unit in the output.
    pub output_weights: Vec<f32>,
    /// The bias of the output.
    pub output_bias: f32,
}

impl Weights {
    /// Quantizes the network to the bytes that a game keeps. Weights that are too large are
    /// clamped, so that no sum overflows.
    pub fn to_bytes(&self) -> Vec<u8> {
        // All hidden units at their maximum, times this, stay below 31 bits.
        let max_output = (65_000 / self.output_weights.len().max(1)).min(30_000) as f32 / QA;
        let max_bias = f32::from(i16::MAX) / QA;
        let groups = [
            (self.feature_weights.as_slice(), MAX_WEIGHT),
            (&self.hidden_bias, max_bias),
            (&self.output_weights, max_output),
            (&[self.output_bias], max_bias),
        ];
        groups
            .into_iter()
            .flat_map(|(weights, max)| weights.iter().map(move |weight| (weight, max)))
            .flat_map(|(weight, max)| {
                let whole = weight.clamp(-max, max) * QA;
                (whole.round() as i16).to_le_bytes()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Network, Weights};

    fn bytes() -> Vec<u8> {
        let weights = Weights {
            feature_weights: vec![0.5, -1.0, 0.25, 2.0],
            hidden_bias: vec![1.0, 0.0],
            output_weights: vec![1.0, -0.5],
            output_bias: 0.125,
        };
        weights.to_bytes()
    }

    #[test]
    fn the_output_is_what_the_weights_say() {
        let net = Network::<2, 2>::from_bytes(&bytes());
        let value = |a: i32, b: i32| {
            net.evaluate(1000, |accumulator| {
                accumulator.add(0, a);
                accumulator.add(1, b);
            })
        };
        let expected = |a: f64, b: f64| {
            let units = [1.0 + 0.5 * a + 0.25 * b, -a + b * 400.0 / 256.0];
            1000.0 * (0.125 + units[0].max(0.0) - 0.5 * units[1].max(0.0))
        };
        for (a, b) in [(0, 0), (1, 0), (0, 1), (4, 2), (7, 9), (81, 0)] {
            let exact = expected(f64::from(a), f64::from(b));
            assert!((f64::from(value(a, b)) - exact).abs() < 1.0, "{a}, {b}");
        }
    }

    #[test]
    fn units_saturate_instead_of_overflowing() {
        let net = Network::<2, 2>::from_bytes(&bytes());
        let most = net.evaluate(100, |accumulator| {
            (0..40).for_each(|_| accumulator.add(1, 81));
        });
        let more = net.evaluate(100, |accumulator| {
            (0..80).for_each(|_| accumulator.add(1, 81));
        });
        assert_eq!(most, more);
    }
}
