//! Static evaluation within a search.

use super::worker::Search;
use quintain_rules::Evaluate;

impl<P: Evaluate> Search<'_, P> {
    /// The static evaluation of a position `ply` plies from the root, in points: the one place
    /// where the search asks for it.
    #[inline]
    pub(super) fn static_eval(&mut self, position: &P, ply: usize) -> i32 {
        let _ = ply;
        position.evaluate()
    }
}
