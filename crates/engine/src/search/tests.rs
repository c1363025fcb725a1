//! Tests of what only the search itself can see.

use super::node::Node;
use super::worker::{Search, WorkerMemory};
use super::{SearchContext, SearchOptions, SearchRequest, Searcher, SharedState};
use crate::limits::Limits;
use crate::score::Score;
use crate::tt::TranspositionTable;
use quintain_rules::games::animal_chess::AnimalChess;
use quintain_rules::games::incognito::Incognito;
use quintain_rules::{Evaluate, Position, Side};
use std::sync::atomic::AtomicBool;

#[test]
fn windows_are_seen_from_both_sides() {
    let node = Node {
        alpha: Score::from_eval(3),
        beta: Score::from_eval(9),
        depth: 5,
        ply: 2,
        cut_node: false,
    };
    let child = node.child().negated();
    assert_eq!((child.alpha, child.beta), (-node.beta, -node.alpha));
    assert_eq!((child.depth, child.ply), (4, 3));
    let null = node.with_null_window().reduced(2);
    assert_eq!((null.alpha, null.beta), (node.alpha, Score::from_eval(4)));
    assert_eq!(null.depth, 3);
}

/// A cutoff by the hash move, by a killer or by any other quiet move counts alike, with chance
/// and without.
fn history_learns<P: Evaluate>() -> usize {
    let start = P::start(None).expect("a board");
    let (tt, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    let context = SearchContext::new(&tt, &stop);
    let shared = SharedState::new(&Limits::default(), SearchOptions::default(), context);
    let request = SearchRequest::new(&start);
    let mut search = Search::new(&request, &shared, WorkerMemory::default());
    for depth in 1..=6 {
        search.search_root(depth, 1);
    }
    let history = &search.memory.history;
    Side::BOTH.iter().map(|&side| history.rewarded(side)).sum()
}

#[test]
fn games_with_and_without_chance_learn_about_moves() {
    assert!(history_learns::<AnimalChess>() > 0);
    assert!(history_learns::<Incognito>() > 0);
}

#[test]
fn memory_is_kept_from_search_to_search() {
    let start = AnimalChess::start(None).expect("a board");
    let (tt, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
    let mut searcher = Searcher::new();
    let request = SearchRequest {
        limits: Limits {
            depth: Some(3),
            ..Limits::default()
        },
        ..SearchRequest::new(&start)
    };
    let mut capacities = Vec::new();
    for _ in 0..3 {
        searcher.search(&request, SearchContext::new(&tt, &stop), &mut |_| {});
        let [worker] = searcher.workers.as_slice() else {
            panic!("one worker per thread");
        };
        capacities.push((
            worker.moves.capacity(),
            worker.pv.len(),
            worker.pv[0].capacity(),
        ));
    }
    assert!(capacities[0].0 > 0 && capacities[0].1 > 0);
    assert_eq!(capacities[0], capacities[1]);
    assert_eq!(capacities[1], capacities[2]);
}
