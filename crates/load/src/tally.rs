//! What is counted while games are played.

use std::collections::BTreeMap;

/// What was counted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// How long each move took from being due to being acknowledged, in microseconds.
    pub(crate) trips: Vec<u32>,
    /// How many games came to an end.
    pub(crate) finished: u64,
    /// What went wrong how often.
    pub(crate) errors: BTreeMap<String, u64>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Tally) {
        self.trips.extend(other.trips);
        self.finished += other.finished;
        for (error, count) in other.errors {
            *self.errors.entry(error).or_default() += count;
        }
    }

    pub(crate) fn error(&mut self, what: String) {
        *self.errors.entry(what).or_default() += 1;
    }

    /// The errors in a line.
    pub(crate) fn trouble(&self) -> String {
        let errors = self.errors.iter();
        let lines: Vec<String> = errors
            .map(|(what, count)| format!("{what} ({count})"))
            .collect();
        if lines.is_empty() {
            "none".to_owned()
        } else {
            lines.join("; ")
        }
    }
}
