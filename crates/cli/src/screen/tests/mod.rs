//! The screen, drawn on a terminal in memory.

mod handling;
mod looks;

use super::app::App;
use super::theme::{ColorDepth, Theme};
use crate::play::{PlayArgs, Store};
use clap::{Args, FromArgMatches};
use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;
use quintain_table::Timestamp;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tempfile::TempDir;

const SMALL: Rect = Rect::new(0, 0, 80, 24);
const LARGE: Rect = Rect::new(0, 0, 160, 50);

const FULL: Theme = Theme {
    colors: ColorDepth::Full,
    ascii: false,
};
const ASCII: Theme = Theme {
    colors: ColorDepth::None,
    ascii: true,
};

/// The time of all tests.
const NOW: Timestamp = Timestamp(1_800_000_000_000);

/// A directory for journals, removed after the test.
fn temp_dir() -> TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

/// The arguments of `quintain play` from a command line.
fn args(line: &str) -> PlayArgs {
    let words = std::iter::once("play").chain(line.split_whitespace());
    let command = PlayArgs::augment_args(clap::Command::new("play"));
    let matches = command.try_get_matches_from(words).expect("good arguments");
    PlayArgs::from_arg_matches(&matches).expect("good arguments")
}

fn app<'a>(games: &'a EngineRegistry, dir: &TempDir, line: &str, theme: Theme) -> App<'a> {
    app_in(Language::ENGLISH, games, dir, line, theme)
}

fn app_in<'a>(
    language: Language,
    games: &'a EngineRegistry,
    dir: &TempDir,
    line: &str,
    theme: Theme,
) -> App<'a> {
    let store = Store::in_dir(dir.path());
    App::new(games, store, &args(line), language, theme, NOW).expect("a screen")
}

/// Two people at one board.
fn two(game: &str) -> String {
    format!("{game} --first human --second human --seed 1")
}

fn draw(app: &App<'_>, area: Rect) -> Buffer {
    let backend = TestBackend::new(area.width, area.height);
    let mut terminal = Terminal::new(backend).expect("a terminal");
    terminal
        .draw(|frame| app.render(frame.area(), frame.buffer_mut(), NOW))
        .expect("a drawing");
    terminal.backend().buffer().clone()
}

fn text(buf: &Buffer) -> String {
    let width = usize::from(buf.area.width);
    let line = |cells: &[Cell]| {
        let line: String = cells.iter().map(Cell::symbol).collect();
        format!("{}\n", line.trim_end())
    };
    buf.content().chunks(width).map(line).collect()
}

fn shown(app: &App<'_>, area: Rect) -> String {
    text(&draw(app, area))
}

fn press(app: &mut App<'_>, codes: &[KeyCode]) {
    for &code in codes {
        let key = KeyEvent::new(code, KeyModifiers::NONE);
        app.handle(&Event::Key(key), SMALL, NOW);
    }
}

fn type_text(app: &mut App<'_>, text: &str) {
    let codes: Vec<KeyCode> = text.chars().map(KeyCode::Char).collect();
    press(app, &codes);
}

/// Plays a move by typing it.
fn play(app: &mut App<'_>, mv: &str) {
    type_text(app, &format!(":{mv}"));
    press(app, &[KeyCode::Enter]);
}

fn click(app: &mut App<'_>, (column, row): (u16, u16)) {
    let mouse = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column,
        row,
        modifiers: KeyModifiers::NONE,
    };
    app.handle(&Event::Mouse(mouse), SMALL, NOW);
}

/// Plays some arbitrary steps of a game.
fn play_some(app: &mut App<'_>, games: &EngineRegistry, game: &str, steps: usize) {
    let start = games.registry().get(game).expect("a game").start(None);
    let mut position = start.expect("a start");
    for step in 0..steps {
        let moves = position.moves();
        let mv = moves[(7 + 13 * step) % moves.len()].clone();
        play(app, &mv);
        // The table decides what the move reveals; here the first possibility will do.
        let event = position
            .events()
            .into_iter()
            .find(|event| event.text.starts_with(&mv));
        position
            .play(&event.expect("an event").text)
            .expect("a step");
    }
}
