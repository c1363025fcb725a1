//! The board with its Zobrist hash: no bit of one changes without the other.

use super::Square;
use crate::Side;
use crate::bits::{Bits, ZobristTable, key_if, zobrist_keys};
use crate::square::board_mask;

/// Where the pawns stand, what is known of them, whose turn it is and who has won.
///
/// Bitboards of the 8x8 board. Smaller boards lie in its top left corner; the squares beyond them
/// stay empty, and no move can reach them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    pawns: [u64; 2],
    /// The pawns of either side that are known to be knights.
    cleared: u64,
    zobrist: u64,
    size: u8,
    turn: Side,
    winner: Option<Side>,
}

/// By side, whether the pawn is cleared, and square.
const PAWN_KEYS: [[ZobristTable<64>; 2]; 2] = [
    [ZobristTable::new(0x1c01), ZobristTable::new(0x1c02)],
    [ZobristTable::new(0x1c03), ZobristTable::new(0x1c04)],
];
const SIZE_KEYS: [u64; 9] = zobrist_keys(0x1c05);
const TURN_KEY: u64 = zobrist_keys::<1>(0x1c06)[0];
const WINNER_KEYS: [u64; 2] = zobrist_keys(0x1c07);

/// A side's castle: White's is the bottom right corner, Black's the top left.
pub(super) const fn castle(side: Side, size: u8) -> Square {
    match side {
        Side::First => Square((size - 1) * 9),
        Side::Second => Square(0),
    }
}

impl Board {
    /// A board without pawns.
    pub(super) fn empty(size: u8, turn: Side) -> Self {
        let mut board = Board {
            pawns: [0; 2],
            cleared: 0,
            zobrist: 0,
            size,
            turn,
            winner: None,
        };
        board.zobrist = board.compute_zobrist();
        board
    }

    #[inline]
    pub(super) const fn pawns(&self, side: Side) -> u64 {
        self.pawns[side as usize]
    }

    #[inline]
    pub(super) const fn cleared(&self) -> u64 {
        self.cleared
    }

    #[inline]
    pub(super) const fn zobrist(&self) -> u64 {
        self.zobrist
    }

    #[inline]
    pub(super) const fn size(&self) -> u8 {
        self.size
    }

    #[inline]
    pub(super) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(super) const fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The bitboard of all squares of the board.
    #[inline]
    pub(super) const fn squares(&self) -> u64 {
        board_mask(self.size)
    }

    /// A side's castle.
    #[inline]
    pub(super) const fn castle(&self, side: Side) -> Square {
        castle(side, self.size)
    }

    /// 1 for a square whose pawn is known to be a knight, 0 otherwise.
    #[inline]
    const fn cleared_at(&self, square: Square) -> usize {
        (self.cleared >> (square.0 & 63)) as usize & 1
    }

    /// Puts a pawn on an empty square.
    pub(super) fn put(&mut self, side: Side, square: Square, cleared: bool) {
        self.pawns[side.index()] |= square.bit();
        if cleared {
            self.cleared |= square.bit();
        }
        self.zobrist ^= PAWN_KEYS[side.index()][usize::from(cleared)].get(square.index());
    }

    /// Takes a pawn off the board.
    #[inline]
    pub(super) fn remove(&mut self, side: Side, square: Square) {
        self.zobrist ^= PAWN_KEYS[side.index()][self.cleared_at(square)].get(square.index());
        self.pawns[side.index()] &= !square.bit();
        self.cleared &= !square.bit();
    }

    /// Moves a pawn to an empty square; what is known of it stays known.
    #[inline]
    pub(super) fn move_pawn(&mut self, side: Side, from: Square, to: Square) {
        let cleared = self.cleared_at(from);
        let keys = &PAWN_KEYS[side.index()][cleared];
        self.pawns[side.index()] ^= from.bit() | to.bit();
        self.cleared ^= (cleared as u64) << from.index() | (cleared as u64) << to.index();
        self.zobrist ^= keys.get(from.index()) ^ keys.get(to.index());
    }

    /// Makes it known that a pawn is a knight.
    #[inline]
    pub(super) fn clear(&mut self, side: Side, square: Square) {
        let keys = &PAWN_KEYS[side.index()];
        self.zobrist ^=
            keys[self.cleared_at(square)].get(square.index()) ^ keys[1].get(square.index());
        self.cleared |= square.bit();
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(super) fn switch_turn(&mut self) {
        self.turn = !self.turn;
        self.zobrist ^= TURN_KEY;
    }

    /// Ends the game, which must not be over yet.
    #[inline]
    pub(super) fn set_winner(&mut self, winner: Side) {
        self.winner = Some(winner);
        self.zobrist ^= WINNER_KEYS[winner.index()];
    }

    /// The hash computed from scratch.
    pub(super) fn compute_zobrist(&self) -> u64 {
        let mut key = SIZE_KEYS[usize::from(self.size)];
        for side in Side::BOTH {
            for square in Bits(self.pawns(side)).map(Square) {
                key ^= PAWN_KEYS[side.index()][self.cleared_at(square)].get(square.index());
            }
        }
        if let Some(winner) = self.winner {
            key ^= WINNER_KEYS[winner.index()];
        }
        key ^ key_if(self.turn == Side::Second, TURN_KEY)
    }
}
