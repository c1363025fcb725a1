//! The screen: the menu or a game.

use super::game::{GameScreen, Transition};
use super::menu::{Menu, MenuChoice};
use super::messages::News;
use super::theme::Theme;
use crate::play::text::{Text, disclosure};
use crate::play::{GameOptions, PlayArgs, Session, SessionError, Store};
use quintain_engine::EngineRegistry;
use quintain_rules::message::{Language, ToMessage};
use quintain_table::Timestamp;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use std::path::PathBuf;

/// The smallest window that has room for everything.
const MIN_SIZE: (u16, u16) = (80, 24);

/// A request of a key to the terminal itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerminalRequest {
    /// Draw everything anew (Ctrl-L).
    Redraw,
    /// Stop until the shell continues the program (Ctrl-Z).
    Suspend,
}

/// The screen.
pub(crate) struct App<'a> {
    games: &'a EngineRegistry,
    store: Store,
    language: Language,
    theme: Theme,
    options: GameOptions,
    save_to: Option<PathBuf>,
    page: Page<'a>,
    /// The messages to print after the screen is gone.
    final_messages: Vec<String>,
    request: Option<TerminalRequest>,
    over: bool,
}

enum Page<'a> {
    Menu(Box<Menu>),
    Game(Box<GameScreen<'a>>),
}

impl<'a> App<'a> {
    /// The game that the arguments ask for, or the menu.
    pub(crate) fn new(
        games: &'a EngineRegistry,
        store: Store,
        args: &PlayArgs,
        language: Language,
        theme: Theme,
        now: Timestamp,
    ) -> Result<Self, SessionError> {
        let options = args.options();
        let page = match args.session(games, &store, now)? {
            Some(session) => {
                let game = GameScreen::new(session, args.save.clone(), language, theme);
                Page::Game(Box::new(game))
            }
            None => Page::Menu(Box::new(Menu::new(
                games.registry(),
                &store,
                options.clone(),
                language,
                theme,
            ))),
        };
        Ok(App {
            games,
            store,
            language,
            theme,
            options,
            save_to: args.save.clone(),
            page,
            final_messages: Vec::new(),
            request: None,
            over: false,
        })
    }

    /// Whether the player has left the program.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    /// The messages to print after the screen is gone.
    pub(crate) fn final_messages(self) -> Vec<String> {
        self.final_messages
    }

    /// Whether something moves by itself, so that the screen has to be drawn often.
    pub(crate) fn is_animated(&self) -> bool {
        matches!(&self.page, Page::Game(game) if game.is_animated())
    }

    /// What the last key asks of the terminal, once.
    pub(crate) fn take_request(&mut self) -> Option<TerminalRequest> {
        self.request.take()
    }

    /// The program was stopped from one moment to another: no clock has run.
    pub(crate) fn pause(&mut self, from: Timestamp, now: Timestamp) {
        if let Page::Game(game) = &mut self.page {
            game.pause(from, now);
        }
    }

