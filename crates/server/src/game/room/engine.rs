//! The engine as a player.

use super::{Room, RoomCommand};
use crate::engine::EngineTask;
use crate::ids::random_seed;
use quintain_table::Action;
use tracing::warn;

impl Room {
    /// Starts the engine's search for a move if it is its turn.
    pub(super) fn start_engine_if_its_turn(&mut self) {
        let seq = self.live.seq();
        if self.engine_task.as_ref().is_some_and(|(at, _)| *at == seq) {
            return;
        }
        // Nobody needs the result of an earlier search anymore.
        self.engine_task = None;
        let Some(table) = self.live.table() else {
            return;
        };
        let Some(turn) = table.turn() else { return };
        let Some(level) = self.live.row().seats[turn.index()].engine_level else {
            return;
        };
        let factory = match self.context().engines.get(&self.live.row().request.game) {
            Ok(factory) => factory,
            Err(error) => return warn!(%error, game = self.id, "there is no engine"),
        };
        let handle = self.handle.clone();
        let on_move = move |best| {
            if let Some(handle) = handle.upgrade() {
                // A room that has closed in the meantime starts over when it is next opened.
                drop(handle.blocking_send(RoomCommand::EngineMove { seq, best }));
            }
        };
        let task = EngineTask::new(factory, table, level, random_seed(), on_move);
        match self.context().pool.submit(Box::new(task)) {
            Some(handle) => self.engine_task = Some((seq, handle)),
            None => warn!(game = self.id, "the engine's queue is full"),
        }
    }

    pub(super) async fn play_engine_move(&mut self, seq: u64, best: Option<String>) {
        if self.engine_task.as_ref().is_none_or(|(at, _)| *at != seq) {
            return;
        }
        self.engine_task = None;
        let Some(text) = best else {
            return warn!(game = self.id, "the engine has no move");
        };
        let now = self.check_clock().await;
        let play = |room: &Room| {
            let table = room.live.table().filter(|_| room.live.seq() == seq)?;
            let action = Action::play(text.clone());
            table.decide(table.turn()?, &action, now).ok()
        };
        self.commit_system_event(play, "engine_move").await;
        self.start_engine_if_its_turn();
    }
}
