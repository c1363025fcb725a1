use super::KnightsDuel;
use crate::message::Language;
use crate::testing::{
    after, board, caption, move_texts, moves_from, position, refused, refused_step,
};
use crate::view::Describe;
use crate::{Position, Rng, Side, Step, Symmetry};

fn duel(picture: &str, turn: char) -> KnightsDuel {
    position(&format!("{} {turn}", board(picture)))
}

#[test]
fn a_knight_leaps_in_all_eight_directions() {
    let duel = duel(
        "
        . . . . . . . B
        . . . . . . . .
        . . . . . . . .
        . . . . . . . .
        . . . W . . . .
        . . . . . . . .
        . . . . . . . .
        x . . . . . . .
        ",
        'w',
    );
    assert_eq!(
        moves_from(&duel, ""),
        "(2,3) (2,5) (3,2) (3,6) (5,2) (5,6) (6,3) (6,5)"
    );
}

#[test]
fn removed_squares_the_other_knight_and_the_edge_are_out_of_reach() {
    let duel = duel(
        "
        . . . .
        . . B .
        x . . .
        . W . .
        ",
        'w',
    );
    // (4,2) is free; (1,3) is too; (3,3) holds the other knight.
    assert_eq!(moves_from(&duel, ""), "(1,3) (4,2)");
}

#[test]
fn a_knight_jumps_over_removed_squares() {
    let duel = duel(
        "
        . . . B
        x . . .
        x x . .
        W x . .
        ",
        'w',
    );
    assert_eq!(moves_from(&duel, ""), "(2,3) (3,2)");
}

#[test]
fn the_start_square_is_removed_once_left() {
    let start = KnightsDuel::start(None).unwrap();
    let later = after(start, "(2,3) (6,7)");
    assert_eq!(moves_from(&later, ""), "(1,5) (3,1) (3,5) (4,2) (4,4)");
    assert_eq!(later.to_string(), "7x/5B2/8/8/8/1W6/8/x7 w");
}

#[test]
fn a_player_who_cannot_move_has_lost() {
    let duel = duel(
        "
        . . . B
        . x . .
        . . x .
        W . . .
        ",
        'w',
    );
    assert_eq!(duel.winner(), Some(Side::Second));
    assert!(move_texts(&duel).is_empty());
    assert_eq!(
        crate::message::english(&duel.result()),
        "Player 1 has no legal moves. Player 2 wins."
    );
    assert_eq!(
        refused_step(&duel, "(2,3)"),
        "(2,3) comes after the end of the game: Player 2 has won"
    );
}

#[test]
fn only_the_player_to_move_needs_a_move() {
    let text = "4B/5/1x3/2x2/W4";
    assert_eq!(position::<KnightsDuel>(&format!("{text} b")).winner(), None);
    let stuck = position::<KnightsDuel>(&format!("{text} w"));
    assert_eq!(stuck.winner(), Some(Side::Second));
}

#[test]
fn every_board_starts_in_opposite_corners() {
    let starts = [
        (4, "3B/4/4/W3 w"),
        (5, "4B/5/5/5/W4 w"),
        (6, "5B/6/6/6/6/W5 w"),
        (7, "6B/7/7/7/7/7/W6 w"),
        (8, "7B/8/8/8/8/8/8/W7 w"),
    ];
    for (size, text) in starts {
        assert_eq!(KnightsDuel::start(Some(size)).unwrap().to_string(), text);
    }
    for size in [0, 3, 9, 255] {
        let error = KnightsDuel::start(Some(size)).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("Knight's Duel has no board of size {size}; its sizes are 4, 5, 6, 7 and 8")
        );
    }
}

