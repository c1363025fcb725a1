//! Counters for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number that only grows.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    /// Counts.
    pub(crate) fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is counted.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Requests by the first digit of their status, from 1.
    pub(crate) requests: [Counter; 5],
    /// Sockets that were opened.
    pub(crate) sockets: Counter,
    /// Messages that came over sockets.
    pub(crate) messages: Counter,
    /// Messages that were refused.
    pub(crate) refused: Counter,
    /// Connections that were cut because the client did not read.
    pub(crate) overrun: Counter,
    /// Things that happened in games.
    pub(crate) entries: Counter,
    /// Requests and connections that were too many.
    pub(crate) limited: Counter,
}

/// What is read off at the moment.
#[derive(Debug, Default)]
pub(crate) struct Gauges {
    pub(crate) people: usize,
    pub(crate) rooms: usize,
    pub(crate) thinking: usize,
}

impl Metrics {
    /// All of it as Prometheus reads it.
    pub(crate) fn page(&self, gauges: &Gauges) -> String {
        let mut out = String::new();
        let mut say = |name: &str, kind: &str, help: &str, values: &[(&str, u64)]| {
            // Writing to a string does not fail.
            let _ = writeln!(
                out,
                "# HELP quintain_{name} {help}\n# TYPE quintain_{name} {kind}"
            );
            for (labels, value) in values {
                let _ = writeln!(out, "quintain_{name}{labels} {value}");
            }
        };
        let classes = ["1xx", "2xx", "3xx", "4xx", "5xx"].map(|c| format!("{{status=\"{c}\"}}"));
        let requests: Vec<_> = classes
            .iter()
            .map(String::as_str)
            .zip(self.requests.iter().map(Counter::get))
            .collect();
        say(
            "http_requests_total",
            "counter",
            "Requests by status.",
            &requests,
        );
        for (name, help, counter) in [
            ("sockets_total", "Sockets that were opened.", &self.sockets),
            (
                "messages_total",
                "Messages that came over sockets.",
                &self.messages,
            ),
            (
                "messages_refused_total",
                "Messages that were refused.",
                &self.refused,
            ),
            (
                "overrun_total",
                "Connections cut because the client did not read.",
                &self.overrun,
            ),
            (
                "entries_total",
                "Things that happened in games.",
                &self.entries,
            ),
            (
                "limited_total",
                "Requests and connections that were too many.",
                &self.limited,
            ),
        ] {
            say(name, "counter", help, &[("", counter.get())]);
        }
        for (name, help, value) in [
            ("people", "People connected.", gauges.people),
            ("rooms", "Games in memory.", gauges.rooms),
            (
                "engine_waiting",
                "Tasks that wait for the engine.",
                gauges.thinking,
            ),
        ] {
            say(name, "gauge", help, &[("", value as u64)]);
        }
        out
    }
}
