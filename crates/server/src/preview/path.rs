//! The paths of SVG pictures, as far as the drawings of pieces use them.

use std::f32::consts::{FRAC_PI_2, TAU};
use tiny_skia::{Path, PathBuilder, Point};

/// Reads a path. `None` if it is not one, or draws nothing.
pub(super) fn parse(text: &str) -> Option<Path> {
    let mut reader = Reader { rest: text };
    let mut pen = Pen::default();
    let mut command = reader.command()?;
    loop {
        pen.draw(command, &mut reader)?;
        command = match reader.command() {
            Some(next) => next,
            None if reader.is_at_end() => break,
            // More numbers repeat the command; after a move they are lines.
            None => match command {
                'M' => 'L',
                'm' => 'l',
                'Z' | 'z' => return None,
                same => same,
            },
        };
    }
    pen.path.finish()
}

/// Commands and numbers, one after the other.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', ',', '\n']);
    }

    fn is_at_end(&mut self) -> bool {
        self.skip();
        self.rest.is_empty()
    }

    fn command(&mut self) -> Option<char> {
        self.skip();
        let first = self.rest.chars().next().filter(char::is_ascii_alphabetic)?;
        self.rest = &self.rest[1..];
        Some(first)
    }

    fn number(&mut self) -> Option<f32> {
        self.skip();
        let mut has_point = false;
        let end = self.rest.char_indices().find(|&(at, c)| {
            let is_second_point = c == '.' && std::mem::replace(&mut has_point, true);
            !(c.is_ascii_digit() || c == '.' || (c == '-' && at == 0)) || is_second_point
        });
        let (number, rest) = self
            .rest
            .split_at(end.map_or(self.rest.len(), |(at, _)| at));
        self.rest = rest;
        number.parse().ok()
    }

    fn point(&mut self) -> Option<Point> {
        Some(Point::from_xy(self.number()?, self.number()?))
    }
}

/// What draws.
#[derive(Default)]
struct Pen {
    path: PathBuilder,
    at: Point,
    /// Where the outline began.
    start: Point,
    /// The last control point of a curve, which a smooth one mirrors.
    control: Option<Point>,
}

impl Pen {
    fn draw(&mut self, command: char, reader: &mut Reader<'_>) -> Option<()> {
        let base = match command.is_ascii_lowercase() {
            true => self.at,
            false => Point::zero(),
        };
        let control = self.control.take();
        match command.to_ascii_uppercase() {
            'M' => {
                self.at = base + reader.point()?;
                self.start = self.at;
                self.path.move_to(self.at.x, self.at.y);
            }
            'L' => self.line_to(base + reader.point()?),
            'H' => self.line_to(Point::from_xy(base.x + reader.number()?, self.at.y)),
            'V' => self.line_to(Point::from_xy(self.at.x, base.y + reader.number()?)),
            'C' => {
                let first = base + reader.point()?;
                self.curve_to(first, base + reader.point()?, base + reader.point()?);
            }
            'S' => {
                let first = control.map_or(self.at, |control| self.at + (self.at - control));
                self.curve_to(first, base + reader.point()?, base + reader.point()?);
            }
            'A' => {
                let radii = reader.point()?;
                let _rotation = reader.number()?;
                let (is_large, is_clockwise) = (reader.number()? != 0.0, reader.number()? != 0.0);
                self.arc_to(
                    radii,
                    is_large != is_clockwise,
                    is_clockwise,
                    base + reader.point()?,
                );
            }
            'Z' => {
                self.path.close();
                self.at = self.start;
            }
            _ => return None,
        }
        Some(())
    }

    fn line_to(&mut self, to: Point) {
        self.path.line_to(to.x, to.y);
        self.at = to;
    }

    fn curve_to(&mut self, first: Point, second: Point, to: Point) {
        self.path
            .cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
        self.control = Some(second);
        self.at = to;
    }

