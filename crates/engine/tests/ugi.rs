//! The protocol as a client sees it: lines in, lines out.

use proptest::prelude::*;
use quintain_engine::{EngineRegistry, ugi};
use quintain_rules::Registry;
use std::io::Write;
use std::sync::{Arc, Mutex};

/// Collects the answers.
#[derive(Clone, Default)]
struct Answers(Arc<Mutex<Vec<u8>>>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The answers to some lines; a search that is running at the end is stopped.
fn talk(game: &str, input: &[u8]) -> Vec<String> {
    let answers = Answers::default();
    let factory = EngineRegistry::standard().get(game).unwrap();
    let start = factory.game().start(None).unwrap();
    ugi::run(factory, start, None, input, answers.clone()).unwrap();
    let text = answers.0.lock().unwrap().clone();
    String::from_utf8(text)
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

#[test]
fn an_engine_identifies_itself() {
    let answers = talk("sight", b"ugi\r\nisready\nquit\nisready\n");
    assert!(answers[0].starts_with("id name Quintain "));
    for option in ["Hash", "Threads", "MultiPV", "Level"] {
        let line = format!("option name {option} type spin default ");
        assert!(
            answers.iter().any(|answer| answer.starts_with(&line)),
            "{option}"
        );
    }
    assert_eq!(answers[answers.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn questions_about_the_position_are_answered() {
    let lines = b"query p1turn\nquery gameover\nquery result\n\
        position startpos moves (2,3)\nquery p1turn\n\
        position fen 3B/1x2/2x1/W3 w\nquery gameover\nquery result\n\
        position fen 3B/1x2/2x1/W3 b\nquery result\nquery weather\n";
    assert_eq!(
        talk("knights-duel", lines),
        [
            "response true",
            "response false",
            "response none",
            "response false",
            "response true",
            "response p2win",
            "response p1win",
            "info error there is no query \"weather\"",
        ]
    );
}

#[test]
fn every_game_is_searched_and_every_answer_is_legal() {
    for game in Registry::standard().iter() {
        let id = game.info().id;
        for go in [
            "go depth 3",
            "go nodes 2000",
            "go movetime 20",
            "go p1time 200 p2time 200 p1inc 5",
        ] {
            let input =
                format!("setoption name Hash value 1\nsetoption name MultiPV value 2\n{go}\n");
            // The input ends at once, which stops a search that is still running.
            let answers = talk(id, input.as_bytes());
            let last = answers.last().unwrap();
            let best = last
                .strip_prefix("bestmove ")
                .unwrap_or_else(|| panic!("{id}: {last}"));
            assert!(
                game.start(None)
                    .unwrap()
                    .moves()
                    .iter()
                    .any(|mv| mv == best),
                "{id}: {best}"
            );
        }
    }
}

#[test]
fn several_lines_do_not_contradict_the_proof() {
    // The input ends at once, which stops the search; what is proved is known before.
    let answers = talk(
        "sight",
        b"setoption name Hash value 1\nsetoption name MultiPV value 3\ngo depth 6\n",
    );
    let best = answers.last().unwrap().strip_prefix("bestmove ").unwrap();
    let first: Vec<&String> = answers
        .iter()
        .filter(|answer| answer.contains(" multipv 1 "))
        .collect();
    assert!(!first.is_empty());
    for line in first {
        assert!(line.contains(" score won chance 1.0000 "), "{line}");
        assert!(line.contains(" proved p1 "), "{line}");
        assert!(line.ends_with(&format!(" pv {best}")), "{line}");
    }
}

#[test]
fn what_cannot_be_done_is_an_error_and_changes_nothing() {
    let lines = b"position startpos moves (4,4)\nposition fen nonsense\n\
        setoption name Hash value 0\nsetoption name Colour value red\nsetoption name Level value 9\n\
        position fen 3B/1x2/2x1/W3 w\ngo depth 3\nhello\n";
    let answers = talk("knights-duel", lines);
    assert_eq!(answers.len(), 7);
    assert!(
        answers
            .iter()
            .all(|answer| answer.starts_with("info error ")),
        "{answers:?}"
    );
    assert!(answers[5].ends_with("the game is over"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

    #[test]
    fn garbage_is_answered_by_errors(lines in proptest::collection::vec(
        prop_oneof![
            "[ -~]{0,40}",
            "(ugi|isready|stop|uginewgame|quit now|query [a-z0-9]{0,8})",
            "position (startpos|fen) [0-9/BWx wb]{0,30}( moves [(),0-9 ]{0,20})?",
            "go (depth|nodes|movetime|p1time|infinite) [0-9a-z-]{0,3}",
            "setoption name (Hash|Threads|MultiPV|Level|x) value [0-9-]{0,1}",
        ],
        0..12,
    )) {
        let input = lines.join("\n");
        for answer in talk("knights-duel", input.as_bytes()) {
            let known = ["id ", "option ", "ugiok", "readyok", "response ", "info ", "bestmove "];
            prop_assert!(known.iter().any(|word| answer.starts_with(word)), "{answer}");
        }
    }
}
