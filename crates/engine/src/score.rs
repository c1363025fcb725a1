//! What a search finds: points, or a forced end and its distance.

use std::fmt;
use std::ops::Neg;

/// The value of a position for the side to move.
///
/// Points beyond any evaluation mean a forced win or loss and count down with its distance, so
/// that the shorter win is the larger score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// Nobody is better.
    pub const DRAW: Score = Score(0);
    /// Better than everything.
    pub const MAX: Score = Score(32_000);
    /// Worse than everything.
    pub const MIN: Score = Score(-32_000);
    /// The side to move is proved to win, nobody knows how soon: better than any points, less
    /// than a win in so many plies.
    pub const WIN: Score = Score(Self::MIN_WIN);
    /// The side to move is proved to lose, nobody knows how soon.
    pub const LOSS: Score = Score(-Self::MIN_WIN);
    /// Below this in absolute value a score is points; above, a forced end.
    const MIN_WIN: i16 = 31_000;

    /// A score in points, cut to what is not a forced end.
    #[inline]
    pub fn from_eval(points: i32) -> Score {
        let limit = i32::from(Self::MIN_WIN) - 1;
        Score(points.clamp(-limit, limit) as i16)
    }

    /// The side to move wins after so many plies.
    #[inline]
    pub const fn win_in(plies: u8) -> Score {
        Score(Self::MAX.0 - 1 - plies as i16)
    }

    /// The side to move has lost after so many plies.
    #[inline]
    pub const fn loss_in(plies: u8) -> Score {
        Score(-Self::win_in(plies).0)
    }

    /// The score as a number: points, or near the ends of the range a forced end.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// The plies to a forced end: positive to a win, and so on; nothing if none is known.
    pub const fn mate(self) -> Option<Mate> {
        if self.0 > Self::MIN_WIN {
            Some(Mate::Win((Self::MAX.0 - 1 - self.0) as u8))
        } else if self.0 < -Self::MIN_WIN {
            Some(Mate::Loss((Self::MAX.0 - 1 + self.0) as u8))
        } else {
            None
        }
    }

    /// The score just above.
    #[inline]
    pub const fn successor(self) -> Score {
        Score(if self.0 < Self::MAX.0 {
            self.0 + 1
        } else {
            self.0
        })
    }

    /// The score so many points away, cut to the range.
    #[inline]
    pub fn saturating_add(self, points: i32) -> Score {
        let range = i32::from(Self::MIN.0)..=i32::from(Self::MAX.0);
        Score((self.value() + points).clamp(*range.start(), *range.end()) as i16)
    }

    /// The same score seen from `plies` before: for tables, where a forced end is told by its
    /// distance from the position, not from the root.
    #[inline]
    pub(crate) const fn to_tt(self, plies: u8) -> Score {
        match self.mate() {
            Some(Mate::Win(_)) => Score(self.0 + plies as i16),
            Some(Mate::Loss(_)) => Score(self.0 - plies as i16),
            None => self,
        }
    }

    /// The inverse of [`rooted_here`](Score::rooted_here).
    #[inline]
    pub(crate) const fn from_tt(self, plies: u8) -> Score {
        match self.mate() {
            Some(Mate::Win(_)) => Score(self.0 - plies as i16),
            Some(Mate::Loss(_)) => Score(self.0 + plies as i16),
            None => self,
        }
    }

    pub(crate) const fn to_bits(self) -> u16 {
        self.0 as u16
    }

    pub(crate) const fn from_bits(bits: u16) -> Score {
        Score(bits as i16)
    }

    /// Whether the side to move is sure to win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 >= Self::MIN_WIN
    }

    /// Whether the side to move is sure to lose.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 <= -Self::MIN_WIN
    }

    /// The inverse of [`value`](Score::value), cut to the range.
    #[inline]
    pub(crate) fn from_value(value: i32) -> Score {
        Score::DRAW.saturating_add(value)
    }

    /// The score in points that stands for a chance to win: the inverse of
    /// [`chance`](Score::chance), but never a forced end.
    pub fn from_win_probability(chance: f64, scale: f64) -> Score {
        // Cut so that the logarithms stay finite, and a NaN becomes even.
        let chance = if chance.is_nan() { 0.5 } else { chance };
        let chance = chance.clamp(1e-6, 1.0 - 1e-6);
        Score::from_eval((scale * (chance / (1.0 - chance)).ln()).round() as i32)
    }

    /// The chance to win that a score stands for, given the game's scale.
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

/// A forced end, and in how many plies it comes.
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
    fn forced_ends_are_ordered_by_distance() {
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
    fn chances_and_points_are_told_by_each_other() {
        for points in [-3000, -700, -1, 0, 1, 20, 555, 2900] {
            let score = Score::from_eval(points);
            assert_eq!(
                Score::from_win_probability(score.win_probability(500.0), 500.0),
                score
            );
        }
        for chance in [0.0, 1.0, f64::INFINITY, -1.0] {
            assert_eq!(Score::from_win_probability(chance, 500.0).mate(), None);
        }
        assert_eq!(Score::from_win_probability(f64::NAN, 500.0), Score::DRAW);
    }

    #[test]
    fn tables_tell_distances_from_the_position() {
        let at_root = Score::win_in(9);
        assert_eq!(at_root.to_tt(4), Score::win_in(5));
        assert_eq!(at_root.to_tt(4).from_tt(4), at_root);
        assert_eq!((-at_root).to_tt(4), Score::loss_in(5));
    }
}
