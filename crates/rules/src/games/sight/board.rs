//! The pieces on the board and their Zobrist hash.

use super::points::{High, Points};
use crate::Side;
use crate::bits::{key_if, zobrist_keys};

/// The number of binary digits of a height, which is at most 255.
const DIGITS: usize = 8;
/// The index of the lowest digit, after the pieces of each side.
const FIRST_DIGIT: usize = 2;
/// The number of bitboards.
const SETS: usize = FIRST_DIGIT + DIGITS;

/// Everything that makes up a position.
///
/// The pieces are ten bitboards: those of Player 1, those of Player 2, and the binary digits of
/// all heights, lowest first (a stack of height 5 is in the first and the third digit). With
/// heights bit-sliced like this (vertical counters), one ripple of carries increments all pieces
/// that a move makes grow, and eight steps find the highest of many stacks without looking at
/// each.
///
/// No field is visible outside this module, and every method that changes one updates the hash
/// with it, unless the caller says that the hash will not be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// The first 64 points of each bitboard: all there are on boards up to 7x7.
    low: [u64; SETS],
    /// The other points of each bitboard.
    high: [High; SETS],
    zobrist: u64,
    size: u8,
    turn: Side,
}

const _: () = assert!(size_of::<Board>() <= 128);

const LOW_KEYS: [u64; SETS] = zobrist_keys(0x7301);
const HIGH_KEYS: [u64; SETS] = zobrist_keys(0x7302);
const SIZE_KEYS: [u64; 10] = zobrist_keys(0x7303);
const TURN_KEY: u64 = zobrist_keys::<1>(0x7304)[0];

/// What a bitboard contributes to the hash: its two parts, each XORed with a key of the bitboard,
/// multiplied, and the two halves of the product XORed (a multiply-fold). The hash is the XOR over
/// the ten bitboards, the size and the turn. This is Zobrist hashing by bitboard instead of by
/// piece: a move changes few bitboards but many points of each, so replacing whole bitboards is
/// faster than going point by point.
#[inline]
fn set_key(set: usize, low: u64, [a, b, c]: High) -> u64 {
    let high = u64::from(u32::from_le_bytes([a, b, c, 0]));
    let product = u128::from(low ^ LOW_KEYS[set]) * u128::from(high ^ HIGH_KEYS[set]);
    product as u64 ^ (product >> 64) as u64
}

impl Board {
    /// A board of this size without pieces.
    pub(super) fn empty(size: u8, turn: Side) -> Self {
        let mut board = Board {
            low: [0; SETS],
            high: [[0; 3]; SETS],
            zobrist: 0,
            size,
            turn,
        };
        board.zobrist = board.compute_zobrist();
        board
    }

    #[inline]
    pub(super) const fn size(&self) -> u8 {
        self.size
    }

    /// Whether the board needs bitboards of 128 bits.
    #[inline]
    pub(super) const fn is_wide(&self) -> bool {
        self.size > 7
    }

    #[inline]
    pub(super) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(super) const fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The hash computed from scratch.
    pub(super) fn compute_zobrist(&self) -> u64 {
        let turn = key_if(self.turn == Side::Second, TURN_KEY);
        (0..SETS).fold(SIZE_KEYS[usize::from(self.size)] ^ turn, |key, set| {
            key ^ set_key(set, self.low[set], self.high[set])
        })
    }

    #[inline]
    fn get<P: Points>(&self, set: usize) -> P {
        P::join(self.low[set], self.high[set])
    }

    /// Replaces a bitboard; if the position is not `HASHED`, the hash is left as it is.
    #[inline]
    fn replace<P: Points, const HASHED: bool>(&mut self, set: usize, points: P) {
        let (low, high) = points.split();
        if HASHED {
            self.zobrist ^= set_key(set, self.low[set], self.high[set]) ^ set_key(set, low, high);
        }
        self.low[set] = low;
        self.high[set] = high;
    }

    #[inline]
    fn set<P: Points>(&mut self, set: usize, points: P) {
        self.replace::<P, true>(set, points);
    }

