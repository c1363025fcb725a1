//! Evaluation of Incognito: what the gambles are worth, now and next turn.
//!
//! The evaluation is a sum of terms with tuned weights; see [`Term`]. Most of what decides a
//! game is who can gamble first and at what odds: an entry wins with probability one over the
//! number of one's own suspects, a question with one over the number of the enemy's.

use super::lines::{Open, neighbors};
use super::{Incognito, Move, Square};
use crate::{Evaluate, LevelParams, MoveBits, MoveOrdering, Position, Side, Tunable};

/// Numbers of suspects from this one on count alike.
const MANY: u32 = 6;
/// Numbers of pawns known to be knights from this one on count alike.
const MANY_CLEARED: u32 = 4;
/// Numbers of pawns one move away from a line into the castle from this one on count alike.
const MANY_NEAR: u32 = 4;

/// The index of the first weight of each group of terms.
struct Term;

impl Term {
    /// The suspects of both sides: by those of the side to move, then by those of the other.
    const SUSPECTS: usize = 0;
    /// Pawns known to be knights, by their number: for the side to move, and against it.
    const CLEARED: usize = Self::SUSPECTS + (MANY * MANY) as usize;
    /// What follows comes twice: for the side to move, then for the other.
    const SIDES: usize = Self::CLEARED + MANY_CLEARED as usize;
    /// A suspect can enter the castle, by the number of suspects.
    const ENTRY: usize = 0;
    /// A second one can.
    const SECOND_ENTRY: usize = Self::ENTRY + MANY as usize;
    /// A suspect can question a suspect, by the number of those it may be.
    const QUESTION: usize = Self::SECOND_ENTRY + 1;
    /// A knight can, by the same.
    const KNIGHT_QUESTION: usize = Self::QUESTION + MANY as usize;
    /// Suspects that are one move away from a square that leads into the castle, by their number.
    const NEAR: usize = Self::KNIGHT_QUESTION + MANY as usize;
    /// Pawns that bar the lines into their own castle.
    const GUARD: usize = Self::NEAR + MANY_NEAR as usize;
    /// Those of them that are known to be knights.
    const KNIGHT_GUARD: usize = Self::GUARD + 1;
    /// Steps of suspects to the enemy castle.
    const STEPS: usize = Self::KNIGHT_GUARD + 1;
    /// Steps of knights to the enemy castle.
    const KNIGHT_STEPS: usize = Self::STEPS + 1;
    const PER_SIDE: usize = Self::KNIGHT_STEPS + 1;
    const COUNT: usize = Self::SIDES + 2 * Self::PER_SIDE;
}

/// Tuned on self-play on the 5x5 board (`examples/tune.rs` of the engine), in points of
/// [`Evaluate::SCALE`]; what never occurs there is extrapolated from its neighbors.
#[rustfmt::skip]
const WEIGHTS: [i32; Term::COUNT] = [
    // Suspects: one row for each number of one's own.
      92,  -41, -350, -450, -550, -600,
     199,   56, -112, -264, -414, -470,
     506,  209,   14,  -97, -320, -370,
     450,  354,  129,   -5, -162, -230,
     550,  430,  297,  121,  -26,  -90,
     600,  480,  350,  200,   80,    0,
    // Knights.
     116,  267,  509,  650,
    // The side to move: entries, a second one; questions by suspects, by knights.
    1763,  250,  108,   77,   71,   55,  123,
    1353,   18,  -23,  -68,  -67,  -60,
    1482,  196,  160,  113,   80,   60,
    // Suspects near the gate; guards, knights among them; steps of suspects, of knights.
      19,   33,   33,   32,   -4,   -6,   -1,   -6,
    // The other side, in the same order.
    -503, -159,  -90,  -47,  -42,  -36, -102,
    -179,  -18,   19,   78,   75,   60,
    -217, -135,  -49,  -63,  -45,  -35,
      -4,  -17,  -20,  -23,   -1,   -4,    2,    6,
];

/// The lines into a castle: its row and its column.
struct Gate {
    /// The pawns that stand nearest to the castle, of either side.
    nearest: u64,
    /// The empty squares between them and the castle.
    open: u64,
}

const ROW: u64 = 0xff;
const COLUMN: u64 = 0x0101_0101_0101_0101;

impl Incognito {
    /// The lines into the castle that `side` attacks.
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

    /// The sum of the Manhattan distances of a side's pawns to the enemy castle.
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
        let [own, theirs] = [suspects, targets].map(|set| bucket(set.count_ones(), MANY) as usize);
        let gate = &gates[side.index()];
        let entries = (gate.nearest & suspects).count_ones();
        if entries > 0 {
            add(Term::ENTRY + own, 1);
            add(Term::SECOND_ENTRY, i32::from(entries > 1));
        }
        let beside = |set: u64| neighbors(set).into_iter().fold(0, |all, one| all | one);
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
            add(Term::NEAR + bucket(near, MANY_NEAR) as usize, 1);
        }
        let guards = gates[(!side).index()].nearest;
        add(Term::GUARD, (guards & pawns).count_ones() as i32);
        add(Term::KNIGHT_GUARD, (guards & knights).count_ones() as i32);
        add(Term::STEPS, self.steps(side, suspects) as i32);
        add(Term::KNIGHT_STEPS, self.steps(side, knights) as i32);
    }

    /// The odds that a move wins at once, as a fraction; `None` for a move that is no gamble.
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

/// A bucket for a count: counts from 1 become indices from 0, those from `many` on the same.
#[inline]
fn bucket(count: u32, many: u32) -> u32 {
    count.clamp(1, many) - 1
}

