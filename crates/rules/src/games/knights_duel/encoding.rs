//! Knight's Duel for learning programs.

use super::{KnightsDuel, Move, Square};
use crate::learn::{Count, Encode, write_set};
use crate::square::board_mask;

/// Bits per row of a bitboard.
const STRIDE: u8 = 8;

impl Encode for KnightsDuel {
    const PLANES: &'static [&'static str] = &["own knight", "enemy knight", "removed squares"];
    const TURNS: bool = true;

    fn action_planes(_: u8) -> Vec<String> {
        vec!["move".to_owned()]
    }

    fn action_plane_count(_: u8) -> usize {
        1
    }

    #[inline]
    fn write_planes<T: Count>(&self, out: &mut [T]) {
        let frame = self.frame();
        let sets = [
            self.knight(self.turn).bit(),
            self.knight(!self.turn).bit(),
            self.blocked & board_mask(self.size),
        ];
        for (plane, set) in out.chunks_exact_mut(frame.cells()).zip(sets) {
            write_set(plane, frame.set(set, STRIDE));
        }
    }

    #[inline]
    fn action_of(&self, mv: Move) -> usize {
        self.frame().index(mv.target().cell())
    }

    #[inline]
    fn move_of(&self, action: usize) -> Option<Move> {
        let frame = self.frame();
        (action < frame.cells()).then(|| Move::to(Square::at(frame.cell(action))))
    }
}
