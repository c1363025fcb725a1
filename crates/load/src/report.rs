//! The results, for programs and for people.

use crate::stats::Stats;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The results of a load test.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How many games were played at the same time.
    pub games: usize,
    /// How many sockets were open.
    pub sockets: usize,
    /// How long it took.
    pub seconds: f64,
    /// How many moves were acknowledged.
    pub moves: usize,
    /// How many of them per second.
    pub moves_per_second: f64,
    /// How many games were finished and replaced by new ones.
    pub games_finished: u64,
    /// How long a move took from being due to being acknowledged; `None` if none was.
    pub round_trip: Option<RoundTrip>,
    /// What went wrong, and how often.
    pub errors: BTreeMap<String, u64>,
    /// The server's memory, if it was started for the test and the system says so.
    pub memory: Option<Memory>,
    /// What was found after the kills.
    pub faults: Option<FaultReport>,
}

/// Percentiles of how long moves took, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RoundTrip {
    /// Half of all moves took at most this.
    pub p50_ms: f64,
    /// 90 percent did.
    pub p90_ms: f64,
    /// 99 percent did.
    pub p99_ms: f64,
    /// The slowest one.
    pub max_ms: f64,
}

/// Resident memory.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Memory {
    /// At the end.
    pub current_bytes: u64,
    /// The maximum.
    pub peak_bytes: u64,
}

/// What was found after the kills.
#[derive(Clone, Debug, Default, Serialize)]
pub struct FaultReport {
    /// How many times the server was killed.
    pub kills: usize,
    /// How many times a game was compared with what its players had been sent.
    pub games_checked: u64,
    /// How many acknowledged moves were looked for in these games.
    pub moves_checked: u64,
    /// How many running clocks were checked.
    pub clocks_checked: u64,
    /// The most that a clock lost in an outage, in milliseconds.
    pub max_clock_loss_ms: i64,
    /// The longest that the server took to start, in milliseconds.
    pub max_start_ms: f64,
    /// How many things were lost.
    pub losses: u64,
    /// Descriptions of the first of them.
    pub loss_descriptions: Vec<String>,
}

impl RoundTrip {
    /// The percentiles of latencies in microseconds.
    fn of(mut latencies_us: Vec<u32>) -> Option<RoundTrip> {
        latencies_us.sort_unstable();
        let last = latencies_us.len().checked_sub(1)?;
        let percentile_ms = |percent: usize| {
            // The smallest latency that this share of all moves did not exceed.
            let index = (latencies_us.len() * percent).div_ceil(100);
            f64::from(latencies_us[index.saturating_sub(1).min(last)]) / 1000.0
        };
        Some(RoundTrip {
            p50_ms: percentile_ms(50),
            p90_ms: percentile_ms(90),
            p99_ms: percentile_ms(99),
            max_ms: percentile_ms(100),
        })
    }
}

impl Report {
    pub(crate) fn new(
        games: usize,
        seconds: f64,
        stats: Stats,
        memory: Option<Memory>,
        faults: Option<FaultReport>,
    ) -> Report {
        let moves = stats.latencies_us.len();
        Report {
            games,
            sockets: games * 2,
            seconds,
            moves,
            moves_per_second: moves as f64 / seconds,
            games_finished: stats.games_finished,
            round_trip: RoundTrip::of(stats.latencies_us),
            errors: stats.errors,
            memory,
            faults,
        }
    }

    /// Why the test has failed; `None` if it has passed.
    pub fn failure(&self) -> Option<String> {
        let errors: u64 = self.errors.values().sum();
        let losses = self.faults.as_ref().map_or(0, |faults| faults.losses);
        match (errors, losses) {
            (0, 0) if self.moves == 0 => Some("no move was acknowledged".into()),
            (0, 0) => None,
            (errors, 0) => Some(format!("errors: {errors}")),
            (0, losses) => Some(format!("losses after kills: {losses}")),
            (errors, losses) => Some(format!("errors: {errors}, losses after kills: {losses}")),
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
        row("moves/second", format!("{:.1}", self.moves_per_second))?;
        row("games finished", self.games_finished.to_string())?;
        if let Some(trip) = &self.round_trip {
            row("round trip p50", format!("{:.2} ms", trip.p50_ms))?;
            row("round trip p90", format!("{:.2} ms", trip.p90_ms))?;
            row("round trip p99", format!("{:.2} ms", trip.p99_ms))?;
            row("round trip max", format!("{:.2} ms", trip.max_ms))?;
        }
        if let Some(memory) = &self.memory {
            let megabytes = |bytes: u64| bytes as f64 / 1e6;
            let current = megabytes(memory.current_bytes);
            let peak = megabytes(memory.peak_bytes);
            row(
                "server memory",
                format!("{current:.0} MB, peak {peak:.0} MB"),
            )?;
        }
        if let Some(faults) = &self.faults {
            row("kills", faults.kills.to_string())?;
            row("games checked", faults.games_checked.to_string())?;
            row("moves checked", faults.moves_checked.to_string())?;
            row("clocks checked", faults.clocks_checked.to_string())?;
            row(
                "clock loss",
                format!("at most {} ms", faults.max_clock_loss_ms),
            )?;
            row(
                "server start",
                format!("at most {:.0} ms", faults.max_start_ms),
            )?;
            row("losses", faults.losses.to_string())?;
            for loss in &faults.loss_descriptions {
                row("", loss.clone())?;
            }
        }
        let errors: u64 = self.errors.values().sum();
        row("errors", errors.to_string())?;
        for (error, count) in &self.errors {
            row("", format!("{count} x {error}"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::RoundTrip;

    #[test]
    fn percentiles_are_latencies_that_were_measured() {
        let latencies = (1..=1000).rev().map(|millis| millis * 1000).collect();
        let found = RoundTrip::of(latencies).expect("some");
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
