//! What the tests of the engine share: every game that knows how to play, and positions of it.

use quintain_engine::{Limits, PvLine, Report, SearchOptions, TranspositionTable, search};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Registry, Reveal, Step, splitmix64};
use std::sync::atomic::AtomicBool;

/// Does something for every game without chance; those with chance have tests of their own.
pub(crate) fn every_game(visitor: impl Visitor<Output = ()> + Copy) {
    let games = Registry::standard();
    let visit = |id: &str| dispatch(id, Certain(visitor)).flatten();
    let count = games
        .iter()
        .filter_map(|game| visit(game.info().id))
        .count();
    assert!(count >= 4, "only {count} games");
}

struct Certain<V>(V);

impl<V: Visitor> Visitor for Certain<V> {
    type Output = Option<V::Output>;

    fn visit<P: Describe + Evaluate>(self) -> Option<V::Output> {
        (P::Reveal::ALL.len() == 1).then(|| self.0.visit::<P>())
    }
}

/// Numbers that look random.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = splitmix64(self.0);
        ((u128::from(self.0) * limit as u128) >> 64) as usize
    }
}

/// The position after a move.
pub(crate) fn after<P: Evaluate>(position: &P, mv: P::Move) -> P {
    let mut next = *position;
    let reveal = P::Reveal::ALL[0];
    next.play(Step { mv, reveal }).expect("a legal move");
    next
}

/// A position after so many random plies, or the last before the end of a shorter game.
pub(crate) fn random_position<P: Evaluate>(random: &mut Random, plies: usize) -> P {
    let mut position = P::start(None).expect("the usual board");
    for _ in 0..plies {
        let moves = position.moves();
        let next = after(&position, moves[random.below(moves.len())]);
        if next.winner().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Searches with a small table of its own.
pub(crate) fn find<P: Evaluate>(
    position: &P,
    history: &[u64],
    limits: Limits,
    options: SearchOptions,
) -> Report<P::Move> {
    let (table, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    search(
        position,
        history,
        &limits,
        options,
        &table,
        &stop,
        &mut |_| {},
    )
}

/// A limit of so many plies.
pub(crate) fn plies(depth: u8) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Plays a line, whose moves must be legal, to its end.
pub(crate) fn play_line<P: Evaluate>(position: &P, line: &PvLine<P::Move>) -> P {
    assert!(!line.moves.is_empty());
    line.moves
        .iter()
        .fold(*position, |position, &mv| after(&position, mv))
}
