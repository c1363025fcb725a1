//! Perft counts and move lists of independent implementations: `perft.json` in each game's
//! folder, which names its origin.

use quintain_rules::Registry;
use quintain_rules::erased::{AnyGame, AnyPosition};
use serde_json::Value;

fn fixtures(game: &dyn AnyGame) -> Value {
    let folder = game.info().id.replace('-', "_");
    let path = format!(
        "{}/src/games/{folder}/perft.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fixtures: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert_eq!(fixtures["game"], game.info().id);
    fixtures
}

fn position(game: &dyn AnyGame, fixture: &Value) -> Box<dyn AnyPosition> {
    let text = fixture["position"].as_str().expect("a position");
    let position = game
        .parse(text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(position.text(), text);
    position
}

fn strings(list: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    list.as_array().expect("a list").iter().map(text).collect()
}

#[test]
fn node_counts_are_those_of_the_references() {
    for game in Registry::standard().iter() {
        let fixtures = fixtures(game);
        let list = fixtures["perft"].as_array().expect("a list");
        assert!(!list.is_empty());
        for fixture in list {
            let position = position(game, fixture);
            for (depth, nodes) in (1..).zip(fixture["perft"].as_array().expect("a list")) {
                assert_eq!(
                    position.perft(depth, 2),
                    nodes.as_u64().unwrap(),
                    "{fixture}"
                );
            }
        }
    }
}

#[test]
fn move_lists_are_those_of_the_references() {
    for game in Registry::standard().iter() {
        let fixtures = fixtures(game);
        let list = fixtures["moves"].as_array().expect("a list");
        assert!(!list.is_empty());
        for fixture in list {
            let position = position(game, fixture);
            assert_eq!(
                position.moves(),
                strings(&fixture["moves"]),
                "{}",
                fixture["position"]
            );
            let Some(events) = fixture.get("events").and_then(Value::as_array) else {
                continue;
            };
            let found: Vec<(String, String)> = position
                .events()
                .into_iter()
                .map(|e| (e.probability(), e.text))
                .collect();
            let text = |value: &Value| value.as_str().expect("a string").to_owned();
            let expected: Vec<(String, String)> = events
                .iter()
                .map(|e| (text(&e["p"]), text(&e["event"])))
                .collect();
            assert_eq!(found, expected, "{}", fixture["position"]);
        }
    }
}
