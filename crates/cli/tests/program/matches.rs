//! Matches.

use crate::json_docs::assert_documented;
use crate::{fails_with, json, prints, quintain};
use quintain_rules::Registry;
use quintain_rules::record::Record;

#[test]
fn matches_are_played_saved_and_resumed() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let file = file.to_str().expect("a path");
    let play = |games: &str| {
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
    let text = play("4");
    assert!(text.contains("4 games: "), "{text}");
    assert_eq!(
        std::fs::read_to_string(file)
            .expect("the file")
            .lines()
            .count(),
        5
    );
    // Only what is missing is played: two games more, each with a line, and the summary.
    assert_eq!(play("6").lines().count(), 3);
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
    fails_with(
        1,
        &args,
        "player 1 name (\"engine\" there, \"greedy\" here)",
    );
}

#[test]
fn a_saved_match_does_not_mix_conditions() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let file = file.to_str().expect("a path");
    let args = |limits: &[&'static str]| {
        let mut args = vec![
            "match", "engine", "random", "--game", "sight", "--size", "3",
        ];
        args.extend(["--games", "2", "--save", file]);
        args.extend(limits);
        args
    };
    prints(&args(&["--depth", "1"]));
    prints(&args(&["--depth", "1"]));
    for (changed, named) in [
        (
            &["--depth", "2"][..],
            &["player 1 depth (1 there, 2 here)"][..],
        ),
        (
            &["--time", "10ms"],
            &["player 2 depth", "player 1 time_ms (null there, 10 here)"],
        ),
        (&["--depth", "1", "--clock", "1s+0.01s"], &["clock_ms"]),
        (
            &["--depth", "1", "--max-plies", "9"],
            &["max_plies (400 there, 9 here)"],
        ),
        (
            &["--depth", "1", "--repetitions", "9"],
            &["repetitions (3 there, 9 here)"],
        ),
        (
            &["--depth", "1", "--time-margin", "9ms"],
            &["time_margin_ms (500 there, 9 here)"],
        ),
        (
            &["--depth", "1", "--hash", "3"],
            &["player 1 hash (32 there, 3 here)"],
        ),
        (
            &["--depth", "1", "--opening", "3"],
            &["opening (4 there, 3 here)"],
        ),
        (
            &["--depth", "1", "--seed", "3", "--adjudicate"],
            &["seed", "adjudicate"],
        ),
    ] {
        for named in named {
            fails_with(1, &args(changed), named);
        }
    }
    for other in ["hello", "hello\n", "{}\n", "[]\n"] {
        std::fs::write(file, other).expect("written");
        fails_with(1, &args(&["--depth", "1"]), file);
        let kept = std::fs::read_to_string(file).expect("a file");
        assert_eq!(kept, other, "a file that is not a match is left alone");
    }
    if cfg!(unix) {
        let endless = "match random random --game sight --size 3 --games 2 --save /dev/zero";
        let endless: Vec<&str> = endless.split(' ').collect();
        fails_with(1, &endless, "/dev/zero");
    }
}

/// The words of a line, and others that may have spaces in them.
fn words<'a>(line: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    line.split(' ').chain(more.iter().copied()).collect()
}

/// A small match with a file for its games.
const SMALL: &str = "match random random --game sight --size 3 --games 4";

#[test]
fn a_saved_match_survives_a_last_line_that_is_cut_off() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let path = file.to_str().expect("a path");
    let whole = prints(&words(SMALL, &["--save", path]));
    let complete = std::fs::read(&file).expect("saved");
    let last = complete
        .trim_ascii_end()
        .iter()
        .rposition(|&byte| byte == b'\n');
    // Cut off anywhere within the last game, or within the first line.
    let last = last.expect("lines") + 1;
    for cut in [last + 1, complete.len() - 1, 9] {
        std::fs::write(&file, &complete[..cut]).expect("written");
        let output = quintain(&words(SMALL, &["--save", path]));
        assert_eq!(output.status.code(), Some(0));
        let said = String::from_utf8_lossy(&output.stderr);
        if cut > 9 {
            assert!(said.contains("line 5 is cut off"), "{said}");
        }
        assert_eq!(std::fs::read(&file).expect("saved"), complete, "{cut}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.lines().last(), whole.lines().last());
    }
    // A game that is there twice is not counted twice.
    let twice = [&complete[..], &complete[last..]].concat();
    std::fs::write(&file, twice).expect("written");
    fails_with(
        1,
        &words(SMALL, &["--save", path]),
        "line 6: game 4 is in the file twice",
    );
}

