//! The start menu: game, board size, players, clock and start position.

mod render;

use super::cycle;
use super::dialog::{Dialog, DialogResult};
use super::game::Notice;
use super::theme::Theme;
use crate::play::{GameOptions, GamePlan, Store};
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::view::{Geometry, View};
use quintain_rules::{GameInfo, Registry, Side};
use quintain_table::{Controller, EngineLevel, TimeControl};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use std::path::PathBuf;

/// How many unfinished games are offered.
const MAX_UNFINISHED: usize = 4;

/// The start menu.
pub(crate) struct Menu {
    theme: Theme,
    games: Vec<&'static dyn AnyGame>,
    /// The unfinished games: the file, and what to call it.
    unfinished: Vec<(PathBuf, String)>,
    /// The row that the cursor is on.
    cursor: usize,
    game: usize,
    size: Option<u8>,
    options: GameOptions,
    position: String,
    preview: Option<(Geometry, View)>,
    notice: Notice,
    dialog: Option<Dialog<Row>>,
}

/// A row of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Row {
    Game,
    Size,
    Player(Side),
    Clock,
    Position,
    Play,
    Resume(usize),
    Load,
    Quit,
}

/// What was chosen in the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum MenuChoice {
    /// Nothing yet.
    Stay,
    /// Leave the program.
    Quit,
    /// Start a new game.
    Begin(GamePlan),
    /// Resume an unfinished game.
    Resume(PathBuf),
    /// Load a recorded game.
    Load(PathBuf, GameOptions),
}

impl Menu {
    pub(crate) fn new(games: &Registry, store: &Store, options: GameOptions, theme: Theme) -> Menu {
        let unfinished = store.unfinished(games).into_iter().take(MAX_UNFINISHED);
        let unfinished = unfinished.map(|game| {
            let summary = game.summary();
            (game.path, summary)
        });
        let mut menu = Menu {
            theme,
            games: games.iter().collect(),
            unfinished: unfinished.collect(),
            cursor: 0,
            game: 0,
            size: None,
            options,
            position: String::new(),
            preview: None,
            notice: Notice::default(),
            dialog: None,
        };
        menu.choose_game(0);
        menu
    }

    /// Shows an error below the menu.
    pub(crate) fn show_error(&mut self, error: &dyn std::fmt::Display) {
        self.notice = Notice::error(error.to_string());
    }

