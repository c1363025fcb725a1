//! Pieces: a character on a chip in its side's color, as large as there is room for.

use crate::screen::theme::{Paint, Theme};
use quintain_rules::Side;
use quintain_rules::draw::exponent;
use quintain_rules::message::Language;
use quintain_rules::view::{Geometry, Kind, Piece};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

/// The size of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chip {
    /// Columns on each side of the middle.
    pub(crate) beside: u16,
    /// Full rows above the middle.
    pub(crate) above: u16,
    /// Full rows below the middle.
    below: u16,
    /// Whether there is another half row at the top and at the bottom.
    pub(crate) caps: [bool; 2],
}

impl Chip {
    pub(crate) const fn new(beside: u16, above: u16, below: u16, caps: [bool; 2]) -> Chip {
        Chip {
            beside,
            above,
            below,
            caps,
        }
    }

    fn width(self) -> u16 {
        2 * self.beside + 1
    }

    /// Draws a piece around a point; `up` if its side plays up the screen.
    pub(crate) fn draw(
        self,
        buf: &mut Buffer,
        (x, y): (u16, u16),
        geometry: &Geometry,
        piece: &Piece,
        (theme, language, up): (Theme, Language, bool),
    ) {
        let style = if theme.has_color() {
            self.fill(buf, (x, y), piece.side, theme);
            theme.on(Paint::Piece(piece.side)).patch(theme.strong())
        } else {
            self.outline(buf, (x, y), theme);
            theme.strong()
        };
        let kind = geometry.kind(piece.kind);
        let mut text = label(kind, piece.side, piece.height, theme);
        let mut under = kind
            .filter(|_| geometry.legend.len() > 1)
            .map(|kind| kind.name.render(language));
        if let Some(badge) = &piece.badge {
            let badge = badge.render(language);
            under = Some(badge.clone());
            let both = format!("{text} {badge}");
            // If there is no row for it, the badge goes beside the piece if there is room.
            if self.below == 0 && max_width([&both]) <= self.inner(theme) {
                text = both;
            }
        }
        // One character is in the middle, and the rest continues to the right.
        let left = (max_width([&text]).saturating_sub(1) / 2).min(self.beside);
        buf.set_string(x - left, y, &text, style);
        let plain = style.remove_modifier(Modifier::BOLD);
        let steps = kind.map_or(&[][..], |kind| self.steps_to_draw(kind));
        // A name in the last row would hide the dots there; a badge is worth more than they are.
        let rows_for_dots = u16::from(!steps.is_empty() && piece.badge.is_none());
        if let Some(under) = &under
            && self.below > rows_for_dots
            && max_width([under]) <= self.inner(theme)
        {
            buf.set_string(x - max_width([under]) / 2, y + 1, under, plain);
        }
        self.draw_steps(buf, (x, y), steps, up, theme);
    }

    /// The steps of a kind that dots can show: longer ones have no direction, and a small piece
    /// has no room for dots.
    fn steps_to_draw(self, kind: &Kind) -> &'static [(i8, i8)] {
        let is_short = |&(right, forward): &(i8, i8)| right.abs() <= 1 && forward.abs() <= 1;
        if self.above > 0 && kind.steps.iter().all(is_short) {
            kind.steps
        } else {
            &[]
        }
    }

    /// The columns for text: frames and the dots for steps take one on each side.
    fn inner(self, theme: Theme) -> u16 {
        if self.above > 0 || !theme.has_color() {
            self.width().saturating_sub(2)
        } else {
            self.width()
        }
    }

    /// Dots at the edge in the directions in which a piece moves.
    fn draw_steps(
        self,
        buf: &mut Buffer,
        (x, y): (u16, u16),
        steps: &[(i8, i8)],
        up: bool,
        theme: Theme,
    ) {
        // A frame has the outermost columns.
        let far = self.beside - u16::from(!theme.has_color());
        let toward = |from: u16, by: i8, far: u16| match by.signum() {
            1 => from + far,
            -1 => from - far,
            _ => from,
        };
        for &(right, forward) in steps {
            let (right, down) = if up {
                (right, -forward)
            } else {
                (-right, forward)
            };
            let column = toward(x, right, far);
            let row = match down.signum() {
                1 => y + self.below,
                -1 => y - self.above,
                _ => y,
            };
            if let Some(cell) = buf
                .cell_mut((column, row))
                .filter(|cell| cell.symbol() == " ")
            {
                cell.set_symbol(theme.pick("•", "."))
                    .set_style(theme.weak());
            }
        }
    }

    fn fill(self, buf: &mut Buffer, (x, y): (u16, u16), side: Side, theme: Theme) {
        let style = theme.on(Paint::Piece(side));
        let row_text = " ".repeat(self.width().into());
        for row in y - self.above..=y + self.below {
            buf.set_string(x - self.beside, row, &row_text, style);
        }
        if theme.ascii {
            return;
        }
        // Half a row is a block character whose other half shows the background.
        let inset = self.beside.saturating_sub(1).max(1).min(self.beside);
        let [top, bottom] = self.caps;
        let caps = [
            (top, y - self.above - u16::from(top), "▄"),
            (bottom, y + self.below + 1, "▀"),
        ];
        for (_, row, block) in caps.into_iter().filter(|cap| cap.0) {
            for column in x - inset..=x + inset {
                if let Some(cell) = buf.cell_mut((column, row)) {
                    cell.set_symbol(block)
                        .set_fg(theme.ground(Paint::Piece(side)));
                }
            }
        }
    }

    /// Without colors, a large piece has a frame.
    fn outline(self, buf: &mut Buffer, (x, y): (u16, u16), theme: Theme) {
        if self.caps != [true, true] {
            return;
        }
        let line = theme.pick("─", "-").repeat(usize::from(self.width()) - 2);
        let [open, close] = theme.pick([["╭", "╮"], ["╰", "╯"]], [[".", "."], ["'", "'"]]);
        let left = x - self.beside;
        let style = Style::new();
        let frame = |[left, right]: [&str; 2]| format!("{left}{line}{right}");
        buf.set_string(left, y - self.above - 1, frame(open), style);
        buf.set_string(left, y + self.below + 1, frame(close), style);
        let inner = " ".repeat(line.chars().count());
        let side = theme.pick("│", "|");
        for row in y - self.above..=y + self.below {
            buf.set_string(left, row, format!("{side}{inner}{side}"), style);
        }
    }
}

/// A piece as text, with its height if it is a stack.
pub(crate) fn label(kind: Option<&Kind>, side: Side, height: u8, theme: Theme) -> String {
    let text = kind.map_or("?", |kind| theme.pick(kind.glyph, kind.text)[side.index()]);
    match height {
        0 | 1 => text.to_owned(),
        _ if theme.ascii => format!("{text}{height}"),
        _ => format!("{text}{}", exponent(height)),
    }
}

/// The width of the widest of some texts, in columns.
pub(crate) fn max_width(texts: impl IntoIterator<Item = impl AsRef<str>>) -> u16 {
    let width = |text: &str| ratatui::text::Line::raw(text).width();
    let widest = texts.into_iter().map(|text| width(text.as_ref())).max();
    u16::try_from(widest.unwrap_or(0)).unwrap_or(u16::MAX)
}
