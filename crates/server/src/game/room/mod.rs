//! A room: the task that hosts one game.

mod actions;
mod commit;
mod conditional;
mod elsewhere;
mod engine;
mod fan_out;
mod mailbox;
mod presence;
mod push;
mod seating;
#[cfg(test)]
mod tests;

pub(super) use mailbox::{Mailbox, RoomHandle, mailbox};

use super::game_state::LiveGame;
use super::rooms::Rooms;
use super::{Actor, EnginePermit, GameError, RoomContext};
use crate::backoff::Backoff;
use crate::bus::{GameNews, Heard, Subscription};
use crate::engine::FoundMove;
use crate::store::UserRow;
use crate::ws::ClientSender;
use axum::extract::ws::Utf8Bytes;
use commit::FLAG_GRACE_MS;
use elsewhere::Elsewhere;
use engine::{EngineTurn, found_move};
use fan_out::FanOut;
use presence::Snapshots;
use quintain_api::protocol::{
    ActionRequest, ConditionalMoves, GameSnapshot, GameSummary, Presence,
};
use quintain_table::{Table, Timestamp};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;
use tracing::debug;

/// A room that nobody needs stays open for this long, since people come back.
const IDLE_TIMEOUT: Duration = Duration::from_secs(30);
/// Presence is sent at most this often.
const PRESENCE_INTERVAL: Duration = Duration::from_millis(300);

/// When a flag is looked at again that must not fall yet, because it is not known which times were
/// outages.
const UNCERTAIN_FLAG_INTERVAL: Duration = Duration::from_millis(100);

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
        actor: Actor,
        request: ActionRequest,
        reply: Reply<u64>,
    },
    /// What a user has decided on in advance in the game; first replaced, if there is something
    /// to replace it with.
    Conditional {
        user: String,
        moves: Option<ConditionalMoves>,
        reply: Reply<ConditionalMoves>,
    },
    /// A user takes the open seat.
    Join {
        user: UserRow,
        is_bot: bool,
        reply: Reply<GameSummary>,
    },
    /// Everything about the game, for a user. Whoever has just acted does not wait for others who
    /// look.
    Snapshot {
        user: String,
        has_acted: bool,
        reply: Reply<GameSnapshot>,
    },
    /// Reads something from the game.
    Inspect(Box<dyn FnOnce(&LiveGame) + Send>),
    /// Sends a user's connections a message about the game, but for those that watch it.
    Notify { user: String, text: Utf8Bytes },
    /// The seats have changed in the store.
    Reseat,
    /// The players may have forgotten to start.
    Expire { before: Timestamp },
    /// A player may have run out of time.
    CheckClock,
    /// The game has been deleted.
    Close,
}

impl RoomCommand {
    /// Whether it only looks at the game. Nobody who plays waits for that.
    fn is_look(&self) -> bool {
        match self {
            RoomCommand::Snapshot { has_acted, .. } => !has_acted,
            RoomCommand::Watch { .. }
            | RoomCommand::Unwatch { .. }
            | RoomCommand::Notify { .. }
            | RoomCommand::Inspect(_) => true,
            RoomCommand::Act { .. }
            | RoomCommand::Conditional { .. }
            | RoomCommand::Join { .. }
            | RoomCommand::Reseat
            | RoomCommand::Expire { .. }
            | RoomCommand::CheckClock
            | RoomCommand::Close => false,
        }
    }

    /// Whether it must see what other processes have stored.
    fn is_curious(&self) -> bool {
        matches!(
            self,
            RoomCommand::Watch { .. } | RoomCommand::Snapshot { .. }
        )
    }
}

/// What a room does next.
enum Next {
    Act(RoomCommand),
    EngineMove(Option<FoundMove>),
    /// Another node has said something about the game.
    Elsewhere(Heard<GameNews>),
    FanOut,
    Look(RoomCommand),
    /// Nobody has asked for anything.
    Timer,
    /// All senders are gone with the server.
    End,
}

/// A client that watches the game.
#[derive(Debug)]
struct Watcher {
    client: ClientSender,
    user: String,
}

