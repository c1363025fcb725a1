//! How much a game may hold.

use quintain_rules::Side;
use std::collections::BTreeMap;

/// How much may happen at a table. This is for the host to say and not part of the game: it bounds
/// what is decided from now on, and never what was decided before.
///
/// Without bounds two players could make a game grow forever, and with it what it costs everyone
/// else to store, load and show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLimits {
    /// Entries in all. A game that has this many can only be ended.
    pub entries: u32,
    /// Takebacks by each side.
    pub takebacks: u32,
    /// Takebacks by each side to the same ply.
    pub takebacks_per_ply: u32,
    /// Offers by each side.
    pub offers: u32,
    /// Offers by each side between two steps.
    pub offers_per_ply: u32,
}

impl TableLimits {
    /// No limits, for a table that costs nobody but its players.
    pub const UNLIMITED: TableLimits = TableLimits {
        entries: u32::MAX,
        takebacks: u32::MAX,
        takebacks_per_ply: u32::MAX,
        offers: u32::MAX,
        offers_per_ply: u32::MAX,
    };

    /// For a table that others pay for: far more than players need, and little enough to load at
    /// once.
    pub const HOSTED: TableLimits = TableLimits {
        entries: 2000,
        takebacks: 100,
        takebacks_per_ply: 10,
        offers: 100,
        offers_per_ply: 5,
    };
}

/// How much of what is limited has happened, by side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    takebacks: [u32; 2],
    /// By ply that was returned to. There are no more of these than takebacks.
    takebacks_to: BTreeMap<usize, [u32; 2]>,
    offers: [u32; 2],
    offers_at_ply: [u32; 2],
}

impl Counts {
    pub(crate) fn takebacks(&self, side: Side) -> u32 {
        self.takebacks[side.index()]
    }

    pub(crate) fn takebacks_to(&self, side: Side, ply: usize) -> u32 {
        let counts = self.takebacks_to.get(&ply);
        counts.map_or(0, |counts| counts[side.index()])
    }

    pub(crate) fn offers(&self, side: Side) -> u32 {
        self.offers[side.index()]
    }

    pub(crate) fn offers_at_ply(&self, side: Side) -> u32 {
        self.offers_at_ply[side.index()]
    }

    pub(crate) fn count_step(&mut self) {
        self.offers_at_ply = [0; 2];
    }

    pub(crate) fn count_takeback(&mut self, side: Side, ply: usize) {
        self.takebacks[side.index()] += 1;
        self.takebacks_to.entry(ply).or_default()[side.index()] += 1;
        self.offers_at_ply = [0; 2];
    }

    pub(crate) fn count_offer(&mut self, side: Side) {
        self.offers[side.index()] += 1;
        self.offers_at_ply[side.index()] += 1;
    }
}
