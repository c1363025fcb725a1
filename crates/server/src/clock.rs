//! The server's clock.
//!
//! Games go by this clock, not by the machine's. It starts at the machine's time and then counts
//! by the monotonic clock, so that nobody wins or loses time when the machine's clock is set. It
//! also notices when nobody could play: when the whole process stood still, or when the machine's
//! clock has jumped ahead, as it does after the machine was suspended. Such an outage is remembered
//! until every game has given the time back.
//!
//! Nodes that share a database go by its clock instead: theirs are kept in line with it, and what
//! counts as an outage is not what one of them missed, but what the database says nobody was there
//! for.

use quintain_table::Timestamp;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use tracing::warn;

/// How often the clock is read even if nobody asks for the time.
const TICK_INTERVAL: Duration = Duration::from_millis(200);
/// If the clock was not read for longer than this, the process stood still; if the machine's clock
/// is ahead by more, it was set.
pub(crate) const MIN_OUTAGE_MS: u64 = 1000;
/// How many outages are remembered. Games give the time back at once, so one would do.
const MAX_OUTAGES: usize = 64;

/// Where a clock gets the time from; tests bring their own.
pub trait TimeSource: Send + Sync + 'static {
    /// The machine's time, which can be set.
    fn wall(&self) -> Timestamp;
    /// The time since some moment in the past, which never jumps.
    fn monotonic(&self) -> Duration;
}

/// The machine's clocks.
struct SystemSource {
    started: Instant,
}

impl TimeSource for SystemSource {
    fn wall(&self) -> Timestamp {
        Timestamp::now()
    }

    fn monotonic(&self) -> Duration {
        self.started.elapsed()
    }
}

/// A time in which nobody could play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outage {
    pub(crate) from_at: Timestamp,
    pub(crate) to_at: Timestamp,
}

/// The server's clock, cheap to clone.
#[derive(Clone)]
pub struct Clock(Arc<Shared>);

struct Shared {
    source: Box<dyn TimeSource>,
    state: Mutex<State>,
}

struct State {
    /// The time when the clock was last read, and what the monotonic clock said then.
    now: Timestamp,
    monotonic: Duration,
    /// Whether the clock is kept in line with the database's.
    is_shared: bool,
    /// How far the clock is ahead of that. It never goes back, so it goes slower.
    ahead_ms: u64,
    /// The last outages, and how many there have been in all.
    outages: Vec<Outage>,
    outage_count: u64,
}

impl Default for Clock {
    /// The machine's clock.
    fn default() -> Self {
        Clock::new(SystemSource {
            started: Instant::now(),
        })
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Clock")
    }
}

impl Clock {
    /// A clock that gets the time from this source.
    pub fn new(source: impl TimeSource) -> Clock {
        let state = State {
            now: source.wall(),
            monotonic: source.monotonic(),
            is_shared: false,
            ahead_ms: 0,
            outages: Vec::new(),
            outage_count: 0,
        };
        Clock(Arc::new(Shared {
            source: Box::new(source),
            state: Mutex::new(state),
        }))
    }

    /// The time. It never goes back.
    pub fn now(&self) -> Timestamp {
        self.0.read().now
    }

    /// Starts over at the machine's time, but not before the given moment, and reads the clock
    /// regularly from now on.
    pub(crate) fn start(&self, not_before: Timestamp) -> std::io::Result<()> {
        let mut state = self.0.lock();
        let wall = self.0.source.wall();
        if wall < not_before {
            let ahead_ms = not_before.ms_since(wall);
            warn!(
                ahead_ms,
                "the machine's clock was set back; games go on where they were"
            );
        }
        state.now = wall.max(not_before);
        state.monotonic = self.0.source.monotonic();
        drop(state);
        self.start_ticking()
    }

    /// Starts over at the time of the database, which it is kept in line with from now on.
    pub(crate) fn start_shared(&self, now: Timestamp) -> std::io::Result<()> {
        let mut state = self.0.lock();
        state.is_shared = true;
        state.now = now;
        state.monotonic = self.0.source.monotonic();
        drop(state);
        self.start_ticking()
    }

    /// The machine's time, which the clock of a node that shares a database does not go by.
    pub(crate) fn wall(&self) -> Timestamp {
        self.0.source.wall()
    }

    /// Brings the clock in line with the database's, by this many milliseconds: forward at once,
    /// and back by going slower for a while.
    pub(crate) fn align(&self, correction_ms: i64) {
        let mut state = self.0.read();
        let correction = correction_ms.unsigned_abs();
        if correction_ms < 0 {
            state.ahead_ms = correction;
        } else {
            state.ahead_ms = 0;
            state.now = state.now.plus_ms(correction);
        }
    }

    /// Adds an outage that the database knows of, unless it is known already.
    pub(crate) fn learn_outage(&self, outage: Outage) {
        let mut state = self.0.lock();
        if !state.outages.contains(&outage) {
            state.add_outage(outage);
        }
    }

    fn start_ticking(&self) -> std::io::Result<()> {
        let shared = Arc::downgrade(&self.0);
        std::thread::Builder::new()
            .name("clock".to_owned())
            .spawn(move || tick(&shared))?;
        Ok(())
    }

    /// How many outages there have been.
    pub(crate) fn outage_count(&self) -> u64 {
        self.0.lock().outage_count
    }

    /// The outages that ended after a moment.
    pub(crate) fn outages_after(&self, moment: Timestamp) -> Vec<Outage> {
        let state = self.0.read();
        let outages = state.outages.iter();
        outages
            .filter(|outage| outage.to_at > moment)
            .copied()
            .collect()
    }
}

