//! The verbs that think, as their users run them.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn quintain(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quintain"))
        .args(args)
        .output()
        .expect("the program runs")
}

#[track_caller]
fn prints(args: &[&str]) -> String {
    let output = quintain(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn refused(status: i32, args: &[&str], reason: &str) {
    let output = quintain(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args:?}: {stderr}");
    assert!(stderr.contains(reason), "{args:?}: {stderr}");
}

#[test]
fn every_game_is_analysed() {
    for game in [
        "catapult",
        "knights-duel",
        "animal-chess",
        "incognito",
        "sight",
    ] {
        let text = prints(&["analyse", game, "--depth", "3", "--lines", "2"]);
        assert!(
            text.contains("depth  3") && text.contains("best move: "),
            "{text}"
        );
        let json = prints(&["analyse", game, "--nodes", "3000", "--json"]);
        let json: Value = serde_json::from_str(&json).expect("JSON");
        assert!(
            json["best"].is_string() && json["lines"][0]["chance"].is_number(),
            "{json}"
        );
    }
    let won = prints(&[
        "analyse",
        "animal-chess",
        "--position",
        "2L2/2g2/5/5/5/2l2 1 -",
        "--depth",
        "2",
    ]);
    assert!(
        won.contains("wins in 1") && won.ends_with("best move: 12-02\n"),
        "{won}"
    );
}

#[test]
fn finished_games_and_wrong_limits_are_refused() {
    let over = ["analyse", "knights-duel", "--position", "3B/1x2/2x1/W3 w"];
    refused(
        1,
        &over,
        "there is nothing to analyse: Player 1 has no legal moves. Player 2 wins.",
    );
    refused(
        2,
        &["analyse", "sight", "--time", "soon"],
        "is not a time such as 5s, 100ms or 2m",
    );
    refused(
        2,
        &["analyse", "sight", "--lines", "0"],
        "expected a number from 1 to 256",
    );
    refused(2, &["solve", "catapult"], "Catapult need not end");
    refused(
        2,
        &[
            "match", "engine:9", "random", "--game", "sight", "--games", "1",
        ],
        "is no player",
    );
    refused(
        2,
        &["match", "engine@x", "random", "--game", "sight"],
        "is no limit such as",
    );
    refused(
        1,
        &[
            "match",
            "ugi:no-such-program",
            "random",
            "--game",
            "sight",
            "--games",
            "1",
        ],
        "cannot start",
    );
}

#[test]
fn who_wins_is_solved_and_verified() {
    let text = prints(&[
        "solve",
        "sight",
        "--size",
        "3",
        "--scratch",
        "--verify",
        "--hash",
        "1",
    ]);
    assert!(
        text.contains("verified: ") && text.ends_with("first wins with b2\n"),
        "{text}"
    );
    let text = prints(&["solve", "knights-duel"]);
    assert!(text.ends_with("second wins\n"), "{text}");
    let text = prints(&[
        "solve",
        "knights-duel",
        "--size",
        "7",
        "--scratch",
        "--nodes",
        "1000",
    ]);
    assert!(text.ends_with("unsolved\n"), "{text}");
    let json = prints(&[
        "solve",
        "knights-duel",
        "--size",
        "5",
        "--verify",
        "--json",
        "--hash",
        "1",
    ]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["winner"], "first");
    assert!(
        json["verified"]
            .as_u64()
            .is_some_and(|positions| positions > 100),
        "{json}"
    );
}

#[test]
fn matches_are_played_saved_and_resumed() {
    let file = std::env::temp_dir().join(format!("quintain-match-{}", std::process::id()));
    let file = file.to_str().expect("a path");
    drop(std::fs::remove_file(file));
    let meet = |games: &str| {
        let args = [
            "match",
            "engine@n500",
            "random",
            "--game",
            "incognito",
            "--games",
            games,
        ];
        prints(&[&args[..], &["--concurrency", "2", "--save", file]].concat())
    };
    let text = meet("4");
    assert!(text.contains("4 games: "), "{text}");
    assert_eq!(
        std::fs::read_to_string(file)
            .expect("the file")
            .lines()
            .count(),
        5
    );
    // Only what is missing is played: two games more, each told in a line, and the summary.
    assert_eq!(meet("6").lines().count(), 3);
    let args = [
        "match",
        "greedy",
        "random",
        "--game",
        "incognito",
        "--games",
        "1",
        "--save",
        file,
    ];
    refused(1, &args, "this file is not about");
    std::fs::remove_file(file).expect("the file is there");
}

#[test]
fn engines_meet_through_the_protocol() {
    let command = format!(
        "ugi:{} engine knights-duel --size 5@d4",
        env!("CARGO_BIN_EXE_quintain")
    );
    let args = [
        "match",
        &command,
        "random",
        "--game",
        "knights-duel",
        "--size",
        "5",
        "--games",
        "2",
    ];
    let json = prints(&[&args[..], &["--json"]].concat());
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["games"], 2);
    assert_eq!(json["faults"].as_array().map(Vec::len), Some(0), "{json}");
}

#[test]
fn the_engine_answers_on_its_own_streams() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_quintain"))
        .args(["engine", "knights-duel", "--size", "6"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"ugi\nposition startpos moves (2,3)\ngo infinite\n")
        .expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // The second side answers with the mirror image.
    assert!(text.ends_with("bestmove (5,4)\n"), "{text}");
}
