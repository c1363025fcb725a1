//! The full screen of `quintain play`.
//!
//! All state is plain data ([`app::App`] and what it holds), changed by terminal events and by
//! time; drawing only reads it. Boards are drawn from geometries and views, so nothing here knows
//! a game.

mod app;
mod board;
mod dialog;
mod game;
mod menu;
pub(crate) mod messages;
mod selection;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;

use crate::Error;
use crate::play::{PlayArgs, Store};
use app::{App, TerminalRequest};
use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;
use quintain_table::Timestamp;
use ratatui::crossterm::event;
use std::io::Write;
use std::time::Duration;
use terminal::{Screen, Shutdown};
use theme::Theme;

/// How often the screen is redrawn while something moves by itself.
const ANIMATED_INTERVAL: Duration = Duration::from_millis(50);
/// How often the screen is redrawn while nothing does.
const IDLE_INTERVAL: Duration = Duration::from_millis(250);

/// The index this many places after another one in a ring.
fn cycle(at: usize, of: usize, by: isize) -> usize {
    (at + of).saturating_add_signed(by) % of.max(1)
}

/// Plays on the full screen until the player leaves. Final messages are written to `out`.
pub(crate) fn run(
    games: &EngineRegistry,
    store: Store,
    args: &PlayArgs,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let theme = Theme::from_env(|name| std::env::var(name).ok(), args.ascii);
    let mut app = App::new(games, store, args, language, theme, Timestamp::now())?;
    let shutdown = Shutdown::listen()?;
    let mut screen = Screen::enter()?;
    let result = event_loop(&mut app, &mut screen, &shutdown);
    if !app.is_over() {
        // Stopped by a signal, or the terminal is gone: the game is stored all the same.
        app.leave(Timestamp::now());
    }
    drop(screen);
    for line in app.final_messages() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(result?)
}

/// Draws, waits for events and handles them until the player leaves.
fn event_loop(app: &mut App<'_>, screen: &mut Screen, shutdown: &Shutdown) -> std::io::Result<()> {
    while !app.is_over() && !shutdown.is_requested() {
        screen.retake_if_continued()?;
        app.tick(Timestamp::now());
        screen.terminal.draw(|frame| {
            let area = frame.area();
            app.render(area, frame.buffer_mut(), Timestamp::now());
        })?;
        let mut wait = if app.is_animated() {
            ANIMATED_INTERVAL
        } else {
            IDLE_INTERVAL
        };
        while !app.is_over() && event::poll(wait)? {
            let size = screen.terminal.size()?;
            let area = ratatui::layout::Rect::new(0, 0, size.width, size.height);
            app.handle(&event::read()?, area, Timestamp::now());
            match app.take_request() {
                Some(TerminalRequest::Redraw) => screen.redraw()?,
                Some(TerminalRequest::Suspend) => {
                    let from = Timestamp::now();
                    screen.suspend()?;
                    app.pause(from, Timestamp::now());
                }
                None => {}
            }
            // Events that arrive together are handled before the next drawing.
            wait = Duration::ZERO;
        }
    }
    Ok(())
}
