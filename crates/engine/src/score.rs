//! Scores: evaluations in points, or a forced win or loss with its distance.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move.
///
/// As in chess engines, scores beyond any evaluation stand for a forced win or loss (a "mate")
/// and decrease with its distance from the root, so that the shorter win is the larger score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// Neither side is better.
    pub const DRAW: Score = Score(0);
    /// Larger than every score a search returns: an infinite bound.
    pub const MAX: Score = Score(32_000);
    /// Smaller than every score a search returns.
    pub const MIN: Score = Score(-32_000);
    /// The side to move is proved to win at an unknown distance: larger than any evaluation,
    /// smaller than a win in a known number of plies.
    pub const WIN: Score = Score(Self::MIN_WIN);
    /// The side to move is proved to lose at an unknown distance.
    pub const LOSS: Score = Score(-Self::MIN_WIN);
    /// Scores below this in absolute value are evaluations; those from here on are proved.
    const MIN_WIN: i16 = 31_000;

    /// An evaluation as a score, clamped below the range of forced results.
    #[inline]
    pub fn from_eval(points: i32) -> Score {
        let limit = i32::from(Self::MIN_WIN) - 1;
        Score(points.clamp(-limit, limit) as i16)
    }

    /// The side to move wins in this many plies.
    #[inline]
    pub const fn win_in(plies: u8) -> Score {
        Score(Self::MAX.0 - 1 - plies as i16)
    }

    /// The side to move loses in this many plies.
    #[inline]
    pub const fn loss_in(plies: u8) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// The score as a number: points, or a forced result near the ends of the range.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// The forced result and its distance; `None` if the score is an evaluation or the distance
    /// is unknown.
    pub const fn mate(self) -> Option<Mate> {
        if self.0 > Self::MIN_WIN {
            Some(Mate::Win((Self::MAX.0 - 1 - self.0) as u8))
        } else if self.0 < -Self::MIN_WIN {
            Some(Mate::Loss((Self::MAX.0 - 1 + self.0) as u8))
        } else {
            None
        }
    }

    /// The next larger score: the upper end of a null window.
    #[inline]
    pub const fn successor(self) -> Score {
        Score(if self.0 < Self::MAX.0 {
            self.0 + 1
        } else {
            self.0
        })
    }

    /// The next smaller score: the lower end of a null window.
    #[inline]
    pub const fn predecessor(self) -> Score {
        Score(if self.0 > Self::MIN.0 {
            self.0 - 1
        } else {
            self.0
        })
    }

    /// The score this many points away, clamped to the range.
    #[inline]
    pub fn saturating_add(self, points: i32) -> Score {
        let range = i32::from(Self::MIN.0)..=i32::from(Self::MAX.0);
        Score(
            self.value()
                .saturating_add(points)
                .clamp(*range.start(), *range.end()) as i16,
        )
    }

    /// The score as a transposition table stores it at `plies` from the root: forced results
    /// count from the position there, not from the root, since a position can be reached at
    /// several distances.
    #[inline]
    pub(crate) const fn to_tt(self, plies: u8) -> Score {
        match self.mate() {
            Some(Mate::Win(_)) => Score(self.0 + plies as i16),
            Some(Mate::Loss(_)) => Score(self.0 - plies as i16),
            None => self,
        }
    }

    /// The inverse of [`to_tt`](Score::to_tt).
    #[inline]
    pub(crate) const fn from_tt(stored: Score, plies: u8) -> Score {
        match stored.mate() {
            Some(Mate::Win(_)) => Score(stored.0 - plies as i16),
            Some(Mate::Loss(_)) => Score(stored.0 + plies as i16),
            None => stored,
        }
    }

    pub(crate) const fn to_bits(self) -> u16 {
        self.0 as u16
    }

    pub(crate) const fn from_bits(bits: u16) -> Score {
        Score(bits as i16)
    }

    /// Whether the side to move is proved to win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MIN_WIN
    }

    /// Whether the side to move is proved to lose.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MIN_WIN
    }

    /// Whether the result is proved.
    #[inline]
    pub const fn is_forced(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The inverse of [`value`](Score::value), clamped to the range.
    #[inline]
    pub fn from_value(value: i32) -> Score {
        Score::DRAW.saturating_add(value)
    }

    /// The evaluation that stands for a win probability (the log-odds times the scale): the
    /// inverse of [`win_probability`](Score::win_probability), but never a forced result.
    pub fn from_win_probability(probability: f64, scale: f64) -> Score {
        // Clamped so that the logarithm stays finite; not a number counts as a draw.
        let probability = if probability.is_nan() {
            0.5
        } else {
            probability.clamp(1e-6, 1.0 - 1e-6)
        };
        Score::from_eval((scale * (probability / (1.0 - probability)).ln()).round() as i32)
    }

    /// The win probability that a score stands for, by the logistic curve of the game's
    /// [scale](quintain_rules::Evaluate::SCALE).
    pub fn win_probability(self, scale: f64) -> f64 {
        if self.is_win() {
            1.0
        } else if self.is_loss() {
            0.0
        } else {
            1.0 / (1.0 + (-f64::from(self.0) / scale).exp())
        }
    }
}

