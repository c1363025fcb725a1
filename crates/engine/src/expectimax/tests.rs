//! The pruned search against textbook expectimax, and positions with known answers.

mod maze;

use super::{ONE, QS_MAX_PLIES};
use crate::search::worker::{Search, WorkerMemory};
use crate::search::{SharedState, Techniques};
use crate::{
    Limits, Score, SearchContext, SearchOptions, SearchRequest, SearchResult, TranspositionTable,
    search,
};
use maze::Maze;
use quintain_rules::games::incognito::Incognito;
use quintain_rules::{Evaluate, Position, Rng, Step};
use std::sync::atomic::{AtomicBool, Ordering};

/// Expectimax as in a textbook: no windows, no table, no move ordering.
struct Textbook {
    path: Vec<u64>,
}

impl Textbook {
    fn value<P: Evaluate>(position: &P, depth: i32) -> Score {
        Textbook { path: Vec::new() }.expectimax(position, depth, 0)
    }

    fn expectimax<P: Evaluate>(&mut self, position: &P, depth: i32, ply: u8) -> Score {
        match position.terminal_winner() {
            Some(winner) if winner == position.turn() => return Score::win_in(ply),
            Some(_) => return Score::loss_in(ply),
            None => {}
        }
        if P::HAS_CYCLES && self.path.contains(&position.zobrist()) {
            return Score::DRAW;
        }
        let moves = position.moves();
        if moves.is_empty() {
            return Score::loss_in(ply);
        }
        if depth <= 0 {
            let chance = Score::from_eval(position.evaluate()).win_probability(P::SCALE);
            let points = (2.0 * chance - 1.0) * f64::from(ONE);
            let mut best = Score::from_value(points.round() as i32);
            if depth > -QS_MAX_PLIES {
                for mv in moves.into_iter().filter(|&mv| position.is_tactical(mv)) {
                    best = best.max(self.chance_node(position, mv, depth - 1, ply + 1));
                }
            }
            return best;
        }
        self.path.push(position.zobrist());
        let mut best = Score::MIN;
        for mv in moves {
            best = best.max(self.chance_node(position, mv, depth - 1, ply + 1));
        }
        self.path.pop();
        best
    }

    fn chance_node<P: Evaluate>(
        &mut self,
        position: &P,
        mv: P::Move,
        depth: i32,
        ply: u8,
    ) -> Score {
        let mut parts = Vec::new();
        position.visit_reveals(mv, |reveal, weight| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal });
            parts.push((i64::from(weight), -self.expectimax(&next, depth, ply)));
        });
        let scores = parts.iter().map(|part| part.1);
        if parts.len() == 1 || scores.clone().all(Score::is_win) {
            return scores.min().unwrap_or(Score::MIN);
        }
        if scores.clone().all(Score::is_loss) {
            return scores.max().unwrap_or(Score::MAX);
        }
        let total: i64 = parts.iter().map(|part| part.0).sum();
        let share =
            |&(weight, score): &(i64, Score)| weight * i64::from(score.value().clamp(-ONE, ONE));
        let sum: i64 = parts.iter().map(share).sum();
        Score::from_value((sum + total / 2).div_euclid(total) as i32)
    }
}

/// A position after some random plies from the start that is not over.
fn random_position(rng: &mut Rng, size: u8, max_plies: usize) -> Incognito {
    let start = Incognito::start(Some(size)).expect("there is this size");
    loop {
        let plies = rng.below(max_plies + 1);
        let position = rng.playout(&start).take(plies).last().unwrap_or(start);
        if position.winner().is_none() {
            return position;
        }
    }
}

const UNPRUNED: SearchOptions = SearchOptions {
    threads: 1,
    multi_pv: 1,
    techniques: Techniques::NONE,
    knowledge: false,
};

