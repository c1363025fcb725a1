//! Pondering: thinking on the opponent's time.

use crate::host::{Host, SystemHost};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The system, with a clock that stands still while the engine ponders: its own time is not used
/// until the expected move is played.
#[derive(Default)]
pub(super) struct PonderHost {
    pauses: Mutex<Pauses>,
    resumed: Condvar,
}

#[derive(Default)]
struct Pauses {
    /// Since when the clock stands still.
    since: Option<Duration>,
    /// How long it has stood still before.
    total: Duration,
}

impl PonderHost {
    fn pauses(&self) -> MutexGuard<'_, Pauses> {
        self.pauses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the clock.
    pub(super) fn pause(&self) {
        self.pauses().since.get_or_insert_with(|| SystemHost.now());
    }

    /// Starts the clock again; returns whether it stood still.
    pub(super) fn resume(&self) -> bool {
        let mut pauses = self.pauses();
        let since = pauses.since.take();
        if let Some(since) = since {
            pauses.total += SystemHost.now().saturating_sub(since);
            self.resumed.notify_all();
        }
        since.is_some()
    }

    /// Waits until the clock runs.
    pub(super) fn wait_until_running(&self) {
        let paused = |pauses: &mut Pauses| pauses.since.is_some();
        drop(self.resumed.wait_while(self.pauses(), paused));
    }
}

impl Host for PonderHost {
    fn now(&self) -> Duration {
        let pauses = self.pauses();
        let now = pauses.since.unwrap_or_else(|| SystemHost.now());
        now.saturating_sub(pauses.total)
    }

    fn run_parallel<'a>(
        &self,
        main: &mut dyn FnMut(),
        helpers: Vec<Box<dyn FnOnce() + Send + 'a>>,
    ) {
        SystemHost.run_parallel(main, helpers);
    }
}
