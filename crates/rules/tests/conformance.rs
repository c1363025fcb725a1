//! The shared suite over every game of the registry and every board size.

mod common;

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Registry};

struct Conforms;

impl Visitor for Conforms {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        for size in common::sizes::<P>() {
            common::conforms::<P>(size, 6, 120);
        }
    }
}

#[test]
fn every_game_conforms_on_every_board() {
    for game in Registry::standard().iter() {
        let id = game.info().id;
        println!("{id}");
        dispatch(id, Conforms).expect("a registered game can be dispatched");
    }
}

#[test]
fn an_unknown_game_is_named() {
    let error = Registry::standard()
        .get("chess")
        .err()
        .expect("there is no chess")
        .to_string();
    assert!(
        error.starts_with(r#"there is no game "chess"; the games are "#),
        "{error}"
    );
    assert!(dispatch("chess", Conforms).is_none());
}
