//! Help and usage errors: snapshots (`INSTA_UPDATE=always cargo test` rewrites them; read the
//! diff).

use crate::prints;
use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;

fn assert_help(name: &str, args: &[&str]) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, prints(args)));
}

#[test]
fn help_looks_like_its_snapshots_in_both_languages() {
    for language in ["en", "de"] {
        let name = |text: &str| format!("help-{text}-{language}");
        let lang = ["--lang", language];
        assert_help(&name("quintain"), &[&lang[..], &["--help"]].concat());
        assert_help(&name("play"), &[&["play", "-h"][..], &lang].concat());
        assert_help(&name("perft"), &[&["perft", "--help"][..], &lang].concat());
        assert_help(&name("load"), &[&["load", "--help"][..], &lang].concat());
    }
}

#[test]
fn long_help_says_more_than_short_help() {
    for (command, more) in [
        (&[][..], "130 after Ctrl-C"),
        (&["perft"], "The last line is the bare count."),
        (&["serve"], "Flags take precedence over environment"),
    ] {
        let long = prints(&[command, &["--help"]].concat());
        let text = long.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(more), "{command:?}: {long}");
        assert!(text.contains("see a summary with '-h'"), "{long}");
        assert!(!prints(&[command, &["-h"]].concat()).contains(more));
    }
}

#[test]
fn the_subcommand_help_is_in_the_language_too() {
    assert_eq!(
        prints(&["--lang", "de", "help", "moves"]),
        prints(&["--lang", "de", "moves", "--help"])
    );
}

#[test]
fn english_errors_are_in_the_words_of_the_parser() {
    let engines = EngineRegistry::standard();
    for line in [
        "frobnicate",
        "gmaes",
        "moves",
        "moves chess",
        "moves sigth",
        "moves sight --szie 3",
        "moves sight --size",
        "moves sight --size x",
        "moves sight --json --json",
        "perft sight",
        "perft sight 201",
        "analyse sight --time soon",
        "load --saturate --every 3s",
        "match a b --game sight --sprt 1",
        "play sight --load x --first human",
        "games --lang tlh",
        "show sight --what",
    ] {
        let args = ["quintain"].into_iter().chain(line.split(' '));
        let command = quintain::command(engines.registry(), Language::ENGLISH);
        let parsed = command.try_get_matches_from(args.clone());
        let words = parsed.expect_err(line).render().to_string();
        let mut out = Vec::new();
        let error = quintain::run(&engines, Language::ENGLISH, args, &mut out, false);
        let ours = error.expect_err(line).text(Language::ENGLISH);
        assert_eq!(ours, words.trim_end(), "{line}");
    }
}

/// Every program of the workspace is one that `cargo run` might mean.
#[test]
fn cargo_run_knows_which_program_to_run() {
    let output = std::process::Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let defaults = packages.iter().filter_map(|it| it["default_run"].as_str());
    assert_eq!(defaults.collect::<Vec<_>>(), ["quintain"]);
}
