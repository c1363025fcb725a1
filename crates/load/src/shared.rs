//! State that all pairs of players share.

use crate::Options;
use crate::client::ApiClient;
use crate::expectations::Expectation;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often a counter is read while someone waits for it.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// What all pairs do at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// They connect; nobody moves yet.
    Connecting,
    /// They play.
    Playing,
    /// The server is being killed: pairs that lose their connection wait.
    Down,
    /// They wait for outstanding replies, and leave.
    Ending,
}

/// State that all pairs of players share.
pub(crate) struct Shared {
    pub(crate) api: ApiClient,
    /// The ids of the games to play.
    pub(crate) catalogue: Vec<String>,
    /// The average time that a player takes for a move.
    pub(crate) move_interval: Duration,
    pub(crate) phase: watch::Sender<Phase>,
    /// How many pairs have started their first game.
    pub(crate) started: Counter,
    /// How many pairs are waiting for the server to come back.
    pub(crate) parked: Counter,
    /// How many pairs have moved since the server came back.
    pub(crate) moved: Counter,
    /// The expectations of each pair, one for each of its games; empty without faults.
    expectations: Vec<Mutex<Vec<Expectation>>>,
}

impl Shared {
    pub(crate) fn new(api: ApiClient, catalogue: Vec<String>, options: &Options) -> Shared {
        let checked = options.faults.map_or(0, |_| options.games);
        Shared {
            api,
            catalogue,
            move_interval: options.move_interval,
            phase: watch::Sender::new(Phase::Connecting),
            started: Counter::default(),
            parked: Counter::default(),
            moved: Counter::default(),
            expectations: (0..checked).map(|_| Mutex::default()).collect(),
        }
    }

    /// The expectations of a pair, if they will be checked.
    pub(crate) fn expectations_of(&self, pair: usize) -> Option<MutexGuard<'_, Vec<Expectation>>> {
        self.expectations.get(pair).map(lock)
    }

    /// The expectations of all pairs.
    pub(crate) fn expectations(&self) -> impl Iterator<Item = MutexGuard<'_, Vec<Expectation>>> {
        self.expectations.iter().map(lock)
    }
}

fn lock(expectations: &Mutex<Vec<Expectation>>) -> MutexGuard<'_, Vec<Expectation>> {
    // They are consistent between any two changes.
    expectations.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many pairs have done something.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicUsize);

impl Counter {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn increment(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn reset(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    /// Waits until the counter has reached a number. Returns whether it did in time.
    pub(crate) async fn reaches(&self, wanted: usize, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        while self.count() < wanted {
            if Instant::now() > deadline {
                return false;
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        true
    }
}
