//! Drawing a game: the layout of the screen, the board, and the lines above and below it.

use super::GameScreen;
use crate::messages::foreign;
use crate::screen::board::{Layout, Picture, max_width};
use crate::screen::dialog::wrapped_rows;
use crate::screen::messages::{Label, News};
use crate::screen::theme::Theme;
use quintain_rules::Side;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};

/// No text at the bottom is longer than this: the board must stay visible.
const MAX_NOTICE_ROWS: u16 = 8;

/// The layout of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Areas {
    pub(super) title: Rect,
    pub(super) board: Rect,
    pub(super) players: [Rect; 2],
    pub(super) bar: Rect,
    pub(super) thinking: Rect,
    pub(super) status: Rect,
    pub(super) moves: Rect,
    pub(super) footer: Rect,
}

impl Areas {
    /// The layout of a screen, with or without hands. `status_rows` says how many rows the status
    /// needs at a width: the list of moves makes room for it.
    pub(super) fn of(area: Rect, hands: bool, status_rows: impl FnOnce(u16) -> u16) -> Areas {
        let [title, middle, footer] = Rect::layout(
            area,
            &ratatui::layout::Layout::vertical([
                Constraint::Length(1),
                Constraint::Fill(1),
                Constraint::Length(2),
            ]),
        );
        let panel_width = (area.width / 3).clamp(28, 44);
        let [board, _, panel] = Rect::layout(
            middle,
            &ratatui::layout::Layout::horizontal([
                Constraint::Fill(1),
                Constraint::Length(1),
                Constraint::Length(panel_width - 1),
            ]),
        );
        let is_tall = panel.height > 30;
        let player = Constraint::Length(if hands { 2 } else { 1 });
        let gap = Constraint::Length(u16::from(is_tall));
        let status = Constraint::Length((status_rows(panel.width) + 1).max(8));
        let [first, second, _, bar, thinking, _, status, moves] = Rect::layout(
            panel,
            &ratatui::layout::Layout::vertical([
                player,
                player,
                gap,
                Constraint::Length(1),
                Constraint::Length(if is_tall { 6 } else { 3 }),
                gap,
                status,
                Constraint::Fill(1),
            ]),
        );
        Areas {
            title,
            board,
            players: [first, second],
            bar,
            thinking,
            status,
            moves,
            footer,
        }
    }
}

