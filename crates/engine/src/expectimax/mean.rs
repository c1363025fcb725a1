//! Weighted means over the outcomes of a chance node, and the windows that follow from them.
//!
//! All scores here are from the view of the side that has moved, and linear in the win
//! probability: [`ONE`] stands for probability 1, 0 for one half. A forced result counts as
//! certain in a mean. The mean itself is a forced win only if every outcome is one; its distance
//! is then the longest.

use crate::score::Score;

/// The score of a win probability of 1. Forced results are beyond it, so that a score in their
/// range is always proved.
pub(crate) const ONE: i32 = 30_000;

/// An outcome of a chance node: its weight, and bounds on its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome<P> {
    pub(super) next: P,
    pub(super) weight: u32,
    /// The value is at least this.
    pub(super) low: Score,
    /// The value is at most this.
    pub(super) high: Score,
}

/// A score as it enters a mean.
#[inline]
fn linear(score: Score) -> i64 {
    i64::from(score.value().clamp(-ONE, ONE))
}

/// A running weighted mean of scores.
#[derive(Clone, Copy)]
pub(crate) struct WeightedMean {
    sum: i64,
    total: i64,
    least: Score,
    most: Score,
}

impl WeightedMean {
    /// The mean of nothing yet.
    pub(crate) const EMPTY: WeightedMean = WeightedMean {
        sum: 0,
        total: 0,
        least: Score::MAX,
        most: Score::MIN,
    };

    #[inline]
    pub(crate) fn add(&mut self, weight: u32, score: Score) {
        self.sum += i64::from(weight) * linear(score);
        self.total += i64::from(weight);
        self.least = self.least.min(score);
        self.most = self.most.max(score);
    }

    /// The mean of what was added, rounded to the nearest point.
    #[inline]
    pub(crate) fn score(self) -> Score {
        if self.least.is_win() {
            // A forced win whatever is revealed, at the longest of the distances.
            return self.least;
        }
        if self.most.is_loss() {
            return self.most;
        }
        let rounded = (self.sum + self.total / 2).div_euclid(self.total.max(1));
        Score::from_value(rounded as i32)
    }
}

/// The mean of weighted scores.
#[inline]
fn weighted_mean(parts: impl Iterator<Item = (u32, Score)>) -> Score {
    let mut mean = WeightedMean::EMPTY;
    for (weight, score) in parts {
        mean.add(weight, score);
    }
    mean.score()
}

/// The largest that the mean can be.
pub(super) fn upper_bound<P>(outcomes: &[Outcome<P>]) -> Score {
    weighted_mean(
        outcomes
            .iter()
            .map(|outcome| (outcome.weight, outcome.high)),
    )
}

/// The smallest that the mean can be.
pub(super) fn lower_bound<P>(outcomes: &[Outcome<P>]) -> Score {
    weighted_mean(outcomes.iter().map(|outcome| (outcome.weight, outcome.low)))
}

/// The weighted sum over all outcomes but one, and the total weight of all.
fn sum_of_others<P>(
    outcomes: &[Outcome<P>],
    but: usize,
    bound: impl Fn(&Outcome<P>) -> Score,
) -> (i64, i64) {
    let mut sum = 0;
    let mut total = 0;
    for (index, outcome) in outcomes.iter().enumerate() {
        total += i64::from(outcome.weight);
        if index != but {
            sum += i64::from(outcome.weight) * linear(bound(outcome));
        }
    }
    (sum, total)
}

/// The largest score such that the mean is at most `alpha` if the outcome's value is at most
/// that score, whatever the others are. Asked only if [`upper_bound`] is above `alpha`.
pub(super) fn child_alpha<P>(outcomes: &[Outcome<P>], index: usize, alpha: Score) -> Score {
    if alpha.is_win() {
        return alpha;
    }
    if alpha.is_loss() {
        let mut rest = outcomes.iter().enumerate().filter(|&(i, _)| i != index);
        let lost = rest.all(|(_, outcome)| outcome.high <= alpha);
        return if lost { alpha } else { Score::MIN };
    }
    let (sum, total) = sum_of_others(outcomes, index, |outcome| outcome.high);
    let weight = i64::from(outcomes[index].weight);
    // The largest v with (sum + weight * v + total / 2) / total, rounded down, at most alpha.
    let room = total * (i64::from(alpha.value()) + 1) - total / 2 - sum;
    let most = (room - 1).div_euclid(weight);
    if most < i64::from(-ONE) {
        Score::MIN
    } else {
        Score::from_value(most.min(i64::from(ONE)) as i32)
    }
}

/// The smallest score such that the mean is at least `beta` if the outcome's value is at least
/// that score, whatever the others are. Asked only if [`lower_bound`] is below `beta`.
pub(super) fn child_beta<P>(outcomes: &[Outcome<P>], index: usize, beta: Score) -> Score {
    if beta.is_loss() {
        return beta;
    }
    if beta.is_win() {
        let mut rest = outcomes.iter().enumerate().filter(|&(i, _)| i != index);
        let won = rest.all(|(_, outcome)| outcome.low >= beta);
        return if won { beta } else { Score::MAX };
    }
    let (sum, total) = sum_of_others(outcomes, index, |outcome| outcome.low);
    let weight = i64::from(outcomes[index].weight);
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
    use super::{ONE, Outcome, child_alpha, child_beta, lower_bound, upper_bound, weighted_mean};
    use crate::score::Score;
    use quintain_rules::Rng;

    fn random_score(rng: &mut Rng) -> Score {
        match rng.below(5) {
            0 => Score::win_in(rng.below(9) as u8),
            1 => Score::loss_in(rng.below(9) as u8),
            2 => Score::from_value([ONE, -ONE][rng.below(2)]),
            _ => Score::from_value(rng.below(60_001) as i32 - ONE),
        }
    }

    #[test]
    fn means_are_rounded_to_the_nearest_point_and_forced_only_if_all_outcomes_are() {
        let of = |parts: &[(u32, Score)]| weighted_mean(parts.iter().copied());
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
    fn child_windows_are_as_narrow_as_they_can_be() {
        let mut rng = Rng::new(1);
        let mut asked = [0; 2];
        for _ in 0..200_000 {
            let count = 2 + rng.below(3);
            let outcomes: Vec<Outcome<()>> = (0..count)
                .map(|_| {
                    let (one, two) = (random_score(&mut rng), random_score(&mut rng));
                    let (low, high) = if rng.below(2) == 0 {
                        (one, one)
                    } else {
                        (one, two)
                    };
                    Outcome {
                        next: (),
                        weight: 1 + rng.below(30) as u32,
                        low: low.min(high),
                        high: low.max(high),
                    }
                })
                .collect();
            let index = rng.below(count);
            let edge = random_score(&mut rng);
            let at = |value: Score| {
                let mut set = outcomes.clone();
                (set[index].low, set[index].high) = (value, value);
                set
            };
            let mut open = outcomes.clone();
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
