//! The input features of the network that evaluates positions: counts of points, the same for
//! all images of a position.

use super::Sight;
use super::points::{CLASSES, Points};
use crate::Side;

/// Features of each side.
const PER_SIDE: usize = 24;
/// Planes counted by classes of points: single pieces of either side, movable stacks of either
/// side, and free points.
const PLANES: usize = 5;
/// The first feature by classes: after those of the sides, the number of free points, and
/// whether it is odd.
const BY_CLASS: usize = 2 * PER_SIDE + 2;
/// How many features there are.
pub(super) const FEATURES: usize = BY_CLASS + PLANES * CLASSES;

/// Higher stacks count as this high.
const MAX_HEIGHT: i32 = 6;

/// What a side has on the board. Pieces that are walled in do not count.
struct Material<P> {
    has_stack: bool,
    /// Whether a stack is walled in.
    is_bound: bool,
    /// The stacks that can move, and those that must move first.
    movable: P,
    highest: P,
    height: i32,
    /// Single pieces.
    singles: P,
    /// The free points next to each of these.
    stack_room: P,
    highest_room: P,
    single_room: P,
    /// The free points that see any of the side's pieces.
    seen: P,
    /// How many they see, as binary digits; the last one means four or more.
    digits: [P; 3],
}

impl<P: Points> Material<P> {
    #[inline]
    fn of(sight: &Sight, side: Side, free: P, open: P) -> Self {
        let board = &sight.board;
        let (pieces, stacks): (P, P) = (board.pieces(side), board.stacks(side));
        let movable = stacks & open;
        let highest = board.highest(movable);
        let singles = pieces & open & !stacks;
        let mut digits = [P::NONE; 3];
        for sees in pieces.sights(free) {
            let carry = digits[0] & sees;
            digits[0] = digits[0] ^ sees;
            let many = digits[1] & carry;
            digits[1] = digits[1] ^ carry;
            digits[2] = digits[2] | many;
        }
        Material {
            has_stack: !stacks.is_empty(),
            is_bound: movable != stacks,
            movable,
            highest,
            height: board.height_of(highest),
            singles,
            stack_room: movable.spread() & free,
            highest_room: highest.spread() & free,
            single_room: singles.spread() & free,
            seen: digits[0] | digits[1] | digits[2],
            digits,
        }
    }

    #[inline]
    fn room(&self) -> P {
        self.stack_room | self.single_room
    }

    /// Feeds the features of a side, compared with the other.
    #[inline]
    fn feed(&self, other: &Self, free: P, mut add: impl FnMut(usize, i32)) {
        let count = |points: P| points.count() as i32;
        let [ones, twos, fours] = self.digits;
        let (room, theirs) = (self.room(), other.room());
        let ring = self.stack_room.spread() & free & !self.stack_room;
        let counts: [i32; PER_SIDE] = [
            (!self.has_stack).into(),
            self.is_bound.into(),
            (self.is_bound && self.movable.is_empty()).into(),
            count(self.movable),
            count(self.highest),
            count(self.singles),
            self.height.min(MAX_HEIGHT),
            count(self.stack_room),
            count(self.highest_room),
            count(self.single_room),
            count(room),
            count(self.stack_room & !theirs),
            count(self.single_room & !self.stack_room & !theirs),
            count(room & !theirs),
            count(self.stack_room & !other.stack_room),
            count(self.highest_room & !other.stack_room),
            count(free & !self.seen),
            count(ones & !twos & !fours),
            count((ones & twos) | fours),
            count(self.stack_room & !self.seen),
            count(self.stack_room & !twos & !fours),
            count(self.stack_room & ((ones & twos) | fours)),
            count(ring),
            count(ring & !theirs),
        ];
        for (index, count) in counts.into_iter().enumerate() {
            add(index, count);
        }
    }
}

impl Sight {
    /// Feeds the network: calls `add` with each feature and its count.
    #[inline]
    pub(super) fn feed<P: Points>(&self, mut add: impl FnMut(usize, i32)) {
        let (size, turn) = (self.board.size(), self.board.turn());
        let free: P = self.board.free();
        let open = free.spread();
        let own = Material::of(self, turn, free, open);
        let other = Material::of(self, !turn, free, open);
        own.feed(&other, free, &mut add);
        other.feed(&own, free, |index, count| add(PER_SIDE + index, count));
        let count = free.count() as i32;
        add(2 * PER_SIDE, count);
        add(2 * PER_SIDE + 1, count % 2);
        let planes = [own.singles, own.movable, other.singles, other.movable, free];
        let far = usize::from(size / 2);
        for class in 0..(far + 1) * (far + 2) / 2 {
            let points = P::class(size, class);
            for (plane, set) in planes.into_iter().enumerate() {
                add(
                    BY_CLASS + plane * CLASSES + class,
                    (set & points).count() as i32,
                );
            }
        }
    }
}
