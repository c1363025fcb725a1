//! Sessions without the program around them.

#[path = "../../../rules/tests/sixth/mod.rs"]
mod sixth;

use super::plain::Plain;
use super::{GameOptions, GamePlan, Session, SessionError, SessionEvent, Store};
use quintain_engine::EngineRegistry;
use quintain_rules::Side;
use quintain_rules::message::Language;
use quintain_table::{Controller, EndReason, EngineLevel, Timestamp};
use std::io::{BufReader, Cursor, Read, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// A store in a directory of its own, removed after the test.
fn store() -> (TempDir, Store) {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let store = Store::in_dir(dir.path());
    (dir, store)
}

fn plan(game: &str, players: [Controller; 2]) -> GamePlan {
    GamePlan {
        game: game.into(),
        size: None,
        position: None,
        options: GameOptions {
            players,
            seed: Some(1),
            ..GameOptions::default()
        },
    }
}

const TWO: [Controller; 2] = [Controller::Human, Controller::Human];

#[test]
fn plain_mode_plays_a_game_it_has_never_heard_of() {
    let games = EngineRegistry::standard().with::<sixth::Heap>();
    let (_dir, store) = store();
    let engine = Controller::Engine {
        level: EngineLevel::MAX,
    };
    let session = Session::begin(
        &games,
        &store,
        &plan("heap", [Controller::Human, engine]),
        Timestamp::now(),
    );
    let mut out = Vec::new();
    let (plain, _interrupter) = Plain::new(
        session.expect("a game"),
        Language::ENGLISH,
        Cursor::new("4\n1\nhint\nresign\n"),
        &mut out,
        true,
    );
    plain.run(None).expect("it succeeds");
    let out = String::from_utf8(out).expect("UTF-8");
    for line in [
        "Heap, size 9. Ann: a person. Bob: the engine at level 8.\n",
        "4 is not legal: it is not a legal move.\n",
        "Ann takes 1 of 9.\n",
        "Bob takes ",
        "Hint: ",
        "Ann resigned. Bob wins.\n",
    ] {
        assert!(out.contains(line), "{line:?} in\n{out}");
    }
}

/// Provides some lines, and the end only after a text has been written.
struct Until {
    lines: Cursor<&'static str>,
    output: Arc<Mutex<Vec<u8>>>,
    text: &'static str,
}

impl Read for Until {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.lines.read(buffer)?;
        while count == 0 && !contains(&self.output, self.text) {
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(count)
    }
}

fn contains(output: &Mutex<Vec<u8>>, text: &str) -> bool {
    String::from_utf8_lossy(&output.lock().expect("no panic")).contains(text)
}

struct Shared(Arc<Mutex<Vec<u8>>>);

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_flag_falls_while_nobody_types() {
    let games = EngineRegistry::standard();
    let (_dir, store) = store();
    let mut plan = plan("sight", TWO);
    plan.options.clock = "30ms".parse().expect("a clock");
    let session = Session::begin(&games, &store, &plan, Timestamp::now()).expect("a game");
    let output = Arc::new(Mutex::new(Vec::new()));
    let typed = Until {
        lines: Cursor::new("c3\na1\n"),
        output: Arc::clone(&output),
        text: "Player 1 ran out of time. Player 2 wins.\n",
    };
    let mut out = Shared(Arc::clone(&output));
    let (plain, _interrupter) = Plain::new(
        session,
        Language::ENGLISH,
        BufReader::new(typed),
        &mut out,
        true,
    );
    plain.run(None).expect("it succeeds");
    assert!(contains(
        &output,
        "\nPlayer 1 ran out of time. Player 2 wins.\n"
    ));
}

#[test]
fn time_between_leaving_and_resuming_is_not_charged() {
    let games = EngineRegistry::standard();
    let (_dir, store) = store();
    let mut plan = plan("sight", TWO);
    plan.options.clock = "60s+1s".parse().expect("a clock");
    let mut session = Session::begin(&games, &store, &plan, Timestamp(0)).expect("a game");
    session.play("c3", Timestamp(1_000)).expect("legal");
    session.play("a1", Timestamp(2_000)).expect("legal");
    let file = session
        .leave(Timestamp(12_000))
        .expect("left")
        .expect("kept");
    let session = Session::resume(&games, &store, &file, Timestamp(900_000)).expect("kept");
    let clocks = session.table().clocks().expect("clocks");
    assert_eq!(clocks.remaining_ms(Side::First, Timestamp(905_000)), 45_000);
    assert_eq!(
        clocks.remaining_ms(Side::Second, Timestamp(905_000)),
        60_000
    );
}

#[test]
fn a_loaded_game_begins_with_full_clocks_whatever_its_length() {
    let games = EngineRegistry::standard();
    let (dir, store) = store();
    let file = dir.path().join("game.txt");
    let record = "[Game \"sight\"]\n[First \"Ada\"]\n\n1. c3 a1\n2. e5 b5\n*\n";
    std::fs::write(&file, record).expect("written");
    let options = GameOptions {
        players: TWO,
        clock: "5m+3s".parse().expect("a clock"),
        seed: None,
    };
    let now = Timestamp(10_000_000);
    let loaded = Session::load(&games, &store, &file, &options, now);
    let session = match loaded {
        Ok(session) => session,
        Err(error) => panic!("{error}"),
    };
    let name = session.table().setup().seats[0].name.as_deref();
    assert_eq!(name, Some("Ada"));
    let clocks = session.table().clocks().expect("clocks");
    assert_eq!(
        Side::BOTH.map(|side| clocks.remaining_ms(side, now)),
        [300_000; 2]
    );
}

#[test]
fn a_record_that_does_not_name_its_secret_is_not_played_on() {
    let games = EngineRegistry::standard();
    let (dir, store) = store();
    let file = dir.path().join("game.txt");
    let record = "[Game \"incognito\"]\n[Size \"5\"]\n\n1. d2-c3 b4-c4\n2. c3?c4- c4-b4\n*\n";
    let options = GameOptions {
        players: TWO,
        ..GameOptions::default()
    };
    let load = |text: &str| {
        std::fs::write(&file, text).expect("written");
        Session::load(&games, &store, &file, &options, Timestamp(1))
    };
    let error = load(record).map(drop).expect_err("nobody knows the spies");
    assert!(matches!(error, SessionError::SecretNotNamed), "{error}");
    assert!(error.to_string().contains("--resume"), "{error}");
    // Nothing of it is left behind.
    assert_eq!(store.unfinished(games.registry()).len(), 0);
    let named = record.replace("\n\n", "\n[Secret \"c1 b5\"]\n\n");
    let session = load(&named).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(session.table().steps().len(), 4);
}

#[test]
fn two_programs_finish_their_game_and_only_they_move() {
    let games = EngineRegistry::standard();
    let (_dir, store) = store();
    let engine = |level| Controller::Engine {
        level: EngineLevel::new(level).expect("a level"),
    };
    let plan = plan("knights-duel", [engine(1), engine(1)]);
    let mut session = Session::begin(&games, &store, &plan, Timestamp(0)).expect("a game");
    for result in [
        session.play("(2,3)", Timestamp(0)).map(drop),
        session.undo(Timestamp(0)).map(drop),
        session.resign(Timestamp(0)),
        session.offer_draw(Timestamp(0)).map(drop),
    ] {
        assert!(result.is_err());
    }
    let mut steps = 0;
    while session.outcome().is_none() {
        let event = session.poll(Timestamp(1), Duration::from_secs(1));
        if let Some(SessionEvent::Step(_)) = event.expect("it succeeds") {
            steps += 1;
        }
    }
    assert_eq!(
        session.outcome().map(|outcome| outcome.reason),
        Some(EndReason::Rules)
    );
    assert_eq!(session.table().steps().len(), steps);
    assert_eq!(session.leave(Timestamp(2)).expect("left"), None);
}
