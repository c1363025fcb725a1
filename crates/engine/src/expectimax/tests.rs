//! The pruned search against plain expectimax, and positions with known answers.

mod maze;

use super::{ONE, QS_MAX_PLIES};
use crate::search::SharedState;
use crate::search::worker::Worker;
use crate::{Limits, Report, Score, SearchOptions, TranspositionTable, search};
use maze::Maze;
use quintain_rules::games::incognito::Incognito;
use quintain_rules::{Evaluate, Position, Step, splitmix64};
use std::sync::atomic::{AtomicBool, Ordering};

/// Expectimax as one would write it down: no windows, no table, no order.
struct Plain {
    path: Vec<u64>,
}

impl Plain {
    fn value<P: Evaluate>(position: &P, depth: i32) -> Score {
        Plain { path: Vec::new() }.expect(position, depth, 0)
    }

    fn expect<P: Evaluate>(&mut self, position: &P, depth: i32, ply: u8) -> Score {
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
                    best = best.max(self.weigh(position, mv, depth - 1, ply + 1));
                }
            }
            return best;
        }
        self.path.push(position.zobrist());
        let mut best = Score::MIN;
        for mv in moves {
            best = best.max(self.weigh(position, mv, depth - 1, ply + 1));
        }
        self.path.pop();
        best
    }

    fn weigh<P: Evaluate>(&mut self, position: &P, mv: P::Move, depth: i32, ply: u8) -> Score {
        let mut parts = Vec::new();
        position.visit_reveals(mv, |reveal, weight| {
            let mut next = *position;
            next.play_unchecked(Step { mv, reveal });
            parts.push((i64::from(weight), -self.expect(&next, depth, ply)));
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

/// Numbers that look random.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = splitmix64(self.0);
        self.0 % n
    }

    /// A position after some random steps from the start, not over.
    fn position(&mut self, size: u8, plies: u64) -> Incognito {
        loop {
            let mut position = Incognito::start(Some(size)).expect("there is this size");
            for _ in 0..self.below(plies + 1) {
                let mut steps = Vec::new();
                position.visit_steps(|step| steps.push(step));
                if steps.is_empty() {
                    break;
                }
                position.play_unchecked(steps[self.below(steps.len() as u64) as usize]);
            }
            if position.winner().is_none() {
                return position;
            }
        }
    }
}

const PLAIN: SearchOptions = SearchOptions {
    threads: 1,
    multi_pv: 1,
    pruning: false,
};

/// Searches to every depth with one table, as iterations do, and compares; then with windows.
fn compare<P: Evaluate>(position: &P, deepest: u8, table: &TranspositionTable, dice: &mut Dice) {
    let stop = AtomicBool::new(false);
    let shared = SharedState::new(&Limits::default(), PLAIN, table, &stop);
    let mut worker = Worker::new(position, &[], &shared);
    table.clear();
    let mut value = Score::DRAW;
    for depth in 1..=deepest {
        value = Plain::value(position, depth.into());
        let found = worker.expectimax_root(position, Score::MIN, Score::MAX, depth);
        assert_eq!(found, value, "{position} to depth {depth}");
    }
    for _ in 0..4 {
        let alpha = value.saturating_add(dice.below(4001) as i32 - 2000);
        let beta = alpha.saturating_add(1 + dice.below(2000) as i32);
        let found = worker.expectimax_root(position, alpha, beta, deepest);
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
fn agrees_with_plain_expectimax_on_small_boards() {
    let (mut dice, table) = (Dice(1), TranspositionTable::new(1));
    for _ in 0..1000 {
        let position = dice.position(4, 12);
        compare(&position, 3, &table, &mut dice);
    }
    for _ in 0..10 {
        let position = dice.position(4, 12);
        compare(&position, 4, &table, &mut dice);
    }
}

#[test]
fn agrees_with_plain_expectimax_on_the_usual_board() {
    let (mut dice, table) = (Dice(2), TranspositionTable::new(1));
    for _ in 0..400 {
        let position = dice.position(5, 30);
        compare(&position, 2, &table, &mut dice);
    }
}

/// Several reveals after which the game goes on: what one reply shows matters here.
#[test]
fn agrees_with_plain_expectimax_where_nothing_ends_at_once() {
    let (mut dice, table) = (Dice(3), TranspositionTable::new(1));
    for _ in 0..1500 {
        let position = Maze::at(dice.below(Maze::PLACES) as u16);
        if position.winner().is_none() {
            compare(&position, 4, &table, &mut dice);
        }
    }
}

#[test]
fn images_under_symmetries_are_worth_the_same() {
    let (mut dice, table) = (Dice(4), TranspositionTable::new(1));
    let stop = AtomicBool::new(false);
    let shared = SharedState::new(&Limits::default(), PLAIN, &table, &stop);
    for _ in 0..150 {
        let position = dice.position(5, 16);
        let value = |position: &Incognito| {
            table.clear();
            Worker::new(position, &[], &shared).expectimax_root(position, Score::MIN, Score::MAX, 3)
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
) -> Report<<Incognito as Position>::Move> {
    let position: Incognito = text.parse().expect("a position");
    let stop = AtomicBool::new(false);
    let table = TranspositionTable::new(1);
    search(
        &position,
        history,
        &limits,
        options,
        &table,
        &stop,
        &mut |_| {},
    )
}

fn to_depth(text: &str, depth: u8) -> Report<<Incognito as Position>::Move> {
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
        let report = to_depth(text, 3);
        assert_eq!(report.lines[0].score, Score::win_in(1), "{text}");
        let found = report.best_move().map(|mv| position.move_text(mv));
        assert_eq!(found.as_deref(), Some(best), "{text}");
    }
}

/// Black's spy is about to enter and cannot be stopped: White's only chance is to enter now,
/// and what it is can be read off the number of suspects.
#[test]
fn the_last_gamble_is_worth_its_odds() {
    for (text, chance) in [
        ("1W3/W4/5/5/3B1 w", 1.0 / 2.0),
        ("1W3/W4/2W2/5/3B1 w", 1.0 / 3.0),
        ("1W3/W4/W1W2/5/3B1 w", 1.0 / 4.0),
    ] {
        for depth in 2..5 {
            let score = to_depth(text, depth).lines[0].score;
            let found = score.win_probability(Incognito::SCALE);
            assert!(
                (found - chance).abs() < 1e-3,
                "{text}: {found} for {chance}"
            );
        }
    }
}

/// White's spy steps next to the castle, where nobody can come between or question it.
#[test]
fn a_certain_win_is_told_with_its_distance() {
    let report = to_depth("5/3B1/4b/1W3/2b2 w", 5);
    assert_eq!(report.lines[0].score, Score::win_in(3), "{report:?}");
    let report = to_depth("1W3/3B1/4b/5/2b2 b", 5);
    assert_eq!(report.lines[0].score, Score::loss_in(2), "{report:?}");
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
    let report = run("1BB2/BB3/B3W/3WW/2WW1 w", &[], limits, options);
    assert_eq!(report.lines.len(), 5);
    assert!(report.lines.is_sorted_by(|a, b| a.score >= b.score));
    let mut first: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 5);
    let wide = run(
        "1BB2/BB3/B3W/3WW/2WW1 w",
        &[],
        limits,
        SearchOptions {
            pruning: false,
            ..options
        },
    );
    let one = run("1BB2/BB3/B3W/3WW/2WW1 w", &[], limits, PLAIN);
    assert_eq!(wide.lines[0].score, one.lines[0].score);
}

/// Lines can be played out: they end where chance decides.
#[test]
fn lines_are_legal() {
    let mut dice = Dice(5);
    for _ in 0..60 {
        let position = dice.position(5, 20);
        let report = to_depth(&position.to_string(), 4);
        let mut at = position;
        for (index, &mv) in report.lines[0].moves.iter().enumerate() {
            let mut reveals = Vec::new();
            assert!(at.is_legal(mv), "{position}: {report:?}");
            at.visit_reveals(mv, |reveal, _| reveals.push(reveal));
            if reveals.len() > 1 {
                assert_eq!(index + 1, report.lines[0].moves.len());
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
    let mut dice = Dice(6);
    let table = TranspositionTable::new(1);
    for round in 0..60 {
        let position = dice.position(5 + (round % 2) as u8, 20);
        let stop = AtomicBool::new(round % 10 == 0);
        let options = SearchOptions {
            threads: 1 + (round % 3) as usize,
            multi_pv: 1 + (round % 4) as usize,
            pruning: true,
        };
        let wait = std::time::Duration::from_micros(dice.below(20_000));
        let report = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(wait);
                stop.store(true, Ordering::Relaxed);
            });
            search(
                &position,
                &[],
                &Limits::default(),
                options,
                &table,
                &stop,
                &mut |_| {},
            )
        });
        let best = report.best_move().expect("the game is not over");
        assert!(position.is_legal(best), "{position}: {report:?}");
        assert!(
            report
                .lines
                .iter()
                .all(|line| position.is_legal(line.moves[0]))
        );
    }
}

/// A position that came before counts as one half, so a side that is worse goes back to it.
#[test]
fn what_came_before_is_worth_one_half() {
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
    // Every plain move leads back; only the entry, which ends the game, does not.
    let report = run(
        text,
        &seen,
        limits,
        SearchOptions {
            multi_pv: 2,
            ..PLAIN
        },
    );
    assert_eq!(report.lines[0].score, Score::win_in(1));
    assert_eq!(report.lines[1].score, Score::DRAW);
}
