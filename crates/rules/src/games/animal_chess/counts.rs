//! Inputs of the network beside the squares of the pieces: counts of what they attack, and how
//! safe the lions are. A small network would hardly find this out by itself.

use super::board::Board;
use super::evaluation::AROUND;
use super::pieces::ROW;
use super::{AnimalChess, Kind, Square};
use crate::{Position, Side};

/// How many counts each side has.
pub(super) const COUNTS: usize = Count::ALL;

/// The first count of each group.
struct Count;

impl Count {
    /// Squares next to the lion that the enemy attacks, by their number.
    const PRESSED: usize = 0;
    /// Squares the lion can flee to, by their number and the number of the enemy's pieces in hand.
    const SHELTER: usize = Self::PRESSED + 6;
    /// Squares next to the lion that only the lion defends.
    const HOLES: usize = Self::SHELTER + 16;
    /// Mobility: steps of all pieces.
    const STEPS: usize = Self::HOLES + 1;
    /// Squares attacked.
    const SPACE: usize = Self::STEPS + 1;
    /// Squares attacked in the promotion zone.
    const ZONE: usize = Self::SPACE + 1;
    /// Hanging pieces: attacked and not defended.
    const LOOSE: usize = Self::ZONE + 1;
    /// Pieces that the enemy attacks.
    const ATTACKED: usize = Self::LOOSE + 1;
    /// Chicks that can step into the promotion zone.
    const READY_CHICK: usize = Self::ATTACKED + 1;
    /// Pieces of the other side that hang while this one is to move.
    const EN_PRISE: usize = Self::READY_CHICK + 1;
    const ALL: usize = Self::EN_PRISE + 1;
}

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
    /// Calls `add` with the counts of both sides: first those of the side to move, then those of
    /// the other.
    #[inline]
    pub(super) fn visit_side_counts(&self, mut add: impl FnMut(usize, u32)) {
        let (board, turn) = (&self.board, self.turn());
        let forces = Side::BOTH.map(|side| Force::new(board, side));
        self.side_counts(turn, &forces, &mut add);
        self.side_counts(!turn, &forces, &mut |count, number| {
            add(COUNTS + count, number);
        });
        let theirs = board.by_side(!turn) & !board.lions();
        let loose = theirs & forces[turn.index()].attacks & !forces[(!turn).index()].attacks;
        add(Count::EN_PRISE, loose.count_ones());
    }

    /// The counts of one side.
    #[inline(always)]
    fn side_counts(&self, side: Side, forces: &[Force; 2], add: &mut impl FnMut(usize, u32)) {
        let board = &self.board;
        let (own, force, enemy) = (
            board.by_side(side),
            &forces[side.index()],
            &forces[(!side).index()],
        );
        let rows = &ROWS[side.index()];
        let zone = rows[4] | rows[5];
        let chicks = board.chicks() & own;
        let ahead = match side {
            Side::First => chicks << ROW,
            Side::Second => chicks >> ROW,
        };
        let attacked = own & !board.lions() & enemy.attacks;
        add(Count::STEPS, force.steps);
        add(Count::SPACE, force.attacks.count_ones());
        add(Count::ZONE, (force.attacks & zone).count_ones());
        add(Count::LOOSE, (attacked & !force.attacks).count_ones());
        add(Count::ATTACKED, attacked.count_ones());
        let ready = ahead & zone & !own & !enemy.attacks;
        add(Count::READY_CHICK, ready.count_ones());

        let lion = Square((board.lions() & own).trailing_zeros() as u8 & 63);
        let around = AROUND[usize::from(lion.0 & 63)];
        let pressed = (around & enemy.attacks).count_ones().min(5);
        add(Count::PRESSED + pressed as usize, 1);
        add(
            Count::HOLES,
            (around & !own & !force.by_others).count_ones(),
        );
        let free = (around & !own & !enemy.attacks).count_ones().min(6);
        let held: u8 = Kind::DROPPABLE
            .into_iter()
            .map(|kind| board.hand(!side, kind))
            .sum();
        let shelter = usize::from(held.min(3)) * 4 + (free as usize).div_ceil(2);
        add(Count::SHELTER + shelter, 1);
    }
}
