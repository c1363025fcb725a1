//! Screens as text, compared with snapshots (`INSTA_UPDATE=always cargo test` rewrites them; read the diff).

use super::*;
use crate::screen::board::{Layout, Marks, Picture};
use crate::screen::messages::Label;
use quintain_rules::Side;
use quintain_rules::message::{Message, ToMessage};
use ratatui::style::Color;
use ratatui::widgets::Widget;

fn assert_screen(name: &str, app: &App<'_>, area: Rect) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, shown(app, area)));
}

#[test]
fn every_game_looks_like_its_snapshots() {
    let games = EngineRegistry::standard();
    for game in games.registry().iter() {
        let id = game.info().id;
        let dir = temp_dir();
        for (kind, theme, area) in [
            ("80x24", FULL, SMALL),
            ("160x50", FULL, LARGE),
            ("ascii", ASCII, SMALL),
        ] {
            let mut app = app(&games, &dir, &two(id), theme);
            play_some(&mut app, &games, id, 4);
            assert_screen(&format!("{id}-{kind}"), &app, area);
        }
    }
}

fn german() -> Language {
    Language::from_tag("de").expect("German")
}

#[test]
fn german_screens_look_like_their_snapshots() {
    let games = EngineRegistry::standard();
    for game in games.registry().iter() {
        let id = game.info().id;
        let dir = temp_dir();
        let mut app = app_in(german(), &games, &dir, &two(id), FULL);
        play_some(&mut app, &games, id, 4);
        assert_screen(&format!("{id}-german"), &app, SMALL);
    }
    let dir = temp_dir();
    let mut app = app_in(german(), &games, &dir, "", FULL);
    assert_screen("menu-german", &app, SMALL);
    type_text(&mut app, "?");
    assert_screen("menu-help-german", &app, SMALL);
    let mut app = app_in(german(), &games, &dir, &two("incognito"), FULL);
    type_text(&mut app, "?");
    assert_screen("help-german", &app, SMALL);
    press(&mut app, &[KeyCode::Esc]);
    type_text(&mut app, "x");
    assert_screen("resign-german", &app, SMALL);
    type_text(&mut app, "j");
    assert!(shown(&app, SMALL).contains("Die Partie ist zu Ende"));
}

/// Where on the small screen a text stands, and how many columns it has there.
const ROOM: [(&str, &[&str], usize); 5] = [
    ("a row", &["menu-keys"], 79),
    (
        "a dialog",
        &[
            "keys-game",
            "keys-menu",
            "after-the-end",
            "after-the-end-undo",
        ],
        66,
    ),
    (
        "the panel",
        &[
            "analysis-key",
            "empty-hand",
            "label-analysing",
            "label-last-search",
            "no-moves-yet",
        ],
        26,
    ),
    (
        "the name of a row of the menu",
        &["row-game", "row-size", "row-clock", "row-position"],
        9,
    ),
    (
        "a value in the menu",
        &["value-default-position", "value-no-clock", "value-human"],
        16,
    ),
];

#[test]
fn texts_fit_the_small_screen_in_every_language() {
    for language in Language::all() {
        for (place, ids, columns) in ROOM {
            for &id in ids {
                let text = Message::new(&crate::TEXTS, id).render(language);
                let widest = text.lines().map(|line| line.chars().count()).max();
                assert!(widest <= Some(columns), "{language}, {place}: {text}");
            }
        }
        for (undo, redo) in [("no", "no"), ("yes", "no"), ("no", "yes"), ("yes", "yes")] {
            let keys = Label::GameKeys { undo, redo }.to_message().render(language);
            assert!(keys.chars().count() <= 79, "{language}: {keys}");
        }
        let stats = Label::SearchStats {
            depth: 12,
            nodes: "1.3M".into(),
            seconds: "0.8".into(),
        };
        let stats = stats.to_message().render(language);
        assert!(stats.chars().count() <= 27, "{language}: {stats}");
        for game in EngineRegistry::standard().registry().iter() {
            for side in game.info().side_names() {
                let name = side.render(language);
                assert!(name.chars().count() <= 9, "{language}: {name}");
                let percent = 100;
                let thinking = Label::ThinkingPercent { side, percent };
                let thinking = thinking.to_message().render(language);
                assert!(thinking.chars().count() <= 27, "{language}: {thinking}");
            }
        }
    }
}

