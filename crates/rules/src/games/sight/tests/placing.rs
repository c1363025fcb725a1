//! Placing pieces, and what they see.

use super::{Sight, moves, plays};
use crate::testing::{after, position};
use crate::{Position, Side};

#[test]
fn every_board_starts_empty_with_player_1() {
    let starts = [
        (None, "...../...../...../...../..... O"),
        (Some(3), ".../.../... O"),
        (Some(5), "...../...../...../...../..... O"),
        (
            Some(7),
            "......./......./......./......./......./......./....... O",
        ),
        (
            Some(9),
            "........./........./........./........./........./........./........./........./\
             ......... O",
        ),
    ];
    for (size, text) in starts {
        let start = Sight::start(size).unwrap();
        assert_eq!(start.to_string(), text);
        assert_eq!(start, position(text));
        assert_eq!(start.turn(), Side::First);
        let points = text.chars().filter(|&symbol| symbol == '.').count();
        assert_eq!(start.count_moves(), points as u64);
    }
    for size in [0, 1, 2, 4, 6, 8, 10, 11, 255] {
        assert_eq!(
            Sight::start(Some(size)).unwrap_err().to_string(),
            format!("Sight has no board of size {size}; its sizes are 3, 5, 7 and 9")
        );
    }
}

#[test]
fn without_a_stack_a_piece_is_placed_on_any_empty_point() {
    let picture = "
        . . O
        O X .
        X O X
        ";
    assert_eq!(moves(picture), "a3 b3 c2");
}

#[test]
fn the_other_players_stacks_do_not_matter() {
    let picture = "
        . X3 X2
        O X  .
        X O  X255
        ";
    assert_eq!(moves(picture), "a3 c2");
}

#[test]
fn a_placed_piece_makes_own_pieces_grow_along_all_eight_lines() {
    plays(
        "
        O . O . O
        . . . . .
        O . . . O
        . . . . .
        O . O . O
        ",
        "c3",
        "
        O2 . O2 . O2
        .  . .  . .
        O2 . O  . O2
        .  . .  . .
        O2 . O2 . O2
        ",
    );
}

#[test]
fn a_point_with_an_odd_sum_sees_along_four_lines_only() {
    plays(
        "
        . O O O .
        O . . . O
        . O O O .
        . . . . .
        O . O . O
        ",
        "c4",
        "
        . O O2 O .
        O2 . O . O2
        . O O2 O .
        . . .  . .
        O . O  . O
        ",
    );
}

#[test]
fn adjacent_pieces_are_in_sight() {
    plays(
        "
        O O O
        O . O
        O O O
        ",
        "b2",
        "
        O2 O2 O2
        O2 O  O2
        O2 O2 O2
        ",
    );
}

#[test]
fn the_first_piece_in_line_blocks_the_view_whoever_owns_it() {
    plays(
        "
        . . . . .
        . . . . .
        . O X X O
        . . X . .
        . . O . O
        ",
        "e5",
        "
        . . . . O
        . . . . .
        . O X X O2
        . . X . .
        . . O . O
        ",
    );
    plays(
        "
        O . . . .
        . O . . .
        . . . X O
        . . X . .
        O . O . .
        ",
        "c3",
        "
        O . . . .
        . O2 . . .
        . . O X O
        . . X . .
        O2 . O . .
        ",
    );
}

#[test]
fn pieces_of_the_other_player_never_grow() {
    plays(
        "
        X X  X2
        X .  X
        X X9 X
        ",
        "b2",
        "
        X X  X2
        X O  X
        X X9 X
        ",
    );
}

#[test]
fn a_piece_off_the_lines_is_not_in_sight() {
    // A knight's move away, and diagonally next to a point without diagonals.
    plays(
        "
        . O . . .
        . . . . .
        . . . . .
        . . . . .
        . . . . .
        ",
        "a3",
        "
        . O . . .
        . . . . .
        O . . . .
        . . . . .
        . . . . .
        ",
    );
    plays(
        "
        . . .
        O . .
        . . .
        ",
        "b3",
        "
        . O .
        O . .
        . . .
        ",
    );
}

#[test]
fn a_corner_sees_across_the_largest_board() {
    let mut rows = vec![".".repeat(9); 9];
    rows[0] = "O.......O".into();
    rows[8] = "........O".into();
    let corners: Sight = position(&format!("{} O", rows.join("/")));
    let later = after(corners, "a1");
    rows[0] = "O2.......O2".into();
    rows[8] = "O.......O2".into();
    assert_eq!(later, position(&format!("{} X", rows.join("/"))));
}
