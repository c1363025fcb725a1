//! Games, positions and records.

use crate::{PROGRAM, fails, fails_with, json, prints};
use quintain_rules::Registry;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// The ids of all games.
fn games() -> Vec<String> {
    let list = json(&["games"]);
    let id = |game: &Value| game["id"].as_str().expect("an id").to_owned();
    list.as_array().expect("a list").iter().map(id).collect()
}

#[test]
fn all_games_are_listed_with_their_boards() {
    let registered: Vec<&str> = Registry::standard()
        .iter()
        .map(|game| game.info().id)
        .collect();
    assert_eq!(games(), registered);
    let text = prints(&["games"]);
    assert!(
        text.contains("sight         Sight. Board: 5 by 5; sizes 3, 5, 7 and 9.\n"),
        "{text}"
    );
    assert!(
        text.contains("animal-chess  Animal Chess. Board: 5 by 6.\n"),
        "{text}"
    );
}

#[test]
fn rules_can_be_read_in_the_terminal() {
    for game in games() {
        let page = prints(&["rules", &game]);
        let prose = |line: &&str| !line.starts_with("    ");
        let fits = |line: &str| line.chars().count() <= 80;
        assert!(page.lines().filter(prose).all(fits), "{game}");
        assert!(!page.contains(['*', '`']) || page.contains("H*"), "{game}");
        assert_eq!(json(&["rules", &game])["game"], *game);
    }
}

#[test]
fn moves_are_sorted_one_per_line() {
    assert_eq!(prints(&["moves", "knights-duel"]), "(2,3)\n(3,2)\n");
    assert_eq!(
        prints(&[
            "moves",
            "sight",
            "--size",
            "3",
            "--position",
            "XXO/X2O2O/X.O O"
        ]),
        "b2-b1\n"
    );
    assert_eq!(
        prints(&[
            "moves",
            "sight",
            "--position",
            "XX2XOX/.XXX./..OOO2/..OOO2/....O X"
        ]),
        ""
    );
    let moves = json(&["moves", "knights-duel", "--size", "4"]);
    assert_eq!(moves["position"], "3B/4/4/W3 w");
    assert_eq!(
        moves["moves"][0]["path"],
        serde_json::json!(["(1,1)", "(2,3)"])
    );
}

#[test]
fn events_have_exact_probabilities() {
    let position = "1BB2/B4/BW3/1B1WW/2WW1 b";
    let events = prints(&["events", "incognito", "--position", position]);
    for line in [
        "a3-a1 1/1\n",
        "a3?b3# 4/25\n",
        "a3?b3+ 1/5\n",
        "a3?b3- 16/25\n",
    ] {
        assert!(events.contains(line), "{events}");
    }
    let json = json(&["events", "incognito", "--position", position]);
    assert!(
        json["events"]
            .as_array()
            .unwrap()
            .contains(&serde_json::json!({"event": "a3?b3#", "p": "4/25"}))
    );
}

#[test]
fn moves_events_and_counts_are_listed_after_steps() {
    let steps = ["(2,3)", "(6,7)"];
    let line = [&["position", "knights-duel"], &steps[..]].concat();
    let position = prints(&line).trim_end().to_owned();
    for command in ["moves", "events"] {
        let after = prints(&[&[command, "knights-duel"], &steps[..]].concat());
        assert_eq!(
            after,
            prints(&[command, "knights-duel", "--position", &position])
        );
        assert!(!after.is_empty());
    }
    let count = |args: &[&str]| json(args)["nodes"].clone();
    let after = count(&[&["perft", "knights-duel", "3"], &steps[..]].concat());
    assert_eq!(
        after,
        count(&["perft", "knights-duel", "3", "--position", &position])
    );
    fails_with(
        1,
        &["perft", "knights-duel", "3", "(4,4)"],
        "(4,4) is not legal",
    );
}

