//! What catapults can do.

use super::{Catapult, game};
use crate::testing::{after, move_texts, moves_from, position};

/// A white catapult with its middle on e5 along an axis given by its step right and up.
fn catapult_along((right, up): (i8, i8)) -> Catapult {
    let mut rows = [["."; 10]; 10];
    rows[0][1] = "W";
    rows[9][8] = "B";
    rows[0][9] = "g";
    rows[9][0] = "G";
    for at in [-1, 0, 1] {
        rows[(4 - at * up) as usize][(4 + at * right) as usize] = "w";
    }
    game(&rows.map(|row| row.join(" ")).join("\n"), 'w')
}

#[test]
fn a_catapult_shifts_both_ways_along_all_four_axes_without_a_general() {
    for (axis, shifts) in [
        ((1, 0), ["d5-g5", "f5-c5"]),
        ((0, 1), ["e4-e7", "e6-e3"]),
        ((1, 1), ["d4-g7", "f6-c3"]),
        ((1, -1), ["d6-g3", "f4-c7"]),
    ] {
        let game = catapult_along(axis);
        let far: Vec<String> = move_texts(&game)
            .into_iter()
            .filter(|text| {
                let name = text.as_bytes();
                name[0].abs_diff(name[3]) > 1 || name[1].abs_diff(name[4]) > 1
            })
            .collect();
        assert_eq!(far, shifts);
    }
}

#[test]
fn a_shift_moves_the_rear_knight_to_the_front() {
    let game = catapult_along((1, 1));
    assert_eq!(
        after(game, "d4-g7").to_string(),
        "1W7g//6w3/5w4/4w5/////G7B1 b"
    );
}

#[test]
fn a_catapult_does_not_shift_onto_a_piece_or_off_the_board() {
    let picture = "
        . . . . W . . . . g
        . . . . . . . . . .
        b w w w . w w w . .
        . . . . . . . . w w
        . . . . . . . . . w
        . . . . . . . . . w
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    let white = game(picture, 'w');
    assert_eq!(moves_from(&white, "d7-"), "d6 e7");
    assert_eq!(moves_from(&white, "b7-"), "b6 e7");
    assert_eq!(moves_from(&white, "f7-"), "e7 f6 i7");
    // j6, j5, j4 stand in a column; i6 and j5 have no third knight on the board's edge.
    assert_eq!(moves_from(&white, "j6-"), "j3");
    assert_eq!(moves_from(&white, "j4-"), "i4 j3 j7");
    assert_eq!(moves_from(&white, "i6-"), "h6 i5");
}

#[test]
fn knights_do_not_form_a_catapult_across_the_edge() {
    let picture = "
        . . . . W . . . . g
        . . . . . . . . . w
        w w . . . . . . . .
        . . . . . . . . w w
        w . . . . . . . . .
        . . . . . . . . . .
        . . w . . . . . . .
        . w . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    let longest = move_texts(&game(picture, 'w'))
        .iter()
        .map(|text| text.as_bytes()[0].abs_diff(text.as_bytes()[3]))
        .max();
    assert_eq!(longest, Some(1));
}

#[test]
fn other_pieces_or_mixed_sides_do_not_form_a_catapult() {
    let picture = "
        . . . . . . . . . .
        . . . . . . . . . .
        . w w g . . . . . .
        . w w W . . . . . .
        . . . . . . . . . .
        . w w b . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        G . . . B . . . . .
        ";
    let white = game(picture, 'w');
    assert_eq!(moves_from(&white, "b7-"), "a7");
    assert_eq!(moves_from(&white, "b6-"), "a6 b5");
    assert_eq!(moves_from(&white, "b4-"), "a4 b3");
}

#[test]
fn a_catapult_fires_at_enemies_two_and_three_squares_from_its_front() {
    let picture = "
        . . . . W . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . g . . . .
        b b b b w w w b b b
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . G . . .
        ";
    let white = game(picture, 'w');
    assert_eq!(moves_from(&white, "e4-"), "e3 i4 j4");
    assert_eq!(moves_from(&white, "g4-"), "b4 c4 g3");
    // Neither the front knight nor the middle one fires.
    assert_eq!(moves_from(&white, "f4-"), "f3");
    // Black's rows of knights have no general next to them, and enemies where they would shift.
    let black = game(picture, 'b');
    assert_eq!(moves_from(&black, "h4-"), "h5");
}

#[test]
fn a_shot_removes_the_target_and_moves_nothing() {
    let game = position::<Catapult>("4W5////5g4/www1b5////4B1G3 b");
    let white = after(game, "e4-f4");
    assert_eq!(white.to_string(), "4W5////5g4/www2b4////4B1G3 w");
    let near = position::<Catapult>("4W5////g9/www1bb4////4B1G3 w");
    assert_eq!(moves_from(&near, "a4-"), "a3 d4 e4 f4");
    assert_eq!(
        after(near, "a4-f4").to_string(),
        "4W5////g9/www1b5////4B1G3 b"
    );
    assert_eq!(
        after(near, "a4-e4").to_string(),
        "4W5////g9/www2b4////4B1G3 b"
    );
}

#[test]
fn pieces_between_the_catapult_and_its_target_do_not_matter() {
    let picture = "
        . . . . W . . . . .
        w . . . . . . . . .
        w . . . . . . . . .
        w g . . . . . . . .
        w . . . . . . . . .
        b . . . . . . . . .
        b . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . G . . .
        ";
    let white = game(picture, 'w');
    // a8, a7, a6 fire over a5 and a4; a7, a6, a5 fire over a4.
    assert_eq!(moves_from(&white, "a8-"), "a3 a4 b8");
    assert_eq!(moves_from(&white, "a7-"), "a3 b7");
}

