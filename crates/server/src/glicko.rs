//! Glicko-2 ratings (Mark Glickman, "Example of the Glicko-2 system"), with one game per rating
//! period.
//!
//! This is our own because the crates for it rate whole periods in days, while ours follow each
//! game and each pause in milliseconds; the paper's formulas are short.

/// A player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Glicko {
    /// The rating; new players start at 1500.
    pub rating: f64,
    /// The rating deviation: the standard error of the rating.
    pub deviation: f64,
    /// How much the player's strength fluctuates.
    pub volatility: f64,
}

impl Default for Glicko {
    fn default() -> Self {
        Glicko {
            rating: 1500.0,
            deviation: 350.0,
            volatility: 0.06,
        }
    }
}

/// The factor from the Glicko-2 scale to the scale of ratings.
const SCALE: f64 = 173.7178;
/// The system constant that limits how fast volatility changes.
const TAU: f64 = 0.5;
/// The deviation never falls below this, so that a rating can always follow its player.
const MIN_DEVIATION: f64 = 45.0;
/// After this time without a game (two years) even the most certain rating is as uncertain as a
/// new player's.
const FULL_DECAY_MS: f64 = 2.0 * 365.25 * 86_400_000.0;
/// Above this deviation a rating is provisional.
const PROVISIONAL_DEVIATION: f64 = 110.0;

impl Glicko {
    /// Whether the deviation is still too large for the rating to mean much.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL_DEVIATION
    }

    /// The same player after this time without a game.
    #[must_use]
    pub fn after_inactivity(self, milliseconds: u64) -> Glicko {
        let new = Glicko::default().deviation;
        // The smallest deviation grows to that of a new player in exactly `FULL_DECAY_MS`.
        let range = new * new - MIN_DEVIATION * MIN_DEVIATION;
        let growth = range * milliseconds as f64 / FULL_DECAY_MS;
        let deviation = (self.deviation * self.deviation + growth).sqrt().min(new);
        Glicko { deviation, ..self }
    }

    /// The same player after a game: `score` is 1 for a win, 0.5 for a draw, 0 for a loss.
    #[must_use]
    pub fn after_game(self, opponent: Glicko, score: f64) -> Glicko {
        self.after_games(&[(opponent, score)])
    }

    fn after_games(self, games: &[(Glicko, f64)]) -> Glicko {
        let mu = (self.rating - 1500.0) / SCALE;
        let phi = self.deviation / SCALE;
        // Steps 3 and 4 of the paper: the estimated variance and improvement.
        let (mut information, mut improvement) = (0.0, 0.0);
        for &(opponent, score) in games {
            let g = g(opponent.deviation / SCALE);
            let difference = mu - (opponent.rating - 1500.0) / SCALE;
            let expected = 1.0 / (1.0 + (-g * difference).exp());
            information += g * g * expected * (1.0 - expected);
            improvement += g * (score - expected);
        }
        let variance = 1.0 / information;
        let volatility = volatility(self.volatility, phi, variance, variance * improvement);
        // Steps 6 and 7: the new deviation and rating.
        let phi_star = (phi * phi + volatility * volatility).sqrt();
        let new_phi = 1.0 / (1.0 / (phi_star * phi_star) + information).sqrt();
        Glicko {
            rating: 1500.0 + SCALE * (mu + new_phi * new_phi * improvement),
            deviation: (SCALE * new_phi).clamp(MIN_DEVIATION, Glicko::default().deviation),
            volatility,
        }
    }
}

/// The weight of a game against an opponent of this deviation: the paper's g.
fn g(phi: f64) -> f64 {
    1.0 / (1.0 + 3.0 * phi * phi / std::f64::consts::PI.powi(2)).sqrt()
}

/// The new volatility: step 5 of the paper, by the Illinois algorithm.
fn volatility(sigma: f64, phi: f64, variance: f64, delta: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let e = x.exp();
        let spread = phi * phi + variance + e;
        e * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (TAU * TAU)
    };
    let mut low = a;
    let excess = delta * delta - phi * phi - variance;
    let mut high = if excess > 0.0 {
        excess.ln()
    } else {
        let steps = (1..100).map(|k| a - f64::from(k) * TAU);
        steps.into_iter().find(|&x| f(x) >= 0.0).unwrap_or(a)
    };
    let (mut f_low, mut f_high) = (f(low), f(high));
    // It converges quickly; the bound keeps odd numbers from looping forever.
    for _ in 0..100 {
        if (high - low).abs() <= 1e-6 {
            break;
        }
        let next = low + (low - high) * f_low / (f_high - f_low);
        let f_next = f(next);
        if f_next * f_high <= 0.0 {
            (low, f_low) = (high, f_high);
        } else {
            f_low /= 2.0;
        }
        (high, f_high) = (next, f_next);
    }
    (low / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::Glicko;

    fn player(rating: f64, deviation: f64) -> Glicko {
        Glicko {
            rating,
            deviation,
            ..Glicko::default()
        }
    }

    /// The worked example of the paper.
    #[test]
    fn the_example_of_the_paper_comes_out() {
        let games = [
            (player(1400.0, 30.0), 1.0),
            (player(1550.0, 100.0), 0.0),
            (player(1700.0, 300.0), 0.0),
        ];
        let after = player(1500.0, 200.0).after_games(&games);
        assert!((after.rating - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn winning_raises_and_losing_lowers_and_the_numbers_stay_sane() {
        let (mut strong, mut weak) = (Glicko::default(), Glicko::default());
        for _ in 0..500 {
            let before = (strong, weak);
            strong = before.0.after_game(before.1, 1.0);
            weak = before.1.after_game(before.0, 0.0);
            assert!(strong.rating >= before.0.rating && weak.rating <= before.1.rating);
            for player in [strong, weak] {
                assert!(player.rating.is_finite() && player.volatility.is_finite());
                assert!((45.0..=350.0).contains(&player.deviation));
            }
        }
    }

    #[test]
    fn evenly_matched_games_reduce_the_deviation() {
        let mut players = [Glicko::default(); 2];
        for game in 0..30 {
            let first_wins = f64::from(game % 2);
            players = [
                players[0].after_game(players[1], first_wins),
                players[1].after_game(players[0], 1.0 - first_wins),
            ];
        }
        assert!(Glicko::default().is_provisional());
        assert!(players.iter().all(|player| !player.is_provisional()));
    }

    #[test]
    fn inactivity_raises_the_deviation_to_that_of_a_new_player_at_most() {
        let known = player(1800.0, 60.0);
        let month = known.after_inactivity(30 * 86_400_000);
        assert!(month.deviation > 60.0 && month.deviation < 150.0);
        assert_eq!(known.after_inactivity(u64::MAX).deviation, 350.0);
        assert_eq!(month.rating, 1800.0);
    }
}
