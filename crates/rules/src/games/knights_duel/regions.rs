//! Which squares the knights can still reach, how many moves they can make there, and which
//! positions are equivalent.

use super::{KNIGHT_ATTACKS, KnightsDuel, Square};
use crate::{Side, splitmix64};

/// Columns at the edges: a leap beyond them would wrap around to the other side.
const COL_A: u64 = 0x0101_0101_0101_0101;
const COL_B: u64 = COL_A << 1;
const COL_G: u64 = COL_A << 6;
const COL_H: u64 = COL_A << 7;
/// The squares of one color; a knight changes color with every move.
pub(super) const DARK: u64 = 0xaa55_aa55_aa55_aa55;

/// All squares a knight's move away from a set of squares.
#[inline]
pub(super) const fn leap(set: u64) -> u64 {
    let left_one = (set & !COL_A) >> 1;
    let right_one = (set & !COL_H) << 1;
    let left_two = (set & !(COL_A | COL_B)) >> 2;
    let right_two = (set & !(COL_G | COL_H)) << 2;
    let narrow = left_one | right_one;
    let broad = left_two | right_two;
    narrow << 16 | narrow >> 16 | broad << 8 | broad >> 8
}

/// Flood fill: the free squares that can be reached from the free squares `from`, including
/// these.
#[inline]
pub(super) fn flood(from: u64, free: u64) -> u64 {
    let mut reached = from;
    loop {
        let next = reached | leap(reached) & free;
        if next == reached {
            return reached;
        }
        reached = next;
    }
}

/// The free squares that a knight on `square` can ever reach.
#[inline]
pub(super) fn reach(square: Square, free: u64) -> u64 {
    flood(KNIGHT_ATTACKS[square.index()] & free, free)
}

/// An upper bound on the moves a knight on a square can make inside a region: every move
/// changes the color of its square.
#[inline]
pub(super) fn max_moves(square: Square, region: u64) -> u32 {
    let dark = (region & DARK).count_ones();
    let light = (region & !DARK).count_ones();
    let (next, same) = if DARK & square.bit() == 0 {
        (dark, light)
    } else {
        (light, dark)
    };
    if next > same { 2 * same + 1 } else { 2 * next }
}

/// A depth-first search for long paths of one knight alone, with a limit on its nodes.
struct PathSearch {
    best: u32,
    enough: u32,
    nodes_left: u32,
}

impl PathSearch {
    /// Extends a path of `made` moves that has come to a square.
    fn extend(&mut self, square: Square, free: u64, made: u32) {
        self.best = self.best.max(made);
        if self.nodes_left == 0 || self.best >= self.enough {
            return;
        }
        self.nodes_left -= 1;
        let targets = KNIGHT_ATTACKS[square.index()] & free;
        let region = flood(targets, free);
        if made + max_moves(square, region) <= self.best {
            return;
        }
        // Warnsdorff's rule: squares with few ways on first, which are lost if left behind.
        for ways in 0..8 {
            for target in crate::bits::Bits(targets) {
                let target = Square(target);
                if (KNIGHT_ATTACKS[target.index()] & free).count_ones() == ways {
                    self.extend(target, region & !target.bit(), made + 1);
                }
            }
        }
    }
}

/// Lower and upper bounds on the number of moves a knight can make alone. The search for paths
/// ends when it has found `enough` moves or visited `nodes` nodes.
fn moves_alone(square: Square, free: u64, enough: u32, nodes: u32) -> (u32, u32) {
    let region = reach(square, free);
    let most = max_moves(square, region);
    let mut search = PathSearch {
        best: 0,
        enough: enough.min(most),
        nodes_left: nodes,
    };
    search.extend(square, region, 0);
    if search.best >= search.enough || search.nodes_left == 0 {
        (search.best, most)
    } else {
        (search.best, search.best)
    }
}

impl KnightsDuel {
    /// The winner, once the knights cannot meet any more: the one that has more moves alone
    /// wins. While they can meet, one of them may still have a region to itself that is large
    /// enough. Each search for paths visits at most `nodes` nodes.
    pub(super) fn separated(&self, nodes: u32) -> Option<Side> {
        let (mover, other) = (self.turn, !self.turn);
        let (me, it) = (self.knights[mover.index()], self.knights[other.index()]);
        let free = !self.blocked;
        let (mine, its) = (reach(me, free), reach(it, free));
        let common = mine & its;
        let (own, other_own) = (mine & !common, its & !common);
        if common != 0 {
            // Whoever enters its own region cannot be disturbed there any more.
            if max_moves(me, own) > max_moves(it, its) {
                let needed = max_moves(it, its) + 1;
                if moves_alone(me, own, needed, nodes).0 >= needed {
                    return Some(mover);
                }
            }
            if max_moves(it, other_own) >= max_moves(me, mine) {
                let needed = max_moves(me, mine);
                if moves_alone(it, other_own, needed, nodes).0 >= needed {
                    return Some(other);
                }
            }
            return None;
        }
        let (least, most) = moves_alone(me, own, u32::MAX, nodes);
        // The side to move runs out first if both can make the same number of moves.
        let (its_least, its_most) = moves_alone(it, other_own, most, nodes);
        if least > its_most {
            Some(mover)
        } else if its_least >= most {
            Some(other)
        } else {
            None
        }
    }

