//! What is said when something is wrong: our own words, or JSON.

use crate::{PROGRAM, fails, fails_with, quintain};
use serde_json::Value;
use std::net::TcpListener;
use std::process::Command;
use tempfile::{TempDir, tempdir};

/// A file with this text in a directory.
fn file(dir: &TempDir, name: &str, text: &str) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, text).expect("written");
    path.to_string_lossy().into_owned()
}

/// The words of libraries and of the operating system, which no person should have to read.
const FOREIGN: [&str; 16] = [
    "os error",
    "TOML",
    "serde",
    "sqlx",
    "SQLite",
    "sqlite",
    "code:",
    "..=",
    "Err(",
    "Some(",
    "expected `",
    "unknown field",
    "EOF",
    "at column",
    "panicked",
    "invalid type",
];

#[test]
fn errors_under_json_are_json() {
    for (status, args, key) in [
        (
            1,
            &["moves", "sight", "--position", "nowhere"][..],
            "rules.position-fields",
        ),
        (1, &["convert", "no/such/file"], "cli.in-file"),
        (2, &["solve", "catapult"], "engine.unsolvable"),
        (2, &["moves", "chess"], "cli.usage-with-values"),
        (2, &["nonsense"], "cli.usage-unknown-subcommand"),
        (
            2,
            &["perft", "sight", "900"],
            "cli.usage-invalid-value-because",
        ),
        (2, &["play"], "cli.play-has-no-json"),
    ] {
        let text = fails(status, &[args, &["--json"]].concat());
        let json: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}"));
        let error = &json["error"];
        assert_eq!(error["key"], key, "{args:?}: {text}");
        assert!(error["text"].as_str().is_some_and(|text| !text.is_empty()));
        assert!(error["args"].is_object() || error["args"].is_null());
    }
    let text = fails(1, &["convert", "no/such/file", "--json"]);
    let json: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["error"]["args"]["reason"]["key"], "rules.os-not-found");
    // Help is no error.
    assert!(quintain(&["moves", "--json", "--help"]).stderr.is_empty());
}

#[test]
fn what_the_system_refuses_is_said_in_the_language_of_the_reader() {
    fails_with(
        1,
        &["convert", "no/such/file"],
        "no/such/file: there is no such file or directory",
    );
    let german = ["convert", "no/such/file", "--lang", "de"];
    fails_with(
        1,
        &german,
        "no/such/file: die Datei oder das Verzeichnis gibt es nicht",
    );
}

#[test]
fn settings_in_a_file_are_rejected_by_name_and_reason() {
    let dir = tempdir().expect("a temporary directory");
    for (text, reason) in [
        ("port = 80\n", "there is no setting \"port\""),
        (
            "config = \"other.toml\"\n",
            "there is no setting \"config\"",
        ),
        (
            "listen = 80\n",
            "setting listen: \"80\" is not an address such as 127.0.0.1:7878",
        ),
        (
            "claim-after = \"soon\"\n",
            "setting claim-after: \"soon\" is not a duration",
        ),
        (
            "limit-games = \"9\"\n",
            "setting limit-games: 9 has the wrong kind",
        ),
        (
            "limit-games = -1\n",
            "setting limit-games: \"-1\" is not a whole number",
        ),
        ("log = \"loud\"\n", "setting log: invalid value 'loud'"),
        (
            "listen = [1]\n",
            "setting listen: this is not a setting such as",
        ),
        (
            "log = \"off\"\n= nonsense\n",
            "line 2: this is not a setting such as",
        ),
    ] {
        let config = file(&dir, "server.toml", text);
        let said = fails(1, &["serve", "--config", &config]);
        assert!(
            said.contains(&format!("{config}: {reason}")),
            "{text}: {said}"
        );
        no_foreign_words(&said);
    }
}

#[track_caller]
fn no_foreign_words(said: &str) {
    for word in FOREIGN {
        assert!(!said.contains(word), "{word:?} in {said}");
    }
}

