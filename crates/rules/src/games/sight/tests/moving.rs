//! Moving the top pieces of stacks, heights, and the end.

use super::{moves, plays, sight, swapped};
use crate::testing::{after, move_texts};
use crate::{Position, Side};

#[test]
fn a_single_stack_moves_along_the_joins_of_its_point() {
    let even = "
        . . . . .
        . . . . .
        . . O2 . .
        . . . . .
        O . . . .
        ";
    assert_eq!(
        moves(even),
        "c3-b2 c3-b3 c3-b4 c3-c2 c3-c4 c3-d2 c3-d3 c3-d4"
    );
    let odd = "
        . . . . .
        . . . . .
        . . . O2 .
        . . . . .
        O . . . .
        ";
    assert_eq!(moves(odd), "d3-c3 d3-d2 d3-d4 d3-e3");
}

#[test]
fn only_the_highest_stacks_move() {
    let picture = "
        O3 . . . O2
        .  . . . .
        .  . . O3 .
        .  . . . .
        O2 . . . O
        ";
    assert_eq!(moves(picture), "a5-a4 a5-b4 a5-b5 d3-c3 d3-d2 d3-d4 d3-e3");
}

#[test]
fn blocked_stacks_give_way_to_the_next_lower_ones_and_so_on() {
    let one = "
        O4 X . . .
        X  X . . .
        .  . . . .
        .  . O3 . O2
        .  . . . O3
        ";
    assert_eq!(
        moves(one),
        "c2-b2 c2-c1 c2-c3 c2-d2 e1-d1 e1-d2",
        "both stacks of three, not the blocked four nor the free two"
    );
    let two = "
        O9 X . X O4
        X  X . X O
        .  . . . .
        O  X . . .
        O3 O2 . . .
        ";
    // Diagonals: a1 sees b2, which is occupied.
    assert_eq!(moves(two), "b1-c1");
}

#[test]
fn a_stack_with_some_free_neighbor_is_not_blocked() {
    let picture = "
        O3 X . . .
        X  . . . .
        .  . . . .
        .  . . . .
        .  . . . O2
        ";
    assert_eq!(moves(picture), "a5-b4");
}

#[test]
fn heights_are_compared_in_full() {
    // 127 and 128 share no binary digit; as text, 10 would come before 9.
    assert_eq!(moves("O127 . . \n . . . \n . . O128"), "c1-b1 c1-b2 c1-c2");
    assert_eq!(moves("O10 . . \n . . . \n . . O9"), "a3-a2 a3-b2 a3-b3");
    assert_eq!(moves("O254 . . \n . . . \n . . O255"), "c1-b1 c1-b2 c1-c2");
}

#[test]
fn single_pieces_never_move_and_blocked_stacks_lose() {
    let picture = "
        O2 X . . .
        X  X . . .
        .  . . . .
        .  . . O .
        .  . . . .
        ";
    let stuck = sight(picture, 'O');
    assert!(move_texts(&stuck).is_empty());
    assert_eq!(stuck.count_moves(), 0);
    assert!(!stuck.has_move());
    assert_eq!(stuck.winner(), Some(Side::Second));
    let stuck = sight(&swapped(picture), 'X');
    assert_eq!(stuck.winner(), Some(Side::First));
    // The other player has no stack and simply places a piece.
    assert_eq!(sight(picture, 'X').winner(), None);
    assert_eq!(sight(picture, 'X').count_moves(), 20);
}

#[test]
fn on_a_full_board_the_side_to_move_loses() {
    let full = "
        O X O
        X O X
        O X O
        ";
    assert_eq!(sight(full, 'X').winner(), Some(Side::First));
    assert_eq!(sight(full, 'O').winner(), Some(Side::Second));
    let last = "
        O X O
        X . X
        X X O
        ";
    assert_eq!(after(sight(last, 'O'), "b2").winner(), Some(Side::First));
}

#[test]
fn a_movement_leaves_one_less_and_the_stack_does_not_grow() {
    plays(
        "
        . . . . .
        . O . O2 .
        . . O3 . .
        . . . . .
        . . . . O
        ",
        "c3-d3",
        "
        . . . . .
        . O . O3 .
        . . O2 O .
        . . . . .
        . . . . O
        ",
    );
    // A stack of two becomes a single piece.
    plays(
        "
        . O2 .
        . .  .
        . .  .
        ",
        "b3-b2",
        "
        . O .
        . O .
        . . .
        ",
    );
}

#[test]
fn the_stack_left_behind_still_blocks_the_view() {
    plays(
        "
        . . . . .
        . . . . .
        O O2 . . O
        . . . . .
        . . . . .
        ",
        "b3-c3",
        "
        . . . . .
        . . . . .
        O O O . O2
        . . . . .
        . . . . .
        ",
    );
}

#[test]
fn a_moved_piece_makes_pieces_behind_its_old_place_grow_only_when_they_come_into_view() {
    // From e1 the piece goes to d2 and sees a5 along the diagonal, d5 along the column and
    // a2 along the rank; the other player's piece on b2 hides a2.
    plays(
        "
        O . . O .
        . . . . .
        . . . . .
        O X . . .
        . . . . O2
        ",
        "e1-d2",
        "
        O2 . . O2 .
        .  . . .  .
        .  . . .  .
        O  X . O  .
        .  . . .  O
        ",
    );
}

#[test]
fn every_height_grows_by_one_and_shrinks_by_one() {
    for height in 2..=255u32 {
        let grown = (height + 1).min(255);
        let shrunk = match height - 1 {
            1 => String::new(),
            height => height.to_string(),
        };
        plays(
            &format!("O{height} . O{height} \n . . . \n . . ."),
            "a3-b3",
            &format!("O{shrunk} O O{grown} \n . . . \n . . ."),
        );
    }
}

#[test]
fn a_stack_of_255_stays_while_others_grow() {
    plays(
        "
        . . . . O
        . . . O255 .
        . . . O4 .
        . . O255 . .
        . . . . .
        ",
        "d4-d5",
        "
        . . . O O2
        . . . O254 .
        . . . O4 .
        . . O255 . .
        . . . . .
        ",
    );
    plays(
        "
        . . . . O255
        . . . O3 .
        . . . O255 .
        . . . . .
        . . . . .
        ",
        "e5-e4",
        "
        . . . . O254
        . . . O4 O
        . . . O255 .
        . . . . .
        . . . . .
        ",
    );
    plays(
        "
        O255 X .
        X    X O255
        .    . .
        ",
        "c2-c3",
        "
        O255 X O
        X    X O254
        .    . .
        ",
    );
    plays(
        "
        O255 .    .
        .    .    .
        .    O255 O7
        ",
        "b1-b2",
        "
        O255 .    .
        .    O    .
        .    O254 O8
        ",
    );
}
