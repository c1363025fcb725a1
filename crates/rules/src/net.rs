//! Small neural networks for evaluation.
//!
//! As in NNUE (Nasu 2018), the first layer is wide and its inputs are few and sparse, so that the
//! hidden units can be kept up to date from position to position by adding and subtracting the
//! weights of the few inputs that change. The network sees a position from the perspective of one
//! side or of both; the units of all perspectives go through a squared clipped ReLU, and a weighted
//! sum of them is the evaluation. The weights of that sum are chosen by a *bucket*, the stage of
//! the game.
//!
//! Where a mirror image of a position is worth the same, so is what the network says: half of its
//! units look at the mirror image. They share their weights with the others (`images` of a
//! [`Shape`]), so nothing has to be learned twice.
//!
//! All numbers are integers of 16 bits, so that a compiler vectorizes the loops well, and the
//! result is the same on every machine. Weights are so bounded that nothing overflows.

mod accumulator;
#[cfg(test)]
mod tests;

pub use accumulator::{Change, PerspectiveAccumulator, PerspectiveInputs};

/// The quantization factor of the first layer: 1 as a unit's value.
const QA: i16 = 255;
/// The quantization factor of the output weights.
const QB: i16 = 64;
/// The quantization factor of the output's bias.
const QBIAS: i16 = 1024;
/// Output weights are no larger than this: its product with a unit fits into 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 127;

/// The size of a network's layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many input features there are.
    pub features: usize,
    /// How many hidden units are learned.
    pub hidden: usize,
    /// How many images of a position the units look at: 1, or 2 if one is a mirror image.
    pub images: usize,
    /// 1 if a position is seen by the side to move alone, 2 if by the other side as well.
    pub perspectives: usize,
    /// How many sets of output weights there are.
    pub buckets: usize,
    /// The largest sum of all features of a position, which bounds their weights.
    pub max_active: usize,
}

impl Shape {
    /// The hidden units of one perspective.
    pub const fn units(&self) -> usize {
        self.hidden * self.images
    }

    /// The largest weight of a feature, in absolute value.
    pub fn max_feature_weight(&self) -> f32 {
        // One part is for the bias.
        let quantized = i16::MAX as usize / (self.max_active + 1);
        (quantized as f32 / f32::from(QA)).min(4.0)
    }

    /// The largest output weight, in absolute value.
    pub fn max_output_weight(&self) -> f32 {
        f32::from(MAX_OUTPUT_WEIGHT) / f32::from(QB)
    }

    /// How many output weights there are.
    pub const fn outputs(&self) -> usize {
        self.buckets * self.perspectives * self.hidden
    }

    /// The number of 16-bit numbers of a network.
    const fn numbers(&self) -> usize {
        (self.features + 1) * self.hidden + self.outputs() + self.buckets
    }
}

/// A quantized network for inference, with the weights of mirrored units written out.
pub struct Network<
    const FEATURES: usize,
    const UNITS: usize,
    const PERSPECTIVES: usize,
    const BUCKETS: usize,
> {
    /// The weight of each feature in each hidden unit.
    feature_weights: [[i16; UNITS]; FEATURES],
    /// The bias of each hidden unit.
    hidden_bias: [i16; UNITS],
    /// The weight of each hidden unit in the output.
    output_weights: [[[i16; UNITS]; PERSPECTIVES]; BUCKETS],
    /// The bias of the output.
    output_bias: [i16; BUCKETS],
}

