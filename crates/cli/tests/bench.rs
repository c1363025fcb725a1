//! The subcommands `bench` and `endgames`.

use quintain::{Error, run};
use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;
use serde_json::Value;

fn try_run(line: &str) -> Result<String, Error> {
    let mut out = Vec::new();
    let args = ["quintain"].into_iter().chain(line.split(' '));
    run(
        &EngineRegistry::standard(),
        Language::ENGLISH,
        args,
        &mut out,
        false,
    )?;
    Ok(String::from_utf8(out).expect("UTF-8"))
}

#[track_caller]
fn prints(line: &str) -> String {
    try_run(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

#[track_caller]
fn json(line: &str) -> Value {
    serde_json::from_str(&prints(&format!("{line} --json"))).expect("JSON")
}

#[track_caller]
fn fails(status: u8, line: &str, reason: &str) {
    match try_run(line) {
        Ok(text) => panic!("{line}: {text}"),
        Err(error) => {
            assert_eq!(error.status(), status, "{line}: {error}");
            let text = error.to_string();
            assert!(text.contains(reason), "{line}: {text}");
        }
    }
}

#[test]
fn two_runs_of_the_bench_count_the_same() {
    let nodes = |line: &str| json(line)["nodes"].as_u64().expect("a number");
    let all = nodes("bench --nodes 3000");
    assert_eq!(all, nodes("bench --nodes 3000 --threads 2"));
    let text = prints("bench --nodes 3000");
    assert_eq!(text.lines().last(), Some(all.to_string().as_str()));
    let games = EngineRegistry::standard().iter().count();
    assert_eq!(text.lines().count(), games + 2);
    let one = nodes("bench incognito --nodes 3000");
    assert!(8 * 3000 < one && one < all, "{one} of {all}");
    // More work is more work.
    assert!(nodes("bench incognito --nodes 30000") > one);
}

#[test]
fn latency_is_measured_in_every_game() {
    let found = json("bench --latency --samples 4");
    let games = found.as_array().expect("a list");
    assert_eq!(games.len(), EngineRegistry::standard().iter().count());
    for game in games {
        assert_eq!(game["limits"]["samples"], 2);
        assert_eq!(game["stops"]["samples"], 2);
        assert_eq!(game["illegal"].as_array().map(Vec::len), Some(0), "{game}");
    }
    fails(2, "bench chess", "invalid value");
    fails(2, "bench sight --samples 3", "--latency");
}

#[test]
fn tablebases_are_built_and_used() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("endgames");
    let file = file.to_str().expect("a path");
    let build = format!("endgames incognito --size 4 --pieces 1 --out {file}");
    let made = json(&build);
    assert_eq!(made["positions"], 104);
    assert!(made["searched"].as_u64().is_some_and(|count| count > 100));
    // Everything is in the file already.
    let again = prints(&build);
    assert!(again.starts_with("104 positions in "), "{again}");

    // White's only pawn is its spy, and three plies away from the castle whatever Black does.
    let position = ["--position", "3W/4/B3/4 w"].join(" ");
    let deep = try_with_position("analyse incognito --depth 9 --json", &position);
    let table = format!("analyse incognito --depth 1 --endgames {file} --json");
    let at_once = try_with_position(&table, &position);
    assert_eq!(deep["lines"][0]["wins_in"], at_once["lines"][0]["wins_in"]);
    assert!(at_once["lines"][0]["wins_in"].is_number(), "{at_once}");

    let line = "match engine@n300 random --game incognito --size 4 --games 2 --opening 0";
    assert!(prints(&format!("{line} --endgames {file}")).contains("2 games: "));
}

/// Runs a line with a position, which has a space in it.
#[track_caller]
fn try_with_position(line: &str, position: &str) -> Value {
    let mut out = Vec::new();
    let (option, text) = position.split_once(' ').expect("an option and its value");
    let args = ["quintain"].into_iter().chain(line.split(' '));
    let args = args.chain([option, text]);
    run(
        &EngineRegistry::standard(),
        Language::ENGLISH,
        args,
        &mut out,
        false,
    )
    .unwrap_or_else(|e| panic!("{line}: {e}"));
    serde_json::from_slice(&out).expect("JSON")
}

#[test]
fn files_that_are_not_tablebases_are_rejected() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("damaged");
    let file = file.to_str().expect("a path");
    let make = |rest: &str| format!("endgames incognito --size 4 {rest} --out {file}");
    fails(1, &format!("analyse incognito --endgames {file}"), file);
    prints(&make("--pieces 1"));
    fails(1, &make("--pieces 2"), "for up to 1 pieces per side");
    let other = format!("analyse incognito --size 5 --endgames {file}");
    fails(1, &other, "of incognito 4x4, expected incognito 5x5");
    let use_it = format!("analyse incognito --size 4 --endgames {file}");
    let complete = std::fs::read(file).expect("the file");
    std::fs::write(file, &complete[..100]).expect("it can be written");
    fails(1, &use_it, "is cut off");
    let mut damaged = complete;
    damaged[100] ^= 1;
    std::fs::write(file, damaged).expect("it can be written");
    fails(1, &use_it, "is damaged");
    fails(1, &make("--pieces 1"), "is damaged");
    std::fs::write(file, "hello").expect("it can be written");
    fails(1, &use_it, "this is not an endgame table");
    fails(
        2,
        &format!("endgames sight --out {file}"),
        "has no such endgame tables",
    );
    fails(
        2,
        &format!("analyse sight --endgames {file}"),
        "has no such endgame tables",
    );
    fails(2, "endgames incognito", "--out");
    let large = "endgames incognito --size 8 --pieces 8 --out nowhere/at/all";
    fails(2, large, "which is too many");
}
