//! Static evaluation within a search.

use super::MAX_PLY;
use super::worker::Search;
use quintain_rules::{Accumulator, Evaluate};

impl<P: Evaluate> Search<'_, P> {
    /// The static evaluation of a position `ply` plies from the root, in points: the one place
    /// where the search asks for it.
    ///
    /// The accumulator of the ply before is mostly that of the position before this one, so
    /// that little has changed. If it is not, the result is the same.
    #[inline]
    pub(super) fn static_eval(&mut self, position: &P, ply: usize) -> i32 {
        let (before, here) = self.memory.accumulators.split_at_mut(ply.min(MAX_PLY));
        match here {
            [here, ..] => here.evaluate(before.last(), position),
            [] => position.evaluate(),
        }
    }
}
