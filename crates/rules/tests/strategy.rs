//! What every game's `Strategy` must fulfil, whatever it knows.

use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Registry, Reveal, Rng, Step, Strategy};
use std::ops::ControlFlow;

struct Holds;

impl Visitor for Holds {
    type Output = ();

    fn visit<P: Describe + Strategy>(self) {
        let named: usize = P::TERMS.iter().map(|term| term.1).sum();
        if named > 0 {
            assert_eq!(named, P::WEIGHTS.len());
        }
        let sizes: Vec<Option<u8>> = match P::INFO.sizes() {
            [] => vec![None],
            sizes => sizes.iter().copied().map(Some).collect(),
        };
        let mut rng = Rng::new(3);
        for game in 0..60 {
            let size = sizes[game % sizes.len()];
            let start = P::start(size).expect("one of the game's boards");
            check(&start, &start.moves());
            for position in rng.playout(&start).take(80) {
                if position.winner().is_none() {
                    check(&position, &position.moves());
                }
            }
        }
    }
}

fn first_reveal<P: Strategy>(position: &P, mv: P::Move) -> P::Reveal {
    let mut found = P::Reveal::ALL[0];
    position.visit_reveals(mv, |reveal, _| found = reveal);
    found
}

fn check<P: Strategy>(position: &P, moves: &[P::Move]) {
    let value = position.evaluate();
    assert!(value.abs() < 10_000, "{position}: {value}");
    for &symmetry in P::SYMMETRIES {
        let image = position.transform(symmetry);
        assert_eq!(image.evaluate(), value, "{position} and {image}");
    }
    if !P::WEIGHTS.is_empty() {
        let mut sum = 0;
        position.terms(|term, count| sum += P::WEIGHTS[term] * count);
        assert_eq!(sum, value, "{position}");
    }
    position.features(|input, count| {
        let known = P::NETWORK.is_some_and(|shape| input < shape.inputs);
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
        let wins = |next: P| next.terminal_winner() == Some(position.turn());
        assert!(wins(played(position, mv)), "{position}: {mv:?}");
    } else if position.is_threatened() {
        // A game that finds winning moves must find all of them.
        let winner =
            |&&mv: &&P::Move| played(position, mv).terminal_winner() == Some(position.turn());
        assert_eq!(moves.iter().find(winner), None, "{position}");
    }
}

fn played<P: Strategy>(position: &P, mv: P::Move) -> P {
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
