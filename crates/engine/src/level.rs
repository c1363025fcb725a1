//! Levels of play for people.

use quintain_rules::{LevelParams, Strategy};
use std::fmt;

/// How strong the engine plays: 1 loses to a beginner, 8 is all it can.
///
/// A weaker level looks less far ahead and is less sure of what it sees: it chooses among its
/// moves by chance, the more likely the better they look. So it errs as people do, in what is
/// hard to see, and not in what is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The weakest.
    pub const LOWEST: Level = Level(1);
    /// All it can.
    pub const FULL: Level = Level(8);

    /// The level of this number, from 1 to 8.
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

    /// How it plays a game; nothing for the full strength.
    pub(crate) fn params<G: Strategy>(self) -> Option<LevelParams> {
        G::LEVELS.get(usize::from(self.0) - 1).copied()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
