//! The positions that a verification has visited.

use quintain_rules::Evaluate;
use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher, RandomState};
use std::sync::{Mutex, PoisonError};

/// The number of sets that positions are divided among, so that threads rarely wait for each
/// other; a power of two.
const SHARDS: usize = 256;

/// A hasher for numbers that are hashes already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, number: u128) {
        self.0 = number as u64;
    }
}

type Shard = HashSet<u128, BuildHasherDefault<IdentityHasher>>;

/// The positions that are already verified, as 128-bit fingerprints under random keys drawn anew
/// for every verification: a collision is out of the question, and nobody can prepare one. Whole
/// positions would take many times the memory.
pub(super) struct Visited {
    shards: Box<[Mutex<Shard>]>,
    states: [RandomState; 2],
}

impl Visited {
    pub(super) fn new() -> Self {
        Visited {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            states: [RandomState::new(), RandomState::new()],
        }
    }

    fn fingerprint<P: Evaluate>(&self, position: &P) -> u128 {
        let [high, low] = self.states.each_ref().map(|state| state.hash_one(position));
        u128::from(high) << 64 | u128::from(low)
    }

    /// Notes a position; whether it is new. All images under the symmetries that keep the sides
    /// count as one position if `up_to_symmetry`.
    pub(super) fn insert<P: Evaluate>(&self, position: &P, up_to_symmetry: bool) -> bool {
        let fingerprint = if up_to_symmetry {
            P::SYMMETRIES
                .iter()
                .filter(|symmetry| !symmetry.swap_sides)
                .map(|&symmetry| self.fingerprint(&position.transform(symmetry)))
                .fold(u128::MAX, u128::min)
        } else {
            self.fingerprint(position)
        };
        // The set's own hash is the lower half.
        let shard = &self.shards[(fingerprint >> 64) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        shard.insert(fingerprint)
    }
}
