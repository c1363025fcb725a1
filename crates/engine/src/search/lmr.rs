//! Late move reduction: by how much late moves are searched less deeply.

/// A late move is reduced by one ply less for this much history score.
pub(crate) const LMR_HISTORY_DIVISOR: i32 = 6000;

/// A table of reductions, logarithmic in depth and move number, as in most chess engines.
pub(crate) struct LmrTable(Vec<[u8; 64]>);

impl LmrTable {
    pub(crate) fn new() -> Self {
        let reduction = |depth: usize, index: usize| {
            if depth < 3 || index < 3 {
                return 0;
            }
            (0.4 + (depth as f64).ln() * (index as f64).ln() / 2.4) as u8
        };
        let row = |depth| std::array::from_fn(|index| reduction(depth, index));
        LmrTable((0..64).map(row).collect())
    }

    /// By how many plies the move at this place in the order is reduced.
    #[inline]
    pub(crate) fn reduction(&self, depth: i32, index: usize) -> i32 {
        self.0[depth.min(63) as usize][index.min(63)].into()
    }
}
