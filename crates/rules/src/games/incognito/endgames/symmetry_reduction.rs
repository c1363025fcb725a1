//! Numbers for sets of squares of which a set and its mirror image count as one.

use super::{CHOICES, MOST, mirrored, number_of, set_of, squares};
use std::sync::OnceLock;

/// With more sets than this a table of them would be large, and nothing is folded. Tables of
/// endgames with so many pawns on so large a board would be much larger still.
const MOST_SETS: u64 = 1 << 20;

/// The sets that come before their mirror image, or are their own.
struct SymmetryReduction {
    /// For the number of each set, how many of them come before it.
    before: Vec<u32>,
    /// Their numbers.
    numbers: Vec<u32>,
}

/// By the board's size and the number of squares in a set; made when first needed.
static REDUCTIONS: [[OnceLock<SymmetryReduction>; MOST as usize + 1]; 9] =
    [const { [const { OnceLock::new() }; MOST as usize + 1] }; 9];

/// Whether sets and their mirror images count as one.
#[inline]
pub(super) fn is_reduced(size: u8, count: u8) -> bool {
    CHOICES[squares(size)][usize::from(count)] <= MOST_SETS
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
        let mut fold = SymmetryReduction {
            before: Vec::new(),
            numbers: Vec::new(),
        };
        for number in 0..CHOICES[squares(size)][usize::from(count)] {
            fold.before.push(fold.numbers.len() as u32);
            if set_of(free, count, number).is_some_and(|set| set <= mirrored(set)) {
                fold.numbers.push(number as u32);
            }
        }
        fold
    })
}

/// How many sets of so many squares there are, images counted as one where they are folded.
pub(super) fn first_choices(size: u8, count: u8) -> u64 {
    if is_reduced(size, count) {
        symmetry_reduction(size, count).numbers.len() as u64
    } else {
        CHOICES[squares(size)][usize::from(count)]
    }
}

/// The number of a set that comes before its mirror image or is folded with nothing.
#[inline]
pub(super) fn first_number(size: u8, set: u64, count: u8) -> u64 {
    let number = number_of(size, set, 0);
    if is_reduced(size, count) {
        symmetry_reduction(size, count).before[number as usize].into()
    } else {
        number
    }
}

/// The set of a number, among the squares that are free on an empty board.
pub(super) fn first_set(size: u8, free: u64, count: u8, number: u64) -> Option<u64> {
    let number = if is_reduced(size, count) {
        (*symmetry_reduction(size, count).numbers.get(number as usize)?).into()
    } else {
        number
    };
    set_of(free, count, number)
}