#[test]
fn the_menu_has_room_for_the_summary_of_every_game_in_every_language() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    for language in Language::all() {
        let mut app = app_in(language, &games, &dir, "", FULL);
        for game in games.registry().iter() {
            let summary = game.info().summary().render(language);
            let last = summary.split(' ').next_back().expect("a word");
            let shown = shown(&app, SMALL);
            let lines: Vec<&str> = shown.lines().collect();
            assert!(lines[18..22].join(" ").contains(last), "{summary}\n{shown}");
            press(&mut app, &[KeyCode::Right]);
        }
    }
}

#[test]
fn menu_help_and_small_windows_look_like_their_snapshots() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, "", FULL);
    assert_screen("menu-80x24", &app, SMALL);
    assert_screen("menu-160x50", &app, LARGE);
    assert_screen("small", &app, Rect::new(0, 0, 60, 20));
    press(
        &mut app,
        &[KeyCode::Down, KeyCode::Up, KeyCode::Enter, KeyCode::Enter],
    );
    type_text(&mut app, "?");
    assert_screen("help", &app, SMALL);
}

#[test]
fn every_board_of_every_game_fits_and_is_clicked_where_it_is_drawn() {
    let space = Rect::new(0, 1, 52, 21);
    for game in EngineRegistry::standard().registry().iter() {
        let sizes = game.info().sizes().iter().map(|&size| Some(size));
        for size in sizes.chain([None]) {
            let start = game.start(size).expect("a start");
            let (geometry, view) = (start.geometry(), start.view());
            for (theme, flipped) in [(FULL, false), (ASCII, true)] {
                let layout = Layout::fit(&geometry, space, flipped, theme);
                let layout = layout.expect("the board fits");
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
                        language: Language::ENGLISH,
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
fn the_frame_of_every_dialog_is_whole() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    for language in Language::all() {
        for keys in ["x", "d", "q", "?", ":", "s", "l"] {
            let mut app = app_in(language, &games, &dir, &two("sight"), FULL);
            type_text(&mut app, keys);
            let text = shown(&app, SMALL);
            let edge = |[left, right]: [char; 2]| {
                let lines = &mut text.lines();
                let line = lines.find(|line| line.contains(left) && line.contains(right));
                let line = line.unwrap_or_else(|| panic!("{keys}: no edge in\n{text}"));
                let inner = line
                    .split(left)
                    .nth(1)
                    .and_then(|line| line.split(right).next());
                inner.unwrap_or_default().to_owned()
            };
            for corners in [['╭', '╮'], ['╰', '╯']] {
                // The line runs on both sides of a text; there is no gap without one.
                let edge = edge(corners);
                assert!(edge.ends_with('─'), "{keys}: {edge}");
                assert!(edge.starts_with(['─', ' ']), "{keys}: {edge}");
                assert!(!edge.starts_with("  "), "{keys}: {edge}");
            }
        }
    }
}

/// The words below the heading of the status, from the panel that begins at this column.
fn status_words(text: &str, column: usize, language: Language) -> Vec<String> {
    let [from, to] = [Label::Now, Label::Moves].map(|label| label.to_message().render(language));
    let panel = text
        .lines()
        .map(|line| line.chars().skip(column).collect::<String>());
    let lines = panel.skip_while(|line| !line.contains(&format!(" {from} ")));
    let lines = lines
        .skip(1)
        .take_while(|line| !line.contains(&format!(" {to} ")));
    let text: String = lines.map(|line| line + " ").collect();
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn captions_are_not_cut_on_the_small_screen() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    for language in Language::all() {
        for game in games.registry().iter() {
            let id = game.info().id;
            let line = format!("{id} --two --seed 5");
            let mut app = app_in(language, &games, &dir, &line, FULL);
            let mut rng = quintain_rules::Rng::new(7);
            for _ in 0..40 {
                // Some move, whatever is possible: a few places on, twice.
                for _ in 0..2 {
                    let tabs = 1 + rng.below(9);
                    press(&mut app, &vec![KeyCode::Tab; tabs]);
                    press(&mut app, &[KeyCode::Enter]);
                }
                press(&mut app, &[KeyCode::Esc]);
                let [small, large] = [SMALL, LARGE].map(|area| shown(&app, area));
                let expected = status_words(&large, 117, language);
                assert!(!expected.is_empty(), "{large}");
                assert_eq!(
                    status_words(&small, 53, language),
                    expected,
                    "{id}\n{small}"
                );
            }
        }
    }
}

#[test]
fn a_long_notice_is_shown_whole() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    let file = format!("{}/none", "directory/".repeat(25));
    type_text(&mut app, &format!("l{file}"));
    press(&mut app, &[KeyCode::Enter]);
    let text = shown(&app, SMALL);
    assert!(
        text.contains("there is no such file or directory."),
        "{text}"
    );
}

#[test]
fn every_row_of_a_long_notice_begins_in_the_same_column() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let mut app = app(&games, &dir, &two("sight"), FULL);
    let file = format!("{}none", "directory ".repeat(25));
    type_text(&mut app, &format!("l{file}"));
    press(&mut app, &[KeyCode::Enter]);
    let text = shown(&app, SMALL);
    let rows: Vec<&str> = text
        .lines()
        .filter(|row| row.contains("directory "))
        .collect();
    assert!(rows.len() > 2, "{text}");
    for row in rows {
        assert!(row.to_lowercase().starts_with(" d"), "{text}");
    }
}

#[test]
fn the_games_of_a_file_are_listed_one_below_the_other() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    let file = dir.path().join("two.txt");
    let many = "[Game \"sight\"]\n\n1. c3\n*\n\n".repeat(40);
    std::fs::write(&file, many).expect("written");
    let mut app = app(&games, &dir, &two("sight"), FULL);
    type_text(&mut app, &format!("l{}", file.display()));
    press(&mut app, &[KeyCode::Enter]);
    let text = shown(&app, SMALL);
    for number in 1..=9 {
        let entry = format!(" {number}: Sight, 1 move, *");
        let rows = text.lines().filter(|row| row.contains(&entry));
        assert_eq!(rows.count(), 1, "{text}");
    }
    // There are more than fit, and that can be seen.
    assert!(text.contains("..."), "{text}");
}

