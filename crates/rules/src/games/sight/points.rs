//! Sets of points, and the lines of the board as tables.
//!
//! A point has the same number on every board: nine times the row from the top, plus the
//! column, smaller boards lying in the top left of the 9x9 one. All sizes are odd, so a point
//! with diagonal joins has them on every board, and since nothing ever stands off the board,
//! tables made for 9x9 serve all sizes. The numbers on boards up to 7x7 stay below 64, so
//! these use sets of 64 bits and only 9x9 needs the slower ones of 128.

use crate::bits::Bits;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The distance between a point and the one below it.
pub(super) const STRIDE: u8 = 9;
/// How many points the largest board has.
pub(super) const POINTS: usize = 81;
/// The part of a set beyond its first 64 points.
pub(super) type High = [u8; 3];

/// The directions of lines as `(columns, rows)`: the four that lead to higher numbers, then
/// the four that lead to lower ones.
pub(super) const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (-1, 1),
    (0, 1),
    (1, 1),
    (-1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
];

/// The points met from each point along each direction, up to the edge of the 9x9 board:
/// walked step by step, diagonally only from points that have diagonal joins.
const RAYS: [[u128; 8]; POINTS] = {
    let mut rays = [[0; 8]; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut direction = 0;
        while direction < 8 {
            let (right, down) = DIRECTIONS[direction];
            let (mut col, mut row) = ((from % 9) as i8, (from / 9) as i8);
            let joined = right == 0 || down == 0 || (col + row) % 2 == 0;
            loop {
                col += right;
                row += down;
                if !joined || col < 0 || col > 8 || row < 0 || row > 8 {
                    break;
                }
                rays[from][direction] |= 1 << (row * 9 + col);
            }
            direction += 1;
        }
        from += 1;
    }
    rays
};

/// The points joined to each point: the first of every ray.
const NEIGHBOURS: [u128; POINTS] = {
    let mut neighbours = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut direction = 0;
        while direction < 8 {
            let ray = RAYS[from][direction];
            if ray != 0 {
                neighbours[from] |= if direction < 4 {
                    1 << ray.trailing_zeros()
                } else {
                    1 << (127 - ray.leading_zeros())
                };
            }
            direction += 1;
        }
        from += 1;
    }
    neighbours
};

/// The points in a column of the 9x9 board.
const fn column(col: u8) -> u128 {
    let mut set = 0;
    let mut row = 0;
    while row < 9 {
        set |= 1 << (row * STRIDE + col);
        row += 1;
    }
    set
}

/// The points with diagonal joins: every other one, the corners among them.
const DIAGONAL: u128 = {
    let mut set = 0;
    let mut point = 0;
    while point < POINTS {
        set |= 1 << point;
        point += 2;
    }
    set
};

/// Everything on a board of this size.
const fn board_mask(size: u8) -> u128 {
    let mut mask = 0;
    let mut row = 0;
    while row < size {
        mask |= ((1 << size) - 1) << (STRIDE * row);
        row += 1;
    }
    mask
}

/// How many classes of points there are on the 9x9 board, such that symmetries lead from each
/// point to all others of its class and to no more; smaller boards have fewer.
pub(super) const CLASSES: usize = 15;

/// The points of a class: those with the same distances to the nearest edges, the shorter one
/// first, both at most 4.
const fn class_mask(size: usize, class: usize) -> u128 {
    let mut mask = 0;
    let mut point = 0;
    while point < POINTS {
        let (col, row) = (point % 9, point / 9);
        if col < size && row < size {
            let across = if col < size - 1 - col {
                col
            } else {
                size - 1 - col
            };
            let down = if row < size - 1 - row {
                row
            } else {
                size - 1 - row
            };
            let (near, far) = if across < down {
                (across, down)
            } else {
                (down, across)
            };
            if far * (far + 1) / 2 + near == class {
                mask |= 1 << point;
            }
        }
        point += 1;
    }
    mask
}

/// The tables above as sets of one width; whatever a set cannot hold is left out.
struct Tables<P, const N: usize> {
    rays: [[P; 8]; N],
    neighbours: [P; N],
    /// By size.
    boards: [P; 10],
    /// By size and class.
    classes: [[P; CLASSES]; 10],
}

macro_rules! tables {
    ($points:ty, $count:literal) => {{
        let mut tables = Tables::<$points, $count> {
            rays: [[0; 8]; $count],
            neighbours: [0; $count],
            boards: [0; 10],
            classes: [[0; CLASSES]; 10],
        };
        let mut point = 0;
        while point < $count {
            let mut direction = 0;
            while direction < 8 {
                tables.rays[point][direction] = RAYS[point][direction] as $points;
                direction += 1;
            }
            tables.neighbours[point] = NEIGHBOURS[point] as $points;
            point += 1;
        }
        let mut size = 3;
        while size <= 9 {
            tables.boards[size] = board_mask(size as u8) as $points;
            let mut class = 0;
            while class < CLASSES {
                tables.classes[size][class] = class_mask(size, class) as $points;
                class += 1;
            }
            size += 2;
        }
        tables
    }};
}

static NARROW: Tables<u64, 64> = tables!(u64, 64);
static WIDE: Tables<u128, 81> = tables!(u128, 81);

/// Goes from a set step by step through another, and gives all of that which is reached.
#[inline]
fn fill<P: Points>(from: P, through: P, step: impl Fn(P) -> P) -> P {
    let mut reached = step(from) & through;
    for _ in 1..P::LONGEST {
        reached = reached | (step(reached) & through);
    }
    reached
}

