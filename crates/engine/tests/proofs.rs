//! Proofs during play: what is proved is reported and played.

use quintain_engine::{
    Clock, EngineRegistry, GoRequest, Level, Limits, ProofTable, Score, SearchResult, Settings,
    SolveLimits, Solver,
};
use quintain_rules::erased::AnyPosition;
use quintain_rules::games::sight::Sight;
use quintain_rules::{Rng, Side};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn position(game: &str, size: Option<u8>, steps: &[&str]) -> Box<dyn AnyPosition> {
    let game = EngineRegistry::standard().get(game).unwrap().game();
    let mut position = game.start(size).unwrap();
    for step in steps {
        position.play(step).unwrap();
    }
    position
}

fn go(
    position: &dyn AnyPosition,
    limits: Limits,
    settings: Settings,
) -> (SearchResult, Vec<SearchResult>) {
    let factory = EngineRegistry::standard().get(position.info().id).unwrap();
    let mut engine = factory.engine();
    engine.configure(settings);
    let mut infos = Vec::new();
    let stop = AtomicBool::new(false);
    let mut on_info = |result: &SearchResult| infos.push(result.clone());
    let result = engine.go(position, &[], &limits, &stop, &mut on_info);
    assert!(
        position
            .moves()
            .contains(result.best_move.as_ref().unwrap())
    );
    (result, infos)
}

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::default()
    }
}

fn small() -> Settings {
    Settings {
        hash_mib: 4,
        ..Settings::default()
    }
}

#[test]
fn a_win_that_the_game_knows_is_reported_as_proved() {
    // The second player answers with the mirror image.
    let position = position("knights-duel", Some(8), &["(2,3)"]);
    let (result, infos) = go(&*position, nodes(10_000), small());
    assert_eq!(result.best_move.as_deref(), Some("(7,6)"));
    assert_eq!(result.proved, Some(Side::Second));
    assert_eq!(result.lines[0].score, Score::WIN);
    assert_eq!(result.lines[0].win_probability, 1.0);
    assert_eq!(infos, [result]);
}

#[test]
fn a_loss_that_the_game_knows_is_reported_and_searched() {
    let position = position("knights-duel", Some(8), &[]);
    let (result, infos) = go(&*position, nodes(5_000), small());
    assert_eq!(result.proved, Some(Side::Second));
    assert!(result.depth > 1 && infos.len() > 1);
    assert!(infos.iter().all(|info| info.proved == Some(Side::Second)));
    assert!(
        infos
            .iter()
            .all(|info| info.lines[0].win_probability == 0.0)
    );
}

/// Eight plies of Sight on 5x5 after which the position is in no table; the solver needs 15,000
/// nodes to prove that the first player wins.
const LATE: [&str; 8] = ["d5", "b4", "c3", "e4", "d4", "b4-a3", "d5-e5", "b5"];

#[test]
fn who_wins_is_proved_in_the_time_there_is() {
    let position = position("sight", Some(5), &LATE);
    let (result, _) = go(&*position, nodes(30_000_000), small());
    assert_eq!(result.proved, Some(Side::First));
    assert_eq!(result.lines[0].score, Score::WIN);
    // Too few nodes for that.
    let (result, _) = go(&*position, nodes(300), small());
    assert_eq!(result.proved, None);
    // A fixed depth means a search and nothing else, and so do the levels; several lines share
    // the nodes there are.
    let depth = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    let (result, _) = go(&*position, depth, small());
    assert_eq!((result.proved, result.depth), (None, 2));
    let lines = Settings {
        multi_pv: 2,
        ..small()
    };
    let (result, _) = go(&*position, nodes(20_000), lines);
    assert_eq!((result.proved, result.lines.len()), (None, 2));
    let level = Level::new(5).unwrap();
    let (result, _) = go(&*position, nodes(20_000), Settings { level, ..small() });
    assert_eq!(result.proved, None);
}

/// The engine wins what it has proved against every kind of reply.
#[test]
fn a_proved_win_is_won() {
    let mut position = position("sight", Some(5), &LATE);
    let factory = EngineRegistry::standard().get("sight").unwrap();
    let mut engine = factory.engine();
    engine.configure(small());
    let stop = AtomicBool::new(false);
    let winner = Side::First;
    let mut rng = Rng::new(7);
    while position.winner().is_none() {
        let result = engine.go(&*position, &[], &nodes(30_000_000), &stop, &mut |_| {});
        assert_eq!(result.proved, Some(winner), "{}", position.text());
        if position.turn() == winner {
            position.play(&result.best_move.unwrap()).unwrap();
        } else {
            let moves = position.moves();
            position.play(rng.choose(&moves).unwrap()).unwrap();
        }
    }
    assert_eq!(position.winner(), Some(winner));
}

