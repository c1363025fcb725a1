//! What of an evaluation can be fitted to games: the weights of a linear evaluation, or a
//! network.

use crate::Position;
use crate::net::Shape;

/// An evaluation whose parameters are fitted to games of the engine against itself. It has
/// weights and terms (Texel tuning), a network, or neither (`()`).
pub trait Tunable<P: Position> {
    /// The weights of a linear evaluation; empty if the evaluation is not one.
    const WEIGHTS: &'static [i32] = &[];

    /// Names for consecutive groups of weights, each with its size, for a tuner to print; empty,
    /// or the sizes add up to the number of weights.
    const TERMS: &'static [(&'static str, usize)] = &[];

    /// Calls `add` with the index of a weight and its coefficient, such that the sum of
    /// coefficients times weights is the [evaluation](super::Evaluate::evaluate). An index may
    /// come more than once.
    #[inline]
    fn visit_terms(position: &P, add: impl FnMut(usize, i32)) {
        let _ = (position, add);
    }

    /// The shape of the network that evaluates positions, if there is one.
    const NETWORK: Option<Shape> = None;

    /// Calls `add` with the index of a network input and its value, a count that is never
    /// negative. Inputs that are not mentioned are 0.
    #[inline]
    fn visit_features(position: &P, add: impl FnMut(usize, i32)) {
        let _ = (position, add);
    }
}

impl<P: Position> Tunable<P> for () {}
