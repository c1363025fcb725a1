//! Playing Knight's Duel well: who gets where first.

use super::regions::leap;
use super::{KNIGHT, KnightsDuel};
use crate::book::Book;
use crate::{Known, Side, Strategy};

/// How many squares are looked at for a longest path.
const WORK: u32 = 50;

/// How the first side wins on odd boards.
static BOOK: Book<KnightsDuel> = Book::new(include_str!("book.txt"));

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

    /// Every ply removes a square.
    #[inline]
    fn plies_left(&self) -> u32 {
        (!self.blocked).count_ones()
    }

    fn canonical_key(&self) -> u64 {
        self.class_key()
    }

    fn settled(&self) -> Option<Side> {
        self.separated(WORK)
    }

    /// The side that can keep the position symmetric wins by mirroring every move; of odd
    /// boards there is a table.
    fn known(&self) -> Option<Known<Self::Move>> {
        self.mirrored().or_else(|| BOOK.known(self))
    }
}
