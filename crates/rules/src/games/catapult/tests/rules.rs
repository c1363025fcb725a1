//! Placing flags, and what single pieces can do.

use super::{Catapult, game, placing};
use crate::Position;
use crate::testing::{after, move_texts, moves_from, position};

const START: &str =
    "/1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1/ w place";

#[test]
fn the_game_starts_with_white_about_to_place_a_flag() {
    let start = Catapult::start(None).unwrap();
    assert_eq!(start.to_string(), START);
    assert!(Catapult::start(Some(10)).is_err());
}

#[test]
fn flags_are_placed_on_their_own_edge_but_not_in_corners_white_first() {
    let start = Catapult::start(None).unwrap();
    assert_eq!(
        moves_from(&start, ""),
        "b9-b9 c9-c9 d9-d9 e9-e9 f9-f9 g9-g9 h9-h9 i9-i9"
    );
    let black = after(start, "b9-b9");
    assert_eq!(
        black.to_string(),
        "1W8/1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1/ b place"
    );
    assert_eq!(
        moves_from(&black, ""),
        "b0-b0 c0-c0 d0-d0 e0-e0 f0-f0 g0-g0 h0-h0 i0-i0"
    );
    let play = after(black, "i0-i0");
    assert_eq!(
        play.to_string(),
        "1W8/1w1w1w1w1w/1w1w1w1w1w/1w1w1w1w1w/5g4/4G5/b1b1b1b1b1/b1b1b1b1b1/b1b1b1b1b1/8B1 w"
    );
    // The flag on b9 blocks the catapult b6, b7, b8.
    assert_eq!(play.count_moves(), 45);
}

#[test]
fn a_flag_is_not_placed_on_an_occupied_square() {
    let white = placing(
        "
        w b w . w g . w . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . G . . . . .
        ",
        'w',
    );
    assert_eq!(moves_from(&white, ""), "d9-d9 g9-g9 i9-i9");
    let black = after(white, "g9-g9");
    assert_eq!(
        moves_from(&black, ""),
        "b0-b0 c0-c0 d0-d0 f0-f0 g0-g0 h0-h0 i0-i0"
    );
}

#[test]
fn a_knight_steps_forward_and_sideways_to_empty_squares() {
    let picture = "
        . . . . W . . . . g
        . . . . . . . . . .
        . . w . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . b . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "c7-"), "b7 c6 d7");
    assert_eq!(moves_from(&game(picture, 'b'), "g3-"), "f3 g4 h3");
}

#[test]
fn a_knight_does_not_step_onto_pieces_of_its_own() {
    let game = game(
        "
        . . . . . . . . . g
        . . . . . . . . . .
        . w w W . . . . . .
        . w w w . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ",
        'w',
    );
    assert_eq!(moves_from(&game, "c7-"), "");
    assert_eq!(moves_from(&game, "b7-"), "a7");
}

#[test]
fn a_knight_captures_anything_on_the_three_squares_in_front_and_nowhere_else() {
    let picture = "
        . . . . W . . . . .
        . . . . . . . . . .
        . b b b . . . . . .
        . b w b . . . . . .
        . b B G . . . . . .
        . . . . . . w g w .
        . . . . . . w b w .
        . . . . . . w w w .
        . . . . . . . . . .
        . . . . . . . . . .
        ";
    // Behind c6 stand knights, so it cannot retreat; it is not attacked either way.
    assert_eq!(moves_from(&game(picture, 'w'), "c6-"), "b5 c5 d5");
    assert_eq!(moves_from(&game(picture, 'b'), "h3-"), "g4 h4 i4");
}

#[test]
fn a_capturing_knight_takes_the_place_of_the_piece() {
    let game = game(
        "
        . . . . W . . . . g
        . . . . . . . . . .
        . . . . . . . . . .
        . . . w . . . . . .
        . . b . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ",
        'w',
    );
    assert_eq!(after(game, "d6-c5").to_string(), "4W4g////2w7/////G3B5 b");
    let black = position::<Catapult>("4W4g///3w6/2b7/////G3B5 b");
    assert_eq!(after(black, "c5-d6").to_string(), "4W4g///3b6//////G3B5 w");
}

#[test]
fn knights_do_not_reach_around_the_edges() {
    let picture = "
        . . . . W g . . . .
        . . . . . . . . . b
        w . . . . . . . . w
        b . . . . . . . . b
        b . . . . . . . . b
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B G . . . .
        ";
    let white = game(picture, 'w');
    assert_eq!(moves_from(&white, "a7-"), "a6 a9 b7 c9");
    // Behind j7 stands an enemy: only the diagonal retreat is open.
    assert_eq!(moves_from(&white, "j7-"), "h9 i7 j6");
    let black = game(picture, 'b');
    assert_eq!(moves_from(&black, "a6-"), "a7 b6 c4");
    assert_eq!(moves_from(&black, "j6-"), "h4 i6 j7");
    assert_eq!(moves_from(&black, "j8-"), "i8 j9");
}

