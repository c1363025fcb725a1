//! Evaluation of Animal Chess: what pieces are worth where, and how safe the lions are.
//!
//! The evaluation is a sum of terms with tuned weights, each counted for the side to move and
//! against it for the other; see `Term`. Rows are counted as a side sees them, from its own
//! edge of the board.

#[cfg(test)]
mod tests;
mod weights;

use super::board::Board;
use super::pieces::{ALL, ROW};
use super::{Action, AnimalChess, Kind, Move, Square};
use crate::bits::Bits;
use crate::{Evaluate, MoveOrdering, Position, Side, Tunable};
use std::ops::ControlFlow;
use weights::{TERMS, Term, WEIGHTS};

/// The squares around each square.
const AROUND: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let bit = 1u64 << square;
        if ALL & bit != 0 {
            let row = bit | (bit << 1 & ALL) | (bit >> 1 & ALL);
            table[square] = (row | row << ROW | row >> ROW) & ALL & !bit;
        }
        square += 1;
    }
    table
};

/// The rows as each side counts them.
const ROWS: [[u64; 6]; 2] = {
    let mut table = [[0; 6]; 2];
    let mut row = 0;
    while row < 6 {
        table[0][row] = 0b11111 << (row * ROW as usize);
        table[1][5 - row] = table[0][row];
        row += 1;
    }
    table
};

/// Rough piece values by kind, the lion above all, to order captures by MVV-LVA: the most
/// valuable victim first, by the least valuable attacker.
const ORDERING_VALUE: [i32; 6] = [6, 6, 2, 1000, 9, 7];

/// Attack maps of one side's pieces, which the terms of both sides need.
struct Force {
    /// All squares attacked or defended.
    attacks: u64,
    /// The squares attacked or defended by a piece other than the lion.
    by_others: u64,
    /// Mobility: steps to squares without a piece of the same side.
    steps: u32,
}

impl Force {
    #[inline]
    fn new(board: &Board, side: Side) -> Self {
        let own = board.by_side(side);
        let lion = board.lions() & own;
        let others = board.attacks(side, !lion);
        let by_others = others.into_iter().fold(0, |all, set| all | set);
        let steps: u32 = others
            .into_iter()
            .map(|set| (set & !own).count_ones())
            .sum();
        let lion = AROUND[(lion.trailing_zeros() & 63) as usize];
        Force {
            attacks: by_others | lion,
            by_others,
            steps: steps + (lion & !own).count_ones(),
        }
    }
}

impl AnimalChess {
    /// The terms of one side; `sign` is 1 for the side to move.
    #[inline(always)]
    fn side_terms(
        &self,
        side: Side,
        forces: &[Force; 2],
        sign: i32,
        add: &mut impl FnMut(usize, i32),
    ) {
        let board = &self.board;
        let (own, force, enemy) = (
            board.by_side(side),
            &forces[side.index()],
            &forces[(!side).index()],
        );
        let mut count = |term: usize, set: u64| add(term, sign * set.count_ones() as i32);
        let rows = &ROWS[side.index()];
        let kinds = board.kinds();
        let promoted = kinds.promoted_cats | kinds.promoted_chicks;
        for (pair, rows) in rows.as_chunks::<2>().0.iter().enumerate() {
            let rows = (rows[0] | rows[1]) & own;
            count(Term::GIRAFFE + pair, kinds.giraffes & rows);
            count(Term::CAT + pair, kinds.cats & rows);
            count(Term::PROMOTED + pair, promoted & rows);
        }
        count(Term::PROMOTED_CAT, kinds.promoted_cats & own);
        for (row, squares) in rows.iter().enumerate() {
            count(Term::CHICK + row, kinds.chicks & own & squares);
        }
        let ahead = |set: u64| match side {
            Side::First => set << ROW,
            Side::Second => set >> ROW,
        };
        let zone = rows[4] | rows[5];
        count(
            Term::READY_CHICK,
            ahead(kinds.chicks & own) & zone & !own & !enemy.attacks,
        );
        count(
            Term::READY_CAT,
            kinds.cats & own & (rows[3] | rows[4] | rows[5]),
        );
        count(Term::SPACE, force.attacks);
        count(Term::ZONE, force.attacks & zone);
        let attacked = own & !board.lions() & enemy.attacks;
        count(Term::ATTACKED, attacked);
        count(Term::LOOSE, attacked & !force.attacks);
        add(Term::STEPS, sign * force.steps as i32);
        for kind in Kind::DROPPABLE {
            let held = i32::from(board.hand(side, kind));
            add(Term::HAND + kind.index(), sign * held);
            add(Term::HELD + kind.index(), sign * held.min(1));
        }
        self.lion_terms(side, forces, sign, add);
    }

