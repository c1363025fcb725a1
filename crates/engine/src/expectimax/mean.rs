//! Averages over what chance may choose, and what they mean for a search window.
//!
//! All scores here are those of the side that has moved. Points are linear in the chance to
//! win: [`CERTAIN`] points are certainty, 0 is one half. A forced end counts as certainty in an
//! average, and only if everything that may happen is a forced win is the average one; its
//! distance is then the longest.

use crate::score::Score;

/// The points of a certain win. Forced ends are beyond it, so that "forced" always means proved.
pub(crate) const ONE: i32 = 30_000;

/// Something that chance may choose: its weight, and what is known of its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<G> {
    pub(super) next: G,
    pub(super) weight: u32,
    /// The value is at least this.
    pub(super) low: Score,
    /// The value is at most this.
    pub(super) high: Score,
}

/// A score's part in an average.
#[inline]
fn flat(score: Score) -> i64 {
    i64::from(score.value().clamp(-ONE, ONE))
}

/// A weighted average of scores that come one after the other: grows with each of them.
#[derive(Clone, Copy)]
pub(crate) struct WeightedMean {
    sum: i64,
    total: i64,
    least: Score,
    most: Score,
}

impl WeightedMean {
    /// Of nothing yet.
    pub(crate) const NEW: WeightedMean = WeightedMean {
        sum: 0,
        total: 0,
        least: Score::MAX,
        most: Score::MIN,
    };

    #[inline]
    pub(crate) fn add(&mut self, weight: u32, score: Score) {
        self.sum += i64::from(weight) * flat(score);
        self.total += i64::from(weight);
        self.least = self.least.min(score);
        self.most = self.most.max(score);
    }

    /// The average of what was added, to half a point.
    #[inline]
    pub(crate) fn score(self) -> Score {
        if self.least.is_win() {
            // Forced whatever happens, after the longest of the ways.
            return self.least;
        }
        if self.most.is_loss() {
            return self.most;
        }
        let rounded = (self.sum + self.total / 2).div_euclid(self.total.max(1));
        Score::from_value(rounded as i32)
    }
}

/// The average of weighted scores.
#[inline]
fn average(parts: impl Iterator<Item = (u32, Score)>) -> Score {
    let mut mean = WeightedMean::NEW;
    for (weight, score) in parts {
        mean.add(weight, score);
    }
    mean.score()
}

/// The most that the average can be.
pub(super) fn upper_bound<G>(branches: &[Outcome<G>]) -> Score {
    average(branches.iter().map(|branch| (branch.weight, branch.high)))
}

/// The least that the average can be.
pub(super) fn lower_bound<G>(branches: &[Outcome<G>]) -> Score {
    average(branches.iter().map(|branch| (branch.weight, branch.low)))
}

/// Sums over the branches but one, and the total weight of all.
fn others<G>(
    branches: &[Outcome<G>],
    but: usize,
    bound: impl Fn(&Outcome<G>) -> Score,
) -> (i64, i64) {
    let mut sum = 0;
    let mut total = 0;
    for (index, branch) in branches.iter().enumerate() {
        total += i64::from(branch.weight);
        if index != but {
            sum += i64::from(branch.weight) * flat(bound(branch));
        }
    }
    (sum, total)
}

/// A score such that the average is at most `alpha` if the branch's value is at most that
/// score. To be asked when [`highest`] is above `alpha`.
pub(super) fn child_alpha<G>(branches: &[Outcome<G>], index: usize, alpha: Score) -> Score {
    if alpha.is_win() {
        return alpha;
    }
    if alpha.is_loss() {
        let mut rest = branches.iter().enumerate().filter(|&(i, _)| i != index);
        let lost = rest.all(|(_, branch)| branch.high <= alpha);
        return if lost { alpha } else { Score::MIN };
    }
    let (sum, total) = others(branches, index, |branch| branch.high);
    let weight = i64::from(branches[index].weight);
    // The largest v with (sum + weight * v + total / 2) / total, rounded down, at most alpha.
    let room = total * (i64::from(alpha.value()) + 1) - total / 2 - sum;
    let most = (room - 1).div_euclid(weight);
    if most < i64::from(-ONE) {
        Score::MIN
    } else {
        Score::from_value(most.min(i64::from(ONE)) as i32)
    }
}

