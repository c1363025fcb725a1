//! Random durations.

use quintain_rules::rng::Rng;
use std::time::Duration;

/// A duration between half and one and a half times another.
pub(crate) fn around(rng: &mut Rng, duration: Duration) -> Duration {
    duration / 2 + up_to(rng, duration)
}

/// A duration between zero and another.
pub(crate) fn up_to(rng: &mut Rng, duration: Duration) -> Duration {
    duration.mul_f64(rng.unit())
}
