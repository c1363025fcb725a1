//! Ctrl-C while a command works: it ends with what it has found so far.

use crate::Error;
use crate::error::INTERRUPTED_STATUS;
use crate::output::Output;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether somebody has pressed Ctrl-C, or the process was asked to stop.
pub(super) struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Listens from now on. A second Ctrl-C ends the program at once.
    pub(super) fn listen() -> Interrupt {
        let requested = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&requested);
        let handler = move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED_STATUS.into());
            }
        };
        // Without a handler Ctrl-C just ends the program.
        drop(ctrlc::set_handler(handler));
        Interrupt(requested)
    }

    /// What to give to work that can be stopped.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.0
    }

    /// Whether to stop.
    pub(super) fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The end of a command that has printed its result: an error if it was cut short.
    pub(super) fn finish(&self, output: &mut Output<'_>) -> Result<(), Error> {
        if !self.is_requested() {
            return Ok(());
        }
        output.out.flush()?;
        Err(Error::Interrupted)
    }
}
