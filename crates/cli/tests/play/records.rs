//! Files with games: what is kept, what is refused, and what is never overwritten.

use crate::common::{Home, TWO, in_order};
use std::path::Path;

/// Two games in one file.
const TWO_GAMES: &str = "[Game \"sight\"]\n[Size \"3\"]\n[First \"Ada\"]\n\n1. b2\n*\n\n\
    [Game \"knights-duel\"]\n[Size \"5\"]\n\n1. (2,3) (4,3)\n*\n";

fn write(home: &Home, name: &str, text: &str) {
    std::fs::write(home.file(name), text).expect("written");
}

/// The sample files that come with the program.
fn sample(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/games");
    examples.join(name).display().to_string()
}

#[test]
fn what_an_interrogation_revealed_stays_in_the_game_and_in_its_record() {
    let home = Home::new();
    let start = "1BB2/BB3/B3W/3WW/2WW1 w";
    let args = ["incognito", "--seed", "1", "--position", start];
    let args = [&args, TWO.as_slice()].concat();
    let lines = ["c1-c4", "a3-a1", "c4?c5", "undo", "undo", "save game.txt"];
    let out = home.play(&args, &lines);
    // With this seed neither of the two is a spy, and the game goes on.
    assert!(!out.contains("wins"), "{out}");
    let refusals = out.matches("A move that revealed something cannot be taken back.\n");
    assert_eq!(refusals.count(), 2, "{out}");
    let record = home.read("game.txt");
    assert!(record.contains("2. c4?c5-"), "{record}");
}

#[test]
fn an_unfinished_game_with_a_secret_can_be_shown_and_analysed_but_not_played_on() {
    let home = Home::new();
    let args = [&["incognito", "--seed", "3"], TWO.as_slice()].concat();
    home.play(&args, &["moves", "save game.txt"]);
    let record = home.read("game.txt");
    assert!(!record.contains("Secret"), "{record}");
    let (status, _, err) = home.run(&["play", "--load", "game.txt"], "");
    assert_eq!(status, 1);
    assert!(err.contains("does not name what is hidden"), "{err}");
    assert!(err.contains("quintain play --resume"), "{err}");
    let (status, out, err) = home.run(&["show", "game.txt"], "");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    let (status, out, err) = home.run(&["analyse", "game.txt", "--depth", "1"], "");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
}

#[test]
fn an_inco_file_is_played_on_and_written_before_the_game_is_over() {
    let home = Home::new();
    let begun = "B c1\nN b5\nB\nD d2->c3\n";
    write(&home, "x.inco", begun);
    let args = ["--load", "x.inco", "--save", "y.inco"];
    let out = home.play(&[&args, TWO.as_slice()].concat(), &["b4-c4"]);
    assert!(
        out.contains("Saved in y.inco, which also names what is hidden.\n"),
        "{out}"
    );
    // The file names the spies: nothing was drawn.
    assert!(
        out.contains("What is hidden is what the file says."),
        "{out}"
    );
    assert!(!out.contains("drawn at random"), "{out}");
    assert_eq!(home.read("y.inco"), format!("{begun}D b4->c4\n"));
    // A new game too: the format names the spies from the start.
    let args = ["incognito", "--save", "new.inco"];
    home.play(&[&args, TWO.as_slice()].concat(), &["moves"]);
    let (status, out, err) = home.run(&["verify", "new.inco"], "");
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
}

