//! What is logged, for tests that want to see it.

use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, set_default};
use tracing::{Event, Metadata, Subscriber};

/// The lines that this thread logs: the level, and all fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct CapturedLog(Arc<Mutex<Vec<String>>>);

impl CapturedLog {
    /// Captures what this thread logs for as long as the guard lives.
    pub(crate) fn start() -> (CapturedLog, DefaultGuard) {
        let log = CapturedLog::default();
        let guard = set_default(log.clone());
        (log, guard)
    }

    /// Whether a line has all of these parts.
    pub(crate) fn has_line(&self, parts: &[&str]) -> bool {
        let lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let has_all = |line: &String| parts.iter().all(|part| line.contains(part));
        lines.iter().any(has_all)
    }
}

struct Line(String);

impl Visit for Line {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        // Writing to a string does not fail.
        write!(self.0, " {field}={value:?}").ok();
    }
}

impl Subscriber for CapturedLog {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut line = Line(event.metadata().level().to_string());
        event.record(&mut line);
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.push(line.0);
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}
