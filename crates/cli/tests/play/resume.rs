//! Nothing is lost: games that are left, interrupted or killed can be resumed.

use crate::common::{Home, TWO, in_order};
use std::io::{Read, Write};
use std::process::{Child, ChildStdout, Command};

/// Starts a game, types lines, and waits for a text in the output.
fn started(home: &Home, args: &[&str], lines: &[&str], until: &str) -> (Child, ChildStdout) {
    let args = [&["play"], args].concat();
    let mut child = home.command(&args).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    for line in lines {
        writeln!(stdin, "{line}").expect("the program listens");
    }
    // Still open: there may be more to type.
    child.stdin = Some(stdin);
    let mut out = child.stdout.take().expect("a pipe");
    let mut seen = Vec::new();
    while !seen.ends_with(until.as_bytes()) {
        let mut byte = [0];
        out.read_exact(&mut byte).expect("the program is running");
        seen.extend(byte);
    }
    (child, out)
}

#[test]
fn a_game_survives_kill_9() {
    let home = Home::new();
    let args = [&["knights-duel", "--clock", "1m"], TWO.as_slice()].concat();
    let (mut child, _out) = started(
        &home,
        &args,
        &["(2,3)", "(6,7)", "(4,4)"],
        "Player 2, your knight is at (6, 7).",
    );
    child.kill().expect("SIGKILL");
    child.wait().expect("it has ended");
    assert_eq!(home.journals().len(), 1);
    // Even if the last line was not completely written.
    let journal = home.journals().remove(0);
    let mut file = std::fs::OpenOptions::new()
        .append(true)
        .open(&journal)
        .expect("the journal");
    file.write_all(b"{\"seq\":3,\"at\":17").expect("written");

    let out = home.play(&["--resume"], &["(5,5)"]);
    in_order(
        &out,
        &[
            "5  .  .  .  .  .  .  .  .",
            "4  .  .  . N1  .  .  .  .",
            "Player 2, your knight is at (6, 7).",
            "Player 2 moves to (5, 5).",
            "Player 1, your knight is at (4, 4).",
            "To resume it: quintain play --resume",
        ],
    );
    let out = home.play(&["--resume"], &["resign"]);
    in_order(
        &out,
        &[
            "Player 1, your knight is at (4, 4).",
            "Player 1 resigned. Player 2 wins.",
        ],
    );
    assert!(
        home.journals().is_empty(),
        "a finished game needs no journal"
    );
}

#[test]
fn what_is_hidden_is_the_same_after_a_kill() {
    let home = Home::new();
    let args = [&["incognito"], TWO.as_slice()].concat();
    let line_after = |out: &str, text: &str| {
        let mut lines = out.lines().skip_while(|line| !line.starts_with(text));
        lines.nth(1).map(str::to_owned)
    };
    let first = home.play(&args, &["moves", "hint"]);
    assert!(home.journals().is_empty(), "nothing was played: {first}");
    // The first player is drawn too, so any legal move will do.
    let (mut child, _out) = started(&home, &args, &["moves"], "> moves\n");
    child.kill().expect("SIGKILL");
    child.wait().expect("it has ended");
    // It is not fixed anew.
    let announcement = "This was fixed when the game began.";
    let resumed = home.play(&["--resume"], &["resign"]);
    let commitment = line_after(&resumed, announcement).expect("a commitment");
    let disclosed = resumed
        .lines()
        .find_map(|line| line.strip_prefix("Commitment: "));
    assert_eq!(disclosed, Some(commitment.as_str()), "{resumed}");
    assert!(!resumed.contains("now fixed"), "{resumed}");
}

#[test]
fn at_the_end_of_input_the_game_is_stored() {
    let home = Home::new();
    let args = [&["sight", "--save", "saved.txt"], TWO.as_slice()].concat();
    let out = home.play(&args, &["c3"]);
    let journal = home.journals().remove(0);
    let goodbye = format!(
        "> \nSaved in saved.txt.\nThe game is stored in {}.\nTo resume it: quintain play --resume\n",
        journal.display()
    );
    assert!(out.ends_with(&goodbye), "{out}");
    assert!(home.read("saved.txt").ends_with("1. c3\n*\n"));
}

