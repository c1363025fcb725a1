//! Whole games, byte for byte. A script has the arguments on its first line and then what is
//! typed; the transcript is a snapshot (`INSTA_UPDATE=always cargo test` rewrites them; read the diff).

use crate::common::{Home, read};
use std::path::{Path, PathBuf};

fn scripts() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/scripts");
    let files = std::fs::read_dir(dir).expect("there are scripts");
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    files
}

#[test]
fn games_are_played_as_their_transcripts_show() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for file in scripts() {
        let script = read(&file);
        let (command, input) = script.split_once('\n').expect("a first line");
        let args: Vec<&str> = command.split(' ').collect();
        let (status, out, err) = Home::new().run(&args, input);
        assert_eq!((status, err.as_str()), (0, ""), "{command}");
        let game = args[1];
        assert!(
            out.lines().any(|line| line.ends_with(" wins.")),
            "{game} is not played to its end"
        );
        let transcript = format!("$ quintain {command}\n{out}");
        settings.bind(|| insta::assert_snapshot!(game, transcript));
    }
}

#[test]
fn a_german_game_is_played_as_its_transcript_shows() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let args = [
        "play",
        "incognito",
        "--seed",
        "3",
        "--clock",
        "none",
        "--lang",
        "de",
    ];
    let input = "moves\nhelp\nhint\nzug\nsave\nundo 3\ndraw\nundo\nresign\nquit\n";
    let args = [&args[..], &crate::common::TWO].concat();
    let (status, out, err) = Home::new().run(&args, input);
    assert_eq!((status, err.as_str()), (0, ""));
    let transcript = format!("$ quintain {}\n{out}", args.join(" "));
    settings.bind(|| insta::assert_snapshot!("german", transcript));
}

#[test]
fn every_game_has_a_script() {
    let scripts: Vec<String> = scripts().iter().map(|file| read(file)).collect();
    for game in quintain_rules::Registry::standard().iter() {
        let command = format!("play {} ", game.info().id);
        let found = scripts.iter().any(|script| script.starts_with(&command));
        assert!(found, "{command}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for game in quintain_rules::Registry::standard().iter() {
        let id = game.info().id;
        let play = |seed| {
            let players = [
                "--first", "engine:1", "--second", "engine:2", "--seed", seed,
            ];
            Home::new().play(&[&[id], players.as_slice()].concat(), &[])
        };
        let first = play("7");
        assert!(
            first.contains(" wins.\n") || first.contains("Draw"),
            "{id}\n{first}"
        );
        assert_eq!(play("7"), first, "{id}");
    }
}
