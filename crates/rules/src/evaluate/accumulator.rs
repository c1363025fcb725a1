//! Incremental evaluation: what a search keeps so that the evaluation of a position follows from
//! that of one nearby.

use super::Evaluate;

/// The state of an evaluation that is cheaper to update than to compute (as the accumulator of
/// NNUE is). A search keeps one for each ply. `()` keeps nothing.
pub trait Accumulator<P: Evaluate>: Clone + Default + Send {
    /// The [evaluation](Evaluate::evaluate) of a position, the same as without an accumulator.
    ///
    /// `nearby` is the accumulator of a position that has much in common with this one, best of
    /// all the one before it; without it, the position that this accumulator was last used for
    /// is taken for one. Whatever the other position is, the result is the same: only the time
    /// it takes depends on it.
    fn evaluate(&mut self, nearby: Option<&Self>, position: &P) -> i32;
}

impl<P: Evaluate> Accumulator<P> for () {
    #[inline]
    fn evaluate(&mut self, _: Option<&Self>, position: &P) -> i32 {
        position.evaluate()
    }
}