impl GameScreen<'_> {
    pub(super) fn areas(&self, area: Rect) -> Areas {
        let status_rows = |width| {
            let status = Paragraph::new(self.status_lines()).wrap(Wrap { trim: true });
            wrapped_rows(&status, width, area.height)
        };
        Areas::of(area, !self.geometry.slots.is_empty(), status_rows)
    }

    fn layout(&self, board: Rect, theme: Theme) -> Option<Layout> {
        Layout::fit(&self.geometry, board, self.flipped, theme)
    }

    /// The point or slot at a place on the screen.
    pub(super) fn spot_at(&self, area: Rect, x: u16, y: u16) -> Option<String> {
        let areas = self.areas(area);
        let slot = self.slot_at(&areas, x, y);
        slot.or_else(|| {
            let (x, y) = self.layout(areas.board, self.theme)?.at(x, y)?;
            let points = &mut self.geometry.points.iter();
            let point = points.find(|point| (point.x, point.y) == (x, y))?;
            Some(point.id.clone())
        })
    }

    /// Draws the game.
    pub(crate) fn render(&self, area: Rect, buf: &mut Buffer, now: quintain_table::Timestamp) {
        let theme = self.theme;
        let areas = self.areas(area);
        self.draw_title(areas.title, buf);
        let marks = self.marks();
        if let Some(layout) = self.layout(areas.board, theme) {
            let picture = Picture {
                geometry: &self.geometry,
                view: &self.view,
                marks: &marks,
                layout,
                language: self.language,
                theme,
            };
            picture.render(areas.board, buf);
        } else {
            Paragraph::new(self.say(&News::SmallBoard))
                .wrap(Wrap { trim: true })
                .render(areas.board, buf);
        }
        self.draw_panel(&areas, &marks, now, buf);
        self.draw_footer(areas.footer, buf);
        if let Some(dialog) = &self.dialog {
            dialog.draw(area, buf, self.language, theme);
        }
    }

    fn draw_title(&self, area: Rect, buf: &mut Buffer) {
        let info = self.session.table().info();
        let size = self.geometry.size.map(|size| format!(" {size}"));
        let mut left = vec![
            Span::styled(" Quintain ", self.theme.highlighted()),
            Span::raw(" "),
            Span::styled(self.say(&info.name()), self.theme.strong()),
            Span::styled(size.unwrap_or_default(), self.theme.weak()),
        ];
        if let Some(plies) = self.browsing {
            let all = self.session.table().steps().len();
            let text = self.say(&Label::Browsing { ply: plies, all });
            left.push(Span::styled(format!("   {text}"), self.theme.warning()));
        }
        Line::from(left).render(area, buf);
        draw_right(
            &format!("{} ", self.say(&Label::Corner)),
            area,
            self.theme,
            buf,
        );
    }

    /// The notice, or else what is under the cursor; and the most important keys.
    fn draw_footer(&self, area: Rect, buf: &mut Buffer) {
        let theme = self.theme;
        let (text, style) = match &self.notice {
            notice if notice.text.is_empty() => (self.under_cursor(), theme.weak()),
            notice if notice.is_error => (notice.text.clone(), theme.warning()),
            notice => (notice.text.clone(), theme.strong()),
        };
        let inner = indented(area);
        let is_long = Line::raw(&*text).width() > usize::from(inner.width);
        let paragraph = Paragraph::new(Line::styled(text, style)).wrap(Wrap { trim: false });
        // A long text takes the rows above it too.
        let rows = wrapped_rows(&paragraph, inner.width, MAX_NOTICE_ROWS).max(area.height);
        let place = Rect {
            y: area.bottom().saturating_sub(rows),
            height: rows,
            ..area
        };
        if rows > area.height {
            Clear.render(place, buf);
        }
        paragraph.render(indented(place), buf);
        if !is_long && area.height > 1 {
            let yes_or_no = |can| if can { "yes" } else { "no" };
            let keys = Label::GameKeys {
                undo: yes_or_no(self.session.can_undo()),
                redo: yes_or_no(self.session.can_redo()),
            };
            let keys = format!(" {}", self.say(&keys));
            buf.set_string(area.x, area.y + 1, keys, theme.weak());
        }
    }

    /// A description of what is under the cursor: the point, its piece, and what is known about
    /// it.
    fn under_cursor(&self) -> String {
        let at = self.cursor.clone();
        let kind = |kind| self.geometry.kind(kind).map(|kind| kind.name.clone());
        let name = |id: &'static str| kind(id).unwrap_or_else(|| foreign(&id));
        let side = |side: Side| self.geometry.sides[side.index()].clone();
        if let Some(slot) = self.geometry.slots.iter().find(|slot| slot.id == at) {
            return self.say(&Label::InHand {
                piece: name(slot.kind),
                side: side(slot.side),
            });
        }
        let found = self.view.pieces.iter().find(|piece| piece.at == at);
        let mut what = match found {
            None => foreign(&at),
            Some(piece) => {
                let (side, height) = (side(piece.side), piece.height);
                let piece = name(piece.kind);
                let label = match height {
                    0 | 1 => Label::PieceAt { at, side, piece },
                    _ => Label::StackAt {
                        at,
                        side,
                        piece,
                        height,
                    },
                };
                label.into()
            }
        };
        if let Some(note) = found.and_then(|piece| piece.note.clone()) {
            what = Label::WithNote { what, note }.into();
        }
        let regions = self.geometry.regions.iter();
        for region in regions.filter(|region| region.points.contains(&self.cursor)) {
            let region = region.name.clone();
            what = Label::InRegion { what, region }.into();
        }
        self.say(&what)
    }
}

/// An area without its first column: every row of a wrapped text begins in the second.
pub(crate) fn indented(area: Rect) -> Rect {
    Rect {
        x: area.x.saturating_add(1).min(area.right()),
        width: area.width.saturating_sub(1),
        ..area
    }
}

/// Draws a text at the right end of a row.
pub(crate) fn draw_right(text: &str, area: Rect, theme: Theme, buf: &mut Buffer) {
    let x = area.right().saturating_sub(max_width([text]));
    buf.set_string(x, area.y, text, theme.weak());
}
