//! The engine's moves in games.

use super::pool::{Task, TaskState, Turn};
use super::thread_engines::ThreadEngines;
use crate::clock::Clock as ServerClock;
use quintain_engine::{Clock, EngineFactory, Level, Limits, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_table::{Clocks, Table, Timestamp};
use std::time::Duration;
use tokio::sync::oneshot;

/// A move that the engine has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FoundMove {
    /// The move; `None` if there is none.
    pub(crate) text: Option<String>,
    /// When it was found.
    pub(crate) found_at: Timestamp,
}

/// The search for the engine's next move in a game.
pub(crate) struct EngineTask {
    factory: &'static dyn EngineFactory,
    position: Box<dyn AnyPosition>,
    history: Vec<u64>,
    clocks: Option<(Clocks, Side)>,
    increment: Duration,
    level: Level,
    seed: u64,
    server_clock: ServerClock,
    reply: Option<oneshot::Sender<FoundMove>>,
}

impl EngineTask {
    /// Searches for the move of the side to move at a table. If the task ends in any other way
    /// than by finding it, the other end of `reply` learns that too.
    pub(crate) fn new(
        factory: &'static dyn EngineFactory,
        table: &Table,
        level: u8,
        seed: u64,
        server_clock: ServerClock,
        reply: oneshot::Sender<FoundMove>,
    ) -> EngineTask {
        EngineTask {
            factory,
            position: table.position().boxed_clone(),
            history: table.history().to_vec(),
            clocks: table.clocks().copied().zip(table.turn()),
            increment: Duration::from_millis(table.setup().time_control.increment_ms()),
            level: Level::new(level).unwrap_or(Level::FULL),
            seed,
            server_clock,
            reply: Some(reply),
        }
    }

    fn limits(&self, move_time: Duration) -> Limits {
        let now = self.server_clock.now();
        let clock = self.clocks.map(|(clocks, side)| Clock {
            remaining: Duration::from_millis(clocks.remaining_ms(side, now)),
            increment: self.increment,
        });
        Limits {
            move_time: Some(move_time),
            clock,
            ..Limits::default()
        }
    }
}

impl Task for EngineTask {
    fn run(&mut self, turn: &Turn<'_>, engines: &mut ThreadEngines) -> TaskState {
        let engine = engines.for_move(self.factory);
        engine.configure(Settings {
            level: self.level,
            seed: self.seed,
            multi_pv: 1,
            ..engine.settings()
        });
        let limits = self.limits(turn.slice);
        let (position, history) = (&*self.position, &self.history);
        let result = engine.go(position, history, &limits, turn.stop, &mut |_| {});
        if let Some(reply) = self.reply.take() {
            // Nobody may be waiting for it anymore.
            drop(reply.send(FoundMove {
                text: result.best_move,
                found_at: self.server_clock.now(),
            }));
        }
        TaskState::Done
    }

    fn give_up(&mut self) {
        self.reply = None;
    }
}