#[test]
fn verifying_an_inco_file_says_what_can_be_checked() {
    let home = Home::new();
    let (status, out, err) = home.run(&["verify", &sample("incognito.inco")], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(
        out,
        "Incognito, 13 steps: every step is legal.\n\
         All reveals agree with the secret d2 a3, which the file names.\n\
         There is no commitment, so whether it was fixed at the start cannot be checked.\n"
    );
}

#[test]
fn a_record_that_was_played_on_from_an_inco_file_is_verified_like_the_file() {
    let home = Home::new();
    let file = sample("incognito.inco");
    let (status, record, _) = home.run(&["convert", &file], "");
    assert_eq!(status, 0);
    write(&home, "game.txt", &record);
    let verified = |file: &str| home.run(&["verify", file], "");
    assert_eq!(verified("game.txt"), verified(&file));
    assert_eq!(verified("game.txt").0, 0);
}

#[test]
fn a_file_in_another_dialect_is_not_rewritten_without_being_told_to() {
    let home = Home::new();
    let theirs = std::fs::read_to_string(sample("incognito-assignment.inco")).expect("read");
    // Without its end, so that there is something to play on.
    let lines: Vec<&str> = theirs.lines().take(7).collect();
    let begun = lines.join("\n") + "\n";
    write(&home, "as.inco", &begun);
    let args = ["play", "--load", "as.inco", "--save", "as.inco", "--plain"];
    let (status, _, err) = home.run(&[&args, TWO.as_slice()].concat(), "");
    assert_eq!(status, 1, "{err}");
    assert!(err.contains("or this one written differently"), "{err}");
    assert_eq!(home.read("as.inco"), begun);
    let forced = [&args, TWO.as_slice(), &["--force"]].concat();
    let (status, _, err) = home.run(&forced, "");
    assert_eq!(status, 0, "{err}");
    assert_ne!(home.read("as.inco"), begun);
}

#[test]
fn lines_that_are_skipped_are_reported_by_every_command_that_reads_them() {
    let home = Home::new();
    let file = sample("incognito-assignment.inco");
    for args in [
        vec!["convert", &file],
        vec!["verify", &file],
        vec!["show", &file],
    ] {
        let (status, out, err) = home.run(&args, "");
        assert_eq!(status, 0, "{args:?}: {err}");
        assert!(!out.is_empty());
        assert_eq!(err.lines().count(), 3, "{args:?}: {err}");
        assert!(err.contains("line 6 is skipped: \"D a9->b9\""), "{err}");
    }
    let (_, ours, _) = home.run(&["convert", &sample("incognito.inco")], "");
    let (_, theirs, _) = home.run(&["convert", &file], "");
    assert_eq!(ours, theirs);
    let out = home.play(&[&["--load", file.as_str()], TWO.as_slice()].concat(), &[]);
    assert!(out.contains("\nLine 6 is skipped: "), "{out}");
}

#[test]
fn saving_does_not_overwrite_another_game_unless_told_to() {
    let home = Home::new();
    let other = "[Game \"sight\"]\n[Size \"5\"]\n\n1. c3\n*\n";
    write(&home, "other.txt", other);
    let args = [&["sight", "--size", "3"], TWO.as_slice()].concat();
    let out = home.play(
        &args,
        &["b2", "save other.txt", "save own.txt", "a1", "save own.txt"],
    );
    let refusal = "other.txt holds another game, or this one written differently; choose another \
                   name, or overwrite it with save! or --force.";
    in_order(&out, &[refusal, "Saved in own.txt.", "Saved in own.txt."]);
    assert_eq!(home.read("other.txt"), other);
    // A game does not begin if it could not be saved in the end.
    let saving = [args.as_slice(), &["--save", "other.txt"]].concat();
    let (status, out, err) = home.run(&[&["play"], saving.as_slice()].concat(), "b2\n");
    assert_eq!((status, out.as_str()), (1, ""), "{err}");
    assert!(err.contains("holds another game"), "{err}");
    home.play(&[saving.as_slice(), &["--force"]].concat(), &["a1"]);
    assert!(home.read("other.txt").ends_with("1. a1\n*\n"));
    let out = home.play(&args, &["c1", "save! other.txt"]);
    assert!(out.contains("Saved in other.txt.\n"), "{out}");
    // What is not a game is never overwritten.
    write(&home, "letter.txt", "Dear Ada,\n");
    let out = home.play(&args, &["c1", "save! letter.txt"]);
    assert!(out.contains("is not a game"), "{out}");
    assert_eq!(home.read("letter.txt"), "Dear Ada,\n");
}

#[test]
fn no_file_is_written_whose_name_stands_for_a_game_in_another_one() {
    let home = Home::new();
    let args = [&["sight", "--size", "3"], TWO.as_slice()].concat();
    let out = home.play(
        &args,
        &["b2", "save x.txt#2", "save! x.txt#2", "save x#y.txt"],
    );
    let refusal =
        "x.txt#2: a name that ends in #2 stands for game 2 of a file; choose another name.\n";
    assert_eq!(out.matches(refusal).count(), 2, "{out}");
    assert!(!home.file("x.txt#2").exists());
    assert!(home.file("x#y.txt").exists());
}

#[test]
fn a_list_of_games_does_not_end_like_a_sentence() {
    let home = Home::new();
    write(&home, "two.txt", TWO_GAMES);
    let args = [&["sight", "--size", "3"], TWO.as_slice()].concat();
    let out = home.play(&args, &["load two.txt"]);
    in_order(
        &out,
        &[
            "1: Sight, Ada - ?, 1 move, *",
            "2: Knight's Duel, 2 moves, *",
        ],
    );
}

#[test]
fn a_resumed_game_is_saved_over_its_own_earlier_stage() {
    let home = Home::new();
    let args = [&["sight", "--size", "3"], TWO.as_slice()].concat();
    home.play(&args, &["b2", "save game.txt"]);
    let out = home.play(&["--resume"], &["a1", "save game.txt"]);
    assert!(out.contains("Saved in game.txt.\n"), "{out}");
    assert!(home.read("game.txt").ends_with("1. b2 a1\n*\n"));
}

#[test]
fn one_of_several_games_in_a_file_is_chosen_by_its_number() {
    let home = Home::new();
    write(&home, "two.txt", TWO_GAMES);
    let (status, _, err) = home.run(&["play", "--load", "two.txt"], "");
    assert_eq!(status, 1);
    let list = "quintain: two.txt: there are 2 games in this file; name one of them, such as \
                two.txt#2:\n1: Sight, Ada - ?, 1 move, *\n2: Knight's Duel, 2 moves, *\n";
    assert_eq!(err, list);
    let out = home.play(
        &[&["--load", "two.txt#2"], TWO.as_slice()].concat(),
        &["(1,5)", "load two.txt#1", "a1", "load two.txt#3"],
    );
    in_order(
        &out,
        &[
            "Player 1 moves to (1, 5).",
            "Player 2 places a piece on a1.",
            "two.txt: there is no game 3 in this file, which holds 2 games.",
        ],
    );
    let (status, out, _) = home.run(&["convert", "two.txt#2"], "");
    assert_eq!(status, 0);
    assert!(out.starts_with("[Game \"knights-duel\"]\n"), "{out}");
    let (status, out, _) = home.run(&["verify", "two.txt"], "");
    assert_eq!((status, out.lines().count()), (0, 4), "{out}");
    let (status, out, _) = home.run(&["verify", &sample("several.txt")], "");
    assert_eq!((status, out.lines().count()), (0, 4), "{out}");
    let (status, out, _) = home.run(&["show", "two.txt"], "");
    assert_eq!(status, 0);
    in_order(
        &out,
        &[
            "1: Sight, Ada - ?, 1 move, *",
            "2: Knight's Duel, 2 moves, *",
        ],
    );
    let (_, out, _) = home.run(&["position", "two.txt#1", "a1"], "");
    assert_eq!(out, ".../.O./X.. O\n");
}

#[test]
fn comments_and_headers_survive_playing_on_and_being_resumed() {
    let home = Home::new();
    let record = "[Game \"sight\"]\n[Size \"3\"]\n[Event \"Club\"]\n[First \"Ada\"]\n\
                  [Date \"1843-09-01\"]\n\n{begun}\n1. b2 {good}\n*\n";
    write(&home, "old.txt", record);
    home.play(&[&["--load", "old.txt"], TWO.as_slice()].concat(), &["a1"]);
    home.play(&["--resume"], &["a3", "save new.txt"]);
    let expected = record.replace("{good}\n*", "{good} a1\n2. a3\n*");
    assert_eq!(home.read("new.txt"), expected);
}

#[test]
fn a_byte_order_mark_and_foreign_line_breaks_are_understood() {
    let home = Home::new();
    let dos = format!("\u{feff}{}", TWO_GAMES.replace('\n', "\r\n"));
    write(&home, "dos.txt", &dos);
    let (status, out, err) = home.run(&["convert", "dos.txt"], "");
    assert_eq!((status, err.as_str()), (0, ""));
    assert_eq!(out, TWO_GAMES);
}

#[test]
fn nothing_without_an_end_is_read() {
    let home = Home::new();
    let mut paths = vec![("state-not-there", "")];
    if cfg!(unix) {
        paths = vec![
            ("/dev/zero", "regular"),
            ("/dev/full", "regular"),
            ("/", "regular"),
        ];
    }
    for (path, reason) in paths {
        for args in [
            vec!["convert", path],
            vec!["verify", path],
            vec!["show", path],
            vec!["play", "--load", path],
            vec!["play", "--resume", path],
            vec!["serve", "--config", path],
            vec!["analyse", "incognito", "--endgames", path],
        ] {
            let (status, out, err) = home.run(&args, "");
            assert_eq!((status, out.as_str()), (1, ""), "{args:?}: {err}");
            assert!(err.contains(reason), "{args:?}: {err}");
        }
    }
    // A file larger than is read, without content of its own.
    let huge = std::fs::File::create(home.file("huge.txt")).expect("created");
    huge.set_len(1 << 40).expect("made larger");
    for args in [["convert", "huge.txt"], ["verify", "huge.txt"]] {
        let (status, _, err) = home.run(&args, "");
        assert_eq!(status, 1);
        assert!(err.contains("larger than 16 MiB"), "{err}");
    }
}

#[test]
fn a_pipe_that_nobody_writes_to_is_not_waited_for() {
    let home = Home::new();
    let pipe = home.file("pipe.txt");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if made.is_ok_and(|status| status.success()) {
        let (status, _, err) = home.run(&["convert", "pipe.txt"], "");
        assert_eq!(status, 1);
        assert!(err.contains("not a regular file"), "{err}");
    }
}

#[test]
fn an_empty_file_holds_nothing_to_convert() {
    let home = Home::new();
    write(&home, "empty.txt", " \n");
    let (status, out, err) = home.run(&["convert", "empty.txt"], "");
    assert_eq!((status, out.as_str()), (1, ""));
    assert_eq!(err, "quintain: empty.txt: the file contains no game\n");
}

#[test]
fn what_is_not_a_database_is_not_backed_up() {
    let home = Home::new();
    write(&home, "empty.db", "");
    write(
        &home,
        "letter.db",
        "Dear Ada, this is not a database at all.\n",
    );
    for name in ["empty.db", "letter.db"] {
        let (status, out, err) = home.run(&["backup", name, "copy.db"], "");
        assert_eq!((status, out.as_str()), (1, ""), "{err}");
        assert!(err.contains("not a database"), "{err}");
        assert!(!home.file("copy.db").exists());
    }
}