#[test]
fn dots_for_steps_are_not_hidden_by_names() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    // Eight for the lion, four for each giraffe, five for each cat, one for each chick.
    let dots = 2 * (8 + 2 * 4 + 2 * 5 + 3);
    let no_colors = Theme {
        colors: ColorDepth::None,
        ascii: false,
    };
    for theme in [FULL, no_colors] {
        let app = app(&games, &dir, &two("animal-chess"), theme);
        for area in [Rect::new(0, 0, 110, 34), LARGE] {
            let text = shown(&app, area);
            assert_eq!(text.matches('•').count(), dots, "{text}");
        }
    }
}

#[test]
fn sides_differ_in_brightness_wherever_there_are_colors() {
    for colors in [ColorDepth::Sixteen, ColorDepth::Palette, ColorDepth::Full] {
        let theme = Theme {
            colors,
            ascii: false,
        };
        let ground = |side| theme.ground(crate::screen::theme::Paint::Piece(side));
        let light = |color| match color {
            Color::Rgb(r, g, b) => u32::from(r) + u32::from(g) + u32::from(b) > 384,
            Color::Indexed(index) => index == 231 || index == 230,
            color => color == Color::White,
        };
        assert!(light(ground(Side::First)), "{colors:?}");
        assert!(!light(ground(Side::Second)), "{colors:?}");
    }
}

#[test]
fn without_colors_no_cell_has_one_and_marks_are_characters() {
    let (games, dir) = (EngineRegistry::standard(), temp_dir());
    for game in games.registry().iter() {
        let id = game.info().id;
        let mut app = app(&games, &dir, &two(id), ASCII);
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
