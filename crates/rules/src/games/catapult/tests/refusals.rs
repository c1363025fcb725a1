//! Why moves are refused.

use super::super::Move;
use super::{Catapult, game, placing};
use crate::testing::{position, refused_step};
use crate::{MoveBits, Position, Step};

#[track_caller]
fn refuses(game: &Catapult, cases: &[(&str, &str)]) {
    for (text, reason) in cases {
        assert_eq!(
            refused_step(game, text),
            format!("{text} is not legal: {reason}")
        );
    }
}

#[test]
fn texts_that_are_not_moves_are_refused_with_the_reason() {
    let start = Catapult::start(None).unwrap();
    let form = "a move is two squares with a hyphen between them, such as d6-d5";
    let cases = [
        ("", format!(r#""" is not a move: {form}"#)),
        ("d6d5", format!(r#""d6d5" is not a move: {form}"#)),
        ("d6 d5", format!(r#""d6 d5" is not a move: {form}"#)),
        ("d6–d5", format!(r#""d6–d5" is not a move: {form}"#)),
        (
            "-",
            r#""-" is not a move: "" is not a square such as b4"#.into(),
        ),
        (
            "d6-",
            r#""d6-" is not a move: "" is not a square such as b4"#.into(),
        ),
        (
            "d6-d5-d4",
            r#""d6-d5-d4" is not a move: "d5-d4" is not a square such as b4"#.into(),
        ),
        (
            "d6 - d5",
            r#""d6 - d5" is not a move: "d6 " is not a square such as b4"#.into(),
        ),
        (
            "D6-D5",
            r#""D6-D5" is not a move: "D6" is not a square such as b4"#.into(),
        ),
        (
            "d6-d10",
            r#""d6-d10" is not a move: "d10" is not a square such as b4"#.into(),
        ),
        (
            "k6-d5",
            r#""k6-d5" is not a move: k6 is not on the board"#.into(),
        ),
        (
            "d6-é",
            r#""d6-é" is not a move: "é" is not a square such as b4"#.into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&start, text), message);
    }
}

#[test]
fn while_flags_are_placed_nothing_else_is_legal() {
    let white = placing(
        "
        . w . b . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . g . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . G . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        ",
        'w',
    );
    refuses(
        &white,
        &[
            (
                "b9-b8",
                "White has to place the flag first, on a square from b9 to i9",
            ),
            (
                "e9-f9",
                "White has to place the flag first, on a square from b9 to i9",
            ),
            ("a9-a9", "White's flag goes on a square from b9 to i9"),
            ("j9-j9", "White's flag goes on a square from b9 to i9"),
            ("e8-e8", "White's flag goes on a square from b9 to i9"),
            ("e0-e0", "White's flag goes on a square from b9 to i9"),
            ("b9-b9", "White's knight stands on b9"),
            ("d9-d9", "Black's knight stands on d9"),
        ],
    );
    let black: Catapult = position("4W5///4g5///4G5/// b place");
    refuses(
        &black,
        &[
            (
                "e3-e4",
                "Black has to place the flag first, on a square from b0 to i0",
            ),
            ("a0-a0", "Black's flag goes on a square from b0 to i0"),
            ("f9-f9", "Black's flag goes on a square from b0 to i0"),
        ],
    );
}

const MELEE: &str = "
    . W . . . . . . . .
    . . . . w . . . . .
    . . . . w . . . . w
    . . . w w . . w . .
    . b . . . . w b . .
    . b w b . . . . . .
    . . g . . . . . . .
    . b . . . . w . . .
    . . . b . . . w . .
    . . . . B . G . w .
    ";

#[test]
fn the_piece_must_exist_be_yours_and_be_able_to_move() {
    refuses(
        &game(MELEE, 'w'),
        &[
            ("a0-a1", "there is nothing on a0"),
            ("b5-b6", "the knight on b5 is Black's"),
            ("g0-g1", "the general on g0 is Black's"),
            ("e0-e1", "the flag on e0 is Black's"),
            ("b9-b8", "a flag stays where it was placed"),
            (
                "c9-c9",
                "both flags have been placed, and a piece cannot stay where it is",
            ),
            (
                "e8-e8",
                "both flags have been placed, and a piece cannot stay where it is",
            ),
        ],
    );
}

#[test]
fn the_general_steps_one_square_to_an_empty_one() {
    refuses(
        &game(MELEE, 'w'),
        &[
            ("c3-c1", "the general steps only one square"),
            ("c3-e2", "the general steps only one square"),
            (
                "c3-b4",
                "the general never captures, and Black's knight stands on b4",
            ),
            ("c3-c4", "White's knight stands on c4"),
        ],
    );
}

#[test]
fn knights_step_and_capture_forward() {
    refuses(
        &game(MELEE, 'w'),
        &[
            ("e8-e9", "a knight does not step backward"),
            ("e8-f9", "a knight does not step backward"),
            ("e8-e7", "White's knight stands on e7"),
            (
                "e8-d7",
                "a knight goes diagonally only to capture, and d7 is empty",
            ),
            ("e7-d6", "White's knight stands on d6"),
            ("e6-d6", "White's knight stands on d6"),
            (
                "c4-b4",
                "a knight does not capture sideways, and Black's knight stands on b4",
            ),
            ("c4-c3", "White's general stands on c3"),
        ],
    );
    refuses(
        &game(MELEE, 'b'),
        &[
            ("d1-d0", "a knight does not step backward"),
            (
                "d1-c2",
                "a knight goes diagonally only to capture, and c2 is empty",
            ),
            (
                "d4-c4",
                "a knight does not capture sideways, and White's knight stands on c4",
            ),
            ("b4-b5", "Black's knight stands on b5"),
        ],
    );
}

#[test]
fn retreats_need_an_attack_and_a_free_path() {
    refuses(
        &game(MELEE, 'w'),
        &[
            (
                "e8-e6",
                "a knight goes two squares only in a retreat, straight or diagonally backward",
            ),
            (
                "e8-c8",
                "a knight goes two squares only in a retreat, straight or diagonally backward",
            ),
            (
                "e8-d6",
                "a knight goes two squares only in a retreat, straight or diagonally backward",
            ),
            (
                "d6-d8",
                "no enemy knight can capture the knight on d6, so it may not retreat",
            ),
            (
                "c4-c6",
                "no enemy knight can capture the knight on c4, so it may not retreat",
            ),
        ],
    );
    let attacked = game(
        "
        . W . . . . . . . g
        . . . . . . . . . .
        . . . . b . w . . .
        . . . w . . . . . .
        . . . . w . . . . .
        . . . . b . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . G . . .
        ",
        'w',
    );
    refuses(
        &attacked,
        &[
            ("e5-c7", "the retreat is blocked on d6"),
            ("e5-e7", "Black's knight stands on e7"),
            ("e5-g7", "White's knight stands on g7"),
        ],
    );
}

#[test]
fn catapults_need_three_knights_in_line_and_a_target_within_reach() {
    refuses(
        &game(MELEE, 'w'),
        &[
            ("e8-h7", "e8 and h7 are not in line"),
            ("e8-g4", "e8 and g4 are not in line"),
            (
                "d6-d3",
                "White has no catapult that points to d3 with its rear knight on d6",
            ),
            (
                "e7-e4",
                "White has no catapult that points to e4 with its rear knight on e7",
            ),
            (
                "d6-h6",
                "White has no catapult that points to h6 with its rear knight on d6",
            ),
            ("e8-e4", "there is nothing to hit on e4"),
            ("e8-e3", "there is nothing to hit on e3"),
            ("e8-e2", "e2 is too far from e8: five squares at most"),
            ("j7-a7", "a7 is too far from j7: five squares at most"),
        ],
    );
    let line = game(
        "
        . W . . . . . . . g
        . . . . w w w b w b
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . G . . .
        ",
        'w',
    );
    refuses(
        &line,
        &[
            ("e8-h8", "Black's knight stands on h8"),
            ("e8-i8", "the knight on i8 is White's own"),
            (
                "e8-j8",
                "White's general is not next to the catapult, so it may not fire",
            ),
        ],
    );
}

#[test]
fn every_number_is_a_move_that_is_legal_or_refused_in_words() {
    let texts = [
        "/1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1/ w place",
        "5W4/3w1ww1w1/3www3w/1w1w2w2w/3Gg1w3/wwb7/3b2b3/b2b1b1bb1/1bb1b1b2b/7B1b w",
        "5W4/3w1ww1w1/3www3w/1w1w2w2w/3Gg1w3/wwb7/3b2b3/b2b1b1bb1/1bb1b1b2b/7B1b b",
        "4W5///4g5///4G5/// w",
    ];
    for text in texts {
        let game: Catapult = position(text);
        let legal: Vec<u16> = game.moves().into_iter().map(MoveBits::to_bits).collect();
        for bits in 0..1 << 14 {
            let mv = Move::from_bits(bits);
            assert_eq!(Move::from_bits(bits | 3 << 14), mv);
            let expected = legal.contains(&mv.to_bits());
            assert_eq!(game.is_legal(mv), expected, "{text}: {mv}");
            assert_eq!(game.validate_move(mv).is_ok(), expected, "{text}: {mv}");
            assert!(game.illegal_reason(mv).to_string().len() > 8);
            let _ = (game.move_text(mv), mv.from().file(), mv.to().rank());
            for &symmetry in Catapult::SYMMETRIES {
                let _ = game.transform_move(mv, symmetry);
            }
            let mut copy = game;
            assert_eq!(copy.play(Step { mv, reveal: () }).is_ok(), expected);
        }
    }
    let off = Move::from_bits(10);
    let game: Catapult = position(texts[0]);
    assert_eq!(
        game.illegal_reason(off).to_string(),
        "k9 is not on the board"
    );
}
