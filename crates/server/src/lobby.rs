//! The lobby: what can be joined and watched, told to all who look at it.

use crate::app::App;
use crate::error::ApiError;
use crate::live::summary;
use crate::outbox::text;
use crate::protocol::{Lobby, ServerMessage};
use axum::extract::ws::Utf8Bytes;
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tracing::warn;

/// It is told at most so often, however much happens.
const PACE: Duration = Duration::from_millis(500);
/// It is looked up now and then even if nothing happened here: another process may share the
/// database.
const REFRESH: Duration = Duration::from_secs(5);
/// How many seeks and games it lists.
const LISTED: u32 = 50;

/// The lobby as it was last told.
#[derive(Debug)]
pub(crate) struct LobbyFeed {
    stirred: Notify,
    text: watch::Sender<Utf8Bytes>,
}

impl Default for LobbyFeed {
    fn default() -> Self {
        LobbyFeed {
            stirred: Notify::new(),
            text: watch::Sender::new(Utf8Bytes::default()),
        }
    }
}

impl LobbyFeed {
    /// Something has changed that the lobby may show.
    pub(crate) fn stir(&self) {
        self.stirred.notify_one();
    }

    /// The lobby's messages from now on, the present one first. Empty ones say nothing.
    pub(crate) fn follow(&self) -> watch::Receiver<Utf8Bytes> {
        let mut feed = self.text.subscribe();
        feed.mark_changed();
        self.stir();
        feed
    }
}

impl App {
    /// The lobby as it is now.
    pub(crate) async fn look_around(&self) -> Result<Lobby, ApiError> {
        let seeks = self.store().seeks(LISTED).await?;
        let live = self.store().live(LISTED).await?;
        let summaries = |rows: &[_]| {
            rows.iter()
                .map(|row| summary(self.games(), row))
                .collect::<Vec<_>>()
        };
        Ok(Lobby {
            seeks: summaries(&seeks),
            live: summaries(&live),
            people: u32::try_from(self.people().count()).unwrap_or(u32::MAX),
        })
    }

    /// Keeps those informed who look at the lobby, for ever.
    pub(crate) async fn keep_lobby(self) {
        loop {
            // Whether it was stirred or not: it is looked up.
            tokio::time::timeout(REFRESH, self.lobby().stirred.notified())
                .await
                .ok();
            let feed = &self.lobby().text;
            if feed.receiver_count() > 0 {
                match self.look_around().await {
                    Ok(lobby) => {
                        let news = text(&ServerMessage::Lobby { lobby });
                        feed.send_if_modified(|old| {
                            let changed = *old != news;
                            *old = news;
                            changed
                        });
                    }
                    Err(error) => warn!(%error, "the lobby cannot be looked up"),
                }
            }
            tokio::time::sleep(PACE).await;
        }
    }
}
