//! The pieces on the board and the key that goes with them.

use super::points::{High, Points};
use crate::Side;
use crate::bits::zobrist_keys;

/// How many binary digits a height has: it is at most 255.
const DIGITS: usize = 8;
/// The lowest digit comes after the pieces of each side.
const FIRST_DIGIT: usize = 2;
/// How many sets there are.
const SETS: usize = FIRST_DIGIT + DIGITS;

/// Everything that makes a position.
///
/// The pieces are ten sets of points: those of Player 1, those of Player 2, and the binary
/// digits of all heights, lowest first (a point whose stack is 5 high is in the first and the
/// third digit). So all pieces that a move makes grow are counted up at once, and the highest
/// of many stacks are found in eight steps without looking at any one of them.
///
/// No field is visible outside this module, and every method that changes one changes the key
/// with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Board {
    /// The first 64 points of each set, all there are up to 7x7.
    low: [u64; SETS],
    /// The other points of each set.
    high: [High; SETS],
    key: u64,
    size: u8,
    turn: Side,
}

const _: () = assert!(size_of::<Board>() <= 128);

const LOW_KEYS: [u64; SETS] = zobrist_keys(0x7301);
const HIGH_KEYS: [u64; SETS] = zobrist_keys(0x7302);
const SIZE_KEYS: [u64; 10] = zobrist_keys(0x7303);
const TURN_KEY: u64 = zobrist_keys::<1>(0x7304)[0];

/// What a set adds to the key: its two parts, disguised by two words of its own, multiplied,
/// and both halves of the product folded together. The key is the sum (without carry) over the
/// ten sets, the size and the turn. A move changes few sets but many points of them, so taking
/// a whole set out and putting it back is faster than going point by point.
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
            key: 0,
            size,
            turn,
        };
        board.key = board.computed_key();
        board
    }

    #[inline]
    pub(super) const fn size(&self) -> u8 {
        self.size
    }

    /// Whether the board needs sets of 128 bits.
    #[inline]
    pub(super) const fn is_wide(&self) -> bool {
        self.size > 7
    }

    #[inline]
    pub(super) const fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// The key from nothing.
    pub(super) fn computed_key(&self) -> u64 {
        let turn = if self.turn == Side::Second {
            TURN_KEY
        } else {
            0
        };
        (0..SETS).fold(SIZE_KEYS[usize::from(self.size)] ^ turn, |key, set| {
            key ^ set_key(set, self.low[set], self.high[set])
        })
    }

    #[inline]
    fn get<P: Points>(&self, set: usize) -> P {
        P::join(self.low[set], self.high[set])
    }

    #[inline]
    fn set<P: Points>(&mut self, set: usize, points: P) {
        let (low, high) = points.split();
        self.key ^= set_key(set, self.low[set], self.high[set]) ^ set_key(set, low, high);
        self.low[set] = low;
        self.high[set] = high;
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

    /// The stacks of a side: the pieces whose height has a digit beyond the first.
    #[inline]
    pub(super) fn stacks<P: Points>(&self, side: Side) -> P {
        let tall = (FIRST_DIGIT + 1..SETS).fold(P::NONE, |tall, set| tall | self.get(set));
        tall & self.pieces(side)
    }

    /// The points whose stack's height has this binary digit, counted from the lowest.
    #[inline]
    pub(super) fn digit<P: Points>(&self, digit: usize) -> P {
        self.get(FIRST_DIGIT + digit)
    }

    /// Those of some pieces that no other of them is higher than.
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

    /// The heights of some pieces together, where none is 16 or higher; otherwise less.
    #[inline]
    pub(super) fn total_height<P: Points>(&self, among: P) -> i32 {
        (0..4).fold(0, |total, digit| {
            total + (((self.digit::<P>(digit) & among).count() as i32) << digit)
        })
    }

    /// How high some pieces are that are all equally high; 0 if there are none.
    #[inline]
    pub(super) fn height_of<P: Points>(&self, equals: P) -> i32 {
        (0..DIGITS).fold(0, |height, digit| {
            height | i32::from(!(self.digit::<P>(digit) & equals).is_empty()) << digit
        })
    }

    /// How high the stack on a point is: 1 for a single piece, 0 for none.
    pub(super) fn height(&self, point: u8) -> u8 {
        (0..DIGITS).fold(0, |height, digit| {
            height | u8::from(self.get::<u128>(FIRST_DIGIT + digit).has(point)) << digit
        })
    }

    /// Adds one piece to each point of `grows`, where the side to move has a stack or nothing
    /// stands, takes one from the stack on `from`, if that is not empty, and passes the turn.
    /// A stack of 255 does not grow.
    #[inline]
    pub(super) fn advance<P: Points>(&mut self, grows: P, from: P) {
        let side = self.turn.index();
        self.set(side, self.get::<P>(side) | grows);
        // Counting up, a digit that was 1 carries into the next; counting down, one that was 0.
        let mut flips = grows | from;
        for set in FIRST_DIGIT..SETS {
            // Nearly every move changes the first two digits: no use asking.
            if set > FIRST_DIGIT + 1 && flips.is_empty() {
                break;
            }
            let digit = self.get::<P>(set);
            self.set(set, digit ^ flips);
            flips = flips & (digit ^ from);
        }
        if !flips.is_empty() {
            // These went from 255 to 0.
            for set in FIRST_DIGIT..SETS {
                self.set(set, self.get::<P>(set) | flips);
            }
        }
        self.turn = !self.turn;
        self.key ^= TURN_KEY;
    }

    /// Puts a stack on a point where nothing stands.
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
