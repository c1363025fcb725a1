//! Levels of play for people.

use quintain_rules::{Evaluate, LevelParams};
use std::fmt;

/// How strong the engine plays: level 1 loses to a beginner, level 8 is full strength.
///
/// A weaker level looks less far ahead and is less sure of what it sees: it chooses among its
/// moves at random, the better ones being more likely. So it errs as people do, in what is hard
/// to see, and not in what is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest level.
    pub const LOWEST: Level = Level(1);
    /// Full strength.
    pub const FULL: Level = Level(8);

    /// The level with this number, from 1 to 8.
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 8 {
            Some(Level(number))
        } else {
            None
        }
    }

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its parameters in a game; `None` for full strength.
    pub(crate) fn params<P: Evaluate>(self) -> Option<LevelParams> {
        P::LEVELS.get(usize::from(self.0) - 1).copied()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
