//! A small neural network that makes one value of many counts.
//!
//! One hidden layer: each hidden unit is a weighted sum of the counts, nothing if that is
//! negative, and the value is a weighted sum of the units. All numbers are 16 bits wide, so that
//! a compiler makes few instructions of it, and the result is the same on every machine.

/// How the numbers are kept: as so many-ths of one.
const QA: f32 = 256.0;
/// Weights of counts are no larger, so that no product with a count overflows.
pub const MAX_WEIGHT: f32 = 400.0 / QA;
/// The largest count.
const MAX_COUNT: i32 = 81;

/// How many numbers a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many counts go in.
    pub features: usize,
    /// How many hidden units there are.
    pub hidden: usize,
}

/// A network as it is used.
pub(crate) struct Network<const INPUTS: usize, const HIDDEN: usize> {
    /// What each count adds to each hidden unit.
    feature_weights: [[i16; HIDDEN]; INPUTS],
    /// What the hidden units begin with.
    hidden_bias: [i16; HIDDEN],
    /// What each hidden unit adds to the value.
    output_weights: [i16; HIDDEN],
    /// What the value begins with.
    output_bias: i16,
}

impl<const INPUTS: usize, const HIDDEN: usize> Network<INPUTS, HIDDEN> {
    pub(crate) const SHAPE: Shape = Shape {
        features: INPUTS,
        hidden: HIDDEN,
    };

    /// A network from the bytes that [`Weights::to_bytes`] makes.
    ///
    /// # Panics
    ///
    /// If there are not as many bytes as the network needs; made for constants, where this is
    /// an error of the compiler.
    pub(crate) const fn from_bytes(bytes: &[u8]) -> Self {
        assert!(bytes.len() == 2 * (INPUTS * HIDDEN + 2 * HIDDEN + 1));
        let mut net = Network {
            feature_weights: [[0; HIDDEN]; INPUTS],
            hidden_bias: [0; HIDDEN],
            output_weights: [0; HIDDEN],
            output_bias: number(bytes, INPUTS * HIDDEN + 2 * HIDDEN),
        };
        let mut unit = 0;
        while unit < HIDDEN {
            let mut input = 0;
            while input < INPUTS {
                net.feature_weights[input][unit] = number(bytes, input * HIDDEN + unit);
                input += 1;
            }
            net.hidden_bias[unit] = number(bytes, INPUTS * HIDDEN + unit);
            net.output_weights[unit] = number(bytes, INPUTS * HIDDEN + HIDDEN + unit);
            unit += 1;
        }
        net
    }

    /// The value of what `tell` tells: each input with its count, in any order.
    #[inline]
    pub(crate) fn evaluate(
        &self,
        scale: i32,
        tell: impl FnOnce(&mut Accumulator<'_, INPUTS, HIDDEN>),
    ) -> i32 {
        let mut sums = Accumulator {
            first: &self.feature_weights,
            units: self.hidden_bias,
        };
        tell(&mut sums);
        let mut value = i32::from(self.output_bias) * QA as i32;
        for (&unit, &weight) in sums.units.iter().zip(&self.output_weights) {
            value += i32::from(unit.max(0)) * i32::from(weight);
        }
        ((i64::from(value) * i64::from(scale)) >> 16) as i32
    }
}

/// The hidden units of a network while counts come in.
pub(crate) struct Accumulator<'a, const INPUTS: usize, const HIDDEN: usize> {
    first: &'a [[i16; HIDDEN]; INPUTS],
    units: [i16; HIDDEN],
}

impl<const INPUTS: usize, const HIDDEN: usize> Accumulator<'_, INPUTS, HIDDEN> {
    /// Takes in a count.
    #[inline]
    pub(crate) fn add(&mut self, input: usize, count: i32) {
        debug_assert!((0..=MAX_COUNT).contains(&count), "a count of {count}");
        for (unit, &weight) in self.units.iter_mut().zip(&self.first[input]) {
            *unit = unit.saturating_add(weight.wrapping_mul(count as i16));
        }
    }
}

/// One of the 16-bit numbers in a row of bytes, the lower byte first.
const fn number(bytes: &[u8], index: usize) -> i16 {
    i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]])
}

/// A network as it is learned.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// What each count adds to each hidden unit: all units of the first input, then of the
    /// next.
    pub feature_weights: Vec<f32>,
    /// What the hidden units begin with.
    pub hidden_bias: Vec<f32>,
    /// What each hidden unit adds to the value.
    pub output_weights: Vec<f32>,
    /// What the value begins with.
    pub output_bias: f32,
}

impl Weights {
    /// The network as a game keeps it. Numbers that are too large become the largest there
    /// are, so that no sum overflows.
    pub fn to_bytes(&self) -> Vec<u8> {
        // All hidden units at their most, times this, are less than 31 bits.
        let second = (65_000 / self.output_weights.len().max(1)).min(30_000) as f32 / QA;
        let most = f32::from(i16::MAX) / QA;
        let groups = [
            (self.feature_weights.as_slice(), MAX_WEIGHT),
            (&self.hidden_bias, most),
            (&self.output_weights, second),
            (&[self.output_bias], most),
        ];
        groups
            .into_iter()
            .flat_map(|(weights, most)| weights.iter().map(move |weight| (weight, most)))
            .flat_map(|(weight, most)| {
                let whole = weight.clamp(-most, most) * QA;
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
    fn the_value_is_what_the_weights_say() {
        let net = Network::<2, 2>::from_bytes(&bytes());
        let value = |a: i32, b: i32| {
            net.evaluate(1000, |sums| {
                sums.add(0, a);
                sums.add(1, b);
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
    fn what_is_too_much_stays_at_the_most() {
        let net = Network::<2, 2>::from_bytes(&bytes());
        let most = net.evaluate(100, |sums| (0..40).for_each(|_| sums.add(1, 81)));
        let more = net.evaluate(100, |sums| (0..80).for_each(|_| sums.add(1, 81)));
        assert_eq!(most, more);
    }
}