#[test]
fn no_words_of_libraries_reach_people() {
    let dir = tempdir().expect("a temporary directory");
    let path = dir.path().to_string_lossy().into_owned();
    let text = file(
        &dir,
        "text",
        "This is just some text, long enough for any header.\n"
            .repeat(9)
            .as_str(),
    );
    let journal = file(&dir, "game.journal", "{\"game\": \n");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let new = dir.path().join("new.db").to_string_lossy().into_owned();
    let inside = format!("{text}/inside");
    let cases: [&[&str]; 15] = [
        &["load", "--url", "http://127.0.0.1:1", "--for", "1s"],
        &["convert", &path],
        &["convert", &inside],
        &["verify", &path],
        &["play", "--load", &path],
        &["play", "--resume", &journal],
        &["play", "--resume", &path],
        &["analyse", "incognito", "--endgames", &text],
        &["analyse", "incognito", "--endgames", &inside],
        &[
            "match", "random", "random", "--game", "sight", "--save", &path,
        ],
        &["match", "ugi:no-such-program", "random", "--game", "sight"],
        &["endgames", "incognito", "--pieces", "1", "--out", &inside],
        &[
            "serve",
            "--listen",
            &address,
            "--database",
            &new,
            "--log",
            "off",
        ],
        &[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            &text,
            "--log",
            "off",
        ],
        &[
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--database",
            &inside,
            "--log",
            "off",
        ],
    ];
    for args in cases {
        let said = fails(1, args);
        assert!(said.starts_with("quintain: "), "{args:?}: {said}");
        no_foreign_words(&said);
    }
    for args in [
        &["perft", "sight", "900"][..],
        &["moves", "sight", "--size", "1000"],
        &["serve", "--behind-proxy=perhaps"],
        &["completions", "tcsh"],
        &["analyse", "sight", "--depth", "x"],
    ] {
        no_foreign_words(&fails(2, args));
    }
}

#[test]
fn a_database_that_cannot_be_opened_is_named() {
    let dir = tempdir().expect("a temporary directory");
    let text = file(&dir, "text", "just a text");
    // What is not a directory holds no database, and no copy of one.
    let inside = format!("{text}/games.db");
    let quiet = ["--listen", "127.0.0.1:0", "--log", "off"];
    let serve = [&["serve", "--database", &inside][..], &quiet].concat();
    let named = format!("quintain: {inside} cannot be opened: ");
    let said = fails(1, &serve);
    assert!(said.starts_with(&named), "{said}");
    assert_ne!(said.trim_end(), named.trim_end(), "no reason is given");
    let said = fails(1, &[&["--lang", "de"][..], &serve].concat());
    assert!(
        said.contains(&inside) && said.contains("lässt sich nicht öffnen"),
        "{said}"
    );
}

#[test]
fn a_number_of_any_length_is_named_with_those_that_are_allowed() {
    for number in ["900", "18446744073709551616", &"9".repeat(400)] {
        let said = fails(2, &["perft", "sight", number]);
        let named = format!("{number} is not a number from 0 to ");
        assert!(said.contains(&named), "{said}");
    }
    for text in ["-1", "1.5", "", "9e9", "0x10"] {
        let said = fails(2, &["perft", "sight", "--", text]);
        assert!(!said.contains("is not a number from"), "{text:?}: {said}");
    }
}

#[test]
fn a_damaged_line_of_a_saved_match_is_named() {
    let dir = tempdir().expect("a temporary directory");
    let path = dir.path().join("match").to_string_lossy().into_owned();
    let games = [
        "match", "random", "random", "--game", "sight", "--games", "1", "--save", &path,
    ];
    assert!(quintain(&games).status.success());
    let text = std::fs::read_to_string(&path).expect("saved");
    std::fs::write(&path, text + "{\"game\": 1}\n").expect("written");
    let said = fails(1, &games);
    assert!(
        said.contains("line 3: this is not a game of a saved match"),
        "{said}"
    );
    no_foreign_words(&said);
}

#[test]
fn a_full_disk_is_named_when_the_result_cannot_be_written() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
    let output = Command::new(PROGRAM)
        .args(["rules", "sight"])
        .env("LC_ALL", "C")
        .stdout(full.expect("a full disk"))
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert_eq!(
        said,
        "quintain: cannot write the result: the disk is full\n"
    );
}
