//! The symmetries of the board that keep the rules.

use super::Catapult;
use crate::testing::{after, position};
use crate::{Position, Step, Symmetry};

#[test]
fn left_and_right_can_be_swapped_and_top_and_bottom_together_with_the_sides() {
    let game: Catapult = position("1W8///w9/w9/w9/G8b/g8b/1b7b/4B5 w");
    let cases = [
        (Symmetry::IDENTITY, "1W8///w9/w9/w9/G8b/g8b/1b7b/4B5 w"),
        (Symmetry::FLIP_COLS, "8W1///9w/9w/9w/b8G/b8g/b7b1/5B4 w"),
        (
            Symmetry::FLIP_ROWS.swapped(),
            "4W5/1w7w/G8w/g8w/b9/b9/b9///1B8 b",
        ),
        (
            Symmetry::HALF_TURN.swapped(),
            "5W4/w7w1/w8G/w8g/9b/9b/9b///8B1 b",
        ),
    ];
    for (symmetry, image) in cases {
        assert_eq!(game.transform(symmetry), position(image));
        assert_eq!(
            Catapult::SYMMETRIES.contains(&symmetry),
            !symmetry.swap_sides
        );
    }
}

#[test]
fn once_the_flags_are_placed_play_is_the_same_with_the_sides_swapped() {
    let swap = Symmetry::HALF_TURN.swapped();
    let start = Catapult::start(None).unwrap();
    let mut game = after(start, "i9-i9 h0-h0");
    for ply in 0..60 {
        let image = game.transform(swap);
        assert_eq!(image, position(&image.to_string()));
        let moves = game.moves();
        assert_eq!(image.count_moves(), moves.len() as u64);
        for &mv in &moves {
            assert!(image.is_legal(game.transform_move(mv, swap)), "{game}");
        }
        let Some(&mv) = moves.get(ply * 7 % moves.len().max(1)) else {
            break;
        };
        let step = Step { mv, reveal: () };
        game.play(step).unwrap();
    }
}