/// A forced result, and in how many plies it comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mate {
    /// The side to move wins.
    Win(u8),
    /// The side to move loses.
    Loss(u8),
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate() {
            Some(Mate::Win(plies)) => write!(out, "wins in {plies}"),
            Some(Mate::Loss(plies)) => write!(out, "loses in {plies}"),
            None if *self == Score::WIN => write!(out, "wins"),
            None if *self == Score::LOSS => write!(out, "loses"),
            None => write!(out, "{:+}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Mate, Score};

    #[test]
    fn forced_results_are_ordered_by_distance() {
        assert!(Score::win_in(1) > Score::win_in(3));
        assert!(Score::win_in(200) > Score::from_eval(1_000_000));
        assert!(Score::loss_in(3) > Score::loss_in(1));
        assert!(Score::loss_in(200) < Score::from_eval(-1_000_000));
        assert_eq!(-Score::win_in(7), Score::loss_in(7));
        assert_eq!(Score::win_in(7).mate(), Some(Mate::Win(7)));
        assert_eq!(Score::loss_in(8).mate(), Some(Mate::Loss(8)));
        assert_eq!(Score::from_eval(30).mate(), None);
        assert_eq!(Score::WIN.mate(), None);
        assert!(Score::from_eval(i32::MAX) < Score::WIN && Score::WIN < Score::win_in(255));
        assert_eq!(
            (
                Score::WIN.win_probability(9.0),
                Score::LOSS.win_probability(9.0)
            ),
            (1.0, 0.0)
        );
        assert_eq!(format!("{} {}", Score::WIN, -Score::WIN), "wins loses");
    }

    #[test]
    fn win_probabilities_and_evaluations_convert_into_each_other() {
        for points in [-3000, -700, -1, 0, 1, 20, 555, 2900] {
            let score = Score::from_eval(points);
            assert_eq!(
                Score::from_win_probability(score.win_probability(500.0), 500.0),
                score
            );
        }
        for probability in [0.0, 1.0, f64::INFINITY, -1.0] {
            assert_eq!(Score::from_win_probability(probability, 500.0).mate(), None);
        }
        assert_eq!(Score::from_win_probability(f64::NAN, 500.0), Score::DRAW);
    }

    #[test]
    fn the_transposition_table_counts_distances_from_the_position() {
        let at_root = Score::win_in(9);
        assert_eq!(at_root.to_tt(4), Score::win_in(5));
        assert_eq!(Score::from_tt(at_root.to_tt(4), 4), at_root);
        assert_eq!((-at_root).to_tt(4), Score::loss_in(5));
    }
}
