//! The search stack: what is known about each node on the way to the current one.

/// A node on the way to the current one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The static evaluation in points, corrected; `None` if the side to move is threatened, so that it
    /// says little, or if nothing is pruned by it.
    pub(super) static_eval: Option<i32>,
    /// The [class](quintain_rules::MoveOrdering::move_class) of the move that is searched;
    /// `None` for a null move.
    pub(super) move_class: Option<u16>,
    /// The move that is left out to find out whether it is singular, as bits.
    pub(super) excluded: Option<u16>,
}