/// A room.
pub(super) struct Room {
    rooms: Rooms,
    id: String,
    live: LiveGame,
    /// The players' clients, by the client's number.
    players: BTreeMap<u64, Watcher>,
    /// All other clients.
    spectators: BTreeMap<u64, Watcher>,
    fan_out: FanOut,
    snapshots: Snapshots,
    /// How many of the looks that are waiting see what other processes have stored.
    refreshed_looks: usize,
    /// Since when each side's player has been away.
    away_since: [Option<Timestamp>; 2],
    /// The presence that was last sent.
    presence: Presence,
    /// Since when that may be outdated.
    presence_dirty_since: Option<Instant>,
    engine_turn: Option<EngineTurn>,
    /// Where the player was last seen against whom the engine plays.
    engine_address: Option<IpAddr>,
    /// The game's place among the engine's games of that address.
    engine_permit: Option<EnginePermit>,
    /// When to store again what could not be stored.
    backoff: Backoff,
    /// Whether players may have to be told by push messages.
    push_due: bool,
    /// The event after which there was no conditional move to play.
    unconditional_seq: Option<u64>,
    /// What is known of the rooms that other nodes have of the game.
    elsewhere: Elsewhere,
}

impl Room {
    pub(super) fn new(
        rooms: Rooms,
        live: LiveGame,
        engine_permit: Option<EnginePermit>,
        news: Subscription<GameNews>,
    ) -> Room {
        let now = rooms.context().clock.now();
        Room {
            rooms,
            id: live.row().request.id.clone(),
            live,
            players: BTreeMap::new(),
            spectators: BTreeMap::new(),
            fan_out: FanOut::default(),
            snapshots: Snapshots::new(),
            refreshed_looks: 0,
            away_since: [Some(now); 2],
            presence: Presence::default(),
            presence_dirty_since: None,
            engine_turn: None,
            // Whoever makes a game has it opened with a permit if the engine plays.
            elsewhere: Elsewhere::new(news, engine_permit.is_some()),
            engine_address: engine_permit.as_ref().map(|permit| *permit.key()),
            engine_permit,
            backoff: Backoff::default(),
            push_due: false,
            unconditional_seq: None,
        }
    }

    fn context(&self) -> &RoomContext {
        self.rooms.context()
    }

    /// Serves until nobody needs the room anymore.
    pub(super) async fn run(mut self, mut mailbox: Mailbox) {
        self.presence = self.current_presence();
        self.settle_outages().await;
        self.play_conditional_moves().await;
        self.check_clock().await;
        self.ask_elsewhere();
        self.start_engine_if_its_turn();
        loop {
            let wait = self.wait();
            let next = self.next(&mut mailbox, wait).await;
            self.settle_outages().await;
            self.elsewhere.note_use(&next);
            match next {
                Next::Act(RoomCommand::Close) => break,
                Next::Elsewhere(Heard::News {
                    news: GameNews::Deleted,
                    ..
                }) => break,
                Next::Elsewhere(heard) => {
                    self.hear(heard).await;
                    if self.elsewhere.is_unused() && self.is_idle() {
                        break;
                    }
                }
                Next::Act(command) => self.handle_command(command).await,
                Next::EngineMove(found) => self.end_engine_turn(found).await,
                Next::FanOut => {
                    self.fan_out.send_portion(&self.spectators);
                    // Others are served in between, such as the player who has just moved.
                    tokio::task::yield_now().await;
                }
                Next::Look(command) => {
                    let is_curious = command.is_curious();
                    let waiting = mailbox.looks.len();
                    self.refresh_for_look(is_curious, waiting).await;
                    self.handle_command(command).await;
                }
                Next::Timer if self.is_idle() && wait == IDLE_TIMEOUT => break,
                Next::Timer => {
                    self.refresh_if_uncertain().await;
                    self.check_clock().await;
                    self.start_engine_if_its_turn();
                }
                Next::End => return,
            }
            self.play_conditional_moves().await;
            self.check_length().await;
            self.push_news();
            if self
                .presence_dirty_since
                .is_some_and(|since| since.elapsed() >= PRESENCE_INTERVAL)
            {
                self.send_presence();
            }
        }
        self.leave_elsewhere();
        self.rooms.remove(&self.id);
        // Commands that were on their way go to the next room of this game.
        for command in mailbox.close().await {
            let (rooms, id) = (self.rooms.clone(), self.id.clone());
            tokio::spawn(async move {
                if let Err(error) = rooms.send(&id, command).await {
                    debug!(%error, game = id, "command lost between two rooms");
                }
            });
        }
    }

