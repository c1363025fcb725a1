//! Evaluation of Sight: room to move for one's stacks, and better no stacks at all.
//!
//! A small network evaluates positions; a rough sum of terms does where speed matters more.

use super::features::FEATURES;
use super::points::Points;
use super::{Move, Sight};
use crate::net::{Network, NetworkError, Shape, network};
use crate::solved_set::SolvedSet;
use crate::{Evaluate, MoveOrdering, ProbCut, Side, SolvedValue, SolverKnowledge, Tunable};

// The weights of the rough value were fitted to 26,000 positions of random play on 5x5 and 7x7
// whose winner the solver had proved; they predict the winner of five in six.

/// Having no stack: free to place anywhere.
const FREE: i32 = 370;
/// Having a stack that is walled in: never free to place again.
const BOUND: i32 = -40;
/// Having only such stacks: lost when it is one's turn.
const STUCK: i32 = -380;
/// A free point adjacent to a stack.
const STACK_ROOM: i32 = 36;
/// The same for one of the highest stacks, which have to move first.
const HIGHEST_ROOM: i32 = 15;
/// A free point adjacent to a single piece, which may grow into a stack.
const PIECE_ROOM: i32 = 12;
/// A free point adjacent to either.
const ROOM: i32 = 20;
/// A piece on top of a stack.
const HEIGHT: i32 = -12;
/// Tempo: being to move.
const TEMPO: i32 = 80;

/// How many hidden units the network has.
const HIDDEN: usize = 64;
/// The stages of the game: quarters of the board that are empty.
const BUCKETS: usize = 4;
/// The evaluation is cut to this in absolute value.
const MAX_EVAL: i32 = 3000;

// Trained by the crate `quintain-training`; `docs/networks.md` has the commands.
network!(Network<FEATURES, HIDDEN, 1, BUCKETS> = "net.bin", None);

const SHAPE: Shape = Shape {
    features: FEATURES,
    hidden: HIDDEN,
    images: 1,
    perspectives: 1,
    buckets: BUCKETS,
    // The largest count of one feature: a sum that is too large saturates.
    max_active: 81,
};

/// How well shallow searches predict those of depth 2 to 10, on 7x7: rounded from three runs of the
/// example over 159 to 737 positions for each depth up to 9; the figures for depth 10 are estimated.
const PROBCUT: [ProbCut; 9] = [
    ProbCut::new(0, -6, 52),
    ProbCut::new(1, -7, 50),
    ProbCut::new(2, -2, 43),
    ProbCut::new(1, -7, 62),
    ProbCut::new(2, -1, 57),
    ProbCut::new(3, 0, 59),
    ProbCut::new(4, 1, 52),
    ProbCut::new(5, 5, 58),
    ProbCut::new(6, 3, 50),
];

impl Sight {
    /// What a side's pieces are worth, roughly.
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
        let mut units = network().empty_units();
        self.feed::<P>(|feature, count| network().add_count(&mut units, feature, count));
        let value = network().output(&[units], Self::bucket(self), Self::SCALE as i32);
        value.clamp(-MAX_EVAL, MAX_EVAL)
    }
}

/// How small boards are won.
static SOLVED: SolvedSet<Sight> = SolvedSet::new(include_str!("solved.txt"));

impl Evaluate for Sight {
    type Accumulator = ();
    type Ordering = Self;
    type Solver = Self;
    type Endgames = ();
    type Tuning = Self;

    const SCALE: f64 = 100.0;
    const HAS_CYCLES: bool = false;
    const PROBCUT: &'static [ProbCut] = &PROBCUT;

    fn evaluate(&self) -> i32 {
        by_width!(self.network_value())
    }
}

impl MoveOrdering<Self> for Sight {
    fn quick_eval(position: &Self) -> i32 {
        by_width!(position.quick_value())
    }
}

impl SolverKnowledge<Self> for Sight {
    const SOLVE_HORIZON: u32 = 28;

    fn canonical_key(position: &Self) -> u128 {
        by_width!(position.reduced_key())
    }

    #[inline]
    fn play(position: &Self, mv: Move) -> Self {
        let mut next = *position;
        by_width!(next.play_unhashed(mv));
        next
    }

    /// Every ply fills a point.
    #[inline]
    fn max_plies_left(position: &Self) -> u32 {
        position.board.free::<u128>().count() as u32
    }

    fn probe_solved(position: &Self) -> Option<SolvedValue<Move>> {
        SOLVED.probe(position)
    }
}

impl Tunable<Self> for Sight {
    const NETWORK: Option<Shape> = Some(SHAPE);

    fn load_network(bytes: &[u8]) -> Result<(), NetworkError> {
        load_network(bytes)
    }

    fn has_network() -> bool {
        has_network()
    }

    fn visit_features(position: &Self, _: Side, add: impl FnMut(usize, i32)) {
        by_width!(position.feed(add));
    }

    #[inline]
    fn bucket(position: &Self) -> usize {
        let free = position.board.free::<u128>().count() as usize;
        let size = usize::from(position.board.size());
        (free * BUCKETS / (size * size)).min(BUCKETS - 1)
    }
}
