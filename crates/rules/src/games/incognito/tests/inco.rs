//! Saved games.

use super::super::inco::SavedGame;
use super::super::{Incognito, Spies};
use crate::{Position, Rng, Secret, Side};
use std::str::FromStr;

/// A game written by hand: a knight lost in the castle, a wrong question, and the spy found. A copy of
/// `examples/games/incognito.inco`, which is outside this package.
const SAMPLE: &str = "\
    B d2\nN a3\nB\n\
    D c1->c4\nD a4->c2\nI c4->c5\nD b5->d3\nD e3->e5\nD c5->c4\n\
    D e5->a5\nD d3->e4\nD d2->c3\nD c2->c1\nD c3->b3\nD c1->a1\n\
    I b3->a3\nW\n\
    ";

/// The same game in the assignment's dialect, with three lines that are invalid.
const ASSIGNMENT: &str = "\
    B b4\nN e3\nB\n\
    D c5->c2\nD e2->c4\nD a9->b9\nI c2->c1\nD d1->b3\nD a3->a1\n\
    hello\nD c1->c2\nD a1->e1\nN\nD b3->a2\nD b4->c3\n\
    D c4->c5\nD c3->d3\nD c5->e5\nI d3->e3\nB\n\
    ";

#[test]
fn the_assignments_dialect_is_turned_to_our_board_and_skips_what_is_invalid() {
    let (game, warnings) = SavedGame::import(ASSIGNMENT).unwrap();
    assert_eq!(game, SavedGame::from_str(SAMPLE).unwrap());
    assert_eq!(
        game.to_string(),
        SAMPLE,
        "it is written as the program does"
    );
    let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "line 6 is skipped: \"D a9->b9\": on our board, turned by half a turn, a9 is not on \
             the board",
            "line 10 is skipped: \"hello\": found \"hello\", expected a move such as `D d2->c3`, \
             an interrogation such as `I c3->d3`, or the result `B` (White) or `N` (Black)",
            "line 13 is skipped: \"N\": the line says that Black has won, but the game is not over",
        ]
    );
    assert_eq!(
        SavedGame::from_str(ASSIGNMENT).unwrap_err().line,
        6,
        "where nothing may be skipped, the first such line is an error"
    );
}

#[test]
fn only_whites_start_square_tells_the_dialects_apart() {
    // The last line `B` is Black's win in one dialect and White's in the other.
    let lost = "B c1\nN b5\nB\nD c1->c4\nD a3->a1\nI c4->c5\nB\n";
    let game = SavedGame::from_str(lost).unwrap();
    assert_eq!(game.winner(), Some(Side::Second));
    let turned = "B c5\nN d1\nB\nD c5->c2\nD e3->e5\nI c2->c1\nN\n";
    assert_eq!(SavedGame::from_str(turned).unwrap(), game);
    let wrong_result = turned.replace("c1\nN\n", "c1\nB\n");
    let (read, warnings) = SavedGame::import(&wrong_result).unwrap();
    assert_eq!((read, warnings.len()), (game, 1));
    // The program's own files skip nothing.
    assert!(SavedGame::import(&lost.replace("D a3->a1", "D a3->a9")).is_err());
    // Without its first three lines there is no game to skip lines of.
    for broken in [
        "B c5\nN c5\nB\n",
        "B c5\n\nB\n",
        "B c5\nN c1\nx\n",
        "B c5\n",
    ] {
        assert!(SavedGame::import(broken).is_err(), "{broken:?}");
    }
}

#[test]
fn skipped_lines_are_reported_one_by_one_only_up_to_a_limit() {
    let text = format!("B c5\nN c1\nB\n{}", "x\n".repeat(1000));
    let (game, warnings) = SavedGame::import(&text).unwrap();
    assert_eq!(game.steps(), []);
    assert_eq!(warnings.len(), 101);
    let last = warnings.last().unwrap().to_string();
    assert_eq!(last, "900 more lines are skipped");
}

#[test]
fn a_byte_order_mark_is_not_part_of_a_saved_game() {
    let marked = format!("\u{feff}{SAMPLE}");
    assert_eq!(SavedGame::from_str(&marked).unwrap().to_string(), SAMPLE);
}

