//! A room: the task that hosts one game.

mod actions;
mod commit;
mod engine;
mod presence;
mod seating;

use super::game_state::LiveGame;
use super::rooms::Rooms;
use super::{GameError, RoomContext};
use crate::backoff::Backoff;
use crate::engine::TaskHandle;
use crate::store::UserRow;
use crate::ws::ClientSender;
use quintain_api::protocol::{ActionRequest, GameSnapshot, GameSummary, Presence};
use quintain_table::{Table, Timestamp};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{Receiver, WeakSender};
use tokio::sync::oneshot;
use tracing::debug;

/// A room that nobody needs stays open for this long, since people come back.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Presence is sent at most this often.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(300);

/// Where a room's reply goes.
pub(super) type Reply<T> = oneshot::Sender<Result<T, GameError>>;

/// What a room can be asked to do.
pub(super) enum RoomCommand {
    /// A client watches the game.
    Watch {
        client: ClientSender,
        user: String,
        after: Option<u64>,
    },
    /// A client stops watching.
    Unwatch { client_id: u64 },
    /// A user acts; the reply is the number of the last event by then.
    Act {
        user: UserRow,
        is_bot: bool,
        request: ActionRequest,
        reply: Reply<u64>,
    },
    /// A user takes the open seat.
    Join {
        user: UserRow,
        is_bot: bool,
        reply: Reply<GameSummary>,
    },
    /// Everything about the game, for a user.
    Snapshot {
        user: String,
        reply: Reply<GameSnapshot>,
    },
    /// Reads something from the game.
    Inspect(Box<dyn FnOnce(&LiveGame) + Send>),
    /// The engine has found a move for the game as it was after event `seq`.
    EngineMove { seq: u64, best: Option<String> },
    /// The seats have changed in the store.
    Reseat,
    /// The players may have forgotten to start.
    Expire { before: Timestamp },
    /// A player may have run out of time.
    CheckClock,
    /// The game has been deleted.
    Close,
}

/// A client that watches the game.
struct Watcher {
    client: ClientSender,
    user: String,
}

/// A room.
pub(super) struct Room {
    rooms: Rooms,
    id: String,
    live: LiveGame,
    handle: WeakSender<RoomCommand>,
    watchers: HashMap<u64, Watcher>,
    /// Since when each side's player has been away.
    away_since: [Option<Timestamp>; 2],
    /// The presence that was last sent.
    presence: Presence,
    /// Since when that may be outdated.
    presence_dirty_since: Option<Instant>,
    /// The engine's search for a move, and the number of the last event when it started.
    engine_task: Option<(u64, TaskHandle)>,
    /// When to store again what could not be stored.
    backoff: Backoff,
}

impl Room {
    pub(super) fn new(rooms: Rooms, live: LiveGame, handle: WeakSender<RoomCommand>) -> Room {
        let now = rooms.context().clock.now();
        Room {
            rooms,
            id: live.row().request.id.clone(),
            live,
            handle,
            watchers: HashMap::new(),
            away_since: [Some(now); 2],
            presence: Presence::default(),
            presence_dirty_since: None,
            engine_task: None,
            backoff: Backoff::default(),
        }
    }

    fn context(&self) -> &RoomContext {
        self.rooms.context()
    }

    /// Serves until nobody needs the room anymore.
    pub(super) async fn run(mut self, mut mailbox: Receiver<RoomCommand>) {
        self.presence = self.current_presence();
        self.check_clock().await;
        self.start_engine_if_its_turn();
        loop {
            let wait = self.wait();
            match tokio::time::timeout(wait, mailbox.recv()).await {
                Ok(Some(RoomCommand::Close)) => break,
                Ok(Some(command)) => {
                    self.settle_outages().await;
                    self.handle_command(command).await;
                }
                // All senders are gone with the server.
                Ok(None) => return,
                Err(_) if self.is_idle() && wait == IDLE_TIMEOUT => break,
                Err(_) => {
                    self.check_clock().await;
                }
            }
            if self
                .presence_dirty_since
                .is_some_and(|since| since.elapsed() >= PRESENCE_INTERVAL)
            {
                self.send_presence();
            }
        }
        self.rooms.remove(&self.id);
        mailbox.close();
        // Commands that were on their way go to the next room of this game.
        while let Some(command) = mailbox.recv().await {
            let (rooms, id) = (self.rooms.clone(), self.id.clone());
            tokio::spawn(async move {
                if let Err(error) = rooms.send(&id, command).await {
                    debug!(%error, game = id, "command lost between two rooms");
                }
            });
        }
    }

    /// How long until there is something to do.
    fn wait(&self) -> Duration {
        let flag = self.live.table().and_then(Table::flag_at);
        let flag = flag.filter(|_| !self.context().shutdown.has_begun());
        let flag = flag.map_or(IDLE_TIMEOUT, |(_, flag_at)| {
            // A moment later, so that the flag has certainly fallen.
            let now = self.context().clock.now();
            let flag = Duration::from_millis(flag_at.ms_since(now) + 1);
            flag.max(self.backoff.remaining(Instant::now()))
        });
        let presence = self.presence_dirty_since.map_or(IDLE_TIMEOUT, |since| {
            PRESENCE_INTERVAL.saturating_sub(since.elapsed())
        });
        flag.min(presence).min(IDLE_TIMEOUT)
    }

    fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.engine_task.is_none()
    }

    async fn handle_command(&mut self, command: RoomCommand) {
        // The one who waits for a reply may have gone away; what was done is done.
        match command {
            RoomCommand::Watch {
                client,
                user,
                after,
            } => {
                self.refresh().await;
                self.watch(client, user, after);
            }
            RoomCommand::Unwatch { client_id } => {
                self.watchers.remove(&client_id);
                self.update_away();
            }
            RoomCommand::Act {
                user,
                is_bot,
                request,
                reply,
            } => drop(reply.send(self.act(&user, is_bot, &request).await)),
            RoomCommand::Join {
                user,
                is_bot,
                reply,
            } => drop(reply.send(self.join(user, is_bot).await)),
            RoomCommand::Snapshot { user, reply } => {
                self.refresh().await;
                drop(reply.send(Ok(self.snapshot_for(&user))));
            }
            RoomCommand::Inspect(inspect) => inspect(&self.live),
            RoomCommand::EngineMove { seq, best } => self.play_engine_move(seq, best).await,
            RoomCommand::Reseat => self.reseat().await,
            RoomCommand::Expire { before } => self.expire(before).await,
            RoomCommand::CheckClock => {
                self.check_clock().await;
            }
            // Before it gets here.
            RoomCommand::Close => {}
        }
    }
}
