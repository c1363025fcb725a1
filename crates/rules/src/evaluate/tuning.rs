//! What of an evaluation can be fitted to games: the weights of a linear evaluation, or a
//! network.

use crate::net::{NetworkError, Shape};
use crate::{Position, Side};

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

    /// Takes the bytes of the network, which a build without the feature `networks` does not have.
    /// A build that has its network keeps that.
    fn load_network(bytes: &[u8]) -> Result<(), NetworkError> {
        let _ = bytes;
        Err(NetworkError::None)
    }

    /// Whether the network is there, or none is needed. Until it is, all evaluations are 0.
    fn has_network() -> bool {
        true
    }

    /// Calls `add` with the index of a network input and its value, a count that is never
    /// negative, as seen from the perspective of a side. Inputs that are not mentioned are 0.
    /// A network with one perspective is asked for that of the side to move.
    #[inline]
    fn visit_features(position: &P, perspective: Side, add: impl FnMut(usize, i32)) {
        let _ = (position, perspective, add);
    }

    /// The mirror image of a network input, if the network looks at two
    /// [images](Shape::images).
    fn mirror_feature(feature: usize) -> usize {
        feature
    }

    /// Which of the network's output weights count in a position: below
    /// [`Shape::buckets`].
    #[inline]
    fn bucket(position: &P) -> usize {
        let _ = position;
        0
    }
}

impl<P: Position> Tunable<P> for () {}
