//! Evaluation of Catapult: knights, catapults that can fire, and how exposed general and flag
//! are.
//!
//! The evaluation is a sum of terms with tuned weights, each counted for the side to move and
//! against it for the other; see `Term`. Rows are counted as a side sees them, from its own
//! edge of the board.

#[cfg(test)]
mod tests;
mod weights;

use super::board::{ADJACENT, BOARD, DOWN, shift, step};
use super::moves::forward;
use super::{Catapult, Move, Phase, Square};
use crate::{Evaluate, MoveOrdering, Side, Tunable};
use std::ops::ControlFlow;
use weights::{TERMS, Term, WEIGHTS};

/// The squares at each distance from each square, from 1 to 6.
static RINGS: [[u128; 6]; 128] = {
    let mut table = [[0; 6]; 128];
    let mut square = 0;
    while square < 128 {
        let bit = 1u128 << square;
        if BOARD & bit != 0 {
            let mut within = bit;
            let mut distance = 0;
            while distance < 6 {
                let row = within | step(within, 1) | step(within, -1);
                let wider = row | step(row, DOWN) | step(row, -DOWN);
                table[square][distance] = wider & !within;
                within = wider;
                distance += 1;
            }
        }
        square += 1;
    }
    table
};

/// A row of the board, counted from the side's own edge.
#[inline]
const fn row(side: Side, row: usize) -> u128 {
    let row = match side {
        Side::First => row,
        Side::Second => 9 - row,
    };
    0b11_1111_1111 << (row * DOWN as usize)
}

/// Attack maps of one side's knights and catapults.
struct Force {
    /// The squares that knights attack.
    attacks: u128,
    /// The squares that commanded catapults can hit.
    fire: u128,
    /// The squares that all catapults could hit if they were commanded.
    aim: u128,
    /// Catapults: horizontal, vertical, diagonal.
    catapults: [u32; 3],
    commanded: u32,
    pairs: u32,
}

impl Force {
    #[inline(always)]
    fn new(position: &Catapult, side: Side) -> Self {
        let knights = position.board.knight_bitboard(side);
        let ahead = match side {
            Side::First => step(knights, forward(Side::First)),
            Side::Second => step(knights, forward(Side::Second)),
        };
        let mut force = Force {
            attacks: ahead | step(ahead, 1) | step(ahead, -1),
            fire: 0,
            aim: 0,
            catapults: [0; 3],
            commanded: 0,
            pairs: 0,
        };
        let command = position.board.adjacent_to_general(side);
        force.axis::<1>(knights, command, 0);
        force.axis::<DOWN>(knights, command, 1);
        force.axis::<{ DOWN - 1 }>(knights, command, 2);
        force.axis::<{ DOWN + 1 }>(knights, command, 2);
        force
    }

    /// Adds the catapults along an axis.
    #[inline(always)]
    fn axis<const AXIS: i8>(&mut self, knights: u128, command: u128, kind: usize) {
        let pairs = knights & shift(knights, -AXIS);
        self.pairs += pairs.count_ones();
        let first = pairs & shift(pairs, -AXIS);
        if first == 0 {
            return;
        }
        self.catapults[kind] += first.count_ones();
        self.aim |= field_of_fire::<AXIS>(first);
        let near = command | shift(command, -AXIS) | shift(command, -2 * AXIS);
        let commanded = first & near;
        if commanded != 0 {
            self.commanded += commanded.count_ones();
            self.fire |= field_of_fire::<AXIS>(commanded);
        }
    }
}

/// The squares that catapults can hit; each catapult is given by its first knight on the axis.
#[inline(always)]
fn field_of_fire<const AXIS: i8>(first: u128) -> u128 {
    let two = step(step(shift(first, 2 * AXIS), AXIS), AXIS);
    let back = step(step(first, -AXIS), -AXIS);
    two | step(two, AXIS) | back | step(back, -AXIS)
}

/// Every square at or ahead of some squares, within one column to the left and right: roughly
/// where knights that move toward `ahead` can still get, like the front span of a pawn.
#[inline(always)]
fn cone(set: u128, ahead: i8) -> u128 {
    let mut cone = set | step(set, 1) | step(set, -1);
    cone |= shift(cone, ahead);
    cone |= shift(shift(cone, ahead), ahead);
    let four = shift(shift(cone, ahead), ahead);
    cone |= shift(shift(four, ahead), ahead);
    (cone | shift(shift(cone, ahead), ahead)) & BOARD
}

