//! Evaluation of Knight's Duel: which knight gets where first.

use super::regions::{DARK, leap, max_moves};
use super::{KNIGHT_ATTACKS, KnightsDuel, Move};
use crate::solved_set::SolvedSet;
use crate::{Evaluate, MoveOrdering, Side, SolvedValue, SolverKnowledge};

/// How many nodes the search for a longest path may visit.
const PATH_NODES: u32 = 50;

// The weights were fitted to 11,000 positions of random play on the 8x8 board whose winner the
// solver had proved; they predict the winner of nine in ten.

/// Territory: a square that one knight reaches before the other, by the number of moves it
/// takes.
const FIRST_THERE: [i32; 5] = [2, 5, 13, 17, 13];
/// One more move in one's territory, as bounded by the colors of its squares.
const LONGER: i32 = 3;
/// The same once the knights cannot meet any more, and having more moves at all.
const APART_LONGER: i32 = 7;
const APART: i32 = 250;
/// Being to move while the knights can meet.
const TEMPO: i32 = 100;
/// Parity: being to move with both knights on squares of one color, as the first side always
/// is in a game from the start.
const COLOR: i32 = 180;

/// How the first side wins on odd boards.
static SOLVED: SolvedSet<KnightsDuel> = SolvedSet::new(include_str!("solved.txt"));

impl Evaluate for KnightsDuel {
    type Accumulator = ();
    type Ordering = Self;
    type Solver = Self;
    type Endgames = ();
    type Tuning = ();

    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;

    /// Territory: squares that a knight reaches before the other count for it.
    fn evaluate(&self) -> i32 {
        let turn = self.turn.index();
        let (me, it) = (self.knights[turn], self.knights[1 - turn]);
        let free = !self.blocked;
        let mut mine = KNIGHT_ATTACKS[me.index()] & free;
        let mut theirs = KNIGHT_ATTACKS[it.index()] & free;
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
        let longer = max_moves(me, mine) as i32 - max_moves(it, theirs) as i32;
        value += LONGER * longer;
        if meeting == 0 {
            // Each knight is on its own: the one with more moves wins, and being to move does
            // not help.
            return value + APART_LONGER * longer + if longer > 0 { APART } else { -APART };
        }
        let same_color = (DARK >> me.0 ^ DARK >> it.0) & 1 == 0;
        value + TEMPO + if same_color { COLOR } else { -COLOR }
    }
}

impl MoveOrdering<Self> for KnightsDuel {
    /// Warnsdorff's rule, roughly: squares with many ways on are kept for later, and squares
    /// that the other knight could take are welcome.
    fn move_score(position: &Self, mv: Move) -> i32 {
        let free = !position.blocked & !(1 << mv.target().0);
        let onward = (KNIGHT_ATTACKS[mv.target().index()] & free).count_ones() as i32;
        let their = KNIGHT_ATTACKS[position.knights[1 - position.turn.index()].index()];
        let takes = i32::from(their & (1 << mv.target().0) != 0);
        8 * takes - onward
    }
}

impl SolverKnowledge<Self> for KnightsDuel {
    const SOLVE_HORIZON: u32 = 44;

    fn canonical_key(position: &Self) -> u128 {
        position.reduced_key()
    }

    fn static_outcome(position: &Self) -> Option<Side> {
        position.separated(PATH_NODES)
    }

    /// Every ply removes a square.
    #[inline]
    fn max_plies_left(position: &Self) -> u32 {
        (!position.blocked).count_ones()
    }

    /// The side that can keep the position symmetric wins by mirroring every move; for odd
    /// boards there is a table.
    fn probe_solved(position: &Self) -> Option<SolvedValue<Move>> {
        position.mirrored().or_else(|| SOLVED.probe(position))
    }
}
