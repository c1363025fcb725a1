//! The terminal: taken over for the screen, and restored however the program ends.

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use std::io::{self, Stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The terminal while the screen is shown. Dropping it restores the terminal.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Set when the process continues after it was stopped.
    continued: Arc<AtomicBool>,
}

impl Screen {
    /// Takes over the terminal.
    pub(crate) fn enter() -> io::Result<Screen> {
        restore_on_panic();
        let continued = Arc::new(AtomicBool::new(false));
        #[cfg(unix)]
        signal_hook::flag::register(signal_hook::consts::SIGCONT, Arc::clone(&continued))?;
        match take_over().and_then(|()| blank()) {
            Ok(terminal) => Ok(Screen {
                terminal,
                continued,
            }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws everything anew at the next drawing, whatever is on the terminal now.
    pub(crate) fn redraw(&mut self) -> io::Result<()> {
        self.terminal = blank()?;
        Ok(())
    }

    /// Stops the process, as Ctrl-Z does elsewhere, until the shell continues it.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        restore();
        // Not only this process: the shell waits for all of the job to stop.
        #[cfg(unix)]
        rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?;
        self.retake()
    }

    /// Takes the terminal back if the process was stopped and has been continued: the shell and
    /// other programs have used the terminal meanwhile.
    pub(crate) fn retake_if_continued(&mut self) -> io::Result<()> {
        if self.continued.load(Ordering::Relaxed) {
            restore();
            self.retake()?;
        }
        Ok(())
    }

    fn retake(&mut self) -> io::Result<()> {
        self.continued.store(false, Ordering::Relaxed);
        take_over()?;
        self.redraw()
    }
}

/// A terminal with nothing on it, whatever was there: a program that was killed may have left its
/// screen behind. Ratatui's own way of clearing asks the terminal for its cursor, and not every
/// terminal answers.
fn blank() -> io::Result<Terminal<CrosstermBackend<Stdout>>> {
    execute!(io::stdout(), Clear(ClearType::All))?;
    Terminal::new(CrosstermBackend::new(io::stdout()))
}

/// Takes over the terminal, whatever state it is in.
fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(
        io::stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        EnableBracketedPaste
    )
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
