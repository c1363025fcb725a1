//! Time management: what ends a search, and how much of a clock it may use.

use std::time::Duration;

/// What ends a search: whichever limit is reached first. Without any limit it runs until it is
/// stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// At most this many plies deep.
    pub depth: Option<u8>,
    /// After this many nodes.
    pub nodes: Option<u64>,
    /// After this much time.
    pub move_time: Option<Duration>,
    /// With a clock that has to last for the rest of the game.
    pub clock: Option<Clock>,
    /// The opponent's clock, if it is known. It ends nothing.
    pub opponent_clock: Option<Clock>,
}

impl Limits {
    /// No limit: the same as the default, for constants.
    pub const NONE: Limits = Limits {
        depth: None,
        nodes: None,
        move_time: None,
        clock: None,
        opponent_clock: None,
    };

    /// About how long a search takes if only time ends it; `None` if time does not.
    pub fn expected_time(&self) -> Option<Duration> {
        TimeManager::new(Duration::ZERO, self).expected()
    }

    /// The limits that remain after some time has passed.
    pub(crate) fn minus_elapsed(&self, elapsed: Duration) -> Limits {
        Limits {
            move_time: self.move_time.map(|time| time.saturating_sub(elapsed)),
            clock: self.clock.map(|clock| Clock {
                remaining: clock.remaining.saturating_sub(elapsed),
                ..clock
            }),
            ..*self
        }
    }
}

/// A clock as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left for the rest of the game.
    pub remaining: Duration,
    /// What every move adds (Fischer increment).
    pub increment: Duration,
}

/// Reserve for the delay between clock and engine, and for a busy machine that schedules other
/// programs for a while.
const MOVE_OVERHEAD: Duration = Duration::from_millis(30);

/// Decides when a search ends: a soft limit between iterations, a hard limit within them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    /// When the search started, by the clock of the host.
    started: Duration,
    /// About how much of a clock a move should use: what is left over is there for later moves.
    /// `None` without a clock; a fixed time is for this move alone and is used up.
    soft: Option<Duration>,
    /// The search is aborted here.
    hard: Option<Duration>,
}

impl TimeManager {
    pub(crate) fn new(started: Duration, limits: &Limits) -> Self {
        let shared = limits.clock.map(|clock| {
            let usable = clock.remaining.saturating_sub(MOVE_OVERHEAD);
            // A twentieth of the remaining time, and most of the increment.
            let soft = (usable / 20).saturating_add(clock.increment / 4 * 3);
            let hard = soft
                .saturating_mul(4)
                .min((usable / 3).saturating_add(clock.increment / 2))
                .min(usable);
            (soft.min(hard), hard)
        });
        let fixed = limits
            .move_time
            .map(|time| time.saturating_sub(Duration::from_millis(1)));
        TimeManager {
            started,
            soft: shared.map(|shared| shared.0),
            hard: earlier(shared.map(|shared| shared.1), fixed),
        }
    }

    /// How long the search has run.
    pub(crate) fn elapsed(&self, now: Duration) -> Duration {
        now.saturating_sub(self.started)
    }

    /// Whether time ends the search at all.
    pub(crate) fn is_limited(&self) -> bool {
        self.hard.is_some()
    }

    pub(crate) fn is_expired(&self, now: Duration) -> bool {
        self.hard.is_some_and(|hard| self.elapsed(now) >= hard)
    }

    /// How long a move is expected to take, if time is limited.
    pub(crate) fn expected(&self) -> Option<Duration> {
        earlier(self.soft, self.hard)
    }

    /// Whether to start another iteration, which will take longer than all before together.
    pub(crate) fn can_start_iteration(&self, now: Duration) -> bool {
        self.soft
            .is_none_or(|soft| self.elapsed(now) < soft / 10 * 6)
    }
}

fn earlier(a: Option<Duration>, b: Option<Duration>) -> Option<Duration> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Limits, TimeManager};
    use std::time::Duration;

    #[test]
    fn a_clock_is_never_overdrawn() {
        for left in [0, 1, 5, 9, 20, 100, 1_000, 60_000, 3_600_000, u64::MAX] {
            for increment in [0, 10, 1_000, 60_000, u64::MAX] {
                let clock = Clock {
                    remaining: Duration::from_millis(left),
                    increment: Duration::from_millis(increment),
                };
                let limits = Limits {
                    clock: Some(clock),
                    ..Limits::default()
                };
                let deadline = TimeManager::new(Duration::from_secs(9), &limits);
                assert!(deadline.expected() <= deadline.hard);
                let hard = deadline.hard.expect("a clock has an end");
                assert!(
                    hard <= clock.remaining,
                    "{hard:?} of {left} ms + {increment} ms"
                );
                assert!(deadline.soft <= deadline.hard);
            }
        }
    }

    #[test]
    fn a_fixed_time_is_used_up() {
        let limits = Limits {
            move_time: Some(Duration::from_secs(60)),
            ..Limits::default()
        };
        let deadline = TimeManager::new(Duration::from_secs(9), &limits);
        assert_eq!(deadline.soft, None);
        assert_eq!(deadline.expected(), deadline.hard);
    }
}
