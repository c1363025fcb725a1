//! The mirror argument.
//!
//! A position is even if turning the board half round exchanges the knights, takes removed
//! squares to removed squares, and moves every free square (on an odd board the centre stays
//! where it is, so it must be removed). In an even position the side to move loses: whatever
//! square it takes, the mirror image of that square is still free, since free squares come in
//! pairs; it is another square; and it is a knight's move away for the other knight. Taking it
//! makes the position even again, so the side that mirrors never runs out of moves first.

use super::{KNIGHT, KnightsDuel, Move, Square};
use crate::{Game, Known, Step};

impl KnightsDuel {
    /// The image of a square when the board is turned half round.
    const fn opposite(&self, square: Square) -> Square {
        Square(9 * (self.size - 1) - square.0)
    }

    /// Whether the position is even.
    fn is_even(&self) -> bool {
        let free = !self.blocked;
        // Turning the 8x8 board moves a smaller one to its bottom right corner.
        let turned = free.reverse_bits() >> (9 * (8 - self.size));
        let centre = Square(9 * (self.size / 2)).bit();
        turned == free
            && self.opposite(self.knights[0]) == self.knights[1]
            && (self.size.is_multiple_of(2) || free & centre == 0)
    }

    /// What the mirror argument says: an even position is lost, and one that a move makes
    /// even is won by that move.
    pub(super) fn mirrored(&self) -> Option<Known<Move>> {
        if self.is_even() {
            return Some(Known {
                winner: !self.turn,
                best: None,
            });
        }
        let target = self.opposite(self.knight(!self.turn));
        let from = self.knight(self.turn);
        if KNIGHT[from.index()] & !self.blocked & target.bit() == 0 {
            return None;
        }
        let mv = Move::to(target);
        let mut next = *self;
        next.play_unchecked(Step { mv, reveal: () });
        next.is_even().then_some(Known {
            winner: self.turn,
            best: Some(mv),
        })
    }
}
