//! Nodes of the search tree.

use crate::score::Score;

/// What kind of node is searched, known at compile time.
pub(crate) trait NodeType {
    /// Whether this may be on the principal variation: its exact value is wanted, and nothing
    /// is pruned.
    const PV: bool;
    /// Whether this is the root.
    const ROOT: bool;
}

/// The root of the tree.
pub(crate) struct Root;
/// A node that may be on the principal variation.
pub(crate) struct Pv;
/// A node whose value is only compared with a bound.
pub(crate) struct NonPv;

impl NodeType for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}

impl NodeType for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}

impl NodeType for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// A node: the window it is searched with, and where it is.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    /// Values up to this do not matter: the side to move has something as good elsewhere.
    pub(crate) alpha: Score,
    /// Values from this on do not matter: the opponent has something better elsewhere.
    pub(crate) beta: Score,
    /// Plies still to search.
    pub(crate) depth: i32,
    /// Plies from the root.
    pub(crate) ply: usize,
    /// Whether a beta cutoff is expected: this is a scout's reply, or follows a node where all
    /// moves are expected to fail low.
    pub(crate) cut_node: bool,
}

impl Node {
    /// The node with another window.
    #[inline]
    pub(crate) fn with_window(self, alpha: Score, beta: Score) -> Node {
        Node {
            alpha,
            beta,
            ..self
        }
    }

    /// The node with the null window that only tells whether its value is above `alpha`.
    #[inline]
    pub(crate) fn with_null_window(self) -> Node {
        self.with_window(self.alpha, self.alpha.successor())
    }

    /// The node where a cutoff is expected, or not.
    #[inline]
    pub(crate) fn expecting_cutoff(self, cut_node: bool) -> Node {
        Node { cut_node, ..self }
    }

    /// The node with fewer plies to search.
    #[inline]
    pub(crate) fn reduced(self, plies: i32) -> Node {
        Node {
            depth: self.depth - plies,
            ..self
        }
    }

    /// A node one ply later, still as the side to move here sees it.
    #[inline]
    pub(crate) fn child(self) -> Node {
        Node {
            depth: self.depth - 1,
            ply: self.ply + 1,
            cut_node: !self.cut_node,
            ..self
        }
    }

    /// The node as the other side sees it.
    #[inline]
    pub(crate) fn negated(self) -> Node {
        self.with_window(-self.beta, -self.alpha)
    }
}
