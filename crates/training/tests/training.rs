//! Files of games and networks are the same bytes, however they came about.

#[path = "../../../fuzz/src/training_state.rs"]
mod training_state;

use quintain_engine::Score;
use quintain_rules::games::animal_chess::AnimalChess;
use quintain_rules::games::incognito::Incognito;
use quintain_rules::games::sight::Sight;
use quintain_rules::{Evaluate, Position};
use quintain_training::datagen::datagen;
use quintain_training::games_file::{Conditions, PlayedGame, read_games};
use quintain_training::train::state::State;
use quintain_training::train::{EpochReport, TrainingOptions, train};
use std::path::Path;
use std::sync::atomic::AtomicBool;

fn conditions<P: Position>(size: Option<u8>) -> Conditions {
    Conditions {
        game: P::INFO.id.to_owned(),
        size,
        nodes: 40,
        min_opening: 2,
        max_opening: 5,
        seed: 3,
    }
}

fn play<P: Evaluate>(path: &Path, size: Option<u8>, games: u64, threads: usize) {
    let stop = AtomicBool::new(false);
    let conditions = conditions::<P>(size);
    let made = datagen::<P>(path, &conditions, games, threads, &stop, &mut |_| {});
    assert_eq!(made.expect("games"), games);
}

fn bytes(path: &Path) -> Vec<u8> {
    std::fs::read(path).expect("a file")
}

#[test]
fn games_do_not_depend_on_threads_or_interruptions() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, parts] = ["whole", "parts"].map(|name| folder.path().join(name));
    play::<AnimalChess>(&whole, None, 12, 1);
    play::<AnimalChess>(&parts, None, 5, 2);
    // A crash in the middle of writing a game.
    let mut cut = bytes(&parts);
    cut.truncate(cut.len() - 3);
    std::fs::write(&parts, cut).expect("a file");
    play::<AnimalChess>(&parts, None, 12, 3);
    assert_eq!(bytes(&whole), bytes(&parts));
}

fn games_of<P: Evaluate>(path: &Path) -> Vec<PlayedGame<P>> {
    let mut games = Vec::new();
    read_games::<P>(path, |game| games.push(game)).expect("games");
    games
}

#[test]
fn games_are_read_as_they_were_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play::<Incognito>(&path, Some(4), 10, 2);
    let games = games_of::<Incognito>(&path);
    assert_eq!(games.len(), 10);
    for game in &games {
        let mut position = Incognito::start(Some(4)).expect("a board");
        for &step in &game.opening {
            position.play(step).expect("a legal step");
        }
        for &(step, score) in &game.plies {
            assert!(score > Score::MIN && score < Score::MAX);
            position.play(step).expect("a legal step");
        }
    }
    assert!(games.iter().any(|game| game.winner.is_some()));
}

#[test]
fn files_that_are_not_games_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play::<Sight>(&path, Some(3), 4, 1);
    let good = bytes(&path);
    let fails = |bytes: &[u8], expected: &str| {
        std::fs::write(&path, bytes).expect("a file");
        let error = read_games::<Sight>(&path, |_| {}).expect_err("refused");
        assert!(error.to_string().contains(expected), "{error}");
    };
    fails(b"", "not a file of games");
    fails(b"quintain-games 1 sight size x\n", "not a file of games");
    fails(&[b'a'; 1000], "not a file of games");
    let line = good.iter().position(|&byte| byte == b'\n').expect("a line");
    let mut illegal = good.clone();
    illegal[line + 5] = 0xff;
    illegal[line + 6] = 0xff;
    fails(&illegal, "not a legal game");
    let error = read_games::<AnimalChess>(&path, |_| {}).expect_err("another game");
    assert!(error.to_string().contains("sight"), "{error}");
    // Whatever the bytes are, nothing panics.
    for place in line + 1..good.len() {
        for value in [0, 7, 255] {
            let mut broken = good.clone();
            broken[place] = value;
            std::fs::write(&path, &broken).expect("a file");
            let _ = read_games::<Sight>(&path, |_| {});
        }
    }
}

