//! Playing Incognito well: what the gambles are worth, now and next turn.
//!
//! The evaluation is a sum of terms with tuned weights; see [`Term`]. Most of what decides a
//! game is who can gamble first and at what odds: an entry wins with chance one in the number
//! of own suspects, a question with one in the number of the enemy's.

use super::lines::{Open, neighbours};
use super::{Incognito, Move, Square};
use crate::{EndgameClass, Game, Side, Strategy};

/// Numbers of suspects from here on count alike.
const MANY: u32 = 6;
/// Numbers of pawns known as knights from here on count alike.
const MANY_CLEARED: u32 = 4;
/// Numbers of pawns one move away from a way into the castle from here on count alike.
const MANY_NEAR: u32 = 4;

/// Where the weights of each kind of term begin.
struct Term;

impl Term {
    /// By the suspects of the side to move, then by those of the other.
    const SUSPECTS: usize = 0;
    /// By the number of pawns known as knights; for one side, and against it for the other.
    const CLEARED: usize = Self::SUSPECTS + (MANY * MANY) as usize;
    /// What follows is there for the side to move, and once more for the other.
    const SIDES: usize = Self::CLEARED + MANY_CLEARED as usize;
    /// A suspect can enter the castle, by the number of suspects.
    const ENTRY: usize = 0;
    /// A second one can.
    const SECOND_ENTRY: usize = Self::ENTRY + MANY as usize;
    /// A suspect can question a suspect, by the number of those it may be.
    const QUESTION: usize = Self::SECOND_ENTRY + 1;
    /// A knight can, by the same.
    const KNIGHT_QUESTION: usize = Self::QUESTION + MANY as usize;
    /// So many suspects are one move away from a square that leads into the castle.
    const NEAR: usize = Self::KNIGHT_QUESTION + MANY as usize;
    /// The pawns that bar the ways to the own castle.
    const GUARD: usize = Self::NEAR + MANY_NEAR as usize;
    /// Those of them that are known as knights.
    const KNIGHT_GUARD: usize = Self::GUARD + 1;
    /// Steps of suspects to the enemy castle.
    const STEPS: usize = Self::KNIGHT_GUARD + 1;
    /// Steps of knights to the enemy castle.
    const KNIGHT_STEPS: usize = Self::STEPS + 1;
    const PER_SIDE: usize = Self::KNIGHT_STEPS + 1;
    const COUNT: usize = Self::SIDES + 2 * Self::PER_SIDE;
}

/// Tuned on self-play (`examples/tune.rs` of the engine), in points of [`Strategy::SCALE`].
const WEIGHTS: [i32; Term::COUNT] = [
    75, -6, -398, -296, 0, 0, 128, 41, -91, -284, -414, 0, 493, 171, 18, -119, -306, 0, 332, 346,
    148, 3, -165, 0, 0, 424, 295, 149, -1, 0, 0, 0, 0, 0, 0, 0, 112, 238, 473, 0, 1591, 280, 112,
    66, 82, 0, 61, 1250, 13, -24, -33, -31, 0, 1328, 194, 175, 123, 0, 0, 18, 22, 29, 42, -4, -18,
    1, -6, -376, -166, -87, -51, -41, 0, -45, -95, -1, 20, 44, 21, 0, -148, -121, -44, -66, 0, 0,
    3, 1, -2, -20, 7, 15, 0, 5,
];

/// The ways into a castle: its row and its column.
struct Gate {
    /// The pawns that stand nearest to the castle, of either side.
    nearest: u64,
    /// The empty squares between them and the castle.
    open: u64,
}

const ROW: u64 = 0xff;
const COLUMN: u64 = 0x0101_0101_0101_0101;

impl Incognito {
    /// The ways into the castle that `side` attacks.
    #[inline]
    fn gate(&self, side: Side) -> Gate {
        let taken = self.pawns(Side::First) | self.pawns(Side::Second);
        let squares = self.board.squares();
        let castle = self.castle(!side).bit();
        let last = u32::from(self.board.size() - 1);
        let lines = match side {
            Side::First => [ROW, COLUMN],
            Side::Second => [ROW << (8 * last), COLUMN << last],
        };
        let mut gate = Gate {
            nearest: 0,
            open: 0,
        };
        for line in lines {
            let line = line & squares & !castle;
            let pawns = taken & line;
            match side {
                Side::First => {
                    let nearest = pawns & pawns.wrapping_neg();
                    gate.nearest |= nearest;
                    gate.open |= line & nearest.wrapping_sub(1);
                }
                Side::Second if pawns == 0 => gate.open |= line,
                Side::Second => {
                    let nearest = 1 << 63 >> pawns.leading_zeros();
                    gate.nearest |= nearest;
                    gate.open |= line & !(nearest | (nearest - 1));
                }
            }
        }
        gate
    }

