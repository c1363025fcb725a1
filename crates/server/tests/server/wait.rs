//! Waiting for what must happen, but not forever.

use std::time::Duration;

/// Far longer than anything takes: a hang ends the test, a busy machine does not.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(60);

/// Waits for something; panics with its name if it does not come.
pub(crate) async fn in_time<T>(what: &str, work: impl Future<Output = T>) -> T {
    let done = tokio::time::timeout(TIMEOUT, work).await;
    done.unwrap_or_else(|_| panic!("in {} seconds: {what}", TIMEOUT.as_secs()))
}

/// Asks again and again until it is so; panics with the name if that never is.
pub(crate) async fn eventually(what: &str, mut is_so: impl AsyncFnMut() -> bool) {
    let asking = async {
        while !is_so().await {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    in_time(what, asking).await;
}
