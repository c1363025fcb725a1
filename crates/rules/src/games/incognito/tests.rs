//! The rules, one by one; texts, views and spies are in the other files of this folder.

mod inco;
mod naive;
mod text;
mod view;

use super::Incognito;

use crate::testing::{after, board, move_texts, moves_from, position, refused_step, result};
use crate::view::Describe;
use crate::{Position, Side};

fn incognito(picture: &str, turn: &str) -> Incognito {
    position(&format!("{} {turn}", board(picture)))
}

/// The reveals of one move with their weights: `#4 +5 -16`.
#[track_caller]
fn chances(position: &Incognito, text: &str) -> String {
    let mv = position.parse_move(text).unwrap();
    assert_eq!(position.validate_move(mv), Ok(()));
    let mut list = Vec::new();
    position.visit_reveals(mv, |reveal, weight| {
        list.push(format!("{}{weight}", crate::Reveal::suffix(reveal)));
    });
    list.join(" ")
}

/// The note of the pawn on a square.
fn note(position: &Incognito, at: &str) -> Option<String> {
    let piece = position.pieces().into_iter().find(|piece| piece.at == at);
    piece.expect("a pawn").note.map(|note| note.to_string())
}

#[test]
fn every_board_starts_with_the_pawns_around_their_castles() {
    let starts = [
        (4, "1B2/B3/3W/2W1"),
        (5, "1BB2/BB3/B3W/3WW/2WW1"),
        (6, "1BBB2/BBB3/BB3W/B3WW/3WWW/2WWW1"),
        (7, "1BBBB2/BBBB3/BBB3W/BB3WW/B3WWW/3WWWW/2WWWW1"),
        (
            8,
            "1BBBBB2/BBBBB3/BBBB3W/BBB3WW/BB3WWW/B3WWWW/3WWWWW/2WWWWW1",
        ),
    ];
    for (size, text) in starts {
        let start = Incognito::start(Some(size)).unwrap();
        assert_eq!(start.to_string(), format!("{text} w"));
        let black = Incognito::start_with(Some(size), Side::Second).unwrap();
        assert_eq!(black.to_string(), format!("{text} b"));
        let pawns = (u32::from(size) - 1) * (u32::from(size) - 2) / 2 - 1;
        for side in Side::BOTH {
            assert_eq!(start.pawns(side).count_ones(), pawns);
            assert_eq!(start.suspects(side), start.pawns(side));
        }
    }
    assert_eq!(Incognito::start(None), Incognito::start(Some(5)));
    for size in [0, 3, 9, 255] {
        assert_eq!(
            Incognito::start(Some(size)).unwrap_err().to_string(),
            format!("Incognito has no board of size {size}; its sizes are 4, 5, 6, 7 and 8")
        );
    }
}

#[test]
fn a_pawn_moves_like_a_queen_in_all_eight_directions() {
    let open = incognito(
        "
        . . . . .
        . . . . B
        . . W . .
        . . . . .
        . . . . .
        ",
        "w",
    );
    // Not c3-a5: the castle is not entered diagonally; not c3-e1: that is White's own castle.
    assert_eq!(
        moves_from(&open, "c3-"),
        "a1 a3 b2 b3 b4 c1 c2 c4 c5 d2 d3 d4 e3 e5"
    );
}

#[test]
fn a_pawn_crosses_the_whole_of_the_largest_board_and_does_not_wrap() {
    let corner: Incognito = position("8/8/8/8/8/8/6B1/W7 w");
    assert_eq!(
        moves_from(&corner, "a1-"),
        "a2 a3 a4 a5 a6 a7 a8 b1 b2 c1 c3 d1 d4 e1 e5 f1 f6 g1 g7 h8"
    );
    let right: Incognito = position("8/8/8/7W/8/8/1B6/8 w");
    assert_eq!(
        moves_from(&right, "h5-"),
        "a5 b5 c5 d1 d5 e2 e5 e8 f3 f5 f7 g4 g5 g6 h2 h3 h4 h6 h7 h8"
    );
    let left: Incognito = position("8/8/6B1/B7/8/8/8/6W1 b");
    assert_eq!(
        moves_from(&left, "a5-"),
        "a1 a2 a3 a4 a6 a7 b4 b5 b6 c3 c5 c7 d2 d5 d8 e1 e5 f5 g5 h5"
    );
}

