//! Evaluation of Animal Chess by a network, and what else a search wants to know.

#[cfg(test)]
mod tests;

use super::pieces::{ALL, ROW};
use super::{Action, AnimalChess, Move, Square, network};
use crate::bits::Bits;
use crate::{Accumulator, Evaluate, MoveOrdering, Position, Side};
use std::ops::ControlFlow;

/// The squares around each square.
pub(super) const AROUND: [u64; 64] = {
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

/// Rough piece values by kind, the lion above all, to order captures by MVV-LVA: the most
/// valuable victim first, by the least valuable attacker.
const ORDERING_VALUE: [i32; 6] = [6, 6, 2, 1000, 9, 7];

impl AnimalChess {
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
    type Accumulator = network::Accumulator;
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
        Self::Accumulator::default().evaluate(None, self)
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