    /// The pieces of a side.
    #[inline]
    pub(super) fn pieces<P: Points>(&self, side: Side) -> P {
        self.get(side.index())
    }

    /// The points without a piece.
    #[inline]
    pub(super) fn free<P: Points>(&self) -> P {
        P::board(self.size) & !(self.pieces::<P>(Side::First) | self.pieces(Side::Second))
    }

    /// The stacks of a side: the pieces whose height has a digit above the first.
    #[inline]
    pub(super) fn stacks<P: Points>(&self, side: Side) -> P {
        let tall = (FIRST_DIGIT + 1..SETS).fold(P::NONE, |tall, set| tall | self.get(set));
        tall & self.pieces(side)
    }

    /// The points whose stack's height has this binary digit set; 0 is the lowest.
    #[inline]
    pub(super) fn digit<P: Points>(&self, digit: usize) -> P {
        self.get(FIRST_DIGIT + digit)
    }

    /// The highest of some pieces.
    #[inline]
    pub(super) fn highest<P: Points>(&self, mut among: P) -> P {
        for set in (FIRST_DIGIT..SETS).rev() {
            let higher = among & self.get(set);
            if !higher.is_empty() {
                among = higher;
            }
        }
        among
    }

    /// The sum of the heights of some pieces, if none is 16 or higher; otherwise less than that.
    #[inline]
    pub(super) fn total_height<P: Points>(&self, among: P) -> i32 {
        (0..4).fold(0, |total, digit| {
            total + (((self.digit::<P>(digit) & among).count() as i32) << digit)
        })
    }

    /// The height of some pieces that are all equally high; 0 if there are none.
    #[inline]
    pub(super) fn height_of<P: Points>(&self, equals: P) -> i32 {
        (0..DIGITS).fold(0, |height, digit| {
            height | i32::from(!(self.digit::<P>(digit) & equals).is_empty()) << digit
        })
    }

    /// The height of the stack on a point: 1 for a single piece, 0 for none.
    pub(super) fn height(&self, point: u8) -> u8 {
        (0..DIGITS).fold(0, |height, digit| {
            height | u8::from(self.get::<u128>(FIRST_DIGIT + digit).has(point)) << digit
        })
    }

    /// Adds one piece to each point of `grows`, which must be empty or hold a stack of the side to
    /// move; takes one from the stack on `from`, if that is not empty; and passes the turn. A
    /// stack of 255 does not grow. The hash is kept up to date if the position is `HASHED`.
    #[inline]
    pub(super) fn advance<P: Points, const HASHED: bool>(&mut self, grows: P, from: P) {
        let side = self.turn.index();
        self.replace::<P, HASHED>(side, self.get::<P>(side) | grows);
        // Incrementing, a digit that was 1 carries into the next; decrementing, one that was 0
        // borrows from it.
        let mut flips = grows | from;
        for set in FIRST_DIGIT..SETS {
            // Nearly every move changes the first two digits, so do not check there.
            if set > FIRST_DIGIT + 1 && flips.is_empty() {
                break;
            }
            let digit = self.get::<P>(set);
            self.replace::<P, HASHED>(set, digit ^ flips);
            flips = flips & (digit ^ from);
        }
        if !flips.is_empty() {
            // These wrapped from 255 to 0: set them back to 255.
            for set in FIRST_DIGIT..SETS {
                self.replace::<P, HASHED>(set, self.get::<P>(set) | flips);
            }
        }
        self.turn = !self.turn;
        if HASHED {
            self.zobrist ^= TURN_KEY;
        }
    }

    /// Puts a stack on an empty point.
    pub(super) fn put(&mut self, point: u8, side: Side, height: u8) {
        let one = u128::one(point);
        self.set(side.index(), self.get::<u128>(side.index()) | one);
        for digit in 0..DIGITS {
            if height >> digit & 1 != 0 {
                self.set(
                    FIRST_DIGIT + digit,
                    self.get::<u128>(FIRST_DIGIT + digit) | one,
                );
            }
        }
    }
}