#[test]
fn the_general_may_be_next_to_any_of_the_three_knights() {
    // The catapult c5, d5, e5 fires at h5 exactly if the general is next to it.
    for file in 'a'..='j' {
        for rank in 0..=9 {
            let mut rows = [["."; 10]; 10];
            rows[0][0] = "W";
            rows[9][9] = "B";
            rows[0][9] = "G";
            rows[4][2..=4].fill("w");
            rows[4][7] = "b";
            let (row, col) = (9 - rank, usize::from(file as u8 - b'a'));
            if rows[row][col] != "." {
                continue;
            }
            rows[row][col] = "g";
            let white = game(&rows.map(|row| row.join(" ")).join("\n"), 'w');
            let near = ('b'..='f').contains(&file) && (4..=6).contains(&rank);
            assert_eq!(
                move_texts(&white).contains(&"c5-h5".into()),
                near,
                "general on {file}{rank}"
            );
        }
    }
}

#[test]
fn the_enemy_general_commands_nothing() {
    let picture = "
        . . . . W . . . . g
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        w w w . b . . . . .
        . G . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . . . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "a4-"), "a3 b3 d4");
}

#[test]
fn a_general_next_to_the_target_alone_commands_nothing() {
    let picture = "
        . . . . W . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . g . . . .
        w w w . b . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . G . . .
        ";
    assert_eq!(moves_from(&game(picture, 'w'), "a4-"), "a3 d4");
}

/// A catapult of three knights starting at `rear`, its general next to it, and enemies beyond.
fn battery(rear: (usize, usize), step: (isize, isize), letters: [&str; 3], turn: char) -> Catapult {
    let [knight, general, enemy] = letters;
    let mut rows = [["."; 10]; 10];
    let mut put = |steps: isize, piece| {
        let col = rear.0.wrapping_add_signed(steps * step.0);
        let row = rear.1.wrapping_add_signed(steps * step.1);
        if let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(col)) {
            *cell = piece;
        }
    };
    (0..3).for_each(|steps| put(steps, knight));
    (3..10).for_each(|steps| put(steps, enemy));
    put(-1, general);
    // The flags and the other general stand outside all lines of the test.
    rows[0][1] = "W";
    rows[9][8] = "B";
    rows[9][7] = if general == "g" { "G" } else { "g" };
    game(&rows.map(|row| row.join(" ")).join("\n"), turn)
}

#[test]
fn a_catapult_fires_four_and_five_squares_from_its_rear_in_all_eight_directions() {
    for step in [
        (1, 0),
        (1, 1),
        (0, 1),
        (-1, 1),
        (-1, 0),
        (-1, -1),
        (0, -1),
        (1, -1),
    ] {
        for (letters, turn) in [(["w", "g", "b"], 'w'), (["b", "G", "w"], 'b')] {
            // From a square near the edge behind it, so that there is room in front.
            let start = |step: isize| match step {
                1 => 2_usize,
                0 => 4,
                _ => 7,
            };
            let rear = (start(step.0), start(step.1));
            let name = |steps: isize| {
                let col = rear.0.wrapping_add_signed(steps * step.0) as u8;
                let row = rear.1.wrapping_add_signed(steps * step.1) as u8;
                format!("{}{}", char::from(b'a' + col), 9 - row)
            };
            let game = battery(rear, step, letters, turn);
            let far = |text: &String| {
                let text = text.as_bytes();
                text[0].abs_diff(text[3]).max(text[1].abs_diff(text[4])) > 2
            };
            let found: Vec<String> = move_texts(&game).into_iter().filter(far).collect();
            let mut shots = vec![
                format!("{}-{}", name(0), name(4)),
                format!("{}-{}", name(0), name(5)),
            ];
            shots.sort();
            assert_eq!(found, shots, "{game}");
        }
    }
}

#[test]
fn shots_do_not_wrap_around_the_edges() {
    let picture = "
        b b b b W . . . . .
        b b b b b . . . . .
        b b b b b . . w w w
        b b b b b . . . g .
        b b b b b . . . . .
        . . . . . w . . . .
        . . . . . . w . . .
        . . . . . . . w . .
        . . . . . . . . . .
        . . . . B . G . . .
        ";
    let white = game(picture, 'w');
    // The row's right end is the edge; its left end points at e7 and f7, two and three squares away.
    assert_eq!(moves_from(&white, "h7-"), "g7 h6");
    assert_eq!(moves_from(&white, "j7-"), "e7 g7 j6");
}

#[test]
fn a_knight_may_belong_to_several_catapults() {
    let picture = "
        . . . . W . . . . .
        . . . . . . . . . .
        w w w w . b . . . .
        w w . g . . . . . .
        w . w . . . . . . .
        . . . . . . . . . .
        b . . . . b . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . B . G . . .
        ";
    let white = game(picture, 'w');
    // a7 is the rear of a row, a column and a diagonal. The row fires at f7 over d7, which
    // blocks its shift; the general is not next to the column, and the diagonal has no target.
    assert_eq!(moves_from(&white, "a7-"), "a4 d4 f7");
    assert_eq!(moves_from(&white, "b7-"), "e7 f7");
    assert_eq!(moves_from(&white, "a5-"), "a4 a8 b5 d8");
}

#[test]
fn black_fires_and_shifts_like_white() {
    let picture = "
        . . . . W . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . g . . . . . . . .
        . . . . . . . . . .
        . b . . . . . . . .
        . b . . . . . . . .
        G b . . . . . . . .
        . . . . . . . . . .
        . w . . B . . . . .
        ";
    let black = game(picture, 'b');
    assert_eq!(moves_from(&black, "b2-"), "b5 b6 c2");
    assert_eq!(moves_from(&black, "b4-"), "a4 b0 b1 b5 c4");
}
