//! The engine's moves in games.

use super::pool::{Task, TaskState};
use quintain_engine::{Clock, EngineFactory, Level, Limits, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_table::{Clocks, Table, Timestamp};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest that the engine thinks about a move, however much time it has: people are waiting.
const MAX_MOVE_TIME: Duration = Duration::from_millis(1500);
/// The size of its transposition table, in mebibytes: enough for that time.
const HASH_MIB: usize = 8;

/// Receives the engine's move; `None` if it has none.
type OnMove = Box<dyn FnOnce(Option<String>) + Send>;

/// The search for the engine's next move in a game.
pub(crate) struct EngineTask {
    factory: &'static dyn EngineFactory,
    position: Box<dyn AnyPosition>,
    history: Vec<u64>,
    clocks: Option<(Clocks, Side)>,
    increment: Duration,
    level: Level,
    seed: u64,
    on_move: Option<OnMove>,
}

impl EngineTask {
    /// Searches for the move of the side to move at a table.
    pub(crate) fn new(
        factory: &'static dyn EngineFactory,
        table: &Table,
        level: u8,
        seed: u64,
        on_move: impl FnOnce(Option<String>) + Send + 'static,
    ) -> EngineTask {
        EngineTask {
            factory,
            position: table.position().boxed_clone(),
            history: table.history().to_vec(),
            clocks: table.clocks().copied().zip(table.turn()),
            increment: Duration::from_millis(table.setup().time_control.increment_ms()),
            level: Level::new(level).unwrap_or(Level::FULL),
            seed,
            on_move: Some(Box::new(on_move)),
        }
    }

    fn limits(&self) -> Limits {
        let now = Timestamp::now();
        let clock = self.clocks.map(|(clocks, side)| Clock {
            remaining: Duration::from_millis(clocks.remaining_ms(side, now)),
            increment: self.increment,
        });
        Limits {
            move_time: Some(MAX_MOVE_TIME),
            clock,
            ..Limits::default()
        }
    }
}

impl Task for EngineTask {
    fn run(&mut self, _: Duration, stop: &AtomicBool) -> TaskState {
        let mut engine = self.factory.engine();
        engine.configure(Settings {
            hash_mib: HASH_MIB,
            level: self.level,
            seed: self.seed,
            ..engine.settings()
        });
        let limits = self.limits();
        let result = engine.go(&*self.position, &self.history, &limits, stop, &mut |_| {});
        if let Some(on_move) = self.on_move.take() {
            on_move(result.best_move);
        }
        TaskState::Done
    }
}