#[test]
fn moves_are_parsed_in_every_form() {
    let start = KnightsDuel::start(None).unwrap();
    for text in [
        "(2,3)",
        "Move to (2,3)",
        "move to (2, 3)",
        "MOVE TO b3",
        "2,3",
        "2, 3",
        "2 3",
        "b3",
        "MOVE TO (2 , 3)",
        "Move to(2,3)",
        "  move   to  ( 2,3 ) .",
        "Move to (2, 3).",
        "2  3",
        "2 ,3",
        "2,  3",
        " 2,3 ",
        "b3.",
    ] {
        assert_eq!(
            start.parse_move(text).map(|mv| start.move_text(mv)),
            Ok("(2,3)".into())
        );
    }
}

#[test]
fn wrong_moves_are_refused_with_the_reason() {
    let start = KnightsDuel::start(None).unwrap();
    for text in [
        "",
        "(2,3",
        "(2 3)",
        "2,3)",
        "(2,3)x",
        "(02,3)",
        "Move to",
        "Move to ",
        "Move to2,3",
        "b3b",
        "B3",
        "2;3",
        "(2,3,4)",
        "(2,3)..",
        ".",
        "(2.,3)",
        "é",
        "2,\u{a0}3",
    ] {
        assert_eq!(
            refused_step(&start, text),
            format!("{text:?} is not a move: a square is written (2,3), 2,3, 2 3 or b3")
        );
    }
    let cases = [
        (
            "(9,1)",
            r#""(9,1)" is not a move: (9, 1) is not on the board"#,
        ),
        (
            "(0,1)",
            r#""(0,1)" is not a move: (0, 1) is not on the board"#,
        ),
        ("i1", r#""i1" is not a move: i1 is not on the board"#),
        ("b9", r#""b9" is not a move: b9 is not on the board"#),
        (
            "(4,4)",
            "(4,4) is not legal: (4, 4) is not a knight's move from (1, 1)",
        ),
    ];
    for (text, message) in cases {
        assert_eq!(refused_step(&start, text), message);
    }
    let later = after(start, "(2,3) (6,7)");
    assert_eq!(
        refused_step(&later, "(1,1)"),
        "(1,1) is not legal: (1, 1) has been removed"
    );
    let close: KnightsDuel = position("4/2B1/4/1W2 w");
    assert_eq!(
        refused_step(&close, "(3,3)"),
        "(3,3) is not legal: the other knight stands on (3, 3)"
    );
}

#[test]
fn wrong_positions_are_refused_with_the_reason() {
    let cases = [
        (
            "",
            "the position has 1 field separated by spaces, expected 2: the board and the side to move",
        ),
        (
            "3B/4/4/W3  w",
            "the position has 3 fields separated by spaces, expected 2: the board and the side to move",
        ),
        (
            "3B/4/W3 w",
            "the board has 3 rows, expected 4, 5, 6, 7 or 8",
        ),
        ("3B/5/4/W3 w", "row 3 has 5 squares, expected 4"),
        ("3B/4/3/W3 w", "row 2 has 3 squares, expected 4"),
        (
            "3B/4/4/W30 w",
            "row 1, square 5: a run of empty squares cannot be 0",
        ),
        (
            "3B/4/4/W2q w",
            "row 1, square 4: 'q' does not stand for anything",
        ),
        ("3B/4/4/W3 W", "the side to move is \"W\", expected w or b"),
        ("4/4/4/W3 w", "Player 2 has no knight, expected one"),
        ("WWWB/4/4/4 w", "Player 1 has 3 knights, expected one"),
    ];
    for (text, message) in cases {
        assert_eq!(refused::<KnightsDuel>(text), message);
    }
}

#[test]
fn split_runs_are_parsed_and_joined() {
    assert_eq!(
        position::<KnightsDuel>("21B/1111/22/W12 b").to_string(),
        "3B/4/4/W3 b"
    );
}

#[test]
fn captions_use_the_words_of_the_game() {
    let later: KnightsDuel = position("7x/8/8/4B3/3W4/8/8/x7 w");
    assert_eq!(
        later.prompt().to_string(),
        "Player 1, your knight is at (4, 4)."
    );
    assert_eq!(
        caption(&later, "Move to (5,6)"),
        "Player 1 moves to (5, 6). Square (5, 6) is now removed."
    );
}

#[test]
fn the_other_knights_start_square_stays_closed_too() {
    let duel = duel(
        "
        . . . . x
        . . W . .
        . . . . .
        . . B . .
        x . . . .
        ",
        'w',
    );
    // Both start squares, (1,1) and (5,5), are a leap away from one of the knights.
    assert_eq!(moves_from(&duel, ""), "(1,3) (1,5) (2,2) (4,2) (5,3)");
    let turned = KnightsDuel {
        turn: Side::Second,
        ..duel
    };
    assert_eq!(moves_from(&turned, ""), "(1,3) (2,4) (4,4) (5,1) (5,3)");
}

/// The legal moves again, cell by cell, straight from the rules page.
fn naive_moves(text: &str) -> Vec<String> {
    let (board, turn) = text.split_once(' ').unwrap();
    let rows: Vec<Vec<char>> = board
        .split('/')
        .rev()
        .map(|row| {
            let cells = |symbol: char| match symbol.to_digit(10) {
                Some(run) => vec!['.'; run as usize],
                None => vec![symbol],
            };
            row.chars().flat_map(cells).collect()
        })
        .collect();
    let own = if turn == "w" { 'W' } else { 'B' };
    let mut moves = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|cell| *cell.1 == own) {
            for (ty, target) in rows.iter().enumerate() {
                for (tx, cell) in target.iter().enumerate() {
                    let far = (x.abs_diff(tx), y.abs_diff(ty));
                    if matches!(far, (1, 2) | (2, 1)) && *cell == '.' {
                        moves.push(format!("({},{})", tx + 1, ty + 1));
                    }
                }
            }
        }
    }
    moves.sort();
    moves
}

