//! The engine's moves in games.

use super::pool::{Task, TaskState};
use quintain_engine::{Clock, Expert, Level, Limits, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_table::{Clocks, Table, Time};
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
    expert: &'static dyn Expert,
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
        expert: &'static dyn Expert,
        table: &Table,
        level: u8,
        seed: u64,
        on_move: impl FnOnce(Option<String>) + Send + 'static,
    ) -> EngineTask {
        EngineTask {
            expert,
            position: table.position().boxed_clone(),
            history: table.keys().to_vec(),
            clocks: table.clocks().copied().zip(table.turn()),
            increment: Duration::from_millis(table.setup().time.increment()),
            level: Level::new(level).unwrap_or(Level::FULL),
            seed,
            on_move: Some(Box::new(on_move)),
        }
    }

    fn limits(&self) -> Limits {
        let now = Time::now();
        let clock = self.clocks.map(|(clocks, side)| Clock {
            left: Duration::from_millis(clocks.left(side, now)),
            increment: self.increment,
        });
        Limits {
            time: Some(MAX_MOVE_TIME),
            clock,
            ..Limits::default()
        }
    }
}

impl Task for EngineTask {
    fn run(&mut self, _: Duration, stop: &AtomicBool) -> TaskState {
        let mut engine = self.expert.engine();
        engine.set(Settings {
            hash: HASH_MIB,
            level: self.level,
            seed: self.seed,
            ..engine.settings()
        });
        let limits = self.limits();
        let thought = engine.think(&*self.position, &self.history, &limits, stop, &mut |_| {});
        if let Some(on_move) = self.on_move.take() {
            on_move(thought.best);
        }
        TaskState::Done
    }
}
