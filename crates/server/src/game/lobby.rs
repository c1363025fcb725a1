//! The lobby: creating games, finding opponents, and the list of games to join and to watch.

use super::factory::assign_seats;
use super::presenter::{stored_summary, summaries};
use super::{GameError, GameFactory, Rooms};
use crate::auth::network;
use crate::store::{GameRequest, GameRow, SeatRow, Store, StoreError, UserRow};
use crate::ws::{Connections, encode};
use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::{
    CreateGameRequest, GameSummary, Lobby as LobbyView, Opponent, ServerMessage, SideChoice,
};
use quintain_engine::EngineRegistry;
use quintain_table::Timestamp;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tracing::warn;

/// However much happens, the lobby is sent at most this often.
const UPDATE_INTERVAL: Duration = Duration::from_millis(500);
/// The lobby is read at least this often, since another process may share the database.
const REFRESH_INTERVAL: Duration = Duration::from_secs(5);
/// How many seeks and games it lists.
const MAX_LISTED: u32 = 50;
/// How many seeks are searched for a match.
const MAX_CANDIDATES: u32 = 100;

/// The lobby as it was last sent, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct LobbyFeed {
    changed: Arc<Notify>,
    text: Arc<watch::Sender<Utf8Bytes>>,
}

impl Default for LobbyFeed {
    fn default() -> Self {
        LobbyFeed {
            changed: Arc::default(),
            text: Arc::new(watch::Sender::new(Utf8Bytes::default())),
        }
    }
}

impl LobbyFeed {
    /// Something has changed that the lobby may show.
    pub(crate) fn notify(&self) {
        self.changed.notify_one();
    }
}

/// The lobby, cheap to clone.
#[derive(Clone)]
pub(crate) struct Lobby {
    engines: Arc<EngineRegistry>,
    store: Arc<dyn Store>,
    factory: GameFactory,
    rooms: Rooms,
    connections: Connections,
    feed: LobbyFeed,
}

impl Lobby {
    pub(crate) fn new(
        engines: Arc<EngineRegistry>,
        store: Arc<dyn Store>,
        factory: GameFactory,
        rooms: Rooms,
        connections: Connections,
        feed: LobbyFeed,
    ) -> Lobby {
        Lobby {
            engines,
            store,
            factory,
            rooms,
            connections,
            feed,
        }
    }

    /// Creates a game, or joins a matching one.
    pub(crate) async fn create(
        &self,
        user: &UserRow,
        is_bot: bool,
        address: IpAddr,
        create: &CreateGameRequest,
    ) -> Result<GameSummary, GameError> {
        let request = self.factory.check(user, is_bot, create)?;
        let permit = match create.opponent {
            Opponent::Engine { .. } => Some(self.rooms.engine_permit(network(address))?),
            _ => None,
        };
        self.ensure_stored(user).await?;
        let creator = SeatRow {
            user: Some(user.clone()),
            is_bot,
            ..SeatRow::default()
        };
        let other = match create.opponent {
            Opponent::Engine { level } => SeatRow {
                engine_level: Some(level),
                ..SeatRow::default()
            },
            Opponent::Local => creator.clone(),
            Opponent::Friend => return self.open(&request).await,
            Opponent::Anyone => {
                return match self.join_match(&request, user, is_bot).await? {
                    Some(joined) => Ok(joined),
                    None => self.open(&request).await,
                };
            }
        };
        let seats = assign_seats(request.side_choice, creator, other);
        let start = self.factory.start(&request, seats).await?;
        self.store.create_game(&request, Some(&start)).await?;
        self.rooms.announce(&request.id, permit).await;
        self.summary(&request.id).await
    }

    /// Takes the open seat of a game.
    pub(crate) async fn join(
        &self,
        id: &str,
        user: UserRow,
        is_bot: bool,
    ) -> Result<GameSummary, GameError> {
        self.ensure_stored(&user).await?;
        self.rooms.join(id, user, is_bot).await
    }

