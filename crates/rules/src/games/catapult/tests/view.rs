//! What players see.

use super::super::{Board, Phase};
use super::{Catapult, game};
use crate::draw::draw;
use crate::message::{Language, join};
use crate::testing::{after, board, caption, position};
use crate::view::Describe;
use crate::{Position, Side};

#[test]
fn captions_name_what_happens_and_where() {
    let start = Catapult::start(None).unwrap();
    assert_eq!(caption(&start, "e9-e9"), "White places the flag on e9.");
    let black = after(start, "e9-e9");
    assert_eq!(caption(&black, "c0-c0"), "Black places the flag on c0.");
    let game = game(
        "
        . . . . W . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . w . . . . . . . .
        . w . . . . . . . .
        g w . . . . . . . .
        . . . . . . . . . .
        . G . w . w . . . .
        . b b . B . . . . .
        . . . . . . . . . .
        ",
        'w',
    );
    let cases = [
        ("b6-c6", "Knight steps from b6 to c6."),
        ("a4-a5", "General steps from a4 to a5."),
        (
            "b6-b3",
            "Catapult shifts: its rear knight goes from b6 to b3.",
        ),
        (
            "b6-b2",
            "Catapult fires from b6 and destroys the general on b2.",
        ),
        (
            "b6-b1",
            "Catapult fires from b6 and destroys the knight on b1.",
        ),
        (
            "d2-c1",
            "Knight moves from d2 and captures the knight on c1.",
        ),
        ("d2-e1", "Knight moves from d2 and captures the flag on e1."),
        ("d2-f4", "Knight retreats from d2 to f4."),
    ];
    for (text, expected) in cases {
        assert_eq!(caption(&game, text), expected);
    }
}

#[test]
fn captions_of_black_are_the_same() {
    let game = game(
        "
        . . . . . . . . . .
        . . . . W . . . . .
        . . . . . g . . . .
        . . . . b . . . . .
        . . . . b . . . . .
        . . . G b . . . . .
        . . . . w . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . . . . .
        ",
        'b',
    );
    let cases = [
        (
            "e4-e8",
            "Catapult fires from e4 and destroys the flag on e8.",
        ),
        (
            "e4-e7",
            "Catapult shifts: its rear knight goes from e4 to e7.",
        ),
        (
            "e6-f7",
            "Knight moves from e6 and captures the general on f7.",
        ),
        ("d4-d3", "General steps from d4 to d3."),
    ];
    for (text, expected) in cases {
        assert_eq!(caption(&game, text), expected);
    }
}

#[test]
fn german_texts_inflect_pieces_and_sides() {
    let german = Language::from_tag("de").unwrap();
    let caption = |game: &Catapult, text: &str| {
        let step = game.parse_step(text).unwrap();
        join(&game.caption(step), german)
    };
    let start = Catapult::start(None).unwrap();
    assert_eq!(caption(&start, "e9-e9"), "Weiß stellt die Fahne auf e9.");
    assert_eq!(
        start.geometry().regions[1].name.render(german),
        "Platz für die schwarze Fahne"
    );
    let game: Catapult = position("4W5///1w8/1w8/gw8//1G1w6/1bb1B5/ w");
    let cases = [
        ("b6-c6", "Der Ritter zieht von b6 nach c6."),
        ("a4-a5", "Der General zieht von a4 nach a5."),
        (
            "d2-c1",
            "Der Ritter zieht von d2 nach c1 und schlägt den Ritter.",
        ),
        (
            "d2-e1",
            "Der Ritter zieht von d2 nach e1 und schlägt die Fahne.",
        ),
        ("d2-f4", "Der Ritter weicht von d2 nach f4 zurück."),
        (
            "b6-b3",
            "Das Katapult rückt: Sein hinterer Ritter zieht von b6 nach b3.",
        ),
        (
            "b6-b2",
            "Das Katapult schießt von b6 aus und zerstört den General auf b2.",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(caption(&game, text), expected);
    }
    let occupied = game.parse_move("b4-a4").unwrap();
    assert_eq!(
        game.illegal_reason(occupied).render(german),
        "auf a4 steht der weiße General"
    );
    let won = after(game, "d2-e1");
    assert_eq!(
        join(&won.result(), german),
        "Schwarz hat die Fahne verloren. Weiß gewinnt."
    );
}

#[test]
fn prompts_say_whose_turn_it_is_and_what_to_do() {
    let start = Catapult::start(None).unwrap();
    assert_eq!(
        start.prompt().to_string(),
        "White, place your flag on a free square from b9 to i9."
    );
    let black: Catapult = position("4W5////5g4/4G5//// b place");
    assert_eq!(
        black.prompt().to_string(),
        "Black, place your flag on a free square from b0 to i0."
    );
    let play: Catapult = position("4W5////5g4/4G5////4B5 w");
    assert_eq!(
        play.prompt().to_string(),
        "White to move: a knight, the general or a catapult."
    );
    assert_eq!(play.view().status, [play.prompt()]);
}

#[test]
fn a_placement_is_one_tap_and_a_move_two() {
    let start = Catapult::start(None).unwrap();
    let mv = start.parse_move("e9-e9").unwrap();
    assert_eq!(start.path(mv), ["e9"]);
    let mv = start.parse_move("d6-d9").unwrap();
    assert_eq!(start.path(mv), ["d6", "d9"]);
}

#[test]
fn the_flag_squares_are_regions_of_the_board() {
    let regions = Catapult::start(None).unwrap().geometry().regions;
    let [white, black] = regions.as_slice() else {
        panic!("{regions:?}")
    };
    assert_eq!(
        (white.side, black.side),
        (Some(Side::First), Some(Side::Second))
    );
    assert_eq!(white.points.join(" "), "b9 c9 d9 e9 f9 g9 h9 i9");
    assert_eq!(black.points.join(" "), "b0 c0 d0 e0 f0 g0 h0 i0");
}

/// The pictures of the rules page: eleven indented lines, the last with the files.
fn pictures(language: Language) -> Vec<Vec<&'static str>> {
    let lines: Vec<&str> = Catapult::INFO.rules(language).lines().collect();
    lines
        .windows(11)
        .filter(|lines| lines[10].trim() == "a b c d e f g h i j")
        .map(|lines| lines.iter().map(|line| &line[4..]).collect())
        .collect()
}

#[test]
fn the_pictures_of_the_rules_page_are_as_drawn() {
    let pictures: Vec<_> = Language::all().into_iter().map(pictures).collect();
    assert!(pictures.iter().all(|pictures| pictures.len() >= 5));
    for lines in pictures.concat() {
        let rows: Vec<&str> = lines[..10].iter().map(|line| &line[2..]).collect();
        let board: Board = board(&rows.join("\n")).parse().unwrap();
        // Some of these boards are not positions of a game, so no parser can be used.
        let shown = Catapult {
            board,
            turn: Side::First,
            phase: Phase::Playing,
        };
        let drawn = draw(&shown.geometry(), &shown.view());
        assert_eq!(drawn, lines.join("\n") + "\n");
    }
    let start = Catapult::start(None).unwrap();
    assert_eq!(
        draw(&start.geometry(), &start.view()).lines().next(),
        Some("9 . . . . . . . . . .")
    );
}