/// A set of points in 64 or 128 bits.
pub(super) trait Points:
    Copy
    + Debug
    + Eq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No point.
    const NONE: Self;
    /// How far it is from one end of a line to the other, on the largest board.
    const LONGEST: usize;

    /// One point, which must be on the board.
    fn one(point: u8) -> Self;
    /// Whether a point is in the set; any number may be asked for.
    fn has(self, point: u8) -> bool;
    /// How many points there are.
    fn count(self) -> u64;
    /// The points, lowest first.
    fn iter(self) -> impl Iterator<Item = u8>;
    /// Everything on a board of this size.
    fn board(size: u8) -> Self;
    /// The points joined to a point of the board.
    fn neighbours(point: u8) -> Self;
    /// The points joined to some point of the set, and perhaps points off the board.
    fn spread(self) -> Self;
    /// The first points of the set along the lines from a point of the board, and perhaps
    /// points off the board.
    fn seen_from(self, point: u8) -> Self;
    /// For each direction the points of `free` from which, looking that way, a point of the set
    /// is met before anything that is not in `free`.
    fn sights(self, free: Self) -> [Self; 8];
    /// The points of the 9x9 board's class `index`, on a board of this size: those as far from
    /// the two nearest edges.
    fn class(size: u8, index: usize) -> Self;
    /// The set from its first 64 points and the rest.
    fn join(low: u64, high: High) -> Self;
    /// The first 64 points, and the rest.
    fn split(self) -> (u64, High);

    /// Whether there is no point.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// The methods that are the same for both widths but for the type and its tables.
macro_rules! points {
    ($points:ty, $tables:ident, $longest:literal) => {
        const NONE: Self = 0;
        const LONGEST: usize = $longest;

        #[inline]
        fn one(point: u8) -> Self {
            <$points>::wrapping_shl(1, point.into())
        }

        #[inline]
        fn has(self, point: u8) -> bool {
            self.checked_shr(point.into()).unwrap_or(0) & 1 != 0
        }

        #[inline]
        fn count(self) -> u64 {
            self.count_ones().into()
        }

        #[inline]
        fn iter(self) -> impl Iterator<Item = u8> {
            Bits(self)
        }

        #[inline]
        fn board(size: u8) -> Self {
            $tables.boards[usize::from(size)]
        }

        #[inline]
        fn class(size: u8, index: usize) -> Self {
            $tables.classes[usize::from(size)][index]
        }

        #[inline]
        fn neighbours(point: u8) -> Self {
            $tables.neighbours[usize::from(point)]
        }

        #[inline]
        fn seen_from(self, point: u8) -> Self {
            const TOP: $points = 1 << (<$points>::BITS - 1);
            let (higher, lower) = $tables.rays[usize::from(point)].split_at(4);
            let mut seen = 0;
            for ray in higher {
                let met = self & ray;
                seen |= met & met.wrapping_neg();
            }
            for ray in lower {
                // Where nothing is met the shift wraps to the top bit, which is no point.
                let met = self & ray;
                seen |= TOP.wrapping_shr(met.leading_zeros());
            }
            seen
        }
    };
}

impl Points for u64 {
    points!(u64, NARROW, 6);

    #[inline]
    fn spread(self) -> Self {
        // No board up to 7x7 has the last two columns, so nothing wraps onto the board.
        let diagonal = self & DIAGONAL as u64;
        (self << 1 | self >> 1 | self << 9 | self >> 9)
            | (diagonal << 8 | diagonal >> 8 | diagonal << 10 | diagonal >> 10)
    }

    #[inline]
    fn sights(self, free: Self) -> [Self; 8] {
        let (pieces, through) = (self & DIAGONAL as u64, free & DIAGONAL as u64);
        [
            fill(self, free, |set| set << 1),
            fill(self, free, |set| set >> 1),
            fill(self, free, |set| set << 9),
            fill(self, free, |set| set >> 9),
            fill(pieces, through, |set| set << 8),
            fill(pieces, through, |set| set >> 8),
            fill(pieces, through, |set| set << 10),
            fill(pieces, through, |set| set >> 10),
        ]
    }

    #[inline]
    fn join(low: u64, _: High) -> Self {
        low
    }

    #[inline]
    fn split(self) -> (u64, High) {
        (self, [0; 3])
    }
}

impl Points for u128 {
    points!(u128, WIDE, 8);

    #[inline]
    fn spread(self) -> Self {
        let diagonal = self & DIAGONAL;
        let (left, right) = (!column(0), !column(8));
        ((self & right) << 1 | (self & left) >> 1 | self << 9 | self >> 9)
            | (diagonal & left) << 8
            | (diagonal & right) >> 8
            | (diagonal & right) << 10
            | (diagonal & left) >> 10
    }

    #[inline]
    fn sights(self, free: Self) -> [Self; 8] {
        let (pieces, through) = (self & DIAGONAL, free & DIAGONAL);
        // Who goes right does not come to the first column, who goes left not to the last.
        let (right, left) = (!column(0), !column(8));
        [
            fill(self, free & right, |set| set << 1),
            fill(self, free & left, |set| set >> 1),
            fill(self, free, |set| set << 9),
            fill(self, free, |set| set >> 9),
            fill(pieces, through & left, |set| set << 8),
            fill(pieces, through & right, |set| set >> 8),
            fill(pieces, through & right, |set| set << 10),
            fill(pieces, through & left, |set| set >> 10),
        ]
    }

    #[inline]
    fn join(low: u64, [a, b, c]: High) -> Self {
        u128::from(low) | u128::from(u32::from_le_bytes([a, b, c, 0])) << 64
    }

    #[inline]
    fn split(self) -> (u64, High) {
        let [a, b, c, _] = ((self >> 64) as u32).to_le_bytes();
        (self as u64, [a, b, c])
    }
}
