//! Views as SVG pictures.

use crate::Side;
use crate::view::{BoardStyle, Geometry, View};
use std::collections::HashMap;
use std::fmt::Write;

/// The side of a board in a picture.
pub const BOARD_SIDE: f64 = 240.0;
/// The height of a line of text above or below it.
const LINE: f64 = 22.0;
const MARGIN: f64 = 10.0;

/// A whole picture of a position: the board, what is in the hands, and whose turn it is.
pub fn picture(geometry: &Geometry, view: &View) -> String {
    let mut out = String::new();
    let hands = !geometry.slots.is_empty();
    let above = if hands { LINE } else { 0.0 };
    let height = MARGIN * 2.0 + above * 2.0 + BOARD_SIDE + LINE;
    let width = BOARD_SIDE + MARGIN * 2.0;
    let _ = writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="sans-serif">
<rect width="100%" height="100%" fill="#faf7f0"/>
<g transform="translate({MARGIN} {})">"##,
        MARGIN + above
    );
    draw_board(&mut out, geometry, view);
    if hands {
        let hand = |side| hand_text(geometry, view, side);
        draw_text(&mut out, -6.0, &hand(!geometry.bottom));
        draw_text(&mut out, BOARD_SIDE + LINE - 6.0, &hand(geometry.bottom));
    }
    let status = crate::message::english(&view.status);
    draw_text(&mut out, BOARD_SIDE + above + LINE - 6.0, &status);
    out.push_str("</g>\n</svg>\n");
    out
}

/// Draws a board and the pieces on it, [`BOARD_SIDE`] wide and high from the origin.
pub fn draw_board(out: &mut String, geometry: &Geometry, view: &View) {
    let cell = BOARD_SIDE / f64::from(geometry.cols.max(geometry.rows).max(1));
    let left = (BOARD_SIDE - cell * f64::from(geometry.cols)) / 2.0;
    let places: HashMap<&str, (f64, f64)> = geometry
        .points
        .iter()
        .map(|point| {
            let x = left + cell * (f64::from(point.x) + 0.5);
            let y = cell * (f64::from(point.y) + 0.5);
            (point.id.as_str(), (x, y))
        })
        .collect();
    let square = |out: &mut String, id: &str, fill: &str| {
        let Some((x, y)) = places.get(id) else { return };
        let (x, y) = (x - cell / 2.0, y - cell / 2.0);
        let _ = writeln!(
            out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{cell:.1}" height="{cell:.1}" fill="{fill}"/>"#
        );
    };
    match geometry.style {
        BoardStyle::Squares => {
            for point in &geometry.points {
                let dark = (point.x + point.y) % 2 == 1;
                square(out, &point.id, if dark { "#d9c7a3" } else { "#f0e4cb" });
            }
        }
        BoardStyle::Net => {
            for line in &geometry.lines {
                let ends = [&line.from, &line.to].map(|end| places.get(end.as_str()));
                let [Some((x1, y1)), Some((x2, y2))] = ends else {
                    continue;
                };
                let _ = writeln!(
                    out,
                    r##"<path d="M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}" stroke="#a08c64" stroke-width="2"/>"##
                );
            }
        }
    }
    for id in geometry.regions.iter().flat_map(|region| &region.points) {
        square(out, id, "#7a9e9f55");
    }
    for mark in &view.marks {
        square(out, &mark.at, "#6b5b45");
    }
    for piece in &view.pieces {
        let Some((x, y)) = places.get(piece.at.as_str()) else {
            continue;
        };
        let text = geometry
            .kind(piece.kind)
            .map_or("?", |kind| kind.text[piece.side.index()]);
        let (fill, ink) = match piece.side {
            Side::First => ("#ffffff", "#1f2d3a"),
            Side::Second => ("#1f2d3a", "#ffffff"),
        };
        let _ = writeln!(
            out,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="{fill}" stroke="#1f2d3a" stroke-width="1.5"/><text x="{x:.1}" y="{:.1}" text-anchor="middle" font-size="{:.1}" fill="{ink}">{}{}</text>"##,
            cell * 0.4,
            y + cell * 0.14,
            cell * 0.38,
            escape(text),
            crate::draw::exponent(piece.height)
        );
    }
}

/// What a side has in hand: `G C²`.
fn hand_text(geometry: &Geometry, view: &View, side: Side) -> String {
    let slots = geometry.slots.iter().filter(|slot| slot.side == side);
    let held = slots.filter_map(|slot| {
        let held = view.hands.iter().find(|held| held.slot == slot.id)?;
        let kind = geometry.kind(slot.kind)?;
        let text = kind.text[side.index()];
        Some(format!("{text}{}", crate::draw::exponent(held.count)))
    });
    held.collect::<Vec<_>>().join(" ")
}

/// A line of text in the middle, no wider than the board.
fn draw_text(out: &mut String, y: f64, text: &str) {
    if text.is_empty() {
        return;
    }
    // Letters are about half as wide as they are high.
    let size = (BOARD_SIDE / (text.chars().count() as f64 * 0.5)).min(14.0);
    let _ = writeln!(
        out,
        r##"<text x="{}" y="{y:.1}" text-anchor="middle" font-size="{size:.1}" fill="#333">{}</text>"##,
        BOARD_SIDE / 2.0,
        escape(text)
    );
}

/// A text for XML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::{escape, picture};
    use crate::Registry;

    #[test]
    fn a_picture_has_every_piece_and_what_is_in_hand() {
        let registry = Registry::standard();
        for game in registry.iter() {
            let position = game.start(None).expect("the default board");
            let view = position.view();
            let svg = picture(&position.geometry(), &view);
            assert_eq!(svg.matches("<circle").count(), view.pieces.len());
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        }
        let game = registry.get("animal-chess").expect("a game");
        let position = game
            .parse("CGLGC/5/1H3/1hhh1/5/cglgc 0 2H")
            .expect("a position");
        let svg = picture(&position.geometry(), &position.view());
        assert!(svg.contains(">H²</text>"), "{svg}");
    }

    #[test]
    fn no_text_breaks_the_markup() {
        assert_eq!(escape("a<b> & c"), "a&lt;b&gt; &amp; c");
    }
}
