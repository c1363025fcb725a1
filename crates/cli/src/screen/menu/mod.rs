//! The start menu: game, board size, players, clock and start position.

mod render;

use super::cycle;
use super::dialog::{Dialog, DialogResult};
use super::game::Notice;
use super::messages::{Ask, Keys};
use super::theme::Theme;
use crate::play::text::as_sentence;
use crate::play::{GameOptions, GamePlan, Store};
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::message::{Language, Message, ToMessage};
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
    language: Language,
    theme: Theme,
    games: Vec<&'static dyn AnyGame>,
    /// The unfinished games: the file, and what to call it.
    unfinished: Vec<(PathBuf, Message)>,
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

/// A choice in the menu.
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
    pub(crate) fn new(
        games: &Registry,
        store: &Store,
        options: GameOptions,
        language: Language,
        theme: Theme,
    ) -> Menu {
        let unfinished = store.unfinished(games).into_iter().take(MAX_UNFINISHED);
        let unfinished = unfinished.map(|game| {
            let summary = game.summary();
            (game.path, summary)
        });
        let mut menu = Menu {
            language,
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
    pub(crate) fn show_error(&mut self, error: &impl ToMessage) {
        let text = as_sentence(error, self.language);
        match Dialog::listing(&text) {
            Some(list) => self.dialog = Some(list),
            None => self.notice = Notice::error(text),
        }
    }

    /// A text in the person's language.
    fn say(&self, message: &impl ToMessage) -> String {
        message.to_message().render(self.language)
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
    fn start(&self) -> Option<Result<Box<dyn AnyPosition>, Message>> {
        let game = self.games.get(self.game)?;
        Some(if self.position.is_empty() {
            game.start(self.size).map_err(Message::from)
        } else {
            game.parse(&self.position).map_err(Message::from)
        })
    }

    fn update_preview(&mut self) {
        let start = self.start().and_then(Result::ok);
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
        self.dialog = Some(Dialog::Message {
            title: self.say(&Ask::Keys),
            lines: self.say(&Keys::Menu).lines().map(str::to_owned).collect(),
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
        self.ask(&Ask::Player, text, Row::Player(side));
    }

    fn ask(&mut self, title: &Ask, text: &str, row: Row) {
        self.dialog = Some(Dialog::input(title, self.language, text, row));
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
                self.ask(&Ask::Clock, &text, Row::Clock);
            }
            Row::Position => {
                let text = self.position.clone();
                self.ask(&Ask::Position, &text, Row::Position);
            }
            Row::Play => return self.begin(),
            Row::Resume(index) => {
                if let Some((file, _)) = self.unfinished.get(index) {
                    return MenuChoice::Resume(file.clone());
                }
            }
            Row::Load => self.ask(&Ask::Load, "", Row::Load),
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
        let result = match row {
            Row::Player(side) => text
                .parse::<Controller>()
                .map_err(Message::from)
                .map(|player| {
                    self.options.players[side.index()] = player;
                }),
            Row::Clock => text
                .parse::<TimeControl>()
                .map_err(Message::from)
                .map(|clock| {
                    self.options.clock = clock;
                }),
            Row::Position => {
                let before = std::mem::replace(&mut self.position, text.to_owned());
                match self.start() {
                    Some(Ok(start)) => {
                        self.size = start.size();
                        Ok(())
                    }
                    Some(Err(error)) => {
                        self.position = before;
                        Err(error)
                    }
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        };
        self.notice = Notice::default();
        if let Err(error) = result {
            self.show_error(&error);
        }
        self.update_preview();
    }
}