#[test]
fn moves_agree_with_a_naive_implementation() {
    let mut rng = Rng::new(1);
    for _ in 0..4000 {
        let size = 4 + rng.below(5);
        let mut cells: Vec<char> = (0..size * size)
            .map(|_| if rng.below(3) == 0 { 'x' } else { '1' })
            .collect();
        cells[rng.below(size * size)] = 'W';
        let black = rng.below(size * size);
        if cells[black] == 'W' {
            continue;
        }
        cells[black] = 'B';
        let rows: Vec<String> = cells.chunks(size).map(|row| row.iter().collect()).collect();
        let text = format!(
            "{} {}",
            rows.join("/"),
            if rng.below(2) == 0 { 'w' } else { 'b' }
        );
        let duel: KnightsDuel = position(&text);
        assert_eq!(move_texts(&duel), naive_moves(&duel.to_string()), "{text}");
    }
}

#[test]
fn on_even_boards_the_mirror_image_always_answers() {
    let half_turn = Symmetry::HALF_TURN;
    let mut rng = Rng::new(1);
    for size in [4, 6, 8] {
        for _ in 0..200 {
            let mut duel = KnightsDuel::start(Some(size)).unwrap();
            while let Some(&mv) = rng.choose(&duel.moves()) {
                let answer = duel.transform_move(mv, half_turn);
                for mv in [mv, answer] {
                    duel.play(Step { mv, reveal: () }).unwrap();
                }
            }
            assert_eq!(duel.winner(), Some(Side::Second));
        }
    }
}

#[test]
fn the_rules_page_shows_what_the_program_draws() {
    let pictures = ["7B/8/8/8/8/8/8/W7 w", "4/2B1/x3/1W2 w", "3B/1x2/2x1/W3 w"];
    for text in pictures {
        let duel: KnightsDuel = position(text);
        let drawn = crate::draw::draw(&duel.geometry(), &duel.view());
        let indented: String = drawn.lines().map(|line| format!("    {line}\n")).collect();
        assert!(
            KnightsDuel::INFO
                .rules(Language::ENGLISH)
                .contains(&indented),
            "{indented}"
        );
    }
}

#[test]
fn the_book_can_be_read() {
    crate::solved_set::tests::is_sound::<KnightsDuel>(include_str!("solved.txt"));
}
