//! What has gone wrong with a database, for those who operate the server.

use crate::log_throttle::{LogThrottle, log_throttled};
use crate::store::{DatabaseFault, FaultCounts, StoreError, StoreResult};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use tracing::{error, warn};

/// What has gone wrong with a database.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Pages of the file have been found damaged. That does not heal.
    damaged: AtomicBool,
    failed_transactions: AtomicU64,
    writer_restarts: AtomicU64,
    throttle: LogThrottle,
}

impl Faults {
    /// Notes a result on its way to the caller.
    pub(super) fn note<T>(&self, result: StoreResult<T>) -> StoreResult<T> {
        if let Err(error @ StoreError::Damaged { .. }) = &result {
            self.found_damage(error);
        }
        result
    }

    fn found_damage(&self, error: &StoreError) {
        if !self.damaged.swap(true, Ordering::Relaxed) {
            error!(%error, "stop the server and restore a backup");
        }
    }

    /// A transaction has failed with all its writes.
    pub(super) fn transaction_failed(&self, error: &StoreError, writes: usize) {
        if matches!(error, StoreError::Damaged { .. }) {
            self.found_damage(error);
        }
        self.failed_transactions.fetch_add(1, Ordering::Relaxed);
        log_throttled!(self.throttle, error, %error, writes, "transaction failed");
    }

    /// The writer has a new connection after a fault.
    pub(super) fn writer_restarted(&self) {
        let restarts = self.writer_restarts.fetch_add(1, Ordering::Relaxed) + 1;
        warn!(restarts, "the database's writer has been restarted");
    }

    /// How often what has happened.
    pub(super) fn counts(&self) -> FaultCounts {
        FaultCounts {
            failed_transactions: self.failed_transactions.load(Ordering::Relaxed),
            writer_restarts: self.writer_restarts.load(Ordering::Relaxed),
        }
    }

    /// An error if the database has been found damaged.
    pub(super) fn check(&self) -> StoreResult<()> {
        match self.damaged.load(Ordering::Relaxed) {
            true => Err(StoreError::Damaged {
                reason: DatabaseFault::Damaged,
            }),
            false => Ok(()),
        }
    }
}