/// Reads the clock for as long as it exists. A thread of its own does that: the threads that serve
/// may be busy, but they do not stand still.
fn tick(shared: &Weak<Shared>) {
    while let Some(shared) = shared.upgrade() {
        drop(shared.read());
        drop(shared);
        std::thread::sleep(TICK_INTERVAL);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // The state is consistent between any two of its operations.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Moves the clock on to the present.
    fn read(&self) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        let (monotonic, wall) = (self.source.monotonic(), self.source.wall());
        let passed = monotonic.saturating_sub(state.monotonic);
        let passed_ms = u64::try_from(passed.as_millis()).unwrap_or(u64::MAX);
        if state.is_shared {
            state.monotonic += Duration::from_millis(passed_ms);
            let held_ms = state.ahead_ms.min(passed_ms / 2);
            state.ahead_ms -= held_ms;
            state.now = state.now.plus_ms(passed_ms - held_ms);
            return state;
        }
        let (before, mut now) = (state.now, state.now.plus_ms(passed_ms));
        let mut from_at = None;
        if passed_ms > MIN_OUTAGE_MS {
            from_at = Some(before);
        }
        if wall.ms_since(now) > MIN_OUTAGE_MS {
            from_at = from_at.or(Some(now));
            now = wall;
        }
        // What is less than a millisecond counts the next time.
        state.monotonic += Duration::from_millis(passed_ms);
        state.now = now;
        if let Some(from_at) = from_at {
            state.add_outage(Outage {
                from_at,
                to_at: now,
            });
        }
        state
    }
}

impl State {
    fn add_outage(&mut self, outage: Outage) {
        let milliseconds = outage.to_at.ms_since(outage.from_at);
        warn!(
            milliseconds,
            "nobody could play for a while; clocks get the time back"
        );
        if self.outages.len() == MAX_OUTAGES {
            self.outages.remove(0);
        }
        self.outages.push(outage);
        self.outage_count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Outage, TimeSource};
    use quintain_table::Timestamp;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// Both clocks of a machine, in milliseconds.
    #[derive(Clone, Default)]
    struct Machine {
        wall: Arc<AtomicU64>,
        monotonic: Arc<AtomicU64>,
    }

    impl TimeSource for Machine {
        fn wall(&self) -> Timestamp {
            Timestamp(self.wall.load(Ordering::SeqCst))
        }

        fn monotonic(&self) -> Duration {
            Duration::from_millis(self.monotonic.load(Ordering::SeqCst))
        }
    }

    impl Machine {
        fn pass(&self, milliseconds: u64) {
            self.wall.fetch_add(milliseconds, Ordering::SeqCst);
            self.monotonic.fetch_add(milliseconds, Ordering::SeqCst);
        }
    }

    fn clock() -> (Machine, Clock) {
        let machine = Machine::default();
        machine.wall.store(1_000_000, Ordering::SeqCst);
        (machine.clone(), Clock::new(machine))
    }

    #[test]
    fn a_machine_whose_clock_is_set_back_does_not_stop_the_games() {
        let (machine, clock) = clock();
        machine.pass(500);
        assert_eq!(clock.now(), Timestamp(1_000_500));
        machine.wall.store(0, Ordering::SeqCst);
        machine.pass(500);
        assert_eq!(clock.now(), Timestamp(1_001_000));
        assert_eq!(clock.outage_count(), 0);
    }

    #[test]
    fn a_machine_whose_clock_is_set_forward_has_an_outage_of_that_length() {
        let (machine, clock) = clock();
        machine.pass(500);
        machine.wall.fetch_add(3_600_000, Ordering::SeqCst);
        assert_eq!(clock.now(), Timestamp(4_600_500));
        let outage = Outage {
            from_at: Timestamp(1_000_500),
            to_at: Timestamp(4_600_500),
        };
        assert_eq!(clock.outages_after(Timestamp(0)), [outage]);
        assert_eq!(clock.outages_after(outage.to_at), []);
    }

    #[test]
    fn a_shared_clock_follows_the_database_and_never_goes_back() {
        let (machine, clock) = clock();
        clock.start_shared(Timestamp(5_000_000)).expect("a thread");
        machine.pass(400);
        assert_eq!(clock.now(), Timestamp(5_000_400));
        clock.align(30);
        assert_eq!(clock.now(), Timestamp(5_000_430));
        clock.align(-50);
        assert_eq!(clock.now(), Timestamp(5_000_430));
        // It goes at half its speed until it is right.
        machine.pass(40);
        assert_eq!(clock.now(), Timestamp(5_000_450));
        machine.pass(400);
        assert_eq!(clock.now(), Timestamp(5_000_820));
        // Neither the machine's clock nor standing still is an outage: others could go on.
        machine.wall.store(0, Ordering::SeqCst);
        machine.pass(60_000);
        assert_eq!(clock.now(), Timestamp(5_060_820));
        assert_eq!(clock.outage_count(), 0);
        let outage = Outage {
            from_at: Timestamp(5_000_900),
            to_at: Timestamp(5_004_000),
        };
        clock.learn_outage(outage);
        clock.learn_outage(outage);
        assert_eq!(clock.outages_after(Timestamp(0)), [outage]);
        assert_eq!(clock.outage_count(), 1);
    }

    #[test]
    fn a_process_that_stood_still_has_an_outage_since_the_clock_was_last_read() {
        let (machine, clock) = clock();
        for _ in 0..100 {
            machine.pass(500);
            clock.now();
        }
        assert_eq!(clock.outage_count(), 0);
        machine.pass(15_000);
        assert_eq!(clock.now(), Timestamp(1_065_000));
        let outage = Outage {
            from_at: Timestamp(1_050_000),
            to_at: Timestamp(1_065_000),
        };
        assert_eq!(clock.outages_after(Timestamp(0)), [outage]);
    }
}
