//! What a game knows about playing well, beyond its rules.
//!
//! Everything here is optional. A game with an empty [`Evaluate`] plays at once: the default
//! evaluation is mobility, and the search does the rest. Knowledge is split by who asks for it,
//! and what comes as a set is one trait behind an associated type, which a game without it sets
//! to `()`:
//!
//! | customer | trait | associated type |
//! |---|---|---|
//! | search (alpha-beta, expectimax) | [`Evaluate`] | |
//! | incremental evaluation | [`Accumulator`] | [`Evaluate::Accumulator`] |
//! | move ordering | [`MoveOrdering`] | [`Evaluate::Ordering`] |
//! | solver and its proofs | [`SolverKnowledge`] | [`Evaluate::Solver`] |
//! | endgame tablebases | [`EndgameIndex`] | [`Evaluate::Endgames`] |
//! | tuner and network trainer | [`Tunable`] | [`Evaluate::Tuning`] |
//!
//! A game usually implements these traits itself and says `Self`:
//!
//! ```text
//! impl Evaluate for MyGame {
//!     type Accumulator = ();
//!     type Ordering = Self; // implements `MoveOrdering<Self>`
//!     type Solver = ();
//!     type Endgames = ();
//!     type Tuning = ();
//! }
//! ```
//!
//! The contracts below are checked for every game by the conformance suite
//! (`tests/common/evaluation.rs`).

mod accumulator;
mod endgames;
mod ordering;
mod solver;
mod tuning;

pub use accumulator::Accumulator;
pub use endgames::{EndgameClass, EndgameIndex};
pub use ordering::{MAX_MOVE_SCORE, MoveOrdering};
pub use solver::{SolvedValue, SolverKnowledge};
pub use tuning::Tunable;

use crate::Position;
use std::ops::ControlFlow;

/// Every evaluation is smaller than this in absolute value, far below the scores that stand for
/// a forced win or loss.
pub const MAX_EVAL: i32 = 10_000;

/// Search parameters of a level of play below the highest. A weaker level looks less far ahead
/// and is less sure of what it sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelParams {
    /// How many plies it searches at most.
    pub depth: u8,
    /// How many nodes it searches at most.
    pub nodes: u64,
    /// The temperature of the softmax by which it chooses among its moves: a move whose win
    /// probability is this much lower than the best one's is chosen e times less often.
    pub temperature: f64,
}

impl LevelParams {
    /// Levels 1 to 7 of games that do not define their own. Measured in matches, so that each
    /// level beats the one below it in at least three games of five.
    pub const DEFAULT: [LevelParams; 7] = [
        LevelParams::new(1, 500, 0.8),
        LevelParams::new(1, 2_000, 0.15),
        LevelParams::new(2, 4_000, 0.08),
        LevelParams::new(2, 8_000, 0.015),
        LevelParams::new(4, 16_000, 0.015),
        LevelParams::new(6, 40_000, 0.005),
        LevelParams::new(8, 100_000, 0.001),
    ];

    /// The parameters of a level.
    pub const fn new(depth: u8, nodes: u64, temperature: f64) -> LevelParams {
        LevelParams {
            depth,
            nodes,
            temperature,
        }
    }
}

/// How well the score of a shallow search predicts that of a deeper one, for
/// [`PROBCUT`](Evaluate::PROBCUT).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCut {
    /// The depth of the shallow search; 0 is the static evaluation.
    pub shallow: u8,
    /// The mean of the deeper score less the shallow one, in points.
    pub mean: i32,
    /// The standard deviation of that difference.
    pub deviation: i32,
}

impl ProbCut {
    /// The figures for one depth.
    pub const fn new(shallow: u8, mean: i32, deviation: i32) -> ProbCut {
        ProbCut {
            shallow,
            mean,
            deviation,
        }
    }
}

/// Static evaluation and what else a search asks of a game. It lives in the game's folder,
/// beside the rules.
///
/// Evaluations are in points for the side to move (as in negamax);
/// [`SCALE`](Evaluate::SCALE) says what a point is worth.
pub trait Evaluate: Position {
    /// What makes evaluating one position after the other cheap; `()` if each is evaluated by
    /// itself.
    type Accumulator: Accumulator<Self>;
    /// How moves are ordered; `()` for all alike.
    type Ordering: MoveOrdering<Self>;
    /// What a solver knows without search; `()` for nothing.
    type Solver: SolverKnowledge<Self>;
    /// The numbering of endgames for tablebases; `()` for games without.
    type Endgames: EndgameIndex<Self>;
    /// What a tuner can change in the evaluation; `()` for nothing.
    type Tuning: Tunable<Self>;

