//! The commands of plain mode.

use crate::common::{Home, TWO, in_order};

fn sight(lines: &[&str]) -> String {
    let args = [&["sight", "--size", "3"], TWO.as_slice()].concat();
    Home::new().play(&args, lines)
}

#[test]
fn wrong_input_says_what_is_wrong_and_what_would_be_right() {
    let out = sight(&["b9", "save", "undo 2", "b2", "b2", "\u{1b}[31m", "c3-a1"]);
    in_order(
        &out,
        &[
            "> b9",
            "\"b9\" is not a move: b9 is not on the board.",
            "Player 1, place a piece on an empty point.",
            "a1, a2, a3, b1, b2, b3, c1, c2, c3",
            "> save",
            "Save needs a file name: save FILE.",
            "> undo 2",
            "Undo takes no argument such as \"2\".",
            "> b2",
            "Player 1 places a piece on b2.",
            "> b2",
            "b2 is not legal: there is already a piece on b2.",
            "Player 2, place a piece on an empty point.",
        ],
    );
    assert!(!out.contains('\u{1b}'), "{out}");
}

#[test]
fn garbage_never_ends_a_game() {
    let home = Home::new();
    let mut input: Vec<u8> = (0..=255).collect();
    for number in 0..400_u32 {
        let mixed = quintain_rules::splitmix64(u64::from(number));
        input.extend(mixed.to_be_bytes());
        input.extend([b"-(),?*#+ \n"[(mixed % 10) as usize], b'\n']);
    }
    input.extend(vec![b'('; 100_000]);
    input.extend(b"\nb2\nboard\n");
    // Bytes that are not text at all.
    let mut child = home
        .command(&["play", "sight", "--first", "human", "--second", "human"])
        .spawn()
        .expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, &input));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("no panic").expect("all was read");
    assert_eq!(output.status.code(), Some(0));
    let out = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(out.contains("Player 1 places a piece on b2.\n"), "{out}");
}

#[test]
fn moves_board_flip_and_help_change_nothing() {
    let out = sight(&["a1", "moves", "board", "flip", "help", "flip"]);
    let board = "3 .---.---.\n  | \\ | / |\n2 .---.---.\n  | / | \\ |\n1 O---.---.\n  a   b   c\n";
    let flipped =
        "1 .---.---O\n  | \\ | / |\n2 .---.---.\n  | / | \\ |\n3 .---.---.\n  c   b   a\n";
    assert_eq!(out.matches(board).count(), 3, "{out}");
    assert_eq!(out.matches(flipped).count(), 1, "{out}");
    in_order(
        &out,
        &[
            "> moves",
            "a2, a3, b1, b2, b3, c1, c2, c3",
            "> help",
            "Moves are written like this: a2",
            "save FILE  save the game in a file",
            "save! FILE the same, even if the file holds another game",
            "For the rules, run: quintain rules sight",
        ],
    );
}

#[test]
fn two_people_take_back_one_move_at_a_time() {
    let out = sight(&[
        "undo", "redo", "b2", "a1", "undo", "undo", "redo", "redo", "redo",
    ]);
    in_order(
        &out,
        &[
            "Player 1 has no move to take back.",
            "There is nothing to redo: no move was taken back.",
            "> undo",
            "One move was taken back.",
            "> redo",
            "Player 1 places a piece on b2.",
            "> redo",
            "Player 2 places a piece on a1.",
            "> redo",
            "There is nothing to redo: no move was taken back.",
        ],
    );
}

#[test]
fn against_the_engine_its_reply_is_taken_back_too() {
    let out = Home::new().play(
        &[
            "sight", "--size", "3", "--seed", "1", "--second", "engine:1",
        ],
        &["a1", "undo", "redo"],
    );
    in_order(
        &out,
        &[
            "> undo",
            "2 moves were taken back.",
            "> redo",
            "Player 1 places a piece on a1.",
        ],
    );
    let replies = out
        .lines()
        .filter(|line| line.starts_with("Player 2 places a piece"));
    let replies: Vec<&str> = replies.collect();
    assert_eq!(replies.len(), 2, "{out}");
    assert_eq!(replies[0], replies[1]);
}

#[test]
fn a_hint_is_a_legal_move() {
    let out = sight(&["hint", "b2"]);
    let hint = out.lines().find_map(|line| line.strip_prefix("Hint: "));
    let hint = hint.unwrap_or_else(|| panic!("{out}"));
    assert!(hint.starts_with(['a', 'b', 'c']), "{hint}");
}

#[test]
fn a_draw_is_offered_accepted_and_declined() {
    let out = sight(&["draw", "draw", "b2", "draw", "undo", "quit"]);
    in_order(
        &out,
        &[
            "You have offered a draw. Make your move; the other player can accept.",
            "You have already made this offer.",
            "Player 1 offers a draw: type draw to accept it, or play on.",
            "Draw by agreement.",
            "The game is over. You can save it, take back moves with undo, or quit.",
            "One move was taken back.",
        ],
    );
    let out = Home::new().play(&["sight", "--second", "engine:1"], &["draw"]);
    assert!(out.contains("The draw is declined.\n"), "{out}");
}

