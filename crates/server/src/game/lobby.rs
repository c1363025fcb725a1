//! The lobby: creating games, finding opponents, and the list of games to join and to watch.

use super::factory::{assign_seats, waiting_seats};
use super::presenter::{stored_summary, summaries};
use super::{Creator, GameError, GameFactory, Rooms};
use crate::bus::NodeNews;
use crate::cluster::Cluster;
use crate::store::{
    Budgets, GameRequest, ListedGame, NewGame, SeatRow, Store, StoreError, UserRow,
};
use crate::ws::{Connections, encode};
use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::{
    CreateGameRequest, GameSummary, Lobby as LobbyView, Opponent, ServerMessage,
};
use quintain_engine::EngineRegistry;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tracing::warn;

/// However much happens, the lobby is sent at most this often.
const UPDATE_INTERVAL: Duration = Duration::from_millis(500);
/// The lobby is read at least this often, since news of other nodes may be lost.
const REFRESH_INTERVAL: Duration = Duration::from_secs(5);
/// How many offers and games it lists.
const MAX_LISTED: usize = 50;
/// How many offers, and how many games, of one person it lists.
const MAX_LISTED_PER_USER: usize = 2;
/// How many of the newest share a list.
const MAX_READ: u32 = 500;
/// How many offers are tried to find a match.
const MAX_CANDIDATES: u32 = 10;

/// The lobby as it was last sent, cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct LobbyFeed {
    changed: Arc<Notify>,
    /// Whether this node has changed something that the others have not been told.
    untold: Arc<AtomicBool>,
    text: Arc<watch::Sender<Utf8Bytes>>,
}

impl Default for LobbyFeed {
    fn default() -> Self {
        LobbyFeed {
            changed: Arc::default(),
            untold: Arc::default(),
            text: Arc::new(watch::Sender::new(Utf8Bytes::default())),
        }
    }
}

impl LobbyFeed {
    /// This node has changed something that the lobby may show.
    pub(crate) fn notify(&self) {
        self.untold.store(true, Ordering::Relaxed);
        self.changed.notify_one();
    }

    /// Another node has.
    pub(crate) fn notify_from_elsewhere(&self) {
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
    cluster: Cluster,
    feed: LobbyFeed,
    budgets: Budgets,
}

impl Lobby {
    pub(crate) fn new(
        engines: Arc<EngineRegistry>,
        store: Arc<dyn Store>,
        factory: GameFactory,
        rooms: Rooms,
        connections: Connections,
        cluster: Cluster,
        feed: LobbyFeed,
        budgets: Budgets,
    ) -> Lobby {
        Lobby {
            engines,
            store,
            factory,
            rooms,
            connections,
            cluster,
            feed,
            budgets,
        }
    }

    /// Creates a game, or joins a matching one.
    pub(crate) async fn create(
        &self,
        creator: &Creator,
        create: &CreateGameRequest,
    ) -> Result<GameSummary, GameError> {
        let request = self.factory.check(creator, create)?;
        let permit = match create.opponent {
            Opponent::Engine { .. } => Some(self.rooms.engine_permit(creator.network)?),
            _ => None,
        };
        let (user, is_bot) = (&creator.user, creator.is_bot);
        let rooms = self.rooms.for_visitor(creator.network);
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
            Opponent::Friend => return self.open(&request, creator).await,
            Opponent::Anyone => {
                return match self.join_match(&rooms, &request, user, is_bot).await? {
                    Some(joined) => Ok(joined),
                    None => self.open(&request, creator).await,
                };
            }
        };
        let seats = assign_seats(request.side_choice, creator, other);
        let start = self.factory.start(&request, seats).await?;
        self.store
            .create_game(&request, &NewGame::Running(Box::new(start)), &self.budgets)
            .await?;
        self.rooms.announce(&request.id, permit).await;
        self.summary(&request.id).await
    }

    /// Takes the open seat of a game.
    pub(crate) async fn join(
        &self,
        id: &str,
        user: UserRow,
        is_bot: bool,
        address: IpAddr,
    ) -> Result<GameSummary, GameError> {
        let rooms = self.rooms.for_visitor(address);
        rooms.join(id, user, is_bot).await
    }

