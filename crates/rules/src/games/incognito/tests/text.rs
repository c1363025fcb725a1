//! Position strings and move texts, and the errors for invalid ones.

use super::super::{Incognito, Move};
use crate::testing::{position, refused, refused_step, result};
use crate::{MoveBits, Position};

#[test]
fn moves_are_refused_with_the_reason() {
    let here: Incognito = position("1BB2/BB3/B2bW/3WW/2WW1 w");
    let cases = [
        ("b3-c3", "b3-c3 is not legal: there is no pawn on b3"),
        ("b4-c4", "b4-c4 is not legal: the pawn on b4 is Black's"),
        ("c1-c1", "c1-c1 is not legal: the pawn already stands on c1"),
        ("c1-d1", "c1-d1 is not legal: d1 is occupied"),
        ("c1-c5", "c1-c5 is not legal: c5 is occupied"),
        ("c1-b3", "c1-b3 is not legal: c1 and b3 are not in line"),
        ("d2-d4", "d2-d4 is not legal: a pawn on d3 is in the way"),
        ("d1-e1", "d1-e1 is not legal: e1 is White's own castle"),
        (
            "d2?d3",
            "d2?d3 does not say what it revealed: d2?d3# or d2?d3-",
        ),
        ("c1?d1", "c1?d1 is not legal: the pawn on d1 is White's own"),
        ("c1?c1", "c1?c1 is not legal: the pawn on c1 is White's own"),
        (
            "c1?c2",
            "c1?c2 is not legal: there is no pawn on c2 to interrogate",
        ),
        (
            "e2?d3-",
            "e2?d3 is not legal: d3 is not next to e2 in its row or column",
        ),
        (
            "c1?c5+",
            "c1?c5 is not legal: c5 is not next to c1 in its row or column",
        ),
        ("b4?b3", "b4?b3 is not legal: the pawn on b4 is Black's"),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&here, text), message);
    }
}

