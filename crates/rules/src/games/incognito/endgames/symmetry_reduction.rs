//! Symmetry reduction: numbers for sets of squares where a set and its mirror image count as
//! one.

use super::{BINOMIAL, MAX_PAWNS, mirrored, rank_set, squares, unrank_set};
use std::sync::OnceLock;

/// With more sets than this, a table of them would be large, and nothing is reduced. Tablebases
/// with that many pawns on such a large board would be much larger still.
const MAX_SETS: u64 = 1 << 20;

/// The canonical sets: those that come before their mirror image, or are their own.
struct SymmetryReduction {
    /// For the number of each set, how many canonical sets come before it.
    before: Vec<u32>,
    /// The numbers of the canonical sets.
    numbers: Vec<u32>,
}

/// By the board's size and the number of squares in a set; made when first needed.
static REDUCTIONS: [[OnceLock<SymmetryReduction>; MAX_PAWNS as usize + 1]; 9] =
    [const { [const { OnceLock::new() }; MAX_PAWNS as usize + 1] }; 9];

/// Whether sets and their mirror images count as one.
#[inline]
pub(super) fn is_reduced(size: u8, count: u8) -> bool {
    BINOMIAL[squares(size)][usize::from(count)] <= MAX_SETS
}

/// The squares of a board that are not castles.
fn free_squares(size: u8) -> u64 {
    let row = (1u64 << size) - 1;
    let all = (0..size).fold(0, |all, y| all | row << (8 * y));
    all & !1 & !(1 << ((size - 1) * 9))
}

#[inline]
fn symmetry_reduction(size: u8, count: u8) -> &'static SymmetryReduction {
    REDUCTIONS[usize::from(size)][usize::from(count)].get_or_init(|| {
        let free = free_squares(size);
        let mut reduction = SymmetryReduction {
            before: Vec::new(),
            numbers: Vec::new(),
        };
        for number in 0..BINOMIAL[squares(size)][usize::from(count)] {
            reduction.before.push(reduction.numbers.len() as u32);
            if unrank_set(free, count, number).is_some_and(|set| set <= mirrored(set)) {
                reduction.numbers.push(number as u32);
            }
        }
        reduction
    })
}

/// How many sets of `count` squares there are, after the reduction.
pub(super) fn first_choices(size: u8, count: u8) -> u64 {
    if is_reduced(size, count) {
        symmetry_reduction(size, count).numbers.len() as u64
    } else {
        BINOMIAL[squares(size)][usize::from(count)]
    }
}

/// The number of a set, which is canonical wherever sets are reduced.
#[inline]
pub(super) fn first_number(size: u8, set: u64, count: u8) -> u64 {
    let number = rank_set(size, set, 0);
    if is_reduced(size, count) {
        symmetry_reduction(size, count).before[number as usize].into()
    } else {
        number
    }
}

/// The set of a number, among the squares that are free on an empty board.
pub(super) fn first_set(size: u8, free: u64, count: u8, number: u64) -> Option<u64> {
    let number = if is_reduced(size, count) {
        (*symmetry_reduction(size, count)
            .numbers
            .get(number as usize)?)
        .into()
    } else {
        number
    };
    unrank_set(free, count, number)
}