impl Catapult {
    /// The terms of one side; `sign` is 1 for the side to move.
    #[inline(always)]
    fn side_terms(
        &self,
        side: Side,
        forces: &[Force; 2],
        sign: i32,
        add: &mut impl FnMut(usize, i32),
    ) {
        let (force, enemy) = (&forces[side.index()], &forces[(!side).index()]);
        let knights = self.board.knight_bitboard(side);
        let their_knights = self.board.knight_bitboard(!side);
        let mut add = |term: usize, count: u32| add(term, sign * count as i32);
        for i in 0..10 {
            add(Term::KNIGHT + i, (knights & row(side, i)).count_ones());
        }
        add(Term::PAIR, force.pairs);
        for (kind, &count) in force.catapults.iter().enumerate() {
            add(Term::CATAPULT + kind, count);
        }
        add(Term::COMMANDED, force.commanded);
        add(Term::FIELD_OF_FIRE, force.fire.count_ones());
        let targets = (force.fire & their_knights).count_ones();
        add(Term::TARGET, targets.min(1));
        add(Term::TARGET + 1, targets.saturating_sub(1));
        add(
            Term::AIMED,
            (force.aim & !force.fire & their_knights).count_ones(),
        );
        let general = self.board.general_or_nowhere(!side).bit();
        let flag = self.board.flag_or_nowhere(!side).bit();
        add(Term::AIMED_GENERAL, u32::from(force.aim & general != 0));
        add(Term::AIMED_FLAG, u32::from(force.aim & flag != 0));
        let contact = force.attacks & their_knights;
        add(Term::CONTACT, contact.count_ones().min(1));
        add(Term::CONTACT + 1, contact.count_ones().saturating_sub(1));
        add(Term::LOOSE, (contact & !enemy.attacks).count_ones());
        let met = match side {
            Side::First => cone(their_knights, forward(Side::Second)),
            Side::Second => cone(their_knights, forward(Side::First)),
        };
        let passed = knights & !met;
        if passed != 0 {
            for i in 4..10 {
                add(Term::PASSED + i, (passed & row(side, i)).count_ones());
            }
        }
        self.general_terms(side, enemy, &mut add);
        self.flag_terms(side, enemy, &mut add);
    }

    /// The terms of one side's general.
    #[inline(always)]
    fn general_terms(&self, side: Side, enemy: &Force, add: &mut impl FnMut(usize, u32)) {
        let general = self.board.general_or_nowhere(side);
        let knights = self.board.knight_bitboard(side);
        let their_knights = self.board.knight_bitboard(!side);
        let from_top = usize::from(general.cell().row.min(9));
        let row = match side {
            Side::First => from_top,
            Side::Second => 9 - from_top,
        };
        add(Term::GENERAL_ROW + row, 1);
        let danger = enemy.attacks | enemy.fire;
        let escapes = ADJACENT[general.index()] & self.board.empty() & !danger;
        add(Term::ESCAPES + escapes.count_ones() as usize, 1);
        let rings = &RINGS[general.index()];
        for (i, ring) in rings[..4].iter().enumerate() {
            add(Term::HUNTERS + i, (ring & their_knights).count_ones());
        }
        for (i, ring) in rings[..3].iter().enumerate() {
            add(Term::GUARDS + i, (ring & knights).count_ones());
        }
    }

    /// The terms of one side's flag, if it is there.
    #[inline(always)]
    fn flag_terms(&self, side: Side, enemy: &Force, add: &mut impl FnMut(usize, u32)) {
        let flag = self.board.flag_or_nowhere(side);
        if !flag.is_on_board() {
            return;
        }
        let knights = self.board.knight_bitboard(side);
        let their_knights = self.board.knight_bitboard(!side);
        let own_row = match side {
            Side::First => row(Side::First, 0),
            Side::Second => row(Side::Second, 0),
        };
        // A knight on the flag's own row has gone past it.
        let raiders = their_knights & !own_row;
        let rings = &RINGS[flag.index()];
        for (i, ring) in rings.iter().enumerate() {
            add(Term::RAIDERS + i, (ring & raiders).count_ones());
        }
        for (i, ring) in rings[..3].iter().enumerate() {
            add(Term::KEEPERS + i, (ring & knights).count_ones());
        }
        let covered = (enemy.attacks | enemy.fire) & rings[0];
        add(Term::SIEGE, covered.count_ones());
        let col = flag.cell().col.min(9);
        add(Term::FLAG_COL + usize::from(col.min(9 - col)), 1);
    }

