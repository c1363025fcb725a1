//! Forced wins with known answers: `forced.json` in each game's folder, which names its origin.

use crate::common::{every_game, find, play_line, plies};
use quintain_engine::{Limits, Mate, Score, SearchOptions, Techniques};
use quintain_rules::Evaluate;
use quintain_rules::games::Visitor;
use quintain_rules::view::Describe;
use serde_json::Value;

fn fixtures(id: &str) -> Vec<Value> {
    let folder = id.replace('-', "_");
    let root = env!("CARGO_MANIFEST_DIR");
    let path = format!("{root}/../rules/src/games/{folder}/forced.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let fixtures: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"));
    assert_eq!(fixtures["game"], id);
    let list = fixtures["forced"].as_array().expect("a list");
    assert!(!list.is_empty());
    list.clone()
}

/// A fixture's position, its distance, and the texts of its best moves.
fn read<P: Evaluate>(fixture: &Value) -> (P, u8, Vec<String>) {
    let text = fixture["position"].as_str().expect("a position");
    let position = text
        .parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let distance = fixture["plies"].as_u64().expect("a number") as u8;
    let best = fixture["best"].as_array().expect("a list");
    let texts = best
        .iter()
        .map(|text| text.as_str().expect("a move").to_owned());
    (position, distance, texts.collect())
}

/// Checks that the search finds a win, its distance, and a move that wins that fast.
fn check<P: Evaluate>(fixture: &Value, limits: Limits, options: SearchOptions) {
    let (position, distance, best) = read::<P>(fixture);
    let result = find(&position, &[], limits, options);
    let line = &result.lines[0];
    let mv = position.move_text(line.moves[0]);
    assert_eq!(line.score, Score::win_in(distance), "{fixture}: {mv}");
    assert_eq!(line.score.mate(), Some(Mate::Win(distance)));
    assert!(best.contains(&mv), "{fixture}: {mv}");
    if line.moves.len() == usize::from(distance) {
        let end = play_line(&position, line);
        assert_eq!(end.winner(), Some(position.turn()), "{fixture}");
    }
}

#[derive(Clone, Copy)]
struct Unpruned;

impl Visitor for Unpruned {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let options = SearchOptions {
            techniques: Techniques::NONE,
            ..SearchOptions::default()
        };
        for fixture in fixtures(P::INFO.id) {
            let (_, distance, _) = read::<P>(&fixture);
            if distance <= 3 {
                check::<P>(&fixture, plies(distance), options);
            }
        }
    }
}

#[test]
fn a_search_without_pruning_finds_the_shortest_win_at_its_depth() {
    every_game(Unpruned);
}

#[derive(Clone, Copy)]
struct Pruned;

impl Visitor for Pruned {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        for fixture in fixtures(P::INFO.id) {
            let limits = Limits {
                nodes: Some(2_000_000),
                ..Limits::default()
            };
            check::<P>(&fixture, limits, SearchOptions::default());
        }
    }
}

#[test]
fn a_search_with_pruning_finds_it_soon() {
    every_game(Pruned);
}
