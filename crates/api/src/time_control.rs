//! Time controls: from the wire to the table and back.

use crate::error::{ServiceError, in_range};
use crate::protocol::{Speed, TimeControl};

/// Speeds are classified by the time that a side has for this many moves.
const ESTIMATED_MOVES: u64 = 40;

impl TimeControl {
    /// The table's time control, or an error if it is too short or too long.
    pub fn to_table(self) -> Result<quintain_table::TimeControl, ServiceError> {
        Ok(match self {
            TimeControl::Unlimited => quintain_table::TimeControl::Unlimited,
            TimeControl::RealTime {
                initial_seconds,
                increment_seconds,
            } => {
                let initial = in_range("initial_seconds", initial_seconds, 1..=10_800)?;
                let increment = in_range("increment_seconds", increment_seconds, 0..=180)?;
                quintain_table::TimeControl::Clock {
                    base: 1000 * u64::from(initial),
                    increment: 1000 * u64::from(increment),
                }
            }
            TimeControl::Correspondence { days_per_move } => {
                let days = in_range("days_per_move", days_per_move, 1..=14)?;
                quintain_table::TimeControl::Correspondence {
                    days: u16::try_from(days).unwrap_or(u16::MAX),
                }
            }
        })
    }
}

impl From<quintain_table::TimeControl> for TimeControl {
    fn from(control: quintain_table::TimeControl) -> Self {
        let seconds = |millis: u64| u32::try_from(millis / 1000).unwrap_or(u32::MAX);
        match control {
            quintain_table::TimeControl::Unlimited => TimeControl::Unlimited,
            quintain_table::TimeControl::Clock { base, increment } => TimeControl::RealTime {
                initial_seconds: seconds(base),
                increment_seconds: seconds(increment),
            },
            quintain_table::TimeControl::Correspondence { days } => TimeControl::Correspondence {
                days_per_move: days.into(),
            },
        }
    }
}

impl Speed {
    /// The class of a time control.
    pub fn of(control: quintain_table::TimeControl) -> Speed {
        match control {
            quintain_table::TimeControl::Unlimited => Speed::Unlimited,
            quintain_table::TimeControl::Correspondence { .. } => Speed::Correspondence,
            quintain_table::TimeControl::Clock { base, increment } => {
                match (base + ESTIMATED_MOVES * increment) / 60_000 {
                    0..3 => Speed::Bullet,
                    3..8 => Speed::Blitz,
                    8..25 => Speed::Rapid,
                    _ => Speed::Classical,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::protocol::{Speed, TimeControl};

    fn clock(initial_seconds: u32, increment_seconds: u32) -> TimeControl {
        TimeControl::RealTime {
            initial_seconds,
            increment_seconds,
        }
    }

    #[test]
    fn time_controls_survive_the_way_to_the_table_and_back() {
        let days = |days_per_move| TimeControl::Correspondence { days_per_move };
        for control in [TimeControl::Unlimited, clock(1, 0), clock(300, 3), days(14)] {
            let table = control.to_table().expect("a valid time control");
            assert_eq!(TimeControl::from(table), control);
        }
        for control in [
            clock(0, 0),
            clock(10_801, 0),
            clock(60, 181),
            days(0),
            days(15),
        ] {
            let error = control.to_table().expect_err("out of range").to_string();
            assert!(error.contains("must be between"), "{error}");
        }
    }

    #[test]
    fn the_increment_counts_for_the_speed() {
        let speed = |control: TimeControl| Speed::of(control.to_table().expect("valid"));
        assert_eq!(speed(clock(60, 0)), Speed::Bullet);
        assert_eq!(speed(clock(60, 3)), Speed::Blitz);
        assert_eq!(speed(clock(600, 0)), Speed::Rapid);
        assert_eq!(speed(clock(600, 30)), Speed::Classical);
        assert_eq!(speed(TimeControl::Unlimited), Speed::Unlimited);
    }
}
