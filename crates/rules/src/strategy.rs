//! What a game knows about playing well: all that a search needs beyond the rules.

use crate::Game;
use std::ops::ControlFlow;

/// Knowledge of play, worked out from the game. Like the rules it lives in the game's folder.
///
/// Values are in points for the side to move; [`SCALE`](Strategy::SCALE) says what a point is
/// worth.
pub trait Strategy: Game {
    /// The value that makes a win e times as likely as a loss: the chance to win at a value
    /// `v` is about `1 / (1 + exp(-v / SCALE))`.
    const SCALE: f64;

    /// Whether a position can come again later in the game.
    const REPEATS: bool;

    /// How many points a quiet move is unlikely to win, for pruning near the leaves; nothing
    /// for games in which having to move can be a burden, where such pruning is wrong.
    const QUIET_MARGIN: Option<i32>;

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

    /// What the position is worth for the side to move, at a glance. Only asked for positions
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

    /// A legal move after which the game is [decided](Game::decided) for the side to move, if
    /// there is one and it is cheap to see. Only asked for positions that are not decided
    /// themselves.
    #[inline]
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// How promising a legal move looks before anything is known of it: larger is better.
    #[inline]
    fn promise(&self, mv: Self::Move) -> i32 {
        let _ = mv;
        0
    }

    /// Whether the side to move would lose at once if it could pass, so that quiet positions
    /// are not quiet here.
    #[inline]
    fn in_danger(&self) -> bool {
        false
    }
}
