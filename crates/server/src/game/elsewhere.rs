//! What nodes tell each other about users, sessions and the lobby.

use super::presenter::summaries;
use super::room::RoomCommand;
use super::{LobbyFeed, Rooms};
use crate::bus::{Bus, Heard, NodeNews, UserNews};
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::shutdown::Shutdown;
use crate::store::{GameFilter, Store, StoreError};
use crate::ws::{Connections, encode};
use axum::extract::ws::Utf8Bytes;
use futures_util::{StreamExt, stream};
use quintain_api::protocol::ServerMessage;
use quintain_engine::EngineRegistry;
use quintain_table::Timestamp;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::SendError;

/// How many of a user's games are sent again after an interruption: those that are not over, and
/// those that ended meanwhile.
const MAX_OPEN_GAMES: u32 = 50;
const MAX_FINISHED_GAMES: u32 = 10;
/// How long it may take to notice that the bus is away.
const UNNOTICED_MS: u64 = 10_000;
/// For how many users that is done at the same time.
const CONCURRENT_USERS: usize = 8;
/// The same fault concerns all users.
static UNREAD: LogThrottle = LogThrottle::new();

/// Listens to the other nodes.
pub(crate) struct OtherNodes {
    pub(crate) engines: Arc<EngineRegistry>,
    pub(crate) store: Arc<dyn Store>,
    pub(crate) rooms: Rooms,
    pub(crate) connections: Connections,
    pub(crate) lobby_feed: LobbyFeed,
    pub(crate) bus: Bus,
    pub(crate) shutdown: Shutdown,
    /// What other nodes say about users who are connected here.
    pub(crate) user_news: mpsc::Receiver<(String, UserNews)>,
}

impl OtherNodes {
    /// Listens until the server shuts down. A node that is alone hears nothing.
    pub(crate) async fn listen(mut self) {
        if !self.bus.is_shared() {
            return;
        }
        let mut node_news = self.bus.node_news().await;
        let mut state = self.bus.state();
        // When news may have begun to be lost.
        let mut lost_since = None;
        loop {
            tokio::select! {
                () = self.shutdown.wait() => return,
                heard = node_news.next() => match heard {
                    Heard::News { news, .. } => self.hear(news).await,
                    Heard::State => {
                        let before = std::mem::replace(&mut state, self.bus.state());
                        if before.is_whole() && before != state {
                            let now = self.rooms.context().clock.now().0;
                            let since = Timestamp(now.saturating_sub(UNNOTICED_MS));
                            lost_since.get_or_insert(since);
                        }
                        if state.is_whole()
                            && let Some(since) = lost_since.take()
                        {
                            self.lobby_feed.notify_from_elsewhere();
                            self.catch_up(since).await;
                        }
                    }
                },
                Some((user, news)) = self.user_news.recv() => {
                    let UserNews::Game { game_id, text } = news;
                    self.rooms.notify_here(user, &game_id, text.into()).await;
                }
            }
        }
    }

    async fn hear(&self, news: NodeNews) {
        match news {
            NodeNews::Revoked { user, revoked } => self.connections.disconnect(&user, &revoked),
            NodeNews::Renamed { user } => self.rooms.reseat_user_here(&user).await,
            NodeNews::Lobby => self.lobby_feed.notify_from_elsewhere(),
        }
    }

    /// Sends everyone who is connected here their games as they are, after news may have been lost.
    async fn catch_up(&self, since: Timestamp) {
        let users = self.connections.credentials().into_iter();
        stream::iter(users)
            .for_each_concurrent(CONCURRENT_USERS, |(user, _)| async move {
                if let Err(error) = self.send_games(&user, since).await {
                    log_throttled!(UNREAD, warn, %error, "cannot read the games of a user");
                }
            })
            .await;
    }

    async fn send_games(&self, user: &str, since: Timestamp) -> Result<(), StoreError> {
        let open = self.store.open_games_of_user(user, MAX_OPEN_GAMES).await?;
        let filter = GameFilter {
            limit: MAX_FINISHED_GAMES,
            ..GameFilter::default()
        };
        let mut games = self.store.finished_games_of_user(user, &filter).await?;
        games.extend(open);
        games.retain(|game| game.status.updated_at >= since);
        for summary in summaries(self.engines.registry(), &games) {
            let id = summary.id.clone();
            let summary = Box::new(summary);
            let text = encode(&ServerMessage::MyGame { summary });
            self.rooms.notify_here(user.to_owned(), &id, text).await;
        }
        Ok(())
    }
}

impl Rooms {
    /// Sends a message about one of a user's games to the user's connections on other nodes.
    pub(super) fn tell_user(&self, user: &str, game: &str, text: &str) {
        if self.bus().is_shared() {
            let news = UserNews::Game {
                game_id: game.to_owned(),
                text: text.to_owned(),
            };
            self.bus().tell_user(user, &news);
        }
    }

    /// Sends a message about one of a user's games to the user's connections here, but for those
    /// that watch the game.
    pub(super) async fn notify_here(&self, user: String, game: &str, text: Utf8Bytes) {
        let mailbox = self.mailboxes().get(game).cloned();
        let command = RoomCommand::Notify { user, text };
        let unsent = match mailbox {
            Some(mailbox) => mailbox.send(command).await.err(),
            None => Some(SendError(command)),
        };
        // Without a room nobody watches.
        if let Some(SendError(RoomCommand::Notify { user, text })) = unsent {
            for client in self.context().connections.of_user(&user) {
                client.send_text(text.clone());
            }
        }
    }
}
