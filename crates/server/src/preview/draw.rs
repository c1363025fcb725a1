//! Positions as pictures, from the drawings of the web app.

use super::path;
use quintain_rules::Side;
use quintain_rules::view::{BoardStyle, Geometry, Kind, View};
use serde::Deserialize;
use std::collections::HashMap;
use std::sync::LazyLock;
use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

/// The size that those who show links ask for.
const WIDTH: u32 = 1200;
const HEIGHT: u32 = 630;
/// The largest board in it.
const MAX_BOARD: (f32, f32) = (900.0, 570.0);
/// The width of a square in the drawings.
const UNIT: f32 = 100.0;
/// How many discs of a stack are drawn, and how far apart; a number shows the actual height.
const MAX_DISCS: u8 = 4;
const LIFT: f32 = 8.0;

/// The colors of the board in wood; a test holds them against those of the web app.
mod color {
    pub(super) const GROUND: u32 = 0xf5f1e8;
    pub(super) const LIGHT: u32 = 0xecd9b6;
    pub(super) const DARK: u32 = 0xc59f6d;
    pub(super) const FRAME: u32 = 0x6b4a26;
    pub(super) const JOIN: u32 = 0x8a6434;
    pub(super) const HOLE: u32 = 0x3f342a;
    pub(super) const BADGE: u32 = 0x23262d;
    pub(super) const BADGE_INK: u32 = 0xffffff;
    /// Body, shade, edge and ink of each side, and the dots of its steps.
    pub(super) const SIDES: [[u32; 5]; 2] = [
        [0xfff8e9, 0xdfd0b0, 0x3a2d1b, 0x3a2d1b, 0xb8402f],
        [0x474b58, 0x31343e, 0x15171c, 0xf4efe3, 0xffb8a3],
    ];
    pub(super) const ANIMAL_INK: u32 = 0x2a2320;
}

/// The drawings of pieces by the ids of their kinds, which the web app draws too.
static DRAWINGS: LazyLock<HashMap<String, Drawing>> = LazyLock::new(|| {
    let text = include_str!("../../../../web/src/pieces/pictures.json");
    serde_json::from_str(text).unwrap_or_default()
});

#[derive(Deserialize)]
struct Drawing {
    #[serde(default)]
    tile: bool,
    #[serde(default)]
    disc: bool,
    layers: Vec<Layer>,
}

#[derive(Deserialize)]
struct Layer {
    role: String,
    d: String,
}

/// The digits, in a box of 6 by 10.
const DIGITS: [&str; 10] = [
    "M0 0h6v10h-6z",
    "M1 2l3-2v10",
    "M0 0h6v5h-6v5h6",
    "M0 0h6v10h-6M1 5h5",
    "M0 0v5h6M6 0v10",
    "M6 0h-6v5h6v5h-6",
    "M6 0h-6v10h6v-5h-6",
    "M0 0h6l-4 10",
    "M0 0h6v10h-6zM0 5h6",
    "M6 5h-6v-5h6v10h-6",
];

/// A picture of a position.
pub(super) fn picture(geometry: &Geometry, view: &View) -> Option<Pixmap> {
    let mut canvas = Canvas(Pixmap::new(WIDTH, HEIGHT)?);
    canvas.0.fill(to_color(color::GROUND));
    let (cols, rows) = (f32::from(geometry.cols), f32::from(geometry.rows));
    let scale = (MAX_BOARD.0 / cols).min(MAX_BOARD.1 / rows) / UNIT;
    let size = (cols * UNIT, rows * UNIT);
    let at = Transform::from_scale(scale, scale).post_translate(
        (WIDTH as f32 - size.0 * scale) / 2.0,
        (HEIGHT as f32 - size.1 * scale) / 2.0,
    );
    canvas.board(geometry, view, size, at);
    let places = geometry.points.iter().map(|point| {
        let place = (f32::from(point.x) * UNIT, f32::from(point.y) * UNIT);
        (&*point.id, place)
    });
    let places: HashMap<&str, (f32, f32)> = places.collect();
    for piece in &view.pieces {
        let Some(&(x, y)) = places.get(&*piece.at) else {
            continue;
        };
        let look = Look {
            kind: geometry.kind(piece.kind),
            side: piece.side,
            height: piece.height,
            is_up: piece.side == geometry.bottom,
        };
        canvas.piece(look, at.pre_translate(x, y));
    }
    canvas.hands(geometry, view, size, at);
    Some(canvas.0)
}

/// What is to be seen of a piece.
#[derive(Clone, Copy)]
struct Look<'a> {
    kind: Option<&'a Kind>,
    side: Side,
    height: u8,
    is_up: bool,
}

fn to_color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

fn paint(rgb: u32) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(to_color(rgb));
    paint
}

struct Canvas(Pixmap);

impl Canvas {
    fn fill(&mut self, path: &Path, rgb: u32, at: Transform) {
        let rule = FillRule::Winding;
        self.0.fill_path(path, &paint(rgb), rule, at, None);
    }

    fn stroke(&mut self, path: &Path, rgb: u32, width: f32, at: Transform) {
        let stroke = Stroke {
            width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            ..Stroke::default()
        };
        self.0.stroke_path(path, &paint(rgb), &stroke, at, None);
    }

