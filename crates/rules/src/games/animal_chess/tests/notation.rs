use super::super::AnimalChess;
use crate::testing::{after, position, refused, refused_step};
use crate::{Position, Rng};

const START: &str = "CGLGC/5/1HHH1/1hhh1/5/cglgc 0 -";

#[test]
fn the_start_is_written_as_the_rules_page_says() {
    assert_eq!(AnimalChess::start(None).unwrap().to_string(), START);
    assert_eq!(position::<AnimalChess>(START).to_string(), START);
}

#[test]
fn split_runs_are_parsed_and_joined() {
    let text = "CGLGC/11111/1HHH1/1hhh1/32/cglgc 0 -";
    assert_eq!(position::<AnimalChess>(text).to_string(), START);
    let text = "+C11+c1/2111/5/5/11L2/l4 1 -";
    assert_eq!(
        position::<AnimalChess>(text).to_string(),
        "+C2+c1/5/5/5/2L2/l4 1 -"
    );
}

#[test]
fn hands_are_parsed_in_any_order_and_written_in_one() {
    for (input, canonical) in [
        ("hcgHCG", "GCHgch"),
        ("1H", "H"),
        ("1h1H", "Hh"),
        ("2h3H", "3H2h"),
        ("c2H", "2Hc"),
        ("6h4c4g", "4g4c6h"),
        ("3g1G", "G3g"),
        ("-", "-"),
    ] {
        let text = position::<AnimalChess>(&format!("L4/5/5/5/5/4l 1 {input}")).to_string();
        assert_eq!(text, format!("L4/5/5/5/5/4l 1 {canonical}"));
    }
}

