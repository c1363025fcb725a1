//! Waiting longer and longer before trying again what keeps failing.

use std::time::{Duration, Instant};

const FIRST_DELAY: Duration = Duration::from_secs(1);
const MAX_DELAY: Duration = Duration::from_secs(60);

/// When to try something again that has failed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Backoff(Option<Wait>);

#[derive(Clone, Copy, Debug)]
struct Wait {
    delay: Duration,
    until: Instant,
}

impl Backoff {
    /// How long it is too early to try; zero if it is not.
    pub(crate) fn remaining(&self, now: Instant) -> Duration {
        self.0.map_or(Duration::ZERO, |wait| {
            wait.until.saturating_duration_since(now)
        })
    }

    /// It has failed: each time the wait doubles, up to a minute.
    pub(crate) fn failed(&mut self, now: Instant) {
        let delay = self.0.map_or(FIRST_DELAY, |wait| wait.delay * 2);
        let delay = delay.min(MAX_DELAY);
        self.0 = Some(Wait {
            delay,
            until: now + delay,
        });
    }

    /// It has worked.
    pub(crate) fn succeeded(&mut self) {
        self.0 = None;
    }
}

#[cfg(test)]
mod tests {
    use super::Backoff;
    use std::time::{Duration, Instant};

    #[test]
    fn what_fails_for_an_hour_is_tried_about_once_a_minute() {
        let (mut backoff, start) = (Backoff::default(), Instant::now());
        let mut tries = 0;
        for second in 0..3600 {
            let now = start + Duration::from_secs(second);
            if backoff.remaining(now).is_zero() {
                tries += 1;
                backoff.failed(now);
            }
        }
        assert!((60..70).contains(&tries), "{tries}");
        backoff.succeeded();
        assert!(backoff.remaining(start).is_zero());
    }
}
