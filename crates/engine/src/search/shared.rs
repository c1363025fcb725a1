//! What all threads of a search share.

use super::{SearchContext, SearchOptions};
use crate::host::Host;
use crate::limits::{Limits, TimeManager};
use crate::tablebase::Tablebase;
use crate::tt::TranspositionTable;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How often a thread checks the limits, in nodes.
const CHECK_INTERVAL: u64 = 1024;

/// The tables, the options, and what ends the search.
pub(crate) struct SharedState<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) tablebase: Option<&'a Tablebase>,
    pub(crate) options: SearchOptions,
    host: &'a dyn Host,
    stop: &'a AtomicBool,
    /// Set when the main thread is done, for the helper threads.
    finished: AtomicBool,
    /// The nodes that threads have searched or are about to search.
    nodes: AtomicU64,
    node_limit: u64,
    time_manager: TimeManager,
}

impl<'a> SharedState<'a> {
    /// The state of a search that starts now.
    pub(crate) fn new(limits: &Limits, options: SearchOptions, context: SearchContext<'a>) -> Self {
        SharedState {
            tt: context.tt,
            tablebase: context.tablebase,
            options,
            host: context.host,
            stop: context.stop,
            finished: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            time_manager: TimeManager::new(context.host.now(), limits),
        }
    }

    /// Whether to abort the search.
    pub(super) fn should_stop(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.finished.load(Ordering::Relaxed)
            || self.time_manager.is_limited() && self.time_manager.is_expired(self.host.now())
    }

    /// The main thread is done.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Gives a thread nodes to search until it checks the limits again; 0 if there are none
    /// left. So all threads together never search more than the limit.
    pub(super) fn lease_nodes(&self) -> u64 {
        let mut lease = 0;
        let _ = self
            .nodes
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
                lease = CHECK_INTERVAL.min(self.node_limit.saturating_sub(used));
                Some(used + lease)
            });
        lease
    }

    /// Takes back nodes that a thread has not searched.
    pub(super) fn return_nodes(&self, unused: u64) {
        self.nodes.fetch_sub(unused, Ordering::Relaxed);
    }

    /// How many nodes were given to threads.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// How long the search has run.
    pub(super) fn elapsed(&self) -> Duration {
        self.time_manager.elapsed(self.host.now())
    }

    /// Whether there is time to start another iteration.
    pub(super) fn can_start_iteration(&self) -> bool {
        self.time_manager.can_start_iteration(self.host.now())
    }
}