#[test]
fn a_pawn_stops_before_pawns_of_either_side() {
    let blocked = incognito(
        "
        . . . . .
        . . B . .
        W . W . b
        . . . W .
        w . . . .
        ",
        "w",
    );
    assert_eq!(moves_from(&blocked, "c3-"), "b2 b3 b4 c1 c2 d3 d4 e5");
    assert_eq!(moves_from(&blocked, "a1-"), "a2 b1 b2 c1 d1");
}

#[test]
fn no_pawn_enters_its_own_castle() {
    let white = incognito(
        "
        . . . .
        . . . .
        B . W W
        . . W .
        ",
        "w",
    );
    assert_eq!(moves_from(&white, "c1-"), "a1 a3 b1 b2");
    assert_eq!(moves_from(&white, "c2-"), "b1 b2 b3 c3 c4 d3");
    assert_eq!(moves_from(&white, "d2-"), "b4 c3 d3 d4");
    assert_eq!(
        refused_step(&white, "c1-d1"),
        "c1-d1 is not legal: d1 is White's own castle"
    );
    assert_eq!(
        refused_step(&white, "d2-d1+"),
        "d2-d1 is not legal: d1 is White's own castle"
    );
    let black = incognito(
        "
        . B . .
        B . . .
        . . . W
        . . . .
        ",
        "b",
    );
    assert_eq!(moves_from(&black, "b4-"), "b1 b2 b3 c3 c4 d4");
    assert_eq!(
        refused_step(&black, "b4-a4"),
        "b4-a4 is not legal: a4 is Black's own castle"
    );
}

#[test]
fn the_enemy_castle_is_entered_along_its_row_and_column_from_any_distance() {
    let white = incognito(
        "
        . . . . W
        . . . . .
        . . . . B
        . . . . .
        W . . . .
        ",
        "w",
    );
    assert_eq!(chances(&white, "e5-a5"), "+1 -1");
    assert_eq!(chances(&white, "a1-a5"), "+1 -1");
    let black = incognito(
        "
        . . . . B
        . . . . .
        W . . . .
        . . . . .
        B . . . .
        ",
        "b",
    );
    assert_eq!(chances(&black, "e5-e1"), "+1 -1");
    assert_eq!(chances(&black, "a1-e1"), "+1 -1");
}

#[test]
fn the_enemy_castle_is_not_entered_diagonally_or_over_pawns() {
    let white: Incognito = position("1B3/1W3/w3B/2W2/W4 w");
    let diagonal = "the castle on a5 can only be entered along its row or column";
    assert_eq!(
        refused_step(&white, "b4-a5+"),
        format!("b4-a5 is not legal: {diagonal}")
    );
    assert_eq!(
        refused_step(&white, "a1-a5+"),
        "a1-a5 is not legal: a pawn on a3 is in the way"
    );
    let black: Incognito = position("5/1W3/5/3BB/B2b1 b");
    assert_eq!(
        refused_step(&black, "d2-e1+"),
        "d2-e1 is not legal: the castle on e1 can only be entered along its row or column"
    );
    assert_eq!(
        refused_step(&black, "a1-e1+"),
        "a1-e1 is not legal: a pawn on d1 is in the way"
    );
    assert_eq!(moves_from(&black, "d1-"), "a4 b1 b3 c1 c2 e1");
}

