//! What a game knows about playing well: all that a search needs beyond the rules.

use crate::{Game, Side, splitmix64};

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

    /// A key shared by positions that are sure to have the same result for the side to move:
    /// all images of a position, and whatever else the game knows to make no difference.
    /// Others almost surely have different ones.
    ///
    /// By default the least key of all images, which is slow.
    fn canonical_key(&self) -> u64 {
        let least = Self::SYMMETRIES
            .iter()
            .map(|&symmetry| self.image(symmetry).key())
            .fold(u64::MAX, u64::min);
        // The least of many numbers is small; tables want keys that are spread evenly.
        splitmix64(least)
    }

    /// The winner, where an argument that needs no search shows it: counting moves that are
    /// left in separate regions, say. Asked often, so its work must be small.
    #[inline]
    fn settled(&self) -> Option<Side> {
        None
    }

    /// No more plies than this can follow; the nearer to the truth the better.
    #[inline]
    fn plies_left(&self) -> u32 {
        u32::MAX
    }

    /// What is known of the position from a proof made once and for all: an argument about
    /// the game, or a table that comes with it.
    fn known(&self) -> Option<Known<Self::Move>> {
        None
    }
}

/// What is known of a position without search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known<M> {
    /// Who wins.
    pub winner: Side,
    /// A move that keeps the win, if it is the winner's turn and one is known.
    pub best: Option<M>,
}
