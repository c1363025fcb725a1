//! Boards of points and lines. Straight lines are box-drawing characters; diagonals are braille
//! characters, whose two by four dots per cell make an even line.

use super::chip::Chip;
use super::{Picture, Size};
use crate::screen::theme::Paint;
use quintain_rules::view::Point;
use ratatui::buffer::Buffer;

/// The distances between points, the smallest first. Cells are twice as high as wide, so twice as
/// many columns as rows make squares.
pub(super) fn sizes() -> Vec<Size> {
    let step = |rows: u16| {
        let chip = match rows {
            ..4 => Chip::new(1, 0, 0, [false, false]),
            4..7 => Chip::new(2, 0, 0, [true, true]),
            _ => Chip::new(3, 1, 1, [true, true]),
        };
        ((2 * rows, rows), chip)
    };
    (2..=8).map(step).collect()
}

/// The room that a piece at the edge needs on the left, above, on the right and below.
pub(super) fn around(chip: Chip) -> (u16, u16, u16, u16) {
    let beside = chip.beside + 2;
    let rows = chip.above + u16::from(chip.caps[0]);
    (beside, rows, beside, rows)
}

/// The characters for crossings, by the directions of their lines: 1 left, 2 right, 4 up,
/// 8 down.
const CROSSINGS: [&str; 16] = [
    "·", "╴", "╶", "─", "╵", "┘", "└", "┴", "╷", "┐", "┌", "┬", "│", "┤", "├", "┼",
];

/// The dots of a diagonal in one row: the three characters around its center, falling and rising.
const DIAGONALS: [[&str; 3]; 2] = [["⠈", "⠢", "⡀"], ["⢀", "⠔", "⠁"]];

impl Picture<'_> {
    pub(super) fn draw_net(&self, buf: &mut Buffer) {
        let theme = self.theme;
        if theme.has_color() {
            buf.set_style(self.layout.frame, theme.on(Paint::Light));
        }
        for line in &self.geometry.lines {
            let find = |id: &str| self.geometry.points.iter().find(|point| point.id == id);
            if let (Some(from), Some(to)) = (find(&line.from), find(&line.to)) {
                self.draw_line(self.layout.middle(from), self.layout.middle(to), buf);
            }
        }
        for point in &self.geometry.points {
            self.draw_point(point, buf);
        }
    }

    fn draw_line(&self, from: (u16, u16), to: (u16, u16), buf: &mut Buffer) {
        let (from, to) = if from.1 <= to.1 {
            (from, to)
        } else {
            (to, from)
        };
        let theme = self.theme;
        let style = theme.thread();
        let (left, right) = (from.0.min(to.0), from.0.max(to.0));
        if from.1 == to.1 {
            for x in left + 1..right {
                buf.set_string(x, from.1, theme.pick("─", "-"), style);
            }
            return;
        }
        let rows = to.1 - from.1;
        for row in 1..rows {
            let y = from.1 + row;
            let along = row * (right - left) / rows;
            if from.0 == to.0 {
                buf.set_string(from.0, y, theme.pick("│", "|"), style);
                continue;
            }
            let falls = from.0 < to.0;
            let x = if falls { left + along } else { right - along };
            if theme.ascii {
                buf.set_string(x, y, if falls { "\\" } else { "/" }, style);
            } else {
                let dots = DIAGONALS[usize::from(!falls)];
                for (column, dots) in (x - 1..).zip(dots) {
                    buf.set_string(column, y, dots, style);
                }
            }
        }
    }

    /// The straight lines that meet at a point, as an index of [`CROSSINGS`].
    fn crossing(&self, point: &Point) -> usize {
        let middle = self.layout.middle(point);
        let mut crossing = 0;
        for line in &self.geometry.lines {
            let other = match (line.from == point.id, line.to == point.id) {
                (true, false) => &line.to,
                (false, true) => &line.from,
                _ => continue,
            };
            let other = self.geometry.points.iter().find(|point| point.id == *other);
            let Some((x, y)) = other.map(|other| self.layout.middle(other)) else {
                continue;
            };
            crossing |= match (x.cmp(&middle.0), y.cmp(&middle.1)) {
                (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => 1,
                (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => 2,
                (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => 4,
                (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => 8,
                _ => 0,
            };
        }
        crossing
    }

    fn draw_point(&self, point: &Point, buf: &mut Buffer) {
        let theme = self.theme;
        let (x, y) = self.layout.middle(point);
        let crossing = if theme.ascii {
            "+"
        } else {
            CROSSINGS[self.crossing(point)]
        };
        buf.set_string(x, y, crossing, theme.thread());
        let beside = self.layout.chip.beside;
        if let Some(paint) = self.special(point).filter(|_| theme.has_color()) {
            for column in x - beside - 1..=x + beside + 1 {
                if let Some(cell) = buf.cell_mut((column, y)) {
                    cell.set_style(theme.on(paint));
                }
            }
        }
        if let Some(mark) = self.mark(point) {
            buf.set_string(x, y, mark.text, theme.strong());
        }
        if let Some(piece) = self.piece(point) {
            self.draw_piece((x, y), piece, buf);
        } else if self.is_target(point) {
            buf.set_string(x, y, self.target_sign(), theme.ink());
        }
        if let Some(([open, close], paint)) = self.brackets(point) {
            let style = paint.map_or(theme.strong(), |paint| {
                theme.on(paint).patch(theme.strong())
            });
            buf.set_string(x - beside - 1, y, open, style);
            buf.set_string(x + beside + 1, y, close, style);
        }
    }
}
