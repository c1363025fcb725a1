//! Small tools for sets of squares held in integers.

use crate::rng::splitmix64;

/// Iterates over the indices of the one bits, lowest first.
pub(crate) struct Bits<T>(pub(crate) T);

macro_rules! bits {
    ($($int:ty),*) => {$(
        impl Iterator for Bits<$int> {
            type Item = u8;

            #[inline]
            fn next(&mut self) -> Option<u8> {
                if self.0 == 0 {
                    return None;
                }
                let index = self.0.trailing_zeros() as u8;
                self.0 &= self.0 - 1;
                Some(index)
            }
        }
    )*};
}
bits!(u32, u64, u128);

/// `N` key words for position hashing, made from `seed` by [`splitmix64`].
///
/// Every table of every game names its own seed, so that no two tables share words.
pub(crate) const fn key_table<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = splitmix64(seed.wrapping_mul(0x1_0000).wrapping_add(i as u64));
        i += 1;
    }
    table
}
