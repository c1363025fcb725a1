//! Position strings and squares.

use super::super::{Board, Square};
use super::Catapult;
use crate::testing::{position, refused};
use crate::view::Describe;
use crate::{Position, Rng, Side, Step};

const FIELDS: &str = "separated by spaces, expected 2 or 3: the board, the side to move, and `place` before a flag is placed";

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let board = "4W5////5g4/4G5////4B5";
    let cases = [
        ("".into(), format!("the position has 1 field {FIELDS}")),
        (board.into(), format!("the position has 1 field {FIELDS}")),
        (
            format!("{board}  w"),
            "the side to move is \"\", expected w or b".into(),
        ),
        (
            format!("{board} w "),
            "the third field is \"\", expected `place` or nothing".into(),
        ),
        (
            format!(" {board} w"),
            "the board has 1 row, expected 10".into(),
        ),
        (
            format!("{board} w place "),
            format!("the position has 4 fields {FIELDS}"),
        ),
        (
            format!("{board} W"),
            "the side to move is \"W\", expected w or b".into(),
        ),
        (
            format!("{board} w Place"),
            "the third field is \"Place\", expected `place` or nothing".into(),
        ),
        (
            format!("{board}/ w"),
            "the board has 11 rows, expected 10".into(),
        ),
        (
            "4W5/// w".into(),
            "the board has 4 rows, expected 10".into(),
        ),
        (
            "4W5////5g4/4G6////4B5 w".into(),
            "rank 4 has 11 squares, expected 10".into(),
        ),
        (
            "4W5////5g4/4G4////4B5 w".into(),
            "rank 4 has 9 squares, expected 10".into(),
        ),
        (
            "4W5/wwwwwwwwwww///5g4/4G5////4B5 w".into(),
            "rank 8 has 11 squares, expected 10".into(),
        ),
        (
            "4W5////5g4/4G5////4B50 w".into(),
            "rank 0, square 11: a run of empty squares cannot be 0".into(),
        ),
        (
            "4W5////5g4/4G5////4B05 w".into(),
            "rank 0, square 6: a run of empty squares cannot be 0".into(),
        ),
        (
            "4W5//3x6//5g4/4G5////4B5 w".into(),
            "rank 7, square 4: 'x' does not stand for anything".into(),
        ),
        (
            "4WW4////5g4/4G5////4B5 w".into(),
            "White has 2 flags (e9 and f9), expected at most 1".into(),
        ),
        (
            "4W5////5g4/4G5///B9/B8B w".into(),
            "Black has 3 flags (a1, a0 and j0), expected at most 1".into(),
        ),
        (
            "4W5////5gg3/4G5////4B5 w".into(),
            "White has 2 generals (f5 and g5), expected at most 1".into(),
        ),
        (
            "4W5////5g4/4GG4////4B5 w".into(),
            "Black has 2 generals (e4 and f4), expected at most 1".into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<Catapult>(&text), message);
    }
}

#[test]
fn both_sides_cannot_have_lost() {
    let cases = [
        (
            "////5g4/4G5////",
            "White's flag is gone and Black's flag is gone",
        ),
        (
            "4W5/////4G5////",
            "White's general is gone and Black's flag is gone",
        ),
        (
            "////5g4/////4B5",
            "White's flag is gone and Black's general is gone",
        ),
        (
            "/////////",
            "White's flag and general are gone and Black's flag and general are gone",
        ),
    ];
    for (board, gone) in cases {
        for turn in ["w", "b"] {
            assert_eq!(
                refused::<Catapult>(&format!("{board} {turn}")),
                format!("both sides have lost: {gone}")
            );
        }
    }
}

