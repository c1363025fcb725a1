//! Playing Knight's Duel well: who gets where first.

use super::{KNIGHT, KnightsDuel};
use crate::Strategy;

/// Columns at the edge, where a leap to the side would come back on the other side.
const COL_A: u64 = 0x0101_0101_0101_0101;
const COL_B: u64 = COL_A << 1;
const COL_G: u64 = COL_A << 6;
const COL_H: u64 = COL_A << 7;

/// All squares a knight's move away from a set of squares.
#[inline]
const fn leap(set: u64) -> u64 {
    let left_one = (set & !COL_A) >> 1;
    let right_one = (set & !COL_H) << 1;
    let left_two = (set & !(COL_A | COL_B)) >> 2;
    let right_two = (set & !(COL_G | COL_H)) << 2;
    let narrow = left_one | right_one;
    let broad = left_two | right_two;
    narrow << 16 | narrow >> 16 | broad << 8 | broad >> 8
}

impl Strategy for KnightsDuel {
    const SCALE: f64 = 120.0;
    const REPEATS: bool = false;
    const QUIET_MARGIN: Option<i32> = None;

    /// Squares that one side reaches before the other count for it, near ones more.
    fn evaluate(&self) -> i32 {
        let turn = self.turn.index();
        let free = !self.blocked;
        let mut mine = KNIGHT[self.knights[turn].index()] & free;
        let mut theirs = KNIGHT[self.knights[1 - turn].index()] & free;
        let mobility = mine.count_ones() as i32 - theirs.count_ones() as i32;
        let mut value = mobility * 6;
        let (mut front, mut their_front) = (mine, theirs & !mine);
        let mut weight = 10;
        let (mut own, mut other) = (front.count_ones() as i32, their_front.count_ones() as i32);
        while front | their_front != 0 {
            value += weight * (front.count_ones() as i32 - their_front.count_ones() as i32);
            let taken = mine | theirs;
            front = leap(front) & free & !taken;
            mine |= front;
            their_front = leap(their_front) & free & !(taken | front);
            theirs |= their_front;
            own += front.count_ones() as i32;
            other += their_front.count_ones() as i32;
            weight = weight * 3 / 4;
        }
        value + 5 * (own - other)
    }

    /// Squares from which the knight can go on few ways only are kept for later, but few
    /// ways for the other knight are welcome.
    fn promise(&self, mv: Self::Move) -> i32 {
        let free = !self.blocked & !(1 << mv.target().0);
        let onward = (KNIGHT[mv.target().index()] & free).count_ones() as i32;
        let their = KNIGHT[self.knights[1 - self.turn.index()].index()];
        let takes = i32::from(their & (1 << mv.target().0) != 0);
        8 * takes - onward
    }
}

#[cfg(test)]
mod tests {
    use super::{KNIGHT, leap};

    #[test]
    fn a_set_leaps_as_its_squares_do() {
        for (square, &targets) in KNIGHT.iter().enumerate() {
            assert_eq!(leap(1 << square), targets, "{square}");
        }
        assert_eq!(leap(1 | 1 << 63), KNIGHT[0] | KNIGHT[63]);
    }
}
