//! The results, for programs and for people.

use crate::TEXTS;
use crate::stats::Stats;
use quintain_rules::message::{Language, Message, ToMessage};
use quintain_rules::messages;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

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
    pub errors: Vec<ErrorCount>,
    /// The server's memory, if it was started for the test and the system says so.
    pub memory: Option<Memory>,
    /// What was found after the kills.
    pub faults: Option<FaultReport>,
}

/// Something that went wrong.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorCount {
    /// How often.
    pub count: u64,
    /// What it was.
    pub error: Message,
}

impl ErrorCount {
    pub(crate) fn list(errors: BTreeMap<String, (Message, u64)>) -> Vec<ErrorCount> {
        let errors = errors.into_values();
        let errors = errors.map(|(error, count)| ErrorCount { count, error });
        errors.collect()
    }
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
    pub loss_descriptions: Vec<Message>,
}

impl RoundTrip {
    /// The percentiles of latencies in microseconds.
    pub(crate) fn of(mut latencies_us: Vec<u32>) -> Option<RoundTrip> {
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
            errors: ErrorCount::list(stats.errors),
            memory,
            faults,
        }
    }

    /// Why the test has failed; `None` if it has passed.
    pub fn failure(&self) -> Option<Failure> {
        let errors = self.error_count();
        let losses = self.faults.as_ref().map_or(0, |faults| faults.losses);
        match (errors, losses) {
            (0, 0) if self.moves == 0 => Some(Failure::NoMoves),
            (0, 0) => None,
            (errors, losses) => Some(Failure::Errors { errors, losses }),
        }
    }

    /// The report as a table in a language.
    pub fn render(&self, language: Language) -> String {
        let mut table = String::new();
        for (label, value) in self.rows() {
            let label = label.map_or(String::new(), |label| label.to_message().render(language));
            // Writing to a string does not fail.
            let _ = writeln!(table, "{label:<20}{}", value.to_message().render(language));
        }
        table
    }

    fn rows(&self) -> Vec<(Option<Label>, Value)> {
        let plain = |text: String| Value::Plain { text };
        let millis = |millis: f64| plain(format!("{millis:.2} ms"));
        let mut rows = vec![
            (Label::Games, plain(self.games.to_string())),
            (Label::Sockets, plain(self.sockets.to_string())),
            (Label::Time, plain(format!("{:.1} s", self.seconds))),
            (Label::Moves, plain(self.moves.to_string())),
            (
                Label::MovesPerSecond,
                plain(format!("{:.1}", self.moves_per_second)),
            ),
            (Label::GamesFinished, plain(self.games_finished.to_string())),
        ];
        if let Some(trip) = &self.round_trip {
            rows.extend([
                (Label::RoundTripP50, millis(trip.p50_ms)),
                (Label::RoundTripP90, millis(trip.p90_ms)),
                (Label::RoundTripP99, millis(trip.p99_ms)),
                (Label::RoundTripMax, millis(trip.max_ms)),
            ]);
        }
        if let Some(memory) = &self.memory {
            let megabytes = |bytes: u64| format!("{:.0} MB", bytes as f64 / 1e6);
            rows.push((
                Label::ServerMemory,
                Value::Memory {
                    current: megabytes(memory.current_bytes),
                    peak: megabytes(memory.peak_bytes),
                },
            ));
        }
        let mut rows: Vec<_> = rows
            .into_iter()
            .map(|(label, value)| (Some(label), value))
            .collect();
        if let Some(faults) = &self.faults {
            rows.extend(faults.rows());
        }
        rows.push((Some(Label::Errors), plain(self.error_count().to_string())));
        for ErrorCount { count, error } in &self.errors {
            let (count, error) = (*count, error.clone());
            rows.push((None, Value::Times { count, error }));
        }
        rows
    }

    fn error_count(&self) -> u64 {
        self.errors.iter().map(|error| error.count).sum()
    }
}

impl FaultReport {
    fn rows(&self) -> Vec<(Option<Label>, Value)> {
        let count = |count: u64| Value::Plain {
            text: count.to_string(),
        };
        let at_most = |value: String| Value::AtMost { value };
        let mut rows = vec![
            (Some(Label::Kills), count(self.kills as u64)),
            (Some(Label::GamesChecked), count(self.games_checked)),
            (Some(Label::MovesChecked), count(self.moves_checked)),
            (Some(Label::ClocksChecked), count(self.clocks_checked)),
            (
                Some(Label::ClockLoss),
                at_most(format!("{} ms", self.max_clock_loss_ms)),
            ),
            (
                Some(Label::ServerStart),
                at_most(format!("{:.0} ms", self.max_start_ms)),
            ),
            (Some(Label::Losses), count(self.losses)),
        ];
        for loss in &self.loss_descriptions {
            rows.push((None, Value::Said(loss.clone())));
        }
        rows
    }
}

messages! {
    /// Why a load test has failed.
    pub enum Failure in TEXTS {
        /// Not a single move was acknowledged.
        NoMoves = "no-moves",
        /// Something went wrong, or something was lost.
        Errors = "errors-and-losses" {
            /// How many errors there were.
            errors: u64,
            /// How many things were lost after kills.
            losses: u64,
        },
    }
}

messages! {
    /// The labels of the rows of a report.
    pub(crate) enum Label in TEXTS {
        Games = "label-games",
        Sockets = "label-sockets",
        Time = "label-time",
        Moves = "label-moves",
        MovesPerSecond = "label-moves-per-second",
        GamesFinished = "label-games-finished",
        RoundTripP50 = "label-round-trip-p50",
        RoundTripP90 = "label-round-trip-p90",
        RoundTripP99 = "label-round-trip-p99",
        RoundTripMax = "label-round-trip-max",
        ServerMemory = "label-server-memory",
        Kills = "label-kills",
        GamesChecked = "label-games-checked",
        MovesChecked = "label-moves-checked",
        ClocksChecked = "label-clocks-checked",
        ClockLoss = "label-clock-loss",
        ServerStart = "label-server-start",
        Losses = "label-losses",
        Errors = "label-errors",
    }
}

messages! {
    /// The values of the rows of a report.
    pub(crate) enum Value in TEXTS {
        /// Numbers with units.
        Plain = "value-plain" { text: String },
        AtMost = "value-at-most" { value: String },
        Memory = "value-memory" { current: String, peak: String },
        Times = "value-times" { count: u64, error: Message },
    } or {
        Said(Message),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.render(Language::ENGLISH))
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