    /// The evaluation at which a win is e times as likely as a loss: the win probability at an
    /// evaluation `v` is about `1 / (1 + exp(-v / SCALE))`, a logistic curve.
    const SCALE: f64 = 10.0;

    /// Whether a position can occur again later in the game. If so, the search scores a
    /// repetition as a draw, and nothing is proved by playing out the game tree.
    const HAS_CYCLES: bool = true;

    /// Whether having to move can be a disadvantage that the evaluation does not see. Then
    /// nothing may be pruned on the strength of the static evaluation, since that assumes that
    /// some quiet move preserves what the side has.
    const HAS_ZUGZWANG: bool = true;

    /// How many points per ply of depth a quiet move is unlikely to lose, for reverse futility
    /// pruning near the leaves; `None` for no pruning on the strength of the static evaluation.
    ///
    /// A margin is a claim that there is no zugzwang: it must be `None` if
    /// [`HAS_ZUGZWANG`](Evaluate::HAS_ZUGZWANG), which the search asserts at compile time.
    const FUTILITY_MARGIN: Option<i32> = None;

    /// Late move pruning: how many moves are searched near the leaves, and more the deeper, before
    /// the remaining quiet ones are pruned; `None` for no such pruning. It pays where most quiet
    /// moves hardly matter, not where pieces can be dropped anywhere, and needs a
    /// [margin](Evaluate::FUTILITY_MARGIN) as well.
    const LATE_MOVES: Option<i32> = None;

    /// ProbCut: how well shallow searches predict those of depth 2, 3, 4 and so on; empty for no such
    /// pruning. Unlike a margin this claims nothing about passing, so zugzwang does not forbid it.
    /// Measured by the engine's example `probcut`.
    const PROBCUT: &'static [ProbCut] = &[];

    /// Whether the leaves of the search are extended by a quiescence search over
    /// [tactical](Evaluate::is_tactical) moves. Standing pat assumes that no move is forced, so
    /// this too must be `false` if [`HAS_ZUGZWANG`](Evaluate::HAS_ZUGZWANG).
    const HAS_QUIESCENCE: bool = false;

    /// Whether [`winning_move`](Evaluate::winning_move) finds a win in one whenever there is
    /// one.
    const FINDS_WIN_IN_ONE: bool = false;

    /// The parameters of levels 1 to 7.
    const LEVELS: [LevelParams; 7] = LevelParams::DEFAULT;

    /// Static evaluation: what the position is worth for the side to move, without search.
    /// Asked only of positions without a [terminal winner](Position::terminal_winner); below
    /// [`MAX_EVAL`] in absolute value; the same for all images under the game's symmetries.
    ///
    /// By default it is [`mobility`], which needs nothing but the rules.
    #[inline]
    fn evaluate(&self) -> i32 {
        mobility(self)
    }

    /// Whether a legal move changes so much (a capture, say) that the static evaluation should
    /// not be trusted before the move has been tried.
    #[inline]
    fn is_tactical(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Calls `visit` with exactly those legal moves that are
    /// [tactical](Evaluate::is_tactical), in any order.
    #[inline]
    fn visit_tactical<B>(
        &self,
        mut visit: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_moves(|mv| {
            if self.is_tactical(mv) {
                visit(mv)
            } else {
                ControlFlow::Continue(())
            }
        })
    }

    /// A win in one: a legal move after which the side that played it is the
    /// [terminal winner](Position::terminal_winner), whatever is revealed. Asked only of
    /// positions without a terminal winner. A game may miss some or all of them, unless it
    /// claims to [find every one](Evaluate::FINDS_WIN_IN_ONE).
    #[inline]
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// Whether the side to move faces a win in one: it would lose at once if it could pass. The
    /// search extends such positions, as chess engines extend checks.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// Static exchange evaluation (SEE): about how many points a legal move gains, or loses if
    /// negative, if both sides then go on capturing on its target as long as it pays. 0 where it
    /// is not known, which never makes a move look bad.
    #[inline]
    fn exchange_value(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }
}

/// Mobility: the number of legal moves of the side to move, less the mean number of replies it
/// leaves the opponent. The evaluation of games that define none; it costs a move generation for
/// every legal step.
pub fn mobility<P: Position>(position: &P) -> i32 {
    let (mut steps, mut replies) = (0, 0);
    position.visit_steps(|step| {
        let mut next = *position;
        next.play_unchecked(step);
        steps += 1;
        replies += next.count_moves();
    });
    // Halves are rounded up: the mean of no replies does not matter, since the game is over.
    let mean = (2 * replies + steps) / (2 * steps).max(1);
    let limit = MAX_EVAL as u64 - 1;
    position.count_moves().min(limit) as i32 - mean.min(limit) as i32
}