/// Compares searches of every depth with one table, as in iterative deepening; then with random
/// windows.
fn compare<P: Evaluate>(position: &P, deepest: u8, tt: &TranspositionTable, rng: &mut Rng) {
    let stop = AtomicBool::new(false);
    let shared = SharedState::new(&Limits::default(), UNPRUNED, SearchContext::new(tt, &stop));
    let request = SearchRequest::new(position);
    let mut search = Search::new(&request, &shared, WorkerMemory::default());
    tt.clear();
    let mut value = Score::DRAW;
    for depth in 1..=deepest {
        value = Textbook::value(position, depth.into());
        let found = search.root_value(Score::MIN, Score::MAX, depth);
        assert_eq!(found, value, "{position} to depth {depth}");
    }
    for _ in 0..4 {
        let alpha = value.saturating_add(rng.below(4001) as i32 - 2000);
        let beta = alpha.saturating_add(1 + rng.below(2000) as i32);
        let found = search.root_value(alpha, beta, deepest);
        if found <= alpha {
            assert!(value <= found, "{position}: {value} is not below {found}");
        } else if found >= beta {
            assert!(value >= found, "{position}: {value} is not above {found}");
        } else {
            assert_eq!(found, value, "{position} between {alpha} and {beta}");
        }
    }
}

#[test]
fn agrees_with_textbook_expectimax_on_small_boards() {
    let (mut rng, tt) = (Rng::new(1), TranspositionTable::new(1));
    for _ in 0..1000 {
        let position = random_position(&mut rng, 4, 12);
        compare(&position, 3, &tt, &mut rng);
    }
    for _ in 0..10 {
        let position = random_position(&mut rng, 4, 12);
        compare(&position, 4, &tt, &mut rng);
    }
}

#[test]
fn agrees_with_textbook_expectimax_on_the_default_board() {
    let (mut rng, tt) = (Rng::new(2), TranspositionTable::new(1));
    for _ in 0..400 {
        let position = random_position(&mut rng, 5, 30);
        compare(&position, 2, &tt, &mut rng);
    }
}

/// Several reveals after which the game continues: here Star2 matters.
#[test]
fn agrees_with_textbook_expectimax_where_nothing_ends_at_once() {
    let (mut rng, tt) = (Rng::new(3), TranspositionTable::new(1));
    for _ in 0..1500 {
        let position = Maze::at(rng.below(Maze::ROOMS) as u16);
        if position.winner().is_none() {
            compare(&position, 4, &tt, &mut rng);
        }
    }
}

#[test]
fn images_under_symmetries_have_the_same_value() {
    let (mut rng, tt) = (Rng::new(4), TranspositionTable::new(1));
    let stop = AtomicBool::new(false);
    let shared = SharedState::new(&Limits::default(), UNPRUNED, SearchContext::new(&tt, &stop));
    for _ in 0..150 {
        let position = random_position(&mut rng, 5, 16);
        let value = |position: &Incognito| {
            tt.clear();
            let request = SearchRequest::new(position);
            let mut search = Search::new(&request, &shared, WorkerMemory::default());
            search.root_value(Score::MIN, Score::MAX, 3)
        };
        for &symmetry in Incognito::SYMMETRIES {
            let image = position.transform(symmetry);
            assert_eq!(value(&position), value(&image), "{position} and {image}");
        }
    }
}

fn run(
    text: &str,
    history: &[u64],
    limits: Limits,
    options: SearchOptions,
) -> SearchResult<<Incognito as Position>::Move> {
    let position: Incognito = text.parse().expect("a position");
    let stop = AtomicBool::new(false);
    let tt = TranspositionTable::new(1);
    search(
        &position,
        history,
        &limits,
        options,
        SearchContext::new(&tt, &stop),
        &mut |_| {},
    )
}

fn to_depth(text: &str, depth: u8) -> SearchResult<<Incognito as Position>::Move> {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    run(text, &[], limits, SearchOptions::default())
}

#[test]
fn certain_spies_win_at_once() {
    for (text, best) in [
        ("5/W4/5/5/3B1 w", "a4-a5"),
        ("5/W4/5/5/3B1 b", "d1-e1"),
        ("4W/5/b4/1B3/5 w", "e5-a5"),
        ("5/5/1WB2/5/1W3 w", "b3?c3"),
        ("5/5/1wB2/5/W1WW1 w", "b3?c3"),
    ] {
        let position: Incognito = text.parse().expect("a position");
        let result = to_depth(text, 3);
        assert_eq!(result.lines[0].score, Score::win_in(1), "{text}");
        let found = result.best_move.map(|mv| position.move_text(mv));
        assert_eq!(found.as_deref(), Some(best), "{text}");
    }
}