#[test]
fn a_saved_match_is_not_cut_off_at_a_line_that_is_too_long() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let path = file.to_str().expect("a path");
    prints(&words(SMALL, &["--save", path]));
    let saved = std::fs::read(&file).expect("saved");
    let first = saved.iter().position(|&byte| byte == b'\n').expect("lines") + 1;
    let long = " ".repeat(17 << 20);
    let spoiled = [&saved[..first], long.as_bytes(), &saved[first..]].concat();
    std::fs::write(&file, &spoiled).expect("written");
    fails_with(1, &words(SMALL, &["--save", path]), "line 2: ");
    assert!(std::fs::read(&file).expect("saved") == spoiled, "unchanged");
}

#[test]
fn a_larger_or_smaller_number_of_games_continues_the_same_match() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let save = ["--save", file.to_str().expect("a path")];
    let line =
        |games: u32| format!("match random greedy uct@n5 --game sight --size 3 --games {games}");
    let table = |games: u32| json(&words(&line(games), &save));
    assert_eq!(table(3)["pairings"][2]["games"], 3);
    assert_eq!(table(4)["pairings"][2]["games"], 4);
    // What is there counts.
    assert_eq!(table(1)["pairings"][2]["games"], 4);
}

#[test]
fn games_are_written_as_records_with_players_and_endings() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let [records, save] = ["games.txt", "match.jsonl"].map(|name| dir.path().join(name));
    let [records, save] = [&records, &save].map(|path| path.to_str().expect("a path"));
    let line = "match random;name=Ada greedy --game animal-chess --opening 2 --max-plies 9";
    let files = ["--records", records, "--save", save];
    prints(&words(line, &[&["--games", "3"][..], &files].concat()));
    let read = || {
        let text = std::fs::read_to_string(records).expect("records");
        Record::parse_all(&Registry::standard(), &text).expect("records")
    };
    let header = |record: &Record, name: &str| record.header(name).unwrap_or("?").to_owned();
    assert_eq!(read().len(), 3);
    assert_eq!(header(&read()[1], "First"), "greedy");
    assert_eq!(header(&read()[1], "Second"), "Ada");
    assert_eq!(header(&read()[1], "Round"), "2");
    assert!(["length", "rules"].contains(&&*header(&read()[1], "Ending")));
    // A match that is resumed has them all, also if the file was cut off.
    let text = std::fs::read_to_string(records).expect("records");
    std::fs::write(records, &text[..text.len() - 30]).expect("written");
    prints(&words(line, &[&["--games", "4"][..], &files].concat()));
    assert_eq!(read().len(), 4);
    // Files are not overwritten.
    let fresh = ["--games", "4", "--records", records];
    fails_with(1, &words(line, &fresh), "the file already exists");
    std::fs::write(records, "notes").expect("written");
    fails_with(
        1,
        &words(line, &[&["--games", "4"][..], &files].concat()),
        "already exists",
    );
}

#[test]
fn openings_come_from_a_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let [openings, records] = ["openings", "games"].map(|name| dir.path().join(name));
    let [list, games] = [&openings, &records].map(|path| path.to_str().expect("a path"));
    std::fs::write(&openings, "# two\nc3 a1\n\nstartpos moves b2\n").expect("written");
    let line = "match greedy random --game sight --games 5";
    prints(&words(line, &["--openings", list, "--records", games]));
    let text = std::fs::read_to_string(&records).expect("records");
    let records = Record::parse_all(&Registry::standard(), &text).expect("records");
    let first = |record: &Record| record.steps()[0].text.clone();
    let first: Vec<String> = records.iter().map(first).collect();
    assert_eq!(first, ["c3", "c3", "b2", "b2", "c3"]);
    std::fs::write(&openings, "c3\nc3 c9\n").expect("written");
    fails_with(
        1,
        &words(line, &["--openings", list]),
        "line 2: this is neither a position",
    );
    fails_with(
        2,
        &words(line, &["--openings", list, "--opening", "3"]),
        "--opening",
    );
    // Another list is another match.
    std::fs::write(&openings, "c3\n").expect("written");
    let save = dir.path().join("save").to_string_lossy().into_owned();
    prints(&words(line, &["--openings", list, "--save", &save]));
    std::fs::write(&openings, "c3\na1\n").expect("written");
    fails_with(
        1,
        &words(line, &["--openings", list, "--save", &save]),
        "openings (",
    );
}

