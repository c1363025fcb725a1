//! Timestamps, time controls, and clocks that follow from what was played when.

use crate::{TEXTS, duration};
use quintain_rules::{Side, messages, quote};
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment: milliseconds since the Unix epoch.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The current time by the system's clock.
    pub fn now() -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Timestamp(since.map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        }))
    }

    /// The moment this many milliseconds later.
    #[must_use]
    pub fn plus_ms(self, millis: u64) -> Timestamp {
        Timestamp(self.0.saturating_add(millis))
    }

    /// The milliseconds since an earlier moment; 0 if it is a later one.
    pub fn ms_since(self, earlier: Timestamp) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// The date of the moment in UTC, as `2026-11-15`.
    pub fn date(self) -> String {
        let (year, month, day) = civil_date(self.0 / MS_PER_DAY);
        format!("{year:04}-{month:02}-{day:02}")
    }
}

const MS_PER_DAY: u64 = 86_400_000;
/// The last day of the year 9999: no calendar of four digits reaches further.
const LAST_DAY: u64 = 2_932_896;

/// Year, month and day in the Gregorian calendar, this many days after the first of January 1970.
///
/// It counts in years that begin in March, so that a leap day is the last of its year, and in eras
/// of 400 years, which all have the same number of days.
fn civil_date(days: u64) -> (u64, u64, u64) {
    const DAYS_PER_ERA: u64 = 146_097;
    /// From the first of March of the year 0 to the first of January 1970.
    const EPOCH: u64 = 719_468;
    let days = days.min(LAST_DAY) + EPOCH;
    let (era, day) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // March is 0; five months have 153 days.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let is_next_year = month >= 10;
    let month = if is_next_year { month - 9 } else { month + 3 };
    (era * 400 + year + u64::from(is_next_year), month, day)
}

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// A clock for each side, with time added after each move (Fischer increment).
    Clock {
        /// What each side starts with, in milliseconds.
        base_ms: u64,
        /// What each move adds, in milliseconds.
        increment_ms: u64,
    },
    /// Days for each move.
    Correspondence {
        /// How many days.
        days: u16,
    },
}

const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const MAX_CORRESPONDENCE_DAYS: u16 = 365;
/// The most time that a clock can start with, or that a move can add.
const MAX_CLOCK: Duration = Duration::from_secs(24 * 60 * 60);

impl TimeControl {
    /// The time controls that menus offer; people can also enter their own.
    pub const OFFERED: [TimeControl; 9] = [
        TimeControl::Unlimited,
        clock(60, 1),
        clock(3 * 60, 2),
        clock(5 * 60, 3),
        clock(10 * 60, 5),
        clock(30 * 60, 20),
        TimeControl::Correspondence { days: 1 },
        TimeControl::Correspondence { days: 3 },
        TimeControl::Correspondence { days: 7 },
    ];

    /// What a player starts with, in milliseconds; `None` without a limit.
    pub fn base_ms(self) -> Option<u64> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Clock { base_ms, .. } => Some(base_ms),
            TimeControl::Correspondence { days } => Some(u64::from(days) * DAY_MS),
        }
    }

    /// What a player has after a move that left this much time.
    fn after_move(self, remaining_ms: u64) -> u64 {
        match self {
            TimeControl::Unlimited => remaining_ms,
            TimeControl::Clock { increment_ms, .. } => remaining_ms.saturating_add(increment_ms),
            TimeControl::Correspondence { days } => u64::from(days) * DAY_MS,
        }
    }

    /// The increment in milliseconds.
    pub fn increment_ms(self) -> u64 {
        match self {
            TimeControl::Clock { increment_ms, .. } => increment_ms,
            _ => 0,
        }
    }
}

const fn clock(base_seconds: u64, increment_seconds: u64) -> TimeControl {
    TimeControl::Clock {
        base_ms: base_seconds * 1000,
        increment_ms: increment_seconds * 1000,
    }
}