    /// What to do next: players' actions first, then the engine's, then telling spectators, and
    /// only then those who want to look. Looking comes after telling, so that a new spectator is
    /// not sent what the snapshot already includes.
    async fn next(&mut self, mailbox: &mut Mailbox, wait: Duration) -> Next {
        let has_news = !self.fan_out.is_empty();
        tokio::select! {
            biased;
            command = mailbox.acts.recv() => command.map_or(Next::End, Next::Act),
            found = found_move(&mut self.engine_turn) => Next::EngineMove(found),
            heard = self.elsewhere.next() => Next::Elsewhere(heard),
            () = std::future::ready(()), if has_news => Next::FanOut,
            command = mailbox.looks.recv() => command.map_or(Next::End, Next::Look),
            () = tokio::time::sleep(wait) => Next::Timer,
        }
    }

    /// Checks whether another process knows more, once for all looks that are waiting.
    async fn refresh_for_look(&mut self, is_curious: bool, waiting: usize) {
        if self.refreshed_looks == 0 && is_curious {
            self.refreshed_looks = waiting + 1;
            self.refresh().await;
        }
        self.refreshed_looks = self.refreshed_looks.saturating_sub(1);
    }

    /// How long until there is something to do.
    fn wait(&self) -> Duration {
        let flag = self.live.table().and_then(Table::flag_at);
        let flag = flag.filter(|_| !self.context().shutdown.has_begun());
        let flag = flag.map_or(IDLE_TIMEOUT, |(_, flag_at)| {
            // A moment later, so that the flag has certainly fallen.
            let called_at = flag_at.plus_ms(FLAG_GRACE_MS + 1);
            let flag = Duration::from_millis(called_at.ms_since(self.context().clock.now()));
            let is_uncertain = !self.context().cluster.knows_outages();
            let retry = if is_uncertain {
                UNCERTAIN_FLAG_INTERVAL
            } else {
                Duration::ZERO
            };
            flag.max(self.backoff.remaining(Instant::now())).max(retry)
        });
        let presence = self.presence_dirty_since.map_or(IDLE_TIMEOUT, |since| {
            PRESENCE_INTERVAL.saturating_sub(since.elapsed())
        });
        let retry = self.engine_turn.as_ref().and_then(EngineTurn::retry_at);
        let retry = retry.map_or(IDLE_TIMEOUT, |at| {
            at.saturating_duration_since(Instant::now())
        });
        let elsewhere = self.wait_for_elsewhere();
        flag.min(presence)
            .min(retry)
            .min(elsewhere)
            .min(IDLE_TIMEOUT)
    }

    fn is_idle(&mut self) -> bool {
        self.forget_closed();
        self.players.is_empty() && self.spectators.is_empty() && self.engine_turn.is_none()
    }

    async fn handle_command(&mut self, command: RoomCommand) {
        // The one who waits for a reply may have gone away; what was done is done.
        match command {
            RoomCommand::Watch {
                client,
                user,
                after,
            } => self.watch(client, user, after),
            RoomCommand::Unwatch { client_id } => self.unwatch(client_id),
            RoomCommand::Act {
                actor,
                request,
                reply,
            } => drop(reply.send(self.act(&actor, &request).await)),
            RoomCommand::Conditional { user, moves, reply } => {
                drop(reply.send(self.conditional_moves(&user, moves).await));
            }
            RoomCommand::Join {
                user,
                is_bot,
                reply,
            } => drop(reply.send(self.join(user, is_bot).await)),
            RoomCommand::Snapshot { user, reply, .. } => {
                drop(reply.send(Ok(self.snapshot_for(&user))));
            }
            RoomCommand::Inspect(inspect) => inspect(&self.live),
            RoomCommand::Notify { user, text } => self.notify(&user, &text),
            RoomCommand::Reseat => self.reseat().await,
            RoomCommand::Expire { before } => self.expire(before).await,
            RoomCommand::CheckClock => self.check_clock().await,
            // The room closes instead of handling it.
            RoomCommand::Close => {}
        }
    }
}