#[test]
fn a_spy_in_the_castle_wins_and_stays_there() {
    let start: Incognito = position("4W/5/5/B4/3W1 w");
    let won = after(start, "e5-a5+");
    assert_eq!(won.to_string(), "W4/5/5/B4/3W1 b w-wins");
    assert_eq!(won.winner(), Some(Side::First));
    assert!(move_texts(&won).is_empty());
    assert_eq!(won.count_steps(), 0);
    assert_eq!(
        result(&won),
        "White's spy has taken Black's castle. White wins."
    );
    let start: Incognito = position("4W/5/5/5/3B1 b");
    let won = after(start, "d1-e1+");
    assert_eq!(won.to_string(), "4W/5/5/5/4B w b-wins");
    assert_eq!(
        result(&won),
        "Black's spy has taken White's castle. Black wins."
    );
    assert_eq!(
        refused_step(&won, "e5-e4"),
        "e5-e4 comes after the end of the game: Black has won"
    );
}

#[test]
fn a_knight_in_the_castle_is_lost_and_the_game_continues() {
    let start: Incognito = position("4W/5/5/B4/3W1 w");
    let later = after(start, "e5-a5-");
    assert_eq!(later.to_string(), "5/5/5/B4/3W1 b");
    assert_eq!(later.winner(), None);
    assert_eq!(note(&later, "d1").unwrap(), "certainly the spy");
}

#[test]
fn a_cleared_pawn_that_enters_the_castle_is_just_lost() {
    let start: Incognito = position("4w/5/5/B4/3W1 w");
    assert_eq!(chances(&start, "e5-a5"), "-1");
    assert_eq!(after(start, "e5-a5-").to_string(), "5/5/5/B4/3W1 b");
}

#[test]
fn a_known_spy_that_enters_the_castle_always_wins() {
    let start: Incognito = position("4W/5/5/B4/3w1 w");
    assert_eq!(chances(&start, "e5-a5"), "+1");
    assert_eq!(start.count_steps(), start.count_moves());
}

#[test]
fn pawns_question_enemy_pawns_beside_them_and_not_across_corners() {
    let cross = incognito(
        "
        . . . . .
        . B B B .
        . B W b .
        . w b B .
        . . . . .
        ",
        "w",
    );
    assert_eq!(moves_from(&cross, "c3?"), "b3 c2 c4 d3");
    assert_eq!(moves_from(&cross, "b2?"), "b3 c2");
    let cross: Incognito = position("5/1BBB1/1BWb1/1wbB1/5 b");
    assert_eq!(moves_from(&cross, "c4?"), "c3");
    assert_eq!(moves_from(&cross, "b4?"), "");
}

#[test]
fn questions_do_not_wrap_around_the_board() {
    let edges: Incognito = position("8/8/8/7W/B7/8/8/8 w");
    assert_eq!(moves_from(&edges, "h5?"), "");
    let edges: Incognito = position("8/8/8/7W/B7/8/8/8 b");
    assert_eq!(moves_from(&edges, "a4?"), "");
}

#[test]
fn the_probabilities_of_a_question_follow_from_what_is_known() {
    // Two suspects against three.
    let open: Incognito = position("5/1B1w1/1W1b1/B3B/3W1 w");
    assert_eq!(chances(&open, "b3?b4"), "#2 +2 -2");
    // A cleared questioner is not the spy.
    assert_eq!(chances(&open, "d4?d3"), "-6");
    let cleared: Incognito = position("5/1B3/1w3/B3B/2W2 w");
    assert_eq!(chances(&cleared, "b3?b4"), "+1 -2");
    // A cleared target is not the spy.
    let target: Incognito = position("5/1b3/1W3/B3B/2W2 w");
    assert_eq!(chances(&target, "b3?b4"), "#2 -2");
    // A known spy that is questioned is found.
    let certain: Incognito = position("5/1B3/1W3/b3b/2W2 w");
    assert_eq!(chances(&certain, "b3?b4"), "+2");
    let certain: Incognito = position("5/1B3/1w3/b3b/2W2 w");
    assert_eq!(chances(&certain, "b3?b4"), "+1");
    // A known spy that questions wins or is lost.
    let brave: Incognito = position("5/1B3/1W3/B3B/2w2 w");
    assert_eq!(chances(&brave, "b3?b4"), "#2 +1");
    let doomed: Incognito = position("5/1b3/1W3/B3B/2w2 w");
    assert_eq!(chances(&doomed, "b3?b4"), "#2");
    // Both are known.
    let duel: Incognito = position("5/1B3/1W3/5/5 w");
    assert_eq!(chances(&duel, "b3?b4"), "+1");
}