/// Black's spy is about to enter and cannot be stopped: White's only chance is to enter now, and
/// its probability follows from the number of suspects.
#[test]
fn the_last_gamble_is_worth_its_odds() {
    for (text, probability) in [
        ("1W3/W4/5/5/3B1 w", 1.0 / 2.0),
        ("1W3/W4/2W2/5/3B1 w", 1.0 / 3.0),
        ("1W3/W4/W1W2/5/3B1 w", 1.0 / 4.0),
    ] {
        for depth in 2..5 {
            let score = to_depth(text, depth).lines[0].score;
            let found = score.win_probability(Incognito::SCALE);
            assert!(
                (found - probability).abs() < 1e-3,
                "{text}: {found} for {probability}"
            );
        }
    }
}

/// White's spy steps next to the castle, where nobody can come between or question it.
#[test]
fn a_certain_win_is_reported_with_its_distance() {
    let result = to_depth("5/3B1/4b/1W3/2b2 w", 5);
    assert_eq!(result.lines[0].score, Score::win_in(3), "{result:?}");
    let result = to_depth("1W3/3B1/4b/5/2b2 b", 5);
    assert_eq!(result.lines[0].score, Score::loss_in(2), "{result:?}");
}

#[test]
fn several_lines_are_different_moves_in_order() {
    let options = SearchOptions {
        multi_pv: 5,
        ..SearchOptions::default()
    };
    let limits = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let result = run("1BB2/BB3/B3W/3WW/2WW1 w", &[], limits, options);
    assert_eq!(result.lines.len(), 5);
    assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
    let mut first: Vec<_> = result.lines.iter().map(|line| line.moves[0]).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 5);
    let wide = run(
        "1BB2/BB3/B3W/3WW/2WW1 w",
        &[],
        limits,
        SearchOptions {
            techniques: Techniques::NONE,
            ..options
        },
    );
    let one = run("1BB2/BB3/B3W/3WW/2WW1 w", &[], limits, UNPRUNED);
    assert_eq!(wide.lines[0].score, one.lines[0].score);
}

/// Principal variations can be played out: they end where chance decides.
#[test]
fn lines_are_legal() {
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let position = random_position(&mut rng, 5, 20);
        let result = to_depth(&position.to_string(), 4);
        let mut at = position;
        for (index, &mv) in result.lines[0].moves.iter().enumerate() {
            let mut reveals = Vec::new();
            assert!(at.is_legal(mv), "{position}: {result:?}");
            at.visit_reveals(mv, |reveal, _| reveals.push(reveal));
            if reveals.len() > 1 {
                assert_eq!(index + 1, result.lines[0].moves.len());
                break;
            }
            at.play_unchecked(Step {
                mv,
                reveal: reveals[0],
            });
        }
    }
}

#[test]
fn a_search_stopped_at_any_moment_has_a_legal_move() {
    let mut rng = Rng::new(6);
    let tt = TranspositionTable::new(1);
    for round in 0..60 {
        let position = random_position(&mut rng, 5 + (round % 2) as u8, 20);
        let stop = AtomicBool::new(round % 10 == 0);
        let options = SearchOptions {
            threads: 1 + (round % 3) as usize,
            multi_pv: 1 + (round % 4) as usize,
            ..SearchOptions::default()
        };
        let wait = std::time::Duration::from_micros(rng.below(20_000) as u64);
        let result = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(wait);
                stop.store(true, Ordering::Relaxed);
            });
            search(
                &position,
                &[],
                &Limits::default(),
                options,
                SearchContext::new(&tt, &stop),
                &mut |_| {},
            )
        });
        let best = result.best_move.expect("the game is not over");
        assert!(position.is_legal(best), "{position}: {result:?}");
        assert!(
            result
                .lines
                .iter()
                .all(|line| position.is_legal(line.moves[0]))
        );
    }
}

/// A repetition counts as a draw, so a side that is worse repeats.
#[test]
fn a_repetition_is_a_draw() {
    let text = "5/W4/5/5/3B1 b";
    let position: Incognito = text.parse().expect("a position");
    let mut seen = Vec::new();
    for mv in position.moves() {
        position.visit_reveals(mv, |reveal, _| {
            let mut next = position;
            next.play_unchecked(Step { mv, reveal });
            seen.push(next.zobrist());
        });
    }
    let limits = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    // Every move repeats a position except the entry, which ends the game.
    let result = run(
        text,
        &seen,
        limits,
        SearchOptions {
            multi_pv: 2,
            ..UNPRUNED
        },
    );
    assert_eq!(result.lines[0].score, Score::win_in(1));
    assert_eq!(result.lines[1].score, Score::DRAW);
}
