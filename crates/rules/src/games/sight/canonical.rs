//! Which positions are equivalent.
//!
//! Points never become free again, so a piece whose adjacent points are all taken is walled in
//! for good: it cannot move, and no new piece will ever see it, so it cannot grow. Of all that
//! is walled in, only two things matter: that it takes up its points, and whether a side has a
//! stack there, since that side can then never place a piece again.

use super::Sight;
use super::points::{POINTS, Points, STRIDE};
use crate::bits::{large_table, zobrist_keys};
use crate::grid::Cell;
use crate::{Side, Symmetry};

/// Free points, pieces of the side to move, pieces of the other, eight digits of heights.
const SETS: usize = 11;
const DIGITS: usize = 3;
/// The symmetries of the board that keep the sides.
const MAPS: usize = 8;
/// Whether the side to move, and the other, has a stack walled in; the board's size.
const BOUND: usize = SETS * POINTS;
const SIZES: usize = BOUND + 2;
const WORDS: usize = SIZES + 10;

const fn keys() -> [u128; WORDS] {
    let upper: [u64; WORDS] = zobrist_keys(0x7305);
    let lower: [u64; WORDS] = zobrist_keys(0x7306);
    let mut keys = [0; WORDS];
    let mut i = 0;
    while i < WORDS {
        keys[i] = (upper[i] as u128) << 64 | lower[i] as u128;
        i += 1;
    }
    keys
}

large_table! {
    /// The Zobrist keys of every point in every set, and of the rest.
    static KEYS: [u128; WORDS] = keys();
}

/// The symmetries of a board of one size.
struct Images {
    /// Where each symmetry takes each point.
    points: [[u8; POINTS]; MAPS],
    /// For every point, short Zobrist keys of its eight images as free points.
    free: [[u32; MAPS]; POINTS],
}

const fn images(size: u8) -> Images {
    let short: [u64; POINTS] = zobrist_keys(0x7307);
    let mut images = Images {
        points: [[0; POINTS]; MAPS],
        free: [[0; MAPS]; POINTS],
    };
    let mut point = 0;
    while point < POINTS {
        let cell = Cell {
            col: point as u8 % STRIDE,
            row: point as u8 / STRIDE,
        };
        let mut map = 0;
        while map < MAPS && cell.col < size && cell.row < size {
            let image = Symmetry::SQUARE[map].cell(cell, size, size);
            let to = image.row * STRIDE + image.col;
            images.points[map][point] = to;
            images.free[point][map] = short[to as usize] as u32;
            map += 1;
        }
        point += 1;
    }
    images
}

large_table! {
    static IMAGES: [Images; 4] = [images(3), images(5), images(7), images(9)];
}

impl Sight {
    /// A key shared by all positions that differ only by a symmetry, by swapping the sides, or
    /// in what is walled in: the Zobrist hash of the image whose free points have the smallest
    /// short hash. Eight short hashes are made at once; where several are the smallest, mostly
    /// because the free points are symmetric, the smallest of the hashes decides.
    #[inline]
    pub(super) fn reduced_key<P: Points>(&self) -> u128 {
        let board = &self.board;
        let images = &IMAGES[usize::from(board.size() / 2 - 1)];
        let free: P = board.free();
        let mut short = [0; MAPS];
        for point in free.iter() {
            for (hash, word) in short.iter_mut().zip(images.free[usize::from(point)]) {
                *hash ^= word;
            }
        }
        let least = short.into_iter().fold(u32::MAX, u32::min);
        let mut key = u128::MAX;
        for (hash, to) in short.into_iter().zip(&images.points) {
            if hash == least {
                key = key.min(self.image_key(free, to));
            }
        }
        key
    }

    /// The Zobrist hash of an image without what makes no difference.
    #[inline]
    fn image_key<P: Points>(&self, free: P, to: &[u8; POINTS]) -> u128 {
        let board = &self.board;
        let (mover, other) = (board.turn(), !board.turn());
        let open = free.spread();
        let stacks = Side::BOTH.map(|side| board.stacks::<P>(side));
        let open_stacks = (stacks[0] | stacks[1]) & open;
        let mut key = KEYS[SIZES + usize::from(board.size())];
        let mut add = |set: usize, points: P| {
            for point in points.iter() {
                key ^= KEYS[set * POINTS + usize::from(to[usize::from(point)])];
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
        for (index, side) in [mover, other].into_iter().enumerate() {
            if !(stacks[side.index()] & !open).is_empty() {
                key ^= KEYS[BOUND + index];
            }
        }
        key
    }
}
