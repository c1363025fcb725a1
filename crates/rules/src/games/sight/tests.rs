mod inputs;
mod moving;
mod naive;
mod placing;
mod texts;

use super::Sight;
use crate::testing::{after, moves_from, position};
use crate::{MoveBits, Position};

/// A position from a picture: one line per rank, points separated by spaces.
fn sight(picture: &str, turn: char) -> Sight {
    let rows: Vec<String> = picture
        .lines()
        .map(|line| line.replace(' ', ""))
        .filter(|line| !line.is_empty())
        .collect();
    position(&format!("{} {turn}", rows.join("/")))
}

/// The same position for the other player.
fn swapped(text: &str) -> String {
    let swap = |symbol| match symbol {
        'O' => 'X',
        'X' => 'O',
        _ => symbol,
    };
    text.chars().map(swap).collect()
}

/// Plays a move as Player 1 and, with the sides swapped, as Player 2.
#[track_caller]
fn plays(before: &str, mv: &str, then: &str) {
    let played = sight(before, 'O');
    assert_eq!(
        after(played, mv).to_string(),
        sight(then, 'X').to_string(),
        "Player 1: {mv}"
    );
    let played = sight(&swapped(before), 'X');
    assert_eq!(
        after(played, mv).to_string(),
        sight(&swapped(then), 'O').to_string(),
        "Player 2: {mv}"
    );
}

/// Lists the moves of Player 1 and checks that Player 2 has the same with the sides swapped.
#[track_caller]
fn moves(picture: &str) -> String {
    let texts = moves_from(&sight(picture, 'O'), "");
    assert_eq!(texts, moves_from(&sight(&swapped(picture), 'X'), ""));
    texts
}

/// A board with pieces on the left and right ends of its three lowest ranks.
fn edges(size: u8, lowest: [[&str; 2]; 3]) -> String {
    let size = usize::from(size);
    let mut rows = vec![".".repeat(size); size - 3];
    rows.extend(lowest.map(|[left, right]| format!("{left}{}{right}", ".".repeat(size - 2))));
    rows.join("/")
}

#[test]
fn nothing_wraps_around_the_edges() {
    const NONE: [&str; 2] = [".", "."];
    for size in [3, 5, 7, 9] {
        let (last, before) = ((b'a' + size - 1) as char, (b'a' + size - 2) as char);
        let right = edges(size, [NONE, [".", "O2"], NONE]);
        assert_eq!(
            moves_from(&position::<Sight>(&format!("{right} O")), ""),
            format!("{last}2-{before}2 {last}2-{last}1 {last}2-{last}3")
        );
        let left = edges(size, [NONE, ["X2", "."], NONE]);
        assert_eq!(
            moves_from(&position::<Sight>(&format!("{left} X")), ""),
            "a2-a1 a2-a3 a2-b2"
        );
        // The end of a rank and the beginning of the next are neighbors in the text only.
        let right = edges(size, [[".", "O"], NONE, [".", "O"]]);
        let then = edges(size, [[".", "O"], ["O", "."], [".", "O"]]);
        let played = after(position::<Sight>(&format!("{right} O")), "a2");
        assert_eq!(played.to_string(), format!("{then} X"));
        let left = edges(size, [["X", "."], NONE, ["X", "."]]);
        let then = edges(size, [["X", "."], [".", "X"], ["X", "."]]);
        let played = after(position::<Sight>(&format!("{left} X")), &format!("{last}2"));
        assert_eq!(played.to_string(), format!("{then} O"));
    }
}

#[test]
fn every_number_is_a_move_that_can_be_validated() {
    let texts = [
        "O2../.X./..X2 O",
        "O..../..X../...../...../..... X",
        "O3....../......./......./...X.../......./......./......O2 O",
        "O......../........./........./........./....X..../........./........./........./........X2 X",
    ];
    for text in texts {
        let sight: Sight = position(text);
        let legal = sight.moves();
        for bits in 0..=u16::MAX {
            let mv = super::Move::from_bits(bits);
            assert_eq!(sight.is_legal(mv), legal.contains(&mv));
            assert_eq!(sight.validate_move(mv).is_ok(), legal.contains(&mv));
            assert!(!sight.illegal_reason(mv).to_string().is_empty());
            for &symmetry in Sight::SYMMETRIES {
                sight.transform_move(mv, symmetry);
            }
        }
    }
}

#[test]
fn each_ply_fills_one_point() {
    let mut sight = Sight::start(Some(7)).unwrap();
    for ply in 0.. {
        let pieces = sight.to_string().matches(['O', 'X']).count() - 1;
        assert_eq!(pieces, ply);
        let Some(&mv) = sight.moves().last() else {
            break;
        };
        sight.play_unchecked(crate::Step { mv, reveal: () });
    }
}

#[test]
fn the_book_can_be_read() {
    crate::solved_set::tests::is_sound::<Sight>(include_str!("solved.txt"));
}
