use super::KnightsDuel;
use crate::Game;
use crate::testing::{
    after, board, caption, move_texts, moves_from, position, refused, refused_step,
};
use crate::view::Describe;

fn duel(picture: &str, turn: char) -> KnightsDuel {
    position(&format!("{} {turn}", board(picture)))
}

#[test]
fn a_knight_leaps_in_all_eight_directions() {
    let duel = duel(
        "
        . . . . . . . B
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . W . . . .
        . . . . . . . .
        . . . . . . . .
        x . . . . . . .
        ",
        'w',
    );
    assert_eq!(
        moves_from(&duel, ""),
        "(2,3) (2,5) (3,2) (3,6) (5,2) (5,6) (6,3) (6,5)"
    );
}

#[test]
fn removed_squares_the_other_knight_and_the_edge_are_out_of_reach() {
    let duel = duel(
        "
        . . . .
        . . B .
        x . . .
        . W . .
        ",
        'w',
    );
    // (4,2) is free; (1,3) is too; (3,3) holds the other knight.
    assert_eq!(moves_from(&duel, ""), "(1,3) (4,2)");
}

#[test]
fn a_knight_jumps_over_removed_squares() {
    let duel = duel(
        "
        . . . B
        x . . .
        x x . .
        W x . .
        ",
        'w',
    );
    assert_eq!(moves_from(&duel, ""), "(2,3) (3,2)");
}

#[test]
fn the_start_square_is_removed_once_left() {
    let start = KnightsDuel::start(None).unwrap();
    let later = after(start, "(2,3) (6,7)");
    assert_eq!(moves_from(&later, ""), "(1,5) (3,1) (3,5) (4,2) (4,4)");
    assert_eq!(later.to_string(), "7x/5B2/8/8/8/1W6/8/x7 w");
}

#[test]
fn who_cannot_move_has_lost() {
    let duel = duel(
        "
        . . . B
        . x . .
        . . x .
        W . . .
        ",
        'w',
    );
    assert_eq!(duel.winner(), Some(crate::Side::Second));
    assert!(move_texts(&duel).is_empty());
    assert_eq!(
        duel.ending().unwrap(),
        "Player 1 has no legal moves. Player 2 wins."
    );
    assert_eq!(
        refused_step(&duel, "(2,3)"),
        "(2,3) comes after the end: Player 2 has won"
    );
}

#[test]
fn only_the_player_to_move_needs_a_move() {
    let text = "4B/5/1x3/2x2/W4";
    assert_eq!(position::<KnightsDuel>(&format!("{text} b")).winner(), None);
    let stuck = position::<KnightsDuel>(&format!("{text} w"));
    assert_eq!(stuck.winner(), Some(crate::Side::Second));
}

#[test]
fn every_board_starts_in_opposite_corners() {
    let starts = [
        (4, "3B/4/4/W3 w"),
        (5, "4B/5/5/5/W4 w"),
        (6, "5B/6/6/6/6/W5 w"),
        (7, "6B/7/7/7/7/7/W6 w"),
        (8, "7B/8/8/8/8/8/8/W7 w"),
    ];
    for (size, text) in starts {
        assert_eq!(KnightsDuel::start(Some(size)).unwrap().to_string(), text);
    }
    for size in [0, 3, 9, 255] {
        let error = KnightsDuel::start(Some(size)).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("Knight's Duel has no board of size {size}; its sizes are 4, 5, 6, 7 and 8")
        );
    }
}

#[test]
fn moves_are_read_in_every_form() {
    let start = KnightsDuel::start(None).unwrap();
    for text in [
        "(2,3)",
        "Move to (2,3)",
        "move to (2, 3)",
        "MOVE TO b3",
        "2,3",
        "2, 3",
        "2 3",
        "b3",
    ] {
        assert_eq!(
            start.parse_move(text).map(|mv| start.move_text(mv)),
            Ok("(2,3)".into())
        );
    }
}

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let start = KnightsDuel::start(None).unwrap();
    let form = "is not a square such as (2,3), 2,3 or b3";
    let cases = [
        ("", format!(r#""" is not a move: "" {form}"#)),
        ("(2,3", format!(r#""(2,3" is not a move: "(2,3" {form}"#)),
        ("(2 3)", format!(r#""(2 3)" is not a move: "(2 3)" {form}"#)),
        ("2,3)", format!(r#""2,3)" is not a move: "2,3)" {form}"#)),
        (
            "(2,3)x",
            format!(r#""(2,3)x" is not a move: "(2,3)x" {form}"#),
        ),
        (
            "(02,3)",
            format!(r#""(02,3)" is not a move: "(02,3)" {form}"#),
        ),
        ("Move to", format!(r#""Move to" is not a move: "" {form}"#)),
        (
            "b3b",
            r#""b3b" is not a move: "b3b" is not a square such as (2,4)"#.into(),
        ),
        (
            "(9,1)",
            r#""(9,1)" is not a move: (9, 1) is not on the board"#.into(),
        ),
        ("i1", r#""i1" is not a move: i1 is not on the board"#.into()),
        (
            "(4,4)",
            "(4,4) is not legal: (4, 4) is not a knight's move from (1, 1)".into(),
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&start, text), message);
    }
    let later = after(start, "(2,3) (6,7)");
    assert_eq!(
        refused_step(&later, "(1,1)"),
        "(1,1) is not legal: (1, 1) has been removed"
    );
    let close = position("3B/4/1W2/4 w");
    let message = refused_step::<KnightsDuel>(&close, "(4,4)");
    assert_eq!(
        message,
        "(4,4) is not legal: (4, 4) is not a knight's move from (2, 2)"
    );
    let close = position("4/2B1/4/1W2 w");
    let message = refused_step::<KnightsDuel>(&close, "(3,3)");
    assert_eq!(
        message,
        "(3,3) is not legal: the other knight stands on (3, 3)"
    );
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let cases = [
        (
            "",
            "the position has 1 fields separated by spaces, expected 2: the board and the side to move",
        ),
        (
            "3B/4/4/W3  w",
            "the position has 3 fields separated by spaces, expected 2: the board and the side to move",
        ),
        ("3B/4/W3 w", "the board has 3 rows, expected 4 to 8"),
        ("3B/5/4/W3 w", "row 3 has 5 squares, expected 4"),
        ("3B/4/3/W3 w", "row 2 has 3 squares, expected 4"),
        (
            "3B/4/4/W30 w",
            "row 1, square 5: a run of empty squares cannot be 0",
        ),
        ("3B/4/4/W2q w", "row 1, square 4: 'q' stands for nothing"),
        (
            "3B/4/4/W3 W",
            "the side to move is \"W\", expected `w` or `b`",
        ),
        (
            "4/4/4/W3 w",
            "the board has 1 knights W and 0 knights B, expected one of each",
        ),
        (
            "WWWB/4/4/4 w",
            "the board has 3 knights W and 1 knights B, expected one of each",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<KnightsDuel>(text), message);
    }
}

#[test]
fn split_runs_are_read_and_joined() {
    assert_eq!(
        position::<KnightsDuel>("21B/1111/22/W12 b").to_string(),
        "3B/4/4/W3 b"
    );
}

#[test]
fn captions_speak_as_the_game_does() {
    let later: KnightsDuel = position("7x/8/8/4B3/3W4/8/8/x7 w");
    assert_eq!(later.prompt(), "Player 1, your knight is at (4, 4).");
    assert_eq!(
        caption(&later, "Move to (5,6)"),
        "Player 1 moves to (5, 6). Square (5, 6) is now removed."
    );
}
