//! Proofs during play: what is proved is told, and played.

use quintain_engine::{Clock, EngineRegistry, Level, Limits, Score, SearchResult, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
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

fn think(
    position: &dyn AnyPosition,
    limits: Limits,
    settings: Settings,
) -> (SearchResult, Vec<SearchResult>) {
    let expert = EngineRegistry::standard().get(position.info().id).unwrap();
    let mut engine = expert.engine();
    engine.configure(settings);
    let mut told = Vec::new();
    let stop = AtomicBool::new(false);
    let mut tell = |thought: &SearchResult| told.push(thought.clone());
    let thought = engine.go(position, &[], &limits, &stop, &mut tell);
    assert!(
        position
            .moves()
            .contains(thought.best_move.as_ref().unwrap())
    );
    (thought, told)
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
fn a_win_that_the_game_knows_is_told_as_proved() {
    // The second player answers with the mirror image.
    let position = position("knights-duel", Some(8), &["(2,3)"]);
    let (thought, told) = think(&*position, nodes(10_000), small());
    assert_eq!(thought.best_move.as_deref(), Some("(7,6)"));
    assert_eq!(thought.proved, Some(Side::Second));
    assert_eq!(thought.lines[0].score, Score::WIN);
    assert_eq!(thought.lines[0].win_probability, 1.0);
    assert_eq!(told, [thought]);
}

#[test]
fn a_loss_that_the_game_knows_is_told_and_searched() {
    let position = position("knights-duel", Some(8), &[]);
    let (thought, told) = think(&*position, nodes(5_000), small());
    assert_eq!(thought.proved, Some(Side::Second));
    assert!(thought.depth > 1 && told.len() > 1);
    assert!(told.iter().all(|told| told.proved == Some(Side::Second)));
    assert!(told.iter().all(|told| told.lines[0].win_probability == 0.0));
}

/// Eight plies of Sight on 5x5 that no table knows; the solver needs 15,000 positions to see
/// that the first player wins.
const LATE: [&str; 8] = ["d5", "b4", "c3", "e4", "d4", "b4-a3", "d5-e5", "b5"];

#[test]
fn who_wins_is_proved_in_the_time_there_is() {
    let position = position("sight", Some(5), &LATE);
    let (thought, _) = think(&*position, nodes(30_000_000), small());
    assert_eq!(thought.proved, Some(Side::First));
    assert_eq!(thought.lines[0].score, Score::WIN);
    // No time for that.
    let (thought, _) = think(&*position, nodes(300), small());
    assert_eq!(thought.proved, None);
    // A fixed depth is a search and nothing else, and so are several lines and the levels.
    let depth = Limits {
        depth: Some(2),
        ..Limits::default()
    };
    let (thought, _) = think(&*position, depth, small());
    assert_eq!((thought.proved, thought.depth), (None, 2));
    let lines = Settings {
        multi_pv: 2,
        ..small()
    };
    let (thought, _) = think(&*position, nodes(20_000), lines);
    assert_eq!((thought.proved, thought.lines.len()), (None, 2));
    let level = Level::new(5).unwrap();
    let (thought, _) = think(&*position, nodes(20_000), Settings { level, ..small() });
    assert_eq!(thought.proved, None);
}

/// The engine wins what it has proved against every kind of reply.
#[test]
fn a_proved_win_is_won() {
    let mut position = position("sight", Some(5), &LATE);
    let expert = EngineRegistry::standard().get("sight").unwrap();
    let mut engine = expert.engine();
    engine.configure(small());
    let stop = AtomicBool::new(false);
    let winner = Side::First;
    let mut reply = 7usize;
    while position.winner().is_none() {
        let thought = engine.go(&*position, &[], &nodes(30_000_000), &stop, &mut |_| {});
        assert_eq!(thought.proved, Some(winner), "{}", position.text());
        if position.turn() == winner {
            position.play(&thought.best_move.unwrap()).unwrap();
        } else {
            reply = reply.wrapping_mul(31).wrapping_add(11);
            let moves = position.moves();
            position.play(&moves[reply % moves.len()]).unwrap();
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
    think(&*position, limits, small());
}
