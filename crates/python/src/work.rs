//! Long work: other Python threads run meanwhile, and Ctrl-C ends it.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

/// How often Python is asked whether somebody pressed Ctrl-C.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);

/// Runs work on a thread of its own. When a signal handler raises an exception, as Ctrl-C does,
/// the flag that the work is given is set, its result is dropped, and the exception is returned. A
/// panic becomes an exception, too.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let waiting = thread::current();
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            /// Wakes whoever waits, also after a panic.
            struct Wake(thread::Thread);
            impl Drop for Wake {
                fn drop(&mut self) {
                    self.0.unpark();
                }
            }
            let _wake = Wake(waiting);
            work(&stop)
        });
        let mut interrupted = None;
        while !worker.is_finished() {
            py.detach(|| thread::park_timeout(SIGNAL_INTERVAL));
            if let (None, Err(error)) = (&interrupted, py.check_signals()) {
                stop.store(true, Ordering::Relaxed);
                interrupted = Some(error);
            }
        }
        let result = worker
            .join()
            .map_err(|_| PyRuntimeError::new_err("internal error in quintain: please report it"));
        interrupted.map_or(result, Err)
    })
}