    fn rect(&mut self, rect: (f32, f32, f32, f32), rgb: u32, at: Transform) {
        if let Some(rect) = Rect::from_xywh(rect.0, rect.1, rect.2, rect.3) {
            self.fill(&PathBuilder::from_rect(rect), rgb, at);
        }
    }

    /// Everything below the pieces.
    fn board(&mut self, geometry: &Geometry, view: &View, size: (f32, f32), at: Transform) {
        let frame = (-14.0, -14.0, size.0 + 28.0, size.1 + 28.0);
        let is_net = geometry.style == BoardStyle::Net;
        self.rect(frame, if is_net { color::LIGHT } else { color::FRAME }, at);
        let removed = view.marks.iter().filter(|mark| mark.kind == "removed");
        let removed: Vec<&str> = removed.map(|mark| &*mark.at).collect();
        let mut places = HashMap::new();
        for point in &geometry.points {
            let (x, y) = (f32::from(point.x) * UNIT, f32::from(point.y) * UNIT);
            places.insert(&*point.id, (x + UNIT / 2.0, y + UNIT / 2.0));
            if !is_net {
                let rgb = match (point.x + point.y) % 2 {
                    _ if removed.contains(&&*point.id) => color::HOLE,
                    0 => color::LIGHT,
                    _ => color::DARK,
                };
                self.rect((x, y, UNIT, UNIT), rgb, at);
            }
        }
        for line in &geometry.lines {
            let ends = [&line.from, &line.to].map(|end| places.get(end.as_str()));
            if let [Some(from), Some(to)] = ends {
                let mut path = PathBuilder::new();
                path.move_to(from.0, from.1);
                path.line_to(to.0, to.1);
                if let Some(path) = path.finish() {
                    self.stroke(&path, color::JOIN, 4.0, at);
                }
            }
        }
        if is_net {
            for (x, y) in places.into_values() {
                if let Some(node) = PathBuilder::from_circle(x, y, 9.0) {
                    self.fill(&node, color::JOIN, at);
                }
            }
        }
    }

    /// What is in the hands, beside the board: the side at the bottom has it on the right.
    fn hands(&mut self, geometry: &Geometry, view: &View, size: (f32, f32), at: Transform) {
        let mut counts = [0.0_f32; 2];
        for held in &view.hands {
            let Some(slot) = geometry.slots.iter().find(|slot| slot.id == held.slot) else {
                continue;
            };
            let is_up = slot.side == geometry.bottom;
            let count = &mut counts[slot.side.index()];
            let (x, y) = match is_up {
                true => (size.0 + 50.0, size.1 - UNIT * (*count + 1.0)),
                false => (-UNIT - 50.0, UNIT * *count),
            };
            *count += 1.0;
            let look = Look {
                kind: geometry.kind(slot.kind),
                side: slot.side,
                height: held.count,
                is_up,
            };
            self.piece(look, at.pre_translate(x, y));
        }
    }

    /// A piece or stack in a box of 100 by 100.
    fn piece(&mut self, look: Look<'_>, at: Transform) {
        let [body, shade, edge, ink, _] = color::SIDES[look.side.index()];
        match look.kind.and_then(|kind| DRAWINGS.get(kind.id)) {
            Some(drawing) if drawing.tile => self.tile(drawing, look, at),
            Some(drawing) if drawing.disc => self.discs(look, at),
            Some(drawing) => {
                for layer in &drawing.layers {
                    self.layer(layer, look.side, ink, at);
                }
            }
            // A kind without a drawing: there are no fonts here for its glyph.
            None => {
                for (radius, rgb) in [(37.5, edge), (34.5, body), (16.0, shade)] {
                    if let Some(circle) = PathBuilder::from_circle(50.0, 50.0, radius) {
                        self.fill(&circle, rgb, at);
                    }
                }
            }
        }
        if look.height > 1 {
            self.badge(look.height, at);
        }
    }

    fn tile(&mut self, drawing: &Drawing, look: Look<'_>, at: Transform) {
        let [body, _, edge, _, dot] = color::SIDES[look.side.index()];
        let turned = match look.is_up {
            true => at,
            false => at.pre_translate(100.0, 100.0).pre_scale(-1.0, -1.0),
        };
        if let Some(tile) = path::parse("M50 3 86 16 94 95H6L14 16z") {
            self.fill(&tile, body, turned);
            self.stroke(&tile, edge, 3.0, turned);
        }
        for &(right, forward) in look.kind.map_or(&[][..], |kind| kind.steps) {
            // The tile is narrower at its tip.
            let (x, y) = match forward.signum() {
                1 if right == 0 => (27.0, 13.0),
                1 => (27.0, 23.0),
                -1 => (35.0, 88.0),
                _ => (34.0, 57.0),
            };
            let x = 50.0 + f32::from(right.signum()) * x;
            if let Some(circle) = PathBuilder::from_circle(x, y, 4.4) {
                self.fill(&circle, dot, turned);
            }
        }
        let down = if look.is_up { 1.0 } else { -3.0 };
        let animal = at.pre_translate(-1.0, down).pre_scale(1.02, 1.02);
        for layer in &drawing.layers {
            self.layer(layer, look.side, color::ANIMAL_INK, animal);
        }
    }

