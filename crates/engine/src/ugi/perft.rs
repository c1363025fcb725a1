//! Counting move sequences (`go perft`).

use super::Session;
use super::report::say;
use quintain_rules::erased::AnyPosition;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Up to this depth a count is not interrupted.
const PERFT_UNIT_DEPTH: u8 = 4;

impl Session {
    /// Counts move sequences, the first step of each by itself.
    pub(super) fn perft(&mut self, depth: u8) -> io::Result<()> {
        self.stop();
        let position = self.position.clone();
        self.spawn(move |stop, output| {
            let mut total = u64::from(depth == 0);
            for event in position.events() {
                if depth == 0 {
                    break;
                }
                let mut next = position.clone();
                let Some(count) = next
                    .play(&event.text)
                    .ok()
                    .and_then(|_| count_until(&*next, depth - 1, stop))
                else {
                    return Some("info error the count was stopped".into());
                };
                drop(say(output, &format!("{}: {count}", event.text)));
                total += count;
            }
            Some(format!("Nodes searched: {total}"))
        });
        Ok(())
    }
}

/// The number of sequences of this many steps; `None` if the count was stopped.
fn count_until(position: &dyn AnyPosition, depth: u8, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= PERFT_UNIT_DEPTH {
        return Some(position.perft(depth, 1));
    }
    let mut total: u64 = 0;
    for event in position.events() {
        let mut next = position.boxed_clone();
        next.play(&event.text).ok()?;
        total = total.saturating_add(count_until(&*next, depth - 1, stop)?);
    }
    Some(total)
}
