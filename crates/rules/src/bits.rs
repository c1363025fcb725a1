//! Small tools for bitboards (sets of squares held in integers) and for Zobrist hashing.

use crate::rng::splitmix64;
use std::hash::Hasher;

/// Iterates over the squares of a bitboard: the indices of its one bits, lowest first.
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

/// A hasher with a fixed start, built on [`splitmix64`]: the same value in every run and on every
/// little-endian machine, whatever the size of its pointers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PortableHasher(u64);

impl Hasher for PortableHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = splitmix64(self.0 ^ word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.write_u64(word as u64);
    }
}

/// `N` random words for Zobrist hashing, made from `seed` by [`splitmix64`].
///
/// Every table of every game has a seed of its own, so that no two tables share words.
pub(crate) const fn zobrist_keys<const N: usize>(seed: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = zobrist_key(seed, i);
        i += 1;
    }
    table
}

const fn zobrist_key(seed: u64, index: usize) -> u64 {
    splitmix64(seed.wrapping_mul(0x1_0000).wrapping_add(index as u64))
}

/// The words of [`zobrist_keys`], for many of them. Nothing compresses random words, so a program
/// without the feature `tables` computes each when it is needed.
pub(crate) struct ZobristTable<const N: usize> {
    #[cfg(feature = "tables")]
    words: [u64; N],
    #[cfg(not(feature = "tables"))]
    seed: u64,
}

impl<const N: usize> ZobristTable<N> {
    pub(crate) const fn new(seed: u64) -> Self {
        ZobristTable {
            #[cfg(feature = "tables")]
            words: zobrist_keys(seed),
            #[cfg(not(feature = "tables"))]
            seed,
        }
    }

    #[inline]
    pub(crate) const fn get(&self, index: usize) -> u64 {
        #[cfg(feature = "tables")]
        let word = self.words[index];
        #[cfg(not(feature = "tables"))]
        let word = zobrist_key(self.seed, index);
        word
    }
}

/// A large table: written out when the program is compiled, or, without the feature `tables`, made
/// when it is first used.
macro_rules! large_table {
    ($(#[$meta:meta])* $vis:vis static $name:ident: $kind:ty = $make:expr;) => {
        $(#[$meta])*
        #[cfg(feature = "tables")]
        $vis static $name: $kind = $make;
        $(#[$meta])*
        #[cfg(not(feature = "tables"))]
        $vis static $name: std::sync::LazyLock<$kind> = std::sync::LazyLock::new(|| $make);
    };
}
pub(crate) use large_table;

/// A key that is part of a hash under a condition.
#[inline]
pub(crate) const fn key_if(condition: bool, key: u64) -> u64 {
    if condition { key } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::PortableHasher;
    use crate::Side;
    use std::hash::{Hash, Hasher};

    #[test]
    fn the_hash_of_a_value_never_changes() {
        let mut hasher = PortableHasher::default();
        (Side::Second, [3_u8, 1, 4], 1_u64 << 40).hash(&mut hasher);
        assert_eq!(hasher.finish(), 0x83a0_f321_343a_ccd0);
    }
}
