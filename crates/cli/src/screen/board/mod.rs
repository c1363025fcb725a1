//! Drawing a board from its geometry and a view alone: nothing here knows a game.

mod chip;
mod net;
mod squares;

pub(crate) use chip::{label, max_width};

use super::theme::{Paint, Theme};
use chip::Chip;
use quintain_rules::message::Language;
use quintain_rules::view::{BoardStyle, Geometry, Mark, Piece, Point, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::Widget;

/// The marks on the board and in the hands, by the ids of points and slots.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    /// The cursor.
    pub(crate) cursor: Option<String>,
    /// The part of a move that is selected.
    pub(crate) selected: Vec<String>,
    /// The possible next selections.
    pub(crate) targets: Vec<String>,
    /// The last step.
    pub(crate) last: Vec<String>,
    /// A move suggested by a hint.
    pub(crate) hint: Vec<String>,
}

fn has(names: &[String], id: &str) -> bool {
    names.iter().any(|name| name == id)
}

/// Where a board is drawn, and how large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The frame of squares, or the ground of a net.
    pub(crate) frame: Rect,
    style: BoardStyle,
    /// The distance from one point to the next.
    pitch: (u16, u16),
    /// The center of the point drawn at the top left.
    first: (u16, u16),
    cols: u8,
    rows: u8,
    flipped: bool,
    chip: Chip,
}

/// A possible size: the pitch, and the pieces that go with it.
type Size = ((u16, u16), Chip);

impl Layout {
    /// The largest board that fits in an area, centered; `None` if none does.
    pub(crate) fn fit(
        geometry: &Geometry,
        area: Rect,
        flipped: bool,
        theme: Theme,
    ) -> Option<Layout> {
        let sizes = match geometry.style {
            BoardStyle::Squares => squares::sizes(geometry, theme),
            BoardStyle::Net => net::sizes(),
        };
        let fits = |size: &Size| Layout::at_size(geometry, area, flipped, *size);
        sizes.iter().rev().find_map(fits)
    }

    fn at_size(
        geometry: &Geometry,
        area: Rect,
        flipped: bool,
        (pitch, chip): Size,
    ) -> Option<Layout> {
        let (cols, rows) = (u16::from(geometry.cols), u16::from(geometry.rows));
        let (left, top, right, bottom) = match geometry.style {
            BoardStyle::Squares => squares::around(pitch),
            BoardStyle::Net => net::around(chip),
        };
        let width = left + right + 1 + pitch.0 * cols.saturating_sub(1);
        let height = top + bottom + 1 + pitch.1 * rows.saturating_sub(1);
        let margin = max_width(&geometry.row_labels) + 1;
        if width + margin > area.width || height + 1 > area.height {
            return None;
        }
        // The board is centered, but leaves room for the row labels.
        let x = area.x + margin.max((area.width - width) / 2);
        let y = area.y + (area.height - height - 1) / 2;
        Some(Layout {
            frame: Rect::new(x, y, width, height),
            style: geometry.style,
            pitch,
            first: (x + left, y + top),
            cols: geometry.cols,
            rows: geometry.rows,
            flipped,
            chip,
        })
    }

    /// The center of a point on the screen.
    fn middle(&self, point: &Point) -> (u16, u16) {
        let (col, row) = if self.flipped {
            (self.cols - 1 - point.x, self.rows - 1 - point.y)
        } else {
            (point.x, point.y)
        };
        let x = self.first.0 + self.pitch.0 * u16::from(col);
        (x, self.first.1 + self.pitch.1 * u16::from(row))
    }

    /// The column and row of the point at a place on the screen.
    pub(crate) fn at(&self, x: u16, y: u16) -> Option<(u8, u8)> {
        if !self.frame.contains((x, y).into()) {
            return None;
        }
        // Counted from the edge of the area around the first point.
        let (before, above) = match self.style {
            BoardStyle::Squares => (self.frame.x, self.frame.y),
            BoardStyle::Net => (
                self.first.0.saturating_sub(self.pitch.0 / 2),
                self.first.1.saturating_sub(self.pitch.1 / 2),
            ),
        };
        let col = x.saturating_sub(before) / self.pitch.0;
        let row = y.saturating_sub(above) / self.pitch.1;
        let (col, row) = (u8::try_from(col).ok()?, u8::try_from(row).ok()?);
        if col >= self.cols || row >= self.rows {
            return None;
        }
        Some(if self.flipped {
            (self.cols - 1 - col, self.rows - 1 - row)
        } else {
            (col, row)
        })
    }
}

