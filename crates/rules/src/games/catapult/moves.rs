//! Moves, and their generation for whole bitboards of pieces at once.
//!
//! Everything a knight or catapult does is a *jump*: a bitboard shifted by one distance. The
//! targets alone identify a jump, since each start lies that distance back. So counting moves is
//! counting bits (bulk counting), with no work per move.

use super::board::{Board, DOWN, FLAG_SQUARES, Square, shift, step};
use crate::bits::Bits;
use crate::{Side, move_bits};
use std::fmt;
use std::ops::ControlFlow;

/// A move: the square of the piece that acts, and the square it acts on.
///
/// The two squares name one move. A flag is placed where both are the same; a catapult acts
/// from its rear knight, to the square in front of it when it shifts (three squares off) and
/// to the piece it hits when it fires (four or five squares off).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);
move_bits!(Move, 0x3fff);

impl Move {
    /// A move between two squares, legal or not.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// The square of the piece that acts; for a catapult, its rear knight.
    #[inline]
    pub const fn from(self) -> Square {
        Square::of_bit((self.0 & 127) as u8)
    }

    /// The square acted on: where the piece goes, or what the catapult fires at.
    #[inline]
    pub const fn to(self) -> Square {
        Square::of_bit((self.0 >> 7) as u8)
    }

    /// Whether the piece on the target (there must be one) is shot rather than captured.
    #[inline]
    pub(super) const fn is_shot(self) -> bool {
        // A capture goes one row forward and at most one column aside: a distance of 10 to 12.
        // A shot goes four or five times 1, 10, 11 or 12.
        let distance = self.from().index().abs_diff(self.to().index());
        distance < 10 || distance > 12
    }
}

impl fmt::Display for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}-{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

/// Forward for a side, as a distance between bits.
#[inline]
pub(super) const fn forward(side: Side) -> i8 {
    match side {
        Side::First => DOWN,
        Side::Second => -DOWN,
    }
}

/// Move generation for one side: the bitboards it needs.
#[derive(Clone, Copy)]
pub(super) struct MoveGen {
    knights: u128,
    enemy_knights: u128,
    enemies: u128,
    empty: u128,
    /// The squares adjacent to the side's own general.
    command: u128,
    /// The square of the side's own general; off the board if it is gone.
    general: Square,
    side: Side,
}

impl MoveGen {
    #[inline]
    pub(super) fn new(board: &Board, side: Side) -> Self {
        MoveGen {
            knights: board.knight_bitboard(side),
            enemy_knights: board.knight_bitboard(!side),
            enemies: board.by_side(!side),
            empty: board.empty(),
            command: board.adjacent_to_general(side),
            general: board.general_or_nowhere(side),
            side,
        }
    }

    /// The squares the general can step to; none if it is gone.
    #[inline]
    fn general_steps(&self) -> u128 {
        self.command & self.empty
    }

    /// The jumps of single knights: steps, captures and retreats. `visit` gets the targets of
    /// each jump, and its distance.
    #[inline(always)]
    fn knight_jumps<B>(&self, visit: impl FnMut(u128, i8) -> ControlFlow<B>) -> ControlFlow<B> {
        // The direction is a constant in each branch, which makes the shifts cheap.
        match self.side {
            Side::First => self.knight_jumps_towards(forward(Side::First), visit),
            Side::Second => self.knight_jumps_towards(forward(Side::Second), visit),
        }
    }

