//! Accumulators: the hidden units of both sides' perspectives, kept up to date from position to
//! position.

use super::{Network, Units};
use crate::{Accumulator, Evaluate, Side};

/// How a feature changes from one position to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the later position has it.
    Added,
    /// Only the earlier position has it.
    Removed,
}

/// A game whose positions are sets of features, seen by both sides: pieces on squares, say.
///
/// A feature has an index for each perspective, as the first and as the second side see it.
pub trait PerspectiveInputs<
    const FEATURES: usize,
    const UNITS: usize,
    const PERSPECTIVES: usize,
    const BUCKETS: usize,
>: Evaluate
{
    /// Evaluations are cut to this in absolute value.
    const MAX_NETWORK_EVAL: i32;

    /// The network.
    fn network() -> &'static Network<FEATURES, UNITS, PERSPECTIVES, BUCKETS>;

    /// A position without any features.
    fn featureless() -> Self;

    /// Calls `visit` with the features that only one of the positions has.
    fn visit_changes(before: &Self, after: &Self, visit: impl FnMut(Change, [usize; 2]));

    /// Calls `add` with features that are computed anew for each position, and their counts.
    /// They are the same for mirror images.
    #[inline]
    fn visit_counts(&self, perspective: Side, add: impl FnMut(usize, u32)) {
        let _ = (perspective, add);
    }

    /// The stage of the game: which output weights count.
    fn bucket(&self) -> usize;
}

/// The hidden units of a position for both perspectives, with the position they belong to. From
/// it follows what has to change for another position, whichever that is: no search can get it
/// out of step.
#[derive(Clone, Debug)]
pub struct PerspectiveAccumulator<
    P,
    const FEATURES: usize,
    const UNITS: usize,
    const PERSPECTIVES: usize,
    const BUCKETS: usize,
> {
    position: P,
    units: [Units<UNITS>; 2],
}

impl<P, const FEATURES: usize, const UNITS: usize, const PERSPECTIVES: usize, const BUCKETS: usize>
    Default for PerspectiveAccumulator<P, FEATURES, UNITS, PERSPECTIVES, BUCKETS>
where
    P: PerspectiveInputs<FEATURES, UNITS, PERSPECTIVES, BUCKETS>,
{
    fn default() -> Self {
        PerspectiveAccumulator {
            position: P::featureless(),
            units: [P::network().empty_units(); 2],
        }
    }
}

impl<P, const FEATURES: usize, const UNITS: usize, const PERSPECTIVES: usize, const BUCKETS: usize>
    PerspectiveAccumulator<P, FEATURES, UNITS, PERSPECTIVES, BUCKETS>
where
    P: PerspectiveInputs<FEATURES, UNITS, PERSPECTIVES, BUCKETS>,
{
    /// Changes the units to those of another position.
    #[inline]
    fn advance(&mut self, position: &P) {
        let units = &mut self.units;
        P::visit_changes(&self.position, position, |change, features| {
            for (units, feature) in units.iter_mut().zip(features) {
                match change {
                    Change::Added => P::network().add(units, feature),
                    Change::Removed => P::network().remove(units, feature),
                }
            }
        });
        self.position = *position;
    }

    /// The evaluation of the position that the units belong to.
    #[inline]
    fn output(&self) -> i32 {
        let turn = self.position.turn();
        let sides = [turn, !turn];
        let units: [Units<UNITS>; PERSPECTIVES] = std::array::from_fn(|perspective| {
            let side = sides[perspective];
            let mut units = self.units[side.index()];
            self.position.visit_counts(side, |feature, count| {
                P::network().add_count(&mut units, feature, count as i32);
            });
            units
        });
        let bucket = self.position.bucket();
        let value = P::network().output(&units, bucket, P::SCALE as i32);
        value.clamp(-P::MAX_NETWORK_EVAL, P::MAX_NETWORK_EVAL)
    }
}

impl<P, const FEATURES: usize, const UNITS: usize, const PERSPECTIVES: usize, const BUCKETS: usize>
    Accumulator<P> for PerspectiveAccumulator<P, FEATURES, UNITS, PERSPECTIVES, BUCKETS>
where
    P: PerspectiveInputs<FEATURES, UNITS, PERSPECTIVES, BUCKETS>,
{
    #[inline]
    fn evaluate(&mut self, nearby: Option<&Self>, position: &P) -> i32 {
        if let Some(nearby) = nearby {
            self.clone_from(nearby);
        }
        self.advance(position);
        self.output()
    }
}