/// A score such that the average is at least `beta` if the branch's value is at least that
/// score. To be asked when [`lowest`] is below `beta`.
pub(super) fn child_beta<G>(branches: &[Outcome<G>], index: usize, beta: Score) -> Score {
    if beta.is_loss() {
        return beta;
    }
    if beta.is_win() {
        let mut rest = branches.iter().enumerate().filter(|&(i, _)| i != index);
        let won = rest.all(|(_, branch)| branch.low >= beta);
        return if won { beta } else { Score::MAX };
    }
    let (sum, total) = others(branches, index, |branch| branch.low);
    let weight = i64::from(branches[index].weight);
    // The least v with (sum + weight * v + total / 2) / total, rounded down, at least beta.
    let room = total * i64::from(beta.value()) - total / 2 - sum;
    let least = (room + weight - 1).div_euclid(weight);
    if least > i64::from(ONE) {
        Score::MAX
    } else {
        Score::from_value(least.max(i64::from(-ONE)) as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::{ONE, Outcome, average, child_alpha, child_beta, lower_bound, upper_bound};
    use crate::score::Score;
    use quintain_rules::splitmix64;

    /// Numbers that look random.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = splitmix64(self.0);
            self.0 % n
        }

        fn score(&mut self) -> Score {
            match self.below(5) {
                0 => Score::win_in(self.below(9) as u8),
                1 => Score::loss_in(self.below(9) as u8),
                2 => Score::from_value([ONE, -ONE][self.below(2) as usize]),
                _ => Score::from_value(self.below(60_001) as i32 - ONE),
            }
        }
    }

    #[test]
    fn averages_are_exact_to_half_a_point_and_forced_only_if_all_are() {
        let of = |parts: &[(u32, Score)]| average(parts.iter().copied());
        let win = Score::win_in;
        assert_eq!(of(&[(1, win(3)), (5, win(7))]), win(7));
        assert_eq!(of(&[(1, -win(4)), (5, -win(2))]), -win(4));
        assert_eq!(of(&[(1, win(3)), (1, -win(4))]), Score::DRAW);
        assert_eq!(of(&[(1, win(3)), (2, -win(4))]), Score::from_value(-10_000));
        assert_eq!(
            of(&[(1, win(3)), (5, Score::DRAW)]),
            Score::from_value(5_000)
        );
    }

    /// The windows are checked against their definition with every kind of score.
    #[test]
    fn windows_hold_what_they_promise_and_no_wider_bound_would() {
        let mut dice = Dice(1);
        let mut asked = [0; 2];
        for _ in 0..200_000 {
            let count = 2 + dice.below(3) as usize;
            let branches: Vec<Outcome<()>> = (0..count)
                .map(|_| {
                    let (one, two) = (dice.score(), dice.score());
                    let (low, high) = if dice.below(2) == 0 {
                        (one, one)
                    } else {
                        (one, two)
                    };
                    Outcome {
                        next: (),
                        weight: 1 + dice.below(30) as u32,
                        low: low.min(high),
                        high: low.max(high),
                    }
                })
                .collect();
            let index = dice.below(count as u64) as usize;
            let edge = dice.score();
            let at = |value: Score| {
                let mut set = branches.clone();
                (set[index].low, set[index].high) = (value, value);
                set
            };
            let mut open = branches.clone();
            (open[index].low, open[index].high) = (Score::MIN, Score::MAX);
            if upper_bound(&open) > edge {
                let alpha = child_alpha(&open, index, edge);
                assert!(alpha == Score::MIN || upper_bound(&at(alpha)) <= edge);
                let next = alpha.successor();
                assert!(next.value().abs() > ONE || upper_bound(&at(next)) > edge);
                asked[0] += 1;
            }
            if lower_bound(&open) < edge {
                let beta = child_beta(&open, index, edge);
                assert!(beta == Score::MAX || lower_bound(&at(beta)) >= edge);
                let below = beta.saturating_add(-1);
                assert!(below.value().abs() > ONE || lower_bound(&at(below)) < edge);
                asked[1] += 1;
            }
        }
        assert!(asked.iter().all(|&count| count > 10_000), "{asked:?}");
    }
}
