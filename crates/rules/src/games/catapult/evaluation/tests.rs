use super::{Catapult, Phase};
use crate::testing::{board, position};
use crate::{Evaluate, Position, Rng};

#[test]
fn a_side_is_threatened_exactly_if_it_would_lose_by_passing() {
    let mut rng = Rng::new(1);
    let start = Catapult::start(None).expect("the only board");
    for _ in 0..200 {
        for position in rng.playout(&start).take(60) {
            if position.phase != Phase::Playing {
                continue;
            }
            let passed = Catapult {
                turn: !position.turn,
                ..position
            };
            assert_eq!(
                position.is_threatened(),
                passed.winning_move().is_some(),
                "{position}"
            );
        }
    }
}

#[test]
fn a_catapult_without_its_general_only_aims() {
    let picture = board(
        "
        . . . . W . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . w . . . . . . . .
        . w . . . . . . . .
        . w . . . . . . . .
        . . . g . . . . . .
        . G . . . . . . . .
        . . . . . . . . . .
        . . . . B . . . . .
    ",
    );
    let far: Catapult = position(&format!("{picture} w"));
    assert_eq!(far.winning_move(), None);
    let mut near = far;
    let step = near.parse_step("d3-c3").expect("a step");
    near.play(step).expect("a step of the general");
    assert!(near.is_threatened());
}
