//! Playing Sight well.

use super::Sight;
use super::points::Points;
use crate::Strategy;

impl Strategy for Sight {
    const SCALE: f64 = 120.0;
    const REPEATS: bool = false;
    const QUIET_MARGIN: Option<i32> = None;

    fn evaluate(&self) -> i32 {
        0
    }

    /// Every ply fills a point.
    #[inline]
    fn plies_left(&self) -> u32 {
        self.board.free::<u128>().count() as u32
    }

    fn canonical_key(&self) -> u64 {
        by_width!(self.class_key())
    }
}