#[test]
fn a_found_spy_stays_and_the_questioner_wins() {
    let start: Incognito = position("5/1B3/1W3/B3B/2W2 w");
    let won = after(start, "b3?b4+");
    assert_eq!(won.to_string(), "5/1B3/1W3/B3B/2W2 b w-wins");
    assert_eq!(won.winner(), Some(Side::First));
    assert_eq!(result(&won), "Black's spy is unmasked. White wins.");
    let start: Incognito = position("5/1B3/1W3/B3B/2W2 b");
    let won = after(start, "b4?b3+");
    assert_eq!(won.to_string(), "5/1B3/1W3/B3B/2W2 w b-wins");
    assert_eq!(result(&won), "White's spy is unmasked. Black wins.");
}

#[test]
fn a_wrong_question_costs_the_questioner_and_clears_the_questioned_pawn() {
    let start: Incognito = position("5/1B3/1W3/B3B/2W2 w");
    let later = after(start, "b3?b4-");
    assert_eq!(later.to_string(), "5/1b3/5/B3B/2W2 b");
    assert_eq!(note(&later, "b4").unwrap(), "known to be a knight");
    assert_eq!(note(&later, "a2").unwrap(), "the spy with probability 1/2");
    assert_eq!(note(&later, "c1").unwrap(), "certainly the spy");
    // A cleared pawn that is questioned again stays cleared.
    let later = after(later, "b4-b2");
    let later = after(later, "c1-b1 a2-a3");
    assert_eq!(chances(&later, "b1?b2"), "#2");
}

#[test]
fn a_spy_that_questions_a_knight_loses_the_game() {
    let start: Incognito = position("5/1B3/1W3/B3B/2W2 w");
    let lost = after(start, "b3?b4#");
    assert_eq!(lost.to_string(), "5/1b3/5/B3B/2W2 b b-wins");
    assert_eq!(lost.winner(), Some(Side::Second));
    assert_eq!(
        result(&lost),
        "White's spy has interrogated a knight and is unmasked. Black wins."
    );
    // The last suspect of a side can be lost this way.
    let start: Incognito = position("5/1b3/1W3/B3B/2w2 w");
    let lost = after(start, "b3?b4#");
    assert_eq!(lost.to_string(), "5/1b3/5/B3B/2w2 b b-wins");
    let start: Incognito = position("5/1B3/1W3/B3B/2W2 b");
    let lost = after(start, "b4?b3#");
    assert_eq!(lost.to_string(), "5/5/1w3/B3B/2W2 w w-wins");
    assert_eq!(
        result(&lost),
        "Black's spy has interrogated a knight and is unmasked. White wins."
    );
}

#[test]
fn what_is_known_of_a_pawn_moves_with_it() {
    let start: Incognito = position("5/w4/4W/5/1b1B1 w");
    let later = after(start, "a4-c4 b1-b3 e3-e4");
    assert_eq!(later.to_string(), "5/2w1W/1b3/5/3B1 b");
    // A pawn that moves to where a cleared one stood is not cleared by that.
    let later = after(later, "d1-b1");
    assert_eq!(later.to_string(), "5/2w1W/1b3/5/1B3 w");
}

#[test]
fn a_side_with_a_pawn_can_always_move() {
    // Black's lone pawn in a corner, shut in as tightly as possible.
    let shut: Incognito = position("2WB/2WW/4/4 b");
    assert_eq!(move_texts(&shut), ["d4?c4", "d4?d3"]);
    // On a board full of White's own pawns, the castle is still open.
    let full: Incognito = position("1WWW/WWWW/WWWW/BWW1 w");
    assert_eq!(move_texts(&full), ["a2?a1", "a3-a4", "b1?a1", "b4-a4"]);
}
