//! What keys and the mouse do in a game.

use super::{About, GameScreen, Wish};
use crate::screen::choice::Tapped;
use crate::screen::dialog::{Dialog, Reply};
use quintain_rules::view::Point;
use quintain_table::Timestamp;
use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;

/// The page that `?` shows.
const HELP: [&str; 19] = [
    "Arrows         move the cursor",
    "Enter, Space   choose what is under the cursor",
    "Tab            go to the next thing that can be chosen",
    ":              write a move",
    "Esc            give up what was chosen; end looking back",
    "Mouse          click what to choose, or a move in the list",
    "",
    "u  r           take back; play again",
    "h              a hint",
    "a              analysis on and off",
    "m              have the program that thinks move now",
    "d  x           offer or accept a draw; resign",
    "",
    "PgUp  PgDn     look back and forth; also the mouse wheel",
    "Home  End      the start; the game as it stands",
    "f              flip the board",
    "s  l           save; load",
    "n              the menu, for another game",
    "q              quit; the game can be gone on with later",
];

impl GameScreen<'_> {
    /// Handles a key.
    pub(crate) fn key(&mut self, key: KeyEvent, now: Timestamp) -> Wish {
        if let Some(dialog) = &mut self.dialog {
            let reply = dialog.handle(key);
            if reply == Reply::Open {
                return Wish::Stay;
            }
            self.dialog = None;
            return self.replied(reply, now);
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
            KeyCode::Home => self.look(0),
            KeyCode::End => self.look(usize::MAX),
            KeyCode::Char(letter) => return self.letter(letter, now),
            _ => {}
        }
        Wish::Stay
    }

    fn letter(&mut self, letter: char, now: Timestamp) -> Wish {
        match letter {
            'u' => self.undo(now),
            'r' => self.redo(now),
            'h' => self.hint(),
            'a' => self.toggle_analysis(),
            'm' => self.session.move_now(),
            'f' => self.flipped = !self.flipped,
            ':' => self.dialog = Some(Dialog::write("Your move", "", About::Move)),
            's' => self.dialog = Some(Dialog::write("Save in which file?", "", About::Save)),
            'l' => self.dialog = Some(Dialog::write("Load which file?", "", About::Load)),
            'x' if self.session.outcome().is_none() => {
                self.dialog = Some(Dialog::ask("Do you want to resign?", About::Resign));
            }
            'd' if self.session.outcome().is_none() => {
                let question = "Do you want to offer a draw, or accept one?";
                self.dialog = Some(Dialog::ask(question, About::Draw));
            }
            'n' if self.is_unfinished() => {
                let question = "Leave this game for the menu? You can go on with it later.";
                self.dialog = Some(Dialog::ask(question, About::Menu));
            }
            'n' => return Wish::Menu,
            'q' => {
                let question = if self.is_unfinished() {
                    "Do you want to quit? You can go on with the game later."
                } else {
                    "Do you want to quit?"
                };
                self.dialog = Some(Dialog::ask(question, About::Quit));
            }
            '?' => {
                self.dialog = Some(Dialog::Page {
                    title: "Keys".into(),
                    text: HELP.map(str::to_owned).to_vec(),
                });
            }
            _ => {}
        }
        Wish::Stay
    }

    fn is_unfinished(&self) -> bool {
        self.session.outcome().is_none() && !self.session.table().steps().is_empty()
    }

    fn replied(&mut self, reply: Reply<About>, now: Timestamp) -> Wish {
        match reply {
            Reply::Open | Reply::Closed => {}
            Reply::Yes(About::Quit) => return Wish::Quit,
            Reply::Yes(About::Menu) => return Wish::Menu,
            Reply::Yes(About::Resign) => self.resign(now),
            Reply::Yes(About::Draw) => self.draw_offer(now),
            Reply::Text(_, text) if text.is_empty() => {}
            Reply::Text(About::Move, text) => self.play(&text, now),
            Reply::Text(About::Save, text) => self.save(&text),
            Reply::Text(About::Load, text) => self.load(&text, now),
            Reply::Yes(_) | Reply::Text(..) => {}
        }
        Wish::Stay
    }

    /// Handles a text that was pasted.
    pub(crate) fn paste(&mut self, text: &str) {
        if let Some(Dialog::Write { line, .. }) = &mut self.dialog {
            line.paste(text);
        }
    }

    fn escape(&mut self) {
        if self.choice.is_begun() {
            self.choice.clear();
        } else if self.back.is_some() {
            self.look(usize::MAX);
        } else {
            self.say("");
            if let Some(advice) = &mut self.advice {
                advice.hint.clear();
            }
        }
    }

    /// Moves the cursor on the board as it is drawn. From a slot it goes back to the board.
    fn move_cursor(&mut self, right: i8, down: i8) {
        let (right, down) = if self.flipped {
            (-right, -down)
        } else {
            (right, down)
        };
        let points = &self.geometry.points;
        let Some(here) = points.iter().find(|point| point.id == self.cursor) else {
            let middle = points.get(points.len() / 2);
            self.cursor = middle.map_or(String::new(), |point| point.id.clone());
            return;
        };
        // The nearest point in that direction: a board may have gaps.
        let ahead = |point: &&Point| {
            let (dx, dy) = (to(here.x, point.x), to(here.y, point.y));
            (dx.signum(), dy.signum()) == (i16::from(right), i16::from(down))
        };
        let distance = |point: &&Point| point.x.abs_diff(here.x) + point.y.abs_diff(here.y);
        if let Some(point) = points.iter().filter(ahead).min_by_key(distance) {
            self.cursor = point.id.clone();
        }
    }

    /// Moves the cursor among what can be chosen.
    fn next_target(&mut self, by: isize) {
        let targets = self.marks().targets;
        let at = targets.iter().position(|id| *id == self.cursor);
        let next = match at {
            Some(at) => (at + targets.len()).saturating_add_signed(by) % targets.len(),
            None => 0,
        };
        if let Some(id) = targets.get(next) {
            self.cursor.clone_from(id);
        }
    }

    /// Chooses a point or slot.
    fn tap(&mut self, id: &str, now: Timestamp) {
        if self.back.is_some() {
            self.look(usize::MAX);
            return;
        }
        let Some(side) = self.session.waits_for() else {
            let turn = self.session.table().turn();
            let text = match turn.map(|side| self.session.table().info().side_name(side)) {
                Some(turn) => format!("It is {turn}'s turn; m has the program move now."),
                None => "The game is over; n is for another one.".into(),
            };
            self.note = super::Note { text, bad: true };
            return;
        };
        match self.choice.tap(&self.view.moves, id) {
            Tapped::More | Tapped::Cleared => self.say(""),
            Tapped::Nothing => {
                let name = self.session.table().info().side_name(side);
                let text = format!("{name} has no move with {id}.");
                self.note = super::Note { text, bad: true };
            }
            Tapped::Moves(texts) => match texts.as_slice() {
                [text] => self.play(text, now),
                _ => {
                    self.dialog = Some(Dialog::Choose {
                        title: "Which move?".into(),
                        options: texts,
                        at: 0,
                        about: About::Move,
                    });
                }
            },
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
                    self.look(plies);
                }
            }
            _ => {}
        }
    }
}

fn to(from: u8, to: u8) -> i16 {
    i16::from(to) - i16::from(from)
}