#[test]
fn texts_that_are_not_moves_are_refused_with_the_reason() {
    let start = Incognito::start(None).unwrap();
    let form = "a move is written c1-c4, an interrogation d2?d3";
    let cases = [
        ("", format!(r#""" is not a move: {form}"#)),
        ("c1", format!(r#""c1" is not a move: {form}"#)),
        ("c1c4", format!(r#""c1c4" is not a move: {form}"#)),
        ("c1 c4", format!(r#""c1 c4" is not a move: {form}"#)),
        ("c1-", format!(r#""c1-" is not a move: {form}"#)),
        (
            "c1?",
            r#""c1?" is not a move: "" is not a square such as b3"#.into(),
        ),
        (
            "-c4",
            r#""-c4" is not a move: "" is not a square such as b3"#.into(),
        ),
        (
            "c1-c4-c5",
            r#""c1-c4-c5" is not a move: "c4-c5" is not a square such as b3"#.into(),
        ),
        (
            "c1-c4++",
            r#""c1-c4++" is not a move: "c4+" is not a square such as b3"#.into(),
        ),
        (
            "C1-C4",
            r#""C1-C4" is not a move: "C1" is not a square such as b3"#.into(),
        ),
        (
            " c1-c4",
            r#"" c1-c4" is not a move: " c1" is not a square such as b3"#.into(),
        ),
        (
            "c1-é",
            r#""c1-é" is not a move: "é" is not a square such as b3"#.into(),
        ),
        (
            "c1-c6",
            r#""c1-c6" is not a move: c6 is not on the board"#.into(),
        ),
        (
            "c0-c1",
            r#""c0-c1" is not a move: c0 is not on the board"#.into(),
        ),
        (
            "f1?f2",
            r#""f1?f2" is not a move: f1 is not on the board"#.into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&start, text), message);
    }
}

#[test]
fn what_a_move_reveals_must_be_given_and_possible() {
    let here: Incognito = position("1BB2/B4/BW3/1b1WW/2WW1 w");
    let cases = [
        (
            "b3?a3",
            "b3?a3 does not say what it revealed: b3?a3#, b3?a3+ or b3?a3-",
        ),
        (
            "b3?b2",
            "b3?b2 does not say what it revealed: b3?b2# or b3?b2-",
        ),
        (
            "b3?b2+",
            "b3?b2+ cannot happen: public knowledge allows only b3?b2# or b3?b2-",
        ),
        (
            "c1-c4+",
            "c1-c4+ cannot happen: public knowledge allows only c1-c4",
        ),
        (
            "c1-c4-",
            "c1-c4- cannot happen: public knowledge allows only c1-c4",
        ),
        (
            "c1-c4#",
            "c1-c4# cannot happen: public knowledge allows only c1-c4",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&here, text), message);
    }
    let castle: Incognito = position("4W/5/5/B4/3W1 w");
    let cases = [
        (
            "e5-a5",
            "e5-a5 does not say what it revealed: e5-a5+ or e5-a5-",
        ),
        (
            "e5-a5#",
            "e5-a5# cannot happen: public knowledge allows only e5-a5+ or e5-a5-",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&castle, text), message);
    }
    let certain: Incognito = position("5/1B3/1w3/5/2W2 w");
    assert_eq!(
        refused_step(&certain, "b3?b4-"),
        "b3?b4- cannot happen: public knowledge allows only b3?b4+"
    );
    let cleared: Incognito = position("5/1B3/1w3/B4/2W2 w");
    assert_eq!(
        refused_step(&cleared, "b3?b4#"),
        "b3?b4# cannot happen: public knowledge allows only b3?b4+ or b3?b4-"
    );
}

#[test]
fn every_number_is_some_move_that_can_be_named_and_refused() {
    let positions = [
        "1B2/B3/3W/2W1 w",
        "4W/5/5/5/4B w b-wins",
        "8/8/8/7W/B7/8/8/8 b",
    ];
    for here in positions.map(position::<Incognito>) {
        for bits in 0..=u16::MAX {
            let mv = Move::from_bits(bits);
            assert_eq!(Move::from_bits(mv.to_bits()), mv);
            assert!(here.move_text(mv).len() >= 5);
            assert!(here.illegal_reason(mv).to_string().len() > 10);
            assert_eq!(here.validate_move(mv).is_ok(), here.is_legal(mv));
        }
    }
    let small = Incognito::start(Some(4)).unwrap();
    let outside = Move::from_bits(63);
    assert_eq!(
        small.illegal_reason(outside).to_string(),
        "h-3 is not on the board"
    );
}

#[test]
fn positions_are_refused_with_the_reason() {
    let fields = "expected 2 or 3: the board, the side to move and, in a finished game, the result";
    let cases = [
        (
            "",
            format!("the position has 1 field separated by spaces, {fields}"),
        ),
        (
            "1B2/B3/3W/2W1 w  ",
            format!("the position has 4 fields separated by spaces, {fields}"),
        ),
        (
            "1B2/B3/2W1 w",
            "the board has 3 rows, expected 4, 5, 6, 7 or 8".into(),
        ),
        (
            "9/9/9/9/9/9/9/9/9 w",
            "the board has 9 rows, expected 4, 5, 6, 7 or 8".into(),
        ),
        ("1B2/B4/3W/2W1 w", "rank 3 has 5 squares, expected 4".into()),
        ("1B2/B3/3W/2W w", "rank 1 has 3 squares, expected 4".into()),
        ("1B2/B3//2W1 w", "rank 2 has 0 squares, expected 4".into()),
        (
            "1B2/B3/3W/2W01 w",
            "rank 1, square 4: a run of empty squares cannot be 0".into(),
        ),
        (
            "1B2/B3/3N/2W1 w",
            "rank 2, square 4: 'N' does not stand for anything".into(),
        ),
        (
            "1B2/B3/3W/2W1 W",
            r#"the side to move is "W", expected w or b"#.into(),
        ),
        (
            "1B2/B3/3W/2W1 ",
            r#"the side to move is "", expected w or b"#.into(),
        ),
        (
            "1B2/B3/3W/2W1 w w",
            r#"the result is "w", expected w-wins or b-wins"#.into(),
        ),
        (
            "1B2/B3/3W/2W1 w ",
            r#"the result is "", expected w-wins or b-wins"#.into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<Incognito>(text), message);
    }
}

#[test]
fn only_a_spy_that_has_won_stands_in_a_castle() {
    let cases = [
        (
            "B4/5/5/5/W4 w",
            "Black's own pawn stands in Black's castle (a5)",
        ),
        (
            "5/B4/5/5/4W b",
            "White's own pawn stands in White's castle (e1)",
        ),
        (
            "5/B4/W4/5/4w b b-wins",
            "White's own pawn stands in White's castle (e1)",
        ),
        (
            "W4/5/5/B4/3W1 b",
            "White's pawn stands in Black's castle (a5) and the game is not over, \
             expected the result w-wins",
        ),
        (
            "5/5/5/B4/W3B w",
            "Black's pawn stands in White's castle (e1) and the game is not over, \
             expected the result b-wins",
        ),
        (
            "w4/5/5/B4/3W1 b w-wins",
            "the pawn in Black's castle (a5) is known to be a knight; only a spy stays in a castle",
        ),
        (
            "W4/5/5/B4/3W1 b b-wins",
            "White's spy stands in Black's castle (a5), expected the result w-wins",
        ),
        (
            "5/5/5/B4/W3B w w-wins",
            "Black's spy stands in White's castle (e1), expected the result b-wins",
        ),
        (
            "W4/5/5/B4/3W1 w w-wins",
            "White has just entered Black's castle (a5), expected the side to move b",
        ),
        (
            "5/5/5/B4/W3B b b-wins",
            "Black has just entered White's castle (e1), expected the side to move w",
        ),
        (
            "W4/5/5/B4/4B w b-wins",
            "pawns stand in both castles (e1 and a5), expected at most one",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<Incognito>(text), message);
    }
    for text in ["W4/5/5/B4/3W1 b w-wins", "5/5/5/B4/W3B w b-wins"] {
        assert_eq!(position::<Incognito>(text).to_string(), text);
    }
}

#[test]
fn each_side_has_a_pawn_that_may_be_its_spy_unless_the_spy_was_lost() {
    let white = "White has no pawn that may be its spy (W), expected at least one";
    let black = "Black has no pawn that may be its spy (B), expected at least one";
    let cases = [
        ("5/5/5/5/B4 w", white),
        ("5/5/5/5/B2w1 b", white),
        ("5/5/5/5/W4 w", black),
        ("5/1b3/5/5/W4 b", black),
        ("5/5/5/5/5 b", white),
        // The winner always has one.
        ("5/1b3/5/B4/w4 b w-wins", white),
        ("5/1b3/5/W4/5 w b-wins", black),
        // The loser has one unless it made the last move.
        ("5/1b3/5/B4/w4 w b-wins", white),
        ("5/1w3/5/W4/b4 b w-wins", black),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<Incognito>(text), message, "{text}");
    }
    for text in ["5/1b3/5/B4/w4 b b-wins", "5/1w3/5/W4/5 w w-wins"] {
        let lost: Incognito = position(text);
        assert_eq!(lost.to_string(), text);
        assert!(result(&lost).contains("has interrogated a knight"));
    }
}

#[test]
fn any_number_of_pawns_is_accepted() {
    for text in [
        "1BBB/BBBB/WWWW/WWW1 w",
        "4/1B2/1W2/4 b",
        "1wwwwwwW/bbbbbbbb/8/8/8/8/8/BBBBBBB1 w",
    ] {
        assert_eq!(position::<Incognito>(text).to_string(), text);
    }
}

#[test]
fn split_runs_are_parsed_and_joined() {
    let split: Incognito = position("1BB11/BB21/B12W/111WW/2WW1 w");
    assert_eq!(split, Incognito::start(None).unwrap());
    assert_eq!(split.to_string(), "1BB2/BB3/B3W/3WW/2WW1 w");
}
