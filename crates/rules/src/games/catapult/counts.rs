//! Inputs of the network beside the squares of the pieces: counts of what they can do together,
//! which a small network would hardly find out by itself. Catapults and what they can hit, how
//! exposed generals and flags are, and who attacks whom.
//!
//! Rows are counted as a side sees them, from its own edge of the board.

use super::Catapult;
use super::board::{ADJACENT, BOARD, DOWN, shift, step};
use super::moves::forward;
use crate::Side;
use crate::bits::large_table;

/// How many counts each side has.
pub(super) const COUNTS: usize = Count::ALL;

/// The first count of each group.
struct Count;

impl Count {
    /// Two adjacent knights on any axis.
    const PAIR: usize = 0;
    /// Catapults: horizontal, vertical, diagonal.
    const CATAPULT: usize = Self::PAIR + 1;
    /// Catapults that the general commands.
    const COMMANDED: usize = Self::CATAPULT + 3;
    /// Squares that commanded catapults can hit.
    const FIELD_OF_FIRE: usize = Self::COMMANDED + 1;
    /// Enemy knights that commanded catapults can hit: the first one, and each further one.
    const TARGET: usize = Self::FIELD_OF_FIRE + 1;
    /// Enemy knights that catapults could hit if the general commanded them.
    const AIMED: usize = Self::TARGET + 2;
    /// The enemy general could be hit if the catapult were commanded.
    const AIMED_GENERAL: usize = Self::AIMED + 1;
    /// The same for the flag.
    const AIMED_FLAG: usize = Self::AIMED_GENERAL + 1;
    /// Enemy knights that knights attack: the first one, and each further one.
    const CONTACT: usize = Self::AIMED_FLAG + 1;
    /// Enemy knights that knights attack and no knight defends.
    const LOOSE: usize = Self::CONTACT + 2;
    /// Safe squares that the general can step to, by their number.
    const ESCAPES: usize = Self::LOOSE + 1;
    /// Enemy knights about the general, by distance from 1 to 4.
    const HUNTERS: usize = Self::ESCAPES + 9;
    /// Own knights about the general, by distance from 1 to 3.
    const GUARDS: usize = Self::HUNTERS + 4;
    /// Enemy knights about the flag and not behind it, by distance from 1 to 6.
    const RAIDERS: usize = Self::GUARDS + 3;
    /// Own knights about the flag, by distance from 1 to 3.
    const KEEPERS: usize = Self::RAIDERS + 6;
    /// Squares next to the flag that the enemy covers with knights or catapults.
    const SIEGE: usize = Self::KEEPERS + 3;
    /// Passed knights, which no enemy knight can meet any more, by row.
    const PASSED: usize = Self::SIEGE + 1;
    /// Enemy knights that the side to move can win for free: at least one, and more than one.
    const EN_PRISE: usize = Self::PASSED + 10;
    const ALL: usize = Self::EN_PRISE + 2;
}

large_table! {
    /// The squares at each distance from each square, from 1 to 6.
    static RINGS: [[u128; 6]; 128] = rings();
}

const fn rings() -> [[u128; 6]; 128] {
    let mut table = [[0; 6]; 128];
    let mut square = 0;
    while square < 128 {
        let bit = 1u128 << square;
        if BOARD & bit != 0 {
            let mut within = bit;
            let mut distance = 0;
            while distance < 6 {
                let row = within | step(within, 1) | step(within, -1);
                let wider = row | step(row, DOWN) | step(row, -DOWN);
                table[square][distance] = wider & !within;
                within = wider;
                distance += 1;
            }
        }
        square += 1;
    }
    table
}

/// A row of the board, counted from the side's own edge.
#[inline]
const fn row(side: Side, row: usize) -> u128 {
    let row = match side {
        Side::First => row,
        Side::Second => 9 - row,
    };
    0b11_1111_1111 << (row * DOWN as usize)
}

/// Attack maps of one side's knights and catapults.
struct Force {
    /// The squares that knights attack.
    attacks: u128,
    /// The squares that commanded catapults can hit.
    fire: u128,
    /// The squares that all catapults could hit if they were commanded.
    aim: u128,
    /// Catapults: horizontal, vertical, diagonal.
    catapults: [u32; 3],
    commanded: u32,
    pairs: u32,
}