#[test]
fn a_file_is_not_continued_under_other_conditions() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play::<Sight>(&path, Some(3), 2, 1);
    let other = Conditions {
        nodes: 41,
        ..conditions::<Sight>(Some(3))
    };
    let stop = AtomicBool::new(false);
    let error = datagen::<Sight>(&path, &other, 4, 1, &stop, &mut |_| {}).expect_err("refused");
    let text = error.to_string();
    assert!(
        text.contains("nodes 40") && text.contains("nodes 41"),
        "{text}"
    );
}

fn options(threads: usize, epochs: u32, state: Option<&Path>) -> TrainingOptions {
    TrainingOptions {
        epochs,
        learning_rate: 0.002,
        weight_decay: 0.1,
        result_share: 0.3,
        seed: 5,
        threads,
        state: state.map(Path::to_owned),
    }
}

#[test]
fn training_learns_and_resumes_to_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    play::<AnimalChess>(&path, None, 60, 2);
    let mut losses: Vec<EpochReport> = Vec::new();
    let whole = train::<AnimalChess>(&[&path], &options(1, 4, None), &mut |report| {
        losses.push(report);
    })
    .expect("a network");
    assert!(
        losses[3].training_loss < losses[0].training_loss,
        "{losses:?}"
    );

    let threads = train::<AnimalChess>(&[&path], &options(3, 4, None), &mut |_| {});
    assert_eq!(
        threads.expect("a network"),
        whole,
        "the number of threads matters"
    );

    // Stopped after the second epoch, as by a crash: the state is what was written there.
    let state = folder.path().join("state");
    let kept = folder.path().join("kept");
    let with_state = options(2, 4, Some(&state));
    train::<AnimalChess>(&[&path], &with_state, &mut |report| {
        if report.epoch == 3 {
            std::fs::copy(&state, &kept).expect("a copy");
        }
    })
    .expect("a network");
    std::fs::rename(&kept, &state).expect("a file");
    let mut epochs = 0;
    let resumed = train::<AnimalChess>(&[&path], &with_state, &mut |_| epochs += 1);
    assert_eq!((resumed.expect("a network"), epochs), (whole, 2));
}

#[test]
fn the_state_of_another_network_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let [path, state] = ["games", "state"].map(|name| folder.path().join(name));
    play::<Sight>(&path, Some(5), 30, 2);
    for bytes in [b"nonsense".to_vec(), b"quintain-train 1 and more".to_vec()] {
        std::fs::write(&state, bytes).expect("a file");
        let error = train::<Sight>(&[&path], &options(1, 1, Some(&state)), &mut |_| {});
        assert!(error.is_err());
    }
}

#[test]
fn no_file_of_a_training_makes_it_panic() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/training_state");
    let mut count = 0;
    for input in std::fs::read_dir(corpus).expect("the corpus") {
        let input = std::fs::read(input.expect("a file").path()).expect("bytes");
        training_state::read(&input);
        // Cut off anywhere, and with a byte changed anywhere.
        for at in 0..input.len() {
            training_state::read(&input[..at]);
            for byte in [0, 0x7f, 0x80, 0xff] {
                let mut changed = input.clone();
                changed[at] = byte;
                training_state::read(&changed);
            }
        }
        count += 1;
    }
    assert!(count >= 3, "{count} inputs");
}

#[test]
fn a_state_with_numbers_that_no_training_leads_to_is_refused() {
    let state = |numbers: [f32; 3]| {
        let mut bytes = b"quintain-train 1".to_vec();
        bytes.extend([1, 0, 0, 0, 9, 0, 0, 0]);
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        State::parse(Path::new("state"), &bytes, 1).map_err(|error| error.to_string())
    };
    assert!(state([0.5, -0.1, 0.1]).is_ok());
    for numbers in [
        [f32::NAN, 0.0, 0.0],
        [0.0, f32::INFINITY, 0.0],
        [0.0, 0.0, f32::NAN],
        [0.0, 0.0, -1.0],
    ] {
        let refused = state(numbers).expect_err("no training leads to it");
        assert!(
            refused.starts_with("state: this state has numbers"),
            "{refused}"
        );
    }
}
