//! Logging what happens again and again.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What is said once is said again after this time at the earliest.
const INTERVAL: Duration = Duration::from_secs(10);

/// Lets one of many lines about the same thing through, so that a fault that lasts does not fill
/// the disk with its own log.
#[derive(Debug, Default)]
pub(crate) struct LogThrottle(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    last: Option<Instant>,
    suppressed: u64,
}

impl LogThrottle {
    pub(crate) const fn new() -> LogThrottle {
        LogThrottle(Mutex::new(State {
            last: None,
            suppressed: 0,
        }))
    }

    /// Whether to log now; if so, how many lines have been left out since the last one.
    pub(crate) fn allow(&self) -> Option<u64> {
        self.allow_at(Instant::now())
    }

    fn allow_at(&self, now: Instant) -> Option<u64> {
        // The state is consistent between any two of its operations.
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if state.last.is_some_and(|last| now < last + INTERVAL) {
            state.suppressed += 1;
            return None;
        }
        state.last = Some(now);
        Some(std::mem::take(&mut state.suppressed))
    }
}

/// Logs like `warn!` or `error!`, but not more often than a [`LogThrottle`] allows.
macro_rules! log_throttled {
    ($throttle:expr, $level:ident, $($rest:tt)+) => {
        if let Some(suppressed) = $throttle.allow() {
            tracing::$level!(suppressed, $($rest)+);
        }
    };
}
pub(crate) use log_throttled;

#[cfg(test)]
mod tests {
    use super::{INTERVAL, LogThrottle};
    use std::time::{Duration, Instant};

    #[test]
    fn a_thousand_lines_in_a_second_become_one_that_says_how_many_there_were() {
        let (throttle, start) = (LogThrottle::default(), Instant::now());
        let at = |ms| throttle.allow_at(start + Duration::from_millis(ms));
        let lines = (0..1000).filter(|&ms| at(ms).is_some()).count();
        assert_eq!(lines, 1);
        assert_eq!(throttle.allow_at(start + INTERVAL), Some(999));
        assert_eq!(throttle.allow_at(start + INTERVAL), None);
        assert_eq!(throttle.allow_at(start + INTERVAL * 2), Some(1));
    }
}
