//! Work that keeps a processor busy: a few requests at a time, on threads where they hold up nobody.

use super::{ApiError, ClientAddress};
use crate::app::App;
use crate::budget::{Budget, Permit, Share};
use crate::heavy_work::HeavyWork;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::convert::Infallible;

/// How many requests may work or wait for it, in all and from one address.
const MAX_QUEUED: usize = 64;
const MAX_QUEUED_PER_ADDRESS: usize = 16;

/// Where requests work, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct Workers {
    lane: HeavyWork,
    queue: Budget,
}

impl Workers {
    /// Lets this many requests work at the same time.
    pub(crate) fn new(slots: usize) -> Workers {
        Workers {
            lane: HeavyWork::new(slots.max(1), MAX_QUEUED),
            queue: Budget::new(MAX_QUEUED, MAX_QUEUED_PER_ADDRESS),
        }
    }
}

/// The work of a request.
#[derive(Clone, Debug)]
pub(super) struct Work {
    lane: HeavyWork,
    queue: Share,
}

impl FromRequestParts<App> for Work {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let ClientAddress(address) = ClientAddress::from_request_parts(parts, app).await?;
        let workers = app.workers();
        Ok(Work {
            lane: workers.lane.clone(),
            queue: workers.queue.share(address),
        })
    }
}

impl Work {
    /// A place in the queue, for work that is done elsewhere.
    pub(super) fn place(&self) -> Result<Permit, ApiError> {
        Ok(self.queue.take(1)?)
    }

    /// Does some work when it is its turn; rejects it if too many others are waiting.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let share = self.place()?;
        let place = self.lane.place().await?;
        let work = move || {
            let done = work();
            // The work goes on if the client leaves, so it keeps its share until it is done.
            drop(share);
            done
        };
        Ok(place.run(work).await?)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_QUEUED_PER_ADDRESS, Work, Workers};
    use std::net::IpAddr;
    use std::sync::Arc;
    use std::sync::mpsc;

    #[tokio::test]
    async fn one_address_cannot_fill_the_queue_for_work() {
        let workers = Workers::new(1);
        let work = |last: u8| Work {
            lane: workers.lane.clone(),
            queue: workers.queue.share(IpAddr::from([192, 0, 2, last])),
        };
        // The first request works until it is released; the others wait.
        let (release, released) = mpsc::channel::<()>();
        let (first, started) = (work(1), Arc::new(tokio::sync::Notify::new()));
        let begin = Arc::clone(&started);
        let mut tasks = vec![tokio::spawn(async move {
            let work = move || {
                begin.notify_one();
                released.recv().ok();
            };
            first.run(work).await.is_ok()
        })];
        started.notified().await;
        for _ in 1..MAX_QUEUED_PER_ADDRESS {
            let work = work(1);
            tasks.push(tokio::spawn(async move { work.run(|| ()).await.is_ok() }));
        }
        while workers.queue.used() < MAX_QUEUED_PER_ADDRESS {
            tokio::task::yield_now().await;
        }
        assert!(work(1).run(|| ()).await.is_err());
        let other = work(2);
        tasks.push(tokio::spawn(async move { other.run(|| ()).await.is_ok() }));
        while workers.queue.used() <= MAX_QUEUED_PER_ADDRESS {
            tokio::task::yield_now().await;
        }
        drop(release);
        for task in tasks {
            assert!(task.await.expect("no panic"));
        }
        assert_eq!(workers.queue.used(), 0);
    }
}