#[test]
fn a_game_is_parsed_with_everything_it_reveals() {
    let game = SavedGame::from_str(SAMPLE).unwrap();
    let mut position = game.start();
    assert_eq!(position, Incognito::start(None).unwrap());
    let mut texts = Vec::new();
    for &step in game.steps() {
        texts.push(position.step_text(step));
        position.play(step).unwrap();
    }
    assert_eq!(
        texts.join(" "),
        "c1-c4 a4-c2 c4?c5- b5-d3 e3-e5 c5-c4 e5-a5- d3-e4 d2-c3 c2-c1 c3-b3 c1-a1 b3?a3+"
    );
    assert_eq!(&position, game.position());
    assert_eq!(position.to_string(), "5/1Bb1B/BW3/4W/B2W1 b w-wins");
    assert_eq!(game.winner(), Some(Side::First));
    assert_eq!(game.first(), Side::First);
    assert_eq!(game.spies().text(&game.start()), "d2 a3");
}

#[test]
fn a_game_is_written_as_it_was_parsed() {
    assert_eq!(SavedGame::from_str(SAMPLE).unwrap().to_string(), SAMPLE);
    let dos = SAMPLE.replace('\n', "\r\n");
    assert_eq!(SavedGame::from_str(&dos).unwrap().to_string(), SAMPLE);
    assert_eq!(
        SavedGame::from_str(SAMPLE.trim_end()).unwrap().to_string(),
        SAMPLE
    );
    assert_eq!(
        SavedGame::from_str(dos.trim_end()).unwrap().to_string(),
        SAMPLE
    );
}

#[test]
fn a_missing_result_follows_from_the_moves() {
    let without = SAMPLE.strip_suffix("W\n").unwrap();
    assert_eq!(SavedGame::from_str(without).unwrap().to_string(), SAMPLE);
}

#[test]
fn a_game_in_progress_has_no_result() {
    for text in ["B c1\nN b5\nB\n", "B c1\nN b5\nN\nD c5->c2\n"] {
        let game = SavedGame::from_str(text).unwrap();
        assert_eq!(game.winner(), None);
        assert_eq!(game.to_string(), text);
    }
    let black_first = SavedGame::from_str("B c1\nN b5\nN\n").unwrap();
    assert_eq!(black_first.first(), Side::Second);
    assert_eq!(black_first.position().turn(), Side::Second);
}

#[test]
fn every_kind_of_ending_is_saved() {
    // White's spy asks a knight and is lost: Black has won.
    let lost = "B c1\nN b5\nB\nD c1->c4\nD a3->a1\nI c4->c5\nB\n";
    let game = SavedGame::from_str(lost).unwrap();
    assert_eq!(game.winner(), Some(Side::Second));
    assert_eq!(game.position().to_string(), "1Bb2/BB3/4W/3WW/B2W1 b b-wins");
    assert_eq!(game.to_string(), lost);
    // Black's spy takes White's castle.
    let taken = "B e3\nN a3\nN\nD a3->a1\nD c1->c3\nD a4->a3\nD d1->c2\nD a1->e1\nB\n";
    let game = SavedGame::from_str(taken).unwrap();
    assert_eq!(game.winner(), Some(Side::Second));
    assert_eq!(
        game.position().to_string(),
        "1BB2/1B3/B1W1W/2WWW/4B w b-wins"
    );
    assert_eq!(game.to_string(), taken);
}

#[test]
fn random_games_round_trip() {
    let mut rng = Rng::new(5);
    let mut finished = 0;
    for _ in 0..200 {
        let first = Side::BOTH[rng.below(2)];
        let start = Incognito::start_with(None, first).unwrap();
        let spies = Spies::nth(&start, rng.below(Spies::count(&start) as usize) as u64);
        let mut game = SavedGame::new(first, spies).unwrap();
        for _ in 0..rng.below(80) {
            let moves = game.position().moves();
            if moves.is_empty() {
                break;
            }
            let questions: Vec<_> = moves
                .iter()
                .copied()
                .filter(|mv| mv.is_question())
                .collect();
            let moves = if questions.is_empty() {
                moves
            } else {
                questions
            };
            game.play(moves[rng.below(moves.len())]).unwrap();
        }
        finished += usize::from(game.winner().is_some());
        assert_eq!(SavedGame::from_str(&game.to_string()).as_ref(), Ok(&game));
    }
    assert!((20..180).contains(&finished), "{finished}");
}

#[test]
fn spies_of_another_board_are_refused() {
    let large = Incognito::start(Some(6)).unwrap();
    let spies = Spies::parse(&large, "f2 a5").unwrap();
    assert_eq!(
        SavedGame::new(Side::First, spies).unwrap_err().to_string(),
        r#""f1 a4" is not the secret of this game: f1 is not on the board"#
    );
}

