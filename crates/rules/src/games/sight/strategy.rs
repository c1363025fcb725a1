//! Playing Sight well: room to move for the stacks one has, and better no stacks at all.
//!
//! A network judges positions; the rough sum of terms is for where speed counts for more.

use super::Sight;
use super::features::FEATURES;
use super::points::Points;
use crate::solved_set::SolvedSet;
use crate::net::{Network, Shape};
use crate::{Side, SolvedValue, Strategy};

// A hundred points make a win e times as likely. The weights of the rough value were fitted to 26,000 positions
// of random play on 5x5 and 7x7 whose winner the solver had proved; they tell the winner of
// five in six.

/// Having no stack: free to place anywhere.
const FREE: i32 = 370;
/// Having a stack that is walled in: never free again.
const BOUND: i32 = -40;
/// Having only such stacks: lost when it comes to move.
const STUCK: i32 = -380;
/// A free point joined to a stack.
const STACK_ROOM: i32 = 36;
/// The same if the stack is one of the highest, which have to move first.
const HIGHEST_ROOM: i32 = 15;
/// A free point joined to a single piece, which may grow to be a stack.
const PIECE_ROOM: i32 = 12;
/// A free point joined to either.
const ROOM: i32 = 20;
/// A piece on top of a stack.
const HEIGHT: i32 = -12;
/// Being to move.
const TEMPO: i32 = 80;

/// How many hidden units the network has.
const HIDDEN: usize = 32;
/// No value is further from nothing.
const MAX_EVAL: i32 = 3000;

type SightNetwork = Network<FEATURES, HIDDEN>;

/// Judges positions; learned from games of the engine against itself by the engine's example
/// `learn`.
static NETWORK: SightNetwork = Network::from_bytes(include_bytes!("net.bin"));

impl Sight {
    /// What a side's pieces are worth.
    #[inline]
    fn worth<P: Points>(&self, side: Side, free: P, open: P) -> i32 {
        let board = &self.board;
        let stacks: P = board.stacks(side);
        let pieces = board.pieces::<P>(side) & open;
        let count = |points: P| points.count() as i32;
        if stacks.is_empty() {
            let room = count(pieces.spread() & free);
            return FREE + (PIECE_ROOM + ROOM) * room;
        }
        let movable = stacks & open;
        let singles = pieces & !stacks;
        let (stack_room, piece_room) = (movable.spread() & free, singles.spread() & free);
        let mut worth = STACK_ROOM * count(stack_room)
            + PIECE_ROOM * count(piece_room)
            + ROOM * count(stack_room | piece_room)
            + HIGHEST_ROOM * count(board.highest(movable).spread() & free)
            + HEIGHT * (board.total_height(movable) - count(movable));
        if movable != stacks {
            worth += BOUND;
        }
        if movable.is_empty() {
            worth += STUCK;
        }
        worth
    }

    #[inline]
    fn quick_value<P: Points>(&self) -> i32 {
        let free: P = self.board.free();
        let open = free.spread();
        let turn = self.board.turn();
        TEMPO + self.worth(turn, free, open) - self.worth(!turn, free, open)
    }

    #[inline]
    fn network_value<P: Points>(&self) -> i32 {
        let value = NETWORK.evaluate(Self::SCALE as i32, |sums| {
            self.tell::<P>(|input, count| sums.add(input, count));
        });
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// How small boards are won.
static BOOK: SolvedSet<Sight> = SolvedSet::new(include_str!("book.txt"));

impl Strategy for Sight {
    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;
    const QUIET_MARGIN: Option<i32> = None;
    const SOLVE_HORIZON: u32 = 28;

    const NETWORK: Option<Shape> = Some(SightNetwork::SHAPE);

    fn evaluate(&self) -> i32 {
        by_width!(self.network_value())
    }

    fn quick_eval(&self) -> i32 {
        by_width!(self.quick_value())
    }

    fn features(&self, add: impl FnMut(usize, i32)) {
        by_width!(self.tell(add));
    }

    /// Every ply fills a point.
    #[inline]
    fn max_plies_left(&self) -> u32 {
        self.board.free::<u128>().count() as u32
    }

    fn canonical_key(&self) -> u64 {
        by_width!(self.reduced_key())
    }

    fn probe_solved(&self) -> Option<SolvedValue<Self::Move>> {
        BOOK.probe(self)
    }
}
