//! Shared by the tests of the search: every game, and positions of it.

use quintain_engine::{
    Limits, PvLine, SearchContext, SearchOptions, SearchResult, TranspositionTable, search,
};
use quintain_rules::games::{Visitor, dispatch};
use quintain_rules::learn::Encode;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Registry, Reveal, Rng, Step};
use std::sync::atomic::AtomicBool;

/// Visits every game without chance; those with chance have tests of their own.
pub(crate) fn every_game(visitor: impl Visitor<Output = ()> + Copy) {
    let games = Registry::standard();
    let visit = |id: &str| dispatch(id, WithoutChance(visitor)).flatten();
    let count = games
        .iter()
        .filter_map(|game| visit(game.info().id))
        .count();
    assert!(count >= 4, "only {count} games");
}

struct WithoutChance<V>(V);

impl<V: Visitor> Visitor for WithoutChance<V> {
    type Output = Option<V::Output>;

    fn visit<P: Describe + Evaluate + Encode>(self) -> Option<V::Output> {
        (P::Reveal::ALL.len() == 1).then(|| self.0.visit::<P>())
    }
}

/// The position after a move.
pub(crate) fn after<P: Evaluate>(position: &P, mv: P::Move) -> P {
    let mut next = *position;
    let reveal = P::Reveal::ALL[0];
    next.play(Step { mv, reveal }).expect("a legal move");
    next
}

/// The position after this many random plies, or the last before the end of a shorter game.
pub(crate) fn random_position<P: Evaluate>(rng: &mut Rng, plies: usize) -> P {
    let start = P::start(None).expect("a default board");
    rng.playout(&start)
        .take(plies)
        .take_while(|position| position.winner().is_none())
        .last()
        .unwrap_or(start)
}

/// Searches with a small transposition table of its own.
pub(crate) fn find<P: Evaluate>(
    position: &P,
    history: &[u64],
    limits: Limits,
    options: SearchOptions,
) -> SearchResult<P::Move> {
    let (tt, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    let context = SearchContext::new(&tt, &stop);
    search(position, history, &limits, options, context, &mut |_| {})
}

/// A limit of this many plies.
pub(crate) fn plies(depth: u8) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

/// Plays a principal variation, whose moves must be legal, to its end.
pub(crate) fn play_line<P: Evaluate>(position: &P, line: &PvLine<P::Move>) -> P {
    assert!(!line.moves.is_empty());
    line.moves
        .iter()
        .fold(*position, |position, &mv| after(&position, mv))
}