    fn discs(&mut self, look: Look<'_>, at: Transform) {
        let [body, shade, edge, ink, _] = color::SIDES[look.side.index()];
        let shown = f32::from(look.height.clamp(1, MAX_DISCS));
        let bottom = 47.0 + (shown - 1.0) * LIFT / 2.0;
        let oval = |y: f32, rx: f32, ry: f32| {
            let rect = Rect::from_xywh(50.0 - rx, y - ry, 2.0 * rx, 2.0 * ry)?;
            PathBuilder::from_oval(rect)
        };
        let mut y = bottom;
        for _ in 0..look.height.clamp(1, MAX_DISCS) {
            for (y, rgb) in [(y + 6.0, shade), (y, body)] {
                if let Some(oval) = oval(y, 36.0, 30.0) {
                    self.fill(&oval, rgb, at);
                    self.stroke(&oval, edge, 3.0, at);
                }
            }
            y -= LIFT;
        }
        y += LIFT;
        let mark = match look.side {
            Side::First => oval(y, 18.0, 15.0),
            Side::Second => {
                let top = y - 12.0;
                path::parse(&format!("M35 {top}l30 24M65 {top}l-30 24"))
            }
        };
        if let Some(mark) = mark {
            self.stroke(&mark, ink, 6.0, at);
        }
    }

    fn layer(&mut self, layer: &Layer, side: Side, ink: u32, at: Transform) {
        let [body, shade, edge, _, _] = color::SIDES[side.index()];
        let Some(path) = path::parse(&layer.d) else {
            return;
        };
        let (fill, stroke) = match &*layer.role {
            "body" => (Some(body), Some((edge, 3.0))),
            "shade" => (Some(shade), None),
            "line" => (None, Some((ink, 2.2))),
            "ink" => (Some(ink), None),
            "outline" => (None, Some((edge, 3.0))),
            "hollow" => (Some(0x14161b), None),
            "gold" => (Some(0xe0b04a), Some((edge, 1.5))),
            "red" => (Some(0xc8413b), Some((edge, 1.5))),
            animal => {
                let fill = match animal {
                    "brown" => 0x9a5a2c,
                    "amber" => 0xf0a63c,
                    "sun" => 0xffd84d,
                    "sand" => 0xf2cf7a,
                    "grey" => 0xa9b4c2,
                    _ => 0xfffaf0,
                };
                (Some(fill), Some((color::ANIMAL_INK, 1.8)))
            }
        };
        if let Some(rgb) = fill {
            self.fill(&path, rgb, at);
        }
        if let Some((rgb, width)) = stroke {
            self.stroke(&path, rgb, width, at);
        }
    }

    /// The height of a stack, or how many there are.
    fn badge(&mut self, height: u8, at: Transform) {
        if let Some(circle) = PathBuilder::from_circle(80.0, 78.0, 16.0) {
            self.fill(&circle, color::BADGE, at);
            self.stroke(&circle, color::BADGE_INK, 1.5, at);
        }
        let digits = height.to_string();
        let mut x = 80.0 - (digits.len() as f32 * 9.0 - 3.0) / 2.0;
        for digit in digits.bytes() {
            if let Some(path) = path::parse(DIGITS[usize::from(digit - b'0') % 10]) {
                let at = at.pre_translate(x, 73.0);
                self.stroke(&path, color::BADGE_INK, 2.4, at);
            }
            x += 9.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{DRAWINGS, color, path};

    #[test]
    fn the_colors_are_those_of_the_web_app() {
        let style = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/app.css");
        let style = std::fs::read_to_string(style).expect("the web app's styles");
        let [first, second] = color::SIDES;
        let mut expected = vec![
            ("board-light", color::LIGHT),
            ("board-dark", color::DARK),
            ("board-frame", color::FRAME),
            ("board-join", color::JOIN),
            ("board-hole", color::HOLE),
            ("badge", color::BADGE),
        ];
        for (side, [body, shade, edge, ink, dot]) in [("first", first), ("second", second)] {
            assert!(
                style.contains(&format!("--step-dot-{side}: #{dot:06x};")),
                "{side}"
            );
            assert!(
                style.contains(&format!("--piece-{side}: #{body:06x};")),
                "{side}"
            );
            for (part, rgb) in [("shade", shade), ("edge", edge), ("ink", ink)] {
                assert!(
                    style.contains(&format!("--piece-{side}-{part}: #{rgb:06x};")),
                    "{part}"
                );
            }
        }
        expected.retain(|(name, rgb)| !style.contains(&format!("--{name}: #{rgb:06x};")));
        assert_eq!(expected, []);
    }

    #[test]
    fn every_layer_of_every_drawing_can_be_drawn() {
        assert!(DRAWINGS.len() > 5);
        for (kind, drawing) in DRAWINGS.iter() {
            for layer in &drawing.layers {
                assert!(path::parse(&layer.d).is_some(), "{kind}: {}", layer.d);
            }
        }
    }
}
