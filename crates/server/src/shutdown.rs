//! Shutting down: how every part of the server learns that it is time to stop.

use std::sync::Arc;
use tokio::sync::watch;

/// How far the server is on its way out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Running,
    /// Everything is served as before, but new visitors should be sent elsewhere.
    Draining,
    Stopping,
}

/// Tells every part of the server that it is shutting down.
#[derive(Clone, Debug)]
pub(crate) struct Shutdown(Arc<watch::Sender<Phase>>);

impl Default for Shutdown {
    fn default() -> Self {
        Shutdown(Arc::new(watch::Sender::new(Phase::Running)))
    }
}

impl Shutdown {
    /// Announces the shutdown.
    pub(crate) fn drain(&self) {
        self.advance(Phase::Draining);
    }

    /// Starts the shutdown.
    pub(crate) fn begin(&self) {
        self.advance(Phase::Stopping);
    }

    fn advance(&self, phase: Phase) {
        self.0.send_if_modified(|current| {
            let advanced = phase > *current;
            *current = phase.max(*current);
            advanced
        });
    }

    /// Whether the shutdown has been announced.
    pub(crate) fn is_draining(&self) -> bool {
        *self.0.borrow() >= Phase::Draining
    }

    /// Whether the server is shutting down.
    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow() >= Phase::Stopping
    }

    /// Waits until the server shuts down.
    pub(crate) async fn wait(&self) {
        let mut phase = self.0.subscribe();
        // The sender lives as long as `self`, so there is no error to expect.
        drop(phase.wait_for(|phase| *phase >= Phase::Stopping).await);
    }
}

/// Ctrl-C and SIGTERM.
pub(crate) struct StopSignals {
    #[cfg(unix)]
    terminate: Option<tokio::signal::unix::Signal>,
    #[cfg(unix)]
    interrupt: Option<tokio::signal::unix::Signal>,
}

impl StopSignals {
    /// From now on none is missed.
    pub(crate) fn listen() -> StopSignals {
        #[cfg(unix)]
        use tokio::signal::unix::{SignalKind, signal};
        StopSignals {
            #[cfg(unix)]
            terminate: signal(SignalKind::terminate()).ok(),
            #[cfg(unix)]
            interrupt: signal(SignalKind::interrupt()).ok(),
        }
    }

    /// Waits for the next signal.
    #[cfg(unix)]
    pub(crate) async fn next(&mut self) {
        async fn next(signal: &mut Option<tokio::signal::unix::Signal>) {
            match signal {
                Some(signal) => drop(signal.recv().await),
                None => std::future::pending().await,
            }
        }
        tokio::select! {
            () = next(&mut self.terminate) => {}
            () = next(&mut self.interrupt) => {}
        }
    }

    /// Waits for the next signal.
    #[cfg(not(unix))]
    pub(crate) async fn next(&mut self) {
        drop(tokio::signal::ctrl_c().await);
    }
}

#[cfg(test)]
mod tests {
    use super::Shutdown;

    #[tokio::test]
    async fn draining_stops_nothing_and_is_not_taken_back() {
        let shutdown = Shutdown::default();
        assert!(!shutdown.is_draining());
        shutdown.drain();
        assert!(shutdown.is_draining() && !shutdown.has_begun());
        shutdown.begin();
        shutdown.drain();
        assert!(shutdown.is_draining() && shutdown.has_begun());
        shutdown.wait().await;
    }
}
