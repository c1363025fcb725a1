//! What limits a search, and what it keeps from one to the next.

use crate::common::{every_game, find, plies, random_position};
use quintain_engine::{
    Host, Limits, SearchContext, SearchOptions, SearchRequest, Searcher, TranspositionTable,
};
use quintain_rules::games::Visitor;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Rng};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

#[derive(Clone, Copy)]
struct NodeLimit;

impl Visitor for NodeLimit {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let position: P = random_position(&mut Rng::new(3), 2);
        for nodes in [0, 1, 2, 3, 50, 1_000, 1_024, 1_025, 5_000, 20_001] {
            for (threads, multi_pv) in [(1, 1), (1, 3), (2, 1)] {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..Limits::default()
                };
                let options = SearchOptions {
                    threads,
                    multi_pv,
                    ..SearchOptions::default()
                };
                let result = find(&position, &[], limits, options);
                assert!(result.nodes <= nodes, "{} of {nodes}", result.nodes);
                if threads == 1 {
                    assert_eq!(result.nodes, nodes, "{position}");
                }
                assert!(position.is_legal(result.best_move.expect("a move")));
            }
        }
    }
}

#[test]
fn a_node_limit_is_kept_exactly() {
    every_game(NodeLimit);
}

#[derive(Clone, Copy)]
struct CutShort;

impl Visitor for CutShort {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let mut rng = Rng::new(8);
        let mut tempting = 0;
        for _ in 0..60 {
            let count = 20 + rng.below(30);
            let position: P = random_position(&mut rng, count);
            let all = SearchOptions {
                multi_pv: usize::MAX,
                ..SearchOptions::default()
            };
            let lines = find(&position, &[], plies(3), all).lines;
            let truth = lines[0].score;
            // Some moves lose and others do not: an early end may have seen only the former.
            let last = lines.last().expect("a line");
            tempting += u32::from(last.score.is_loss() && !truth.is_loss());
            for nodes in 1..100 {
                let limits = Limits {
                    nodes: Some(nodes),
                    ..plies(3)
                };
                let score = find(&position, &[], limits, SearchOptions::default()).lines[0].score;
                assert!(
                    !score.is_loss() || truth.is_loss(),
                    "{position}: {nodes} nodes"
                );
                assert!(
                    !score.is_win() || truth.is_win(),
                    "{position}: {nodes} nodes"
                );
            }
        }
        assert!(tempting > 0, "{}: no position to err in", P::INFO.id);
    }
}

#[test]
fn an_unfinished_iteration_proves_no_loss() {
    every_game(CutShort);
}

#[derive(Clone, Copy)]
struct AnyDepth;

impl Visitor for AnyDepth {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let position: P = random_position(&mut Rng::new(4), 3);
        for depth in [0, 1, 111, 112, 113, 254, 255] {
            let limits = Limits {
                nodes: Some(3_000),
                ..plies(depth)
            };
            let result = find(&position, &[], limits, SearchOptions::default());
            assert!(position.is_legal(result.best_move.expect("a move")));
            assert!(result.depth <= depth);
        }
    }
}

#[test]
fn any_depth_can_be_asked_for() {
    every_game(AnyDepth);
}

#[derive(Clone, Copy)]
struct Reuse;

impl Visitor for Reuse {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let mut rng = Rng::new(12);
        let positions: Vec<P> = (0..4)
            .map(|plies| random_position(&mut rng, plies))
            .collect();
        let stop = AtomicBool::new(false);
        let game = |searcher: &mut Searcher<P>| {
            let tt = TranspositionTable::new(1);
            let search = |position: &P| {
                let request = SearchRequest {
                    limits: plies(4),
                    ..SearchRequest::new(position)
                };
                let context = SearchContext::new(&tt, &stop);
                let result = searcher.search(&request, context, &mut |_| {});
                (result.nodes, result.lines[0].score, result.best_move)
            };
            positions.iter().map(search).collect::<Vec<_>>()
        };
        let mut searcher = Searcher::new();
        let first = game(&mut searcher);
        searcher.new_game();
        assert_eq!(game(&mut searcher), first);
        // What it has learned about moves changes the order in which they are tried.
        assert_ne!(game(&mut searcher), first);
    }
}

#[test]
fn a_searcher_learns_from_game_to_game_and_forgets_when_told() {
    every_game(Reuse);
}

/// Time goes on by a millisecond with every look at the clock.
struct TickingHost(AtomicU64);

impl Host for TickingHost {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

#[derive(Clone, Copy)]
struct Clocks;

impl Visitor for Clocks {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let position: P = random_position(&mut Rng::new(4), 3);
        let (tt, stop) = (TranspositionTable::new(1), AtomicBool::new(false));
        let host = TickingHost(AtomicU64::new(77_000));
        let request = SearchRequest {
            limits: Limits {
                move_time: Some(Duration::from_millis(40)),
                ..Limits::default()
            },
            ..SearchRequest::new(&position)
        };
        let context = SearchContext {
            host: &host,
            ..SearchContext::new(&tt, &stop)
        };
        let result = Searcher::new().search(&request, context, &mut |_| {});
        assert!(position.is_legal(result.best_move.expect("a move")));
        // No more looks at the clock than there are milliseconds, and a few at the end.
        let looks = host.0.load(Ordering::Relaxed) - 77_000;
        assert!((40..=44).contains(&looks), "{looks}");
        assert!(result.nodes <= 1024 * 40, "{}", result.nodes);
    }
}

#[test]
fn time_comes_from_the_host_alone() {
    every_game(Clocks);
}