#[test]
fn a_clock_that_has_run_out_still_gives_a_move() {
    let position = position("sight", Some(5), &LATE);
    let clock = Clock {
        remaining: Duration::ZERO,
        increment: Duration::ZERO,
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    go(&*position, limits, small());
}

fn depth(plies: u8) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}

fn lines(multi_pv: usize) -> Settings {
    Settings {
        multi_pv,
        ..small()
    }
}

/// The winner after a move of Sight, as the solver proves it on its own.
fn solved_winner(position: &dyn AnyPosition, mv: &str) -> Option<Side> {
    let mut next = position.boxed_clone();
    next.play(mv).unwrap();
    let next: Sight = next.text().parse().unwrap();
    let limits = SolveLimits {
        nodes: Some(100_000),
        time: None,
    };
    let proofs = ProofTable::new(4);
    Solver::new(&proofs).with_limits(limits).solve(&next).winner
}

/// Checks that best move, lines, values and proofs say the same.
fn is_consistent(position: &dyn AnyPosition, result: &SearchResult) {
    let text = position.text();
    let turn = position.turn();
    assert_eq!(result.best_move.as_ref(), result.lines[0].moves.first());
    assert!(result.lines.is_sorted_by(|a, b| a.score >= b.score));
    match result.proved {
        Some(winner) if winner == turn => assert!(result.lines[0].score.is_win(), "{text}"),
        Some(_) => assert!(
            result.lines.iter().all(|line| line.score.is_loss()),
            "{text}"
        ),
        None => {}
    }
    for line in &result.lines {
        let mut end = position.boxed_clone();
        for mv in &line.moves {
            end.play(mv).unwrap();
        }
    }
}

/// Checks that no line is said to win or lose that does not.
fn is_true(position: &dyn AnyPosition, result: &SearchResult) {
    is_consistent(position, result);
    for line in &result.lines {
        let score = line.score;
        if let Some(winner) = solved_winner(position, &line.moves[0]) {
            let wrong = match winner == position.turn() {
                true => score.is_loss(),
                false => score.is_win(),
            };
            assert!(!wrong, "{}: {line:?}", position.text());
        }
    }
}

#[test]
fn several_lines_do_not_contradict_the_proof() {
    let start = position("sight", None, &[]);
    for count in [1, 3, 8] {
        let (result, infos) = go(&*start, depth(4), lines(count));
        assert_eq!(result.proved, Some(Side::First));
        assert_eq!(result.lines.len(), count.min(start.moves().len()));
        assert_eq!(result.lines[0].win_probability, 1.0);
        infos.iter().for_each(|info| is_consistent(&*start, info));
        is_true(&*start, &result);
    }
    // The solver's proofs count as much as what the game knows.
    let late = position("sight", Some(5), &LATE);
    for count in [1, 3] {
        let (result, infos) = go(&*late, nodes(3_000_000), lines(count));
        assert_eq!(result.proved, Some(Side::First));
        infos.iter().for_each(|info| is_consistent(&*late, info));
        is_true(&*late, &result);
    }
}

#[test]
fn a_refuted_move_is_shown_as_losing() {
    // All openings of the small board, with the winner of each.
    let start = position("sight", Some(3), &[]);
    let (result, _) = go(&*start, nodes(1_000_000), lines(9));
    assert_eq!(result.lines.len(), 9);
    for line in &result.lines {
        let winner = solved_winner(&*start, &line.moves[0]).unwrap();
        assert_eq!(line.score.is_win(), winner == Side::First, "{line:?}");
        assert_eq!(line.score.is_loss(), winner == Side::Second, "{line:?}");
    }
}

/// The first side's win probability.
fn for_first(position: &dyn AnyPosition, result: &SearchResult) -> f64 {
    match position.turn() {
        Side::First => result.lines[0].win_probability,
        Side::Second => 1.0 - result.lines[0].win_probability,
    }
}

