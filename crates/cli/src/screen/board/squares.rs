//! Boards of squares: checkered cells, as large as there is room for.

use super::chip::{Chip, max_width};
use super::{Picture, Size};
use crate::screen::theme::{Paint, Theme};
use quintain_rules::view::{Geometry, Point};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// The sizes of a square, the smallest first. Odd widths have a center.
pub(super) fn sizes(geometry: &Geometry, theme: Theme) -> Vec<Size> {
    let texts = geometry
        .legend
        .iter()
        .flat_map(|kind| theme.pick(kind.glyph, kind.text));
    // Marks need a column on either side of the text.
    let min_width = 2 * (max_width(texts).div_ceil(2)) + 1;
    let sizes = [
        ((3, 1), Chip::new(0, 0, 0, [false, false])),
        ((5, 2), Chip::new(1, 0, 0, [false, true])),
        ((7, 3), Chip::new(2, 0, 0, [true, true])),
        ((9, 4), Chip::new(3, 0, 1, [true, true])),
        ((11, 5), Chip::new(4, 1, 1, [true, true])),
        ((15, 7), Chip::new(6, 2, 2, [true, true])),
    ];
    let widen = |((width, height), chip): Size| ((width.max(min_width), height), chip);
    sizes.map(widen).to_vec()
}

/// The columns and rows of a square to the left of, above, to the right of and below its center.
pub(super) fn around((width, height): (u16, u16)) -> (u16, u16, u16, u16) {
    let (left, top) = ((width - 1) / 2, (height - 1) / 2);
    (left, top, width - 1 - left, height - 1 - top)
}

impl Picture<'_> {
    fn square(&self, point: &Point) -> Rect {
        let (width, height) = self.layout.pitch;
        let (left, top, ..) = around(self.layout.pitch);
        let (x, y) = self.layout.middle(point);
        Rect::new(x - left, y - top, width, height)
    }

    pub(super) fn draw_squares(&self, buf: &mut Buffer) {
        for point in &self.geometry.points {
            let square = self.square(point);
            let middle = self.layout.middle(point);
            if let Some(mark) = self.mark(point) {
                // A marked square cannot be entered: the board has a hole there.
                buf.set_string(middle.0, middle.1, mark.text, self.theme.weak());
            } else {
                self.draw_ground(point, square, buf);
            }
            if let Some(piece) = self.piece(point) {
                self.draw_piece(middle, piece, buf);
            } else if self.is_target(point) {
                let style = self.theme.strong();
                buf.set_string(middle.0, middle.1, self.target_sign(), style);
            }
            self.draw_brackets(point, square, middle.1, buf);
        }
    }

    fn draw_ground(&self, point: &Point, square: Rect, buf: &mut Buffer) {
        let theme = self.theme;
        let special = self.special(point);
        if theme.has_color() {
            let checker = if (u16::from(point.x) + u16::from(point.y)).is_multiple_of(2) {
                Paint::Light
            } else {
                Paint::Dark
            };
            buf.set_style(square, theme.on(special.unwrap_or(checker)));
            return;
        }
        let dot = match special {
            Some(Paint::Region(_)) => theme.pick("◦", ":"),
            _ => theme.pick("·", "."),
        };
        let (x, y) = self.layout.middle(point);
        buf.set_string(x, y, dot, theme.weak());
    }

    /// Marks are the corners of a large square, or brackets beside the center of a small one.
    fn draw_brackets(&self, point: &Point, square: Rect, middle: u16, buf: &mut Buffer) {
        let Some(([open, close], paint)) = self.brackets(point) else {
            return;
        };
        let style = paint.map_or(self.theme.strong(), |paint| {
            self.theme.on(paint).patch(self.theme.strong())
        });
        let (left, right) = (square.left(), square.right() - 1);
        let mut put = |x, y, text: &str| buf.set_string(x, y, text, style);
        if square.height >= 3 && open == "[" {
            let (top, bottom) = (square.top(), square.bottom() - 1);
            let corners = self.theme.pick(["┏", "┓", "┗", "┛"], ["+", "+", "+", "+"]);
            for (place, corner) in [(left, top), (right, top), (left, bottom), (right, bottom)]
                .into_iter()
                .zip(corners)
            {
                put(place.0, place.1, corner);
            }
        } else {
            put(left, middle, open);
            put(right, middle, close);
        }
    }
}