    /// A key shared by all positions that differ only by a symmetry, by swapping the sides, or
    /// by squares that no knight can ever reach. Other positions have other keys for sure: the
    /// lower half holds the squares, and from both halves together the knights follow.
    pub(super) fn reduced_key(&self) -> u128 {
        let free = !self.blocked;
        let [white, black] = self.knights;
        let reached = flood(
            (KNIGHT_ATTACKS[white.index()] | KNIGHT_ATTACKS[black.index()]) & free,
            free,
        );
        let (me, it) = match self.turn {
            Side::First => (white, black),
            Side::Second => (black, white),
        };
        let mut least = (u64::MAX, 0, 0);
        let mut board = [reached, me.bit(), it.bit()];
        for turn in 0..4 {
            if turn > 0 {
                // A reflection in a diagonal and one in the middle row make a quarter turn.
                board = board.map(|set| flip_rows(transpose(set), self.size));
            }
            let other = board.map(transpose);
            least = least
                .min((board[0], board[1], board[2]))
                .min((other[0], other[1], other[2]));
        }
        let knights = least.1.trailing_zeros() << 6 | least.2.trailing_zeros();
        let upper = splitmix64(least.0).wrapping_add(splitmix64(knights.into()));
        u128::from(upper) << 64 | u128::from(least.0)
    }
}

/// The board with columns and rows exchanged.
const fn transpose(set: u64) -> u64 {
    let swap = (set ^ set >> 7) & 0x00aa_00aa_00aa_00aa;
    let set = set ^ swap ^ swap << 7;
    let swap = (set ^ set >> 14) & 0x0000_cccc_0000_cccc;
    let set = set ^ swap ^ swap << 14;
    let swap = (set ^ set >> 28) & 0x0000_0000_f0f0_f0f0;
    set ^ swap ^ swap << 28
}

/// The board of this size upside down.
const fn flip_rows(set: u64, size: u8) -> u64 {
    set.swap_bytes() >> (8 * (8 - size))
}

#[cfg(test)]
mod tests {
    use super::super::{KNIGHT_ATTACKS, KnightsDuel, Square};
    use super::{leap, max_moves, moves_alone, reach};
    use crate::bits::Bits;
    use crate::testing::{board, position};
    use crate::{Position, Rng, Side, SolverKnowledge, Symmetry};

    #[test]
    fn a_set_of_squares_leaps_as_each_square_does() {
        for (square, targets) in KNIGHT_ATTACKS.into_iter().enumerate() {
            assert_eq!(leap(1 << square), targets, "{square}");
        }
        assert_eq!(leap(1 | 1 << 63), KNIGHT_ATTACKS[0] | KNIGHT_ATTACKS[63]);
    }

    /// The longest path, by trying all.
    fn longest(square: Square, free: u64) -> u32 {
        Bits(KNIGHT_ATTACKS[square.index()] & free)
            .map(|target| 1 + longest(Square(target), free & !(1 << target)))
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn paths_are_measured_exactly_or_within_bounds() {
        let mut rng = Rng::new(1);
        for _ in 0..2000 {
            let square = Square(rng.below(64) as u8);
            let free = rng.next_u64() & rng.next_u64() & rng.next_u64();
            let truth = longest(square, free & !square.bit());
            let free = free & !square.bit();
            assert_eq!(
                moves_alone(square, free, u32::MAX, u32::MAX),
                (truth, truth)
            );
            for nodes in [1, 5, 20] {
                let (least, most) = moves_alone(square, free, u32::MAX, nodes);
                assert!(least <= truth && truth <= most, "{least} {truth} {most}");
            }
            assert!(truth <= max_moves(square, reach(square, free)));
        }
    }

    fn duel(picture: &str, turn: char) -> KnightsDuel {
        position(&format!("{} {turn}", board(picture)))
    }

    #[test]
    fn knights_apart_win_by_the_number_of_their_moves() {
        // Each knight has two moves left, and they cannot meet: the side to move runs out first.
        let even = "
            W x x x B
            x x x x x
            x . x . x
            x x x x x
            . x x x .
            ";
        // Here the first side has one more.
        let ahead = "
            W x x x B
            x x x x x
            x . x . x
            x x x x x
            . x x x x
            ";
        for (picture, turn, winner) in [
            (even, 'w', Side::Second),
            (even, 'b', Side::First),
            (ahead, 'w', Side::First),
            (ahead, 'b', Side::First),
        ] {
            let duel = duel(picture, turn);
            assert_eq!(KnightsDuel::static_outcome(&duel), Some(winner), "{duel}");
        }
    }

    #[test]
    fn squares_out_of_reach_make_no_difference() {
        let with = duel(
            "
            W . x x x
            x x . x x
            x x x x x
            x x x x x
            x x x x B
            ",
            'w',
        );
        let without = duel(
            "
            W x x x x
            x x . x x
            x x x x x
            x x x x x
            x x x x B
            ",
            'w',
        );
        assert_ne!(with.zobrist(), without.zobrist());
        assert_eq!(with.reduced_key(), without.reduced_key());
    }

    #[test]
    fn images_have_one_key_and_others_do_not() {
        let mut rng = Rng::new(7);
        let mut keys = std::collections::HashSet::new();
        let mut count = 0;
        for size in 4..=8 {
            let start = KnightsDuel::start(Some(size)).unwrap();
            for position in rng.playout(&start).take(size.into()) {
                for symmetry in Symmetry::SQUARE {
                    let image = position.transform(symmetry);
                    assert_eq!(image.reduced_key(), position.reduced_key(), "{image}");
                }
                count += 1;
                keys.insert(position.reduced_key());
            }
        }
        assert!(count > 20);
        assert_eq!(keys.len(), count);
    }
}
