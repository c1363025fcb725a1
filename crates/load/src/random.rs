//! Pseudo-random numbers that are the same for the same seed (SplitMix64).

use std::time::Duration;

/// A source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0 = quintain_rules::splitmix64(self.0);
        self.0
    }

    pub(crate) fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = items.len().max(1) as u64;
        items.get((self.next_u64() % count) as usize)
    }

    pub(crate) fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A duration between half and one and a half of another.
pub(crate) fn around(rng: &mut Rng, duration: Duration) -> Duration {
    duration / 2 + up_to(rng, duration)
}

/// A duration between zero and another.
pub(crate) fn up_to(rng: &mut Rng, duration: Duration) -> Duration {
    duration.mul_f64(rng.unit())
}
