//! Lets two levels of the engine play a game:
//!
//!     cargo run --release --example play -- sight 6 3
//!
//! prints a game of Sight, level 6 against level 3.

use quintain_engine::{EngineRegistry, Level, Limits, Settings};
use std::error::Error;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let id = arguments.next().unwrap_or_else(|| "knights-duel".into());
    let registry = EngineRegistry::standard();
    let factory = registry.get(&id)?;

    let mut engines = Vec::new();
    for side in ["first", "second"] {
        let number = arguments.next().map_or(Ok(5), |number| number.parse())?;
        let level = Level::new(number).ok_or_else(|| format!("{number} is no level"))?;
        println!("{side}: level {number}");
        let mut engine = factory.engine();
        engine.configure(Settings {
            level,
            ..engine.settings()
        });
        engines.push(engine);
    }

    let limits = Limits {
        move_time: Some(Duration::from_millis(200)),
        ..Limits::default()
    };
    // A referee knows what is hidden and says what moves reveal; in most games nothing is.
    let mut position = factory.game().start(None)?;
    let mut referee = position.referee(0);
    let mut history = Vec::new();
    for ply in 0..400 {
        let engine = &mut engines[ply % 2];
        let stop = AtomicBool::new(false);
        let found = engine.go(&*position, &history, &limits, &stop, &mut |_| {});
        let Some(best) = found.best_move else { break };
        history.push(position.zobrist());
        println!("{}", referee.play(&best)?.text);
        position = referee.position();
    }
    match position.winner() {
        Some(winner) => println!("{winner:?} wins"),
        None => println!("no result after 400 plies"),
    }
    Ok(())
}
