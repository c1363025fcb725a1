//! What all tables share.

use crate::Options;
use crate::api::Api;
use crate::ledger::Promised;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// What all tables do at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// They come together; nobody moves yet.
    Opening,
    /// They play.
    Playing,
    /// The server is being killed: whoever loses the connection waits.
    Down,
    /// They wait for the answers that are still to come, and leave.
    Ending,
}

/// What all tables share.
pub(crate) struct Shared {
    pub(crate) api: Api,
    /// The ids of the games to play.
    pub(crate) catalogue: Vec<String>,
    /// How long a player takes for a move on average.
    pub(crate) every: Duration,
    pub(crate) phase: watch::Sender<Phase>,
    /// How many tables have begun their first game.
    pub(crate) seated: Counter,
    /// How many tables wait for the server to come back.
    pub(crate) parked: Counter,
    /// How many tables have moved since the server came back.
    pub(crate) moved: Counter,
    /// What each table was promised; kept only if somebody will look for it.
    ledgers: Vec<Mutex<Vec<Promised>>>,
}

impl Shared {
    pub(crate) fn new(api: Api, catalogue: Vec<String>, options: &Options) -> Shared {
        let kept = options.faults.map_or(0, |_| options.games);
        Shared {
            api,
            catalogue,
            every: options.every,
            phase: watch::Sender::new(Phase::Opening),
            seated: Counter::default(),
            parked: Counter::default(),
            moved: Counter::default(),
            ledgers: (0..kept).map(|_| Mutex::default()).collect(),
        }
    }

    /// What a table was promised, if that is kept.
    pub(crate) fn ledger(&self, table: usize) -> Option<MutexGuard<'_, Vec<Promised>>> {
        self.ledgers.get(table).map(open)
    }

    /// What all tables were promised, one after the other.
    pub(crate) fn ledgers(&self) -> impl Iterator<Item = MutexGuard<'_, Vec<Promised>>> {
        self.ledgers.iter().map(open)
    }
}

fn open(ledger: &Mutex<Vec<Promised>>) -> MutexGuard<'_, Vec<Promised>> {
    // Each entry is whole between any two changes.
    ledger.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How many tables have done something.
#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicUsize);

impl Counter {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }

    pub(crate) fn one_more(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn reset(&self) {
        self.0.store(0, Ordering::SeqCst);
    }

    /// Waits until so many have; whether they had in time.
    pub(crate) async fn reaches(&self, wanted: usize, patience: Duration) -> bool {
        let until = Instant::now() + patience;
        while self.count() < wanted {
            if Instant::now() > until {
                return false;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        true
    }
}