/// A board with a position on it.
pub(crate) struct Picture<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) view: &'a View,
    pub(crate) marks: &'a Marks,
    pub(crate) layout: Layout,
    pub(crate) language: Language,
    pub(crate) theme: Theme,
}

impl Widget for &Picture<'_> {
    fn render(self, area: Rect, buf: &mut Buffer) {
        match self.geometry.style {
            BoardStyle::Squares => self.draw_squares(buf),
            BoardStyle::Net => self.draw_net(buf),
        }
        self.draw_labels(area, buf);
    }
}

impl Picture<'_> {
    fn piece(&self, point: &Point) -> Option<&Piece> {
        self.view.pieces.iter().find(|piece| piece.at == point.id)
    }

    fn draw_piece(&self, middle: (u16, u16), piece: &Piece, buf: &mut Buffer) {
        let up = (piece.side == self.geometry.bottom) != self.layout.flipped;
        let Layout { chip, .. } = self.layout;
        chip.draw(
            buf,
            middle,
            self.geometry,
            piece,
            (self.theme, self.language, up),
        );
    }

    fn mark(&self, point: &Point) -> Option<&Mark> {
        self.view.marks.iter().find(|mark| mark.at == point.id)
    }

    /// The paint of a special point, under its piece.
    fn special(&self, point: &Point) -> Option<Paint> {
        let marks = self.marks;
        let lists = [
            (&marks.selected, Paint::Selected),
            (&marks.hint, Paint::Hint),
            (&marks.last, Paint::Last),
        ];
        let marked = lists.iter().find(|(names, _)| has(names, &point.id));
        let region = || {
            let regions = &mut self.geometry.regions.iter();
            let region = regions.find(|region| has(&region.points, &point.id))?;
            Some(Paint::Region(region.side))
        };
        marked.map(|found| found.1).or_else(region)
    }

    /// The characters left and right of a marked point, and their paint.
    fn brackets(&self, point: &Point) -> Option<([&'static str; 2], Option<Paint>)> {
        let marks = self.marks;
        let occupied = self.piece(point).is_some();
        if marks.cursor.as_ref() == Some(&point.id) {
            Some((["[", "]"], Some(Paint::Cursor)))
        } else if has(&marks.selected, &point.id) {
            Some((["{", "}"], None))
        } else if occupied && !marks.selected.is_empty() && has(&marks.targets, &point.id) {
            Some((["(", ")"], None))
        } else if has(&marks.hint, &point.id) {
            Some((["!", "!"], None))
        } else if has(&marks.last, &point.id) {
            Some((["<", ">"], None))
        } else {
            None
        }
    }

    /// The sign on an empty point that can be selected: prominent where a selected piece can go,
    /// less so where a move can begin, since there may be many.
    fn target_sign(&self) -> &'static str {
        let unicode = if self.marks.selected.is_empty() {
            "•"
        } else {
            "◆"
        };
        self.theme.pick(unicode, "*")
    }

    fn is_target(&self, point: &Point) -> bool {
        has(&self.marks.targets, &point.id)
    }

    fn draw_labels(&self, area: Rect, buf: &mut Buffer) {
        let Layout {
            frame,
            first,
            pitch,
            flipped,
            ..
        } = self.layout;
        let style = self.theme.weak();
        let oriented = |labels: &[String]| -> Vec<String> {
            let mut labels = labels.to_vec();
            if flipped {
                labels.reverse();
            }
            labels
        };
        let below = frame.bottom();
        for (label, col) in oriented(&self.geometry.col_labels).iter().zip(0..) {
            let x = first.0 + pitch.0 * col;
            if below < area.bottom() {
                buf.set_string(x, below, label, style);
            }
        }
        for (label, row) in oriented(&self.geometry.row_labels).iter().zip(0..) {
            let width = max_width(std::slice::from_ref(label));
            let x = frame.x.saturating_sub(width + 1).max(area.x);
            buf.set_string(x, first.1 + pitch.1 * row, label, style);
        }
    }
}