impl Force {
    #[inline(always)]
    fn new(position: &Catapult, side: Side) -> Self {
        let knights = position.board.knight_bitboard(side);
        let ahead = match side {
            Side::First => step(knights, forward(Side::First)),
            Side::Second => step(knights, forward(Side::Second)),
        };
        let mut force = Force {
            attacks: ahead | step(ahead, 1) | step(ahead, -1),
            fire: 0,
            aim: 0,
            catapults: [0; 3],
            commanded: 0,
            pairs: 0,
        };
        let command = position.board.adjacent_to_general(side);
        force.axis::<1>(knights, command, 0);
        force.axis::<DOWN>(knights, command, 1);
        force.axis::<{ DOWN - 1 }>(knights, command, 2);
        force.axis::<{ DOWN + 1 }>(knights, command, 2);
        force
    }

    /// Adds the catapults along an axis.
    #[inline(always)]
    fn axis<const AXIS: i8>(&mut self, knights: u128, command: u128, kind: usize) {
        let pairs = knights & shift(knights, -AXIS);
        self.pairs += pairs.count_ones();
        let first = pairs & shift(pairs, -AXIS);
        if first == 0 {
            return;
        }
        self.catapults[kind] += first.count_ones();
        self.aim |= field_of_fire::<AXIS>(first);
        let near = command | shift(command, -AXIS) | shift(command, -2 * AXIS);
        let commanded = first & near;
        if commanded != 0 {
            self.commanded += commanded.count_ones();
            self.fire |= field_of_fire::<AXIS>(commanded);
        }
    }
}

/// The squares that catapults can hit; each catapult is given by its first knight on the axis.
#[inline(always)]
fn field_of_fire<const AXIS: i8>(first: u128) -> u128 {
    let two = step(step(shift(first, 2 * AXIS), AXIS), AXIS);
    let back = step(step(first, -AXIS), -AXIS);
    two | step(two, AXIS) | back | step(back, -AXIS)
}

/// Every square at or ahead of some squares, within one column to the left and right: roughly
/// where knights that move toward `ahead` can still get, like the front span of a pawn.
#[inline(always)]
fn cone(set: u128, ahead: i8) -> u128 {
    let mut cone = set | step(set, 1) | step(set, -1);
    cone |= shift(cone, ahead);
    cone |= shift(shift(cone, ahead), ahead);
    let four = shift(shift(cone, ahead), ahead);
    cone |= shift(shift(four, ahead), ahead);
    (cone | shift(shift(cone, ahead), ahead)) & BOARD
}

impl Catapult {
    /// Calls `add` with the counts of both sides: first those of the perspective's side, then
    /// those of the other.
    #[inline]
    pub(super) fn visit_side_counts(&self, perspective: Side, mut add: impl FnMut(usize, u32)) {
        let forces = Side::BOTH.map(|side| Force::new(self, side));
        self.side_counts(perspective, &forces, &mut add);
        self.side_counts(!perspective, &forces, &mut |count, number| {
            add(COUNTS + count, number);
        });
        let turn = self.turn;
        let (mine, theirs) = (&forces[turn.index()], &forces[(!turn).index()]);
        let knights = self.board.knight_bitboard(!turn);
        let free = knights & (mine.fire | (mine.attacks & !theirs.attacks));
        let free = free.count_ones();
        let en_prise = Count::EN_PRISE + if turn == perspective { 0 } else { COUNTS };
        add(en_prise, u32::from(free > 0));
        add(en_prise + 1, u32::from(free > 1));
    }

