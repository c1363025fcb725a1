//! Lines that a person types, read by a thread of its own so that clocks keep running.

use std::cell::Cell;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// The rest of a longer line is dropped: no command is that long.
const MAX_LINE_BYTES: u64 = 4096;

/// What a person does at the terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputEvent {
    /// Enters a line.
    Line(String),
    /// Ends the input.
    End,
    /// Interrupts the program (Ctrl-C).
    Interrupt,
}

/// Lines, of which a thread reads one ahead.
pub(super) struct Input {
    lines: Receiver<Option<String>>,
    ended: Cell<bool>,
    interrupted: Arc<AtomicBool>,
}

/// Interrupts an [`Input`].
#[derive(Clone)]
pub(in crate::play) struct Interrupter {
    wake: SyncSender<Option<String>>,
    interrupted: Arc<AtomicBool>,
}

impl Interrupter {
    pub(in crate::play) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
        // Wakes a waiting reader; there is none if the channel is full.
        drop(self.wake.try_send(None));
    }
}

impl Input {
    pub(super) fn new(mut source: impl BufRead + Send + 'static) -> (Input, Interrupter) {
        let (sender, lines) = sync_channel(1);
        let interrupted = Arc::new(AtomicBool::new(false));
        let interrupter = Interrupter {
            wake: sender.clone(),
            interrupted: Arc::clone(&interrupted),
        };
        std::thread::spawn(move || {
            while let Some(line) = read_line(&mut source) {
                if sender.send(Some(line)).is_err() {
                    return;
                }
            }
            drop(sender.send(None));
        });
        let input = Input {
            lines,
            ended: Cell::new(false),
            interrupted,
        };
        (input, interrupter)
    }

    pub(super) fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }

    /// The next event; `None` if it does not come within the timeout.
    pub(super) fn next(&self, timeout: Option<Duration>) -> Option<InputEvent> {
        let line = match timeout {
            // The end is final.
            _ if self.ended.get() => Ok(None),
            Some(timeout) => self.lines.recv_timeout(timeout),
            None => self
                .lines
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
        };
        if self.is_interrupted() {
            return Some(InputEvent::Interrupt);
        }
        match line {
            Ok(Some(line)) => Some(InputEvent::Line(line)),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                self.ended.set(true);
                Some(InputEvent::End)
            }
            Err(RecvTimeoutError::Timeout) => None,
        }
    }
}

/// The next line, trimmed; `None` at the end of input or on an error.
fn read_line(source: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    source
        .by_ref()
        .take(MAX_LINE_BYTES)
        .read_until(b'\n', &mut line)
        .ok()?;
    if line.is_empty() {
        return None;
    }
    if line.last() != Some(&b'\n') {
        skip_line(source);
    }
    Some(String::from_utf8_lossy(&line).trim().to_owned())
}

fn skip_line(source: &mut impl BufRead) {
    while let Ok(bytes) = source.fill_buf() {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        source.consume(used);
        if end.is_some() || used == 0 {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Input, InputEvent, MAX_LINE_BYTES};

    #[test]
    fn lines_are_read_completely_whatever_they_contain() {
        let mut bytes = b"  Move to (5,6) \r\n\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; 3 * MAX_LINE_BYTES as usize]);
        bytes.extend(b"\nlast");
        let (input, _interrupter) = Input::new(std::io::Cursor::new(bytes));
        let next = || input.next(None);
        assert_eq!(next(), Some(InputEvent::Line("Move to (5,6)".into())));
        assert_eq!(next(), Some(InputEvent::Line("\u{fffd}\u{fffd}".into())));
        assert_eq!(
            next(),
            Some(InputEvent::Line("x".repeat(MAX_LINE_BYTES as usize)))
        );
        assert_eq!(next(), Some(InputEvent::Line("last".into())));
        assert_eq!(next(), Some(InputEvent::End));
        assert_eq!(next(), Some(InputEvent::End));
    }

    #[test]
    fn an_interrupt_comes_before_what_was_typed() {
        let (input, interrupter) = Input::new(std::io::Cursor::new("one\ntwo\n"));
        interrupter.interrupt();
        assert_eq!(input.next(None), Some(InputEvent::Interrupt));
    }
}
