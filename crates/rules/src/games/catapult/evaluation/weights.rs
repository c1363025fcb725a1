//! The terms of the evaluation and their weights.

/// The index of the first weight of each group of terms.
pub(super) struct Term;

impl Term {
    /// Knights, by row.
    pub(super) const KNIGHT: usize = 0;
    /// Two adjacent knights on any axis.
    pub(super) const PAIR: usize = Self::KNIGHT + 10;
    /// Catapults: horizontal, vertical, diagonal.
    pub(super) const CATAPULT: usize = Self::PAIR + 1;
    /// Catapults that the general commands.
    pub(super) const COMMANDED: usize = Self::CATAPULT + 3;
    /// Squares that commanded catapults can hit.
    pub(super) const FIELD_OF_FIRE: usize = Self::COMMANDED + 1;
    /// Enemy knights that commanded catapults can hit: the first one, and each further one.
    pub(super) const TARGET: usize = Self::FIELD_OF_FIRE + 1;
    /// Enemy knights that catapults could hit if the general commanded them.
    pub(super) const AIMED: usize = Self::TARGET + 2;
    /// The enemy general could be hit if the catapult were commanded.
    pub(super) const AIMED_GENERAL: usize = Self::AIMED + 1;
    /// The same for the flag.
    pub(super) const AIMED_FLAG: usize = Self::AIMED_GENERAL + 1;
    /// Enemy knights that knights attack: the first one, and each further one.
    pub(super) const CONTACT: usize = Self::AIMED_FLAG + 1;
    /// Enemy knights that knights attack and no knight defends.
    pub(super) const LOOSE: usize = Self::CONTACT + 2;
    /// The general, by row.
    pub(super) const GENERAL_ROW: usize = Self::LOOSE + 1;
    /// Safe squares that the general can step to, by their number.
    pub(super) const ESCAPES: usize = Self::GENERAL_ROW + 10;
    /// Enemy knights about the general, by distance from 1 to 4.
    pub(super) const HUNTERS: usize = Self::ESCAPES + 9;
    /// Own knights about the general, by distance from 1 to 3.
    pub(super) const GUARDS: usize = Self::HUNTERS + 4;
    /// Enemy knights about the flag and not behind it, by distance from 1 to 6.
    pub(super) const RAIDERS: usize = Self::GUARDS + 3;
    /// Own knights about the flag, by distance from 1 to 3.
    pub(super) const KEEPERS: usize = Self::RAIDERS + 6;
    /// Squares next to the flag that the enemy covers with knights or catapults.
    pub(super) const SIEGE: usize = Self::KEEPERS + 3;
    /// Passed knights, which no enemy knight can meet any more, by row.
    pub(super) const PASSED: usize = Self::SIEGE + 1;
    /// The flag's distance from the nearer corner.
    pub(super) const FLAG_COL: usize = Self::PASSED + 10;
    /// Tempo: being to move.
    pub(super) const TURN: usize = Self::FLAG_COL + 5;
    /// Enemy knights that the side to move can win for free: at least one, and more than one.
    pub(super) const EN_PRISE: usize = Self::TURN + 1;
    pub(super) const COUNT: usize = Self::EN_PRISE + 2;
}

/// Tuned on self-play (`examples/tune.rs` of the engine), in points of [`Evaluate::SCALE`](crate::Evaluate::SCALE).
#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; Term::COUNT] = [
    // knight
    239, 275, 273, 221, 239, 198, 244, 187, 89, 134,
    // pair
    -1,
    // catapult
    -19, 33, 28,
    // commanded
    -2,
    // field of fire
    1,
    // target
    82, 134,
    // aimed
    29,
    // aimed general
    36,
    // aimed flag
    8,
    // contact
    10, -43,
    // loose
    19,
    // general row
    74, 25, -26, -56, -33, 41, -274, -199, -98, -147,
    // escapes
    -342, -66, -41, -6, -10, -1, 16, 15, 33,
    // hunters
    106, 15, -1, 3,
    // guards
    65, 42, 21,
    // raiders
    -160, -392, -259, -187, -112, -82,
    // keepers
    99, 74, 42,
    // siege
    -95,
    // passed
    0, 0, 0, 0, 12, 18, 23, -39, -8, 25,
    // flag column
    0, 60, -34, 1, -62,
    // turn
    16,
    // en prise
    82, 116,
];

/// The names of the groups of weights in order, with their sizes.
pub(super) const TERMS: [(&str, usize); 22] = [
    ("knight", 10),
    ("pair", 1),
    ("catapult", 3),
    ("commanded", 1),
    ("field of fire", 1),
    ("target", 2),
    ("aimed", 1),
    ("aimed general", 1),
    ("aimed flag", 1),
    ("contact", 2),
    ("loose", 1),
    ("general row", 10),
    ("escapes", 9),
    ("hunters", 4),
    ("guards", 3),
    ("raiders", 6),
    ("keepers", 3),
    ("siege", 1),
    ("passed", 10),
    ("flag column", 5),
    ("turn", 1),
    ("en prise", 2),
];
