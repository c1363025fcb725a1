//! Statistics of matches: Elo differences with error bars, and the sequential probability ratio
//! test (SPRT).

/// Results from the first player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn (by the match rules; no game here has draws of its own).
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// How many games were played.
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points scored, from 0 to 1; one half without games.
    pub fn score(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(self.games())
    }

    /// The variance of one game's points.
    fn variance(self) -> f64 {
        let (games, mean) = (f64::from(self.games().max(1)), self.score());
        let part = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        (part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0)) / games
    }

    /// The Elo difference and the ends of its 95 % confidence interval. A clean sweep has no
    /// finite difference; it counts as if half a game had gone the other way.
    pub fn elo(self) -> (f64, f64, f64) {
        let games = f64::from(self.games().max(1));
        let clamp = |score: f64| score.clamp(0.5 / games, 1.0 - 0.5 / games);
        // Even a clean sweep leaves some uncertainty.
        let error = (self.variance() / games).sqrt().max(0.5 / games);
        let (low, high) = (self.score() - 1.96 * error, self.score() + 1.96 * error);
        (
            elo_difference(clamp(self.score())),
            elo_difference(clamp(low)),
            elo_difference(clamp(high)),
        )
    }

    /// The log-likelihood ratio (LLR) of the hypothesis that the first player is `elo1` stronger
    /// against the one that it is `elo0`, by the normal approximation.
    pub fn llr(self, elo0: f64, elo1: f64) -> f64 {
        let games = f64::from(self.games());
        let variance = self.variance();
        if variance <= 0.0 {
            return 0.0;
        }
        let (s0, s1) = (expected_score(elo0), expected_score(elo1));
        games * (s1 - s0) * (2.0 * self.score() - s0 - s1) / (2.0 * variance)
    }
}

/// A sequential probability ratio test (Wald 1945): games are played until one of two hypotheses
/// is accepted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the null hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the alternative hypothesis H1, which is to be shown.
    pub elo1: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtStatus {
    /// More games are needed.
    Continue,
    /// H1 is accepted.
    AcceptH1,
    /// H0 is accepted.
    AcceptH0,
}

impl Sprt {
    /// The bound on the log-likelihood ratio: ln(0.95 / 0.05), for error rates of 5 % both ways.
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// What the games so far say.
    pub fn status(self, tally: Tally) -> SprtStatus {
        let llr = tally.llr(self.elo0, self.elo1);
        if llr >= Self::BOUND {
            SprtStatus::AcceptH1
        } else if llr <= -Self::BOUND {
            SprtStatus::AcceptH0
        } else {
            SprtStatus::Continue
        }
    }
}

/// The expected score at an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The Elo difference of a score.
fn elo_difference(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

#[cfg(test)]
mod tests {
    use super::{Sprt, SprtStatus, Tally};

    #[test]
    fn elo_follows_from_the_score() {
        let even = Tally {
            wins: 50,
            draws: 0,
            losses: 50,
        };
        let (elo, low, high) = even.elo();
        assert!(
            elo.abs() < 1e-9 && low < -60.0 && high > 60.0,
            "{low} {high}"
        );
        let better = Tally {
            wins: 76,
            draws: 0,
            losses: 24,
        };
        assert!((better.elo().0 - 200.2).abs() < 0.5);
        let sweep = Tally {
            wins: 10,
            draws: 0,
            losses: 0,
        };
        let (elo, low, high) = sweep.elo();
        assert!(elo.is_finite() && low < elo && elo <= high);
        assert_eq!(Tally::default().score(), 0.5);
    }

    #[test]
    fn a_test_ends_when_the_evidence_suffices() {
        let test = Sprt {
            elo0: 0.0,
            elo1: 20.0,
        };
        let tally = |wins, losses| Tally {
            wins,
            draws: 100,
            losses,
        };
        assert_eq!(test.status(tally(20, 18)), SprtStatus::Continue);
        assert_eq!(test.status(tally(900, 600)), SprtStatus::AcceptH1);
        assert_eq!(test.status(tally(600, 700)), SprtStatus::AcceptH0);
        assert_eq!(test.status(Tally::default()), SprtStatus::Continue);
    }
}
