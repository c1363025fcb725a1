//! The start menu: which game, on which board, who plays, with which clock, from where.

mod render;

use super::dialog::{Dialog, Reply};
use super::game::Note;
use super::theme::Theme;
use crate::play::{Plan, Store, Terms};
use quintain_rules::erased::{AnyGame, AnyPosition};
use quintain_rules::view::{Geometry, View};
use quintain_rules::{GameInfo, Registry, Side};
use quintain_table::{Controller, EngineLevel, TimeControl};
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use std::path::PathBuf;

/// The clocks to choose from; others can be written.
const CLOCKS: [&str; 6] = ["none", "1m", "3m+2s", "5m+3s", "10m+5s", "30m+20s"];

/// How many games to go on with are offered.
const KEPT: usize = 4;

/// The start menu.
pub(crate) struct Menu {
    theme: Theme,
    games: Vec<&'static dyn AnyGame>,
    /// The games that can be gone on with: the file, and what to call it.
    kept: Vec<(PathBuf, String)>,
    /// Which row the cursor is on.
    at: usize,
    game: usize,
    size: Option<u8>,
    terms: Terms,
    position: String,
    preview: Option<(Geometry, View)>,
    note: Note,
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
pub(crate) enum Chosen {
    /// Nothing yet.
    Stay,
    /// To leave the program.
    Quit,
    /// A new game.
    Begin(Plan),
    /// A game to go on with.
    Resume(PathBuf),
    /// A recorded game.
    Load(PathBuf, Terms),
}

impl Menu {
    pub(crate) fn new(games: &Registry, store: &Store, terms: Terms, theme: Theme) -> Menu {
        let kept = store.kept(games).into_iter().filter(|kept| !kept.over);
        let kept = kept.take(KEPT).map(|kept| {
            let steps = match kept.steps {
                1 => "1 step".to_owned(),
                steps => format!("{steps} steps"),
            };
            (kept.path, format!("{}, {steps}", kept.game))
        });
        let mut menu = Menu {
            theme,
            games: games.iter().collect(),
            kept: kept.collect(),
            at: 0,
            game: 0,
            size: None,
            terms,
            position: String::new(),
            preview: None,
            note: Note::default(),
            dialog: None,
        };
        menu.choose_game(0);
        menu
    }

    /// Says something below the menu.
    pub(crate) fn say(&mut self, text: String, bad: bool) {
        self.note = Note { text, bad };
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
        rows.extend((0..self.kept.len()).map(Row::Resume));
        rows.extend([Row::Load, Row::Quit]);
        rows
    }

    fn row(&self) -> Row {
        self.rows().get(self.at).copied().unwrap_or(Row::Game)
    }

    fn choose_game(&mut self, game: usize) {
        self.game = game;
        let info = self.info();
        let sized = info.filter(|info| !info.sizes().is_empty());
        self.size = sized.and_then(|info| info.board_size(None).ok());
        self.position.clear();
        self.look();
    }

    /// The position to start from, as far as it is known before the game begins.
    fn start(&self) -> Result<Box<dyn AnyPosition>, String> {
        let game = self.games.get(self.game).ok_or("there is no game")?;
        if self.position.is_empty() {
            game.start(self.size).map_err(|error| error.to_string())
        } else {
            game.parse(&self.position)
                .map_err(|error| error.to_string())
        }
    }

    fn look(&mut self) {
        let start = self.start().ok();
        self.preview = start.map(|start| (start.geometry(), start.view()));
    }

    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent) -> Chosen {
        if let Some(dialog) = &mut self.dialog {
            let reply = dialog.handle(key);
            if reply == Reply::Open {
                return Chosen::Stay;
            }
            self.dialog = None;
            return match reply {
                Reply::Text(Row::Load, file) if !file.is_empty() => {
                    Chosen::Load(file.into(), self.terms.clone())
                }
                Reply::Text(row, text) => {
                    self.written(row, &text);
                    Chosen::Stay
                }
                _ => Chosen::Stay,
            };
        }
        let last = self.rows().len() - 1;
        match key.code {
            KeyCode::Up | KeyCode::BackTab => self.at = self.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab => self.at = if self.at >= last { 0 } else { self.at + 1 },
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            KeyCode::Left => self.change(-1),
            KeyCode::Right => self.change(1),
            KeyCode::Enter | KeyCode::Char(' ') => return self.activate(),
            KeyCode::Backspace | KeyCode::Delete if self.row() == Row::Position => {
                self.written(Row::Position, "");
            }
            KeyCode::Char('q') | KeyCode::Esc => return Chosen::Quit,
            KeyCode::Char('?') => self.help(),
            _ => {}
        }
        Chosen::Stay
    }

    fn help(&mut self) {
        let text = [
            "Up, Down       from row to row",
            "Left, Right    change what the row says",
            "Enter          write it yourself, or do what the row says",
            "Backspace      on the position: the usual one again",
            "Mouse          click a row to go there, and again for Enter",
            "q              quit",
        ];
        self.dialog = Some(Dialog::Page {
            title: "Keys".into(),
            text: text.map(str::to_owned).to_vec(),
        });
    }