    /// The squares of a side's general and flag.
    #[inline]
    fn royals(&self, side: Side) -> u128 {
        let general = self.board.general_or_nowhere(side).bit();
        let flag = self.board.flag_or_nowhere(side).bit();
        (general | flag) & BOARD
    }

    /// A win in one for a side, as if it were to move.
    #[inline]
    fn winning_removal(&self, side: Side) -> Option<Move> {
        let field = super::MoveGen::new(&self.board, side);
        field
            .visit_removals(self.royals(!side), ControlFlow::Break)
            .break_value()
    }

    /// Whether knights of the side that is not to move attack a square.
    #[inline]
    fn is_attacked(&self, square: Square) -> bool {
        let theirs = self.board.knight_bitboard(!self.turn);
        let from = shift(square.bit(), forward(self.turn));
        theirs & (from | shift(from, 1) | shift(from, -1)) & BOARD != 0
    }
}

impl Evaluate for Catapult {
    type Ordering = Self;
    type Solver = ();
    type Endgames = ();
    type Tuning = Self;

    const SCALE: f64 = 400.0;
    const HAS_ZUGZWANG: bool = false;
    const FUTILITY_MARGIN: Option<i32> = Some(90);
    const HAS_QUIESCENCE: bool = true;
    const FINDS_WIN_IN_ONE: bool = true;

    fn evaluate(&self) -> i32 {
        let mut value = 0;
        Self::visit_terms(self, |term, count| value += WEIGHTS[term] * count);
        value
    }

    /// Captures and shots.
    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.board.holds(!self.turn, mv.to())
    }

    #[inline]
    fn visit_tactical<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        if self.phase != Phase::Playing {
            return ControlFlow::Continue(());
        }
        self.move_gen()
            .visit_removals(self.board.by_side(!self.turn), visit)
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        if self.phase != Phase::Playing {
            return None;
        }
        self.winning_removal(self.turn)
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.phase == Phase::Playing && self.winning_removal(!self.turn).is_some()
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        (self.phase == Phase::Playing).then_some(Catapult {
            turn: !self.turn,
            ..*self
        })
    }
}

impl MoveOrdering<Self> for Catapult {
    const MOVE_CLASSES: usize = 3 * 110;

    /// What goes where: the general, a knight, or a knight that jumps (in a retreat, a shift or a
    /// shot of its catapult).
    #[inline]
    fn move_class(position: &Self, mv: Move) -> usize {
        let general = position.board.general_or_nowhere(position.turn);
        let adjacent = ADJACENT[mv.from().index()] & mv.to().bit() != 0;
        let piece = match (mv.from() == general, adjacent) {
            (true, _) => 0,
            (_, true) => 1,
            (_, false) => 2,
        };
        piece * 110 + mv.to().index()
    }

    /// Shots cost nothing; a knight that captures may be recaptured, or end up where it cannot
    /// get away.
    #[inline]
    fn move_score(position: &Self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        if position.is_tactical(mv) {
            if position.royals(!position.turn) & to.bit() != 0 {
                return 1 << 20;
            }
            if mv.is_shot() {
                return 300;
            }
            return 200 - 150 * i32::from(position.is_attacked(to));
        }
        // The general does not step into an attack, and a knight had better not.
        let flees = i32::from(position.is_attacked(from));
        let risks = i32::from(position.is_attacked(to));
        800 * flees - 1500 * risks
    }
}

impl Tunable<Self> for Catapult {
    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const TERMS: &'static [(&'static str, usize)] = &TERMS;

    #[inline]
    fn visit_terms(position: &Self, mut add: impl FnMut(usize, i32)) {
        let forces = Side::BOTH.map(|side| Force::new(position, side));
        let turn = position.turn;
        position.side_terms(turn, &forces, 1, &mut add);
        position.side_terms(!turn, &forces, -1, &mut add);
        add(Term::TURN, 1);
        let (mine, theirs) = (&forces[turn.index()], &forces[(!turn).index()]);
        let knights = position.board.knight_bitboard(!turn);
        let free = knights & (mine.fire | (mine.attacks & !theirs.attacks));
        let free = free.count_ones() as i32;
        add(Term::EN_PRISE, i32::from(free > 0));
        add(Term::EN_PRISE + 1, i32::from(free > 1));
    }
}
