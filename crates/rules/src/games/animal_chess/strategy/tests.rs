use super::AnimalChess;
use crate::testing::position;
use crate::{Position, Step, Strategy};

#[test]
fn danger_is_what_the_enemy_could_do_now() {
    let mut random = 1u64;
    for _ in 0..200 {
        let mut position = AnimalChess::default();
        for _ in 0..60 {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            random = crate::splitmix64(random);
            let mv = moves[(random % moves.len() as u64) as usize];
            position.play_unchecked(Step { mv, reveal: () });
            let mut passed = position;
            passed.board.switch_turn();
            let lost = passed.winning_move().is_some();
            assert_eq!(position.is_threatened(), lost, "{position}");
        }
    }
}

#[test]
fn more_is_better() {
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