#[test]
fn self_play_pairs_are_not_copies_of_each_other() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    for (number, player) in ["engine:2@d2", "engine@n300", "random"]
        .into_iter()
        .enumerate()
    {
        let file = dir.path().join(number.to_string());
        let line = format!("match {player} {player} --game catapult --games 6 --max-plies 40");
        prints(&words(
            &line,
            &["--records", file.to_str().expect("a path")],
        ));
        let text = std::fs::read_to_string(&file).expect("records");
        let records = Record::parse_all(&Registry::standard(), &text).expect("records");
        let steps = |record: &Record| -> Vec<String> {
            record
                .steps()
                .iter()
                .map(|step| step.text.clone())
                .collect()
        };
        let mut games: Vec<Vec<String>> = records.iter().map(steps).collect();
        games.sort_unstable();
        games.dedup();
        assert_eq!(games.len(), 6, "{player}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games_whoever_played_before() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let play = |name: &str, concurrency: &str| {
        let file = dir.path().join(name);
        let line = "match engine:3@n300 uct@n30 random --game incognito --games 2";
        let save = ["--save", file.to_str().expect("a path")];
        prints(&words(
            line,
            &[&["--concurrency", concurrency][..], &save].concat(),
        ));
        let text = std::fs::read_to_string(&file).expect("saved");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(play("one", "1"), play("two", "3"));
}

#[test]
fn a_match_of_billions_of_games_starts_at_once() {
    let line = "match uct@n30 random --game sight --size 3 --opening 1 --games 4000000000";
    let result = json(&words(line, &["--sprt", "-500", "0"]));
    assert_eq!(result["sprt"]["verdict"], "better", "{result}");
    fails_with(
        2,
        &[
            "match",
            "uct",
            "random",
            "--game",
            "sight",
            "--games",
            "4294967296",
        ],
        "is not a number from 0 to 4294967295",
    );
}

#[test]
fn players_meet_in_a_round_robin_or_a_gauntlet() {
    let line = "match random greedy uct@n20;name=tree --game sight --size 3 --games 2";
    let text = prints(&words(line, &["--concurrency", "2"]));
    assert!(text.contains("6 games: "), "{text}");
    assert!(text.contains("player") && text.contains("tree"), "{text}");
    let result = json(&words(line, &["--tournament", "gauntlet"]));
    assert_eq!(result["pairings"].as_array().map(Vec::len), Some(2));
    assert_eq!(result["players"][0]["games"], 4);
    assert_eq!(result["players"][1]["games"], 2);
    assert_documented("match", &result);
    fails_with(
        2,
        &words(line, &["--sprt", "0", "5"]),
        "exactly two players",
    );
    fails_with(
        2,
        &["match", "random", "--game", "sight"],
        "2 to 64 players",
    );
    fails_with(
        2,
        &words(SMALL, &["--sprt", "5", "0"]),
        "WORSE must be less",
    );
    fails_with(
        2,
        &words("match engine;hash=x uct --game sight", &[]),
        "hash=x",
    );
}

#[test]
fn two_matches_do_not_share_a_file() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let file = dir.path().join("match.jsonl");
    let path = file.to_str().expect("a path");
    prints(&words(SMALL, &["--save", path]));
    let held = std::fs::File::open(&file).expect("a file");
    held.lock().expect("a lock");
    fails_with(
        1,
        &words(SMALL, &["--save", path]),
        "another match is being played",
    );
}