    /// The terms of one side's lion.
    #[inline(always)]
    fn lion_terms(
        &self,
        side: Side,
        forces: &[Force; 2],
        sign: i32,
        add: &mut impl FnMut(usize, i32),
    ) {
        let board = &self.board;
        let (own, force, enemy) = (
            board.by_side(side),
            &forces[side.index()],
            &forces[(!side).index()],
        );
        let lion = Square((board.lions() & own).trailing_zeros() as u8 & 63);
        let row = match side {
            Side::First => lion.row(),
            Side::Second => 5 - lion.row().min(5),
        };
        add(Term::LION_ROW + usize::from(row.min(5)), sign);
        let col = lion.col().min(4);
        add(Term::LION_COL + usize::from(col.min(4 - col)), sign);
        let around = AROUND[usize::from(lion.0 & 63)];
        let pressed = (around & enemy.attacks).count_ones().min(5);
        add(Term::PRESSED + pressed as usize, sign);
        let holes = around & !own & !force.by_others;
        add(Term::HOLES, sign * holes.count_ones() as i32);
        let free = (around & !own & !enemy.attacks).count_ones().min(6);
        let held: u8 = Kind::DROPPABLE
            .into_iter()
            .map(|kind| board.hand(!side, kind))
            .sum();
        let shelter = usize::from(held.min(3)) * 4 + (free as usize).div_ceil(2);
        add(Term::SHELTER + shelter, sign);
    }

    /// The squares of the enemy lion that the side to move attacks: one or none.
    #[inline]
    fn attacked_lion(&self, attacker: Side) -> u64 {
        let lion = self.board.lions() & self.board.by_side(!attacker);
        let attacks = self.board.attacks(attacker, u64::MAX);
        attacks.into_iter().fold(0, |all, set| all | set) & lion
    }

    /// The moves of the side to move onto some squares that are not its own.
    #[inline]
    fn visit_steps_onto<B>(
        &self,
        targets: u64,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let side = self.turn();
        let reach = self.board.attacks(side, u64::MAX);
        for (set, delta) in reach.into_iter().zip(super::DELTAS[side.index()]) {
            for to in Bits(set & targets) {
                let from = to.wrapping_add_signed(-delta);
                visit(Move::step(Square(from), Square(to)))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Evaluate for AnimalChess {
    type Ordering = Self;
    type Solver = ();
    type Endgames = ();
    type Tuning = Self;

    const SCALE: f64 = 500.0;
    const HAS_ZUGZWANG: bool = false;
    const FUTILITY_MARGIN: Option<i32> = Some(120);
    const HAS_QUIESCENCE: bool = true;
    const FINDS_WIN_IN_ONE: bool = true;

    fn evaluate(&self) -> i32 {
        let mut value = 0;
        Self::visit_terms(self, |term, count| value += WEIGHTS[term] * count);
        value
    }

    /// Captures.
    #[inline]
    fn is_tactical(&self, mv: Move) -> bool {
        self.board.by_side(!self.turn()) & mv.target().bit() != 0
    }

    #[inline]
    fn visit_tactical<B>(&self, visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.visit_steps_onto(self.board.by_side(!self.turn()), visit)
    }

    #[inline]
    fn winning_move(&self) -> Option<Move> {
        let lion = self.attacked_lion(self.turn());
        if lion == 0 {
            return None;
        }
        self.visit_steps_onto(lion, ControlFlow::Break)
            .break_value()
    }

    #[inline]
    fn is_threatened(&self) -> bool {
        self.attacked_lion(!self.turn()) != 0
    }

    #[inline]
    fn exchange_value(&self, mv: Move) -> i32 {
        self.see(mv)
    }

    #[inline]
    fn null_move(&self) -> Option<Self> {
        let mut next = *self;
        next.board.switch_turn();
        Some(next)
    }
}

impl MoveOrdering<Self> for AnimalChess {
    const MOVE_CLASSES: usize = 9 * 36;

    /// What steps or drops where.
    #[inline]
    fn move_class(position: &Self, mv: Move) -> usize {
        let piece = match mv.action() {
            Action::Step { from, .. } => position.board.kind_on(from).index(),
            Action::Drop { kind, .. } => 6 + kind.index(),
        };
        piece * 36 + usize::from(mv.target().0)
    }

    /// Captures by MVV-LVA; among quiet moves promotions first, then drops next to the lion.
    #[inline]
    fn move_score(position: &Self, mv: Move) -> i32 {
        let board = &position.board;
        let side = position.turn();
        let to = mv.target();
        match mv.action() {
            Action::Step { from, .. } => {
                let kind = board.kind_on(from);
                if board.by_side(!side) & to.bit() != 0 {
                    let victim = board.kind_on(to);
                    return ORDERING_VALUE[victim.index()] * 16
                        - ORDERING_VALUE[kind.index()].min(16);
                }
                let promotes = kind.after_move(side, to) != kind;
                2000 * i32::from(promotes)
            }
            Action::Drop { .. } => {
                let lion = board.lions() & board.by_side(!side);
                let near = AROUND[usize::from(to.0 & 63)] & lion != 0;
                500 * i32::from(near)
            }
        }
    }
}

impl Tunable<Self> for AnimalChess {
    const WEIGHTS: &'static [i32] = &WEIGHTS;
    const TERMS: &'static [(&'static str, usize)] = &TERMS;

    #[inline]
    fn visit_terms(position: &Self, mut add: impl FnMut(usize, i32)) {
        let (board, turn) = (&position.board, position.turn());
        let forces = [Side::First, Side::Second].map(|side| Force::new(board, side));
        position.side_terms(turn, &forces, 1, &mut add);
        position.side_terms(!turn, &forces, -1, &mut add);
        add(Term::TURN, 1);
        let theirs = board.by_side(!turn) & !board.lions();
        let loose = theirs & forces[turn.index()].attacks & !forces[(!turn).index()].attacks;
        add(Term::EN_PRISE, loose.count_ones().min(1) as i32);
    }
}
