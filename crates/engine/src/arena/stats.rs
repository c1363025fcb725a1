//! Statistics of matches: Elo differences with error bars, and the sequential probability ratio
//! test (SPRT), both from pairs of games with sides swapped (pentanomial).
//!
//! The two games of a pair begin with the same opening and are not independent: an opening that
//! favors one side gives each player one win. Pairs are. So the unit of all estimates here is the
//! pair with its five possible scores.

#[cfg(test)]
mod tests;

/// A player's points in one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Points {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl Points {
    /// The points as a number: 0, 0.5 or 1.
    pub fn value(self) -> f64 {
        self.halves() as f64 / 2.0
    }

    /// What the opponent gets.
    #[must_use]
    pub fn reversed(self) -> Points {
        match self {
            Points::Loss => Points::Win,
            Points::Draw => Points::Draw,
            Points::Win => Points::Loss,
        }
    }

    /// In half points.
    fn halves(self) -> usize {
        self as usize
    }
}

/// Results of games from one player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn (by the match rules; no game here has draws of its own).
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game.
    pub fn add(&mut self, points: Points) {
        match points {
            Points::Loss => self.losses += 1,
            Points::Draw => self.draws += 1,
            Points::Win => self.wins += 1,
        }
    }

    /// The same games from the opponent's view.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }

    /// How many games were played.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The points scored.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of points scored, from 0 to 1; one half without games.
    pub fn score(self) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        self.points() / self.games() as f64
    }
}

/// How many pairs of games a player scored 0, ½, 1, 1½ and 2 points in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// The points per game of a pair, by its place in a [`Pentanomial`].
const PAIR_SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// A pair score that has not occurred counts as this many pairs: what has not been seen is not
/// impossible, and without it the likelihood of a clean sweep would have no maximum.
const UNSEEN: f64 = 1e-3;
/// The two-sided 95 % quantile of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;
/// Steps of a bisection, which exhaust the precision of a number.
const BISECTIONS: usize = 60;

/// An Elo difference with its 95 % confidence interval. A clean sweep has an infinite
/// difference; so has the upper bound then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference that explains the score.
    pub estimate: f64,
    /// The lower bound.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Pentanomial {
    /// Counts a pair of games.
    pub fn add(&mut self, games: [Points; 2]) {
        self.0[games[0].halves() + games[1].halves()] += 1;
    }

    /// The same pairs from the opponent's view.
    #[must_use]
    pub fn reversed(mut self) -> Pentanomial {
        self.0.reverse();
        self
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Pentanomial) -> Pentanomial {
        Pentanomial(std::array::from_fn(|score| self.0[score] + other.0[score]))
    }

    /// How many pairs were played.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// The share of points scored; one half without pairs.
    pub fn score(self) -> f64 {
        if self.pairs() == 0 {
            return 0.5;
        }
        let points: f64 = PAIR_SCORES
            .iter()
            .zip(self.0)
            .map(|(score, count)| score * count as f64)
            .sum();
        points / self.pairs() as f64
    }

    /// The Elo difference; `None` without pairs.
    ///
    /// The interval holds every score `s` from which the observed one is less than 1.96 standard
    /// errors away, where the standard error is that of the likeliest distribution of pairs whose
    /// mean is `s` (a score test, as Wilson's interval is for wins and losses alone). So it does
    /// not collapse when all pairs ended alike, nor leave the range of possible scores.
    pub fn elo(self) -> Option<Elo> {
        let pairs = self.pairs();
        if pairs == 0 {
            return None;
        }
        let (score, observed) = (self.score(), self.regularized());
        let is_plausible = |mean: f64| {
            let variance = observed.with_mean(mean).variance(mean);
            (score - mean).powi(2) * pairs as f64 <= Z * Z * variance
        };
        Some(Elo {
            estimate: elo_difference(score),
            low: elo_difference(last_plausible(score, 0.0, is_plausible)),
            high: elo_difference(last_plausible(score, 1.0, is_plausible)),
        })
    }

    /// The generalized log-likelihood ratio (LLR) of the hypothesis that the player is `elo1`
    /// stronger against the one that it is `elo0`, in logistic Elo: of all distributions of pairs
    /// that agree with a hypothesis the likeliest one stands for it (Van den Bergh, "The
    /// generalized maximum likelihood ratio for the expectation value of a distribution").
    pub fn llr(self, elo0: f64, elo1: f64) -> f64 {
        if self.pairs() == 0 {
            return 0.0;
        }
        let observed = self.regularized();
        let [under0, under1] =
            [elo0, elo1].map(|elo| observed.with_mean(expected_score(elo)).shares);
        let ratios = under1
            .iter()
            .zip(under0)
            .map(|(one, zero)| (one / zero).ln());
        let shares = observed.shares.iter().zip(ratios);
        observed.pairs * shares.map(|(share, ratio)| share * ratio).sum::<f64>()
    }

    fn regularized(self) -> Distribution {
        let counts = self.0.map(|count| (count as f64).max(UNSEEN));
        let pairs = counts.iter().sum();
        Distribution {
            shares: counts.map(|count| count / pairs),
            pairs,
        }
    }
}

