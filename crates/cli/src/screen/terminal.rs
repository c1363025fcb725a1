//! The terminal: taken over for the screen, and restored however the program ends.

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
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal while the screen is shown. Dropping it restores the terminal.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes over the terminal.
    pub(crate) fn enter() -> io::Result<Screen> {
        restore_on_panic();
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
                restore();
                Err(error)
            }
        }
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. If it is gone, nobody would see an error.
fn restore() {
    drop(execute!(
        io::stdout(),
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        ratatui::crossterm::cursor::Show
    ));
    drop(disable_raw_mode());
}

/// A panic message needs a working terminal. A panic on another thread leaves the screen alone.
fn restore_on_panic() {
    let owner = std::thread::current().id();
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if std::thread::current().id() == owner {
            restore();
        }
        before(info);
    }));
}

/// Whether the program was asked to stop, by a signal or because the terminal was closed.
pub(crate) struct Shutdown(Arc<AtomicBool>);

impl Shutdown {
    /// Listens from now on.
    pub(crate) fn listen() -> io::Result<Shutdown> {
        let requested = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&requested);
        ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed))
            .map_err(io::Error::other)?;
        Ok(Shutdown(requested))
    }

    /// Whether it was asked to stop.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
