//! Levels of play for people.

use std::fmt;

/// How strong the engine plays: 1 loses to a beginner, 8 is all it can.
///
/// A weaker level looks less far ahead and is less sure of what it sees: it chooses among its
/// moves by chance, the more likely the better they look. So it errs as people do, in what is
/// hard to see, and not in what is plain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

/// How a level plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How many plies it looks ahead at most.
    pub(crate) depth: u8,
    /// How many positions it looks at, at most.
    pub(crate) nodes: u64,
    /// How much worse a move may look and still be chosen e times less often than the best,
    /// in chances to win.
    pub(crate) doubt: f64,
}

/// What each level below the last does.
const MANNERS: [Manner; 7] = [
    Manner {
        depth: 1,
        nodes: 2_000,
        doubt: 0.30,
    },
    Manner {
        depth: 1,
        nodes: 2_000,
        doubt: 0.08,
    },
    Manner {
        depth: 2,
        nodes: 5_000,
        doubt: 0.05,
    },
    Manner {
        depth: 3,
        nodes: 10_000,
        doubt: 0.03,
    },
    Manner {
        depth: 4,
        nodes: 20_000,
        doubt: 0.02,
    },
    Manner {
        depth: 6,
        nodes: 60_000,
        doubt: 0.01,
    },
    Manner {
        depth: 9,
        nodes: 200_000,
        doubt: 0.004,
    },
];

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

    /// How it plays; nothing for the full strength.
    pub(crate) fn manner(self) -> Option<Manner> {
        MANNERS.get(usize::from(self.0) - 1).copied()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}