#[test]
fn letters_in_the_wrong_case_are_named_with_the_right_ones() {
    let position = [
        "show",
        "sight",
        "--size",
        "3",
        "--position",
        ".o./.../... O",
    ];
    fails_with(
        1,
        &position,
        "upper and lower case differ here: 'O' is meant, not 'o'",
    );
    let position = ["show", "knights-duel", "--position", "3B/4/1X2/W3 w"];
    fails_with(1, &position, "'x' is meant, not 'X'");
}

#[test]
fn steps_lead_to_positions() {
    assert_eq!(
        prints(&["position", "knights-duel"]),
        "7B/8/8/8/8/8/8/W7 w\n"
    );
    assert_eq!(
        prints(&[
            "position",
            "knights-duel",
            "--size",
            "5",
            "Move to (2,3)",
            "3 4"
        ]),
        "4x/2B2/1W3/5/x4 w\n"
    );
    assert_eq!(
        prints(&[
            "position",
            "incognito",
            "--position",
            "5/5/2BW1/B3W/5 w",
            "d3?c3-"
        ]),
        "5/5/2b2/B3W/5 b\n"
    );
    let json = json(&["position", "knights-duel", "(2,3)"]);
    assert_eq!(
        json["steps"][0]["caption"][0]["text"],
        "Player 1 moves to (2, 3)."
    );
    assert_eq!(json["steps"][0]["caption"][0]["key"], "knights-duel.moves");
}

#[test]
fn boards_are_drawn() {
    assert_eq!(
        prints(&["show", "knights-duel", "--size", "4", "(2,3)"]),
        "Player 1 moves to (2, 3). Square (2, 3) is now removed.\n\
         4  .  .  . N2\n\
         3  . N1  .  .\n\
         2  .  .  .  .\n\
         1  X  .  .  .\n\
         \u{20}  1  2  3  4\n\
         Player 2, your knight is at (4, 4).\n"
    );
    let sight = prints(&["show", "sight", "--position", "O2../.X3./..O O"]);
    assert!(sight.contains("O²") && sight.contains("X³"), "{sight}");
    for game in games() {
        let shown = json(&["show", &game]);
        assert_eq!(shown["geometry"]["game"], *game);
        assert!(
            shown["view"]["moves"]
                .as_array()
                .is_some_and(|moves| !moves.is_empty())
        );
    }
}

#[test]
fn the_last_line_of_status_is_one_of_four() {
    let last = |args: &[&str]| prints(args).lines().last().map(str::to_owned);
    assert_eq!(
        last(&["status", "catapult"]).as_deref(),
        Some("first to move")
    );
    assert_eq!(
        last(&["status", "catapult", "e9-e9"]).as_deref(),
        Some("second to move")
    );
    let stuck = ["status", "knights-duel", "--position", "3B/1x2/2x1/W3 w"];
    assert_eq!(last(&stuck).as_deref(), Some("second won"));
    let stuck = ["status", "knights-duel", "--position", "3B/1x2/2x1/W3 b"];
    assert_eq!(last(&stuck).as_deref(), Some("first won"));
    assert_eq!(json(&stuck)["status"], "first won");
}

#[test]
fn the_last_line_of_perft_is_the_count() {
    let last = |args: &[&str]| prints(args).lines().last().map(str::to_owned);
    assert_eq!(last(&["perft", "knights-duel", "0"]).as_deref(), Some("1"));
    assert_eq!(
        last(&["perft", "animal-chess", "5"]).as_deref(),
        Some("588270")
    );
    assert_eq!(
        last(&["perft", "animal-chess", "5", "--threads", "3"]).as_deref(),
        Some("588270")
    );
    let divide = prints(&["perft", "knights-duel", "3", "--divide", "--threads", "1"]);
    let lines: Vec<&str> = divide.lines().collect();
    assert_eq!(lines[..2], ["(2,3) 10", "(3,2) 10"]);
    assert_eq!(lines.last(), Some(&"20"));
    assert_eq!(json(&["perft", "sight", "2"])["nodes"], 600);
}

