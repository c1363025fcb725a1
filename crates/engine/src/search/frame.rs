//! The search stack: what is known about each node on the way to the current one.

/// A node on the way to the current one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Frame {
    /// The [class](quintain_rules::MoveOrdering::move_class) of the move that is searched;
    /// `None` before any was.
    pub(super) move_class: Option<u16>,
}
