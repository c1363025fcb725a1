//! Analysis, proofs and UGI.

use crate::{PROGRAM, fails_with, prints};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

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
        // Where everything is proved there is nothing to search.
        let searched = text.contains("depth  3") || text.contains("proved: ");
        assert!(searched && text.contains("best move: "), "{text}");
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
fn several_lines_do_not_contradict_the_proof() {
    let analyse = |lines: &str| {
        let json = prints(&[
            "analyse", "sight", "--lines", lines, "--depth", "6", "--json",
        ]);
        serde_json::from_str::<Value>(&json).expect("JSON")
    };
    let (one, three) = (analyse("1"), analyse("3"));
    for result in [&one, &three] {
        assert_eq!(result["proved"], "first", "{result}");
        assert_eq!(result["lines"][0]["chance"], 1.0, "{result}");
        assert_eq!(result["lines"][0]["moves"][0], result["best"], "{result}");
    }
    assert_eq!(one["best"], three["best"]);
}

#[test]
fn finished_games_and_wrong_limits_are_rejected() {
    let over = ["analyse", "knights-duel", "--position", "3B/1x2/2x1/W3 w"];
    fails_with(
        1,
        &over,
        "nothing to analyse: Player 1 has no legal moves. Player 2 wins.",
    );
    fails_with(
        2,
        &["analyse", "sight", "--time", "soon"],
        "is not a duration such as 100ms",
    );
    fails_with(
        2,
        &["analyse", "sight", "--lines", "0"],
        "expected a number from 1 to 256",
    );
    fails_with(2, &["solve", "catapult"], "Catapult need not end");
    fails_with(
        2,
        &[
            "match", "engine:9", "random", "--game", "sight", "--games", "1",
        ],
        "is not a player",
    );
    fails_with(
        2,
        &["match", "engine@x", "random", "--game", "sight"],
        "is not a limit such as",
    );
    fails_with(
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
fn the_winner_is_proved_and_verified() {
    let text = prints(&[
        "solve",
        "sight",
        "--size",
        "3",
        "--scratch",
        "--verify",
        "--hash",
        "1",
        "--threads",
        "1",
    ]);
    assert!(
        text.contains("verified: ") && text.ends_with("first wins with b2\n"),
        "{text}"
    );
    // Several threads may find another winning move.
    let text = prints(&[
        "solve",
        "sight",
        "--size",
        "3",
        "--scratch",
        "--verify",
        "--threads",
        "2",
    ]);
    assert!(
        text.contains("verified: ") && text.contains("\nfirst wins with "),
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
fn the_engine_does_not_pretend_to_speak_json() {
    fails_with(2, &["engine", "sight", "--json"], "UGI");
}

#[test]
fn the_engine_speaks_ugi_on_its_own_streams() {
    let mut child = Command::new(PROGRAM)
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
    // The second side replies with the mirror image.
    assert!(text.ends_with("bestmove (5,4)\n"), "{text}");
}
