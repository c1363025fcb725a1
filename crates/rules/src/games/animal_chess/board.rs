//! The board of Animal Chess: where pieces step, and the bitboards that hold a position together
//! with its Zobrist hash.

use super::pieces::{ALL, Kind, ROW, Square};
use crate::Side;
use crate::bits::{Bits, ZobristTable, key_if, zobrist_keys};

/// The planes of the board: one bitboard for each direction in which only some kinds step,
/// whichever side they belong to. Every piece steps forward, so that needs no plane.
mod plane {
    /// Steps back, left and right.
    pub(super) const CROSS: usize = 0;
    /// Steps diagonally forward.
    pub(super) const FORE: usize = 1;
    /// Steps diagonally back.
    pub(super) const AFT: usize = 2;
    /// Distinguishes a promoted cat from a promoted chick.
    pub(super) const CAT: usize = 3;
}

/// The planes each kind is in, one bit each: the one place that says how kinds step.
const fn planes_of(kind: Kind) -> u8 {
    const CROSS: u8 = 1 << plane::CROSS;
    const FORE: u8 = 1 << plane::FORE;
    const AFT: u8 = 1 << plane::AFT;
    match kind {
        Kind::Chick => 0,
        Kind::Giraffe => CROSS,
        Kind::Cat => FORE | AFT,
        Kind::Lion => CROSS | FORE | AFT,
        Kind::PromotedChick => CROSS | FORE,
        Kind::PromotedCat => CROSS | FORE | 1 << plane::CAT,
    }
}

/// For each kind and plane: all ones if the kind is in the plane, else zero.
const PLANE_MASKS: [[u64; 4]; 6] = {
    let mut table = [[0; 4]; 6];
    let mut kind = 0;
    while kind < 6 {
        let mut plane = 0;
        while plane < 4 {
            if planes_of(Kind::ALL[kind]) >> plane & 1 != 0 {
                table[kind][plane] = u64::MAX;
            }
            plane += 1;
        }
        kind += 1;
    }
    table
};

/// The kind of each combination of planes: the inverse of [`planes_of`].
const KIND_OF: [Kind; 16] = {
    let mut table = [Kind::Chick; 16];
    let mut kind = 0;
    while kind < 6 {
        table[planes_of(Kind::ALL[kind]) as usize] = Kind::ALL[kind];
        kind += 1;
    }
    table
};

/// Zobrist keys by side, kind and square, at `side << 9 | kind << 6 | square`.
const PIECE_KEYS: ZobristTable<1024> = ZobristTable::new(0xa101);
/// Zobrist keys by side, kind and number in hand, at `side << 5 | kind << 3 | number`.
const HAND_KEYS: [u64; 64] = zobrist_keys(0xa102);
const TURN_KEY: u64 = zobrist_keys::<1>(0xa103)[0];

#[inline]
const fn piece_key(side: Side, kind: Kind, square: Square) -> u64 {
    PIECE_KEYS.get(side.index() << 9 | kind.index() << 6 | (square.0 & 63) as usize)
}

#[inline]
const fn hand_key(side: Side, kind: Kind, count: u8) -> u64 {
    HAND_KEYS[side.index() << 5 | (kind.index() & 3) << 3 | (count & 7) as usize]
}

/// How far the eight directions lead, per side, in the order of [`Board::targets_by_direction`]: forward,
/// back, left, right, forward left, forward right, back left, back right (left and right as
/// the board is drawn).
pub(super) const DELTAS: [[i8; 8]; 2] = {
    const R: i8 = ROW as i8;
    [
        [R, -R, -1, 1, R - 1, R + 1, -R - 1, -R + 1],
        [-R, R, -1, 1, -R - 1, -R + 1, R - 1, R + 1],
    ]
};

/// The pieces, the hands and the turn, with their Zobrist hash: they change only through methods
/// that change the hash with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    planes: [u64; 4],
    sides: [u64; 2],
    zobrist: u64,
    hands: [[u8; 3]; 2],
    turn: Side,
}

impl Board {
    /// No pieces at all, Player 0 to move.
    pub(super) fn empty() -> Self {
        let mut board = Board {
            planes: [0; 4],
            sides: [0; 2],
            zobrist: 0,
            hands: [[0; 3]; 2],
            turn: Side::First,
        };
        board.zobrist = board.compute_zobrist();
        board
    }

    #[inline]
    pub(super) fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(super) fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The hash computed from scratch.
    pub(super) fn compute_zobrist(&self) -> u64 {
        let mut key = key_if(self.turn == Side::Second, TURN_KEY);
        for side in Side::BOTH {
            for square in Bits(self.sides[side.index()]).map(Square) {
                key ^= piece_key(side, self.kind_on(square), square);
            }
            for kind in Kind::DROPPABLE {
                key ^= hand_key(side, kind, self.hand(side, kind));
            }
        }
        key
    }

    #[inline]
    pub(super) fn switch_turn(&mut self) {
        self.turn = !self.turn;
        self.zobrist ^= TURN_KEY;
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, side: Side, kind: Kind, square: Square) {
        debug_assert!(self.empty_squares() & square.bit() != 0);
        self.toggle(side, kind, square);
    }

    /// Removes the piece on a square, which must be this side's, and returns its kind.
    #[inline]
    pub(super) fn remove(&mut self, side: Side, square: Square) -> Kind {
        debug_assert!(self.by_side(side) & square.bit() != 0);
        let kind = self.kind_on(square);
        self.toggle(side, kind, square);
        kind
    }