impl Evaluate for Incognito {
    type Accumulator = ();
    type Ordering = Self;
    type Solver = ();
    type Endgames = Self;
    type Tuning = Self;

    const SCALE: f64 = 420.0;
    const HAS_ZUGZWANG: bool = false;
    const FUTILITY_MARGIN: Option<i32> = Some(150);
    const HAS_QUIESCENCE: bool = true;
    /// Most moves are worth nearly the same, and looking far ahead gains little: the levels
    /// differ mainly in temperature.
    const LEVELS: [LevelParams; 7] = [
        LevelParams::new(1, 500, 1.0),
        LevelParams::new(2, 2_000, 0.11),
        LevelParams::new(2, 2_000, 0.058),
        LevelParams::new(2, 2_000, 0.031),
        LevelParams::new(3, 4_000, 0.016),
        LevelParams::new(3, 4_000, 0.0086),
        LevelParams::new(3, 4_000, 0.0045),
    ];

    #[inline]
    fn evaluate(&self) -> i32 {
        let mut value = 0;
        Self::visit_terms(self, |term, count| value += WEIGHTS[term] * count);
        value
    }

    /// Gambles at good odds.
    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.odds(mv).is_some_and(|(wins, of)| 3 * wins >= of)
    }
}

impl MoveOrdering<Self> for Incognito {
    const MOVE_CLASSES: usize = 128;

    /// Where it goes, and whether it questions.
    #[inline]
    fn move_class(_: &Self, mv: Move) -> usize {
        usize::from(MoveBits::to_bits(mv) >> 6) % Self::MOVE_CLASSES
    }

    /// Gambles by their odds: good ones before other moves, bad ones after.
    #[inline]
    fn move_score(position: &Self, mv: Move) -> i32 {
        match position.odds(mv) {
            Some((wins, of)) => (4000 * wins / of) as i32 - 1500,
            None => 0,
        }
    }
}

impl Tunable<Self> for Incognito {
    const WEIGHTS: &'static [i32] = &WEIGHTS;

    #[inline]
    fn visit_terms(position: &Self, mut add: impl FnMut(usize, i32)) {
        let mover = position.turn();
        let [own, theirs] = [mover, !mover].map(|side| position.suspects(side).count_ones());
        let suspects = bucket(own, MANY) * MANY + bucket(theirs, MANY);
        add(Term::SUSPECTS + suspects as usize, 1);
        let gates = Side::BOTH.map(|side| position.gate(side));
        for (place, side) in [mover, !mover].into_iter().enumerate() {
            let cleared = (position.pawns(side) & position.board.cleared()).count_ones();
            if cleared > 0 {
                let sign = [1, -1][place];
                add(Term::CLEARED + bucket(cleared, MANY_CLEARED) as usize, sign);
            }
            let base = Term::SIDES + place * Term::PER_SIDE;
            position.side_terms(side, &gates, &mut |term, count| add(base + term, count));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::games::incognito::Incognito;
    use crate::{Evaluate, Position, Rng, Side};

    /// Positions of random games on all boards.
    fn positions() -> Vec<Incognito> {
        let mut all = Vec::new();
        let mut rng = Rng::new(1);
        for game in 0..100 {
            let first = Side::BOTH[game % 2];
            let size = 4 + (game % 5) as u8;
            let start = Incognito::start_with(Some(size), first).expect("there is this size");
            let played = std::iter::once(start).chain(rng.playout(&start));
            all.extend(
                played
                    .take(40)
                    .filter(|position| position.winner().is_none()),
            );
        }
        all
    }

    #[test]
    fn images_under_symmetries_have_the_same_evaluation() {
        for position in positions() {
            for &symmetry in Incognito::SYMMETRIES {
                let image = position.transform(symmetry);
                assert_eq!(
                    position.evaluate(),
                    image.evaluate(),
                    "{position} and {image}"
                );
            }
        }
    }

    #[test]
    fn the_nearest_pawns_at_the_gate_are_those_that_can_enter() {
        for position in positions() {
            let mover = position.turn();
            let castle = position.castle(!mover);
            let mut entering = 0;
            let mut near = 0;
            let gate = position.gate(mover);
            for mv in position.moves() {
                if !mv.is_question() && mv.to() == castle {
                    entering |= mv.from().bit();
                }
                if !mv.is_question() && gate.open & mv.to().bit() != 0 {
                    near |= mv.from().bit();
                }
            }
            let pawns = position.pawns(mover);
            assert_eq!(gate.nearest & pawns, entering, "{position}");
            assert_eq!(
                position.open().seen_from(gate.open) & pawns,
                near,
                "{position}"
            );
        }
    }

    #[test]
    fn steps_to_the_castle_are_counted() {
        for position in positions() {
            for side in Side::BOTH {
                let castle = position.castle(!side).cell();
                let steps: u32 = crate::bits::Bits(position.pawns(side))
                    .map(|square| {
                        let (col, row) = (square % 8, square / 8);
                        u32::from(col.abs_diff(castle.col) + row.abs_diff(castle.row))
                    })
                    .sum();
                assert_eq!(
                    position.steps(side, position.pawns(side)),
                    steps,
                    "{position}"
                );
            }
        }
    }

    #[test]
    fn more_suspects_are_better_and_a_certain_spy_about_to_enter_is_best() {
        let value = |text: &str| text.parse::<Incognito>().expect("a position").evaluate();
        let even = value("1B3/1B3/5/3W1/3W1 w");
        assert!(value("1B3/1B3/5/3W1/2WW1 w") > even);
        assert!(value("1B3/1B3/5/3w1/3W1 w") < even);
        assert!(value("1B3/1B3/5/1W3/3w1 w") + 1000 < value("1B3/1B3/5/W4/3w1 w"));
    }
}
