//! The board of Animal Chess: where pieces step, and the sets that hold a position together
//! with its key.

use super::pieces::{ALL, Kind, ROW, Square};
use crate::Side;
use crate::bits::{Bits, zobrist_keys};

/// The planes of the board: which pieces of either side step where. Every piece steps
/// forward, so that needs no plane.
mod plane {
    /// Steps back, left and right.
    pub(super) const CROSS: usize = 0;
    /// Steps diagonally forward.
    pub(super) const FORE: usize = 1;
    /// Steps diagonally back.
    pub(super) const AFT: usize = 2;
    /// Tells a promoted cat from a promoted chick.
    pub(super) const CAT: usize = 3;
}

/// The planes each kind is in, bit by bit: the one place that says how kinds step.
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

/// For each kind and plane: everything if the kind is in the plane, else nothing.
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

/// A word for each side, kind and square, at `side << 9 | kind << 6 | square`.
const PIECE_KEYS: [u64; 1024] = zobrist_keys(0xa101);
/// A word for each side, kind and number in hand, at `side << 5 | kind << 3 | number`.
const HAND_KEYS: [u64; 64] = zobrist_keys(0xa102);
const TURN_KEY: u64 = zobrist_keys::<1>(0xa103)[0];

#[inline]
const fn piece_key(side: Side, kind: Kind, square: Square) -> u64 {
    PIECE_KEYS[side.index() << 9 | kind.index() << 6 | (square.0 & 63) as usize]
}

#[inline]
const fn hand_key(side: Side, kind: Kind, count: u8) -> u64 {
    HAND_KEYS[side.index() << 5 | (kind.index() & 3) << 3 | (count & 7) as usize]
}

/// How far the eight directions lead, per side, in the order of [`Board::reach`]: forward,
/// back, left, right, forward left, forward right, back left, back right (left and right as
/// the board is drawn).
pub(super) const DELTAS: [[i8; 8]; 2] = {
    const R: i8 = ROW as i8;
    [
        [R, -R, -1, 1, R - 1, R + 1, -R - 1, -R + 1],
        [-R, R, -1, 1, -R - 1, -R + 1, R - 1, R + 1],
    ]
};

/// The squares of the pieces of each kind but the lions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    pub(super) giraffes: u64,
    pub(super) cats: u64,
    pub(super) chicks: u64,
    pub(super) promoted_cats: u64,
    pub(super) promoted_chicks: u64,
}

/// The pieces, the hands and the turn, with their key: bits change only through methods that
/// change the key with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    planes: [u64; 4],
    sides: [u64; 2],
    key: u64,
    hands: [[u8; 3]; 2],
    turn: Side,
}

impl Board {
    /// No pieces at all, Player 0 to move.
    pub(super) fn empty() -> Self {
        let mut board = Board {
            planes: [0; 4],
            sides: [0; 2],
            key: 0,
            hands: [[0; 3]; 2],
            turn: Side::First,
        };
        board.key = board.computed_key();
        board
    }

    #[inline]
    pub(super) fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn computed_key(&self) -> u64 {
        let mut key = if self.turn == Side::Second {
            TURN_KEY
        } else {
            0
        };
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
        self.key ^= TURN_KEY;
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(super) fn put(&mut self, side: Side, kind: Kind, square: Square) {
        debug_assert!(self.empty_squares() & square.bit() != 0);
        self.toggle(side, kind, square);
    }

    /// Takes a piece off a square where one stands.
    #[inline]
    pub(super) fn take(&mut self, side: Side, square: Square) -> Kind {
        debug_assert!(self.of(side) & square.bit() != 0);
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
        self.key ^= piece_key(side, kind, square);
    }

    /// Adds a piece to a hand as what it is without its promotion; a lion is put aside.
    #[inline]
    pub(super) fn add_to_hand(&mut self, side: Side, kind: Kind) {
        let kind = kind.base();
        let Some(held) = self.hands[side.index()].get_mut(kind.index()) else {
            return;
        };
        self.key ^= hand_key(side, kind, *held) ^ hand_key(side, kind, *held + 1);
        *held += 1;
    }

    /// Takes a piece from a hand that has one.
    #[inline]
    pub(super) fn take_from_hand(&mut self, side: Side, kind: Kind) {
        let Some(held) = self.hands[side.index()].get_mut(kind.index()) else {
            return;
        };
        debug_assert!(*held > 0);
        self.key ^= hand_key(side, kind, *held) ^ hand_key(side, kind, held.wrapping_sub(1));
        *held = held.wrapping_sub(1);
    }

    /// How many of a kind are in a hand; no hand has a lion or a promoted piece.
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

    /// The squares of a side's pieces.
    #[inline]
    pub(super) fn of(&self, side: Side) -> u64 {
        self.sides[side.index()]
    }

    #[inline]
    pub(super) fn empty_squares(&self) -> u64 {
        ALL & !(self.sides[0] | self.sides[1])
    }

    /// The squares of the lions: no other piece is in both planes.
    #[inline]
    pub(super) fn lions(&self) -> u64 {
        self.planes[plane::CROSS] & self.planes[plane::AFT]
    }

    /// The kind of the piece on a square where one stands.
    #[inline]
    pub(super) fn kind_on(&self, square: Square) -> Kind {
        let bit = |plane: usize| ((self.planes[plane] >> (square.0 & 63)) & 1) << plane;
        KIND_OF[(bit(0) | bit(1) | bit(2) | bit(3)) as usize]
    }

    /// The piece on a square and whose it is.
    pub(super) fn piece_at(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.of(side) & square.bit() != 0)?;
        Some((side, self.kind_on(square)))
    }

    /// Where a side's pieces on the squares `movers` can step: one set of targets for each
    /// direction of [`DELTAS`].
    #[inline]
    pub(super) fn reach(&self, side: Side, movers: u64) -> [u64; 8] {
        let own = self.of(side);
        self.attacks(side, movers).map(|set| set & !own)
    }

    /// The squares that a side's pieces on the squares `movers` attack or, where a piece of
    /// their own stands, defend: one set for each direction of [`DELTAS`]. The only place that
    /// knows the moves.
    #[inline]
    pub(super) fn attacks(&self, side: Side, movers: u64) -> [u64; 8] {
        let movers = movers & self.of(side);
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

    /// The squares of the pieces of each kind, both sides together.
    #[inline]
    pub(super) fn kinds(&self) -> Kinds {
        let [cross, fore, aft, cat] = self.planes;
        let all = self.sides[0] | self.sides[1];
        let promoted = cross & fore & !aft;
        Kinds {
            giraffes: cross & !fore,
            cats: fore & !cross,
            chicks: all & !(cross | fore),
            promoted_cats: cat,
            promoted_chicks: promoted & !cat,
        }
    }

    /// Where the piece on one square can step, if it is this side's.
    #[inline]
    pub(super) fn targets(&self, side: Side, from: Square) -> u64 {
        self.reach(side, from.bit())
            .into_iter()
            .fold(0, |all, set| all | set)
    }
}
