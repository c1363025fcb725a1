//! Keyboard and mouse in a game.

use super::{GameScreen, Notice, Purpose, Transition};
use crate::screen::cycle;
use crate::screen::dialog::{Dialog, DialogResult};
use crate::screen::messages::{Ask, Keys, News};
use crate::screen::selection::TapResult;
use quintain_rules::view::Point;
use quintain_table::Timestamp;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

impl GameScreen<'_> {
    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, now: Timestamp) -> Transition {
        if let Some(dialog) = &mut self.dialog {
            let result = dialog.handle(key);
            if result == DialogResult::Open {
                return Transition::Stay;
            }
            self.dialog = None;
            return self.dialog_closed(result, now);
        }
        match key.code {
            KeyCode::Up => self.move_cursor(0, -1),
            KeyCode::Down => self.move_cursor(0, 1),
            KeyCode::Left => self.move_cursor(-1, 0),
            KeyCode::Right => self.move_cursor(1, 0),
            KeyCode::Enter | KeyCode::Char(' ') => self.tap(&self.cursor.clone(), now),
            KeyCode::Tab => self.next_target(1),
            KeyCode::BackTab => self.next_target(-1),
            KeyCode::Esc => self.escape(),
            KeyCode::PageUp => self.browse(-1),
            KeyCode::PageDown => self.browse(1),
            KeyCode::Home => self.show_ply(0),
            KeyCode::End => self.show_ply(usize::MAX),
            KeyCode::Char(letter) => return self.letter(letter, now),
            _ => {}
        }
        Transition::Stay
    }

    fn letter(&mut self, letter: char, now: Timestamp) -> Transition {
        match letter {
            'u' => self.undo(now),
            'r' => self.redo(now),
            'h' => self.hint(),
            'a' => self.toggle_analysis(),
            'm' => self.session.move_now(),
            'f' => self.flipped = !self.flipped,
            ':' => self.ask_text(&Ask::Move, Purpose::Move),
            's' => self.ask_text(&Ask::Save, Purpose::Save),
            'l' => self.ask_text(&Ask::Load, Purpose::Load),
            'x' if self.session.outcome().is_none() => {
                self.confirm(&Ask::Resign, Purpose::Resign);
            }
            'd' if self.session.outcome().is_none() => {
                self.confirm(&Ask::Draw, Purpose::Draw);
            }
            'n' if self.is_unfinished() => {
                self.confirm(&Ask::Leave, Purpose::Menu);
            }
            'n' => return Transition::Menu,
            'q' => {
                let question = if self.is_unfinished() {
                    Ask::QuitGame
                } else {
                    Ask::Quit
                };
                self.confirm(&question, Purpose::Quit);
            }
            '?' => {
                self.dialog = Some(Dialog::Message {
                    title: self.say(&Ask::Keys),
                    lines: self.say(&Keys::Game).lines().map(str::to_owned).collect(),
                });
            }
            _ => {}
        }
        Transition::Stay
    }

    fn ask_text(&mut self, title: &Ask, purpose: Purpose) {
        self.dialog = Some(Dialog::input(title, self.language, "", purpose));
    }

    pub(super) fn confirm(&mut self, question: &Ask, purpose: Purpose) {
        self.dialog = Some(Dialog::confirm(question, self.language, purpose));
    }

    fn is_unfinished(&self) -> bool {
        self.session.outcome().is_none() && !self.session.table().steps().is_empty()
    }

    fn dialog_closed(&mut self, result: DialogResult<Purpose>, now: Timestamp) -> Transition {
        match result {
            DialogResult::Open | DialogResult::Closed => {}
            DialogResult::Confirmed(Purpose::Quit) => return Transition::Quit,
            DialogResult::Confirmed(Purpose::Menu) => return Transition::Menu,
            DialogResult::Confirmed(Purpose::Resign) => self.resign(now),
            DialogResult::Confirmed(Purpose::Draw) => self.offer_draw(now),
            DialogResult::Text(_, text) if text.is_empty() => {}
            DialogResult::Text(Purpose::Move, text) => self.play(&text, now),
            DialogResult::Text(Purpose::Save, text) => self.save(&text, false),
            DialogResult::Confirmed(Purpose::Overwrite(file)) => self.save(&file, true),
            DialogResult::Text(Purpose::Load, text) => self.load(&text, now),
            DialogResult::Confirmed(_) | DialogResult::Text(..) => {}
        }
        Transition::Stay
    }

    /// Handles pasted text.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(Dialog::Input { line, .. }) = &mut self.dialog {
            line.paste(text);
        }
    }

    fn escape(&mut self) {
        if !self.selection.is_empty() {
            self.selection.clear();
        } else if self.browsing.is_some() {
            self.show_ply(usize::MAX);
        } else {
            self.notice = Notice::default();
            if let Some(advice) = &mut self.advice {
                advice.hint.clear();
            }
        }
    }

    /// Moves the cursor on the board as it is drawn. From a slot it returns to the board.
    fn move_cursor(&mut self, right: i8, down: i8) {
        let (right, down) = if self.flipped {
            (-right, -down)
        } else {
            (right, down)
        };
        let points = &self.geometry.points;
        let Some(here) = points.iter().find(|point| point.id == self.cursor) else {
            return self.center_cursor();
        };
        // The nearest point in that direction: boards can have gaps.
        let ahead = |point: &&Point| {
            let (dx, dy) = (to(here.x, point.x), to(here.y, point.y));
            (dx.signum(), dy.signum()) == (i16::from(right), i16::from(down))
        };
        let distance = |point: &&Point| point.x.abs_diff(here.x) + point.y.abs_diff(here.y);
        if let Some(point) = points.iter().filter(ahead).min_by_key(distance) {
            self.cursor = point.id.clone();
        }
    }

    /// Moves the cursor to the next possible selection.
    fn next_target(&mut self, by: isize) {
        let targets = self.marks().targets;
        let at = targets.iter().position(|id| *id == self.cursor);
        let next = match at {
            Some(at) => cycle(at, targets.len(), by),
            None => 0,
        };
        if let Some(id) = targets.get(next) {
            self.cursor.clone_from(id);
        }
    }

    /// Taps a point or slot.
    fn tap(&mut self, id: &str, now: Timestamp) {
        if self.browsing.is_some() {
            self.show_ply(usize::MAX);
            return;
        }
        let Some(side) = self.session.human_to_move() else {
            let turn = self.session.table().turn();
            let news = match turn.map(|side| self.session.table().info().side_name(side)) {
                Some(side) => News::OthersTurn { side },
                None => News::GameOver,
            };
            self.notice = Notice::error(self.say(&news));
            return;
        };
        let was_empty = self.selection.is_empty();
        match self.selection.tap(&self.view.moves, id) {
            TapResult::Selected if was_empty && self.selection.is_empty() => {
                let side = self.session.table().info().side_name(side);
                let at = id.to_owned();
                self.notice = Notice::error(self.say(&News::NoMoveWith { side, at }));
            }
            TapResult::Selected => self.notice = Notice::default(),
            TapResult::Move(text) => self.play(&text, now),
            TapResult::Choice(texts) => {
                self.dialog = Some(Dialog::Choose {
                    title: self.say(&Ask::WhichMove),
                    options: texts,
                    cursor: 0,
                    purpose: Purpose::Move,
                });
            }
        }
    }

    /// Handles the mouse, on a screen of this size.
    pub(crate) fn mouse(&mut self, mouse: MouseEvent, area: Rect, now: Timestamp) {
        if self.dialog.is_some() {
            return;
        }
        match mouse.kind {
            MouseEventKind::ScrollUp => self.browse(-1),
            MouseEventKind::ScrollDown => self.browse(1),
            MouseEventKind::Down(MouseButton::Left) => {
                if let Some(id) = self.spot_at(area, mouse.column, mouse.row) {
                    self.cursor.clone_from(&id);
                    self.tap(&id, now);
                } else if let Some(plies) = self.step_at(area, mouse.column, mouse.row) {
                    self.show_ply(plies);
                }
            }
            _ => {}
        }
    }
}

fn to(from: u8, to: u8) -> i16 {
    i16::from(to) - i16::from(from)
}
