//! What every game's knowledge of play has to be, whatever it says.

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Registry, Reveal, Step, Strategy, splitmix64};
use std::ops::ControlFlow;

struct Holds;

impl Visitor for Holds {
    type Output = ();

    fn visit<G: Describe + Strategy>(self) {
        let named: usize = G::TERMS.iter().map(|term| term.1).sum();
        if named > 0 {
            assert_eq!(named, G::WEIGHTS.len());
        }
        let sizes: Vec<Option<u8>> = match G::INFO.sizes() {
            [] => vec![None],
            sizes => sizes.iter().copied().map(Some).collect(),
        };
        let mut random = 3u64;
        for game in 0..60 {
            let size = sizes[game % sizes.len()];
            let mut position = G::start(size).expect("one of the game's boards");
            for _ in 0..80 {
                let moves = position.moves();
                if position.winner().is_some() {
                    break;
                }
                check(&position, &moves);
                random = splitmix64(random);
                let mv = moves[(random % moves.len() as u64) as usize];
                let reveal = first_reveal(&position, mv);
                position.play_unchecked(Step { mv, reveal });
            }
        }
    }
}

fn first_reveal<G: Strategy>(position: &G, mv: G::Move) -> G::Reveal {
    let mut found = G::Reveal::ALL[0];
    position.visit_reveals(mv, |reveal, _| found = reveal);
    found
}

fn check<G: Strategy>(position: &G, moves: &[G::Move]) {
    let value = position.evaluate();
    assert!(value.abs() < 10_000, "{position}: {value}");
    for &symmetry in G::SYMMETRIES {
        let image = position.transform(symmetry);
        assert_eq!(image.evaluate(), value, "{position} and {image}");
    }
    if !G::WEIGHTS.is_empty() {
        let mut sum = 0;
        position.terms(|term, count| sum += G::WEIGHTS[term] * count);
        assert_eq!(sum, value, "{position}");
    }
    position.features(|input, count| {
        let known = G::NETWORK.is_some_and(|shape| input < shape.features);
        assert!(known && count >= 0, "{position}: input {input} is {count}");
    });
    let mut tactical = Vec::new();
    let _ = position.visit_tactical(|mv| {
        tactical.push(mv);
        ControlFlow::<()>::Continue(())
    });
    let mut expected = moves.to_vec();
    expected.retain(|&mv| position.is_tactical(mv));
    tactical.sort();
    expected.sort();
    assert_eq!(tactical, expected, "{position}");
    if let Some(mv) = position.winning_move() {
        let wins = |next: G| next.terminal_winner() == Some(position.turn());
        assert!(wins(played(position, mv)), "{position}: {mv:?}");
    } else if position.is_threatened() {
        // Who looks for wins must see all of them.
        let winner =
            |&&mv: &&G::Move| played(position, mv).terminal_winner() == Some(position.turn());
        assert_eq!(moves.iter().find(winner), None, "{position}");
    }
}

fn played<G: Strategy>(position: &G, mv: G::Move) -> G {
    let mut next = *position;
    let reveal = first_reveal(position, mv);
    next.play_unchecked(Step { mv, reveal });
    next
}

#[test]
fn every_strategy_is_consistent_with_the_rules() {
    let mut count = 0;
    for game in Registry::standard().iter() {
        count += usize::from(dispatch(game.info().id, Holds).is_some());
    }
    assert!(count >= 3);
}
