//! A small neural network that makes one value of many counts.
//!
//! One hidden layer: each hidden unit is a weighted sum of the counts, nothing if that is
//! negative, and the value is a weighted sum of the units. All numbers are 16 bits wide, so that
//! a compiler makes few instructions of it, and the result is the same on every machine.

/// How the numbers are kept: as so many-ths of one.
const UNIT: f32 = 256.0;
/// Weights of counts are no larger, so that no product with a count overflows.
pub const HEAVIEST: f32 = 400.0 / UNIT;
/// The largest count.
const MOST: i32 = 81;

/// How many numbers a network has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many counts go in.
    pub inputs: usize,
    /// How many hidden units there are.
    pub hidden: usize,
}

/// A network as it is used.
pub(crate) struct Net<const INPUTS: usize, const HIDDEN: usize> {
    /// What each count adds to each hidden unit.
    first: [[i16; HIDDEN]; INPUTS],
    /// What the hidden units begin with.
    begin: [i16; HIDDEN],
    /// What each hidden unit adds to the value.
    second: [i16; HIDDEN],
    /// What the value begins with.
    rest: i16,
}

impl<const INPUTS: usize, const HIDDEN: usize> Net<INPUTS, HIDDEN> {
    pub(crate) const SHAPE: Shape = Shape {
        inputs: INPUTS,
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
        let mut net = Net {
            first: [[0; HIDDEN]; INPUTS],
            begin: [0; HIDDEN],
            second: [0; HIDDEN],
            rest: number(bytes, INPUTS * HIDDEN + 2 * HIDDEN),
        };
        let mut unit = 0;
        while unit < HIDDEN {
            let mut input = 0;
            while input < INPUTS {
                net.first[input][unit] = number(bytes, input * HIDDEN + unit);
                input += 1;
            }
            net.begin[unit] = number(bytes, INPUTS * HIDDEN + unit);
            net.second[unit] = number(bytes, INPUTS * HIDDEN + HIDDEN + unit);
            unit += 1;
        }
        net
    }

    /// The value of what `tell` tells: each input with its count, in any order.
    #[inline]
    pub(crate) fn value(
        &self,
        scale: i32,
        tell: impl FnOnce(&mut Sums<'_, INPUTS, HIDDEN>),
    ) -> i32 {
        let mut sums = Sums {
            first: &self.first,
            units: self.begin,
        };
        tell(&mut sums);
        let mut value = i32::from(self.rest) * UNIT as i32;
        for (&unit, &weight) in sums.units.iter().zip(&self.second) {
            value += i32::from(unit.max(0)) * i32::from(weight);
        }
        ((i64::from(value) * i64::from(scale)) >> 16) as i32
    }
}

/// The hidden units of a network while counts come in.
pub(crate) struct Sums<'a, const INPUTS: usize, const HIDDEN: usize> {
    first: &'a [[i16; HIDDEN]; INPUTS],
    units: [i16; HIDDEN],
}

impl<const INPUTS: usize, const HIDDEN: usize> Sums<'_, INPUTS, HIDDEN> {
    /// Takes in a count.
    #[inline]
    pub(crate) fn add(&mut self, input: usize, count: i32) {
        debug_assert!((0..=MOST).contains(&count), "a count of {count}");
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
    pub first: Vec<f32>,
    /// What the hidden units begin with.
    pub begin: Vec<f32>,
    /// What each hidden unit adds to the value.
    pub second: Vec<f32>,
    /// What the value begins with.
    pub rest: f32,
}

impl Weights {
    /// The network as a game keeps it. Numbers that are too large become the largest there
    /// are, so that no sum overflows.
    pub fn to_bytes(&self) -> Vec<u8> {
        // All hidden units at their most, times this, are less than 31 bits.
        let second = (65_000 / self.second.len().max(1)).min(30_000) as f32 / UNIT;
        let most = f32::from(i16::MAX) / UNIT;
        let groups = [
            (self.first.as_slice(), HEAVIEST),
            (&self.begin, most),
            (&self.second, second),
            (&[self.rest], most),
        ];
        groups
            .into_iter()
            .flat_map(|(weights, most)| weights.iter().map(move |weight| (weight, most)))
            .flat_map(|(weight, most)| {
                let whole = weight.clamp(-most, most) * UNIT;
                (whole.round() as i16).to_le_bytes()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Net, Weights};

    fn bytes() -> Vec<u8> {
        let weights = Weights {
            first: vec![0.5, -1.0, 0.25, 2.0],
            begin: vec![1.0, 0.0],
            second: vec![1.0, -0.5],
            rest: 0.125,
        };
        weights.to_bytes()
    }

    #[test]
    fn the_value_is_what_the_weights_say() {
        let net = Net::<2, 2>::from_bytes(&bytes());
        let value = |a: i32, b: i32| {
            net.value(1000, |sums| {
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
        let net = Net::<2, 2>::from_bytes(&bytes());
        let most = net.value(100, |sums| (0..40).for_each(|_| sums.add(1, 81)));
        let more = net.value(100, |sums| (0..80).for_each(|_| sums.add(1, 81)));
        assert_eq!(most, more);
    }
}