    /// Part of an ellipse whose axes are those of the picture: from its end points to its centre, as
    /// the SVG specification has it, and then a curve for each quarter.
    fn arc_to(&mut self, radii: Point, is_left: bool, is_clockwise: bool, to: Point) {
        let scaled = |point: Point| Point::from_xy(point.x / radii.x, point.y / radii.y);
        let (from, end) = (scaled(self.at), scaled(to));
        let (dx, dy) = (end.x - from.x, end.y - from.y);
        let half = (dx * dx + dy * dy).sqrt() / 2.0;
        if half == 0.0 || !half.is_finite() {
            return;
        }
        // How far the centre is from the line between the points; radii that are too small grow.
        let grown = half.max(1.0);
        let away = (grown * grown - half * half).max(0.0).sqrt();
        let away = if is_left { away } else { -away };
        let centre = Point::from_xy(
            (from.x + end.x) / 2.0 - away * dy / (2.0 * half),
            (from.y + end.y) / 2.0 + away * dx / (2.0 * half),
        );
        let angle = |point: Point| (point.y - centre.y).atan2(point.x - centre.x);
        let (start, mut sweep) = (angle(from), angle(end) - angle(from));
        if is_clockwise && sweep < 0.0 {
            sweep += TAU;
        } else if !is_clockwise && sweep > 0.0 {
            sweep -= TAU;
        }
        let parts = (sweep.abs() / FRAC_PI_2 - 0.001).ceil().max(1.0);
        let part = sweep / parts;
        let reach = 4.0 / 3.0 * (part / 4.0).tan();
        let on = |angle: f32, along: f32| {
            let (sin, cos) = angle.sin_cos();
            Point::from_xy(
                (centre.x + grown * (cos - along * sin)) * radii.x,
                (centre.y + grown * (sin + along * cos)) * radii.y,
            )
        };
        let mut angle = start;
        for _ in 0..parts as u32 {
            let next = angle + part;
            self.curve_to(on(angle, reach), on(next, -reach), on(next, 0.0));
            angle = next;
        }
        self.control = None;
        self.at = to;
    }
}

#[cfg(test)]
mod tests {
    use super::parse;

    /// The edges of what a path draws, rounded.
    fn bounds(text: &str) -> [f32; 4] {
        let path = parse(text).unwrap_or_else(|| panic!("{text}"));
        let bounds = path.compute_tight_bounds().expect("bounds");
        [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].map(f32::round)
    }

    #[test]
    fn lines_curves_and_circles_are_where_they_should_be() {
        assert_eq!(bounds("M10 20h30v-5l-4-2z"), [10.0, 13.0, 40.0, 20.0]);
        assert_eq!(bounds("M0 0L10 0 10-10"), [0.0, -10.0, 10.0, 0.0]);
        assert_eq!(bounds("m5 5 10 0 0 10"), [5.0, 5.0, 15.0, 15.0]);
        assert_eq!(bounds("M1.5.5H9V8"), [2.0, 1.0, 9.0, 8.0]);
        // A circle around (50, 40) of radius 10, as the drawings have them.
        let circle = "M40 40a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z";
        assert_eq!(bounds(circle), [40.0, 30.0, 60.0, 50.0]);
        let oval = "M30 40a20 5 0 1 0 40 0a20 5 0 1 0 -40 0z";
        assert_eq!(bounds(oval), [30.0, 35.0, 70.0, 45.0]);
        assert_eq!(
            bounds("M0 0c0 10 10 10 10 0s10-10 10 0"),
            [0.0, -8.0, 20.0, 8.0]
        );
    }

    #[test]
    fn what_is_not_a_path_is_nothing() {
        for text in [
            "",
            "10 10",
            "M10",
            "M0 0L",
            "M0 0Q1 1 2 2",
            "M0 0zz 1",
            "Mx y",
        ] {
            assert!(parse(text).is_none(), "{text}");
        }
    }
}
