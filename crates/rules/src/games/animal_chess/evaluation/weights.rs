//! The terms of the evaluation and their weights.

/// The index of the first weight of each group of terms.
pub(super) struct Term;

impl Term {
    /// A giraffe on the board, by pairs of rows.
    pub(super) const GIRAFFE: usize = 0;
    /// A cat, by pairs of rows.
    pub(super) const CAT: usize = Self::GIRAFFE + 3;
    /// A promoted piece, by pairs of rows.
    pub(super) const PROMOTED: usize = Self::CAT + 3;
    /// What a promoted cat is worth beyond a promoted chick.
    pub(super) const PROMOTED_CAT: usize = Self::PROMOTED + 3;
    /// A chick, by row.
    pub(super) const CHICK: usize = Self::PROMOTED_CAT + 1;
    /// A piece in hand, by kind.
    pub(super) const HAND: usize = Self::CHICK + 6;
    /// At least one piece in hand, by kind.
    pub(super) const HELD: usize = Self::HAND + 3;
    /// The lion, by row.
    pub(super) const LION_ROW: usize = Self::HELD + 3;
    /// The lion, by its distance from the nearer side edge.
    pub(super) const LION_COL: usize = Self::LION_ROW + 6;
    /// Squares next to the lion that the enemy attacks, by their number.
    pub(super) const PRESSED: usize = Self::LION_COL + 3;
    /// Squares next to the lion that only the lion defends.
    pub(super) const HOLES: usize = Self::PRESSED + 6;
    /// Squares the lion can flee to, by their number and the number of the enemy's pieces in hand.
    pub(super) const SHELTER: usize = Self::HOLES + 1;
    /// Mobility: steps of all pieces.
    pub(super) const STEPS: usize = Self::SHELTER + 16;
    /// Squares attacked.
    pub(super) const SPACE: usize = Self::STEPS + 1;
    /// Squares attacked in the promotion zone.
    pub(super) const ZONE: usize = Self::SPACE + 1;
    /// Hanging pieces: attacked and not defended.
    pub(super) const LOOSE: usize = Self::ZONE + 1;
    /// Pieces that the enemy attacks.
    pub(super) const ATTACKED: usize = Self::LOOSE + 1;
    /// Chicks that can step into the promotion zone.
    pub(super) const READY_CHICK: usize = Self::ATTACKED + 1;
    /// Cats that are next to the promotion zone or in it.
    pub(super) const READY_CAT: usize = Self::READY_CHICK + 1;
    /// Tempo: being to move.
    pub(super) const TURN: usize = Self::READY_CAT + 1;
    /// Some piece of the side that is not to move is hanging.
    pub(super) const EN_PRISE: usize = Self::TURN + 1;
    pub(super) const COUNT: usize = Self::EN_PRISE + 1;
}

/// Tuned on self-play (`examples/tune.rs` of the engine), in points of [`Evaluate::SCALE`](crate::Evaluate::SCALE).
#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; Term::COUNT] = [
    // giraffe
    78, 137, 31,
    // cat
    182, 240, 153,
    // promoted
    42, 135, 77,
    // promoted cat
    -57,
    // chick
    80, 51, 84, 124, -63, -54,
    // hand
    202, 195, 79,
    // held
    33, 102, -14,
    // lion row
    -188, -31, 71, 79, 37, 25,
    // lion column
    -126, 17, 71,
    // pressed
    -4, -25, -83, -168, -269, -369,
    // holes
    -42,
    // shelter
    -7, 104, 8, -16,
    -129, -28, -83, -132,
    -124, -57, -117, -184,
    -175, -82, -117, -182,
    // steps
    20,
    // space
    11,
    // zone
    31,
    // loose
    -93,
    // attacked
    1,
    // ready chick
    -40,
    // ready cat
    -116,
    // turn
    48,
    // en prise
    87,
];

/// The names of the groups of weights in order, with their sizes.
pub(super) const TERMS: [(&str, usize); 21] = [
    ("giraffe", 3),
    ("cat", 3),
    ("promoted", 3),
    ("promoted cat", 1),
    ("chick", 6),
    ("hand", 3),
    ("held", 3),
    ("lion row", 6),
    ("lion column", 3),
    ("pressed", 6),
    ("holes", 1),
    ("shelter", 16),
    ("steps", 1),
    ("space", 1),
    ("zone", 1),
    ("loose", 1),
    ("attacked", 1),
    ("ready chick", 1),
    ("ready cat", 1),
    ("turn", 1),
    ("en prise", 1),
];
