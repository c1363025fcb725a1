//! The terminal: taken for the screen, and given back however the program ends.

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The terminal while it is ours. Dropping it gives it back.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal.
    pub(crate) fn enter() -> io::Result<Screen> {
        give_back_on_panic();
        enable_raw_mode()?;
        let taken = execute!(
            io::stdout(),
            EnterAlternateScreen,
            EnableMouseCapture,
            EnableBracketedPaste
        );
        let terminal = taken.and_then(|()| Terminal::new(CrosstermBackend::new(io::stdout())));
        match terminal {
            Ok(terminal) => Ok(Screen { terminal }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back. If it is gone, there is nobody to tell.
fn give_back() {
    drop(execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    ));
    drop(disable_raw_mode());
}

/// A panic must be read in a terminal that works. One on another thread leaves the screen be.
fn give_back_on_panic() {
    let owner = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == owner {
            give_back();
        }
        before(info);
    }));
}

/// The signals that ask a program to end.
#[cfg(unix)]
const SIGNALS: [i32; 3] = {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    [SIGHUP, SIGINT, SIGTERM]
};
#[cfg(not(unix))]
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// The signals that came.
pub(crate) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> io::Result<Signals> {
        let caught = Arc::new(AtomicUsize::new(0));
        for signal in SIGNALS {
            let number = signal.unsigned_abs() as usize;
            signal_hook::flag::register_usize(signal, Arc::clone(&caught), number)?;
        }
        Ok(Signals(caught))
    }

    /// The signal that came, if one did.
    pub(crate) fn caught(&self) -> Option<i32> {
        let signal = i32::try_from(self.0.load(Ordering::Relaxed)).unwrap_or(0);
        (signal != 0).then_some(signal)
    }

    /// Ends the program as the signal would have.
    pub(crate) fn end_by(signal: i32) -> io::Result<()> {
        signal_hook::low_level::emulate_default_handler(signal)
    }
}