#[test]
fn wrong_games_are_refused_with_the_line_and_the_reason() {
    let turn = "a move such as `D d2->c3`, an interrogation such as `I c3->d3`, \
                or the result `W` (White) or `B` (Black)";
    let start = "B d2\nN a3\nB\n";
    let opened = "B d2\nN a3\nB\nD c1->c4\nD a4->c2\n";
    let cases = [
        (
            String::new(),
            "line 1: the text ends here, expected White's spy, such as `B c1`".into(),
        ),
        (
            "B c1\n".into(),
            "line 2: the text ends here, expected Black's spy, such as `N b5`".into(),
        ),
        (
            "B c1\nN b5".into(),
            "line 3: the text ends here, expected who moves first: `B` (White) or `N` (Black)"
                .into(),
        ),
        (
            "N b5\nB c1\nB\n".into(),
            r#"line 1: found "N b5", expected White's spy, such as `B c1`"#.into(),
        ),
        (
            "Bc1\nN b5\nB\n".into(),
            r#"line 1: found "Bc1", expected White's spy, such as `B c1`"#.into(),
        ),
        (
            "B c1\nB b5\nB\n".into(),
            r#"line 2: found "B b5", expected Black's spy, such as `N b5`"#.into(),
        ),
        (
            "B b5\nN b5\nB\n".into(),
            "line 2: on our board, turned by half a turn, Black has no pawn on d1".into(),
        ),
        (
            "B b2\nN b5\nB\n".into(),
            "line 1: White has no pawn on b2".into(),
        ),
        (
            "B c1\nN e1\nB\n".into(),
            "line 2: Black has no pawn on e1".into(),
        ),
        (
            "B c1 \nN b5\nB\n".into(),
            r#"line 1: "c1 " is not a square such as b3"#.into(),
        ),
        (
            "B f1\nN b5\nB\n".into(),
            "line 1: f1 is not on the board".into(),
        ),
        (
            "B c1\nN b5\nW\n".into(),
            r#"line 3: found "W", expected who moves first: `B` (White) or `N` (Black)"#.into(),
        ),
        (
            "B c1\nN b5\nB\r".into(),
            r#"line 3: found "B\r", expected who moves first: `B` (White) or `N` (Black)"#.into(),
        ),
        (
            format!("{start}\n"),
            format!(r#"line 4: found "", expected {turn}"#),
        ),
        (
            format!("{start}N\n"),
            format!(r#"line 4: found "N", expected {turn}"#),
        ),
        (
            format!("{start}D c1-c4\n"),
            format!(r#"line 4: found "D c1-c4", expected {turn}"#),
        ),
        (
            format!("{start}d c1->c4\n"),
            format!(r#"line 4: found "d c1->c4", expected {turn}"#),
        ),
        (
            format!("{start}D  c1->c4\n"),
            r#"line 4: " c1" is not a square such as b3"#.into(),
        ),
        (
            format!("{start}D c1->c4+\n"),
            r#"line 4: "c4+" is not a square such as b3"#.into(),
        ),
        (
            format!("{start}D c1->c6\n"),
            "line 4: c6 is not on the board".into(),
        ),
        (
            format!("{start}D c1->c5\n"),
            "line 4: c1-c5 is not legal: c5 is occupied".into(),
        ),
        (
            format!("{start}D c5->c4\n"),
            "line 4: c5-c4 is not legal: the pawn on c5 is Black's".into(),
        ),
        (
            format!("{opened}I c4->b5\n"),
            "line 6: c4?b5 is not legal: b5 is not next to c4 in its row or column".into(),
        ),
        (
            format!("{opened}I c4->c3\n"),
            "line 6: c4?c3 is not legal: there is no pawn on c3 to interrogate".into(),
        ),
        (
            format!("{opened}D c4->c5\n"),
            "line 6: c4-c5 is not legal: c5 is occupied".into(),
        ),
        (
            format!("{opened}W\n"),
            "line 6: the line says that White has won, but the game is not over".into(),
        ),
        (
            format!("{start}B\n"),
            "line 4: the line says that Black has won, but the game is not over".into(),
        ),
        (
            SAMPLE.replace("W\n", "B\n"),
            "line 17: the line says that Black has won, but White has".into(),
        ),
        (
            SAMPLE.replace("W\n", "D a1->b1\n"),
            "line 17: a1-b1 comes after the end of the game: White has won".into(),
        ),
        (
            format!("{SAMPLE}W\n"),
            r#"line 18: "W" comes after the result"#.into(),
        ),
        (
            format!("{SAMPLE}\n"),
            r#"line 18: "" comes after the result"#.into(),
        ),
    ];
    for (text, message) in cases {
        let message: String = message;
        match SavedGame::from_str(&text) {
            Ok(_) => panic!("{text:?} was accepted"),
            Err(error) => assert_eq!(error.to_string(), message, "{text:?}"),
        }
    }
}
