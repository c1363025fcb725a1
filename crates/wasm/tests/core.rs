//! The core as a host uses it: text in, text out.

use quintain_engine::{
    EngineFactory, EngineRegistry, Host, Limits, SearchResult, Settings, SystemHost,
};
use quintain_wasm::Core;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn core() -> Core {
    let host: Arc<dyn Host> = Arc::new(SystemHost);
    Core::new(host)
}

/// The response to a request, and what was reported before it.
fn ask(core: &mut Core, service: &str, request: &Value) -> (Value, Vec<Value>) {
    let mut reports = Vec::new();
    let mut report = |json: &[u8]| reports.push(serde_json::from_slice(json).expect("JSON"));
    let response = core.handle(format!("{service}\n{request}").as_bytes(), &mut report);
    (serde_json::from_slice(&response).expect("JSON"), reports)
}

fn ok(core: &mut Core, service: &str, request: &Value) -> Value {
    let (response, _) = ask(core, service, request);
    assert!(response["error"].is_null(), "{service}: {response}");
    response["ok"].clone()
}

/// Something done in a game.
fn act(game: &mut Value, action: Value) {
    game["actions"]
        .as_array_mut()
        .expect("actions")
        .push(action);
}

/// What the engine itself says about the start of a game.
fn searched(factory: &dyn EngineFactory, multi_pv: usize, depth: u8) -> SearchResult {
    let mut engine = factory.engine();
    engine.configure(Settings {
        hash_mib: 16,
        multi_pv,
        ..engine.settings()
    });
    let start = factory.game().start(None).expect("a board");
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let stop = AtomicBool::new(false);
    engine.go(&*start, &[], &limits, &stop, &mut |_| {})
}

#[test]
fn an_analysis_finds_the_same_lines_values_and_proofs_as_the_engine() {
    let depth = 5;
    for factory in EngineRegistry::standard().iter() {
        let game = factory.game().info().id;
        // How much is proved about other moves than the winning one depends on the time there is.
        let one = searched(factory, 1, depth);
        let (lines, expected) = match one.proved {
            Some(_) => (1, one),
            None => (3, searched(factory, 3, depth)),
        };
        let start = factory.game().start(None).expect("a board").text();
        let request = json!({
            "position": {"game": game, "start": start},
            "lines": lines, "depth": depth, "time_ms": 60_000,
        });
        let (response, reports) = ask(&mut core(), "analyse", &request);
        assert!(response["error"].is_null(), "{response}");
        let last = reports.last().expect("an update");
        assert_eq!(last["analysis_done"], true);
        assert_eq!(last["depth"], expected.depth, "{game}");
        assert_eq!(last["nodes"], expected.nodes, "{game}");
        let lines = last["lines"].as_array().expect("lines");
        assert_eq!(lines.len(), expected.lines.len(), "{game}");
        for (line, expected) in lines.iter().zip(&expected.lines) {
            assert_eq!(line["moves"], json!(expected.moves), "{game}");
            assert_eq!(!line["proved"].is_null(), expected.score.is_forced());
        }
    }
}

#[test]
fn every_game_is_played_to_its_end_against_the_engine() {
    for factory in EngineRegistry::standard().iter() {
        let id = factory.game().info().id;
        let core = &mut core();
        let mut game = json!({
            "id": "here", "created_at": 1000, "entropy": vec![7; 32], "actions": [],
            "request": {"game": id, "opponent": {"kind": "engine", "level": 1}, "side": "first"},
        });
        let mut now = 1000;
        loop {
            now += 1000;
            let snapshot = ok(core, "game", &json!({"game": game, "now": now}));
            let view = &snapshot["view"];
            if snapshot["summary"]["state"] != "running" {
                assert!(!snapshot["summary"]["outcome"].is_null(), "{id}");
                let record = ok(core, "record", &json!({ "game": game }));
                assert!(record.as_str().is_some_and(|text| text.contains(id)));
                let views = ok(core, "views", &json!({"game": game, "from": 0, "to": 3}));
                assert_eq!(views["from"], 0);
                break;
            }
            let text = match view["turn"].as_str() {
                Some("first") => view["moves"][0]["text"].clone(),
                _ => {
                    assert_eq!(view["moves"], json!([]), "only the mover sees moves");
                    ok(core, "engine_move", &json!({"game": game, "seed": now}))
                }
            };
            act(
                &mut game,
                json!({"action": {"kind": "move", "text": text}, "at": now}),
            );
        }
    }
}

#[test]
fn a_move_is_taken_back_in_a_game_of_two_people() {
    let core = &mut core();
    let mut game = json!({
        "id": "here", "created_at": 0, "entropy": vec![1; 32], "actions": [],
        "request": {"game": first_game(), "opponent": {"kind": "local"}},
    });
    let snapshot = ok(core, "game", &json!({"game": game, "now": 0}));
    assert_eq!(snapshot["your_sides"], json!(["first", "second"]));
    let (turn, text) = (
        &snapshot["view"]["turn"],
        &snapshot["view"]["moves"][0]["text"],
    );
    let play = json!({"action": {"kind": "move", "text": text}, "at": 5});
    act(&mut game, play);
    let moved = ok(core, "game", &json!({"game": game, "now": 5}));
    assert_eq!(moved["summary"]["plies"], 1);
    let undo = json!({"side": turn, "action": {"kind": "takeback"}, "at": 9});
    act(&mut game, undo);
    let snapshot = ok(core, "game", &json!({"game": game, "now": 9}));
    assert_eq!(snapshot["summary"]["plies"], 0);
}

#[test]
fn all_games_are_listed_with_their_boards() {
    let games = ok(&mut core(), "games", &json!({}));
    let registry = EngineRegistry::standard();
    assert_eq!(
        games.as_array().map(Vec::len),
        Some(registry.iter().count())
    );
    for (found, factory) in games.as_array().into_iter().flatten().zip(registry.iter()) {
        let info = factory.game().info();
        assert_eq!(found["id"], info.id);
        assert_eq!(found["boards"], json!(info.boards));
        assert_eq!(found["network"], false, "the tests have the networks");
    }
}

#[test]
fn bad_requests_are_explained() {
    let core = &mut core();
    let game = first_game();
    for (service, request, expected) in [
        ("nothing", json!({}), "missing field `game`"),
        ("positions", json!([]), "expected an object"),
        ("positions", json!({"game": "chess"}), "chess"),
        (
            "positions",
            json!({"game": game, "steps": [1]}),
            "steps: expected a text",
        ),
        (
            "analyse",
            json!({"position": {"game": game}, "lines": 9}),
            "lines",
        ),
    ] {
        let (response, _) = ask(core, service, &request);
        let text = response["error"]["message"]["text"].as_str();
        let text = text.unwrap_or_else(|| panic!("{service}: {response}"));
        assert!(text.contains(expected), "{service} {request}: {text}");
    }
    for (request, expected) in [
        ("", "expected a value at byte 0"),
        ("positions\n{", "expected the name of a field at byte 1"),
        ("load_network\nchess\n", "chess"),
    ] {
        let response = core.handle(request.as_bytes(), &mut |_| {});
        let text = String::from_utf8(response).expect("UTF-8");
        assert!(text.starts_with("{\"error\""), "{request}: {text}");
        assert!(text.contains(expected), "{request}: {text}");
    }
    let invalid = core.handle(b"positions\n\xff", &mut |_| {});
    assert!(invalid.starts_with(b"{\"error\""));
}

/// Any game will do.
fn first_game() -> &'static str {
    let engines = EngineRegistry::standard();
    let first = engines.iter().next().expect("a game");
    first.game().info().id
}
