//! The weights of the evaluation and what each is about.

/// Where the weights of each kind of term begin.
pub(super) struct Term;

impl Term {
    /// Knights, by row.
    pub(super) const KNIGHT: usize = 0;
    /// Two knights side by side on any axis.
    pub(super) const PAIR: usize = Self::KNIGHT + 10;
    /// Catapults: along the rows, upright, slanting.
    pub(super) const CATAPULT: usize = Self::PAIR + 1;
    /// Catapults that the general commands.
    pub(super) const COMMANDED: usize = Self::CATAPULT + 3;
    /// Squares that commanded catapults can hit.
    pub(super) const FIELD_OF_FIRE: usize = Self::COMMANDED + 1;
    /// Enemy knights that commanded catapults can hit: the first, and the others.
    pub(super) const TARGET: usize = Self::FIELD_OF_FIRE + 1;
    /// Enemy knights that only lack the general's command to be hit.
    pub(super) const AIMED: usize = Self::TARGET + 2;
    /// The enemy general could be hit if the catapult were commanded.
    pub(super) const AIMED_GENERAL: usize = Self::AIMED + 1;
    /// The same of the flag.
    pub(super) const AIMED_FLAG: usize = Self::AIMED_GENERAL + 1;
    /// Enemy knights that knights attack: the first, and the others.
    pub(super) const CONTACT: usize = Self::AIMED_FLAG + 1;
    /// Those of them that no knight defends.
    pub(super) const LOOSE: usize = Self::CONTACT + 2;
    /// The general, by row.
    pub(super) const GENERAL_ROW: usize = Self::LOOSE + 1;
    /// Squares the general can step to without being taken there, by their number.
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
    /// Knights that no enemy knight can meet any more, by row.
    pub(super) const PASSED: usize = Self::SIEGE + 1;
    /// The flag's distance from the nearer corner.
    pub(super) const FLAG_COL: usize = Self::PASSED + 10;
    /// To be the one to move.
    pub(super) const TURN: usize = Self::FLAG_COL + 5;
    /// Enemy knights the side to move can take for nothing: one, or more.
    pub(super) const EN_PRISE: usize = Self::TURN + 1;
    pub(super) const COUNT: usize = Self::EN_PRISE + 2;
}

/// Tuned on self-play (`examples/tune.rs` of the engine), in points of [`Strategy::SCALE`].
#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; Term::COUNT] = [
    // knight
    118, 148, 146, 126, 148, 94, 144, 150, 76, 104,
    // pair
    2,
    // catapult
    14, 8, 10,
    // commanded
    6,
    // field of fire
    -2,
    // target
    66, 98,
    // aimed
    6,
    // aimed general
    10,
    // aimed flag
    148,
    // contact
    10, 0,
    // loose
    10,
    // general row
    48, -4, -18, -30, -84, -92, -94, -92, 20, 128,
    // escapes
    -240, -66, -36, 0, 4, -16, -10, 12, 34,
    // hunters
    70, 8, -10, -2,
    // guards
    32, 18, 2,
    // raiders
    -160, -244, -192, -148, -94, -60,
    // keepers
    94, 68, 40,
    // siege
    -56,
    // passed
    0, 0, 0, 0, -20, 60, 66, 28, 54, -2,
    // flag column
    0, 56, 0, -30, -64,
    // turn
    20,
    // en prise
    70, -32,
];

/// What the weights are about: groups of them in order, with their sizes.
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