#[test]
fn a_perfectly_played_game_is_a_flat_line() {
    let mut rng = Rng::new(3);
    for (size, winner) in [(4, Side::Second), (5, Side::First), (8, Side::Second)] {
        for count in [1, 3] {
            let mut position = position("knights-duel", Some(size), &[]);
            let flat = f64::from(u8::from(winner == Side::First));
            while position.winner().is_none() {
                let (result, infos) = go(&*position, depth(3), lines(count));
                is_consistent(&*position, &result);
                assert_eq!(result.proved, Some(winner), "{}", position.text());
                for info in infos.iter().chain([&result]) {
                    assert_eq!(for_first(&*position, info), flat, "{}", position.text());
                }
                let moves = position.moves();
                let mv = match position.turn() == winner {
                    true => result.best_move.unwrap(),
                    false => rng.choose(&moves).unwrap().clone(),
                };
                position.play(&mv).unwrap();
            }
            assert_eq!(position.winner(), Some(winner));
        }
    }
}

#[test]
fn the_value_stays_the_same_along_the_engines_own_line() {
    for (size, flat) in [(8, 0.0), (5, 1.0)] {
        for count in [1, 4] {
            let mut position = position("knights-duel", Some(size), &[]);
            for _ in 0..4 {
                let (result, _) = go(&*position, depth(6), lines(count));
                assert_eq!(for_first(&*position, &result), flat, "{}", position.text());
                for mv in &result.lines[0].moves {
                    let (result, _) = go(&*position, depth(6), lines(count));
                    assert_eq!(for_first(&*position, &result), flat, "{}", position.text());
                    position.play(mv).unwrap();
                }
            }
        }
    }
}

/// The nodes of the solver and of the search count together.
#[test]
fn a_node_limit_is_kept_exactly_with_proofs_too() {
    for game in ["sight", "knights-duel"] {
        for limit in [0, 1, 2, 10, 1000, 5000] {
            let mut start = position(game, Some(7), &[]);
            for _ in 0..10 {
                let mv = start.moves().remove(0);
                start.play(&mv).unwrap();
            }
            let (result, _) = go(&*start, nodes(limit), small());
            assert!(result.nodes <= limit, "{} of {limit}", result.nodes);
        }
    }
}

#[test]
fn a_hash_table_that_does_not_fit_is_an_error_and_play_continues() {
    let factory = EngineRegistry::standard().get("sight").unwrap();
    let mut engine = factory.engine();
    engine.configure(Settings {
        hash_mib: 1 << 40,
        ..engine.settings()
    });
    let error = engine.ensure_ready().expect_err("too large").to_string();
    assert!(error.contains("1,099,511,627,776 MiB"), "{error}");
    let position = position("sight", Some(5), &LATE);
    let stop = AtomicBool::new(false);
    let result = engine.go(&*position, &[], &nodes(100), &stop, &mut |_| {});
    assert!(result.best_move.is_some());
}

#[test]
fn moves_that_are_left_out_play_no_part() {
    let start = position("sight", Some(3), &[]);
    let factory = EngineRegistry::standard().get("sight").unwrap();
    let stop = AtomicBool::new(false);
    for multi_pv in [1, 9] {
        for mv in start.moves() {
            let mut engine = factory.engine();
            engine.configure(lines(multi_pv));
            let searched = Mutex::new(Vec::new());
            let on_current_move = |_: u8, mv: &str, number: usize| {
                searched.lock().unwrap().push((mv.to_owned(), number));
            };
            let request = GoRequest {
                position: &*start,
                history: &[],
                limits: nodes(1_000_000),
                search_moves: std::slice::from_ref(&mv),
                on_current_move: Some(&on_current_move),
            };
            let result = engine.go_request(&request, &stop, &mut |_| {});
            assert_eq!(result.best_move.as_ref(), Some(&mv));
            assert_eq!(result.lines.len(), 1);
            let wins = solved_winner(&*start, &mv) == Some(Side::First);
            assert_eq!(result.lines[0].score.is_win(), wins, "{mv}");
            assert_eq!(result.lines[0].score.is_loss(), !wins, "{mv}");
            // That another move would win is not said of this one.
            assert_eq!(result.proved == Some(Side::First), wins, "{mv}");
            let searched = searched.into_inner().unwrap();
            assert!(searched.iter().all(|found| *found == (mv.clone(), 1)));
        }
    }
}
