//! Numbers by chance that come out the same for the same seed (SplitMix64).

use std::time::Duration;

/// A source of numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// Any number.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of some things; nothing if there are none.
    pub(crate) fn choose<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let count = things.len().max(1) as u64;
        things.get((self.next() % count) as usize)
    }

    /// From half a time to one and a half.
    pub(crate) fn about(&mut self, time: Duration) -> Duration {
        time / 2 + self.up_to(time)
    }

    /// From nothing to a time.
    pub(crate) fn up_to(&mut self, time: Duration) -> Duration {
        time.mul_f64((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }
}
