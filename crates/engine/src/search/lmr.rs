//! Late move reduction: by how much late moves are searched less deeply.

use super::node::{Node, NodeType};
use super::worker::Search;
use quintain_rules::Evaluate;

/// Reductions are added up in this fraction of a ply.
const PLY: i32 = 1024;
/// A late move is reduced by one ply less for this much history score.
const HISTORY_DIVISOR: i32 = 6000;

impl<P: Evaluate> Search<'_, P> {
    /// Late move reduction (LMR): quiet moves that come late are searched less deeply, and again
    /// in full if they turn out better than expected. More so where a cutoff is expected, less
    /// so for moves that were good elsewhere.
    #[inline]
    pub(super) fn late_move_reduction<N: NodeType>(
        &self,
        position: &P,
        mv: P::Move,
        node: Node,
        index: usize,
    ) -> i32 {
        let mut reduction = base_reduction(node.depth, index);
        if reduction == 0 {
            return 0;
        }
        reduction -= PLY * i32::from(N::PV);
        reduction += PLY * i32::from(node.cut_node);
        reduction -= self.quiet_history(position, mv, node.ply) * PLY / HISTORY_DIVISOR;
        (reduction / PLY).clamp(0, (node.depth - 2).max(0))
    }
}

const SIZE: usize = 64;

/// Reductions by depth and place in the order, logarithmic in both, as in most chess engines.
#[cfg(feature = "tables")]
static REDUCTIONS: [[u16; SIZE]; SIZE] = reductions();
#[cfg(not(feature = "tables"))]
static REDUCTIONS: std::sync::LazyLock<[[u16; SIZE]; SIZE]> = std::sync::LazyLock::new(reductions);

const fn reductions() -> [[u16; SIZE]; SIZE] {
    let mut logarithms = [0.0; SIZE];
    let mut number = 1;
    while number < SIZE {
        logarithms[number] = ln(number as f64);
        number += 1;
    }
    let mut table = [[0; SIZE]; SIZE];
    let mut depth = 3;
    while depth < SIZE {
        let mut index = 3;
        while index < SIZE {
            table[depth][index] =
                ((0.4 + logarithms[depth] * logarithms[index] / 2.4) * PLY as f64) as u16;
            index += 1;
        }
        depth += 1;
    }
    table
}

/// The natural logarithm, by halving the number until it is at most 2 and the series of the
/// inverse hyperbolic tangent: the library's is not available at compile time.
const fn ln(mut number: f64) -> f64 {
    let mut halvings = 0.0;
    while number > 2.0 {
        number /= 2.0;
        halvings += 1.0;
    }
    halvings * std::f64::consts::LN_2 + 2.0 * atanh_series((number - 1.0) / (number + 1.0))
}

/// x + x^3 / 3 + x^5 / 5 + ..., for x up to a third.
const fn atanh_series(x: f64) -> f64 {
    let (mut power, mut sum, mut odd) = (x, 0.0, 1.0);
    while odd < 40.0 {
        sum += power / odd;
        power *= x * x;
        odd += 2.0;
    }
    sum
}

/// By how many fractions of a ply the move at this place in the order is reduced, all else being
/// equal.
#[inline]
fn base_reduction(depth: i32, index: usize) -> i32 {
    REDUCTIONS[depth.clamp(0, SIZE as i32 - 1) as usize][index.min(SIZE - 1)].into()
}

#[cfg(test)]
mod tests {
    use super::{PLY, SIZE, base_reduction, ln};

    #[test]
    fn reductions_are_those_of_the_formula() {
        for depth in 1..SIZE {
            let exact = (depth as f64).ln();
            assert!((ln(depth as f64) - exact).abs() < 1e-12, "{depth}");
            for index in 0..SIZE {
                let expected = match depth < 3 || index < 3 {
                    true => 0,
                    false => ((0.4 + exact * (index as f64).ln() / 2.4) * f64::from(PLY)) as i32,
                };
                let found = base_reduction(depth as i32, index);
                assert!((found - expected).abs() <= 1, "{found} {expected}");
            }
        }
    }

    #[test]
    fn any_depth_and_place_has_a_reduction() {
        for depth in [i32::MIN, -1, 0, 64, i32::MAX] {
            for index in [0, 64, usize::MAX] {
                assert!((0..10 * PLY).contains(&base_reduction(depth, index)));
            }
        }
    }
}