impl<const FEATURES: usize, const UNITS: usize, const PERSPECTIVES: usize, const BUCKETS: usize>
    Network<FEATURES, UNITS, PERSPECTIVES, BUCKETS>
{
    /// A network that says 0 about everything.
    pub const ZERO: Self = Network {
        feature_weights: [[0; UNITS]; FEATURES],
        hidden_bias: [0; UNITS],
        output_weights: [[[0; UNITS]; PERSPECTIVES]; BUCKETS],
        output_bias: [0; BUCKETS],
    };

    /// A network from the bytes that [`Weights::to_bytes`] makes; with the mirror image of each
    /// feature, half of the units look at the mirror image of the position.
    ///
    /// # Panics
    ///
    /// If there are not exactly as many bytes as the network needs. It is meant for constants,
    /// where this is a compile-time error.
    pub const fn from_bytes(bytes: &[u8], mirror: Option<&[u16; FEATURES]>) -> Self {
        let images = if mirror.is_some() { 2 } else { 1 };
        let hidden = UNITS / images;
        let outputs = BUCKETS * PERSPECTIVES * hidden;
        let biases = FEATURES * hidden;
        assert!(bytes.len() == 2 * (biases + hidden + outputs + BUCKETS));
        let mut net = Self::ZERO;
        let mut unit = 0;
        while unit < UNITS {
            let learned = unit % hidden;
            let mut feature = 0;
            while feature < FEATURES {
                let source = match mirror {
                    Some(mirror) if unit >= hidden => mirror[feature] as usize,
                    _ => feature,
                };
                net.feature_weights[feature][unit] = number(bytes, source * hidden + learned);
                feature += 1;
            }
            net.hidden_bias[unit] = number(bytes, biases + learned);
            let mut row = 0;
            while row < BUCKETS * PERSPECTIVES {
                let place = biases + hidden + row * hidden + learned;
                net.output_weights[row / PERSPECTIVES][row % PERSPECTIVES][unit] =
                    number(bytes, place);
                row += 1;
            }
            unit += 1;
        }
        let mut bucket = 0;
        while bucket < BUCKETS {
            net.output_bias[bucket] = number(bytes, biases + hidden + outputs + bucket);
            bucket += 1;
        }
        net
    }

    /// The hidden units of a perspective without any feature.
    #[inline]
    pub const fn empty_units(&self) -> Units<UNITS> {
        Units(self.hidden_bias)
    }

    /// Adds a feature that is a count.
    #[inline]
    pub fn add_count(&self, units: &mut Units<UNITS>, feature: usize, count: i32) {
        if count == 0 {
            return;
        }
        for (unit, &weight) in units.0.iter_mut().zip(&self.feature_weights[feature]) {
            *unit = unit.saturating_add(weight.wrapping_mul(count as i16));
        }
    }

    /// Adds a feature that was not there.
    #[inline]
    pub fn add(&self, units: &mut Units<UNITS>, feature: usize) {
        for (unit, &weight) in units.0.iter_mut().zip(&self.feature_weights[feature]) {
            *unit = unit.wrapping_add(weight);
        }
    }

    /// Removes a feature that was there.
    #[inline]
    pub fn remove(&self, units: &mut Units<UNITS>, feature: usize) {
        for (unit, &weight) in units.0.iter_mut().zip(&self.feature_weights[feature]) {
            *unit = unit.wrapping_sub(weight);
        }
    }

    /// The output for the hidden units of all perspectives, the side to move first, in points
    /// where `scale` points are worth one unit of log-odds.
    #[inline]
    pub fn output(
        &self,
        perspectives: &[Units<UNITS>; PERSPECTIVES],
        bucket: usize,
        scale: i32,
    ) -> i32 {
        let mut sum = 0;
        for (units, weights) in perspectives.iter().zip(&self.output_weights[bucket]) {
            for (&unit, &weight) in units.0.iter().zip(weights) {
                let unit = unit.clamp(0, QA);
                // The product fits into 16 bits, so that two multiplications of 16 bits do.
                sum += i32::from(unit.wrapping_mul(weight)) * i32::from(unit);
            }
        }
        let scale = i64::from(scale);
        let weighted = i64::from(sum) * scale / (QA as i64 * QA as i64 * QB as i64);
        let bias = i64::from(self.output_bias[bucket]) * scale / QBIAS as i64;
        (weighted + bias) as i32
    }
}

