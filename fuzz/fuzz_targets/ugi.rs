//! UGI sessions: a game's id on the first line, then the commands.
#![no_main]

use quintain_engine::EngineRegistry;
use quintain_engine::ugi::run;
use quintain_rules::erased::AnyGame;
use std::io::Write;
use std::sync::{Arc, Mutex};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    if let Some((game, lines)) = quintain_fuzz::game_and_rest(input) {
        ugi(game, lines);
    }
});

/// Collects an engine's answers.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut kept = self.0.lock().expect("no thread panics with it");
        kept.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Whether a line asks for no more memory, threads or files than a fuzzer should have.
fn is_modest(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let names_file = line.contains("endgamefile") && line.contains('/');
    let is_large = |word: &str| word.parse::<u64>().is_ok_and(|number| number > 3);
    let is_costly = line.contains("hash") || line.contains("threads") || line.contains("multipv");
    !names_file && !(is_costly && line.split_whitespace().any(is_large))
}

/// A UGI session: every answer belongs to the protocol, and every search gives at most one move.
fn ugi(game: &dyn AnyGame, lines: &str) {
    let registry = EngineRegistry::standard();
    let factory = registry.get(game.info().id).expect("a standard game");
    let modest: Vec<&str> = lines.lines().filter(|line| is_modest(line)).collect();
    let input = format!("setoption name Hash value 1\n{}\n", modest.join("\n"));
    let answers = Answers::default();
    let start = game.start(None).expect("the default board");
    run(factory, start, None, input.as_bytes(), answers.clone()).expect("memory takes all answers");
    let answers = answers.0.lock().expect("no thread panics with it").clone();
    let answers = String::from_utf8(answers).expect("answers are text");
    const WORDS: [&str; 7] = [
        "id", "option", "ugiok", "readyok", "response", "info", "bestmove",
    ];
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    for answer in answers.lines() {
        assert!(WORDS.contains(&first(answer).as_str()), "{answer}");
    }
    let moves = answers
        .lines()
        .filter(|line| first(line) == "bestmove")
        .count();
    let searches = modest
        .iter()
        .filter(|line| line.trim().starts_with("go"))
        .count();
    assert!(moves <= searches, "{moves} moves for {searches} searches");
}
