//! What was measured, for programs and for people.

use crate::tally::Tally;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// What was measured.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How many games were played at the same time.
    pub games: usize,
    /// Over how many sockets.
    pub sockets: usize,
    /// For how long.
    pub seconds: f64,
    /// How many moves were acknowledged.
    pub moves: usize,
    /// How many in a second.
    pub moves_per_second: f64,
    /// How many games came to an end and were replaced by new ones.
    pub games_finished: u64,
    /// How long a move took from being due to being acknowledged; nothing if none was.
    pub round_trip: Option<RoundTrip>,
    /// What went wrong how often.
    pub errors: BTreeMap<String, u64>,
    /// The server's memory, if it was started for this and the system tells.
    pub memory: Option<Memory>,
    /// What became of the kills.
    pub faults: Option<FaultReport>,
}

/// How long moves took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RoundTrip {
    /// Half of all took at most this.
    pub p50_ms: f64,
    /// Nine of ten.
    pub p90_ms: f64,
    /// 99 of 100.
    pub p99_ms: f64,
    /// The slowest of all.
    pub max_ms: f64,
}

/// Memory in use, in bytes.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Memory {
    /// At the end.
    pub now: u64,
    /// At most.
    pub most: u64,
}

/// What became of the kills.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FaultReport {
    /// How often the server was killed.
    pub kills: usize,
    /// How often a game was compared with what its players had been told.
    pub games_checked: u64,
    /// How many acknowledged moves were looked for in that.
    pub moves_checked: u64,
    /// How many running clocks were looked at.
    pub clocks_checked: u64,
    /// The most that a clock lost in an outage, in milliseconds.
    pub worst_clock_loss_ms: i64,
    /// The longest that the server took to start, in milliseconds.
    pub slowest_start_ms: f64,
    /// How many things were lost.
    pub losses: u64,
    /// The first of them, in words.
    pub lost: Vec<String>,
}

impl RoundTrip {
    /// Of times in microseconds.
    fn of(mut trips: Vec<u32>) -> Option<RoundTrip> {
        trips.sort_unstable();
        let last = trips.len().checked_sub(1)?;
        let share = |percent: usize| {
            // The smallest time that so many of a hundred did not exceed.
            let at = (trips.len() * percent).div_ceil(100).saturating_sub(1);
            f64::from(trips[at.min(last)]) / 1000.0
        };
        Some(RoundTrip {
            p50_ms: share(50),
            p90_ms: share(90),
            p99_ms: share(99),
            max_ms: share(100),
        })
    }
}

impl Report {
    pub(crate) fn new(
        games: usize,
        seconds: f64,
        tally: Tally,
        memory: Option<Memory>,
        faults: Option<FaultReport>,
    ) -> Report {
        let moves = tally.trips.len();
        Report {
            games,
            sockets: games * 2,
            seconds,
            moves,
            moves_per_second: moves as f64 / seconds,
            games_finished: tally.finished,
            round_trip: RoundTrip::of(tally.trips),
            errors: tally.errors,
            memory,
            faults,
        }
    }

    /// What was not as it should be, in a sentence; nothing if all was well.
    pub fn complaint(&self) -> Option<String> {
        let errors: u64 = self.errors.values().sum();
        let losses = self.faults.as_ref().map_or(0, |faults| faults.losses);
        match (errors, losses) {
            (0, 0) if self.moves == 0 => Some("no move was acknowledged".into()),
            (0, 0) => None,
            (errors, 0) => Some(format!("errors: {errors}")),
            (0, losses) => Some(format!("lost after a kill: {losses}")),
            (errors, losses) => Some(format!("errors: {errors}, lost after a kill: {losses}")),
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |name: &str, value: String| writeln!(out, "{name:<16}{value}");
        row("games", self.games.to_string())?;
        row("sockets", self.sockets.to_string())?;
        row("time", format!("{:.1} s", self.seconds))?;
        row("moves", self.moves.to_string())?;
        row("moves a second", format!("{:.1}", self.moves_per_second))?;
        row("games ended", self.games_finished.to_string())?;
        if let Some(trip) = &self.round_trip {
            row("round trip p50", format!("{:.2} ms", trip.p50_ms))?;
            row("round trip p90", format!("{:.2} ms", trip.p90_ms))?;
            row("round trip p99", format!("{:.2} ms", trip.p99_ms))?;
            row("round trip max", format!("{:.2} ms", trip.max_ms))?;
        }
        if let Some(memory) = &self.memory {
            let megabytes = |bytes: u64| bytes as f64 / 1e6;
            let (now, most) = (megabytes(memory.now), megabytes(memory.most));
            row(
                "server memory",
                format!("{now:.0} MB, at most {most:.0} MB"),
            )?;
        }
        if let Some(faults) = &self.faults {
            row("kills", faults.kills.to_string())?;
            row("games checked", faults.games_checked.to_string())?;
            row("moves checked", faults.moves_checked.to_string())?;
            row("clocks checked", faults.clocks_checked.to_string())?;
            row(
                "clock loss",
                format!("at most {} ms", faults.worst_clock_loss_ms),
            )?;
            row(
                "server start",
                format!("at most {:.0} ms", faults.slowest_start_ms),
            )?;
            row("losses", faults.losses.to_string())?;
            for lost in &faults.lost {
                row("", lost.clone())?;
            }
        }
        let errors: u64 = self.errors.values().sum();
        row("errors", errors.to_string())?;
        for (what, count) in &self.errors {
            row("", format!("{count} x {what}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::RoundTrip;

    #[test]
    fn percentiles_are_times_that_were_measured() {
        let trips = (1..=1000).rev().map(|millis| millis * 1000).collect();
        let found = RoundTrip::of(trips).expect("some");
        let expected = RoundTrip {
            p50_ms: 500.0,
            p90_ms: 900.0,
            p99_ms: 990.0,
            max_ms: 1000.0,
        };
        assert_eq!(found, expected);
        let one = RoundTrip::of(vec![7000]).expect("one");
        assert_eq!((one.p50_ms, one.max_ms), (7.0, 7.0));
        assert_eq!(RoundTrip::of(Vec::new()), None);
    }
}