/// The farthest score from an observed one towards 0 or 1 that is plausible.
fn last_plausible(score: f64, towards: f64, is_plausible: impl Fn(f64) -> bool) -> f64 {
    if score == towards {
        return towards;
    }
    let (mut inside, mut outside) = (score, towards);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(inside, outside);
        if is_plausible(middle) {
            inside = middle;
        } else {
            outside = middle;
        }
    }
    inside
}

/// How often each score of a pair occurs; none is impossible.
#[derive(Clone, Copy, Debug)]
struct Distribution {
    shares: [f64; 5],
    /// The number of pairs behind it.
    pairs: f64,
}

impl Distribution {
    /// The distribution with this mean (between 0 and 1) that makes what was observed likeliest.
    ///
    /// With a Lagrange multiplier `x` for the mean, the shares are `p / (1 + x (a - mean))` for
    /// the observed shares `p` and the scores `a`, and `x` is the one for which the mean is right.
    fn with_mean(self, mean: f64) -> Distribution {
        // Numbers at the very ends of the range have no distribution without impossible scores.
        let mean = mean.clamp(1e-9, 1.0 - 1e-9);
        let shares = |x: f64| {
            let deviations = PAIR_SCORES.map(|score| score - mean);
            std::array::from_fn(|i| self.shares[i] / (1.0 + x * deviations[i]))
        };
        let error = |shares: [f64; 5]| -> f64 {
            let deviations = PAIR_SCORES.iter().zip(shares);
            deviations
                .map(|(score, share)| (score - mean) * share)
                .sum()
        };
        // Between these no share is negative, and the error falls all the way.
        let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
        for _ in 0..BISECTIONS {
            let middle = f64::midpoint(low, high);
            if error(shares(middle)) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let shares = shares(f64::midpoint(low, high));
        let sum: f64 = shares.iter().sum();
        Distribution {
            shares: shares.map(|share| share / sum),
            ..self
        }
    }

    fn variance(self, mean: f64) -> f64 {
        let scores = PAIR_SCORES.iter().zip(self.shares);
        scores
            .map(|(score, share)| (score - mean).powi(2) * share)
            .sum()
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

impl SprtStatus {
    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            SprtStatus::Continue => "open",
            SprtStatus::AcceptH1 => "better",
            SprtStatus::AcceptH0 => "not better",
        }
    }
}

impl Sprt {
    /// The bound on the log-likelihood ratio: ln(0.95 / 0.05), for error rates of 5 % both ways.
    pub const BOUND: f64 = 2.944_438_979_166_44;

    /// The log-likelihood ratio of the pairs so far.
    pub fn llr(self, pairs: Pentanomial) -> f64 {
        pairs.llr(self.elo0, self.elo1)
    }

    /// What the pairs so far say.
    pub fn status(self, pairs: Pentanomial) -> SprtStatus {
        let llr = self.llr(pairs);
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

/// The Elo difference of a score: infinite at 0 and 1.
fn elo_difference(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}
