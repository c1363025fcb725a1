//! The server under load and under faults, with real processes and sockets.

#[path = "documented/mod.rs"]
mod documented;

use serde_json::Value;
use std::process::{Command, Output};

fn load(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_quintain"))
        .args(["load", "--json"])
        .args(args)
        .output()
        .expect("the program runs")
}

/// The report of a successful run.
fn report(args: &[&str]) -> Value {
    let output = load(args);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{stderr}\n{report}");
    serde_json::from_str(&report).unwrap_or_else(|_| panic!("no JSON: {report}"))
}

#[test]
fn moves_are_acknowledged_under_load() {
    let report = report(&["--games", "6", "--saturate", "--for", "2s"]);
    documented::assert_documented("load", &report);
    assert_eq!(report["sockets"], 12, "{report}");
    assert!(report["moves"].as_u64().expect("a count") > 0, "{report}");
    let trip = |name: &str| report["round_trip"][name].as_f64().expect("a time");
    assert!(
        trip("p50_ms") > 0.0 && trip("p99_ms") <= trip("max_ms"),
        "{report}"
    );
    assert_eq!(report["errors"], serde_json::json!([]), "{report}");
    if cfg!(target_os = "linux") {
        let memory = report["memory"]["peak_bytes"].as_u64().expect("a size");
        assert!(memory > 1_000_000, "{report}");
    }
}

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    // On a busy machine the server's heartbeat is late, and clocks can lose more than they
    // otherwise would. Everything else is checked strictly.
    let report = report(&[
        "--games",
        "6",
        "--every",
        "50ms",
        "--for",
        "1s",
        "--kill",
        "3",
        "--away",
        "500ms",
        "--clock-loss",
        "30s",
    ]);
    let faults = &report["faults"];
    assert_eq!(faults["kills"], 3, "{report}");
    assert_eq!(faults["losses"], 0, "{report}");
    let count = |name: &str| faults[name].as_u64().expect("a count");
    // The last game of each table after each kill, and all of them at the end.
    assert!(count("games_checked") >= 4 * 6, "{report}");
    assert!(count("moves_checked") > 0, "{report}");
}

#[test]
fn wrong_arguments_are_reported() {
    for (args, status, part) in [
        (
            &["--url", "games.example"][..],
            1,
            "not the address of a server",
        ),
        // Nothing listens there.
        (&["--url", "http://127.0.0.1:1"], 1, "127.0.0.1:1"),
        (&["--url", "http://127.0.0.1:1", "--kill", "1"], 2, "--kill"),
        (&["--games", "0"], 2, "--games"),
        (&["--every", "soon"], 2, "not a duration"),
        (&["--away", "1s"], 2, "--kill"),
        (&["--attack", "kindness"], 2, "unread-answers"),
        (&["--attack", "all", "--kill", "1"], 2, "--kill"),
    ] {
        let output = load(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{args:?}: {stderr}");
        assert!(stderr.contains(part), "{args:?}: {stderr}");
    }
}

#[test]
fn honest_players_play_on_beside_hostile_visitors() {
    // A debug build on a busy machine may exceed its budget of time, which is not this test's
    // concern.
    let output = load(&[
        "--attack",
        "unread-answers,takebacks,floods,accounts,programs",
        "--hostile",
        "5",
        "--games",
        "3",
        "--every",
        "100ms",
        "--for",
        "1s",
    ]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let trials = report["trials"].as_array().expect("a list");
    let attacks: Vec<_> = trials.iter().map(|trial| &trial["attack"]).collect();
    assert_eq!(
        attacks,
        [
            "unread-answers",
            "takebacks",
            "floods",
            "accounts",
            "programs"
        ]
    );
    for trial in trials {
        assert!(trial["moves"].as_u64().expect("a count") > 0, "{trial}");
        assert_eq!(trial["errors"], serde_json::json!([]), "{trial}");
        let hostile = |name: &str| trial[name].as_u64().expect("a count");
        assert!(
            hostile("hostile_accepted") + hostile("hostile_refused") > 0,
            "{trial}"
        );
    }
}
