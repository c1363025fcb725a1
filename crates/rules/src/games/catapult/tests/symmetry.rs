//! The maps of the board that keep the rules.

use super::Catapult;
use crate::testing::{after, move_texts, position};
use crate::{Game, Side, Symmetry};

#[test]
fn left_and_right_may_be_exchanged_and_top_and_bottom_with_the_sides() {
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
        assert!(Catapult::SYMMETRIES.contains(&symmetry));
        assert_eq!(game.image(symmetry), position(image));
    }
    assert_eq!(Catapult::SYMMETRIES.len(), cases.len());
}

#[test]
fn with_the_sides_exchanged_black_places_first_and_play_goes_on_alike() {
    let swap = Symmetry::HALF_TURN.swapped();
    let start = Catapult::start(None).unwrap();
    let image = start.image(swap);
    assert_eq!(image.turn(), Side::Second);
    assert_eq!(move_texts(&image)[0], "b0-b0");
    let played = after(image, "b0-b0 c9-c9");
    assert_eq!(played, after(start, "i9-i9 h0-h0").image(swap));
    // Both flags are placed, so this is a position like any other again.
    assert_eq!(played, position(&played.to_string()));
}