#[test]
fn a_knight_on_the_last_rank_only_goes_sideways() {
    let picture = "
        b . . . W . . . . g
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . w
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "j0-"), "i0");
    assert_eq!(moves_from(&game(picture, 'b'), "a9-"), "b9");
}

#[test]
fn an_attacked_knight_retreats_two_squares_straight_or_diagonally_back() {
    for attacker in ["d4", "e4", "f4"] {
        let mut rows = [["."; 10]; 10];
        rows[0][4] = "W";
        rows[0][9] = "g";
        rows[9][0] = "G";
        rows[9][4] = "B";
        rows[4][4] = "w";
        rows[5][usize::from(attacker.as_bytes()[0] - b'a')] = "b";
        let picture = rows.map(|row| row.join(" ")).join("\n");
        let white = game(&picture, 'w');
        for target in ["c7", "e7", "g7"] {
            let text = format!("e5-{target}");
            assert!(move_texts(&white).contains(&text), "{attacker} {text}");
        }
        // The attack is mutual, so Black's knight may retreat as well.
        let back: Vec<String> = move_texts(&game(&picture, 'b'))
            .into_iter()
            .filter(|text| text.starts_with(attacker) && text.ends_with('2'))
            .collect();
        assert_eq!(back.len(), 3, "{attacker}: {back:?}");
    }
}

#[test]
fn a_retreat_leaves_the_square_empty_and_takes_nothing() {
    let game = position::<Catapult>("4W4g////4w5/4b5////G3B5 w");
    assert_eq!(
        after(game, "e5-g7").to_string(),
        "4W4g//6w3///4b5////G3B5 b"
    );
}

#[test]
fn a_knight_that_is_not_attacked_by_a_knight_does_not_retreat() {
    // Neither flag nor general attacks, nor do knights at its sides or back.
    let picture = "
        . . . . W . . . . g
        . . . . . . . . . .
        . . . . . . . . . .
        . . . b . b . . . .
        . . . b w b . . . .
        . . . G B . . . . .
        . . . . b . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "e5-"), "d4 e4");
}

#[test]
fn a_retreat_needs_both_squares_empty() {
    // Straight back is blocked halfway, to the right at the end; the left is open.
    let picture = "
        . . . . W . . . . g
        . . . . . . . . . .
        . . . . . . b . . .
        . . . . w . . . . .
        . . . . w . . . . .
        . . . . b . . . . .
        . . . . . b . . . .
        . . b . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "e5-"), "c7 d5 e4 f5");
    assert_eq!(moves_from(&game(picture, 'b'), "e4-"), "d4 e2 e5 f4");
}

#[test]
fn a_retreat_stays_on_the_board() {
    let picture = "
        . . . . W . . . . g
        b w . . . . . . . .
        b b . . . . . . w w
        . . . . . . . . . b
        . . . . . . . . . .
        . . . . . . . . . .
        . w . . . . . . w .
        b . . . . . . . . b
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    let white = game(picture, 'w');
    // b8 is one rank from the edge: there is no room to go back two squares.
    assert_eq!(moves_from(&white, "b8-"), "a7 b7 c8");
    assert_eq!(moves_from(&white, "j7-"), "h9 j6");
    assert_eq!(moves_from(&white, "b3-"), "a2 a3 b2 b5 c3 d5");
    let black = game(picture, 'b');
    assert_eq!(moves_from(&black, "a2-"), "a3 b2 b3 c0");
    assert_eq!(moves_from(&black, "j2-"), "h0 i2 i3 j0 j3");
}

#[test]
fn a_general_steps_in_all_eight_directions_to_empty_squares_only() {
    let picture = "
        . . . . W . . . . .
        . . . . . . . . . .
        . . . w b . . . . .
        . . . . g . . . . .
        . . . b . w . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "e6-"), "d6 e5 f6 f7");
    assert_eq!(moves_from(&game(picture, 'b'), "a0-"), "a1 b0 b1");
}

#[test]
fn a_general_does_not_step_around_the_edges() {
    for (general, targets) in [
        ("a9", "a8 b8 b9"),
        ("j9", "i8 i9 j8"),
        ("a5", "a4 a6 b4 b5 b6"),
        ("j5", "i4 i5 i6 j4 j6"),
        ("a0", "a1 b0 b1"),
        ("j0", "i0 i1 j1"),
    ] {
        let mut rows = [["."; 10]; 10];
        rows[0][4] = "W";
        rows[9][4] = "B";
        rows[2][4] = "G";
        let name = general.as_bytes();
        rows[usize::from(b'9' - name[1])][usize::from(name[0] - b'a')] = "g";
        let picture = rows.map(|row| row.join(" ")).join("\n");
        assert_eq!(
            moves_from(&game(&picture, 'w'), &format!("{general}-")),
            targets
        );
    }
}

#[test]
fn flags_never_move() {
    let picture = "
        . . . . . . . . . g
        . . . . . . . . . .
        . . . . W . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . . . . . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), ""), "j9-i8 j9-i9 j9-j8");
    assert_eq!(moves_from(&game(picture, 'b'), ""), "a0-a1 a0-b0 a0-b1");
}