#[test]
fn place_is_accepted_only_if_that_side_is_about_to_place_its_flag() {
    let white = "White cannot be about to place a flag";
    let black = "Black cannot be about to place a flag";
    let cases = [
        (
            "4W5////5g4/4G5//// w",
            format!("{white}: White's flag is on e9"),
        ),
        (
            "////5g4/4G5////4B5 w",
            format!("{white}: Black's flag is on e0"),
        ),
        (
            "4W5////5g4/4G5////4B5 w",
            format!("{white}: White's flag is on e9"),
        ),
        (
            "4W5////5g4/4G5////4B5 b",
            format!("{black}: Black's flag is on e0"),
        ),
        ("////5g4/4G5//// b", format!("{black}: White places first")),
        (
            "////5g4/4G5////4B5 b",
            format!("{black}: White places first"),
        ),
        (
            "/////4G5//// w",
            format!("{white}: White's general is missing"),
        ),
        (
            "////5g4///// w",
            format!("{white}: Black's general is missing"),
        ),
        (
            "4W5/////4G5//// b",
            format!("{black}: White's general is missing"),
        ),
        (
            "4W5////5g4///// b",
            format!("{black}: Black's general is missing"),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<Catapult>(&format!("{text} place")), message);
    }
    // Without `place`, one flag alone means that the other has been taken.
    let taken: Catapult = position("4W5////5g4/4G5//// b");
    assert_eq!(taken.winner(), Some(Side::First));
    let placing: Catapult = position("4W5////5g4/4G5//// b place");
    assert_eq!(placing.winner(), None);
    assert_ne!(taken.zobrist(), placing.zobrist());
}

#[test]
fn study_positions_may_have_any_knights_and_flags_anywhere() {
    let full = "wwwwwwwwww";
    let texts = [
        format!("{full}/{full}/{full}/{full}/wwwwgwwwww/wwwWGBbbbb/{full}/{full}/{full}/{full} b"),
        "B9////5g4/4G5////9W w".into(),
        "////5g4/3WGB4//// b".into(),
        "////5g4/3WG5//// b place".into(),
    ];
    for text in texts {
        assert_eq!(position::<Catapult>(&text).to_string(), text);
    }
}

#[test]
fn split_runs_are_parsed_and_joined() {
    assert_eq!(
        position::<Catapult>("22W5/55/1111111111/19//5g22/4G5///4B5 b").to_string(),
        "4W5/////5g4/4G5///4B5 b"
    );
}

#[test]
fn random_texts_are_refused_or_parsed_as_a_whole() {
    let mut rng = Rng::new(3);
    let symbols: Vec<char> = "wbWBgG0123456789/// placé-".chars().collect();
    let start = Catapult::start(None).unwrap().to_string();
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = start.chars().collect();
        for _ in 0..=rng.below(4) {
            let at = rng.below(text.len());
            let symbol = symbols[rng.below(symbols.len())];
            match rng.below(3) {
                0 => text[at] = symbol,
                1 => text.insert(at, symbol),
                _ => drop(text.remove(at)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(game) = text.parse::<Catapult>() {
            read += 1;
            let printed = game.to_string();
            assert_eq!(printed.parse(), Ok(game), "{text}");
            // Only the splitting of runs of empty squares may differ.
            let spelled = |text: &str| -> String {
                let board = text.split(' ').next().unwrap_or("").split('/');
                let row = |row: &str| match row {
                    "" => ".".repeat(10),
                    row => row
                        .chars()
                        .map(|symbol| match symbol.to_digit(10) {
                            Some(run) => ".".repeat(run as usize),
                            None => symbol.to_string(),
                        })
                        .collect(),
                };
                board.map(row).collect::<Vec<_>>().join("/")
            };
            assert_eq!(spelled(&text), spelled(&printed));
        }
        let game = Catapult::start(None).unwrap();
        let _ = (game.parse_move(&text), text.parse::<Square>());
    }
    assert!(read > 100, "{read}");
}

#[test]
fn a_flag_is_placed_by_naming_its_square() {
    let mut game = Catapult::start(None).unwrap();
    for flag in ["e9", "d0"] {
        let mv = game.parse_move(flag).unwrap();
        assert_eq!(game.move_text(mv), format!("{flag}-{flag}"));
        assert_eq!(game.label(mv), flag);
        game.play(Step { mv, reveal: () }).unwrap();
    }
    assert!(game.parse_move("d5").is_err());
}

#[test]
fn squares_are_named_by_file_and_rank() {
    let mut count = 0;
    for file in 'a'..='j' {
        for rank in 0..=9 {
            let square = Square::new(file, rank).unwrap();
            assert_eq!((square.file(), square.rank()), (file, rank));
            assert_eq!(square.to_string(), format!("{file}{rank}"));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(Board::EMPTY.piece_at(square), None);
            count += 1;
        }
    }
    assert_eq!(count, 100);
    for (file, rank) in [('k', 0), ('a', 10), ('A', 0), ('`', 3), ('ĩ', 3)] {
        assert_eq!(Square::new(file, rank), None);
    }
    assert_eq!(
        "k3".parse::<Square>().unwrap_err().to_string(),
        "k3 is not on the board"
    );
}
