//! The full screen of `quintain play`.
//!
//! All state is plain data ([`app::App`] and what it holds), changed by what the terminal tells
//! and by time going by; drawing only reads it. Boards are drawn from geometries and views, so
//! that no game is known here.

mod app;
mod board;
mod choice;
mod dialog;
mod game;
mod menu;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;

use crate::Failure;
use crate::play::{PlayArgs, Store};
use app::App;
use quintain_engine::EngineRegistry;
use quintain_table::Timestamp;
use ratatui::crossterm::event;
use std::io::Write;
use std::time::Duration;
use terminal::{Ending, Screen};
use theme::Theme;

/// How long to wait for a key while something moves by itself, and while nothing does.
const WAITS: [Duration; 2] = [Duration::from_millis(50), Duration::from_millis(250)];

/// Plays on the whole terminal until the player leaves. What is left to say is written to `out`.
pub(crate) fn run(
    games: &EngineRegistry,
    store: Store,
    args: &PlayArgs,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let theme = Theme::of_terminal(|name| std::env::var(name).ok(), args.ascii);
    let mut app = App::new(games, store, args, theme, Timestamp::now())?;
    let ending = Ending::listen()?;
    let mut screen = Screen::enter()?;
    let result = show(&mut app, &mut screen, &ending);
    if !app.is_over() {
        // By a signal, or because the terminal is gone: the game is left all the same.
        app.leave(Timestamp::now());
    }
    drop(screen);
    for line in app.farewell() {
        writeln!(out, "{line}")?;
    }
    out.flush()?;
    Ok(result?)
}

/// Draws, waits, handles, again and again.
fn show(app: &mut App<'_>, screen: &mut Screen, ending: &Ending) -> std::io::Result<()> {
    while !app.is_over() && !ending.is_asked() {
        app.tick(Timestamp::now());
        screen.terminal.draw(|frame| {
            let area = frame.area();
            app.render(area, frame.buffer_mut(), Timestamp::now());
        })?;
        let mut wait = WAITS[usize::from(!app.is_lively())];
        while !app.is_over() && event::poll(wait)? {
            let size = screen.terminal.size()?;
            let area = ratatui::layout::Rect::new(0, 0, size.width, size.height);
            app.handle(&event::read()?, area, Timestamp::now());
            // What came together is handled before it is drawn.
            wait = Duration::ZERO;
        }
    }
    Ok(())
}