/// The network of a game, from the bytes of a file beside it: the functions
/// `network()`, `load_network()` and `has_network()`.
///
/// With the feature `networks` it is written out when the program is compiled, so that nothing has
/// to be looked up. Without it, `network()` is what has been loaded, and says 0 until then.
macro_rules! network {
    ($network:ty = $file:literal, $mirror:expr) => {
        #[cfg(feature = "networks")]
        #[inline]
        fn network() -> &'static $network {
            static NETWORK: $network = <$network>::from_bytes(include_bytes!($file), $mirror);
            &NETWORK
        }

        #[cfg(feature = "networks")]
        fn load_network(_: &[u8]) -> Result<(), crate::net::NetworkError> {
            Ok(())
        }

        #[cfg(feature = "networks")]
        fn has_network() -> bool {
            true
        }

        #[cfg(not(feature = "networks"))]
        static LOADED: std::sync::OnceLock<Box<$network>> = std::sync::OnceLock::new();

        #[cfg(not(feature = "networks"))]
        #[inline]
        fn network() -> &'static $network {
            static NOTHING: $network = <$network>::ZERO;
            LOADED.get().map_or(&NOTHING, |network| &**network)
        }

        #[cfg(not(feature = "networks"))]
        fn load_network(bytes: &[u8]) -> Result<(), crate::net::NetworkError> {
            crate::net::NetworkError::check(&SHAPE, bytes)?;
            // One that is there already is the same.
            drop(LOADED.set(Box::new(<$network>::from_bytes(bytes, $mirror))));
            Ok(())
        }

        #[cfg(not(feature = "networks"))]
        fn has_network() -> bool {
            LOADED.get().is_some()
        }
    };
}
pub(crate) use network;

/// Why bytes are not the network of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The game has no network.
    #[error("the game has no network")]
    None,
    /// There are too few bytes or too many.
    #[error("a network of {found} bytes, expected {expected}")]
    Size {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

impl NetworkError {
    /// Whether there are as many bytes as a network of this shape has.
    #[cfg(not(feature = "networks"))]
    pub(crate) fn check(shape: &Shape, bytes: &[u8]) -> Result<(), NetworkError> {
        let (expected, found) = (2 * shape.numbers(), bytes.len());
        if expected == found {
            Ok(())
        } else {
            Err(NetworkError::Size { expected, found })
        }
    }
}

/// The hidden units of a perspective, before activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Units<const UNITS: usize>([i16; UNITS]);

/// One of the 16-bit numbers in a sequence of bytes, little-endian.
const fn number(bytes: &[u8], index: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])
}

/// A network in floating point, for training.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// The sizes of the layers.
    pub shape: Shape,
    /// The weight of each feature in each learned hidden unit: all units of the first feature,
    /// then of the next.
    pub feature_weights: Vec<f32>,
    /// The bias of each learned hidden unit.
    pub hidden_bias: Vec<f32>,
    /// The weight of each learned hidden unit in the output, by bucket and perspective.
    pub output_weights: Vec<f32>,
    /// The bias of the output, by bucket.
    pub output_bias: Vec<f32>,
}

impl Weights {
    /// Quantizes the network to the bytes that a game keeps. Weights that are too large are
    /// clamped, so that no sum overflows.
    pub fn to_bytes(&self) -> Vec<u8> {
        let max = self.shape.max_feature_weight();
        let groups = [
            (&self.feature_weights, max, QA),
            (&self.hidden_bias, max, QA),
            (&self.output_weights, self.shape.max_output_weight(), QB),
            (&self.output_bias, 30.0, QBIAS),
        ];
        let mut bytes = Vec::with_capacity(2 * self.shape.numbers());
        for (weights, max, factor) in groups {
            for weight in weights {
                let whole = (weight.clamp(-max, max) * f32::from(factor)).round();
                bytes.extend((whole as i16).to_le_bytes());
            }
        }
        bytes
    }
}
