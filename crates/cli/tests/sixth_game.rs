//! The command line works with a game it has never heard of.

#[path = "../../rules/tests/sixth/mod.rs"]
mod sixth;

use quintain_engine::{EngineRegistry, ugi};
use quintain_rules::message::Language;
use std::io::Write;
use std::sync::{Arc, Mutex};

#[test]
fn every_subcommand_works_with_the_sixth_game() {
    let engines = EngineRegistry::standard().with::<sixth::Heap>();
    let run = |line: &str| {
        let mut out = Vec::new();
        let args = ["quintain"].into_iter().chain(line.split(' '));
        quintain::run(&engines, Language::ENGLISH, args, &mut out, false)
            .unwrap_or_else(|e| panic!("{line}: {e}"));
        String::from_utf8(out).expect("UTF-8")
    };
    assert!(run("games").contains("heap          Heap. Board: 9 by 9; sizes 5 and 9.\n"));
    assert_eq!(run("rules heap"), "Heap\n\nTake one to three stones.\n");
    assert_eq!(run("moves heap"), "1\n2\n3\n");
    assert_eq!(run("events heap --size 5"), "1 1/1\n2 1/1\n3 1/1\n");
    assert_eq!(run("position heap 3 3"), "ooo...... a\n");
    assert_eq!(
        run("status heap 3 3 3"),
        "Bob has no legal moves. Ann wins.\nfirst won\n"
    );
    assert!(run("perft heap 9").ends_with("\n1\n"));
    assert!(run("show heap --size 5 2").contains("1 o o o . .\n"));
    assert!(run("completions bash").contains("heap"));
    let text = run("analyse heap --depth 9");
    assert!(text.contains("wins in 5") && text.ends_with("best move: 1\n"));
    let text = run("solve heap --verify --hash 1");
    assert!(text.ends_with("first wins with 1\n"), "{text}");
    assert!(run("solve heap 1 --hash 1").ends_with("first wins\n"));
    for opponent in ["random", "greedy", "uct@n50", "engine:2"] {
        let text = run(&format!(
            "match engine@d9 {opponent} --game heap --games 2 --opening 0"
        ));
        // The first player wins a heap of nine, and the engine is first once.
        assert!(text.contains("2 games: +"), "{text}");
        assert!(!text.contains("2 games: +0 "), "{opponent}: {text}");
    }
}

/// Collects what is written.
#[derive(Clone, Default)]
struct SharedBuffer(Arc<Mutex<Vec<u8>>>);

impl Write for SharedBuffer {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .expect("not poisoned")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn the_sixth_game_is_played_over_ugi() {
    let engines = EngineRegistry::standard().with::<sixth::Heap>();
    let factory = engines.get("heap").expect("it was added");
    let start = factory.game().start(None).expect("the default board");
    let output = SharedBuffer::default();
    let input: &[u8] = b"ugi\nposition startpos moves 3\ngo depth 9\n";
    ugi::run(factory, start, None, input, output.clone()).expect("it replies");
    let text = output.0.lock().expect("not poisoned").clone();
    let text = String::from_utf8(text).expect("UTF-8");
    // The input ends at once, which stops the search: any legal move will do.
    let best = text.trim_end().rsplit_once("bestmove ").map(|end| end.1);
    assert!(text.contains("id game heap\n"), "{text}");
    assert!(matches!(best, Some("1" | "2" | "3")), "{text}");
}
