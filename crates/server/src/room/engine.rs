//! The engine at a game's table.

use super::Ask;
use crate::pool::Task;
use quintain_engine::{EngineFactory, Level, Limits, Settings};
use quintain_rules::Side;
use quintain_rules::erased::AnyPosition;
use quintain_table::{Clocks, Table, Timestamp};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tokio::sync::mpsc::WeakSender;

/// How long the engine thinks about a move at most, however much time it has: people wait.
const PATIENCE: Duration = Duration::from_millis(1500);
/// The size of its table, in mebibytes: enough for that time.
const HASH: usize = 8;

/// The engine looks for its move.
pub(super) struct Thinking {
    expert: &'static dyn EngineFactory,
    position: Box<dyn AnyPosition>,
    keys: Vec<u64>,
    clocks: Option<(Clocks, Side)>,
    level: Level,
    seed: u64,
    seq: u64,
    door: WeakSender<Ask>,
}

impl Thinking {
    /// About the move to make at a table.
    pub(super) fn new(
        expert: &'static dyn EngineFactory,
        table: &Table,
        level: u8,
        seed: u64,
        seq: u64,
        door: WeakSender<Ask>,
    ) -> Thinking {
        Thinking {
            expert,
            position: table.position().boxed_clone(),
            keys: table.history().to_vec(),
            clocks: table.clocks().copied().zip(table.turn()),
            level: Level::new(level).unwrap_or(Level::FULL),
            seed,
            seq,
            door,
        }
    }
}

impl Task for Thinking {
    fn run(&mut self, _: Duration, stop: &AtomicBool) -> bool {
        let mut engine = self.expert.engine();
        engine.configure(Settings {
            hash_mib: HASH,
            level: self.level,
            seed: self.seed,
            ..engine.settings()
        });
        let now = Timestamp::now();
        let limits = Limits {
            move_time: Some(PATIENCE),
            clock: self
                .clocks
                .map(|(clocks, side)| clocks.for_engine(side, now)),
            ..Limits::default()
        };
        let thought = engine.go(&*self.position, &self.keys, &limits, stop, &mut |_| {});
        let best = thought.best_move;
        if let Some(door) = self.door.upgrade() {
            let seq = self.seq;
            // A room that has closed meanwhile asks again when it is opened.
            drop(door.blocking_send(Ask::Thought { seq, best }));
        }
        true
    }
}
