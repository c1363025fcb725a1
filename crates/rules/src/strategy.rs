//! What a game knows about playing well: all that a search needs beyond the rules.

use crate::net::Shape;
use crate::{Position, Side, splitmix64};
use std::ops::ControlFlow;

/// Endgames of one kind, numbered almost without gaps, for tables of exact values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameClass {
    /// What tells the class from all others of the game, on every board.
    pub id: u32,
    /// Classes of one group lead to each other and are solved together. Moves that lead from
    /// one to the other reveal nothing.
    pub group: u32,
    /// All numbers are below this.
    pub size: u64,
}

/// How a level below the highest plays: a weaker one looks less far ahead and is less sure of
/// what it sees.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelParams {
    /// How many plies it looks ahead at most.
    pub depth: u8,
    /// How many positions it looks at, at most.
    pub nodes: u64,
    /// How much worse a move may look and still be chosen e times less often than the best, in
    /// chances to win.
    pub temperature: f64,
}

impl LevelParams {
    /// How the levels 1 to 7 play if a game does not say otherwise. Measured in matches, so
    /// that each level beats the one below it in at least three games of five.
    pub const DEFAULT: [LevelParams; 7] = [
        LevelParams::new(1, 500, 0.8),
        LevelParams::new(1, 2_000, 0.15),
        LevelParams::new(2, 4_000, 0.08),
        LevelParams::new(2, 8_000, 0.015),
        LevelParams::new(4, 16_000, 0.015),
        LevelParams::new(6, 40_000, 0.005),
        LevelParams::new(8, 100_000, 0.001),
    ];

    /// A manner of play.
    pub const fn new(depth: u8, nodes: u64, doubt: f64) -> LevelParams {
        LevelParams {
            depth,
            nodes,
            temperature: doubt,
        }
    }
}

/// Knowledge of play, worked out from the game. Like the rules it lives in the game's folder.
///
/// Values are in points for the side to move; [`SCALE`](Strategy::SCALE) says what a point is
/// worth.
pub trait Strategy: Position {
    /// The value that makes a win e times as likely as a loss: the chance to win at a value
    /// `v` is about `1 / (1 + exp(-v / SCALE))`.
    const SCALE: f64;

    /// Whether a position can come again later in the game.
    const HAS_CYCLES: bool;

    /// How many points a quiet move is unlikely to win, for pruning near the leaves; nothing
    /// for games in which having to move can be a burden, where such pruning is wrong.
    const QUIET_MARGIN: Option<i32>;

    /// With at most so many [plies left](Strategy::max_plies_left), a proof of who wins is worth
    /// looking for during play, in games in which there are proofs.
    const SOLVE_HORIZON: u32 = 0;

    /// How the levels 1 to 7 play.
    const LEVELS: [LevelParams; 7] = LevelParams::DEFAULT;

    /// The weights of the evaluation's terms, for games whose evaluation is a sum of terms and
    /// can be tuned.
    const WEIGHTS: &'static [i32] = &[];

    /// What the weights are about, for a tuner to print: groups of weights that follow each
    /// other, each with a name and a size.
    const TERMS: &'static [(&'static str, usize)] = &[];

    /// Calls `add` with the index of a weight and how often it counts, such that the sum is
    /// [`evaluate`](Strategy::evaluate). Nothing for games whose evaluation is no such sum.
    #[inline]
    fn terms(&self, add: impl FnMut(usize, i32)) {
        let _ = add;
    }

    /// The shape of the network that judges positions, for games that have one and can learn
    /// it.
    const NETWORK: Option<Shape> = None;

    /// Calls `add` with the index of an input of the network and its count, which is never
    /// negative. Nothing for games without a network.
    #[inline]
    fn features(&self, add: impl FnMut(usize, i32)) {
        let _ = add;
    }

    /// What the position is worth, where there is no time for more than a glance: for the order
    /// in which moves are tried in the search for a proof.
    #[inline]
    fn quick_eval(&self) -> i32 {
        self.evaluate()
    }

    /// What the position is worth for the side to move, without looking ahead. Only asked for positions
    /// that are not decided; well below 10,000 points.
    fn evaluate(&self) -> i32;

    /// Whether a legal move changes so much (a capture, say) that the value of the position
    /// should not be trusted before it has been tried.
    #[inline]
    fn is_tactical(&self, mv: Self::Move) -> bool {
        let _ = mv;
        false
    }

    /// Calls `visit` with every legal move that [`is_tactical`](Strategy::is_tactical).
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

    /// A legal move after which the game is [decided](Position::terminal_winner) for the side to move, if
    /// there is one and it is cheap to see. Only asked for positions that are not decided
    /// themselves.
    #[inline]
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// How promising a legal move looks before anything is known of it: larger is better.
    #[inline]
    fn move_score(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// Whether the side to move would lose at once if it could pass, so that quiet positions
    /// are not quiet here.
    #[inline]
    fn is_threatened(&self) -> bool {
        false
    }

    /// All endgames on this position's board with at most so many pieces a side, in an order in
    /// which they can be solved: every step leads to a class of the same group or an earlier
    /// one, or ends the game. Nothing for games without endgame tables.
    fn endgame_classes(&self, most: u8) -> Vec<EndgameClass> {
        let _ = most;
        Vec::new()
    }

    /// The [class](EndgameClass::id) of endgames this position belongs to, if it is one.
    #[inline]
    fn endgame_class(&self) -> Option<u32> {
        None
    }

    /// The position's number in its class, from 0 to below the class's size; some number for a
    /// position that is in none. Positions have the same number exactly if they are images of
    /// each other under symmetries that the game folds.
    #[inline]
    fn endgame_index(&self) -> u64 {
        0
    }

    /// The position of a number in a class on this position's board: some position with that
    /// number. Nothing if there is no such class, or no position has the number.
    fn endgame_at(&self, class: u32, index: u64) -> Option<Self> {
        let _ = (class, index);
        None
    }

    /// Calls `visit` with every endgame of the same group from which a move leads to this one.
    #[inline]
    fn visit_predecessors(&self, visit: impl FnMut(Self)) {
        let _ = visit;
    }

    /// A key shared by positions that are sure to have the same result for the side to move:
    /// all images of a position, and whatever else the game knows to make no difference.
    /// Others almost surely have different ones.
    ///
    /// By default the least key of all images, which is slow.
    fn canonical_key(&self) -> u64 {
        let least = Self::SYMMETRIES
            .iter()
            .map(|&symmetry| self.transform(symmetry).zobrist())
            .fold(u64::MAX, u64::min);
        // The least of many numbers is small; tables want keys that are spread evenly.
        splitmix64(least)
    }

    /// The winner, where an argument that needs no search shows it: counting moves that are
    /// left in separate regions, say. Asked often, so its work must be small.
    #[inline]
    fn static_outcome(&self) -> Option<Side> {
        None
    }

    /// No more plies than this can follow; the nearer to the truth the better.
    #[inline]
    fn max_plies_left(&self) -> u32 {
        u32::MAX
    }

    /// What is known of the position from a proof made once and for all: an argument about
    /// the game, or a table that comes with it.
    fn probe_solved(&self) -> Option<SolvedValue<Self::Move>> {
        None
    }
}

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolvedValue<M> {
    /// Who wins.
    pub winner: Side,
    /// A move that keeps the win, if it is the winner's turn and one is known.
    pub best_move: Option<M>,
}
