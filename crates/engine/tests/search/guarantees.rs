//! The search against plain minimax, and what it guarantees whatever happens.

use crate::common::{after, every_game, find, play_line, plies, random_position};
use quintain_engine::{
    Limits, Score, SearchContext, SearchOptions, Techniques, TranspositionTable, search,
};
use quintain_rules::games::Visitor;
use quintain_rules::view::Describe;
use quintain_rules::{Evaluate, Rng};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const UNPRUNED: SearchOptions = SearchOptions {
    threads: 1,
    multi_pv: 1,
    techniques: Techniques::NONE,
    knowledge: false,
};

/// Minimax with the same leaves and extensions as the search.
struct Minimax<P> {
    depth: usize,
    path: Vec<u64>,
    game: std::marker::PhantomData<P>,
}

impl<P: Evaluate> Minimax<P> {
    fn terminal_score(position: &P, ply: usize) -> Option<Score> {
        let winner = position.winner()?;
        Some(if winner == position.turn() {
            Score::win_in(ply as u8)
        } else {
            Score::loss_in(ply as u8)
        })
    }

    /// Plain alpha-beta, without move ordering: minimax in less time.
    fn value(
        &mut self,
        position: &P,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
    ) -> Score {
        if let Some(score) = Self::terminal_score(position, ply) {
            return score;
        }
        if P::HAS_CYCLES && ply > 0 && self.path.contains(&position.zobrist()) {
            return Score::DRAW;
        }
        let extend = position.is_threatened() && ply < 2 * self.depth;
        let depth = depth + i32::from(extend);
        if depth <= 0 {
            return Self::quiescence(position, alpha, beta, ply);
        }
        self.path.push(position.zobrist());
        let mut best = Score::MIN;
        for mv in position.moves() {
            let next = after(position, mv);
            best = best.max(-self.value(&next, -beta, -alpha, depth - 1, ply + 1));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        best
    }

    /// Plain quiescence search.
    fn quiescence(position: &P, mut alpha: Score, beta: Score, ply: usize) -> Score {
        if let Some(score) = Self::terminal_score(position, ply) {
            return score;
        }
        let mut best = Score::from_eval(position.evaluate());
        if !P::HAS_QUIESCENCE {
            return best;
        }
        for mv in position.moves() {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            if position.is_tactical(mv) {
                let next = after(position, mv);
                best = best.max(-Self::quiescence(&next, -beta, -alpha, ply + 1));
            }
        }
        best
    }
}

#[derive(Clone, Copy)]
struct EqualsMinimax;

impl Visitor for EqualsMinimax {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let mut rng = Rng::new(11);
        for round in 0..12 {
            let count = 2 + rng.below(40);
            let position: P = random_position(&mut rng, count);
            let depth = 1 + round % 2 + usize::from(position.count_moves() < 12);
            let mut minimax = Minimax::<P> {
                depth,
                path: Vec::new(),
                game: std::marker::PhantomData,
            };
            let expected = minimax.value(&position, Score::MIN, Score::MAX, depth as i32, 0);
            let result = find(&position, &[], plies(depth as u8), UNPRUNED);
            let line = &result.lines[0];
            assert_eq!(line.score, expected, "{position} at depth {depth}");
            let reply = minimax_after(&position, line.moves[0], depth);
            assert_eq!(reply, expected, "{position}: not the best move");
        }
    }
}

/// The value of a move, by plain minimax.
fn minimax_after<P: Evaluate>(position: &P, mv: P::Move, depth: usize) -> Score {
    let mut minimax = Minimax::<P> {
        depth,
        path: vec![position.zobrist()],
        game: std::marker::PhantomData,
    };
    let extend = i32::from(position.is_threatened());
    let next = after(position, mv);
    -minimax.value(&next, Score::MIN, Score::MAX, depth as i32 - 1 + extend, 1)
}

#[test]
fn without_pruning_the_search_is_plain_minimax() {
    every_game(EqualsMinimax);
}

#[derive(Clone, Copy)]
struct Stops;

impl Visitor for Stops {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let mut rng = Rng::new(5);
        let tt = TranspositionTable::new(1);
        for round in 0..12 {
            let count = rng.below(30);
            let position: P = random_position(&mut rng, count);
            let stop = AtomicBool::new(round == 0);
            let options = SearchOptions {
                threads: 1 + round % 2,
                multi_pv: 1 + round % 3,
                ..SearchOptions::default()
            };
            let wait = Duration::from_micros(rng.below(8000) as u64);
            let result = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(wait);
                    stop.store(true, Ordering::Relaxed);
                });
                let limits = Limits::default();
                let context = SearchContext::new(&tt, &stop);
                search(&position, &[], &limits, options, context, &mut |_| {})
            });
            assert!(position.is_legal(result.best_move.expect("a move")));
            assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
            for line in &result.lines {
                play_line(&position, line);
            }
        }
    }
}

#[test]
fn a_search_stopped_at_any_moment_has_a_legal_move() {
    every_game(Stops);
}

#[derive(Clone, Copy)]
struct Repetitions;

impl Visitor for Repetitions {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let mut rng = Rng::new(9);
        let position: P = random_position(&mut rng, 6);
        let moves = position.moves();
        let history: Vec<u64> = moves
            .iter()
            .map(|&mv| after(&position, mv).zobrist())
            .collect();
        let fresh = find(&position, &[], plies(3), UNPRUNED).lines[0].score;
        let repeated = find(&position, &history, plies(3), UNPRUNED).lines[0].score;
        let expected = if P::HAS_CYCLES { Score::DRAW } else { fresh };
        assert_eq!(repeated, expected, "{position}");
        // One move that does not repeat is enough, if it is a good one.
        let best = find(&position, &[], plies(3), UNPRUNED)
            .best_move
            .expect("a move");
        let known: Vec<u64> = history
            .iter()
            .copied()
            .filter(|&key| key != after(&position, best).zobrist())
            .collect();
        let repeated = find(&position, &known, plies(3), UNPRUNED).lines[0].score;
        assert!(repeated >= expected.min(fresh), "{position}: {repeated}");
    }
}

#[test]
fn a_repetition_counts_as_a_draw() {
    every_game(Repetitions);
}

#[derive(Clone, Copy)]
struct MultiPv;

impl Visitor for MultiPv {
    type Output = ();

    fn visit<P: Describe + Evaluate>(self) {
        let mut rng = Rng::new(21);
        for round in 0..6 {
            let position: P = random_position(&mut rng, 4 + 3 * round);
            let count = position.moves().len();
            let (all, none) = (Techniques::ALL, Techniques::NONE);
            for (lines, techniques) in [(4, all), (3, none), (1000, all)] {
                let options = SearchOptions {
                    multi_pv: lines,
                    techniques,
                    ..SearchOptions::default()
                };
                let result = find(&position, &[], plies(2), options);
                assert_eq!(result.lines.len(), lines.min(count), "{position}");
                let firsts: HashSet<_> = result.lines.iter().map(|line| line.moves[0]).collect();
                assert_eq!(firsts.len(), result.lines.len(), "{position}");
                assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
                for line in &result.lines {
                    play_line(&position, line);
                    if techniques == none {
                        let value = minimax_after(&position, line.moves[0], 2);
                        assert_eq!(line.score, value, "{position}");
                    }
                }
            }
        }
    }
}

#[test]
fn many_lines_are_different_and_sorted() {
    every_game(MultiPv);
}