    fn info(&self) -> Option<&'static GameInfo> {
        self.games.get(self.game).map(|game| game.info())
    }

    fn rows(&self) -> Vec<Row> {
        let sizes = self.info().is_some_and(|info| !info.sizes().is_empty());
        let mut rows = vec![Row::Game];
        rows.extend(sizes.then_some(Row::Size));
        rows.extend(Side::BOTH.map(Row::Player));
        rows.extend([Row::Clock, Row::Position, Row::Play]);
        rows.extend((0..self.unfinished.len()).map(Row::Resume));
        rows.extend([Row::Load, Row::Quit]);
        rows
    }

    fn row(&self) -> Row {
        self.rows().get(self.cursor).copied().unwrap_or(Row::Game)
    }

    fn choose_game(&mut self, game: usize) {
        self.game = game;
        let info = self.info();
        let sized = info.filter(|info| !info.sizes().is_empty());
        self.size = sized.and_then(|info| info.board_size(None).ok());
        self.position.clear();
        self.update_preview();
    }

    /// The start position, as far as it is known before the game begins.
    fn start(&self) -> Result<Box<dyn AnyPosition>, String> {
        let game = self.games.get(self.game).ok_or("there is no such game")?;
        if self.position.is_empty() {
            game.start(self.size).map_err(|error| error.to_string())
        } else {
            game.parse(&self.position)
                .map_err(|error| error.to_string())
        }
    }

    fn update_preview(&mut self) {
        let start = self.start().ok();
        self.preview = start.map(|start| (start.geometry(), start.view()));
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> MenuChoice {
        if let Some(dialog) = &mut self.dialog {
            let result = dialog.handle(key);
            if result == DialogResult::Open {
                return MenuChoice::Stay;
            }
            self.dialog = None;
            return match result {
                DialogResult::Text(Row::Load, file) if !file.is_empty() => {
                    MenuChoice::Load(file.into(), self.options.clone())
                }
                DialogResult::Text(row, text) => {
                    self.set_text(row, &text);
                    MenuChoice::Stay
                }
                _ => MenuChoice::Stay,
            };
        }
        let last = self.rows().len() - 1;
        match key.code {
            KeyCode::Up | KeyCode::BackTab => {
                self.cursor = self.cursor.checked_sub(1).unwrap_or(last);
            }
            KeyCode::Down | KeyCode::Tab => {
                self.cursor = if self.cursor >= last {
                    0
                } else {
                    self.cursor + 1
                }
            }
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = last,
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.activate(),
            KeyCode::Backspace | KeyCode::Delete if self.row() == Row::Position => {
                self.set_text(Row::Position, "");
            }
            KeyCode::Char('q') | KeyCode::Esc => return MenuChoice::Quit,
            KeyCode::Char('?') => self.help(),
            _ => {}
        }
        MenuChoice::Stay
    }

    fn help(&mut self) {
        let text = [
            "Up, Down       select a row",
            "Left, Right    change its value",
            "Enter          type a value, or activate the row",
            "Backspace      on the position: back to the default",
            "Mouse          click a row to select it, again to activate it",
            "q              quit",
        ];
        self.dialog = Some(Dialog::Message {
            title: "Keys".into(),
            lines: text.map(str::to_owned).to_vec(),
        });
    }

    /// Handles pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(Dialog::Input { line, .. }) = &mut self.dialog {
            line.paste(text);
        }
    }

    /// Handles the mouse, on a screen of this size.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, area: Rect) -> MenuChoice {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.dialog.is_some() {
            return MenuChoice::Stay;
        }
        match self.row_at(area, mouse.column, mouse.row) {
            Some(index) if index == self.cursor => match self.row() {
                Row::Game | Row::Size | Row::Player(_) | Row::Clock => {
                    self.change(1);
                    MenuChoice::Stay
                }
                _ => self.activate(),
            },
            Some(index) => {
                self.cursor = index;
                MenuChoice::Stay
            }
            None => MenuChoice::Stay,
        }
    }

    /// Changes the value of the row under the cursor.
    fn change(&mut self, by: isize) {
        self.notice = Notice::default();
        match self.row() {
            Row::Game => {
                let game = cycle(self.game, self.games.len(), by);
                self.choose_game(game);
            }
            Row::Size => {
                let sizes = self.info().map_or(&[][..], |info| info.sizes());
                let at = sizes.iter().position(|&size| Some(size) == self.size);
                self.size = sizes.get(cycle(at.unwrap_or(0), sizes.len(), by)).copied();
                self.position.clear();
                self.update_preview();
            }
            Row::Player(side) => self.change_player(side, by),
            Row::Clock => {
                let offered = TimeControl::OFFERED;
                let at = offered
                    .iter()
                    .position(|&clock| clock == self.options.clock);
                self.options.clock = offered[cycle(at.unwrap_or(0), offered.len(), by)];
            }
            _ => {}
        }
    }

    /// The choices: a person, the levels of the engine, another program.
    fn change_player(&mut self, side: Side, by: isize) {
        let levels: Vec<EngineLevel> = EngineLevel::all().collect();
        let at = match &self.options.players[side.index()] {
            Controller::Human => 0,
            Controller::Engine { level } => usize::from(level.number()),
            Controller::Ugi { .. } => levels.len() + 1,
        };
        let next = cycle(at, levels.len() + 2, by);
        self.options.players[side.index()] = match next.checked_sub(1).map(|at| levels.get(at)) {
            None => Controller::Human,
            Some(Some(&level)) => Controller::Engine { level },
            // The program has to be typed.
            Some(None) => return self.ask_player(side, "ugi:"),
        };
    }

    fn ask_player(&mut self, side: Side, text: &str) {
        let title = "human, engine:1 to engine:8, or ugi:COMMAND";
        self.dialog = Some(Dialog::input(title, text, Row::Player(side)));
    }

    /// Activates the row under the cursor, or asks for its value.
    fn activate(&mut self) -> MenuChoice {
        match self.row() {
            Row::Game => {
                self.cursor = self
                    .rows()
                    .iter()
                    .position(|&row| row == Row::Play)
                    .unwrap_or(0);
            }
            Row::Size => self.change(1),
            Row::Player(side) => {
                let text = self.options.players[side.index()].to_string();
                self.ask_player(side, &text);
            }
            Row::Clock => {
                let text = self.options.clock.to_string();
                let title = "A clock such as 5m+3s, 3d or none";
                self.dialog = Some(Dialog::input(title, &text, Row::Clock));
            }
            Row::Position => {
                let title = "The start position (empty for the default)";
                self.dialog = Some(Dialog::input(title, &self.position, Row::Position));
            }
            Row::Play => return self.begin(),
            Row::Resume(index) => {
                if let Some((file, _)) = self.unfinished.get(index) {
                    return MenuChoice::Resume(file.clone());
                }
            }
            Row::Load => self.dialog = Some(Dialog::input("File to load", "", Row::Load)),
            Row::Quit => return MenuChoice::Quit,
        }
        MenuChoice::Stay
    }

    fn begin(&mut self) -> MenuChoice {
        let Some(info) = self.info() else {
            return MenuChoice::Stay;
        };
        let has_position = !self.position.is_empty();
        MenuChoice::Begin(GamePlan {
            game: info.id.to_owned(),
            // A position has its own size.
            size: self.size.filter(|_| !has_position),
            position: has_position.then(|| self.position.clone()),
            options: self.options.clone(),
        })
    }

    /// Takes the text typed for a row, if it is valid.
    fn set_text(&mut self, row: Row, text: &str) {
        let result: Result<(), String> = match row {
            Row::Player(side) => text
                .parse()
                .map_err(|error| format!("{error}"))
                .map(|player| {
                    self.options.players[side.index()] = player;
                }),
            Row::Clock => text
                .parse()
                .map_err(|error| format!("{error}"))
                .map(|clock| {
                    self.options.clock = clock;
                }),
            Row::Position => {
                let before = std::mem::replace(&mut self.position, text.to_owned());
                match self.start() {
                    Ok(start) => {
                        self.size = start.size();
                        Ok(())
                    }
                    Err(error) => {
                        self.position = before;
                        Err(error)
                    }
                }
            }
            _ => Ok(()),
        };
        self.notice = result.err().map(Notice::error).unwrap_or_default();
        self.update_preview();
    }
}
