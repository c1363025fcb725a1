//! Rooms: one task for each game that someone plays, watches or waits for.
//!
//! Apart from who is watching, a room holds nothing that cannot be rebuilt from the store. It is
//! opened when a game is first needed and closes when nobody needs it. Two rooms of the same
//! game, on two nodes, are no problem: the store takes each event number of a game only once, and
//! the slower room catches up and decides again. They tell each other over the bus what they have
//! stored and who is in them.

use super::GameError;
use super::game_state::LiveGame;
use super::lobby::LobbyFeed;
use super::room::{Reply, Room, RoomCommand, RoomHandle, mailbox};
use super::seat_index::SeatIndex;
use super::{Actor, EnginePermit};
use crate::auth::{RateLimited, RateLimiter};
use crate::budget::{Budget, Exhausted, Share};
use crate::bus::{Bus, GameNews, NodeNews};
use crate::clock::Clock;
use crate::cluster::Cluster;
use crate::engine::{EnginePool, Permits};
use crate::game::{GameFactory, Ratings};
use crate::heavy_work::{HeavyWork, Overloaded};
use crate::metrics::Metrics;
use crate::push::Push;
use crate::shutdown::Shutdown;
use crate::store::{Budgets, SeatRow, Store, UserRow};
use crate::ws::{ClientSender, Connections, encode};
use futures_util::future::{BoxFuture, join_all};
use quintain_api::protocol::{
    ActionRequest, ConditionalMoves, GameSnapshot, GameSummary, ServerMessage, ViewsPage,
};
use quintain_api::records;
use quintain_engine::EngineRegistry;
use quintain_rules::Registry;
use quintain_table::{TableLimits, Timestamp};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::error::SendError;
use tokio::sync::oneshot;

/// How long an address waits that is loading as many games as it may.
const LOAD_RETRY_SECONDS: u32 = 2;

/// What rooms need from the rest of the server.
pub(crate) struct RoomContext {
    pub(crate) engines: Arc<EngineRegistry>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) pool: Arc<EnginePool>,
    pub(crate) factory: GameFactory,
    pub(crate) ratings: Ratings,
    pub(crate) connections: Connections,
    pub(crate) cluster: Cluster,
    pub(crate) lobby_feed: LobbyFeed,
    pub(crate) metrics: Metrics,
    pub(crate) shutdown: Shutdown,
    /// The clock that games go by.
    pub(crate) clock: Clock,
    pub(crate) budgets: Budgets,
    pub(crate) rate_limiter: RateLimiter,
    pub(crate) push: Push,
    /// How long a player must have been away from a fast game before the opponent may claim it.
    pub(crate) claim_after: Duration,
    /// What a game may hold.
    pub(crate) game_limits: TableLimits,
    /// The engine's games in use, by address.
    pub(crate) engine_games: Permits<IpAddr>,
    /// Where stored games are replayed.
    pub(crate) loads: HeavyWork,
    /// How many may work or wait there for visitors.
    pub(crate) load_places: Budget,
    /// Where records and past positions are put together.
    pub(crate) reads: HeavyWork,
}

/// The rooms of this process, cheap to clone.
#[derive(Clone)]
pub(crate) struct Rooms {
    inner: Arc<Inner>,
    /// For whom games are loaded; `None` if the server itself needs them.
    visitor: Option<Share>,
}

struct Inner {
    context: RoomContext,
    mailboxes: Mutex<HashMap<String, RoomHandle>>,
    seats: Mutex<SeatIndex>,
}

impl Rooms {
    pub(crate) fn new(context: RoomContext) -> Rooms {
        Rooms {
            inner: Arc::new(Inner {
                context,
                mailboxes: Mutex::default(),
                seats: Mutex::default(),
            }),
            visitor: None,
        }
    }

    /// The same rooms for a visitor: games that have to be loaded count for the address.
    pub(crate) fn for_visitor(&self, address: IpAddr) -> Rooms {
        Rooms {
            inner: Arc::clone(&self.inner),
            visitor: Some(self.context().load_places.share(address)),
        }
    }

