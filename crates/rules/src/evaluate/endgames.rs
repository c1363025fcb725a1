//! The numbering of endgames, for tablebases built by retrograde analysis.

use crate::Position;

/// Endgames of one kind (of one material, say), numbered almost without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameClass {
    /// Tells the class from all others of the game, on every board.
    pub id: u32,
    /// Classes of one group lead to each other and are solved together. Moves from one class of
    /// a group to another reveal nothing.
    pub group: u32,
    /// All numbers are below this.
    pub size: u64,
}

/// A numbering of endgames: a perfect hash from positions to indices, and back. `()` for games
/// without tablebases.
pub trait EndgameIndex<P: Position> {
    /// All endgame classes on this position's board with at most `max_pieces` per side, in an
    /// order in which they can be solved: every step leads to a class of the same group or an
    /// earlier one, or ends the game.
    fn classes(board: &P, max_pieces: u8) -> Vec<EndgameClass>;

    /// The [id](EndgameClass::id) of the class that a position belongs to, if any.
    fn class(position: &P) -> Option<u32>;

    /// The position's number in its class, below the class's size; for a position without a
    /// class, any number. Positions of a class have the same number exactly if they are images
    /// of each other under the symmetries by which the numbering is reduced.
    fn index(position: &P) -> u64;

    /// A position with this number in a class on this position's board. `None` if there is no
    /// such class, or no position has the number.
    fn position(board: &P, class: u32, index: u64) -> Option<P>;

    /// Unmoves: calls `visit` with every endgame of the same group from which a move leads to
    /// this one.
    fn visit_predecessors(position: &P, visit: impl FnMut(P));
}

impl<P: Position> EndgameIndex<P> for () {
    fn classes(_: &P, _: u8) -> Vec<EndgameClass> {
        Vec::new()
    }

    #[inline]
    fn class(_: &P) -> Option<u32> {
        None
    }

    #[inline]
    fn index(_: &P) -> u64 {
        0
    }

    fn position(_: &P, _: u32, _: u64) -> Option<P> {
        None
    }

    fn visit_predecessors(_: &P, _: impl FnMut(P)) {}
}
