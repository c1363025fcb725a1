//! Which positions are equivalent.
//!
//! Points never become free again, so a piece whose adjacent points are all taken is walled in
//! for good: it cannot move, and no new piece will ever see it, so it cannot grow. Of all that
//! is walled in, only two things matter: that it takes up its points, and whether a side has a
//! stack there, since that side can then never place a piece again.

use super::Sight;
use super::points::{POINTS, Points, STRIDE};
use crate::bits::zobrist_keys;
use crate::grid::Cell;
use crate::{Side, Symmetry, splitmix64};

/// Free points, pieces of the side to move, pieces of the other, eight digits of heights.
const SETS: usize = 11;
const DIGITS: usize = 3;
/// The symmetries of the board that keep the sides.
const MAPS: usize = 8;

/// For every set and point, the Zobrist keys of the point's eight images.
type Words = [[[u64; MAPS]; POINTS]; SETS];

const POINT_KEYS: [u64; SETS * POINTS] = zobrist_keys(0x7305);
/// Whether the side to move, and the other, has a stack walled in; the board's size.
const BOUND_KEYS: [u64; 2] = zobrist_keys(0x7306);
const SIZE_KEYS: [u64; 10] = zobrist_keys(0x7307);

const fn words(size: u8) -> Words {
    let mut words = [[[0; MAPS]; POINTS]; SETS];
    let mut point = 0;
    while point < POINTS {
        let cell = Cell {
            col: point as u8 % STRIDE,
            row: point as u8 / STRIDE,
        };
        let mut map = 0;
        while map < MAPS && cell.col < size && cell.row < size {
            let image = Symmetry::SQUARE[map].cell(cell, size, size);
            let to = (image.row * STRIDE + image.col) as usize;
            let mut set = 0;
            while set < SETS {
                words[set][point][map] = POINT_KEYS[set * POINTS + to];
                set += 1;
            }
            map += 1;
        }
        point += 1;
    }
    words
}

static WORDS: [Words; 4] = [words(3), words(5), words(7), words(9)];

impl Sight {
    /// A key shared by all positions that differ only by a symmetry, by swapping the sides, or
    /// in what is walled in. Eight Zobrist hashes, one for each symmetry, are made at once.
    #[inline]
    pub(super) fn reduced_key<P: Points>(&self) -> u64 {
        let board = &self.board;
        let (mover, other) = (board.turn(), !board.turn());
        let free: P = board.free();
        let open = free.spread();
        let stacks = Side::BOTH.map(|side| board.stacks::<P>(side));
        let open_stacks = (stacks[0] | stacks[1]) & open;
        let words = &WORDS[usize::from(board.size() / 2 - 1)];
        let mut keys = [SIZE_KEYS[usize::from(board.size())]; MAPS];
        let mut add = |set: usize, points: P| {
            for point in points.iter() {
                let images = &words[set][usize::from(point)];
                for (key, word) in keys.iter_mut().zip(images) {
                    *key ^= word;
                }
            }
        };
        add(0, free);
        add(1, board.pieces::<P>(mover) & open);
        add(2, board.pieces::<P>(other) & open);
        if !open_stacks.is_empty() {
            for digit in 0..SETS - DIGITS {
                add(DIGITS + digit, board.digit::<P>(digit) & open_stacks);
            }
        }
        // The least of eight numbers is small; tables want keys that are spread evenly.
        let mut key = splitmix64(keys.into_iter().fold(u64::MAX, u64::min));
        for (side, word) in [mover, other].into_iter().zip(BOUND_KEYS) {
            if !(stacks[side.index()] & !open).is_empty() {
                key ^= word;
            }
        }
        key
    }
}
