//! Measurements taken while games are played.

use crate::problem::Problem;
use quintain_rules::message::{Message, ToMessage};
use std::collections::BTreeMap;

/// The measurements.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stats {
    /// How long each move took from being due to being acknowledged, in microseconds.
    pub(crate) latencies_us: Vec<u32>,
    /// How many games were finished.
    pub(crate) games_finished: u64,
    /// What went wrong, and how often; by the English text, which tells messages apart.
    pub(crate) errors: BTreeMap<String, (Message, u64)>,
}

impl Stats {
    pub(crate) fn merge(&mut self, other: Stats) {
        self.latencies_us.extend(other.latencies_us);
        self.games_finished += other.games_finished;
        for (text, (message, count)) in other.errors {
            self.errors.entry(text).or_insert((message, 0)).1 += count;
        }
    }

    pub(crate) fn count_error(&mut self, error: impl Into<Problem>) {
        let message = error.into().to_message();
        let text = message.to_string();
        self.errors.entry(text).or_insert((message, 0)).1 += 1;
    }

    /// The messages of what went wrong.
    pub(crate) fn error_messages(&self) -> Vec<Message> {
        let errors = self.errors.values();
        errors.map(|(message, _)| message.clone()).collect()
    }
}
