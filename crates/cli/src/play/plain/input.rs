//! What a person types, line by line, without ever keeping a clock from running.

use std::cell::Cell;
use std::io::{BufRead, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

/// What is beyond this in a line is dropped: no command is as long.
const LONGEST: u64 = 4096;

/// What a person does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// Types a line.
    Line(String),
    /// Has no more to say.
    End,
    /// Wants to leave at once (Ctrl-C).
    Interrupt,
}

/// Lines that a thread reads one ahead.
pub(super) struct Input {
    lines: Receiver<Option<String>>,
    ended: Cell<bool>,
    interrupted: Arc<AtomicBool>,
}

/// Tells an [`Input`] that the person wants to leave at once.
#[derive(Clone)]
pub(in crate::play) struct Interrupter {
    wake: SyncSender<Option<String>>,
    interrupted: Arc<AtomicBool>,
}

impl Interrupter {
    pub(in crate::play) fn interrupt(&self) {
        self.interrupted.store(true, Ordering::SeqCst);
        // Wakes whoever waits; if there is something to read, nobody does.
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

    /// What is said next; nothing if that takes longer than `patience`.
    pub(super) fn next(&self, patience: Option<Duration>) -> Option<Said> {
        let heard = match patience {
            // The end is told as often as it is asked for.
            _ if self.ended.get() => Ok(None),
            Some(patience) => self.lines.recv_timeout(patience),
            None => self
                .lines
                .recv()
                .map_err(|_| RecvTimeoutError::Disconnected),
        };
        if self.is_interrupted() {
            return Some(Said::Interrupt);
        }
        match heard {
            Ok(Some(line)) => Some(Said::Line(line)),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => {
                self.ended.set(true);
                Some(Said::End)
            }
            Err(RecvTimeoutError::Timeout) => None,
        }
    }
}

/// The next line without its end; nothing at the end of input, or where it cannot be read.
fn read_line(source: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    source
        .by_ref()
        .take(LONGEST)
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
    use super::{Input, LONGEST, Said};

    #[test]
    fn lines_are_read_whole_whatever_is_in_them() {
        let mut bytes = b"  Move to (5,6) \r\n\xff\xfe\n".to_vec();
        bytes.extend(vec![b'x'; 3 * LONGEST as usize]);
        bytes.extend(b"\nlast");
        let (input, _interrupter) = Input::new(std::io::Cursor::new(bytes));
        let next = || input.next(None);
        assert_eq!(next(), Some(Said::Line("Move to (5,6)".into())));
        assert_eq!(next(), Some(Said::Line("\u{fffd}\u{fffd}".into())));
        assert_eq!(next(), Some(Said::Line("x".repeat(LONGEST as usize))));
        assert_eq!(next(), Some(Said::Line("last".into())));
        assert_eq!(next(), Some(Said::End));
        assert_eq!(next(), Some(Said::End));
    }

    #[test]
    fn an_interrupt_comes_before_what_was_typed() {
        let (input, interrupter) = Input::new(std::io::Cursor::new("one\ntwo\n"));
        interrupter.interrupt();
        assert_eq!(input.next(None), Some(Said::Interrupt));
    }
}
