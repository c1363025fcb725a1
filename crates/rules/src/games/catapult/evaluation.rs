//! Evaluation of Catapult by a network, and what else a search wants to know.

#[cfg(test)]
mod tests;

use super::board::{ADJACENT, BOARD, shift};
use super::moves::forward;
use super::{Catapult, Move, Phase, Square, network};
use crate::{Accumulator, Evaluate, MoveOrdering, Side};
use std::ops::ControlFlow;

impl Catapult {
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
    type Accumulator = network::Accumulator;
    type Ordering = Self;
    type Solver = ();
    type Endgames = ();
    type Tuning = Self;

    const SCALE: f64 = 400.0;
    const HAS_ZUGZWANG: bool = false;
    const FUTILITY_MARGIN: Option<i32> = Some(90);
    const LATE_MOVES: Option<i32> = Some(4);
    const HAS_QUIESCENCE: bool = true;
    const FINDS_WIN_IN_ONE: bool = true;

    fn evaluate(&self) -> i32 {
        Self::Accumulator::default().evaluate(None, self)
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
