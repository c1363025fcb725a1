//! The whole screen: the menu or a game.

use super::game::{GameScreen, Wish};
use super::menu::{Chosen, Menu};
use super::theme::Theme;
use crate::play::words::disclosure;
use crate::play::{PlayArgs, Session, SessionError, Store, Terms};
use quintain_engine::EngineRegistry;
use quintain_table::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::path::PathBuf;

/// The smallest window in which everything has room.
const LEAST: (u16, u16) = (80, 24);

/// The whole screen.
pub(crate) struct App<'a> {
    games: &'a EngineRegistry,
    store: Store,
    theme: Theme,
    terms: Terms,
    save_to: Option<PathBuf>,
    face: Face<'a>,
    /// What is to be said when the screen is gone.
    farewell: Vec<String>,
    over: bool,
}

enum Face<'a> {
    Menu(Box<Menu>),
    Game(Box<GameScreen<'a>>),
}

impl<'a> App<'a> {
    /// What the arguments ask for: a game, or the menu.
    pub(crate) fn new(
        games: &'a EngineRegistry,
        store: Store,
        args: &PlayArgs,
        theme: Theme,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let terms = args.terms();
        let face = match args.session(games, &store, now)? {
            Some(session) => {
                let game = GameScreen::new(session, args.save.clone(), theme);
                Face::Game(Box::new(game))
            }
            None => Face::Menu(Box::new(Menu::new(
                games.registry(),
                &store,
                terms.clone(),
                theme,
            ))),
        };
        Ok(App {
            games,
            store,
            theme,
            terms,
            save_to: args.save.clone(),
            face,
            farewell: Vec::new(),
            over: false,
        })
    }

    /// Whether the program is to be left.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// What is to be said when the screen is gone.
    pub(crate) fn farewell(self) -> Vec<String> {
        self.farewell
    }

    /// Whether something moves by itself, so that the screen is to be drawn often.
    pub(crate) fn is_lively(&self) -> bool {
        matches!(&self.face, Face::Game(game) if game.is_lively())
    }

    /// Handles what the terminal tells, on a screen of this size.
    pub(crate) fn handle(&mut self, event: &Event, area: Rect, now: Timestamp) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => match &mut self.face {
                Face::Menu(menu) => {
                    let chosen = menu.mouse(*mouse, area);
                    self.chosen(chosen, now);
                }
                Face::Game(game) => game.mouse(*mouse, area, now),
            },
            Event::Paste(text) => match &mut self.face {
                Face::Menu(menu) => menu.paste(text),
                Face::Game(game) => game.paste(text),
            },
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent, now: Timestamp) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('c') {
                self.leave(now);
            }
            return;
        }
        match &mut self.face {
            Face::Menu(menu) => {
                let chosen = menu.key(key);
                self.chosen(chosen, now);
            }
            Face::Game(game) => match game.key(key, now) {
                Wish::Stay => {}
                Wish::Quit => self.leave(now),
                Wish::Menu => self.back_to_menu(now),
            },
        }
    }

    fn chosen(&mut self, chosen: Chosen, now: Timestamp) {
        let session = match chosen {
            Chosen::Stay => return,
            Chosen::Quit => {
                self.over = true;
                return;
            }
            Chosen::Begin(plan) => {
                self.terms = plan.terms.clone();
                Session::begin(self.games, &self.store, &plan, now)
            }
            Chosen::Resume(file) => Session::resume(self.games, &self.store, &file, now),
            Chosen::Load(file, terms) => {
                let loaded = Session::load(self.games, &self.store, &file, &terms, now);
                self.terms = terms;
                loaded
            }
        };
        match (session, &mut self.face) {
            (Ok(session), face) => {
                let game = GameScreen::new(session, self.save_to.clone(), self.theme);
                *face = Face::Game(Box::new(game));
            }
            (Err(error), Face::Menu(menu)) => menu.say(error.to_string(), true),
            (Err(error), Face::Game(_)) => self.farewell.push(error.to_string()),
        }
    }

    fn menu(&self) -> Menu {
        Menu::new(
            self.games.registry(),
            &self.store,
            self.terms.clone(),
            self.theme,
        )
    }

    /// Leaves the game for the menu.
    fn back_to_menu(&mut self, now: Timestamp) {
        let menu = Face::Menu(Box::new(self.menu()));
        let Face::Game(game) = std::mem::replace(&mut self.face, menu) else {
            return;
        };
        let left = game.leave(now);
        // Now that it is left, it can be gone on with.
        let mut menu = self.menu();
        if let Err(error) = left {
            menu.say(error.to_string(), true);
        }
        self.face = Face::Menu(Box::new(menu));
    }

    /// Leaves the program; a game can be gone on with later.
    pub(crate) fn leave(&mut self, now: Timestamp) {
        self.over = true;
        let menu = Face::Menu(Box::new(self.menu()));
        let Face::Game(game) = std::mem::replace(&mut self.face, menu) else {
            return;
        };
        let table = game.session.table();
        let told = disclosure(table);
        if told.is_empty() {
            let promise = table.commitment();
            self.farewell
                .extend(promise.map(|promise| format!("Commitment: {promise}")));
        } else {
            self.farewell.extend(told.lines().map(str::to_owned));
        }
        match game.leave(now) {
            Ok(Some(path)) => {
                self.farewell
                    .push(format!("The game is kept in {}.", path.display()));
                self.farewell
                    .push("quintain play --resume goes on with it.".into());
            }
            Ok(None) => {}
            Err(error) => self.farewell.push(error.to_string()),
        }
    }

    /// Lets happen what is due.
    pub(crate) fn tick(&mut self, now: Timestamp) {
        if let Face::Game(game) = &mut self.face {
            game.tick(now);
        }
    }

    /// Draws everything.
    pub(crate) fn render(&self, area: Rect, buf: &mut Buffer, now: Timestamp) {
        if area.width < LEAST.0 || area.height < LEAST.1 {
            let (width, height) = LEAST;
            let text = format!(
                "This window is {} by {}. Please make it at least {width} by {height}.",
                area.width, area.height
            );
            let paragraph = Paragraph::new(text).wrap(Wrap { trim: true }).centered();
            paragraph.render(area, buf);
            return;
        }
        match &self.face {
            Face::Menu(menu) => menu.render(area, buf),
            Face::Game(game) => game.render(area, buf, now),
        }
    }
}