    /// Creates a game with an open seat.
    async fn open(
        &self,
        request: &GameRequest,
        creator: SeatRow,
    ) -> Result<GameSummary, GameError> {
        let new = NewGame::Waiting(Box::new(waiting_seats(request.side_choice, creator)));
        self.store.create_game(request, &new, &self.budgets).await?;
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
        rooms: &Rooms,
        request: &GameRequest,
        user: &UserRow,
        is_bot: bool,
    ) -> Result<Option<GameSummary>, GameError> {
        let offers = self.store.matching_offers(request, MAX_CANDIDATES).await?;
        for id in offers {
            match rooms.join(&id, user.clone(), is_bot).await {
                Ok(joined) => return Ok(Some(joined)),
                // Someone else took the seat, or the offer was withdrawn: try the next one.
                Err(GameError::LostRace | GameError::NoOpenSeat) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The lobby as it is now.
    pub(crate) async fn view(&self) -> Result<LobbyView, StoreError> {
        let offers = self.store.offers(MAX_READ).await?;
        let seeks = self.store.games(&fair_share(&offers)).await?;
        let live = self.store.live_games(MAX_READ).await?;
        let live = self.store.games(&fair_share(&live)).await?;
        let games = self.engines.registry();
        Ok(LobbyView {
            seeks: summaries(games, &seeks),
            live: summaries(games, &live),
            users_online: self.users_online(),
        })
    }

    /// How many users are connected, to all nodes.
    pub(crate) fn users_online(&self) -> u32 {
        let users = self.connections.count_users() + self.cluster.users_elsewhere();
        u32::try_from(users).unwrap_or(u32::MAX)
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
            if self.feed.untold.swap(false, Ordering::Relaxed) {
                self.cluster.bus().tell_nodes(&NodeNews::Lobby);
            }
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

/// The ids of the games to list, in their order. Everyone gets a share: in each round every address
/// gets one more place, and no person gets more than a few.
fn fair_share(games: &[ListedGame]) -> Vec<String> {
    let mut by_user: HashMap<&str, usize> = HashMap::new();
    let mut by_address: HashMap<&str, usize> = HashMap::new();
    let mut ranked: Vec<(usize, usize)> = Vec::new();
    for (index, game) in games.iter().enumerate() {
        let of_user = by_user.entry(&game.creator_id).or_default();
        *of_user += 1;
        if *of_user > MAX_LISTED_PER_USER {
            continue;
        }
        let round = by_address.entry(&game.address_tag).or_default();
        ranked.push((*round, index));
        *round += 1;
    }
    ranked.sort_unstable();
    let mut listed: Vec<usize> = ranked
        .iter()
        .take(MAX_LISTED)
        .map(|&(_, index)| index)
        .collect();
    listed.sort_unstable();
    let ids = listed.into_iter().map(|index| games[index].id.clone());
    ids.collect()
}

#[cfg(test)]
mod tests {
    use super::{ListedGame, MAX_LISTED, MAX_LISTED_PER_USER, fair_share};

    fn offer(id: usize, creator: &str, address: &str) -> ListedGame {
        ListedGame {
            id: id.to_string(),
            creator_id: creator.to_owned(),
            address_tag: address.to_owned(),
        }
    }

    #[test]
    fn one_address_with_many_offers_does_not_hide_the_others() {
        // Hundreds of users at one address, all newer than the offers of everyone else.
        let mut offers: Vec<ListedGame> = (0..400)
            .map(|id| offer(id, &format!("user{id}"), "flood"))
            .collect();
        offers.push(offer(400, "ada", "home"));
        offers.push(offer(401, "ada", "home"));
        offers.push(offer(402, "ada", "home"));
        offers.push(offer(403, "guest", "home"));
        let listed = fair_share(&offers);
        assert_eq!(listed.len(), MAX_LISTED);
        for id in ["400", "401", "403"] {
            assert!(listed.contains(&id.to_owned()), "{id}");
        }
        assert!(
            !listed.contains(&"402".to_owned()),
            "{MAX_LISTED_PER_USER} each"
        );
        // The newest first.
        assert_eq!(listed[0], "0");
        assert_eq!(listed.last().map(String::as_str), Some("403"));
    }
}
