//! Screens as text, compared with files: `UPDATE_SCREENS=1 cargo test -p quintain screen`
//! writes them anew, to be looked at before they are kept.

use super::*;
use crate::screen::board::{Layout, Marks, Picture};
use quintain_rules::Side;
use ratatui::style::Color;
use ratatui::widgets::Widget;
use std::path::Path;

fn same_as_file(name: &str, found: &str) {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/screen/snapshots");
    let file = dir.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some() {
        std::fs::create_dir_all(&dir).expect("the directory of the screens");
        std::fs::write(&file, found).expect("a screen is written");
    }
    let expected = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{}: {error}; UPDATE_SCREENS=1 makes it", file.display()));
    assert!(
        expected == found,
        "{name} has changed (UPDATE_SCREENS=1 keeps it so):\n{found}\nbefore:\n{expected}"
    );
}

#[test]
fn every_game_looks_as_it_did() {
    let games = Catalogue::standard();
    for game in games.registry().iter() {
        let id = game.info().id;
        let place = Place::new();
        for (kind, theme, area) in [
            ("80x24", FULL, SMALL),
            ("160x50", FULL, LARGE),
            ("ascii", ASCII, SMALL),
        ] {
            let mut app = app(&games, &place, &two(id), theme);
            play_some(&mut app, &games, id, 4);
            same_as_file(&format!("{id}-{kind}"), &shown(&app, area));
        }
    }
}

#[test]
fn menu_help_and_small_windows_look_as_they_did() {
    let (games, place) = (Catalogue::standard(), Place::new());
    let mut app = app(&games, &place, "", FULL);
    same_as_file("menu-80x24", &shown(&app, SMALL));
    same_as_file("menu-160x50", &shown(&app, LARGE));
    same_as_file("small", &shown(&app, Rect::new(0, 0, 60, 20)));
    press(
        &mut app,
        &[KeyCode::Down, KeyCode::Up, KeyCode::Enter, KeyCode::Enter],
    );
    write(&mut app, "?");
    same_as_file("help", &shown(&app, SMALL));
}

#[test]
fn every_board_of_every_game_has_room_and_is_clicked_where_it_is_drawn() {
    let space = Rect::new(0, 1, 52, 21);
    for game in Catalogue::standard().registry().iter() {
        let sizes = game.info().sizes().iter().map(|&size| Some(size));
        for size in sizes.chain([None]) {
            let start = game.start(size).expect("a start");
            let (geometry, view) = (start.geometry(), start.view());
            for (theme, flipped) in [(FULL, false), (ASCII, true)] {
                let layout = Layout::fit(&geometry, space, flipped, theme);
                let layout = layout.expect("room for the board");
                for point in &geometry.points {
                    // Drawn with the cursor on it, brackets or corners are around the point.
                    let marks = Marks {
                        cursor: Some(point.id.clone()),
                        ..Marks::default()
                    };
                    let mut buf = Buffer::empty(SMALL);
                    let picture = Picture {
                        geometry: &geometry,
                        view: &view,
                        marks: &marks,
                        layout,
                        theme,
                    };
                    picture.render(space, &mut buf);
                    let mut cells = SMALL.positions().filter(|&at| {
                        ["[", "┏", "+"].contains(&buf[at].symbol()) && layout.frame.contains(at)
                    });
                    let near = |at: ratatui::layout::Position| {
                        [(1, 0), (1, 1), (2, 0), (3, 0)]
                            .iter()
                            .any(|(right, down)| {
                                layout.at(at.x + right, at.y + down) == Some((point.x, point.y))
                            })
                    };
                    assert!(cells.any(near), "{}: {}", geometry.game, point.id);
                }
            }
        }
    }
}

#[test]
fn sides_differ_in_brightness_wherever_there_are_colours() {
    for colors in [ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::Full] {
        let theme = Theme {
            colors,
            ascii: false,
        };
        let ground = |side| theme.ground(crate::screen::theme::Paint::Piece(side));
        let light = |colour| match colour {
            Color::Rgb(r, g, b) => u32::from(r) + u32::from(g) + u32::from(b) > 384,
            Color::Indexed(index) => index == 231 || index == 230,
            colour => colour == Color::White,
        };
        assert!(light(ground(Side::First)), "{colors:?}");
        assert!(!light(ground(Side::Second)), "{colors:?}");
    }
}

#[test]
fn without_colours_no_cell_has_one_and_marks_are_characters() {
    let (games, place) = (Catalogue::standard(), Place::new());
    for game in games.registry().iter() {
        let id = game.info().id;
        let mut app = app(&games, &place, &two(id), ASCII);
        play_some(&mut app, &games, id, 2);
        let buf = draw(&app, SMALL);
        for cell in buf.content() {
            assert_eq!((cell.fg, cell.bg), (Color::Reset, Color::Reset), "{id}");
            assert!(cell.symbol().is_ascii(), "{id}: {}", cell.symbol());
        }
        let text = text(&buf);
        assert!(text.contains('<') && text.contains('>'), "{id}:\n{text}");
    }
}