    /// Stores a guest, who is known from the first game on.
    async fn ensure_stored(&self, user: &UserRow) -> Result<(), StoreError> {
        if user.is_account() {
            return Ok(());
        }
        self.store.ensure_guest(&user.id, Timestamp::now()).await
    }

    /// Creates a game with an open seat.
    async fn open(&self, request: &GameRequest) -> Result<GameSummary, GameError> {
        self.store.create_game(request, None).await?;
        self.feed.notify();
        self.summary(&request.id).await
    }

    async fn summary(&self, id: &str) -> Result<GameSummary, GameError> {
        let row = self.store.game(id).await?.ok_or(GameError::NoSuchGame)?;
        let summary = stored_summary(self.engines.registry(), &row);
        summary.ok_or(GameError::NoSuchGame)
    }

    /// Joins an open game that matches a request, if there is one.
    async fn join_match(
        &self,
        request: &GameRequest,
        user: &UserRow,
        is_bot: bool,
    ) -> Result<Option<GameSummary>, GameError> {
        let seeks = self.store.seeks(MAX_CANDIDATES).await?;
        // The seek that has waited longest comes first.
        for row in seeks.iter().rev().filter(|row| matches(request, row, user)) {
            match self.rooms.join(&row.request.id, user.clone(), is_bot).await {
                Ok(joined) => return Ok(Some(joined)),
                // Someone else took the seat, or the seek was withdrawn: try the next one.
                Err(GameError::LostRace | GameError::NoOpenSeat) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The lobby as it is now.
    pub(crate) async fn view(&self) -> Result<LobbyView, StoreError> {
        let seeks = self.store.seeks(MAX_LISTED).await?;
        let live = self.store.live_games(MAX_LISTED).await?;
        let games = self.engines.registry();
        Ok(LobbyView {
            seeks: summaries(games, &seeks),
            live: summaries(games, &live),
            users_online: u32::try_from(self.connections.count_users()).unwrap_or(u32::MAX),
        })
    }

    /// Something has changed that the lobby may show.
    pub(crate) fn notify(&self) {
        self.feed.notify();
    }

    /// The lobby's messages from now on, the current one first. An empty text is not a message.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Utf8Bytes> {
        let mut feed = self.feed.text.subscribe();
        feed.mark_changed();
        self.notify();
        feed
    }

    /// Keeps everyone who watches the lobby informed, forever.
    pub(crate) async fn feed_loop(self) {
        loop {
            // Notified or not, the lobby is read.
            let changed = self.feed.changed.notified();
            tokio::time::timeout(REFRESH_INTERVAL, changed).await.ok();
            let text = &self.feed.text;
            if text.receiver_count() > 0 {
                match self.view().await {
                    Ok(lobby) => {
                        let new = encode(&ServerMessage::Lobby { lobby });
                        text.send_if_modified(|old| {
                            let changed = *old != new;
                            *old = new;
                            changed
                        });
                    }
                    Err(error) => warn!(%error, "cannot read the lobby"),
                }
            }
            tokio::time::sleep(UPDATE_INTERVAL).await;
        }
    }
}

/// Whether a user who makes this request can play the seek instead.
fn matches(request: &GameRequest, row: &GameRow, user: &UserRow) -> bool {
    let seek = &row.request;
    // A player who wants a side gets it, so a seek whose side is still to be drawn will not do.
    let sides_match = match (seek.side_choice, request.side_choice) {
        (_, SideChoice::Random) => true,
        (SideChoice::Random, _) => false,
        (theirs, ours) => theirs != ours,
    };
    sides_match
        && seek.game == request.game
        && seek.size == request.size
        && seek.start == request.start
        && seek.time_control == request.time_control
        && seek.rated == request.rated
        && row
            .seats
            .iter()
            .all(|seat| seat.user_id() != Some(&user.id))
}
