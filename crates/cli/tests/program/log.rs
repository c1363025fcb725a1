//! What a server writes to its log when something goes wrong: that it does, and how often.

#[path = "../../../rules/tests/sixth/mod.rs"]
mod sixth;

use crate::PROGRAM;
use crate::server::{Server, file};
use quintain_engine::EngineRegistry;
use quintain_rules::message::Language;
use std::collections::HashMap;
use std::io::Read;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::tempdir;

/// What a server has written to its log, once it has ended.
fn stop(mut server: Server) -> String {
    server.terminate();
    let mut log = String::new();
    let pipe = server.child.stderr.as_mut().expect("its log");
    pipe.read_to_string(&mut log).expect("text");
    log
}

/// Asks for a game as a new guest. Returns the status of the response.
fn create(server: &Server, game: &str) -> u16 {
    let response = server.request("POST", "/api/games", game);
    let status = response
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok());
    status.unwrap_or_else(|| panic!("{response}"))
}

#[test]
fn a_full_disk_does_not_fill_the_log() {
    let dir = tempdir().expect("a temporary directory");
    let started = Instant::now();
    let server = Server::spawn(
        Command::new(PROGRAM)
            .args([
                "serve",
                "--json",
                "--listen",
                "127.0.0.1:0",
                "--log",
                "warn",
            ])
            .args(["--max-database", "1", "--database", &file(&dir, "games.db")])
            .args(["--limit-requests", "100000", "--limit-games", "100000"])
            .stderr(Stdio::piped()),
    );
    let local = r#"{ "game": "sight", "size": 9, "opponent": { "kind": "local" } }"#;
    let refused = AtomicU32::new(0);
    // Several at once are stored together, which fills the database sooner.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                while refused.load(Ordering::Relaxed) < 200 {
                    match create(&server, local) {
                        201 => {}
                        503 => drop(refused.fetch_add(1, Ordering::Relaxed)),
                        other => panic!("status {other}"),
                    }
                }
            });
        }
    });
    let log = stop(server);
    assert!(log.contains("no space"), "{log}");
    // Each of the lines at most once in ten seconds, without what differs: its time, and how many
    // like it were left out.
    let most = 1 + started.elapsed().as_secs() / 10;
    let mut lines: HashMap<&str, u64> = HashMap::new();
    for line in log.lines() {
        let (_, text) = line
            .split_once(" WARN ")
            .or(line.split_once(" ERROR "))
            .expect(line);
        let (text, _) = text.split_once("suppressed=").unwrap_or((text, ""));
        *lines.entry(text).or_default() += 1;
    }
    assert!(lines.values().all(|&count| count <= most), "{most}: {log}");
}

/// Set in the process that is the server of the following test.
const SERVER_VARIABLE: &str = "QUINTAIN_TEST_FAULTY_SERVER";

#[test]
fn a_task_of_the_engine_that_panics_is_seen_in_the_log_and_in_the_metrics() {
    if let Some(database) = std::env::var_os(SERVER_VARIABLE) {
        sixth::IS_FAULTY.store(true, Ordering::Relaxed);
        let engines = EngineRegistry::standard().with::<sixth::Heap>();
        let args = "quintain serve --json --listen 127.0.0.1:0 --log warn --database";
        let args = args.split(' ').map(Into::into).chain([database]);
        let mut out = std::io::stdout();
        let served = quintain::run(&engines, Language::ENGLISH, args, &mut out, false);
        return served.expect("it serves");
    }
    let dir = tempdir().expect("a temporary directory");
    let name = std::thread::current();
    let server = Server::spawn(
        Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", name.name().expect("a name"), "--nocapture"])
            .env(SERVER_VARIABLE, file(&dir, "games.db"))
            .stderr(Stdio::piped()),
    );
    let against_engine = |game: &str| {
        format!(
            r#"{{ "game": "{game}", "opponent": {{ "kind": "engine", "level": 8 }},
                 "side": "second" }}"#
        )
    };
    assert_eq!(create(&server, &against_engine("heap")), 201);
    assert_eq!(create(&server, &against_engine("sight")), 201);
    let counted = |name: &str| {
        let metrics = server.get("/metrics");
        let mut lines = metrics.lines();
        let count = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let count = count.unwrap_or_else(|| panic!("no {name}"));
        count.parse::<u64>().expect("a number")
    };
    // Both games go on: the faulty one with any move, when the engine has failed for the third time.
    while counted("quintain_game_events_total") < 2 {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(counted("quintain_engine_panics_total"), 3);
    let log = stop(server);
    let lines = log.lines().filter(|line| {
        line.contains("ERROR") && line.contains("a task of the engine has panicked")
    });
    let lines: Vec<&str> = lines.collect();
    assert_eq!(lines.len(), 3, "{log}");
    assert!(
        lines.iter().all(|line| line.contains("the heap is faulty")),
        "{log}"
    );
}
