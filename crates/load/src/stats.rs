//! Measurements taken while games are played.

use std::collections::BTreeMap;

/// The measurements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stats {
    /// How long each move took from being due to being acknowledged, in microseconds.
    pub(crate) latencies_us: Vec<u32>,
    /// How many games were finished.
    pub(crate) games_finished: u64,
    /// What went wrong, and how often.
    pub(crate) errors: BTreeMap<String, u64>,
}

impl Stats {
    pub(crate) fn merge(&mut self, other: Stats) {
        self.latencies_us.extend(other.latencies_us);
        self.games_finished += other.games_finished;
        for (error, count) in other.errors {
            *self.errors.entry(error).or_default() += count;
        }
    }

    pub(crate) fn count_error(&mut self, error: String) {
        *self.errors.entry(error).or_default() += 1;
    }

    /// The errors in one line.
    pub(crate) fn error_summary(&self) -> String {
        let errors = self.errors.iter();
        let lines: Vec<String> = errors
            .map(|(error, count)| format!("{error} ({count})"))
            .collect();
        if lines.is_empty() {
            "none".to_owned()
        } else {
            lines.join("; ")
        }
    }
}
