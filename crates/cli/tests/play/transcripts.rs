//! Whole games, byte for byte. A transcript begins with the command line; what was typed
//! follows the prompts. `UPDATE_TRANSCRIPTS=1 cargo test` writes them anew: read the changes.

use crate::common::{Home, read};
use std::path::{Path, PathBuf};

fn transcripts() -> Vec<PathBuf> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/play/transcripts");
    let files = std::fs::read_dir(dir).expect("there are transcripts");
    let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
    files.sort();
    files
}

#[test]
fn games_are_played_as_their_transcripts_tell() {
    for file in transcripts() {
        let expected = read(&file);
        let name = file.display();
        let (command, _) = expected.split_once('\n').expect("a first line");
        let args = command.strip_prefix("$ quintain ").expect("a command line");
        let args: Vec<&str> = args.split(' ').collect();
        let typed = expected.lines().filter_map(|line| line.strip_prefix("> "));
        let input: String = typed.map(|line| format!("{line}\n")).collect();
        let (status, out, err) = Home::new().run(&args, &input);
        assert_eq!((status, err.as_str()), (0, ""), "{name}");
        let found = format!("{command}\n{out}");
        if std::env::var_os("UPDATE_TRANSCRIPTS").is_some() {
            std::fs::write(&file, &found).expect("the transcript can be written");
            continue;
        }
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn every_game_has_a_transcript_that_goes_to_its_end() {
    for game in quintain_rules::Registry::standard().iter() {
        let id = game.info().id;
        let told = transcripts().into_iter().filter(|file| {
            let text = read(file);
            text.starts_with(&format!("$ quintain play {id} "))
                && text.lines().any(|line| line.ends_with(" wins."))
        });
        assert!(told.count() > 0, "{id}");
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
            first.contains(" wins.\n") || first.contains("draw"),
            "{id}\n{first}"
        );
        assert_eq!(play("7"), first, "{id}");
    }
}
