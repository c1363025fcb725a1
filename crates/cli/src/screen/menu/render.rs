//! Drawing the start menu: its rows, and the board of the game.

use super::{Menu, Row};
use crate::screen::board::{Layout, Marks, Picture};
use crate::screen::game::draw_right;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

/// The width of the rows in columns.
const ROW_WIDTH: u16 = 34;
/// The height of the title above the menu.
const TITLE_HEIGHT: u16 = 2;

impl Menu {
    /// A row's name, and its value if it has one.
    fn row_text(&self, row: Row) -> (String, Option<String>) {
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
                    self.options.players[side.index()]
                        .to_string()
                        .replace(':', " "),
                )
            }
            Row::Clock => named("Clock", self.options.clock.to_string()),
            Row::Position if self.position.is_empty() => named("Position", "default".into()),
            Row::Position => named("Position", self.position.clone()),
            Row::Play => ("Play".into(), None),
            Row::Resume(index) => {
                let summary = self.unfinished.get(index).map_or("", |game| &game.1);
                (format!("Resume: {summary}"), None)
            }
            Row::Load => ("Load a game from a file".into(), None),
            Row::Quit => ("Quit".into(), None),
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
            Span::raw(" What would you like to play?"),
        ]);
        title.render(Rect { height: 1, ..area }, buf);
        draw_right("? keys  q quit ", area, theme, buf);
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
            let keys = " Up and Down: select   Left and Right: change   Enter: type or activate";
            let below = Rect {
                y: foot.y + 1,
                height: 1,
                ..foot
            };
            Line::styled(keys, theme.weak()).render(below, buf);
        } else {
            let text = format!(" {}", self.notice.text);
            Paragraph::new(text)
                .style(style)
                .wrap(Wrap { trim: false })
                .render(foot, buf);
        }
        if let Some(dialog) = &self.dialog {
            dialog.draw(area, buf, theme);
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
            height: area.height.saturating_sub(TITLE_HEIGHT + 5),
        };
        let summary_area = Rect {
            y: space.bottom(),
            height: 3,
            ..space
        };
        let summary = self.info().map_or("", |info| info.summary);
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
                theme: self.theme,
            };
            picture.render(space, buf);
        }
    }
}