    /// The counts of one side.
    #[inline(always)]
    fn side_counts(&self, side: Side, forces: &[Force; 2], add: &mut impl FnMut(usize, u32)) {
        let (force, enemy) = (&forces[side.index()], &forces[(!side).index()]);
        let knights = self.board.knight_bitboard(side);
        let their_knights = self.board.knight_bitboard(!side);
        add(Count::PAIR, force.pairs);
        for (kind, &count) in force.catapults.iter().enumerate() {
            add(Count::CATAPULT + kind, count);
        }
        add(Count::COMMANDED, force.commanded);
        add(Count::FIELD_OF_FIRE, force.fire.count_ones());
        let targets = (force.fire & their_knights).count_ones();
        add(Count::TARGET, targets.min(1));
        add(Count::TARGET + 1, targets.saturating_sub(1));
        add(
            Count::AIMED,
            (force.aim & !force.fire & their_knights).count_ones(),
        );
        let general = self.board.general_or_nowhere(!side).bit();
        let flag = self.board.flag_or_nowhere(!side).bit();
        add(Count::AIMED_GENERAL, u32::from(force.aim & general != 0));
        add(Count::AIMED_FLAG, u32::from(force.aim & flag != 0));
        let contact = force.attacks & their_knights;
        add(Count::CONTACT, contact.count_ones().min(1));
        add(Count::CONTACT + 1, contact.count_ones().saturating_sub(1));
        add(Count::LOOSE, (contact & !enemy.attacks).count_ones());
        let met = match side {
            Side::First => cone(their_knights, forward(Side::Second)),
            Side::Second => cone(their_knights, forward(Side::First)),
        };
        let passed = knights & !met;
        if passed != 0 {
            for i in 4..10 {
                add(Count::PASSED + i, (passed & row(side, i)).count_ones());
            }
        }
        self.general_counts(side, enemy, add);
        self.flag_counts(side, enemy, add);
    }

    /// The counts of one side's general.
    #[inline(always)]
    fn general_counts(&self, side: Side, enemy: &Force, add: &mut impl FnMut(usize, u32)) {
        let general = self.board.general_or_nowhere(side);
        let knights = self.board.knight_bitboard(side);
        let their_knights = self.board.knight_bitboard(!side);
        let danger = enemy.attacks | enemy.fire;
        let escapes = ADJACENT[general.index()] & self.board.empty() & !danger;
        add(Count::ESCAPES + escapes.count_ones() as usize, 1);
        let rings = &RINGS[general.index()];
        for (i, ring) in rings[..4].iter().enumerate() {
            add(Count::HUNTERS + i, (ring & their_knights).count_ones());
        }
        for (i, ring) in rings[..3].iter().enumerate() {
            add(Count::GUARDS + i, (ring & knights).count_ones());
        }
    }

    /// The counts of one side's flag, if it is there.
    #[inline(always)]
    fn flag_counts(&self, side: Side, enemy: &Force, add: &mut impl FnMut(usize, u32)) {
        let flag = self.board.flag_or_nowhere(side);
        if !flag.is_on_board() {
            return;
        }
        let knights = self.board.knight_bitboard(side);
        let their_knights = self.board.knight_bitboard(!side);
        let own_row = match side {
            Side::First => row(Side::First, 0),
            Side::Second => row(Side::Second, 0),
        };
        // A knight on the flag's own row has gone past it.
        let raiders = their_knights & !own_row;
        let rings = &RINGS[flag.index()];
        for (i, ring) in rings.iter().enumerate() {
            add(Count::RAIDERS + i, (ring & raiders).count_ones());
        }
        for (i, ring) in rings[..3].iter().enumerate() {
            add(Count::KEEPERS + i, (ring & knights).count_ones());
        }
        let covered = (enemy.attacks | enemy.fire) & rings[0];
        add(Count::SIEGE, covered.count_ones());
    }
}

#[cfg(test)]
mod tests {
    use super::super::Square;
    use super::{Side, cone, forward};

    #[test]
    fn a_cone_is_what_lies_ahead() {
        let square: Square = "b6".parse().expect("a square");
        let ahead = cone(square.bit(), forward(Side::First));
        for (name, inside) in [
            ("b6", true),
            ("a0", true),
            ("c0", true),
            ("c3", true),
            ("d3", false),
            ("b7", false),
            ("j5", false),
        ] {
            let other: Square = name.parse().expect("a square");
            assert_eq!(ahead & other.bit() != 0, inside, "{name}");
        }
    }
}
