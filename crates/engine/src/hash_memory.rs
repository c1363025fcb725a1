//! Memory for hash tables: cache lines, allocated with an error instead of an abort.

use crate::TEXTS;
use quintain_rules::messages;
use std::error::Error;

messages! {
    /// Why a hash table cannot be made.
    #[non_exhaustive]
    pub enum HashError in TEXTS {
        /// There is not enough memory for it.
        OutOfMemory = "hash-out-of-memory" {
            /// Its size in mebibytes.
            mebibytes: u64,
        },
    }
}

impl Error for HashError {}

/// The size of a cache line, to which the lines of a table are aligned.
pub(crate) const CACHE_LINE: usize = 64;

/// As many lines as fit into this many mebibytes (at least one mebibyte).
pub(crate) fn allocate<L: Default>(mebibytes: usize) -> Result<Box<[L]>, HashError> {
    const { assert!(size_of::<L>() == CACHE_LINE && align_of::<L>() == CACHE_LINE) }
    let mebibytes = mebibytes.max(1) as u64;
    let error = || HashError::OutOfMemory { mebibytes };
    let lines = mebibytes
        .checked_mul((1 << 20) / CACHE_LINE as u64)
        .and_then(|lines| usize::try_from(lines).ok())
        .ok_or_else(error)?;
    let mut memory = Vec::new();
    memory.try_reserve_exact(lines).map_err(|_| error())?;
    memory.resize_with(lines, L::default);
    Ok(memory.into_boxed_slice())
}

/// The same; one mebibyte if there is not enough memory.
pub(crate) fn allocate_or_least<L: Default>(mebibytes: usize) -> Box<[L]> {
    allocate(mebibytes)
        .unwrap_or_else(|_| (0..(1 << 20) / CACHE_LINE).map(|_| L::default()).collect())
}

/// The line for a key among this many: its upper bits choose, by multiplying and shifting,
/// whatever the number of lines is.
#[inline]
pub(crate) fn line_of(key: u64, lines: usize) -> usize {
    ((u128::from(key) * lines as u128) >> 64) as usize
}