#[cfg(unix)]
#[test]
fn after_ctrl_c_the_game_is_stored() {
    for player in ["human", "engine:8"] {
        let home = Home::new();
        let args = [
            "sight", "--first", "human", "--second", player, "--clock", "10m",
        ];
        // With ten minutes on its clock the engine thinks for long; a person may too.
        let (mut child, mut out) = started(&home, &args, &["c3"], "a piece on c3.\n");
        let pid = child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.expect("kill runs").success());
        let mut rest = String::new();
        out.read_to_string(&mut rest).expect("text");
        assert!(rest.contains("The game is stored in "), "{rest}");
        assert_eq!(child.wait().expect("it has ended").code(), Some(0));
        assert_eq!(home.journals().len(), 1);
    }
}

#[test]
fn the_last_game_is_resumed_and_the_others_are_listed() {
    let home = Home::new();
    let two = TWO.as_slice();
    home.play(&[&["sight"], two].concat(), &["c3"]);
    let older = home.journals().remove(0);
    home.play(&[&["knights-duel"], two].concat(), &["(2,3)", "(6,7)"]);
    let out = home.play(&["--resume"], &[]);
    assert!(
        out.starts_with(&format!(
            "There are other unfinished games; quintain play --resume FILE resumes one:\n\
             Sight, 1 move played: {}\nKnight's Duel, size 8. ",
            older.display()
        )),
        "{out}"
    );
    let name = older.file_name().expect("a name").to_str().expect("UTF-8");
    let out = home.play(&["--resume", name], &[]);
    assert!(out.starts_with("Sight, size 5. "), "{out}");
}

#[test]
fn a_game_is_played_in_one_process_at_a_time() {
    let home = Home::new();
    let (mut child, _out) = started(
        &home,
        &[&["sight"], TWO.as_slice()].concat(),
        &["c3"],
        "a piece on c3.\n",
    );
    let name = home.journals().remove(0).display().to_string();
    let (status, _, err) = home.run(&["play", "--resume", &name], "");
    child.kill().expect("SIGKILL");
    child.wait().expect("it has ended");
    assert_eq!(status, 1);
    assert!(
        err.contains("this game is being played in another process"),
        "{err}"
    );
}

#[test]
fn a_journal_that_was_tampered_with_is_rejected() {
    let home = Home::new();
    home.play(&[&["sight"], TWO.as_slice()].concat(), &["c3"]);
    let journal = home.journals().remove(0);
    let text = crate::common::read(&journal);
    std::fs::write(&journal, text.replace("\"c3\"", "\"c9\"")).expect("written");
    let name = journal.display().to_string();
    let (status, _, err) = home.run(&["play", "--resume", &name], "");
    assert_eq!(status, 1);
    assert!(err.contains("line 2: entry 0 is impossible"), "{err}");
    assert_eq!(
        text.lines().count(),
        3,
        "setup, step, and the pause when it was left"
    );
}

#[cfg(unix)]
#[test]
fn games_are_stored_in_the_state_directory_and_relative_ones_are_ignored() {
    let home = Home::new();
    let at_home = home.file("home/.local/state/quintain");
    let xdg = home.file("xdg");
    for (state, expected) in [
        (xdg.to_str().expect("UTF-8"), xdg.join("quintain")),
        ("xdg", at_home.clone()),
        ("", at_home),
    ] {
        let mut command = home.command(&["play", "sight", "--first", "human"]);
        command
            .env_remove("QUINTAIN_STATE")
            .env("XDG_STATE_HOME", state)
            .env("HOME", home.file("home"));
        let mut child = command.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"c3\n").expect("the program listens");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let out = String::from_utf8(output.stdout).expect("UTF-8");
        let message = format!("The game is stored in {}/", expected.display());
        assert!(out.contains(&message), "{message} in\n{out}");
    }
}
