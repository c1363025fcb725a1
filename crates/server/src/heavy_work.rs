//! Work that takes too long for the threads that serve: replaying games, writing records.

use crate::TEXTS;
use quintain_api::protocol::ErrorCode;
use quintain_rules::messages;
use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Semaphore;
use tracing::error;

messages! {
    /// Why work was not done.
    pub(crate) enum Overloaded in TEXTS {
        /// Too much is waiting already.
        Busy = "overloaded",
        /// It panicked, which has been logged.
        Failed = "work-failed",
    }
}

impl Error for Overloaded {}

impl Overloaded {
    /// The kind of error on the wire.
    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Overloaded::Busy => ErrorCode::Unavailable,
            Overloaded::Failed => ErrorCode::Internal,
        }
    }
}

/// A lane for heavy work of one kind, cheap to clone. Only so much runs at the same time, on
/// threads of its own, and only so much may wait.
#[derive(Clone, Debug)]
pub(crate) struct HeavyWork {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    max_waiting: usize,
}

/// Counts a request while it waits.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A place in a lane.
pub(crate) struct Place(tokio::sync::OwnedSemaphorePermit);

impl HeavyWork {
    /// A lane in which this much runs at the same time, and this much may wait.
    pub(crate) fn new(concurrent: usize, max_waiting: usize) -> HeavyWork {
        HeavyWork {
            permits: Arc::new(Semaphore::new(concurrent)),
            waiting: Arc::default(),
            max_waiting,
        }
    }

    /// Waits for a place.
    pub(crate) async fn place(&self) -> Result<Place, Overloaded> {
        if self.waiting.fetch_add(1, Ordering::Relaxed) >= self.max_waiting {
            self.waiting.fetch_sub(1, Ordering::Relaxed);
            return Err(Overloaded::Busy);
        }
        let waiting = Waiting(&self.waiting);
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        drop(waiting);
        // The semaphore is never closed.
        permit.map(Place).map_err(|_| Overloaded::Busy)
    }

    /// All places that are free.
    #[cfg(test)]
    pub(crate) async fn take_all(&self) -> Vec<Place> {
        let mut places = Vec::new();
        while self.permits.available_permits() > 0 {
            places.push(self.place().await.expect("there is a free place"));
        }
        places
    }

    /// Does work in its turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        self.place().await?.run(work).await
    }
}

impl Place {
    /// Does work in this place.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Overloaded> {
        let done = tokio::task::spawn_blocking(move || {
            let done = work();
            // Not when the one who asked for it goes away: the thread is busy until now.
            drop(self.0);
            done
        });
        done.await.map_err(|panic| {
            error!(%panic, "heavy work failed");
            Overloaded::Failed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{HeavyWork, Overloaded};
    use std::sync::mpsc::channel;
    use std::thread::{ThreadId, current};
    use std::time::Duration;

    #[tokio::test]
    async fn heavy_work_runs_elsewhere_and_only_so_much_of_it_waits() {
        let lane = HeavyWork::new(1, 2);
        let here: ThreadId = current().id();
        let there = lane.run(|| current().id()).await.expect("done");
        assert_ne!(here, there);
        let (release, blocked) = channel::<()>();
        let place = lane.place().await.expect("free");
        let long = tokio::spawn(place.run(move || blocked.recv().is_ok()));
        let [first, second] = [(); 2].map(|()| {
            let lane = lane.clone();
            tokio::spawn(async move { lane.run(|| 1).await })
        });
        // Both wait before the third one asks: on one thread, tasks start in order.
        while lane.waiting.load(std::sync::atomic::Ordering::Relaxed) < 2 {
            tokio::task::yield_now().await;
        }
        let third = tokio::time::timeout(Duration::from_secs(60), lane.run(|| 3)).await;
        assert_eq!(third, Ok(Err(Overloaded::Busy)), "it is refused at once");
        release.send(()).expect("it waits");
        assert_eq!(long.await.expect("joined"), Ok(true));
        assert_eq!(first.await.expect("joined"), Ok(1));
        assert_eq!(second.await.expect("joined"), Ok(1));
    }

    #[tokio::test]
    async fn work_that_panics_takes_nothing_with_it() {
        let lane = HeavyWork::new(1, 1);
        let panicked: Result<(), _> = lane.run(|| panic!("as a test")).await;
        assert_eq!(panicked, Err(Overloaded::Failed));
        assert_eq!(lane.run(|| 2).await, Ok(2));
    }
}
