//! The time controls that a server offers, and their classes.

use crate::error::{ServiceError, in_range};
use crate::protocol::Speed;
use quintain_table::TimeControl;

/// Speeds are classified by the time that a side has for this many moves.
const ESTIMATED_MOVES: u64 = 40;
const MINUTE_MS: u64 = 60_000;
const HOUR_MS: u64 = 60 * MINUTE_MS;

/// Checks that a time control is neither too short nor too long.
pub fn check(control: TimeControl) -> Result<(), ServiceError> {
    match control {
        TimeControl::Unlimited => {}
        TimeControl::Clock {
            base_ms,
            increment_ms,
        } => {
            in_range("base_ms", base_ms, 1000..=3 * HOUR_MS)?;
            in_range("increment_ms", increment_ms, 0..=3 * MINUTE_MS)?;
        }
        TimeControl::Correspondence { days } => {
            in_range("days", days, 1..=14)?;
        }
    }
    Ok(())
}

impl Speed {
    /// The class of a time control.
    pub fn of(control: TimeControl) -> Speed {
        match control {
            TimeControl::Unlimited => Speed::Unlimited,
            TimeControl::Correspondence { .. } => Speed::Correspondence,
            TimeControl::Clock {
                base_ms,
                increment_ms,
            } => match (base_ms + ESTIMATED_MOVES * increment_ms) / MINUTE_MS {
                0..3 => Speed::Bullet,
                3..8 => Speed::Blitz,
                8..25 => Speed::Rapid,
                _ => Speed::Classical,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::protocol::Speed;
    use quintain_table::TimeControl;

    fn control(text: &str) -> TimeControl {
        text.parse().expect("a time control")
    }

    #[test]
    fn time_controls_have_a_minimum_and_a_maximum() {
        for valid in ["none", "1s", "5m+3s", "3h+3m", "1d", "14d"] {
            assert_eq!(check(control(valid)), Ok(()), "{valid}");
        }
        for invalid in ["999ms", "3h1s", "1m+181s", "15d"] {
            let error = check(control(invalid)).expect_err(invalid).to_string();
            assert!(error.contains("must be between"), "{error}");
        }
        for offered in TimeControl::OFFERED {
            assert_eq!(check(offered), Ok(()));
        }
    }

    #[test]
    fn the_increment_counts_for_the_speed() {
        for (text, speed) in [
            ("1m", Speed::Bullet),
            ("1m+3s", Speed::Blitz),
            ("10m", Speed::Rapid),
            ("10m+30s", Speed::Classical),
            ("none", Speed::Unlimited),
            ("3d", Speed::Correspondence),
        ] {
            assert_eq!(Speed::of(control(text)), speed, "{text}");
        }
    }
}
