//! Whether the server can do its work, for load balancers and for those who operate it.

use crate::TEXTS;
use crate::engine::{
    EnginePool, Requester, Task, TaskHandle, TaskKind, TaskState, ThreadEngines, Turn,
};
use crate::shutdown::Shutdown;
use crate::store::{Store, StoreError};
use quintain_rules::messages;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// A result is good for this long: whoever asks more often does not cause more writes.
const MAX_AGE: Duration = Duration::from_secs(1);
/// The engine may be busy for this long before it counts as silent.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(30);
/// A disk that hangs must not hang whoever asks.
const STORE_TIMEOUT: Duration = Duration::from_secs(5);

messages! {
    /// Why the server is not ready.
    pub(crate) enum NotReady in TEXTS {
        /// It is shutting down.
        Draining = "draining",
        /// The engine's threads do not get to a task.
        EngineSilent = "engine-silent",
        /// The store does not respond.
        StoreSilent = "store-silent",
    } or {
        /// The store is damaged or cannot be written.
        Store(StoreError),
    }
}

impl Error for NotReady {}

/// Finds out whether the server is ready.
pub(crate) struct Readiness {
    store: Arc<dyn Store>,
    pool: Arc<EnginePool>,
    shutdown: Shutdown,
    engine_timeout: Duration,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    store: Option<(Instant, Result<(), NotReady>)>,
    engine: Option<EngineProbe>,
}

impl Readiness {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        pool: Arc<EnginePool>,
        shutdown: Shutdown,
    ) -> Readiness {
        Readiness {
            store,
            pool,
            shutdown,
            engine_timeout: ENGINE_TIMEOUT,
            state: Mutex::default(),
        }
    }

    /// Whether the server can store games, its engine answers, and it is not shutting down.
    pub(crate) async fn check(&self) -> Result<(), NotReady> {
        if self.shutdown.is_draining() {
            return Err(NotReady::Draining);
        }
        let mut state = self.state.lock().await;
        match &state.store {
            Some((at, checked)) if at.elapsed() < MAX_AGE => checked.clone(),
            _ => {
                let check = tokio::time::timeout(STORE_TIMEOUT, self.store.check_writable());
                let checked = match check.await {
                    Ok(checked) => checked.map_err(NotReady::Store),
                    Err(_) => Err(NotReady::StoreSilent),
                };
                state.store = Some((Instant::now(), checked.clone()));
                checked
            }
        }?;
        let probe = state.engine.take().filter(|probe| !probe.has_answered());
        let probe = probe.or_else(|| EngineProbe::start(&self.pool));
        let is_late = |probe: &EngineProbe| probe.is_late(self.engine_timeout);
        let is_silent = probe.as_ref().is_none_or(is_late);
        state.engine = probe;
        match is_silent {
            true => Err(NotReady::EngineSilent),
            false => Ok(()),
        }
    }
}

/// A task that only shows that the engine's threads get to it.
struct EngineProbe {
    started: Instant,
    answered: Arc<AtomicBool>,
    /// Dropping it would cancel the task.
    _task: TaskHandle,
}

struct Answer(Arc<AtomicBool>);

impl Task for Answer {
    fn run(&mut self, _: &Turn<'_>, _: &mut ThreadEngines) -> TaskState {
        self.0.store(true, Ordering::Relaxed);
        TaskState::Done
    }

    /// Then it has not answered.
    fn give_up(&mut self) {}
}

impl EngineProbe {
    /// `None` if the engine takes no more tasks.
    fn start(pool: &EnginePool) -> Option<EngineProbe> {
        let answered = Arc::new(AtomicBool::new(false));
        let probe = Requester {
            user: String::new(),
            address: None,
        };
        let answer = Box::new(Answer(Arc::clone(&answered)));
        let task = pool.submit(TaskKind::Move, &probe, answer)?;
        Some(EngineProbe {
            started: Instant::now(),
            answered,
            _task: task,
        })
    }

    fn has_answered(&self) -> bool {
        self.answered.load(Ordering::Relaxed)
    }

    fn is_late(&self, timeout: Duration) -> bool {
        !self.has_answered() && self.started.elapsed() > timeout
    }
}

#[cfg(test)]
mod tests {
    use super::{NotReady, Readiness};
    use crate::engine::{EnginePool, Requester, Task, TaskKind, TaskState, ThreadEngines, Turn};
    use crate::metrics::Metrics;
    use crate::shutdown::Shutdown;
    use crate::store::{Sqlite, Store, StoreError};
    use std::sync::Arc;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    /// A task that keeps its thread until it is released.
    struct Blocking(Receiver<()>);

    impl Task for Blocking {
        fn run(&mut self, _: &Turn<'_>, _: &mut ThreadEngines) -> TaskState {
            self.0.recv().ok();
            TaskState::Done
        }

        fn give_up(&mut self) {}
    }

    #[tokio::test]
    async fn a_server_whose_engine_does_not_get_to_anything_is_not_ready() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Sqlite::open(&dir.path().join("test.db"), None).await;
        let store: Arc<dyn Store> = Arc::new(store.expect("a store"));
        let pool = Arc::new(EnginePool::start(1, 10, 10, Metrics::new()).expect("threads"));
        let (release, blocked) = channel();
        let someone = Requester {
            user: String::new(),
            address: None,
        };
        let task = pool.submit(TaskKind::Move, &someone, Box::new(Blocking(blocked)));
        let mut readiness = Readiness::new(store, pool, Shutdown::default());
        // The thread is given time, but not forever.
        assert_eq!(readiness.check().await, Ok(()));
        readiness.engine_timeout = Duration::ZERO;
        let silent = readiness.check().await;
        // Before anything can fail: the pool waits for its threads when it is dropped.
        release.send(()).expect("it waits");
        assert_eq!(silent, Err(NotReady::EngineSilent));
        readiness.engine_timeout = super::ENGINE_TIMEOUT;
        assert_eq!(readiness.check().await, Ok(()));
        drop(task);
    }

    #[tokio::test]
    async fn a_server_that_drains_or_cannot_write_is_not_ready() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = Sqlite::open(&dir.path().join("test.db"), None).await;
        let store: Arc<dyn Store> = Arc::new(store.expect("a store"));
        let pool = Arc::new(EnginePool::start(1, 10, 10, Metrics::new()).expect("threads"));
        let shutdown = Shutdown::default();
        let readiness = || Readiness::new(store.clone(), pool.clone(), shutdown.clone());
        assert_eq!(readiness().check().await, Ok(()));
        store.close().await;
        let cannot_write = Err(NotReady::Store(StoreError::Closed));
        assert_eq!(readiness().check().await, cannot_write);
        shutdown.begin();
        assert_eq!(readiness().check().await, Err(NotReady::Draining));
    }
}
