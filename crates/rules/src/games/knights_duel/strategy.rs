//! Playing Knight's Duel well: who gets where first.

use super::regions::{DARK, at_most, leap};
use super::{KNIGHT, KnightsDuel};
use crate::solved_set::SolvedSet;
use crate::{Side, SolvedValue, Strategy};

/// How many squares are looked at for a longest path.
const WORK: u32 = 50;

// A hundred points make a win e times as likely. The weights were fitted to 11,000 positions
// of random play on the 8x8 board whose winner the solver had proved; they tell the winner of
// nine in ten.

/// A square that one knight reaches before the other, by the number of moves it takes.
const FIRST_THERE: [i32; 5] = [2, 5, 13, 17, 13];
/// A move more in the part of the board that one reaches first, counted by colours.
const LONGER: i32 = 3;
/// The same when the knights cannot meet any more, and having any at all.
const APART_LONGER: i32 = 7;
const APART: i32 = 250;
/// Being to move while the knights can meet.
const TEMPO: i32 = 100;
/// Being to move with both knights on squares of one colour, as the first side always is in a
/// game from the start.
const COLOUR: i32 = 180;

/// How the first side wins on odd boards.
static BOOK: SolvedSet<KnightsDuel> = SolvedSet::new(include_str!("book.txt"));

impl Strategy for KnightsDuel {
    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;
    const QUIET_MARGIN: Option<i32> = None;
    const SOLVE_HORIZON: u32 = 44;

    /// Squares that one side reaches before the other count for it.
    fn evaluate(&self) -> i32 {
        let turn = self.turn.index();
        let (me, it) = (self.knights[turn], self.knights[1 - turn]);
        let free = !self.blocked;
        let mut mine = KNIGHT[me.index()] & free;
        let mut theirs = KNIGHT[it.index()] & free;
        let mut meeting = mine & theirs;
        theirs &= !mine;
        let (mut front, mut their_front) = (mine, theirs);
        let mut value = 0;
        let mut weights = FIRST_THERE.into_iter();
        let mut weight = 0;
        while front | their_front != 0 {
            // The last weight is that of all squares that are farther away.
            weight = weights.next().unwrap_or(weight);
            value += weight * (front.count_ones() as i32 - their_front.count_ones() as i32);
            let (reached, their_reached) = (leap(front) & free, leap(their_front) & free);
            meeting |= reached & theirs | their_reached & mine | reached & their_reached;
            front = reached & !(mine | theirs);
            mine |= front;
            their_front = their_reached & !(mine | theirs);
            theirs |= their_front;
        }
        let longer = at_most(me, mine) as i32 - at_most(it, theirs) as i32;
        value += LONGER * longer;
        if meeting == 0 {
            // Each is alone now: who has more moves wins, and being to move is no help.
            return value + APART_LONGER * longer + if longer > 0 { APART } else { -APART };
        }
        let same_colour = (DARK >> me.0 ^ DARK >> it.0) & 1 == 0;
        value + TEMPO + if same_colour { COLOUR } else { -COLOUR }
    }

    /// Squares from which the knight can go on few ways only are kept for later, but few
    /// ways for the other knight are welcome.
    fn move_score(&self, mv: Self::Move) -> i32 {
        let free = !self.blocked & !(1 << mv.target().0);
        let onward = (KNIGHT[mv.target().index()] & free).count_ones() as i32;
        let their = KNIGHT[self.knights[1 - self.turn.index()].index()];
        let takes = i32::from(their & (1 << mv.target().0) != 0);
        8 * takes - onward
    }

    /// Every ply removes a square.
    #[inline]
    fn max_plies_left(&self) -> u32 {
        (!self.blocked).count_ones()
    }

    fn canonical_key(&self) -> u64 {
        self.reduced_key()
    }

    fn static_outcome(&self) -> Option<Side> {
        self.separated(WORK)
    }

    /// The side that can keep the position symmetric wins by mirroring every move; of odd
    /// boards there is a table.
    fn probe_solved(&self) -> Option<SolvedValue<Self::Move>> {
        self.mirrored().or_else(|| BOOK.probe(self))
    }
}
