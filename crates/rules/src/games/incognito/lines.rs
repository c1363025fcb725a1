//! Sliding moves of all pawns of a side at once, by shifting bitboards.
//!
//! A bitboard of pawns slides along a direction as a whole: each empty square it reaches is
//! reached from exactly one pawn, the nearest one behind it, so the squares of the eight slides
//! are the moves. The directions come in four pairs; one of a pair shifts to higher squares, the
//! other to lower ones.

use super::{Move, Square};
use crate::bits::Bits;
use std::ops::ControlFlow;

/// How far a step along each pair of directions shifts a bitboard: row, column, two diagonals.
const SHIFTS: [u32; 4] = [1, 8, 7, 9];

const LEFTMOST: u64 = 0x0101_0101_0101_0101;
const RIGHTMOST: u64 = LEFTMOST << 7;

/// Where a step to higher squares can land without having wrapped around the edge of the board.
const UP: [u64; 4] = [!LEFTMOST, !0, !RIGHTMOST, !LEFTMOST];
/// The same for a step to lower squares.
const DOWN: [u64; 4] = [!RIGHTMOST, !0, !LEFTMOST, !RIGHTMOST];

/// The squares that pawns can slide over or stop on.
#[derive(Clone, Copy)]
pub(super) struct Open {
    /// Along rows and columns.
    pub(super) straight: u64,
    /// Along diagonals.
    pub(super) diagonal: u64,
}

impl Open {
    #[inline]
    const fn by_direction(self) -> [u64; 4] {
        [self.straight, self.straight, self.diagonal, self.diagonal]
    }

    /// How many moves the pawns have.
    #[inline]
    pub(super) fn count(self, pawns: u64) -> u32 {
        let open = self.by_direction();
        let mut up = [pawns; 4];
        let mut down = [pawns; 4];
        let mut up_open = open;
        let mut down_open = open;
        for i in 0..4 {
            up_open[i] &= UP[i];
            down_open[i] &= DOWN[i];
        }
        // Kogge-Stone fill: after slides of 1, 2 and 4 steps everything within 7 is reached.
        for doubling in 0..3 {
            for i in 0..4 {
                let shift = SHIFTS[i] << doubling;
                up[i] |= up_open[i] & (up[i] << shift);
                down[i] |= down_open[i] & (down[i] >> shift);
                up_open[i] &= up_open[i] << shift;
                down_open[i] &= down_open[i] >> shift;
            }
        }
        let reached = |set: &u64| set.count_ones();
        let all: u32 = up.iter().chain(&down).map(reached).sum();
        all - 8 * pawns.count_ones()
    }

    /// The squares from which a pawn could move into a set of open squares, and some squares that
    /// are open themselves: intersect it with pawns.
    #[inline]
    pub(super) fn seen_from(self, set: u64) -> u64 {
        let mut seen = 0;
        for (i, open) in self.by_direction().into_iter().enumerate() {
            let (mut up, mut down) = (set, set);
            let (mut up_open, mut down_open) = (open & UP[i], open & DOWN[i]);
            for doubling in 0..3 {
                let shift = SHIFTS[i] << doubling;
                up |= up_open & (up << shift);
                down |= down_open & (down >> shift);
                up_open &= up_open << shift;
                down_open &= down_open >> shift;
            }
            seen |= (up << SHIFTS[i]) & UP[i] | (down >> SHIFTS[i]) & DOWN[i];
        }
        seen
    }

    /// Calls `visit` with every move of the pawns until it breaks.
    #[inline]
    pub(super) fn visit<B>(
        self,
        pawns: u64,
        visit: &mut impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (i, open) in self.by_direction().into_iter().enumerate() {
            let shift = SHIFTS[i];
            let (mut up, mut down) = (pawns, pawns);
            let mut distance = 0;
            loop {
                distance += shift as u8;
                up = (up << shift) & UP[i] & open;
                down = (down >> shift) & DOWN[i] & open;
                if up | down == 0 {
                    break;
                }
                for to in Bits(up) {
                    visit(Move::slide(Square(to - distance), Square(to)))?;
                }
                for to in Bits(down) {
                    visit(Move::slide(Square(to + distance), Square(to)))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// A bitboard shifted by each of the four steps along rows and columns.
#[inline]
pub(super) const fn neighbors(set: u64) -> [u64; 4] {
    [
        (set << SHIFTS[0]) & UP[0],
        (set >> SHIFTS[0]) & DOWN[0],
        (set << SHIFTS[1]) & UP[1],
        (set >> SHIFTS[1]) & DOWN[1],
    ]
}

/// Calls `visit` with every question that one of the pawns can ask one of the targets.
#[inline]
pub(super) fn visit_questions<B>(
    pawns: u64,
    targets: u64,
    visit: &mut impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    /// From the questioned pawn back to the questioner, in the order of [`neighbors`].
    const BACK: [i8; 4] = [-1, 1, -8, 8];
    for (beside, back) in neighbors(pawns).into_iter().zip(BACK) {
        for to in Bits(beside & targets) {
            visit(Move::question(
                Square(to.wrapping_add_signed(back)),
                Square(to),
            ))?;
        }
    }
    ControlFlow::Continue(())
}

/// A straight line from one square to another, along a row, column or diagonal.
#[derive(Clone, Copy)]
pub(super) struct Line {
    from: Square,
    step: i8,
    distance: u8,
}

impl Line {
    /// The line between two different squares, if there is one.
    pub(super) const fn between(from: Square, to: Square) -> Option<Self> {
        let right = to.cell().col as i8 - from.cell().col as i8;
        let down = to.cell().row as i8 - from.cell().row as i8;
        let (across, along) = (right.unsigned_abs(), down.unsigned_abs());
        if across + along == 0 || (across != 0 && along != 0 && across != along) {
            return None;
        }
        Some(Line {
            from,
            step: 8 * down.signum() + right.signum(),
            distance: if across > along { across } else { along },
        })
    }

    pub(super) const fn is_diagonal(self) -> bool {
        !matches!(self.step, -1 | 1 | -8 | 8)
    }

    /// Whether the two squares share an edge.
    pub(super) const fn is_side_by_side(self) -> bool {
        self.distance == 1 && !self.is_diagonal()
    }

    /// The squares strictly between the two, nearest first.
    pub(super) fn inner(self) -> impl Iterator<Item = Square> {
        let at = move |steps| Square(self.from.0.wrapping_add_signed(self.step * steps));
        (1..self.distance as i8).map(at)
    }
}