#[test]
fn a_player_who_resigns_loses_and_can_still_save() {
    let home = Home::new();
    let args = [&["sight", "--size", "3"], TWO.as_slice()].concat();
    let out = home.play(&args, &["b2", "resign", "a1", "save over.txt", "quit"]);
    in_order(
        &out,
        &[
            "Player 2 resigned. Player 1 wins.",
            "> a1",
            "The game is over.",
            "Saved in over.txt.",
            "Goodbye.",
        ],
    );
    let record = home.read("over.txt");
    assert!(record.contains("[Termination \"resignation\"]"), "{record}");
    assert!(record.ends_with("1. b2\n1-0\n"), "{record}");
}

#[test]
fn games_are_saved_and_loaded() {
    let home = Home::new();
    std::fs::write(home.file("letter.txt"), "Dear Ada,\n").expect("written");
    let two = TWO.as_slice();
    let out = home.play(
        &[&["sight", "--size", "3"], two].concat(),
        &[
            "b2",
            "save game.txt",
            "a1",
            "save letter.txt",
            "load none.txt",
            "load game.txt",
            "a3",
        ],
    );
    in_order(
        &out,
        &[
            "Saved in game.txt.",
            "letter.txt: this file exists and is not a game; choose another name.",
            "> load game.txt",
            "> a3",
            "Player 2 places a piece on a3.",
        ],
    );
    assert!(out.contains("\nnone.txt: "), "{out}");
    assert_eq!(home.read("letter.txt"), "Dear Ada,\n");
    let out = home.play(
        &[&["--load", "game.txt"], two].concat(),
        &["c1", "save game.txt"],
    );
    in_order(
        &out,
        &["Player 2 places a piece on c1.", "Saved in game.txt."],
    );
    assert!(home.read("game.txt").ends_with("1. b2 c1\n*\n"));
}

#[test]
fn a_finished_record_can_be_looked_at() {
    let home = Home::new();
    let record =
        "[Game \"sight\"]\n[Size \"3\"]\n[Termination \"resignation\"]\n\n1. b2 {good}\n1-0\n";
    std::fs::write(home.file("old.txt"), record).expect("written");
    let args = [&["--load", "old.txt", "--save", "new.txt"], TWO.as_slice()].concat();
    let out = home.play(&args, &["board"]);
    assert_eq!(
        out.matches("Player 2 resigned. Player 1 wins.\n").count(),
        2,
        "{out}"
    );
    assert_eq!(home.read("new.txt"), record);
    assert!(home.journals().is_empty());
}

#[test]
fn a_program_that_cannot_play_is_replaced() {
    let out = Home::new().play(
        &["sight", "--size", "3", "--second", "ugi:/no/such/engine"],
        &["b2", "a1"],
    );
    assert!(
        out.contains("ugi:/no/such/engine cannot play: cannot start"),
        "{out}"
    );
    in_order(
        &out,
        &[
            "From now on, enter Player 2's moves here.",
            "> a1",
            "Player 2 places a piece on a1.",
        ],
    );
}

#[test]
fn another_program_can_play() {
    let engine = format!(
        "ugi:{} engine sight --size 3",
        env!("CARGO_BIN_EXE_quintain")
    );
    let out = Home::new().play(
        &["sight", "--size", "3", "--second", &engine, "--clock", "2s"],
        &["b2"],
    );
    assert!(out.contains("\nPlayer 2 places a piece on "), "{out}");
    assert!(out.contains("Time left: Player 1 0:02"), "{out}");
}

#[test]
fn a_command_line_that_makes_no_sense_is_rejected() {
    let home = Home::new();
    for (args, status, reason) in [
        (vec!["play"], 2, "which game? There are "),
        (vec!["play", "chess"], 2, "chess"),
        (
            vec!["play", "sight", "--size", "4"],
            2,
            "no board of size 4",
        ),
        (
            vec!["play", "sight", "--first", "nobody"],
            2,
            "is not a player",
        ),
        (
            vec!["play", "sight", "--clock", "soon"],
            2,
            "is not a time control",
        ),
        (vec!["play", "sight", "--json"], 2, "no result in JSON"),
        (vec!["play", "sight", "--position", "..."], 1, "expected"),
        (vec!["play", "--load", "nothing.txt"], 1, "nothing.txt"),
        (
            vec!["play", "--resume"],
            1,
            "there is no unfinished game in ",
        ),
    ] {
        let (found, out, err) = home.run(&args, "");
        assert_eq!((found, out.as_str()), (status, ""), "{args:?}: {err}");
        assert!(err.contains(reason), "{args:?}: {err}");
    }
    assert!(home.journals().is_empty());
}