#[test]
fn wrong_boards_are_refused_with_the_reason() {
    let three = "3: the board, the side to move and the hands";
    let fields = |found| format!("the position has {found} separated by spaces, expected {three}");
    let cases = [
        ("", fields("1 field")),
        ("CGLGC/5/1HHH1/1hhh1/5/cglgc 0", fields("2 fields")),
        ("CGLGC/5/1HHH1/1hhh1/5/cglgc 0 - ", fields("4 fields")),
        ("CGLGC/5/1HHH1/1hhh1/5/cglgc  0 -", fields("4 fields")),
        (" CGLGC/5/1HHH1/1hhh1/5/cglgc 0 -", fields("4 fields")),
        (
            "CGLGC/5/1HHH1/1hhh1/cglgc 0 -",
            "the board has 5 rows, expected 6".into(),
        ),
        (
            "CGLGC/5/1HHH1/1hhh1/5/cglgc/ 0 -",
            "the board has 7 rows, expected 6".into(),
        ),
        (
            "CGLGC/5/1HHH2/1hhh1/5/cglgc 0 -",
            "row 2 has 6 squares, expected 5".into(),
        ),
        (
            "CGLGC/5/1HHH1/1hhh/5/cglgc 0 -",
            "row 3 has 4 squares, expected 5".into(),
        ),
        (
            "CGLGC//1HHH1/1hhh1/5/cglgc 0 -",
            "row 1 has 0 squares, expected 5".into(),
        ),
        (
            "CGLGCC/5/1HHH1/1hhh1/5/cglgc 0 -",
            "row 0 has 6 squares, expected 5".into(),
        ),
        (
            "CGLGC/50/1HHH1/1hhh1/5/cglgc 0 -",
            "row 1, square 6: a run of empty squares cannot be 0".into(),
        ),
        (
            "CGLGC/5/1HXH1/1hhh1/5/cglgc 0 -",
            "row 2, square 3: 'X' does not stand for anything".into(),
        ),
        (
            "C+GLGC/5/1HHH1/1hhh1/5/cglgc 0 -",
            "row 0, square 2: a giraffe does not promote".into(),
        ),
        (
            "CGLGC/5/1HHH1/1hhh1/5/cg+lgc 0 -",
            "row 5, square 3: a lion does not promote".into(),
        ),
        (
            "CGLGC/5/1HHH1/1hhh+/5/cglgc 0 -",
            "row 3, square 5: '+' is not followed by a piece".into(),
        ),
        (
            "CGLGC/5/1HH++H1/1hhh1/5/cglgc 0 -",
            "row 2, square 4: '+' is not followed by a piece".into(),
        ),
        (
            "CGLGC/+5/1HHH1/1hhh1/5/cglgc 0 -",
            "row 1, square 1: '+' is not followed by a piece".into(),
        ),
        (
            "CGLGC/5/1HHH1/1hhh1/5/cglgc 2 -",
            r#"the side to move is "2", expected 0 or 1"#.into(),
        ),
        (
            "CGLGC/5/1HHH1/1hhh1/5/cglgc w -",
            r#"the side to move is "w", expected 0 or 1"#.into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<AnimalChess>(text), message, "{text}");
    }
}

#[test]
fn wrong_hands_are_refused_with_the_reason() {
    for (hands, reason) in [
        ("", "two empty hands are written `-`"),
        ("--", "'-' does not stand for anything"),
        ("-H", "'-' does not stand for anything"),
        ("H-", "'-' does not stand for anything"),
        ("0H", "a number cannot begin with 0"),
        ("02H", "a number cannot begin with 0"),
        ("10H", "a number has only one digit"),
        ("12", "a number has only one digit"),
        ("2", "the number 2 is not followed by a piece"),
        ("H2", "the number 2 is not followed by a piece"),
        ("HH", "H appears twice"),
        ("HcH", "H appears twice"),
        ("c1c", "c appears twice"),
        ("L", "a lion is never in hand"),
        ("2l", "a lion is never in hand"),
        ("+H", "a piece in hand is never promoted"),
        ("2+h", "a piece in hand is never promoted"),
        ("x", "'x' does not stand for anything"),
        ("2Ж", "'Ж' does not stand for anything"),
    ] {
        let text = format!("L4/5/5/5/5/4l 0 {hands}");
        let message = format!("the hands are {hands:?}: {reason}");
        assert_eq!(refused::<AnimalChess>(&text), message);
    }
}

#[test]
fn too_many_pieces_and_too_few_lions_are_refused() {
    for (text, message) in [
        (
            "LGGGG/5/5/5/5/g3l 0 -",
            "there are 5 giraffes (5 on the board, 0 in hand), expected at most 4",
        ),
        (
            "LGG2/5/5/5/5/4l 0 2Gg",
            "there are 5 giraffes (2 on the board, 3 in hand), expected at most 4",
        ),
        (
            "L+C+c2/5/5/5/5/4l 0 2Cc",
            "there are 5 cats (2 on the board, 3 in hand), expected at most 4",
        ),
        (
            "L+H+hHh/5/5/5/5/4l 0 H2h",
            "there are 7 chicks (4 on the board, 3 in hand), expected at most 6",
        ),
        (
            "L4/5/5/5/5/4l 0 9H",
            "there are 9 chicks (0 on the board, 9 in hand), expected at most 6",
        ),
        (
            "L1L2/5/5/5/5/4l 0 -",
            "Player 0 has 2 lions ((0, 0) and (0, 2)), expected at most 1",
        ),
        (
            "5/5/5/5/l4/4l 0 -",
            "Player 1 has 2 lions ((4, 0) and (5, 4)), expected at most 1",
        ),
        (
            "5/5/5/5/5/cglLc 0 H-",
            "the hands are \"H-\": '-' does not stand for anything",
        ),
        (
            "CG1GC/5/5/5/5/cg1gc 0 -",
            "both lions are missing, expected at least one",
        ),
    ] {
        assert_eq!(refused::<AnimalChess>(text), message);
    }
    // All pieces of the set, in the hands.
    position::<AnimalChess>("L4/5/5/5/5/4l 0 2G2C3H2g2c3h");
    position::<AnimalChess>("4l/5/5/5/5/5 0 4G4C6H");
}

#[test]
fn moves_are_parsed_in_every_form() {
    let start: AnimalChess = position("CGLGC/5/1HHH1/1h1h1/5/cglgc 0 H");
    for text in ["21-31", "(2,1)-(3,1)", "(2, 1)-(3, 1)", "21-(3,1)"] {
        let mv = start.parse_move(text).map(|mv| start.move_text(mv));
        assert_eq!(mv, Ok("21-31".into()));
    }
    for text in ["H*32", "h*32", "H*(3,2)", "h*(3, 2)"] {
        let mv = start.parse_move(text).map(|mv| start.move_text(mv));
        assert_eq!(mv, Ok("H*32".into()));
    }
    for text in ["G*10", "C*10", "g*10", "c*(1,0)"] {
        let mv = start.parse_move(text).map(|mv| start.move_text(mv));
        assert_eq!(mv, Ok(format!("{}*10", text[..1].to_uppercase())));
    }
}

#[test]
fn drops_are_written_in_upper_case_for_both_players() {
    let held: AnimalChess = position("L4/5/5/5/5/4l 1 gch");
    for text in ["G*22", "C*22", "H*22"] {
        assert!(crate::testing::move_texts(&held).contains(&text.into()));
    }
    let dropped = after(held, "h*22");
    assert_eq!(dropped.to_string(), "L4/5/2h2/5/5/4l 0 gc");
}

#[test]
fn texts_that_are_not_moves_are_refused_with_the_reason() {
    let start = AnimalChess::start(None).unwrap();
    for (text, reason) in [
        ("", "expected a move such as 21-31 or H*22"),
        ("2131", "expected a move such as 21-31 or H*22"),
        ("21-", r#""" is not a square such as 21 or (2,1)"#),
        ("-31", r#""" is not a square such as 21 or (2,1)"#),
        ("2-31", r#""2" is not a square such as 21 or (2,1)"#),
        ("21-31-41", r#""31-41" is not a square such as 21 or (2,1)"#),
        ("21-31+", r#""31+" is not a square such as 21 or (2,1)"#),
        (" 21-31", r#"" 21" is not a square such as 21 or (2,1)"#),
        ("a1-b1", r#""a1" is not a square such as 21 or (2,1)"#),
        ("(2,1-31", r#""(2,1" is not a square such as 21 or (2,1)"#),
        ("2,1-31", r#""2,1" is not a square such as 21 or (2,1)"#),
        (
            "(2,1)-(31)",
            r#""(31)" is not a square such as 21 or (2,1)"#,
        ),
        (
            "(2,  1)-31",
            r#""(2,  1)" is not a square such as 21 or (2,1)"#,
        ),
        ("21-61", "(6, 1) is not on the board"),
        ("15-14", "(1, 5) is not on the board"),
        ("(9,9)-14", "(9, 9) is not on the board"),
        ("H*60", "(6, 0) is not on the board"),
        ("H*", r#""" is not a square such as 21 or (2,1)"#),
        ("*22", r#""" is not one of the pieces G, C and H"#),
        ("X*22", r#""X" is not one of the pieces G, C and H"#),
        ("HH*22", r#""HH" is not one of the pieces G, C and H"#),
        ("+H*22", r#""+H" is not one of the pieces G, C and H"#),
        ("L*22", "a lion is never in hand"),
        ("é1-22", r#""é1" is not a square such as 21 or (2,1)"#),
    ] {
        let message = format!("{text:?} is not a move: {reason}");
        assert_eq!(refused_step(&start, text), message);
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let crowd: AnimalChess = position("CGLGC/5/1HHH1/1h1h1/3+h1/cglgc 0 -");
    let held: AnimalChess = position("CGLGC/5/1HHH1/1h1h1/3+C1/1glgc 0 H");
    for (position, text, reason) in [
        (&crowd, "10-11", "there is no piece on (1, 0)"),
        (&crowd, "31-21", "the chick on (3, 1) is Player 1's"),
        (
            &crowd,
            "43-44",
            "the promoted chick on (4, 3) is Player 1's",
        ),
        (&crowd, "21-21", "the chick already stands on (2, 1)"),
        (&crowd, "02-01", "Player 0's own giraffe stands on (0, 1)"),
        (
            &crowd,
            "21-41",
            "a chick moves one square forward, not from (2, 1) to (4, 1)",
        ),
        (
            &crowd,
            "21-20",
            "a chick moves one square forward, not from (2, 1) to (2, 0)",
        ),
        (
            &crowd,
            "01-12",
            "a giraffe moves one square forward, back, left or right, not from (0, 1) to (1, 2)",
        ),
        (
            &crowd,
            "00-22",
            "a cat moves one square diagonally or forward, not from (0, 0) to (2, 2)",
        ),
        (
            &crowd,
            "02-22",
            "a lion moves one square in any direction, not from (0, 2) to (2, 2)",
        ),
        (
            &held,
            "43-34",
            "a promoted cat moves one square forward, back, left, right or diagonally \
             forward, not from (4, 3) to (3, 4)",
        ),
        (&crowd, "H*32", "Player 0 has no chick in hand"),
        (&held, "C*32", "Player 0 has no cat in hand"),
        (&held, "H*33", "Player 1's chick stands on (3, 3)"),
        (&held, "H*02", "Player 0's lion stands on (0, 2)"),
    ] {
        let message = format!("{text} is not legal: {reason}");
        assert_eq!(refused_step(position, text), message);
    }
}

/// Texts with random edits are refused or parsed as a whole, and nothing panics.
#[test]
fn damaged_texts_are_refused_or_parsed_as_a_whole() {
    let letters: Vec<char> = "LGCHlgch+-*0123456789/ (),é".chars().collect();
    let mut rng = Rng::new(11);
    let start = AnimalChess::start(None).unwrap();
    let (mut positions, mut moves) = (0, 0);
    for round in 0..40_000 {
        let whole = match round % 4 {
            0 => START,
            1 => "L3+C/1h3/5/2c2/5/3gl 1 Cg",
            2 => "21-31",
            _ => "H*(2,2)",
        };
        let mut text: Vec<char> = whole.chars().collect();
        for _ in 0..=rng.below(2) {
            let (at, letter) = (rng.below(text.len()), letters[rng.below(letters.len())]);
            match rng.below(3) {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                _ => {
                    text.remove(at);
                }
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(read) = text.parse::<AnimalChess>() {
            positions += 1;
            let printed = read.to_string();
            assert_eq!(position::<AnimalChess>(&printed), read);
            assert_eq!(position::<AnimalChess>(&printed).to_string(), printed);
        }
        if let Ok(mv) = start.parse_move(&text) {
            moves += 1;
            assert_eq!(start.parse_move(&start.move_text(mv)), Ok(mv));
        }
    }
    assert!(positions > 500 && moves > 500, "{positions} {moves}");
}