    /// Handles an event of the terminal, on a screen of this size.
    pub(crate) fn handle(&mut self, event: &Event, area: Rect, now: Timestamp) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key, now),
            Event::Mouse(mouse) => match &mut self.page {
                Page::Menu(menu) => {
                    let choice = menu.mouse(*mouse, area);
                    self.choose(choice, now);
                }
                Page::Game(game) => game.mouse(*mouse, area, now),
            },
            Event::Paste(text) => match &mut self.page {
                Page::Menu(menu) => menu.paste(text),
                Page::Game(game) => game.paste(text),
            },
            _ => {}
        }
    }

    fn key(&mut self, key: KeyEvent, now: Timestamp) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.leave(now),
                KeyCode::Char('l') => self.request = Some(TerminalRequest::Redraw),
                KeyCode::Char('z') => self.request = Some(TerminalRequest::Suspend),
                _ => {}
            }
            return;
        }
        match &mut self.page {
            Page::Menu(menu) => {
                let choice = menu.key(key);
                self.choose(choice, now);
            }
            Page::Game(game) => match game.key(key, now) {
                Transition::Stay => {}
                Transition::Quit => self.leave(now),
                Transition::Menu => self.back_to_menu(now),
            },
        }
    }

    fn choose(&mut self, choice: MenuChoice, now: Timestamp) {
        let session = match choice {
            MenuChoice::Stay => return,
            MenuChoice::Quit => {
                self.over = true;
                return;
            }
            MenuChoice::Begin(plan) => {
                self.options = plan.options.clone();
                Session::begin(self.games, &self.store, &plan, now)
            }
            MenuChoice::Resume(file) => Session::resume(self.games, &self.store, &file, now),
            MenuChoice::Load(file, options) => {
                let loaded = Session::load(self.games, &self.store, &file, &options, now);
                self.options = options;
                loaded
            }
        };
        match (session, &mut self.page) {
            (Ok(session), page) => {
                let game =
                    GameScreen::new(session, self.save_to.clone(), self.language, self.theme);
                *page = Page::Game(Box::new(game));
            }
            (Err(error), Page::Menu(menu)) => menu.show_error(&error),
            (Err(error), Page::Game(_)) => {
                let error = error.to_message().render(self.language);
                self.final_messages.push(error);
            }
        }
    }

    fn menu(&self) -> Menu {
        Menu::new(
            self.games.registry(),
            &self.store,
            self.options.clone(),
            self.language,
            self.theme,
        )
    }

    /// Leaves the game for the menu.
    fn back_to_menu(&mut self, now: Timestamp) {
        let menu = Page::Menu(Box::new(self.menu()));
        let Page::Game(game) = std::mem::replace(&mut self.page, menu) else {
            return;
        };
        let left = game.leave(now);
        // Now that the game has been left, the menu can offer to resume it.
        let mut menu = self.menu();
        if let Err(error) = left {
            menu.show_error(&error);
        }
        self.page = Page::Menu(Box::new(menu));
    }

    /// Leaves the program; a game can be resumed later.
    pub(crate) fn leave(&mut self, now: Timestamp) {
        self.over = true;
        let menu = Page::Menu(Box::new(self.menu()));
        let Page::Game(game) = std::mem::replace(&mut self.page, menu) else {
            return;
        };
        let table = game.session.table();
        let mut messages = disclosure(table);
        if messages.is_empty() {
            let commitment = table.commitment();
            messages.extend(commitment.map(|commitment| Text::Commitment { commitment }.into()));
        }
        match game.leave(now) {
            Ok(Some(path)) => {
                let file = path.display().to_string();
                messages.push(Text::Stored { file }.into());
                messages.push(Text::HowToResume.into());
            }
            Ok(None) => {}
            Err(error) => messages.push(error.into()),
        }
        let said = messages.iter().map(|message| message.render(self.language));
        self.final_messages.extend(said);
    }

    /// Handles what happens by itself.
    pub(crate) fn tick(&mut self, now: Timestamp) {
        if let Page::Game(game) = &mut self.page {
            game.tick(now);
        }
    }

    /// Draws everything.
    pub(crate) fn render(&self, area: Rect, buf: &mut Buffer, now: Timestamp) {
        if area.width < MIN_SIZE.0 || area.height < MIN_SIZE.1 {
            let small = News::SmallWindow {
                width: area.width,
                height: area.height,
                min_width: MIN_SIZE.0,
                min_height: MIN_SIZE.1,
            };
            let text = small.to_message().render(self.language);
            let paragraph = Paragraph::new(text).wrap(Wrap { trim: true }).centered();
            paragraph.render(area, buf);
            return;
        }
        match &self.page {
            Page::Menu(menu) => menu.render(area, buf),
            Page::Game(game) => game.render(area, buf, now),
        }
    }
}
