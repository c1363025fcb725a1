//! Draws all games in one SVG picture, using only their views:
//!
//!     cargo run --release --example picture -p quintain-rules > docs/games.svg
//!
//! A client in any language can do the same with the JSON of `quintain show --json`.

use quintain_rules::svg::{BOARD_SIDE as BOARD, draw_board, escape};
use quintain_rules::{Registry, Rng};
use std::fmt::Write;

/// The space between boards.
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
        let name = escape(&game.info().name().to_string().replace('\'', "’"));
        let middle = BOARD / 2.0;
        let _ = writeln!(
            out,
            r##"<text x="{middle}" y="-18" text-anchor="middle" font-size="20" fill="#333">{name}</text>"##
        );
        draw_board(&mut out, &position.geometry(), &position.view());
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