    /// Handles a text that was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(Dialog::Write { line, .. }) = &mut self.dialog {
            line.paste(text);
        }
    }

    /// Handles the mouse, on a screen of this size.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, area: Rect) -> Chosen {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.dialog.is_some() {
            return Chosen::Stay;
        }
        match self.row_at(area, mouse.column, mouse.row) {
            Some(index) if index == self.at => match self.row() {
                Row::Game | Row::Size | Row::Player(_) | Row::Clock => {
                    self.change(1);
                    Chosen::Stay
                }
                _ => self.activate(),
            },
            Some(index) => {
                self.at = index;
                Chosen::Stay
            }
            None => Chosen::Stay,
        }
    }

    /// Changes what the row under the cursor says.
    fn change(&mut self, by: isize) {
        self.note = Note::default();
        match self.row() {
            Row::Game => {
                let game = turn(self.game, self.games.len(), by);
                self.choose_game(game);
            }
            Row::Size => {
                let sizes = self.info().map_or(&[][..], |info| info.sizes());
                let at = sizes.iter().position(|&size| Some(size) == self.size);
                self.size = sizes.get(turn(at.unwrap_or(0), sizes.len(), by)).copied();
                self.position.clear();
                self.look();
            }
            Row::Player(side) => self.change_player(side, by),
            Row::Clock => {
                let now = self.terms.clock.to_string();
                let at = CLOCKS.iter().position(|&clock| clock == now).unwrap_or(0);
                let clock = CLOCKS[turn(at, CLOCKS.len(), by)];
                self.terms.clock = clock.parse().unwrap_or(TimeControl::Unlimited);
            }
            _ => {}
        }
    }

    /// A person, the levels of the engine, another program.
    fn change_player(&mut self, side: Side, by: isize) {
        let levels: Vec<EngineLevel> = EngineLevel::all().collect();
        let at = match &self.terms.players[side.index()] {
            Controller::Human => 0,
            Controller::Engine { level } => usize::from(level.number()),
            Controller::Ugi { .. } => levels.len() + 1,
        };
        let next = turn(at, levels.len() + 2, by);
        self.terms.players[side.index()] = match next.checked_sub(1).map(|at| levels.get(at)) {
            None => Controller::Human,
            Some(Some(&level)) => Controller::Engine { level },
            // Which program has to be written.
            Some(None) => return self.write_player(side, "ugi:"),
        };
    }

    fn write_player(&mut self, side: Side, text: &str) {
        let title = "human, engine:1 to engine:8, or ugi:COMMAND";
        self.dialog = Some(Dialog::write(title, text, Row::Player(side)));
    }

    /// Does what the row under the cursor says, or has it written.
    fn activate(&mut self) -> Chosen {
        match self.row() {
            Row::Game => {
                self.at = self
                    .rows()
                    .iter()
                    .position(|&row| row == Row::Play)
                    .unwrap_or(0);
            }
            Row::Size => self.change(1),
            Row::Player(side) => {
                let text = self.terms.players[side.index()].to_string();
                self.write_player(side, &text);
            }
            Row::Clock => {
                let text = self.terms.clock.to_string();
                let title = "A clock such as 5m+3s, or none";
                self.dialog = Some(Dialog::write(title, &text, Row::Clock));
            }
            Row::Position => {
                let title = "The position to start from (nothing: the usual one)";
                self.dialog = Some(Dialog::write(title, &self.position, Row::Position));
            }
            Row::Play => return self.begin(),
            Row::Resume(index) => {
                if let Some((file, _)) = self.kept.get(index) {
                    return Chosen::Resume(file.clone());
                }
            }
            Row::Load => self.dialog = Some(Dialog::write("Load which file?", "", Row::Load)),
            Row::Quit => return Chosen::Quit,
        }
        Chosen::Stay
    }

    fn begin(&mut self) -> Chosen {
        let Some(info) = self.info() else {
            return Chosen::Stay;
        };
        let own = !self.position.is_empty();
        Chosen::Begin(Plan {
            game: info.id.to_owned(),
            // A position has a size of its own.
            size: self.size.filter(|_| !own),
            position: own.then(|| self.position.clone()),
            terms: self.terms.clone(),
        })
    }

    /// Takes what was written for a row, if it can be.
    fn written(&mut self, row: Row, text: &str) {
        let result: Result<(), String> = match row {
            Row::Player(side) => text
                .parse()
                .map_err(|error| format!("{error}"))
                .map(|player| {
                    self.terms.players[side.index()] = player;
                }),
            Row::Clock => text
                .parse()
                .map_err(|error| format!("{error}"))
                .map(|clock| {
                    self.terms.clock = clock;
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
        self.note = Note {
            bad: result.is_err(),
            text: result.err().unwrap_or_default(),
        };
        self.look();
    }
}

/// The next or the one before in a ring.
fn turn(at: usize, of: usize, by: isize) -> usize {
    (at + of).saturating_add_signed(by) % of.max(1)
}