    #[inline(always)]
    fn knight_jumps_towards<B>(
        &self,
        ahead: i8,
        mut visit: impl FnMut(u128, i8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let MoveGen { knights, empty, .. } = *self;
        // Straight ahead a knight both steps and captures.
        visit(shift(knights, ahead) & (empty | self.enemies), ahead)?;
        visit(shift(knights, 1) & empty, 1)?;
        visit(shift(knights, -1) & empty, -1)?;
        visit(shift(knights, ahead - 1) & self.enemies, ahead - 1)?;
        visit(shift(knights, ahead + 1) & self.enemies, ahead + 1)?;
        // A knight is attacked from the squares that it attacks itself.
        let attackers = step(self.enemy_knights, -ahead);
        let attacked = knights & (attackers | shift(attackers, 1) | shift(attackers, -1));
        if attacked != 0 {
            for back in [-ahead - 1, -ahead, -ahead + 1] {
                let passed = shift(attacked, back) & empty;
                visit(shift(passed, back) & empty, 2 * back)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The jumps of catapults, from their rear knights: shifts and shots. `visit` gets the
    /// targets of each jump, and its distance.
    #[inline(always)]
    fn catapult_jumps<B>(
        &self,
        mut visit: impl FnMut(u128, i8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.axis_jumps::<1, B>(&mut visit)?;
        self.axis_jumps::<DOWN, B>(&mut visit)?;
        self.axis_jumps::<{ DOWN - 1 }, B>(&mut visit)?;
        self.axis_jumps::<{ DOWN + 1 }, B>(&mut visit)
    }

    /// The jumps of catapults along one axis, in both directions. The axis is a constant, which
    /// makes the shifts cheap.
    #[inline(always)]
    fn axis_jumps<const AXIS: i8, B>(
        &self,
        visit: &mut impl FnMut(u128, i8) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // Each catapult, identified by its first knight along the axis.
        let pairs = self.knights & shift(self.knights, -AXIS);
        let first = pairs & shift(pairs, -AXIS);
        if first == 0 {
            return ControlFlow::Continue(());
        }
        visit(shift(first, 3 * AXIS) & self.empty, 3 * AXIS)?;
        visit(shift(first, -AXIS) & self.empty, -3 * AXIS)?;
        // The catapults with the general adjacent to one of the three knights.
        let near = self.command | shift(self.command, -AXIS) | shift(self.command, -2 * AXIS);
        let first = first & near;
        if first == 0 {
            return ControlFlow::Continue(());
        }
        // Step by step and masked, so that no shot wraps around the edge; pieces in between do
        // not matter.
        let last = shift(first, 2 * AXIS);
        let two = step(step(last, AXIS), AXIS);
        visit(two & self.enemies, 4 * AXIS)?;
        visit(step(two, AXIS) & self.enemies, 5 * AXIS)?;
        let two = step(step(first, -AXIS), -AXIS);
        visit(two & self.enemies, -4 * AXIS)?;
        visit(step(two, -AXIS) & self.enemies, -5 * AXIS)
    }

    /// Every capture by a knight and every shot by a catapult, at some of the enemy's pieces.
    #[inline]
    pub(super) fn visit_removals<B>(
        &self,
        targets: u128,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // With no empty squares, only captures and shots are left.
        let only = MoveGen {
            enemies: targets,
            enemy_knights: 0,
            empty: 0,
            ..*self
        };
        only.knight_jumps(|targets, by| each_jump(targets, by, &mut visit))?;
        only.catapult_jumps(|targets, by| each_jump(targets, by, &mut visit))
    }

    /// Every step of the general.
    #[inline]
    fn visit_general_moves<B>(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for to in Bits(self.general_steps()) {
            visit(Move::new(self.general, Square::of_bit(to)))?;
        }
        ControlFlow::Continue(())
    }

    /// Every move of all pieces, once the flags are placed.
    #[inline]
    pub(super) fn visit_moves<B>(
        &self,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_general_moves(&mut visit)?;
        self.knight_jumps(|targets, by| each_jump(targets, by, &mut visit))?;
        self.catapult_jumps(|targets, by| each_jump(targets, by, &mut visit))
    }

    /// The number of moves, once the flags are placed.
    #[inline]
    pub(super) fn count_moves(&self) -> u32 {
        let mut count = self.general_steps().count_ones();
        let mut add = |targets: u128, _| {
            count += targets.count_ones();
            ControlFlow::<()>::Continue(())
        };
        let _ = self.knight_jumps(&mut add);
        let _ = self.catapult_jumps(&mut add);
        count
    }
}

/// Move generation for one kind of piece, on any board and for either side, even if no game could
/// lead there. Which moves are legal in a game is for [`Catapult`](super::Catapult) to say.
impl Board {
    /// Where a side can place its flag; nowhere if it is on the board already.
    pub fn flag_placements(&self, side: Side) -> impl Iterator<Item = Square> + use<> {
        let free = match self.flag(side) {
            Some(_) => 0,
            None => FLAG_SQUARES[side.index()] & self.empty(),
        };
        Bits(free).map(Square::of_bit)
    }

    /// Calls `visit` with every step of a side's general.
    pub fn visit_general_moves<B>(
        &self,
        side: Side,
        visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        MoveGen::new(self, side).visit_general_moves(visit)
    }

    /// Calls `visit` with every step, capture and retreat of a side's knights.
    pub fn visit_knight_moves<B>(
        &self,
        side: Side,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        MoveGen::new(self, side).knight_jumps(|targets, by| each_jump(targets, by, &mut visit))
    }

    /// Calls `visit` with every shift and shot of a side's catapults.
    pub fn visit_catapult_moves<B>(
        &self,
        side: Side,
        mut visit: impl FnMut(Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        MoveGen::new(self, side).catapult_jumps(|targets, by| each_jump(targets, by, &mut visit))
    }
}

/// The moves of a jump.
#[inline]
fn each_jump<B>(
    targets: u128,
    by: i8,
    mut visit: impl FnMut(Move) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for to in Bits(targets) {
        let from = Square::of_bit(to.wrapping_add_signed(-by));
        visit(Move::new(from, Square::of_bit(to)))?;
    }
    ControlFlow::Continue(())
}
