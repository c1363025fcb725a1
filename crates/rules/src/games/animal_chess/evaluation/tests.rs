use super::AnimalChess;
use crate::testing::position;
use crate::{Evaluate, Position, Rng};

#[test]
fn a_side_is_threatened_exactly_if_it_would_lose_by_passing() {
    let mut rng = Rng::new(1);
    let start = AnimalChess::start(None).expect("the only board");
    for _ in 0..200 {
        for position in rng.playout(&start).take(60) {
            let mut passed = position;
            passed.board.switch_turn();
            let lost = passed.winning_move().is_some();
            assert_eq!(position.is_threatened(), lost, "{position}");
        }
    }
}

#[test]
fn more_material_is_better() {
    let even: AnimalChess = position("1GLGC/5/1HHH1/1hhh1/5/cglg1 0 -");
    for better in [
        "CGLGC/5/1HHH1/1hhh1/5/cglg1 0 -",
        "1GLGC/5/1HHH1/1hhh1/5/1glg1 0 -",
        "1GLGC/5/1HHH1/1hhh1/5/cglg1 0 C",
    ] {
        let better: AnimalChess = position(better);
        assert!(better.evaluate() > even.evaluate(), "{better}");
    }
}