    /// The same rooms for the server itself.
    fn for_server(&self) -> Rooms {
        Rooms {
            inner: Arc::clone(&self.inner),
            visitor: None,
        }
    }

    pub(super) fn context(&self) -> &RoomContext {
        &self.inner.context
    }

    pub(super) fn bus(&self) -> &Bus {
        self.context().cluster.bus()
    }

    pub(super) fn mailboxes(&self) -> MutexGuard<'_, HashMap<String, RoomHandle>> {
        // The map is consistent between any two of its operations.
        let mailboxes = self.inner.mailboxes.lock();
        mailboxes.unwrap_or_else(PoisonError::into_inner)
    }

    /// How many rooms are open.
    pub(crate) fn count(&self) -> usize {
        self.mailboxes().len()
    }

    fn seats(&self) -> MutexGuard<'_, SeatIndex> {
        // The index is consistent between any two of its operations.
        let seats = self.inner.seats.lock();
        seats.unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of this game is open, and these are its players.
    pub(super) fn note_players(&self, live: &LiveGame) {
        let row = live.row();
        let players = row.seats.iter().filter_map(SeatRow::user_id);
        let players = players.map(str::to_owned).collect();
        self.seats().seat(&row.request.id, players);
    }

    /// Forgets a room that closes.
    pub(super) fn remove(&self, game: &str) {
        let mut mailboxes = self.mailboxes();
        mailboxes.remove(game);
        self.seats().remove(game);
    }

    /// Sends a command to the room of a game, which is opened if necessary.
    pub(super) async fn send(&self, game: &str, command: RoomCommand) -> Result<(), GameError> {
        let mut command = command;
        loop {
            let mailbox = self.mailbox(game, None).await?;
            match mailbox.send(command).await {
                Ok(()) => return Ok(()),
                // The room has just closed: the next mailbox is a new room's.
                Err(SendError(back)) => command = back,
            }
        }
    }

    /// Sends a command to the room of a game if it is open.
    async fn send_if_open(&self, game: &str, command: RoomCommand) {
        let mailbox = self.mailboxes().get(game).cloned();
        if let Some(mailbox) = mailbox {
            // A room that is closing has nobody in it whom the command could concern.
            drop(mailbox.send(command).await);
        }
    }

    async fn call<T>(
        &self,
        game: &str,
        command: impl FnOnce(Reply<T>) -> RoomCommand,
    ) -> Result<T, GameError> {
        let (reply, response) = oneshot::channel();
        self.send(game, command(reply)).await?;
        response.await.unwrap_or(Err(GameError::RoomClosed))
    }

    /// Performs an action in a game. Returns the number of the last event by then.
    pub(crate) async fn act(
        &self,
        game: &str,
        actor: Actor,
        request: ActionRequest,
    ) -> Result<u64, GameError> {
        let command = |reply| RoomCommand::Act {
            actor,
            request,
            reply,
        };
        self.call(game, command).await
    }

    /// Takes the open seat of a game.
    pub(super) async fn join(
        &self,
        game: &str,
        user: UserRow,
        is_bot: bool,
    ) -> Result<GameSummary, GameError> {
        let command = |reply| RoomCommand::Join {
            user,
            is_bot,
            reply,
        };
        self.call(game, command).await
    }

    /// What a user has decided on in advance in a game; first replaced, if there is something to
    /// replace it with.
    pub(crate) async fn conditional_moves(
        &self,
        game: &str,
        user: &str,
        moves: Option<ConditionalMoves>,
    ) -> Result<ConditionalMoves, GameError> {
        let user = user.to_owned();
        let command = |reply| RoomCommand::Conditional { user, moves, reply };
        self.call(game, command).await
    }

    /// Everything about a game, for a user.
    pub(crate) async fn snapshot(&self, game: &str, user: &str) -> Result<GameSnapshot, GameError> {
        self.take_snapshot(game, user, false).await
    }

    /// Everything about a game, for a user who has just acted in it.
    pub(crate) async fn snapshot_after_action(
        &self,
        game: &str,
        user: &str,
    ) -> Result<GameSnapshot, GameError> {
        self.take_snapshot(game, user, true).await
    }

    async fn take_snapshot(
        &self,
        game: &str,
        user: &str,
        has_acted: bool,
    ) -> Result<GameSnapshot, GameError> {
        let user = user.to_owned();
        let command = |reply| RoomCommand::Snapshot {
            user,
            has_acted,
            reply,
        };
        self.call(game, command).await
    }

    /// Past positions of a game.
    pub(crate) async fn views(
        &self,
        game: &str,
        from: usize,
        to: usize,
    ) -> Result<ViewsPage, GameError> {
        self.read(game, move |live| live.views(from, to)).await
    }

    /// The record of a game in a format.
    pub(crate) async fn record(
        &self,
        game: &str,
        format: Option<String>,
    ) -> Result<String, GameError> {
        let engines = Arc::clone(&self.context().engines);
        let record = move |live: &LiveGame| record(engines.registry(), live, format.as_deref());
        self.read(game, record).await?
    }

    /// Reads something from a game that takes a while, without holding up the game or the threads
    /// that serve.
    async fn read<T: Send + 'static>(
        &self,
        game: &str,
        read: impl FnOnce(&LiveGame) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        // The place comes first, so that few copies are waiting at the same time.
        let place = self.context().reads.place().await?;
        let live = self.inspect(game, LiveGame::for_reading).await?;
        Ok(place.run(move || read(&live)).await?)
    }

    /// A place among the engine's games of an address.
    pub(super) fn engine_permit(&self, network: IpAddr) -> Result<EnginePermit, GameError> {
        let games = &self.context().engine_games;
        let max = games.max();
        let permit = games.acquire(&network);
        permit.ok_or(GameError::TooManyEngineGames { max })
    }

    /// Watches a game: the client gets what it has missed, and everything that happens.
    pub(crate) async fn watch(
        &self,
        game: &str,
        client: ClientSender,
        user: String,
        after: Option<u64>,
    ) -> Result<(), GameError> {
        let command = RoomCommand::Watch {
            client,
            user,
            after,
        };
        self.send(game, command).await
    }

    /// Stops watching a game.
    pub(crate) async fn unwatch(&self, game: &str, client_id: u64) {
        self.send_if_open(game, RoomCommand::Unwatch { client_id })
            .await;
    }

    /// Makes the rooms of a game, if they are open, reload from the store who sits where.
    pub(crate) async fn reseat(&self, game: &str) {
        self.bus().tell_game(game, &GameNews::Changed);
        self.send_if_open(game, RoomCommand::Reseat).await;
    }

    /// Makes the open rooms of all games of a user reload from the store who sits where, on all
    /// nodes. A game that is over may still be open for those who look at it.
    pub(crate) async fn reseat_user(&self, user: &str) {
        let news = NodeNews::Renamed {
            user: user.to_owned(),
        };
        self.bus().tell_nodes(&news);
        self.reseat_user_here(user).await;
    }

    /// The same on this node.
    pub(super) async fn reseat_user_here(&self, user: &str) {
        let games = self.seats().games_of(user);
        let reseat = |game| self.send_if_open(game, RoomCommand::Reseat);
        join_all(games.iter().map(|game| reseat(game))).await;
    }

    /// Closes the rooms of a game that has been deleted, if they are open.
    pub(super) async fn close(&self, game: &str) {
        self.bus().tell_game(game, &GameNews::Deleted);
        self.send_if_open(game, RoomCommand::Close).await;
    }

    /// Ends a game in which a player has run out of time.
    pub(super) async fn check_clock(&self, game: &str) -> Result<(), GameError> {
        self.send(game, RoomCommand::CheckClock).await
    }

    /// Aborts a game that nobody has got going since the given moment.
    pub(super) async fn expire(&self, game: &str, before: Timestamp) -> Result<(), GameError> {
        self.send(game, RoomCommand::Expire { before }).await
    }

    /// Opens the room of a game, and waits until it has given back what outages took.
    pub(super) async fn settle(&self, game: &str) -> Result<(), GameError> {
        self.inspect(game, |_| ()).await
    }

    /// Reads something from a game.
    async fn inspect<T: Send + 'static>(
        &self,
        game: &str,
        inspect: impl FnOnce(&LiveGame) -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let command = |reply: Reply<T>| {
            RoomCommand::Inspect(Box::new(move |live| {
                // The caller may have gone away.
                drop(reply.send(Ok(inspect(live))));
            }))
        };
        self.call(game, command).await
    }

    /// Tells the players of a new game about it, and opens its room: the engine may move first.
    pub(super) async fn announce(&self, game: &str, permit: Option<EnginePermit>) {
        if self.mailbox(game, permit).await.is_err() {
            return;
        }
        let inspected = self
            .inspect(game, |live| {
                let users = live.row().seats.clone().map(|seat| seat.user);
                (live.summary(), users)
            })
            .await;
        let Ok((summary, users)) = inspected else {
            return;
        };
        let text = encode(&ServerMessage::MyGame {
            summary: Box::new(summary),
        });
        for user in users.into_iter().flatten() {
            for client in self.context().connections.of_user(&user.id) {
                client.send_text(text.clone());
            }
            self.tell_user(&user.id, game, &text);
        }
        self.context().lobby_feed.notify();
    }

    /// The mailbox of a game's room, which is opened if necessary.
    // Boxed, since a room can open another room: without that, the type of this future would
    // contain itself.
    fn mailbox<'a>(
        &'a self,
        game: &'a str,
        permit: Option<EnginePermit>,
    ) -> BoxFuture<'a, Result<RoomHandle, GameError>> {
        Box::pin(self.open(game, permit))
    }

    async fn open(
        &self,
        game: &str,
        permit: Option<EnginePermit>,
    ) -> Result<RoomHandle, GameError> {
        if let Some(mailbox) = self.mailboxes().get(game)
            && !mailbox.is_closed()
        {
            return Ok(mailbox.clone());
        }
        // Before it is loaded: what is stored from now on is heard.
        let news = self.bus().game_news(game).await;
        let live = self.load(game).await?;
        let mut mailboxes = self.mailboxes();
        // Another request may have opened it in the meantime.
        if let Some(mailbox) = mailboxes.get(game)
            && !mailbox.is_closed()
        {
            return Ok(mailbox.clone());
        }
        let (handle, mailbox) = mailbox();
        mailboxes.insert(game.to_owned(), handle.clone());
        self.note_players(&live);
        drop(mailboxes);
        let room = Room::new(self.for_server(), live, permit, news);
        tokio::spawn(room.run(mailbox));
        Ok(handle)
    }

    /// A game from the store.
    pub(super) async fn load(&self, game: &str) -> Result<LiveGame, GameError> {
        let context = self.context();
        // Before the events are read: what waits holds them in memory.
        let place = self.visitor.as_ref().map(|share| share.take(1));
        let place = place.transpose().map_err(|exhausted| match exhausted {
            Exhausted::Share => GameError::RateLimited(RateLimited {
                retry_after_seconds: LOAD_RETRY_SECONDS,
            }),
            Exhausted::Total => GameError::Overloaded(Overloaded::Busy),
        })?;
        let row = context.store.game(game).await?;
        let row = row.ok_or(GameError::NoSuchGame)?;
        let events = context.store.events(game, 0).await?;
        let (engines, limits) = (Arc::clone(&context.engines), context.game_limits);
        let replay = move || {
            let live = LiveGame::new(engines.registry(), row, events, limits);
            // The work goes on if the client leaves, so it keeps its place until it is done.
            drop(place);
            live
        };
        context.loads.run(replay).await?
    }
}

/// The record of a game.
pub(super) fn record(
    games: &Registry,
    live: &LiveGame,
    format: Option<&str>,
) -> Result<String, GameError> {
    let table = live.table().ok_or(GameError::NotStarted)?;
    Ok(records::to_text(games, &table.record()?, format)?)
}
