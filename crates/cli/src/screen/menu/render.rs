//! The start menu drawn: its rows, and the board of the game.

use super::{Menu, Row};
use crate::screen::board::{Layout, Marks, Picture};
use crate::screen::game::draw_right;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// The columns of the rows.
const WIDE: u16 = 34;
/// The rows above the menu.
const ABOVE: u16 = 2;

impl Menu {
    /// What a row says: its name, and its value if it has one.
    fn words(&self, row: Row) -> (String, Option<String>) {
        let info = self.info();
        let named = |name: &str, value: String| (name.to_owned(), Some(value));
        match row {
            Row::Game => named("Game", info.map_or(String::new(), |info| info.name.into())),
            Row::Size => named(
                "Size",
                self.size.map_or(String::new(), |size| size.to_string()),
            ),
            Row::Player(side) => {
                let name = info.map_or(side.as_str(), |info| info.side_name(side));
                named(
                    name,
                    self.terms.players[side.index()]
                        .to_string()
                        .replace(':', " "),
                )
            }
            Row::Clock => named("Clock", self.terms.clock.to_string()),
            Row::Position if self.position.is_empty() => named("Position", "usual".into()),
            Row::Position => named("Position", self.position.clone()),
            Row::Play => ("Play".into(), None),
            Row::Resume(index) => {
                let what = self.kept.get(index).map_or("", |kept| &kept.1);
                (format!("Go on: {what}"), None)
            }
            Row::Load => ("Load a game from a file".into(), None),
            Row::Quit => ("Quit".into(), None),
        }
    }

    /// Where the rows are: what is done stands apart from what is chosen.
    fn places(&self, area: Rect) -> Vec<(Row, Rect)> {
        let mut y = area.y + ABOVE;
        let mut places = Vec::new();
        for row in self.rows() {
            y += u16::from(row == Row::Play);
            places.push((row, Rect::new(area.x + 1, y, WIDE, 1)));
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
            Span::raw(" What shall we play?"),
        ]);
        title.render(Rect { height: 1, ..area }, buf);
        draw_right("? keys  q quit ", area, theme, buf);
        for (index, (row, place)) in self.places(area).into_iter().enumerate() {
            self.draw_row(row, place, index == self.at, buf);
        }
        self.draw_preview(area, buf);
        let foot = Rect {
            y: area.bottom().saturating_sub(2),
            height: 2,
            ..area
        };
        let style = if self.note.bad {
            theme.warning()
        } else {
            theme.strong()
        };
        if self.note.text.is_empty() {
            let keys = " Up and Down: choose   Left and Right: change   Enter: write or do";
            let below = Rect {
                y: foot.y + 1,
                height: 1,
                ..foot
            };
            Line::styled(keys, theme.weak()).render(below, buf);
        } else {
            let text = format!(" {}", self.note.text);
            Paragraph::new(text)
                .style(style)
                .wrap(Wrap { trim: false })
                .render(foot, buf);
        }
        if let Some(dialog) = &self.dialog {
            dialog.draw(area, buf, theme);
        }
    }

    fn draw_row(&self, row: Row, place: Rect, here: bool, buf: &mut Buffer) {
        let theme = self.theme;
        let (name, value) = self.words(row);
        let sign = if here { theme.pick("▸", ">") } else { " " };
        let style = if here {
            theme.highlighted()
        } else {
            theme.strong()
        };
        if here {
            buf.set_style(place, style);
        }
        let [open, close] = match row {
            Row::Position => ["", ""],
            _ if here => theme.pick(["‹ ", " ›"], ["< ", " >"]),
            _ => ["  ", "  "],
        };
        let text = match value {
            Some(value) => {
                let room = usize::from(WIDE).saturating_sub(18);
                let long = value.chars().count() > room;
                let mut value: String = value.chars().take(room).collect();
                if long {
                    value.push_str("...");
                }
                let open = if row == Row::Position { "  " } else { open };
                format!(" {sign} {name:<9}{open}{value}{close}")
            }
            None => format!(" {sign} {name}"),
        };
        let width = usize::from(WIDE);
        buf.set_stringn(place.x, place.y, text, width, style);
    }

    fn draw_preview(&self, area: Rect, buf: &mut Buffer) {
        let Some((geometry, view)) = &self.preview else {
            return;
        };
        let left = area.x + WIDE + 2;
        let space = Rect {
            x: left,
            y: area.y + ABOVE,
            width: area.right().saturating_sub(left + 1),
            height: area.height.saturating_sub(ABOVE + 5),
        };
        let words = Rect {
            y: space.bottom(),
            height: 3,
            ..space
        };
        let summary = self.info().map_or("", |info| info.summary);
        let paragraph = Paragraph::new(summary).style(self.theme.weak()).centered();
        paragraph.wrap(Wrap { trim: true }).render(words, buf);
        if let Some(layout) = Layout::fit(geometry, space, false, self.theme) {
            let picture = Picture {
                geometry,
                view,
                marks: &Marks::default(),
                layout,
                theme: self.theme,
            };
            picture.render(space, buf);
        }
    }
}
