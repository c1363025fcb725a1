//! Time: moments, time controls, and clocks that follow from what was played when.

use quintain_rules::Side;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A moment: milliseconds since the beginning of 1970.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Time(pub u64);

impl Time {
    /// This moment, by the system's clock.
    pub fn now() -> Time {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Time(since.map_or(0, |since| {
            u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
        }))
    }

    /// A later moment.
    #[must_use]
    pub fn after(self, milliseconds: u64) -> Time {
        Time(self.0.saturating_add(milliseconds))
    }

    /// How many milliseconds have passed since an earlier moment; none if it is a later one.
    pub fn since(self, earlier: Time) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// How much time the players have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TimeControl {
    /// As much as they like.
    #[default]
    Unlimited,
    /// Some time for the whole game, and some more for each move.
    Clock {
        /// For the whole game, in milliseconds.
        base: u64,
        /// For each move, in milliseconds.
        increment: u64,
    },
    /// So many days for each move.
    Correspondence {
        /// The days.
        days: u16,
    },
}

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

impl TimeControl {
    /// What a player has in the beginning, in milliseconds.
    pub fn base(self) -> Option<u64> {
        match self {
            TimeControl::Unlimited => None,
            TimeControl::Clock { base, .. } => Some(base),
            TimeControl::Correspondence { days } => Some(u64::from(days) * DAY),
        }
    }

    /// What a player has after a move that left so much.
    fn refilled(self, left: u64) -> u64 {
        match self {
            TimeControl::Unlimited => left,
            TimeControl::Clock { increment, .. } => left.saturating_add(increment),
            TimeControl::Correspondence { days } => u64::from(days) * DAY,
        }
    }

    /// The increment, in milliseconds.
    pub fn increment(self) -> u64 {
        match self {
            TimeControl::Clock { increment, .. } => increment,
            _ => 0,
        }
    }
}

/// Why a text is no time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a time control such as 5m+3s, 90s, 3d or none")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    /// Reads `5m+3s`, `90s`, `1h30m`, `3d` (days for each move) or `none`.
    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = || TimeControlError(text.chars().take(40).collect());
        if text == "none" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(days) = text.strip_suffix('d') {
            let days = days.parse().ok().filter(|days| (1..=365).contains(days));
            return Ok(TimeControl::Correspondence {
                days: days.ok_or_else(wrong)?,
            });
        }
        let (base, increment) = match text.split_once('+') {
            Some((base, increment)) => (base, span(increment).ok_or_else(wrong)?),
            None => (text, 0),
        };
        let base = span(base)
            .filter(|&base| base + increment > 0)
            .ok_or_else(wrong)?;
        Ok(TimeControl::Clock { base, increment })
    }
}

/// Reads a length of time, at most a day: `1h30m`, `5m`, `2.5s`, `100ms`.
fn span(text: &str) -> Option<u64> {
    let mut rest = text;
    let mut total = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let number: f64 = rest[..digits].parse().ok()?;
        let letters = rest[digits..].find(|c: char| !c.is_ascii_alphabetic());
        let end = letters.map_or(rest.len(), |letters| digits + letters);
        let unit = match &rest[digits..end] {
            "ms" => 1,
            "s" => SECOND,
            "m" => MINUTE,
            "h" => HOUR,
            _ => return None,
        };
        total += number * unit as f64;
        rest = &rest[end..];
    }
    (!text.is_empty() && total <= DAY as f64).then_some(total.round() as u64)
}

impl fmt::Display for TimeControl {
    /// Writes what `from_str` reads.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            TimeControl::Unlimited => out.write_str("none"),
            TimeControl::Correspondence { days } => write!(out, "{days}d"),
            TimeControl::Clock { base, increment } => {
                out.write_str(&in_units(base))?;
                if increment > 0 {
                    write!(out, "+{}", in_units(increment))?;
                }
                Ok(())
            }
        }
    }
}

fn in_units(milliseconds: u64) -> String {
    match milliseconds {
        0 => "0s".into(),
        _ if milliseconds.is_multiple_of(HOUR) => format!("{}h", milliseconds / HOUR),
        _ if milliseconds.is_multiple_of(MINUTE) => format!("{}m", milliseconds / MINUTE),
        _ if milliseconds.is_multiple_of(SECOND) => format!("{}s", milliseconds / SECOND),
        _ => format!("{milliseconds}ms"),
    }
}

/// The clocks of both players.
///
/// Nobody's clock runs before both have made a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    control: TimeControl,
    left: [u64; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, Time)>,
}

impl Clocks {
    pub(crate) fn new(control: TimeControl) -> Option<Clocks> {
        control.base().map(|base| Clocks {
            control,
            left: [base; 2],
            running: None,
        })
    }

    /// What a player has left at a moment, in milliseconds.
    pub fn left(&self, side: Side, now: Time) -> u64 {
        let left = self.left[side.index()];
        match self.running {
            Some((running, since)) if running == side => left.saturating_sub(now.since(since)),
            _ => left,
        }
    }

    /// What a player has left, as the engine's limits want it.
    pub fn for_engine(&self, side: Side, now: Time) -> quintain_engine::Clock {
        quintain_engine::Clock {
            remaining: Duration::from_millis(self.left(side, now)),
            increment: Duration::from_millis(self.control.increment()),
        }
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Side> {
        self.running.map(|running| running.0)
    }

    /// When the running clock will have run out, and whose it is.
    pub fn due(&self) -> Option<(Side, Time)> {
        let (side, since) = self.running?;
        Some((side, since.after(self.left[side.index()])))
    }

    /// Stops the running clock.
    pub(crate) fn stop(&mut self, now: Time) {
        if let Some(side) = self.running() {
            self.left[side.index()] = self.left(side, now);
        }
        self.running = None;
    }

    /// A step was made: its maker's clock is stopped and refilled.
    pub(crate) fn step(&mut self, now: Time) {
        let mover = self.running();
        self.stop(now);
        if let Some(side) = mover {
            let left = &mut self.left[side.index()];
            *left = self.control.refilled(*left);
        }
    }

    /// A player's clock begins to run.
    pub(crate) fn start(&mut self, side: Side, now: Time) {
        self.stop(now);
        self.running = Some((side, now));
    }

    /// Time in which nobody could play is given back.
    pub(crate) fn forgive(&mut self, from: Time, to: Time) {
        if let Some((_, since)) = &mut self.running {
            *since = since.after(to.since(from.max(*since)));
        }
    }
}
