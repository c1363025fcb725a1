//! Bitboards of points, and the lines of the board as tables of rays.
//!
//! A point has the same number on every board: nine times the row from the top, plus the column,
//! with smaller boards in the top left corner of the 9x9 one. All sizes are odd, so a point with
//! diagonal joins has them on every board; and since nothing ever stands off the board, tables
//! made for 9x9 serve all sizes. On boards up to 7x7 all numbers are below 64, so those boards use
//! bitboards of 64 bits, and only 9x9 needs the slower ones of 128.

use crate::bits::Bits;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

/// The distance between a point and the one below it.
pub(super) const STRIDE: u8 = 9;
/// The number of points of the largest board.
pub(super) const POINTS: usize = 81;
/// The part of a bitboard beyond its first 64 points.
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

/// The rays from each point in each direction, up to the edge of the 9x9 board, computed step by
/// step; diagonal ones only from points that have diagonal joins.
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
const NEIGHBORS: [u128; POINTS] = {
    let mut neighbors = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut direction = 0;
        while direction < 8 {
            let ray = RAYS[from][direction];
            if ray != 0 {
                neighbors[from] |= if direction < 4 {
                    1 << ray.trailing_zeros()
                } else {
                    1 << (127 - ray.leading_zeros())
                };
            }
            direction += 1;
        }
        from += 1;
    }
    neighbors
};

/// The points of a column of the 9x9 board.
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

/// All points of a board of this size.
const fn board_mask(size: u8) -> u128 {
    let mut mask = 0;
    let mut row = 0;
    while row < size {
        mask |= ((1 << size) - 1) << (STRIDE * row);
        row += 1;
    }
    mask
}

/// The number of classes of points on the 9x9 board: the orbits of points under the symmetries of
/// the square. Smaller boards have fewer.
pub(super) const CLASSES: usize = 15;

/// The points of a class: those with the same distances to the nearest edges, the smaller one
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

/// The tables above as bitboards of one width; points that do not fit are left out.
struct Tables<P, const N: usize> {
    rays: [[P; 8]; N],
    neighbors: [P; N],
    /// By size.
    boards: [P; 10],
    /// By size and class.
    classes: [[P; CLASSES]; 10],
}

macro_rules! tables {
    ($points:ty, $count:literal) => {{
        let mut tables = Tables::<$points, $count> {
            rays: [[0; 8]; $count],
            neighbors: [0; $count],
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
            tables.neighbors[point] = NEIGHBORS[point] as $points;
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

/// Occluded fill: the points of `through` that are reached from `from` by repeating a step without
/// leaving `through`.
#[inline]
fn fill<P: Points>(from: P, through: P, step: impl Fn(P) -> P) -> P {
    let mut reached = step(from) & through;
    for _ in 1..P::LONGEST {
        reached = reached | (step(reached) & through);
    }
    reached
}

/// A bitboard of points, in 64 or 128 bits.
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
    /// The length of the longest line in steps, on the largest board.
    const LONGEST: usize;

    /// The bitboard of one point, which must be on the board.
    fn one(point: u8) -> Self;
    /// Whether a point is in the set; any number is allowed.
    fn has(self, point: u8) -> bool;
    /// How many points there are.
    fn count(self) -> u64;
    /// The points, lowest first.
    fn iter(self) -> impl Iterator<Item = u8>;
    /// All points of a board of this size.
    fn board(size: u8) -> Self;
    /// The points joined to a point of the board.
    fn neighbors(point: u8) -> Self;
    /// The points joined to any point of the set, and possibly points off the board.
    fn spread(self) -> Self;
    /// The first point of the set along each line from a point of the board, and possibly points
    /// off the board: ray attacks that keep the blockers only.
    fn seen_from(self, point: u8) -> Self;
    /// For each direction, the points of `free` from which a point of the set is seen that way:
    /// everything in between is in `free`.
    fn sights(self, free: Self) -> [Self; 8];
    /// The points of class `index` on a board of this size: those at the same distances from the
    /// two nearest edges.
    fn class(size: u8, index: usize) -> Self;
    /// The bitboard from its first 64 points and the rest.
    fn join(low: u64, high: High) -> Self;
    /// The first 64 points, and the rest.
    fn split(self) -> (u64, High);

    /// Whether the set is empty.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

/// The methods that are the same for both widths except for the type and its tables.
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
        fn neighbors(point: u8) -> Self {
            $tables.neighbors[usize::from(point)]
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
                // If nothing is met, the shift wraps to the top bit, which is not a point.
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
        // Boards up to 7x7 lack the last two columns, so nothing wraps onto the board.
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
        // A step right never lands in the first column, nor a step left in the last.
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
