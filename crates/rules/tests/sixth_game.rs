//! A new game takes one folder and one line: here the folder is `sixth` and the line is
//! `Registry::standard().with(...)`, and everything works with it.

mod common;
mod sixth;

use quintain_rules::Registry;
use quintain_rules::erased::Erased;
use quintain_rules::message::english;
use quintain_rules::record::Record;
use sixth::Heap;

fn registry() -> Registry {
    Registry::standard().with(&Erased::<Heap>::GAME)
}

#[test]
fn the_sixth_game_conforms() {
    for size in common::sizes::<Heap>() {
        common::conforms::<Heap>(size, 20, 20);
    }
}

#[test]
fn the_sixth_game_is_found_played_drawn_and_recorded() {
    let registry = registry();
    let mut position = registry.get("heap").unwrap().start(Some(5)).unwrap();
    assert_eq!(position.moves(), ["1", "2", "3"]);
    let step = position.play("3").unwrap();
    assert_eq!(english(&step.caption), "Ann takes 3 of 5.");
    let (geometry, view) = (position.geometry(), position.view());
    assert_eq!(
        quintain_rules::draw::draw(&geometry, &view),
        "1 o o . . .\n  a b c d e\n"
    );
    assert_eq!(position.perft(2, 1), 1);
    let text = "[Game \"heap\"]\n[Size \"5\"]\n\n1. 3 2\n0-1\n";
    let record = Record::parse(&registry, text).unwrap();
    assert_eq!(record.to_string(), text);
    assert_eq!(
        english(&record.position().view().status),
        "Ann has no legal moves. Bob wins."
    );
}