    /// How many steps along rows and columns pawns of a side have to the enemy castle, in sum.
    #[inline]
    fn steps(&self, side: Side, pawns: u64) -> u32 {
        // Columns and rows in binary: one set of squares for each bit of either.
        const BITS: [(u64, u32); 6] = [
            (0xaaaa_aaaa_aaaa_aaaa, 1),
            (0xcccc_cccc_cccc_cccc, 2),
            (0xf0f0_f0f0_f0f0_f0f0, 4),
            (0xff00_ff00_ff00_ff00, 1),
            (0xffff_0000_ffff_0000, 2),
            (0xffff_ffff_0000_0000, 4),
        ];
        let steps = BITS
            .iter()
            .map(|(set, worth)| (pawns & set).count_ones() * worth)
            .sum();
        match side {
            Side::First => steps,
            Side::Second => 2 * u32::from(self.board.size() - 1) * pawns.count_ones() - steps,
        }
    }

    /// The terms of one side.
    #[inline]
    fn side_terms(&self, side: Side, gates: &[Gate; 2], add: &mut impl FnMut(usize, i32)) {
        let (suspects, pawns) = (self.suspects(side), self.pawns(side));
        let knights = pawns & !suspects;
        let targets = self.suspects(!side);
        let [own, theirs] = [suspects, targets].map(|set| level(set.count_ones(), MANY) as usize);
        let gate = &gates[side.index()];
        let entries = (gate.nearest & suspects).count_ones();
        if entries > 0 {
            add(Term::ENTRY + own, 1);
            add(Term::SECOND_ENTRY, i32::from(entries > 1));
        }
        let beside = |set: u64| neighbours(set).into_iter().fold(0, |all, one| all | one);
        if beside(suspects) & targets != 0 {
            add(Term::QUESTION + theirs, 1);
        }
        if beside(knights) & targets != 0 {
            add(Term::KNIGHT_QUESTION + theirs, 1);
        }
        let taken = pawns | self.pawns(!side);
        let straight = self.board.squares() & !taken & !self.castle(side).bit();
        let open = Open {
            straight,
            diagonal: straight & !self.castle(!side).bit(),
        };
        let near = (open.seen_from(gate.open) & suspects & !gate.nearest).count_ones();
        if near > 0 {
            add(Term::NEAR + level(near, MANY_NEAR) as usize, 1);
        }
        let guards = gates[(!side).index()].nearest;
        add(Term::GUARD, (guards & pawns).count_ones() as i32);
        add(Term::KNIGHT_GUARD, (guards & knights).count_ones() as i32);
        add(Term::STEPS, self.steps(side, suspects) as i32);
        add(Term::KNIGHT_STEPS, self.steps(side, knights) as i32);
    }

    /// The chance that a move wins at once: so many in so many; nothing for a plain move.
    #[inline]
    fn odds(&self, mv: Move) -> Option<(u32, u32)> {
        let mover = self.turn();
        let of = |side, square: Square| {
            let suspects = self.suspects(side);
            let may_be = u32::from(suspects & square.bit() != 0);
            (may_be, suspects.count_ones())
        };
        if mv.is_question() {
            Some(of(!mover, mv.to()))
        } else if mv.to() == self.castle(!mover) {
            Some(of(mover, mv.from()))
        } else {
            None
        }
    }
}

/// Counts from 1 as indices from 0, those from `many` on alike.
#[inline]
fn level(count: u32, many: u32) -> u32 {
    count.clamp(1, many) - 1
}

impl Strategy for Incognito {
    const SCALE: f64 = 500.0;
    const REPEATS: bool = true;
    const QUIET_MARGIN: Option<i32> = Some(150);
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    #[inline]
    fn terms(&self, mut add: impl FnMut(usize, i32)) {
        let mover = self.turn();
        let [own, theirs] = [mover, !mover].map(|side| self.suspects(side).count_ones());
        let suspects = level(own, MANY) * MANY + level(theirs, MANY);
        add(Term::SUSPECTS + suspects as usize, 1);
        let gates = Side::BOTH.map(|side| self.gate(side));
        for (place, side) in [mover, !mover].into_iter().enumerate() {
            let cleared = (self.pawns(side) & self.board.cleared()).count_ones();
            if cleared > 0 {
                let sign = [1, -1][place];
                add(Term::CLEARED + level(cleared, MANY_CLEARED) as usize, sign);
            }
            let base = Term::SIDES + place * Term::PER_SIDE;
            self.side_terms(side, &gates, &mut |term, count| add(base + term, count));
        }
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        let mut value = 0;
        self.terms(|term, count| value += WEIGHTS[term] * count);
        value
    }

    /// Gambles at good odds.
    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.odds(mv).is_some_and(|(wins, of)| 3 * wins >= of)
    }

    /// Gambles by their odds; moves of suspects to the lines of the castle; guards stay.
    #[inline]
    fn promise(&self, mv: Move) -> i32 {
        match self.odds(mv) {
            Some((wins, of)) => (4000 * wins / of) as i32 - 1500,
            None => 0,
        }
    }

    fn endgame_classes(&self, most: u8) -> Vec<EndgameClass> {
        self.all_endgames(most)
    }

    #[inline]
    fn endgame_class(&self) -> Option<u32> {
        self.counts().map(|counts| counts.id(self.board.size()))
    }

    #[inline]
    fn endgame_index(&self) -> u64 {
        self.rank()
    }

    fn endgame_at(&self, class: u32, index: u64) -> Option<Self> {
        self.unrank(class, index)
    }
}
