//! What a learning program sees of a game: positions as planes of numbers, and moves as numbers of
//! a fixed, dense action space.
//!
//! Everything is seen from the side to move: its pieces come first, and where the sides face each
//! other, the second one sees the board turned by half. So a position and the same position with
//! the sides swapped look the same, and a network has to learn each of them once.
//!
//! An action space is made of *action planes*, each of which has one action per cell of the board:
//! action `plane * cells + cell`. The cell is the one that the move goes to, and the plane says
//! how. The planes of each game are documented in `docs/python.md`.

mod batch;
mod frame;

pub use batch::{Batch, EnvStatus, StepResults};
pub use frame::{DIRECTION_NAMES, DIRECTIONS, Frame, direction};

use crate::{Boards, GameInfo, Position, Side};
use std::ops::ControlFlow;

/// A number of an observation or a mask.
pub trait Number: Copy + Send + Sync + 'static {
    /// Nothing is there; the action is not legal.
    const ZERO: Self;
    /// Something is there; the action is legal.
    const ONE: Self;

    /// Eight numbers from eight bits, the lowest first.
    #[inline(always)]
    fn spread(bits: u8) -> [Self; 8] {
        std::array::from_fn(|i| {
            if bits >> i & 1 != 0 {
                Self::ONE
            } else {
                Self::ZERO
            }
        })
    }
}

/// A number that can count, such as pieces in hand.
pub trait Count: Number {
    /// A count.
    fn count(count: u8) -> Self;
}

impl Number for u8 {
    const ZERO: u8 = 0;
    const ONE: u8 = 1;

    #[inline(always)]
    fn spread(bits: u8) -> [u8; 8] {
        spread_bytes(bits).to_le_bytes()
    }
}

impl Number for bool {
    const ZERO: bool = false;
    const ONE: bool = true;

    #[inline(always)]
    fn spread(bits: u8) -> [bool; 8] {
        spread_bytes(bits).to_le_bytes().map(|byte| byte != 0)
    }
}

impl Number for f32 {
    const ZERO: f32 = 0.0;
    const ONE: f32 = 1.0;
}

/// Eight bits as eight bytes that are 0 or 1, all at once: every byte gets all bits and keeps its
/// own, wherever that is; the addition carries it to the top of the byte, if it is there.
#[inline(always)]
const fn spread_bytes(bits: u8) -> u64 {
    let own = (bits as u64 * 0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (own + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & 0x0101_0101_0101_0101
}

impl Count for u8 {
    #[inline]
    fn count(count: u8) -> u8 {
        count
    }
}

impl Count for f32 {
    #[inline]
    fn count(count: u8) -> f32 {
        f32::from(count)
    }
}

/// How a game looks to a learning program.
///
/// Observations have [`PLANES`](Encode::PLANES) times the board's cells numbers, and masks
/// [`action_count`](Encode::action_count); slices of other lengths are filled as far as they go.
pub trait Encode: Position {
    /// The names of the planes of an observation.
    const PLANES: &'static [&'static str];
    /// Whether the second side sees the board turned by half.
    const TURNS: bool;

    /// The names of the action planes on a board of this size (its number of columns).
    fn action_planes(size: u8) -> Vec<String>;

    /// How many action planes there are.
    fn action_plane_count(size: u8) -> usize {
        Self::action_planes(size).len()
    }

    /// Fills the planes of an observation, every number of it.
    fn write_planes<T: Count>(&self, out: &mut [T]);

    /// The number of a move of the game, from the view of the side to move. Different moves have
    /// different numbers.
    fn action_of(&self, mv: Self::Move) -> usize;

    /// The move of a number, legal or not; `None` if no move of the game has it, such as one that
    /// would come from beyond the edge of the board.
    fn move_of(&self, action: usize) -> Option<Self::Move>;

    /// Fills the mask of the legal actions, every number of it.
    #[inline]
    fn write_mask<T: Number>(&self, mask: &mut [T]) {
        mask.fill(T::ZERO);
        let _ = self.visit_moves(|mv| {
            if let Some(legal) = mask.get_mut(self.action_of(mv)) {
                *legal = T::ONE;
            }
            ControlFlow::<()>::Continue(())
        });
    }

    /// The board as the side to move sees it.
    #[inline]
    fn frame(&self) -> Frame {
        let (cols, rows) = shape(&Self::INFO, self.size());
        Frame {
            cols,
            rows,
            turned: Self::TURNS && self.turn() == Side::Second,
        }
    }

    /// How many actions there are on the board of this position.
    fn action_count(&self) -> usize {
        let frame = self.frame();
        Self::action_plane_count(frame.cols) * frame.cells()
    }

    /// How many numbers an observation of this board has.
    fn observation_len(&self) -> usize {
        Self::PLANES.len() * self.frame().cells()
    }
}

/// The columns and rows of a board of this size.
#[inline]
pub fn shape(info: &GameInfo, size: Option<u8>) -> (u8, u8) {
    match info.boards {
        Boards::One { cols, rows } => (cols, rows),
        Boards::Square { default, .. } => {
            let size = size.unwrap_or(default);
            (size, size)
        }
    }
}

/// A symmetry of the game, as the side to move sees it: where each cell and each action goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Augmentation {
    /// For each cell of the board, the cell it goes to. All planes change alike.
    pub cells: Vec<usize>,
    /// For each action, the action it becomes; an action that no move has stays as it is.
    pub actions: Vec<usize>,
}

/// The symmetries of a board as the side to move sees it, the identity first. Those that differ
/// only in who is who are one.
pub fn augmentations<P: Encode>(start: &P) -> Vec<Augmentation> {
    let mut found: Vec<Augmentation> = Vec::new();
    for &symmetry in P::SYMMETRIES {
        let image = start.transform(symmetry);
        let (here, there) = (start.frame(), image.frame());
        let cells: Vec<usize> = (0..here.cells())
            .map(|cell| there.index(symmetry.cell(here.cell(cell), here.cols, here.rows)))
            .collect();
        if found.iter().any(|known| known.cells == cells) {
            continue;
        }
        let actions = (0..start.action_count())
            .map(|action| match start.move_of(action) {
                Some(mv) => image.action_of(start.transform_move(mv, symmetry)),
                None => action,
            })
            .collect();
        found.push(Augmentation { cells, actions });
    }
    found
}

/// Writes a set of cells, the first in the lowest bit, as one plane.
#[inline(always)]
pub(crate) fn write_set<T: Number>(out: &mut [T], set: u64) {
    let mut rest = set;
    let mut chunks = out.chunks_exact_mut(8);
    for chunk in &mut chunks {
        chunk.copy_from_slice(&T::spread(rest as u8));
        rest >>= 8;
    }
    let last = T::spread(rest as u8);
    for (number, &bit) in chunks.into_remainder().iter_mut().zip(&last) {
        *number = bit;
    }
}

/// The same for boards of more than 64 cells.
#[inline]
pub(crate) fn write_wide_set<T: Number>(out: &mut [T], set: u128) {
    let middle = out.len().min(64);
    let (low, high) = out.split_at_mut(middle);
    write_set(low, set as u64);
    write_set(high, (set >> 64) as u64);
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn eight_bits_spread_alike_in_every_type() {
        for bits in 0..=u8::MAX {
            let expected: [bool; 8] = std::array::from_fn(|i| bits >> i & 1 != 0);
            assert_eq!(bool::spread(bits), expected);
            assert_eq!(u8::spread(bits), expected.map(u8::from));
            assert_eq!(
                f32::spread(bits),
                expected.map(|bit| f32::from(u8::from(bit)))
            );
        }
    }
}
