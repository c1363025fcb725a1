//! Knight's Duel as in the document that describes it, line by line.

use crate::common::{Home, TWO, in_order};

#[test]
fn the_sample_turn_of_the_document() {
    let position = "8/8/8/4B3/3W4/8/8/8 w";
    let args = [&["knights-duel", "--position", position], TWO.as_slice()].concat();
    let out = Home::new().play(&args, &["Move to (5,6)", "quit"]);
    let at = |text: &str| {
        out.find(text)
            .unwrap_or_else(|| panic!("no {text:?} in\n{out}"))
    };
    let expected = "\
Player 1, your knight is at (4, 4).
(2, 3), (2, 5), (3, 2), (3, 6), (5, 2), (5, 6), (6, 3), (6, 5)
> Move to (5,6)
Player 1 moves to (5, 6).
Square (5, 6) is now removed.

8  .  .  .  .  .  .  .  .
7  .  .  .  .  .  .  .  .
6  .  .  .  . N1  .  .  .
5  .  .  .  . N2  .  .  .
4  .  .  .  X  .  .  .  .
3  .  .  .  .  .  .  .  .
2  .  .  .  .  .  .  .  .
1  .  .  .  .  .  .  .  .
   1  2  3  4  5  6  7  8

Player 2, your knight is at (5, 5).
";
    assert!(at(expected) > at("Knight's Duel, size 8."));
}

#[test]
fn the_sample_game_of_the_document() {
    let moves = ["(2,3)", "(6,7)", "(4,4)", "(5,5)", "(5,6)", "(3,4)"];
    let args = [&["knights-duel"], TWO.as_slice()].concat();
    let out = Home::new().play(
        &args,
        &moves
            .map(|square| format!("Move to {square}"))
            .each_ref()
            .map(String::as_str),
    );
    let mut expected = vec![
        "Player 1, your knight is at (1, 1).".to_owned(),
        "(2, 3), (3, 2)".into(),
    ];
    for (turn, square) in moves.iter().enumerate() {
        let (player, square) = (turn % 2 + 1, square.replace(',', ", "));
        expected.push(format!("Player {player} moves to {square}."));
        expected.push(format!("Square {square} is now removed."));
    }
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    in_order(&out, &expected);
}

#[test]
fn the_end_is_announced_as_in_the_document() {
    // Wherever Black's knight could go is removed once White has moved.
    let position = "3B/4/2x1/W3 w";
    let args = [&["knights-duel", "--position", position], TWO.as_slice()].concat();
    let out = Home::new().play(&args, &["Move to (2,3)"]);
    in_order(
        &out,
        &[
            "Player 1 moves to (2, 3).",
            "Square (2, 3) is now removed.",
            "Player 2 has no legal moves. Player 1 wins.",
        ],
    );
}
