//! The engine as a player.

use super::Room;
use crate::engine::{EngineTask, FoundMove, Requester, TaskHandle, TaskKind};
use crate::ids::random_seed;
use crate::log_throttle::{LogThrottle, log_throttled};
use quintain_table::{Action, Timestamp};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tracing::warn;

/// However many games wait for the engine, one line says enough.
static FULL_QUEUES: LogThrottle = LogThrottle::new();
static NO_MOVES: LogThrottle = LogThrottle::new();

/// When the engine is asked again if it was too busy, or if its move could not be played.
const RETRY_AFTER: Duration = Duration::from_millis(500);
/// When a node lets the engine move although another node should have done so.
const TAKE_OVER_AFTER: Duration = Duration::from_secs(4);
/// After this many searches without a move, any legal one is played: nobody shall wait forever.
const MAX_FAILURES: u32 = 3;

/// The engine's turn in a game as it was after event `seq`.
pub(super) struct EngineTurn {
    seq: u64,
    /// How many searches have ended without a move.
    failures: u32,
    state: TurnState,
}

enum TurnState {
    /// It is thinking.
    Thinking {
        /// Cancels the search when it is dropped.
        _task: TaskHandle,
        reply: oneshot::Receiver<FoundMove>,
    },
    /// It is to be asked again.
    Waiting { until: Instant },
}

impl EngineTurn {
    /// When the engine is to be asked again, if that is what the turn is waiting for.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        match self.state {
            TurnState::Thinking { .. } => None,
            TurnState::Waiting { until } => Some(until),
        }
    }
}

/// The move that the engine finds; `None` if its search has failed. Without a search this never
/// comes.
pub(super) async fn found_move(turn: &mut Option<EngineTurn>) -> Option<FoundMove> {
    match turn {
        Some(EngineTurn {
            state: TurnState::Thinking { reply, .. },
            ..
        }) => reply.await.ok(),
        _ => std::future::pending().await,
    }
}

impl Room {
    /// Starts the engine's search for a move if it is its turn and it is not thinking already.
    pub(super) fn start_engine_if_its_turn(&mut self) {
        let seq = self.live.seq();
        let (mut failures, mut has_waited) = (0, false);
        if let Some(turn) = self.engine_turn.as_ref().filter(|turn| turn.seq == seq) {
            if turn.retry_at().is_none_or(|at| Instant::now() < at) {
                return;
            }
            (failures, has_waited) = (turn.failures, true);
        }
        // Nobody needs the result of an earlier search anymore.
        self.engine_turn = None;
        let Some(table) = self.live.table() else {
            return;
        };
        let Some(side) = table.turn() else { return };
        let seats = &self.live.row().seats;
        let Some(level) = seats[side.index()].engine_level else {
            return;
        };
        if !self.elsewhere.is_ours() && !has_waited {
            // Another node is on it; if it is gone, this one takes over.
            let until = Instant::now() + TAKE_OVER_AFTER;
            self.engine_turn = Some(EngineTurn {
                seq,
                failures,
                state: TurnState::Waiting { until },
            });
            return;
        }
        let factory = match self.context().engines.get(&self.live.row().request.game) {
            Ok(factory) => factory,
            Err(error) => return warn!(%error, game = self.id, "there is no engine"),
        };
        let clock = self.context().clock.clone();
        let (reply, found) = oneshot::channel();
        let task = EngineTask::new(factory, table, level, random_seed(), clock, reply);
        let requester = Requester {
            user: seats[(!side).index()]
                .user_id()
                .unwrap_or_default()
                .to_owned(),
            address: self.engine_address,
        };
        let pool = &self.context().pool;
        let state = match pool.submit(TaskKind::Move, &requester, Box::new(task)) {
            Some(task) => TurnState::Thinking {
                _task: task,
                reply: found,
            },
            None => {
                log_throttled!(
                    FULL_QUEUES,
                    warn,
                    game = self.id,
                    "the engine's queue is full"
                );
                TurnState::Waiting {
                    until: Instant::now() + RETRY_AFTER,
                }
            }
        };
        self.engine_turn = Some(EngineTurn {
            seq,
            failures,
            state,
        });
    }

    /// Plays the engine's move, if it has found one, and otherwise sees to it that there will be
    /// one.
    pub(super) async fn end_engine_turn(&mut self, found: Option<FoundMove>) {
        let Some(turn) = self.engine_turn.take() else {
            return;
        };
        let (mut failures, mut found) = (turn.failures, found);
        if found.as_ref().is_none_or(|found| found.text.is_none()) {
            failures += 1;
            log_throttled!(
                NO_MOVES,
                error,
                game = self.id,
                failures,
                "the engine has no move"
            );
            if failures >= MAX_FAILURES {
                found = self.any_move();
            }
        }
        if let Some(FoundMove {
            text: Some(text),
            found_at,
        }) = found
        {
            self.play_engine_move(turn.seq, &text, found_at).await;
        }
        self.check_clock().await;
        if self.live.seq() == turn.seq {
            // It could not be played, perhaps because the store has failed.
            self.engine_turn = Some(EngineTurn {
                seq: turn.seq,
                failures,
                state: TurnState::Waiting {
                    until: Instant::now() + RETRY_AFTER,
                },
            });
        }
        self.start_engine_if_its_turn();
    }

    async fn play_engine_move(&mut self, seq: u64, text: &str, found_at: Timestamp) {
        let play = |room: &Room| {
            let table = room.live.table().filter(|_| room.live.seq() == seq)?;
            let action = Action::play(text);
            table.decide(table.turn()?, &action, found_at).ok()
        };
        self.commit_system_event(play, "engine_move").await;
    }

    /// A legal move, for an engine that has none.
    fn any_move(&self) -> Option<FoundMove> {
        let moves = self.live.table()?.view().moves;
        Some(FoundMove {
            text: Some(moves.into_iter().next()?.text),
            found_at: self.context().clock.now(),
        })
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{EngineTurn, RETRY_AFTER, TurnState};
    use std::time::Instant;

    /// A turn that is to be asked for again later.
    pub(in crate::game::room) fn waiting_turn(seq: u64, failures: u32) -> EngineTurn {
        let until = Instant::now() + RETRY_AFTER;
        EngineTurn {
            seq,
            failures,
            state: TurnState::Waiting { until },
        }
    }
}
