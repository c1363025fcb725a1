//! Shutting down: how every part of the server learns that it is time to stop.

use std::sync::Arc;
use tokio::sync::watch;

/// Tells every part of the server that it is shutting down.
#[derive(Clone, Debug)]
pub(crate) struct Shutdown(Arc<watch::Sender<bool>>);

impl Default for Shutdown {
    fn default() -> Self {
        Shutdown(Arc::new(watch::Sender::new(false)))
    }
}

impl Shutdown {
    /// Starts the shutdown.
    pub(crate) fn begin(&self) {
        self.0.send_replace(true);
    }

    /// Whether the server is shutting down.
    pub(crate) fn has_begun(&self) -> bool {
        *self.0.borrow()
    }

    /// Waits until the server shuts down.
    pub(crate) async fn wait(&self) {
        // The sender lives as long as `self`, so there is no error to expect.
        drop(self.0.subscribe().wait_for(|begun| *begun).await);
    }
}

/// Waits for Ctrl-C or SIGTERM.
pub(crate) async fn shutdown_signal() {
    #[cfg(unix)]
    let terminated = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<()>();
    tokio::select! {
        result = tokio::signal::ctrl_c() => drop(result),
        () = terminated => {}
    }
}
