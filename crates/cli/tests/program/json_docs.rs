//! The results in JSON are as `docs/json.md` describes them.

use crate::PROGRAM;
use crate::documented::{examples, same_form};
use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;
use serde_json::Value;
use std::process::Command;

pub(crate) use crate::documented::assert_documented;

/// What the engine finds changes with every improvement; its form does not.
const BY_ENGINE: [&str; 5] = ["analyse", "solve", "match", "endgames", "bench"];
/// What does not end by itself, or needs a server; other tests compare these.
const NOT_RUN: [&str; 4] = ["serve", "backup", "migrate", "load"];

/// The words of a command line, of which some are quoted.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('\'').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

#[test]
fn results_in_json_are_as_documented() {
    for (heading, command, json) in examples() {
        if NOT_RUN.contains(&heading.as_str()) {
            continue;
        }
        let dir = tempfile::tempdir().expect("a temporary directory");
        let line = command.replace("FILE", &dir.path().join("file").to_string_lossy());
        let words = words(&line);
        let args: Vec<&str> = words.iter().skip(1).map(String::as_str).collect();
        assert_eq!(words[0], "quintain", "{line}");
        let output = Command::new(PROGRAM)
            .args(&args)
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
            .env("LC_ALL", "C")
            .output()
            .expect("the program runs");
        let text = if output.status.success() {
            &output.stdout
        } else {
            &output.stderr
        };
        let text = String::from_utf8_lossy(text);
        let actual: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{line}: {error}: {text}"));
        let exact = !BY_ENGINE.contains(&heading.as_str());
        if let Err(place) = same_form(&json, &actual, exact) {
            panic!("{line} differs at {place}: {actual:#}");
        }
    }
}

#[test]
fn the_json_of_every_subcommand_is_documented() {
    let engines = EngineRegistry::standard();
    let command = quintain::command(engines.registry(), Language::ENGLISH);
    let documented: Vec<String> = examples()
        .into_iter()
        .map(|(heading, ..)| heading)
        .collect();
    for subcommand in command.get_subcommands() {
        let name = subcommand.get_name();
        // These have no result of their own, or one that is described elsewhere.
        if ["help", "play", "engine", "openapi"].contains(&name) {
            continue;
        }
        assert!(documented.iter().any(|heading| heading == name), "{name}");
    }
}