messages! {
    /// Why a text is not a time control.
    pub struct TimeControlError in TEXTS = "not-a-time-control" {
        /// The text, quoted.
        text: String,
    }
}

impl Error for TimeControlError {}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `5m+3s`, `90s`, `1h30m`, `3d` (days for each move) or `none`.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = || TimeControlError { text: quote(text) };
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(days) = text.strip_suffix('d') {
            let days = days.parse().ok();
            let days = days.filter(|days| (1..=MAX_CORRESPONDENCE_DAYS).contains(days));
            return Ok(TimeControl::Correspondence {
                days: days.ok_or_else(wrong)?,
            });
        }
        let millis = |text: &str| {
            let duration = duration::parse(text)
                .ok()
                .filter(|&time| time <= MAX_CLOCK)?;
            u64::try_from(duration.as_millis()).ok()
        };
        let (base, increment_ms) = match text.split_once('+') {
            Some((base, increment)) => (base, millis(increment).ok_or_else(wrong)?),
            None => (text, 0),
        };
        let base_ms = millis(base)
            .filter(|&base| base + increment_ms > 0)
            .ok_or_else(wrong)?;
        Ok(TimeControl::Clock {
            base_ms,
            increment_ms,
        })
    }
}

impl fmt::Display for TimeControl {
    /// Writes what `from_str` reads.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time = |millis| duration::format(Duration::from_millis(millis));
        match *self {
            TimeControl::Unlimited => out.write_str("none"),
            TimeControl::Correspondence { days } => write!(out, "{days}d"),
            TimeControl::Clock {
                base_ms,
                increment_ms: 0,
            } => out.write_str(&time(base_ms)),
            TimeControl::Clock {
                base_ms,
                increment_ms,
            } => write!(out, "{}+{}", time(base_ms), time(increment_ms)),
        }
    }
}

/// The clocks of both players.
///
/// No clock runs before both players have moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    /// What each side had when its clock last stopped.
    remaining_ms: [u64; 2],
    /// Whose clock is running, and since when.
    running: Option<(Side, Timestamp)>,
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Option<Clocks> {
        control.base_ms().map(|base_ms| Clocks {
            control,
            remaining_ms: [base_ms; 2],
            running: None,
        })
    }

    /// The time that a player has left, in milliseconds.
    pub fn remaining_ms(&self, side: Side, now: Timestamp) -> u64 {
        let remaining_ms = self.remaining_ms[side.index()];
        match self.running {
            Some((running, since_at)) if running == side => {
                remaining_ms.saturating_sub(now.ms_since(since_at))
            }
            _ => remaining_ms,
        }
    }

    /// The time control that the clocks follow.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// The side whose clock is running.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|running| running.0)
    }

    /// The side whose clock is running, and when its flag will fall.
    pub fn flag_at(&self) -> Option<(Side, Timestamp)> {
        let (side, since_at) = self.running?;
        Some((side, since_at.plus_ms(self.remaining_ms[side.index()])))
    }

    /// Stops the running clock.
    pub(crate) fn stop(&mut self, now: Timestamp) {
        if let Some(side) = self.running() {
            self.remaining_ms[side.index()] = self.remaining_ms(side, now);
        }
        self.running = None;
    }

    /// A move was made: the mover's clock stops and gets its increment.
    pub(crate) fn after_move(&mut self, now: Timestamp) {
        let mover = self.running();
        self.stop(now);
        if let Some(side) = mover {
            let remaining_ms = &mut self.remaining_ms[side.index()];
            *remaining_ms = self.control.after_move(*remaining_ms);
        }
    }

    /// Starts a player's clock.
    pub(crate) fn start(&mut self, side: Side, now: Timestamp) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Gives back time in which nobody could play.
    pub(crate) fn add_pause(&mut self, from_at: Timestamp, to_at: Timestamp) {
        if let Some((_, since_at)) = &mut self.running {
            *since_at = since_at.plus_ms(to_at.ms_since(from_at.max(*since_at)));
        }
    }
}
