//! Proofs during play: what is proved is reported and played.

use quintain_engine::{Clock, EngineRegistry, Level, Limits, Score, SearchResult, Settings};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{Rng, Side};
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
    // A fixed depth means a search and nothing else, and so do several lines and the levels.
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
