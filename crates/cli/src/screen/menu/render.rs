//! Drawing the start menu: its rows, and the board of the game.

use super::{Menu, Row};
use crate::screen::board::{Layout, Marks, Picture};
use crate::screen::game::{draw_right, indented};
use crate::screen::messages::Label;
use quintain_table::{Controller, TimeControl};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// The width of the rows in columns.
const ROW_WIDTH: u16 = 34;
/// The height of the title above the menu.
const TITLE_HEIGHT: u16 = 2;
/// The height of the sentence about the game below the board.
const SUMMARY_HEIGHT: u16 = 4;

impl Menu {
    /// A row's name, and its value if it has one.
    fn row_text(&self, row: Row) -> (String, Option<String>) {
        let info = self.info();
        let named = |name: &Label, value: String| (self.say(name), Some(value));
        match row {
            Row::Game => {
                let name = info.map(|info| self.say(&info.name()));
                named(&Label::Game, name.unwrap_or_default())
            }
            Row::Size => named(
                &Label::Size,
                self.size.map_or(String::new(), |size| size.to_string()),
            ),
            Row::Player(side) => {
                let name = info.map(|info| self.say(&info.side_name(side)));
                let player = match &self.options.players[side.index()] {
                    Controller::Human => self.say(&Label::Human),
                    Controller::Engine { level } => self.say(&Label::Engine {
                        level: level.number(),
                    }),
                    Controller::Ugi { command } => format!("ugi {command}"),
                };
                (name.unwrap_or_default(), Some(player))
            }
            Row::Clock if self.options.clock == TimeControl::Unlimited => {
                named(&Label::Clock, self.say(&Label::NoClock))
            }
            Row::Clock => named(&Label::Clock, self.options.clock.to_string()),
            Row::Position if self.position.is_empty() => {
                named(&Label::Position, self.say(&Label::DefaultPosition))
            }
            Row::Position => named(&Label::Position, self.position.clone()),
            Row::Play => (self.say(&Label::Play), None),
            Row::Resume(index) => {
                let game = self.unfinished.get(index);
                let summary = game.map(|(_, summary)| summary.clone());
                let resume = summary.map(|summary| self.say(&Label::Resume { summary }));
                (resume.unwrap_or_default(), None)
            }
            Row::Load => (self.say(&Label::Load), None),
            Row::Quit => (self.say(&Label::Quit), None),
        }
    }

    /// Where the rows are: actions are set apart from choices.
    fn places(&self, area: Rect) -> Vec<(Row, Rect)> {
        let mut y = area.y + TITLE_HEIGHT;
        let mut places = Vec::new();
        for row in self.rows() {
            y += u16::from(row == Row::Play);
            places.push((row, Rect::new(area.x + 1, y, ROW_WIDTH, 1)));
            y += 1 + u16::from(row == Row::Play);
        }
        places
    }

    pub(super) fn row_at(&self, area: Rect, x: u16, y: u16) -> Option<usize> {
        let places = self.places(area);
        places
            .iter()
            .position(|(_, place)| place.contains((x, y).into()))
    }

    /// Draws the menu.
    pub(crate) fn render(&self, area: Rect, buf: &mut Buffer) {
        let theme = self.theme;
        let title = Line::from(vec![
            Span::styled(" Quintain ", theme.highlighted()),
            Span::raw(format!(" {}", self.say(&Label::WhatToPlay))),
        ]);
        title.render(Rect { height: 1, ..area }, buf);
        draw_right(&format!("{} ", self.say(&Label::Corner)), area, theme, buf);
        for (index, (row, place)) in self.places(area).into_iter().enumerate() {
            self.draw_row(row, place, index == self.cursor, buf);
        }
        self.draw_preview(area, buf);
        let foot = Rect {
            y: area.bottom().saturating_sub(2),
            height: 2,
            ..area
        };
        let style = if self.notice.is_error {
            theme.warning()
        } else {
            theme.strong()
        };
        if self.notice.text.is_empty() {
            let keys = format!(" {}", self.say(&Label::MenuKeys));
            let below = Rect {
                y: foot.y + 1,
                height: 1,
                ..foot
            };
            Line::styled(keys, theme.weak()).render(below, buf);
        } else {
            Paragraph::new(&*self.notice.text)
                .style(style)
                .wrap(Wrap { trim: false })
                .render(indented(foot), buf);
        }
        if let Some(dialog) = &self.dialog {
            dialog.draw(area, buf, self.language, theme);
        }
    }

    fn draw_row(&self, row: Row, place: Rect, is_current: bool, buf: &mut Buffer) {
        let theme = self.theme;
        let (name, value) = self.row_text(row);
        let sign = if is_current {
            theme.pick("▸", ">")
        } else {
            " "
        };
        let style = if is_current {
            theme.highlighted()
        } else {
            theme.strong()
        };
        if is_current {
            buf.set_style(place, style);
        }
        let [open, close] = match row {
            Row::Position => ["", ""],
            _ if is_current => theme.pick(["‹ ", " ›"], ["< ", " >"]),
            _ => ["  ", "  "],
        };
        let text = match value {
            Some(value) => {
                let max_chars = usize::from(ROW_WIDTH).saturating_sub(18);
                let is_long = value.chars().count() > max_chars;
                let mut value: String = value.chars().take(max_chars).collect();
                if is_long {
                    value.push_str("...");
                }
                let open = if row == Row::Position { "  " } else { open };
                format!(" {sign} {name:<9}{open}{value}{close}")
            }
            None => format!(" {sign} {name}"),
        };
        let width = usize::from(ROW_WIDTH);
        buf.set_stringn(place.x, place.y, text, width, style);
    }

    fn draw_preview(&self, area: Rect, buf: &mut Buffer) {
        let Some((geometry, view)) = &self.preview else {
            return;
        };
        let left = area.x + ROW_WIDTH + 2;
        let space = Rect {
            x: left,
            y: area.y + TITLE_HEIGHT,
            width: area.right().saturating_sub(left + 1),
            height: area
                .height
                .saturating_sub(TITLE_HEIGHT + SUMMARY_HEIGHT + 2),
        };
        let summary_area = Rect {
            y: space.bottom(),
            height: SUMMARY_HEIGHT,
            ..space
        };
        let summary = self.info().map(|info| self.say(&info.summary()));
        let summary = summary.unwrap_or_default();
        let paragraph = Paragraph::new(summary).style(self.theme.weak()).centered();
        paragraph
            .wrap(Wrap { trim: true })
            .render(summary_area, buf);
        if let Some(layout) = Layout::fit(geometry, space, false, self.theme) {
            let picture = Picture {
                geometry,
                view,
                marks: &Marks::default(),
                layout,
                language: self.language,
                theme: self.theme,
            };
            picture.render(space, buf);
        }
    }
}