#[test]
fn rejected_input_is_status_1_with_a_reason() {
    let cases: [(&[&str], &str); 6] = [
        (
            &["position", "knights-duel", "(4,4)"],
            "(4,4) is not legal: (4, 4) is not a knight's move from (1, 1)",
        ),
        (
            &["position", "knights-duel", "nonsense"],
            "\"nonsense\" is not a move: a square is written (2,3), 2,3, 2 3 or b3",
        ),
        (
            &["moves", "knights-duel", "--position", "3B/4/W3 w"],
            "the board has 3 rows, expected 4, 5, 6, 7 or 8",
        ),
        (
            &[
                "moves",
                "knights-duel",
                "--size",
                "5",
                "--position",
                "3B/4/4/W3 w",
            ],
            "the position has a board of size 4, not 5 as requested",
        ),
        (
            &[
                "status",
                "incognito",
                "--position",
                "5/5/2BW1/B3W/5 w",
                "d3?c3",
            ],
            "d3?c3 does not say what it revealed: d3?c3#, d3?c3+ or d3?c3-",
        ),
        (
            &["convert", "no/such/file"],
            "no/such/file: there is no such file or directory",
        ),
    ];
    for (args, reason) in cases {
        assert_eq!(fails(1, args), format!("quintain: {reason}\n"), "{args:?}");
    }
}

#[test]
fn wrong_usage_is_status_2() {
    let cases: [(&[&str], &str); 9] = [
        (
            &["serve", "--origin", "games.example"],
            "\"games.example\" is not an origin such as https://games.example",
        ),
        (&["frobnicate"], "unrecognized subcommand"),
        (&["moves", "chess"], "invalid value 'chess' for '<GAME>'"),
        (
            &["moves", "sight", "--size", "4"],
            "Sight has no board of size 4; its sizes are 3, 5, 7 and 9",
        ),
        (
            &["moves", "catapult", "--size", "10"],
            "Catapult has only one board and takes no size",
        ),
        (
            &["moves", "sight", "--size", "x"],
            "invalid value 'x' for '--size <N>'",
        ),
        (&["perft", "sight"], "<DEPTH>"),
        (
            &["perft", "sight", "201"],
            "201 is not a number from 0 to 200",
        ),
        (
            &["convert", "-", "--to", "pdf"],
            "unknown format \"pdf\": expected record or inco",
        ),
    ];
    for (args, reason) in cases {
        fails_with(2, args, reason);
    }
}

/// Runs a command with a text on its standard input.
fn with_input(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .env("LC_ALL", "C")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes())
        .expect("it reads");
    child.wait_with_output().expect("it ends")
}

#[test]
fn records_are_checked_and_converted() {
    let inco = "B c1\nN b5\nB\nD d2->c3\nD b4->c4\nI c3->c4\n";
    let output = with_input(&["convert", "-", "--from", "inco"], inco);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let record = String::from_utf8(output.stdout).unwrap();
    assert!(
        record.contains("[Secret \"c1 b5\"]") && record.contains("2. c3?c4-"),
        "{record}"
    );
    let output = with_input(&["convert", "-", "--to", "inco"], &record);
    assert_eq!(String::from_utf8_lossy(&output.stdout), inco);
    let output = with_input(&["convert", "-"], &record.replace("c3?c4-", "c3?c4+"));
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("quintain: -: line "));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let mut child = Command::new(PROGRAM)
        .args(["perft", "catapult", "3", "--divide"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[test]
fn help_and_completions_cover_everything() {
    let subcommands = [
        "games", "rules", "moves", "events", "position", "show", "status", "perft",
    ];
    let help = prints(&["--help"]);
    let bash = prints(&["completions", "bash"]);
    for name in subcommands {
        assert!(help.contains(name) && bash.contains(name), "{name}");
        assert!(prints(&[name, "--help"]).contains("--json"), "{name}");
    }
    for game in games() {
        assert!(bash.contains(&game), "{game}");
    }
    for shell in ["zsh", "fish", "elvish", "powershell"] {
        assert!(prints(&["completions", shell]).len() > 1000, "{shell}");
    }
}
