//! The protocol as a client sees it: lines in, lines out.

use proptest::prelude::*;
use quintain_engine::{EngineRegistry, ugi};
use quintain_rules::Registry;
use std::io::{BufReader, Write};
use std::sync::{Arc, Condvar, Mutex};

/// Collects the answers.
#[derive(Clone, Default)]
struct Answers(Arc<(Mutex<Vec<u8>>, Condvar)>);

impl Answers {
    fn text(&self) -> String {
        String::from_utf8(self.0.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until a line starts with a word.
    fn wait_for(&self, word: &str) {
        self.wait_until(|line| line.starts_with(word));
    }

    /// Waits for a line.
    fn wait_until(&self, is_wanted: impl Fn(&str) -> bool) {
        let is_missing = |text: &mut Vec<u8>| {
            let text = String::from_utf8_lossy(text);
            !text.lines().any(&is_wanted)
        };
        let (text, changed) = &*self.0;
        drop(
            changed
                .wait_while(text.lock().unwrap(), is_missing)
                .unwrap(),
        );
    }
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.0.lock().unwrap().extend_from_slice(bytes);
        self.0.1.notify_all();
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
    answers.text().lines().map(str::to_owned).collect()
}

/// A session that runs beside the test.
struct Session {
    input: std::io::PipeWriter,
    answers: Answers,
    thread: std::thread::JoinHandle<()>,
}

impl Session {
    fn start(game: &str) -> Self {
        let (reader, input) = std::io::pipe().unwrap();
        let answers = Answers::default();
        let (output, game) = (answers.clone(), game.to_owned());
        let thread = std::thread::spawn(move || {
            let factory = EngineRegistry::standard().get(&game).unwrap();
            let start = factory.game().start(None).unwrap();
            ugi::run(factory, start, None, BufReader::new(reader), output).unwrap();
        });
        Session {
            input,
            answers,
            thread,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Ends the session; returns all that was said.
    fn end(self) -> String {
        drop(self.input);
        self.thread.join().unwrap();
        self.answers.text()
    }
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
    for option in [
        "option name Seed type spin default 0 min 0 max 9223372036854775807",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
    ] {
        assert!(answers.iter().any(|answer| answer == option), "{option}");
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
fn legal_moves_are_listed_and_counted() {
    let lines = b"position fen 3B/4/4/W3 w\nquery legalmoves\ngo perft 2\n";
    let mut session = Session::start("knights-duel");
    session.input.write_all(lines).unwrap();
    session.answers.wait_for("Nodes searched");
    session.send("go perft 0");
    session.answers.wait_for("Nodes searched: 1");
    session.send("position fen 3B/1x2/2x1/W3 w");
    session.send("query legalmoves");
    let text = session.end();
    let answers: Vec<&str> = text.lines().collect();
    let expected = [
        "response (2,3) (3,2)",
        "(2,3): 1",
        "(3,2): 1",
        "Nodes searched: 2",
    ];
    assert_eq!(answers[..4], expected, "{text}");
    assert_eq!(
        answers[4..],
        ["Nodes searched: 1", "response none"],
        "{text}"
    );
}

#[test]
fn only_the_moves_that_are_asked_for_are_searched() {
    for game in Registry::standard().iter() {
        let id = game.info().id;
        let moves = game.start(None).unwrap().moves();
        let (one, two) = (&moves[moves.len() / 2], &moves[moves.len() - 1]);
        let mut session = Session::start(id);
        session.send("setoption name MultiPV value 4");
        session.send(&format!("go nodes 3000 searchmoves {one} {two}"));
        session.answers.wait_for("bestmove");
        session.send("go searchmoves nonsense depth 1");
        let text = session.end();
        let pvs = text.lines().filter_map(|line| line.split_once(" pv "));
        let mut count = 0;
        for (info, pv) in pvs {
            let first = pv.split(' ').next().unwrap();
            assert!(first == one || first == two, "{id}: {pv}");
            assert!(info.contains(" seldepth "), "{info}");
            count += 1;
        }
        assert!(count > 1, "{text}");
        assert!(text.ends_with("info error nonsense is not a legal move\n"));
    }
}

/// The number after a word of an `info` line.
fn number_after(info: &str, word: &str) -> u64 {
    let mut words = info.split(' ').skip_while(|it| *it != word);
    let number = words.nth(1).and_then(|number| number.parse().ok());
    number.unwrap_or_else(|| panic!("{word} in {info}"))
}

#[test]
fn the_best_move_is_the_first_of_the_first_line_and_lines_say_all_that_is_documented() {
    for game in Registry::standard().iter() {
        let id = game.info().id;
        let mut session = Session::start(id);
        session.send("setoption name Hash value 1");
        for (lines, nodes) in [(1, 300), (1, 5000), (3, 1000), (3, 7000), (2, 20_000)] {
            session.send(&format!("setoption name MultiPV value {lines}"));
            session.send("uginewgame");
            session.send(&format!("go nodes {nodes}"));
            session
                .answers
                .wait_until(|line| line.starts_with("bestmove "));
            let text = std::mem::take(&mut *session.answers.0.0.lock().unwrap());
            let text = String::from_utf8(text).unwrap();
            let best = text.lines().last().unwrap();
            let best = best.strip_prefix("bestmove ").unwrap();
            let infos = text.lines().filter(|line| line.contains(" multipv "));
            let mut first = None;
            for info in infos {
                for word in ["depth", "seldepth", "nodes", "nps", "time"] {
                    number_after(info, word);
                }
                assert!(number_after(info, "hashfull") <= 1000, "{info}");
                assert!(number_after(info, "nodes") <= nodes, "{info}");
                let line = number_after(info, "multipv");
                assert!((1..=lines).contains(&line), "{info}");
                if line == 1 {
                    first = Some(info.to_owned());
                }
            }
            let first = first.unwrap_or_else(|| panic!("{id}: {text}"));
            let (_, pv) = first.split_once(" pv ").unwrap();
            assert_eq!(pv.split(' ').next(), Some(best), "{id}, {nodes}: {first}");
        }
        session.end();
    }
}

#[test]
fn the_move_that_is_being_searched_is_shown_in_long_searches() {
    let mut session = Session::start("catapult");
    session.send("setoption name Hash value 1");
    session.send("go infinite");
    // However long it takes: the search does not end by itself.
    session
        .answers
        .wait_until(|line| line.contains(" currmove "));
    session.send("stop");
    let text = session.end();
    let moves = Registry::standard().get("catapult").unwrap().start(None);
    let moves = moves.unwrap().moves();
    for line in text.lines().filter(|line| line.contains(" currmove ")) {
        let (_, rest) = line.split_once(" currmove ").unwrap();
        let (mv, number) = rest.split_once(" currmovenumber ").unwrap();
        assert!(moves.iter().any(|legal| legal == mv), "{line}");
        assert!(
            (1..=moves.len()).contains(&number.parse().unwrap()),
            "{line}"
        );
    }
}

#[test]
fn a_search_that_ponders_answers_when_the_expected_move_is_played() {
    let mut session = Session::start("animal-chess");
    session.send("setoption name Hash value 1");
    session.send("setoption name Ponder value true");
    session.send("ponderhit");
    session.answers.wait_for("info error there is no search");
    // Time stands still until then.
    session.send("go ponder movetime 20 depth 4");
    session.answers.wait_for("info depth 4 ");
    session.send("isready");
    session.answers.wait_for("readyok");
    assert!(!session.answers.text().contains("bestmove"));
    session.send("ponderhit");
    session.answers.wait_for("bestmove");
    session.send("go ponder infinite");
    session.send("stop");
    let text = session.end();
    let answers: Vec<&str> = text
        .lines()
        .filter(|line| line.starts_with("bestmove "))
        .collect();
    assert_eq!(answers.len(), 2);
    assert!(answers[0].contains(" ponder "), "{text}");
}

#[test]
fn a_seed_changes_what_a_low_level_plays() {
    let played = |seed: u64| {
        let input =
            format!("setoption name Level value 1\nsetoption name Seed value {seed}\ngo depth 1\n");
        talk("catapult", input.as_bytes()).pop().unwrap()
    };
    let different: std::collections::HashSet<String> = (0..8).map(played).collect();
    assert!(different.len() > 1);
    assert_eq!(played(3), played(3));
}

#[test]
fn buttons_take_no_value_and_other_options_need_one() {
    let lines = b"setoption name Clear Hash\nsetoption name clear hash value 1\n\
        setoption name Hash\nsetoption name Ponder value maybe\nsetoption name Seed value -1\n";
    assert_eq!(
        talk("sight", lines),
        [
            "info error clear hash is a button and takes no value",
            "info error Hash needs a value",
            "info error Ponder is true or false, not \"maybe\"",
            "info error Seed takes a number from 0 to 9223372036854775807, not \"-1\"",
        ]
    );
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_opened_as_endgames() {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let pipe = dir.join("ugi-pipe");
    // There may be one from the last time.
    std::fs::remove_file(&pipe).ok();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    for file in [dir.to_str(), pipe.to_str(), Some("/dev/zero")] {
        let file = file.expect("a path");
        let line = format!("setoption name EndgameFile value {file}\n");
        let said = talk("incognito", line.as_bytes());
        let refusal = format!("{file}: not a regular file");
        assert!(said.iter().any(|line| line.contains(&refusal)), "{said:?}");
    }
}

#[test]
fn a_line_without_end_is_cut_and_the_next_one_is_read() {
    let mut lines = vec![b'x'; 3 << 20];
    lines.extend(b"\nisready\n");
    let answers = talk("knights-duel", &lines);
    assert_eq!(answers.len(), 2);
    assert!(answers[0].starts_with("info error "));
    // The error quotes what it did not understand, but not all of it.
    assert!(answers[0].len() < 1000, "{}", answers[0].len());
    assert_eq!(answers[1], "readyok");
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
            "(ugi|isready|stop|ponderhit|uginewgame|quit now|query [a-z0-9]{0,8})",
            "position (startpos|fen) [0-9/BWx wb]{0,30}( moves [(),0-9 ]{0,20})?",
            "go (depth|nodes|movetime|p1time|infinite|ponder depth|perft) [0-9a-z-]{0,2}",
            "go (ponder )?searchmoves [(),0-9 ]{0,12} depth 2",
            "setoption name (Hash|Threads|MultiPV|Level|Seed|x)( value [0-9-]{0,1})?",
        ],
        0..12,
    )) {
        let input = lines.join("\n");
        for answer in talk("knights-duel", input.as_bytes()) {
            let known = [
                "id ", "option ", "ugiok", "readyok", "response ", "info ", "bestmove ", "Nodes ", "(",
            ];
            prop_assert!(known.iter().any(|word| answer.starts_with(word)), "{answer}");
        }
    }
}
