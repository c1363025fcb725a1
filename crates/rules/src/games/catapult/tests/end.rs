//! How a game ends.

use super::{Catapult, game, placing};

use crate::testing::{after, move_texts, position, refused_step, result};
use crate::{Position, Side};

#[track_caller]
fn ends(start: &str, step: &str, winner: Side, ending: &str) {
    let end = after(position::<Catapult>(start), step);
    assert_eq!(end.winner(), Some(winner));
    assert_eq!(end.terminal_winner(), Some(winner));
    assert_eq!(end.count_moves(), 0);
    assert!(move_texts(&end).is_empty());
    assert!(!end.has_move());
    assert_eq!(result(&end), ending);
    // The board shows the end, so it survives a round trip through text.
    assert_eq!(position::<Catapult>(&end.to_string()), end);
}

#[test]
fn capturing_the_flag_wins() {
    ends(
        "4W5/////4g5///G3w5/4B5 w",
        "e1-e0",
        Side::First,
        "Black's flag is gone. White wins.",
    );
    ends(
        "4W5/3b6////4g5///G9/4B5 b",
        "d8-e9",
        Side::Second,
        "White's flag is gone. Black wins.",
    );
}

#[test]
fn capturing_the_general_wins() {
    ends(
        "4W5//3w6/4G5////g9//4B5 w",
        "d7-e6",
        Side::First,
        "Black's general is gone. White wins.",
    );
    ends(
        "4W5//3g6/4b5////G9//4B5 b",
        "e6-d7",
        Side::Second,
        "White's general is gone. Black wins.",
    );
}

#[test]
fn shooting_the_flag_wins() {
    ends(
        "4W5////4w5/4w5/3gw5//G9/4B5 w",
        "e5-e0",
        Side::First,
        "Black's flag is gone. White wins.",
    );
    ends(
        "4W5///4b5/4b5/3Gb5//g9//4B5 b",
        "e4-e9",
        Side::Second,
        "White's flag is gone. Black wins.",
    );
}

#[test]
fn shooting_the_general_wins() {
    ends(
        "4W5////4w5/4w5/3gw5//4G5/4B5 w",
        "e5-e1",
        Side::First,
        "Black's general is gone. White wins.",
    );
    ends(
        "1W8/4g5//4b5/4b5/3Gb5////4B5 b",
        "e4-e8",
        Side::Second,
        "White's general is gone. Black wins.",
    );
}

#[test]
fn a_missing_flag_or_general_has_been_taken_whoever_is_to_move() {
    let cases = [
        (
            "4W5///4g5///4G5///",
            Side::First,
            "Black's flag is gone. White wins.",
        ),
        (
            "4W5///4g5//////4B5",
            Side::First,
            "Black's general is gone. White wins.",
        ),
        (
            "4W5///4g5//////",
            Side::First,
            "Black's flag and general are gone. White wins.",
        ),
        (
            "///4g5///4G5///4B5",
            Side::Second,
            "White's flag is gone. Black wins.",
        ),
        (
            "4W5//////4G5///4B5",
            Side::Second,
            "White's general is gone. Black wins.",
        ),
        (
            "//////4G5///4B5",
            Side::Second,
            "White's flag and general are gone. Black wins.",
        ),
    ];
    for (board, winner, ending) in cases {
        for turn in ["w", "b"] {
            let end: Catapult = position(&format!("{board} {turn}"));
            assert_eq!(end.winner(), Some(winner), "{board}");
            assert_eq!(result(&end), ending);
            assert!(move_texts(&end).is_empty());
        }
    }
}

#[test]
fn nothing_is_played_after_the_end() {
    let end: Catapult = position("4W5///4g5///4G5/// w");
    assert_eq!(
        refused_step(&end, "e6-e5"),
        "e6-e5 comes after the end of the game: White has won"
    );
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let picture = "
        . . . . W . . . w g
        . . . . . . . . b b
        . . . . . . . . b b
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    // White's knight can still capture, so the game continues.
    assert_eq!(game(picture, 'w').winner(), None);
    let stuck = "
        . . . . . . . . W g
        . . . . . . . . b b
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    let end = game(stuck, 'w');
    assert_eq!(
        (end.terminal_winner(), end.winner()),
        (None, Some(Side::Second))
    );
    assert_eq!(result(&end), "White has no legal moves. Black wins.");
    assert_eq!(
        refused_step(&end, "j9-i8"),
        "j9-i8 comes after the end of the game: Black has won"
    );
    // Only the side to move needs a move.
    assert_eq!(game(stuck, 'b').winner(), None);
}

#[test]
fn a_side_that_cannot_place_its_flag_has_lost() {
    let end = placing(
        "
        g w w w w w b b w .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . . . . . . .
        ",
        'w',
    );
    assert_eq!(end.winner(), Some(Side::Second));
    assert_eq!(result(&end), "White has no legal moves. Black wins.");
}

#[test]
fn taking_a_knight_does_not_end_the_game() {
    let game: Catapult = position("4W5///4w5/4b5////g8G/4B5 w");
    assert_eq!(after(game, "e6-e5").winner(), None);
}
