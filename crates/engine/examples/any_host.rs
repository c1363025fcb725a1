//! A search in a host that has neither a clock nor threads nor files, as in a browser:
//!
//!     cargo run -p quintain-engine --example any_host
//!     tools/wasm
//!
//! The second command runs it in WebAssembly. The clock is one that the example passes in. The
//! exit status is 0 if every game is searched as expected.

use quintain_engine::{EngineFactory, EngineRegistry, Host, Limits, SearchResult, Settings};
use quintain_rules::erased::AnyPosition;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Time goes on by a millisecond with every look at the clock, and there are no threads.
#[derive(Default)]
struct TickingHost(AtomicU64);

impl Host for TickingHost {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

fn go(
    factory: &dyn EngineFactory,
    position: &dyn AnyPosition,
    limits: Limits,
) -> Result<SearchResult, Box<dyn Error>> {
    let mut engine = factory.engine();
    engine.set_host(Arc::new(TickingHost::default()));
    engine.configure(Settings {
        hash_mib: 1,
        threads: 2,
        ..engine.settings()
    });
    engine.ensure_ready()?;
    let result = engine.go(position, &[], &limits, &AtomicBool::new(false), &mut |_| {});
    let legal = |best: &String| position.moves().contains(best);
    if !result.best_move.as_ref().is_some_and(legal) {
        return Err(format!("{:?} is not a legal move", result.best_move).into());
    }
    Ok(result)
}

fn search(factory: &dyn EngineFactory) -> Result<(), Box<dyn Error>> {
    let position = factory.game().start(None)?;
    let to_depth = Limits {
        depth: Some(4),
        ..Limits::default()
    };
    let result = go(factory, &*position, to_depth)?;
    println!("{}: {:?}", factory.game().info().id, result.best_move);
    let timed = Limits {
        move_time: Some(Duration::from_millis(100)),
        ..Limits::default()
    };
    let result = go(factory, &*position, timed)?;
    // The search has to look at the clock to see that its time is up.
    if result.time > Duration::from_millis(110) {
        return Err(format!("it took {:?}", result.time).into());
    }
    // With 32 bits there are sizes that fit into no memory, and some whose number of bytes would be
    // a small one if it were cut off.
    if cfg!(target_pointer_width = "32") {
        for hash_mib in [4095, 4096, 4097, usize::MAX] {
            let mut engine = factory.engine();
            engine.configure(Settings {
                hash_mib,
                ..engine.settings()
            });
            if engine.ensure_ready().is_ok() {
                return Err(format!("a table of {hash_mib} MiB was allocated").into());
            }
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let registry = EngineRegistry::standard();
    for (number, factory) in (1..).zip(registry.iter()) {
        if let Err(error) = search(factory) {
            eprintln!("{}: {error}", factory.game().info().id);
            return ExitCode::from(number);
        }
    }
    ExitCode::SUCCESS
}
