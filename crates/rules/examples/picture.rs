//! Draws all games in one SVG picture, using only their views:
//!
//!     cargo run --release --example picture -p quintain-rules > docs/games.svg
//!
//! A client in any language can do the same with the JSON of `quintain show --json`.

use quintain_rules::view::{BoardStyle, Geometry, View};
use quintain_rules::{Registry, Rng, Side};
use std::collections::HashMap;
use std::fmt::Write;

/// The side of a board and the space between boards.
const BOARD: f64 = 240.0;
const GAP: f64 = 28.0;

fn main() {
    let mut out = String::new();
    let games: Vec<_> = Registry::standard().iter().collect();
    for (i, game) in games.iter().enumerate() {
        let start = game.start(None).expect("the default board");
        // A few random steps, so that there is something to see.
        let position = Rng::new(i as u64)
            .erased_playout(&*start)
            .take(14)
            .map(|(_, position)| position)
            .take_while(|position| position.winner().is_none())
            .last()
            .unwrap_or(start);
        let x = GAP + i as f64 * (BOARD + GAP);
        let _ = writeln!(out, r#"<g transform="translate({x} 54)">"#);
        draw(
            &mut out,
            &game.info().name().to_string(),
            &position.geometry(),
            &position.view(),
        );
        out.push_str("</g>\n");
    }
    let width = GAP + games.len() as f64 * (BOARD + GAP);
    let height = BOARD + 54.0 + GAP;
    println!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">
<rect width="100%" height="100%" fill="#faf7f0"/>
{out}</svg>"##
    );
}

fn draw(out: &mut String, name: &str, geometry: &Geometry, view: &View) {
    let cell = BOARD / f64::from(geometry.cols.max(geometry.rows));
    let left = (BOARD - cell * f64::from(geometry.cols)) / 2.0;
    let center = |x: u8, y: u8| {
        (
            left + cell * (f64::from(x) + 0.5),
            cell * (f64::from(y) + 0.5),
        )
    };
    let places: HashMap<&str, (f64, f64)> = geometry
        .points
        .iter()
        .map(|p| (p.id.as_str(), center(p.x, p.y)))
        .collect();
    let square = |out: &mut String, id: &str, fill: &str| {
        let (x, y) = places[id];
        let (x, y) = (x - cell / 2.0, y - cell / 2.0);
        let _ = writeln!(
            out,
            r#"<rect x="{x:.1}" y="{y:.1}" width="{cell:.1}" height="{cell:.1}" fill="{fill}"/>"#
        );
    };
    let _ = writeln!(
        out,
        r##"<text x="{}" y="-18" text-anchor="middle" font-size="20" fill="#333">{}</text>"##,
        BOARD / 2.0,
        name.replace('\'', "’")
    );
    match geometry.style {
        BoardStyle::Squares => {
            for point in &geometry.points {
                let dark = (point.x + point.y) % 2 == 1;
                square(out, &point.id, if dark { "#d9c7a3" } else { "#f0e4cb" });
            }
        }
        BoardStyle::Net => {
            for line in &geometry.lines {
                let ((x1, y1), (x2, y2)) = (places[line.from.as_str()], places[line.to.as_str()]);
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
        let (x, y) = places[piece.at.as_str()];
        let text = geometry
            .kind(piece.kind)
            .map_or("?", |kind| kind.text[piece.side.index()]);
        let (fill, ink) = match piece.side {
            Side::First => ("#ffffff", "#1f2d3a"),
            Side::Second => ("#1f2d3a", "#ffffff"),
        };
        let _ = writeln!(
            out,
            r##"<circle cx="{x:.1}" cy="{y:.1}" r="{:.1}" fill="{fill}" stroke="#1f2d3a" stroke-width="1.5"/><text x="{x:.1}" y="{:.1}" text-anchor="middle" font-size="{:.1}" fill="{ink}">{text}{}</text>"##,
            cell * 0.4,
            y + cell * 0.14,
            cell * 0.38,
            quintain_rules::draw::exponent(piece.height)
        );
    }
}
