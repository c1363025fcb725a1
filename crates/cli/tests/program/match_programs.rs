//! Matches with other programs: their options, their faults, and the log.
#![cfg(unix)]

use crate::{PROGRAM, fails_with, json, prints, quintain};
use serde_json::Value;
use std::path::{Path, PathBuf};

#[test]
fn other_engines_play_matches_through_ugi() {
    let command = format!("ugi:{PROGRAM} engine knights-duel --size 5@d4");
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

/// A shell script that answers `go` in some way.
fn script(folder: &Path, name: &str, on_go: &str) -> PathBuf {
    let file = folder.join(name);
    let text = format!(
        "while read -r line; do\ncase \"$line\" in\n\
         ugi) echo option name Seed type spin default 0 min 0 max 999999; echo ugiok;;\n\
         isready) echo readyok;;\ngo*) {on_go};;\nquit) exit;;\nesac\ndone\n"
    );
    std::fs::write(&file, text).expect("a file");
    file
}

#[test]
fn faults_name_player_game_and_position_and_set_the_exit_status() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (kind, on_go, reason) in [
        ("illegal-move", "echo bestmove z9", "z9"),
        ("crash", "exit 7", "the engine has exited (status 7)"),
        ("protocol", "echo bestmove", "the engine sent no move"),
        (
            "protocol",
            "echo info error broken",
            "the engine reports an error: broken",
        ),
    ] {
        let file = script(dir.path(), "engine.sh", on_go);
        let player = format!("ugi:sh {};name=Broken", file.display());
        let args = [
            "match",
            "random",
            &player,
            "--game",
            "sight",
            "--size",
            "3",
            "--games",
            "2",
            "--opening",
            "0",
            "--json",
            "--nodes",
            "9",
        ];
        let output = quintain(&args);
        assert_eq!(output.status.code(), Some(3), "{kind}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("2 games were ended by faults"), "{said}");
        let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(result["fault_count"], 2, "{result}");
        assert_eq!(result["wins"], 2, "{result}");
        assert_eq!(result["players"][1]["faults"][kind], 2, "{result}");
        let fault = &result["faults"][1];
        let keys: Vec<&String> = fault.as_object().expect("an object").keys().collect();
        assert_eq!(
            keys,
            ["game", "kind", "player", "position", "reason", "side"]
        );
        assert_eq!(fault["game"], 2);
        assert_eq!(fault["player"], "Broken");
        assert_eq!(fault["side"], "first");
        assert_eq!(fault["position"], ".../.../... O");
        assert_eq!(fault["kind"], kind);
        assert!(
            fault["reason"]
                .as_str()
                .is_some_and(|text| text.contains(reason)),
            "{fault}"
        );
    }
    // One that takes longer than its time, which is a millisecond.
    let file = script(dir.path(), "engine.sh", "sleep 0.1; echo bestmove b2");
    let player = format!("ugi:sh {};name=Slow;time=1ms", file.display());
    let args = [
        "match",
        "random;nodes=1",
        &player,
        "--game",
        "sight",
        "--size",
        "3",
    ];
    let args = [
        &args[..],
        &["--games", "2", "--json", "--time-margin", "1ms"],
    ]
    .concat();
    let output = quintain(&args);
    assert_eq!(output.status.code(), Some(3));
    let result: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(result["players"][1]["faults"]["time"], 2, "{result}");
    let reason = result["faults"][0]["reason"].as_str().unwrap_or_default();
    assert!(
        reason.starts_with("the time ran out: ") && reason.ends_with(" of 1 ms"),
        "{reason}"
    );
    // For people, when it happens and at the end.
    let file = script(dir.path(), "engine.sh", "exit 7");
    let player = format!("ugi:sh {};name=Broken;nodes=9", file.display());
    let output = quintain(&[
        "match", "random", &player, "--game", "sight", "--games", "1",
    ]);
    let text = String::from_utf8_lossy(&output.stdout);
    let line = "fault: game 1, Broken (second), crash: the engine has exited (status 7); ";
    assert_eq!(text.matches(line).count(), 2, "{text}");
    assert!(text.contains("faults of Broken: crash 1\n"), "{text}");
    let file = script(dir.path(), "resigns.sh", "echo bestmove resign");
    let player = format!("ugi:sh {};nodes=9", file.display());
    let result = json(&[
        "match", "random", &player, "--game", "sight", "--games", "2",
    ]);
    assert_eq!(
        result["wins"], 2,
        "who resigns loses, without a fault: {result}"
    );
}

#[test]
fn the_protocol_log_has_every_line_with_time_game_player_and_direction() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = script(dir.path(), "resigns.sh", "echo bestmove resign");
    let player = format!("ugi:sh {};name=Shy;nodes=9", file.display());
    let log = dir.path().join("log");
    let args = [
        "match", "random", &player, "--game", "sight", "--games", "4", "--log",
    ];
    let args = [&args[..], &[log.to_str().expect("a path")]].concat();
    json(&args);
    let text = std::fs::read_to_string(&log).expect("a log");
    let mut seeds = Vec::new();
    for line in text.lines() {
        let words: Vec<&str> = line.splitn(5, ' ').collect();
        let [time, game, "Shy", "<" | ">", said] = words[..] else {
            panic!("{line}");
        };
        assert!(
            time.parse::<f64>().is_ok() && game.parse::<u64>().is_ok(),
            "{line}"
        );
        if let Some(seed) = said.strip_prefix("setoption name Seed value ") {
            seeds.push(seed.to_owned());
        }
    }
    for line in [
        "1 Shy > ugi",
        "2 Shy < bestmove resign",
        "> go nodes 9",
        "4 Shy > uginewgame",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    // One process for all games, with a seed of its own in each.
    assert_eq!(text.matches("> ugi\n").count(), 1, "{text}");
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 4);
    json(&args);
    let twice = std::fs::read_to_string(&log).expect("a log");
    assert!(twice.starts_with(&text) && twice.len() > text.len());
}

#[test]
fn options_of_programs_are_sent_and_unknown_ones_are_rejected() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let log = dir.path().join("log");
    let command = format!("ugi:{PROGRAM} engine sight --size 3;nodes=50;hash=3;option.Level=2");
    let args = [
        "match", &command, "random", "--game", "sight", "--size", "3", "--games", "2",
    ];
    json(&[&args[..], &["--log", log.to_str().expect("a path")]].concat());
    let text = std::fs::read_to_string(&log).expect("a log");
    for line in [
        "> setoption name Hash value 3",
        "> setoption name Level value 2",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let unknown = format!("ugi:{PROGRAM} engine sight --size 3;option.Contempt=5");
    let args = [
        "match", &unknown, "random", "--game", "sight", "--games", "1",
    ];
    fails_with(1, &args, "the engine has no option \"Contempt\"");
    let wrong = format!("ugi:{PROGRAM} engine sight --size 3;option.Level=99");
    let args = ["match", &wrong, "random", "--game", "sight", "--games", "1"];
    fails_with(
        1,
        &args,
        "the engine reports an error: Level takes a number from 1 to 8",
    );
}