    #[inline]
    fn toggle(&mut self, side: Side, kind: Kind, square: Square) {
        let bit = square.bit();
        for (plane, mask) in self.planes.iter_mut().zip(PLANE_MASKS[kind.index()]) {
            *plane ^= bit & mask;
        }
        self.sides[side.index()] ^= bit;
        self.zobrist ^= piece_key(side, kind, square);
    }

    /// Adds a piece to a hand, unpromoted; a lion is put aside.
    #[inline]
    pub(super) fn add_to_hand(&mut self, side: Side, kind: Kind) {
        let kind = kind.base();
        let Some(held) = self.hands[side.index()].get_mut(kind.index()) else {
            return;
        };
        self.zobrist ^= hand_key(side, kind, *held) ^ hand_key(side, kind, *held + 1);
        *held += 1;
    }

    /// Removes a piece from a hand that has one.
    #[inline]
    pub(super) fn remove_from_hand(&mut self, side: Side, kind: Kind) {
        let Some(held) = self.hands[side.index()].get_mut(kind.index()) else {
            return;
        };
        debug_assert!(*held > 0);
        self.zobrist ^= hand_key(side, kind, *held) ^ hand_key(side, kind, held.wrapping_sub(1));
        *held = held.wrapping_sub(1);
    }

    /// How many of a kind are in a hand; no hand ever holds a lion or a promoted piece.
    #[inline]
    pub(super) fn hand(&self, side: Side, kind: Kind) -> u8 {
        self.hands[side.index()]
            .get(kind.index())
            .map_or(0, |&held| held)
    }

    /// How many different kinds are in a hand.
    #[inline]
    pub(super) fn kinds_in_hand(&self, side: Side) -> u64 {
        let held = self.hands[side.index()];
        held.into_iter().map(|count| u64::from(count > 0)).sum()
    }

    /// The squares on which two boards differ.
    #[inline]
    pub(super) fn difference(&self, other: &Board) -> u64 {
        let planes = self.planes.iter().zip(&other.planes);
        let sides = self.sides.iter().zip(&other.sides);
        planes.chain(sides).fold(0, |all, (a, b)| all | (a ^ b))
    }

    /// The bitboard of a side's pieces.
    #[inline]
    pub(super) fn by_side(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    #[inline]
    pub(super) fn empty_squares(&self) -> u64 {
        ALL & !(self.sides[0] | self.sides[1])
    }

    /// The bitboard of the lions: no other kind is in both planes.
    #[inline]
    pub(super) fn lions(&self) -> u64 {
        self.planes[plane::CROSS] & self.planes[plane::AFT]
    }

    /// The bitboard of a kind's pieces of both sides.
    #[inline]
    pub(super) fn by_kind(&self, kind: Kind) -> u64 {
        let planes = self.planes.iter().zip(PLANE_MASKS[kind.index()]);
        let occupied = self.sides[0] | self.sides[1];
        planes.fold(occupied, |all, (plane, mask)| all & !(plane ^ mask))
    }

    /// The kind of the piece on a square that is not empty.
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Kind {
        let bit = |plane: usize| ((self.planes[plane] >> (square.0 & 63)) & 1) << plane;
        KIND_OF[(bit(0) | bit(1) | bit(2) | bit(3)) as usize]
    }

    /// The piece on a square, and its owner.
    pub(super) fn piece_at(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.by_side(side) & square.bit() != 0)?;
        Some((side, self.kind_on(square)))
    }

    /// Where a side's pieces on the squares `movers` can step: one bitboard of targets for each
    /// direction of [`DELTAS`].
    #[inline]
    pub(super) fn targets_by_direction(&self, side: Side, movers: u64) -> [u64; 8] {
        let own = self.by_side(side);
        self.attacks(side, movers).map(|set| set & !own)
    }

    /// The squares that a side's pieces on the squares `movers` attack or, if one of their own
    /// pieces stands there, defend: one bitboard for each direction of [`DELTAS`]. All move
    /// generation starts here.
    #[inline]
    pub(super) fn attacks(&self, side: Side, movers: u64) -> [u64; 8] {
        let movers = movers & self.by_side(side);
        let [cross, fore, aft, _] = self.planes.map(|plane| plane & movers);
        let sets = match side {
            Side::First => [
                movers << ROW,
                cross >> ROW,
                cross >> 1,
                cross << 1,
                fore << (ROW - 1),
                fore << (ROW + 1),
                aft >> (ROW + 1),
                aft >> (ROW - 1),
            ],
            Side::Second => [
                movers >> ROW,
                cross << ROW,
                cross >> 1,
                cross << 1,
                fore >> (ROW + 1),
                fore >> (ROW - 1),
                aft << (ROW - 1),
                aft << (ROW + 1),
            ],
        };
        sets.map(|set| set & ALL)
    }

    /// The bitboard of the chicks of both sides, without promoted ones.
    #[inline]
    pub(super) fn chicks(&self) -> u64 {
        let [cross, fore, ..] = self.planes;
        (self.sides[0] | self.sides[1]) & !(cross | fore)
    }

    /// The bitboard of the squares that the piece on a square can step to, if it is this side's.
    #[inline]
    pub(super) fn targets(&self, side: Side, from: Square) -> u64 {
        self.targets_by_direction(side, from.bit())
            .into_iter()
            .fold(0, |all, set| all | set)
    }
}
