//! Players: their profiles, and the games they have played.

use super::game_state::LiveGame;
use super::presenter::{summaries, to_millis};
use super::rooms::record;
use super::{GameError, Ratings};
use crate::auth::name_key;
use crate::store::{GameFilter, GameResult, GameRow, Store, StoreError, StoredEvent, UserRow};
use crate::ws::Connections;
use quintain_api::protocol::{GamePage, GameSummary, Profile, RatingHistory};
use quintain_engine::EngineRegistry;
use quintain_rules::Registry;
use quintain_table::{TableLimits, Timestamp};
use std::sync::Arc;

/// The default number of games on a page.
const DEFAULT_PAGE_LEN: u32 = 20;
/// The maximum number of games on a page.
const MAX_PAGE_LEN: u32 = 100;
/// The maximum number of finished games in an export.
const MAX_EXPORTED_GAMES: u32 = 10_000;
/// A profile counts the results of this many games, the latest.
const MAX_COUNTED_GAMES: u32 = 1000;
/// How many of them are read at once.
const EXPORT_PAGE_LEN: u32 = 20;

/// Players, cheap to clone.
#[derive(Clone)]
pub(crate) struct Players {
    engines: Arc<EngineRegistry>,
    store: Arc<dyn Store>,
    ratings: Ratings,
    connections: Connections,
}

/// Which finished games of a player to list.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameQuery {
    pub(crate) game: Option<String>,
    pub(crate) rated: Option<bool>,
    pub(crate) result: Option<GameResult>,
    /// The end of the previous page.
    pub(crate) cursor: Option<String>,
    pub(crate) limit: Option<u32>,
}

impl Players {
    pub(crate) fn new(
        engines: Arc<EngineRegistry>,
        store: Arc<dyn Store>,
        ratings: Ratings,
        connections: Connections,
    ) -> Players {
        Players {
            engines,
            store,
            ratings,
            connections,
        }
    }

    async fn account(&self, name: &str) -> Result<UserRow, GameError> {
        let account = self.store.account(&name_key(name)).await?;
        account.ok_or(GameError::NoSuchPlayer)
    }

    /// A player's profile. Others see only the results of games that were listed.
    pub(crate) async fn profile(&self, name: &str, viewer: &str) -> Result<Profile, GameError> {
        let user = self.account(name).await?;
        Ok(Profile {
            online: self.connections.is_online(&user.id).await,
            ratings: self.ratings.of_user(&user.id).await?,
            results: self
                .store
                .results_by_game(&user.id, viewer != user.id, MAX_COUNTED_GAMES)
                .await?,
            created_at: to_millis(user.created_at),
            program: user.is_program,
            name: user.name.unwrap_or_default(),
            id: user.id,
        })
    }

    /// A user's games that are not over.
    pub(crate) async fn open_games(&self, user: &str) -> Result<Vec<GameSummary>, StoreError> {
        let rows = self.store.open_games_of_user(user, MAX_PAGE_LEN).await?;
        Ok(summaries(self.engines.registry(), &rows))
    }

    /// A page of a player's finished games, the newest first. Others see only those that were
    /// listed: who has the address of another one has it from a player.
    pub(crate) async fn finished_games(
        &self,
        name: &str,
        viewer: &str,
        query: GameQuery,
    ) -> Result<GamePage, GameError> {
        let user = self.account(name).await?;
        self.finished_games_of(&user.id, viewer != user.id, query)
            .await
    }

    /// A page of a user's finished games, the newest first.
    pub(crate) async fn finished_games_of(
        &self,
        user: &str,
        only_public: bool,
        query: GameQuery,
    ) -> Result<GamePage, GameError> {
        let before = query.cursor.as_deref().map(parse_cursor).transpose()?;
        let limit = query.limit.unwrap_or(DEFAULT_PAGE_LEN);
        if !(1..=MAX_PAGE_LEN).contains(&limit) {
            return Err(GameError::InvalidLimit {
                value: limit,
                max: MAX_PAGE_LEN,
            });
        }
        let filter = GameFilter {
            game: query.game,
            rated: query.rated,
            result: query.result,
            only_public,
            before,
            limit,
        };
        let rows = self.store.finished_games_of_user(user, &filter).await?;
        let last = rows.last().filter(|_| rows.len() == limit as usize);
        let cursor = last.map(|row| format!("{}-{}", row.request.created_at.0, row.request.id));
        Ok(GamePage {
            games: summaries(self.engines.registry(), &rows),
            next_cursor: cursor,
        })
    }

    /// How a player's rating changed over time.
    pub(crate) async fn rating_history(
        &self,
        name: &str,
        game: &str,
        speed: &str,
    ) -> Result<RatingHistory, GameError> {
        let user = self.account(name).await?;
        self.ratings.history(&user.id, game, speed).await
    }

    /// The finished games of a player to export, as far as `viewer` may see them.
    pub(crate) async fn export(&self, name: &str, viewer: &str) -> Result<Export, GameError> {
        let user = self.account(name).await?;
        Ok(Export {
            store: Arc::clone(&self.store),
            filter: GameFilter {
                only_public: viewer != user.id,
                limit: EXPORT_PAGE_LEN,
                ..GameFilter::default()
            },
            user,
            left: MAX_EXPORTED_GAMES,
        })
    }
}

/// The finished games of a player, a page at a time: nobody has all of them in memory.
pub(crate) struct Export {
    store: Arc<dyn Store>,
    user: UserRow,
    filter: GameFilter,
    left: u32,
}

/// A stored game and everything that happened in it.
type StoredGame = (GameRow, Vec<StoredEvent>);

impl Export {
    /// The name of the account.
    pub(crate) fn name(&self) -> &str {
        self.user.name.as_deref().unwrap_or_default()
    }

    /// The next games, the newest first; `None` if there are no more.
    pub(crate) async fn next_page(&mut self) -> Result<Option<Vec<StoredGame>>, StoreError> {
        if self.left == 0 {
            return Ok(None);
        }
        let rows = self
            .store
            .finished_games_of_user(&self.user.id, &self.filter);
        let rows = rows.await?;
        let Some(last) = rows.last() else {
            return Ok(None);
        };
        let request = &last.request;
        self.filter.before = Some((request.created_at, request.id.clone()));
        self.left = self.left.saturating_sub(self.filter.limit);
        let mut games = Vec::new();
        for row in rows {
            let events = self.store.events(&row.request.id, 0).await?;
            games.push((row, events));
        }
        Ok(Some(games))
    }
}

/// The records of stored games, each followed by an empty line.
pub(crate) fn records(games: &Registry, page: Vec<StoredGame>) -> Result<String, GameError> {
    let mut text = String::new();
    for (row, events) in page {
        if row.setup.is_none() {
            // It was withdrawn before anyone joined.
            continue;
        }
        let live = LiveGame::new(games, row, events, TableLimits::HOSTED)?;
        text.push_str(&record(games, &live, None)?);
        text.push('\n');
    }
    Ok(text)
}

fn parse_cursor(cursor: &str) -> Result<(Timestamp, String), GameError> {
    let parse = || {
        let (at, id) = cursor.split_once('-')?;
        Some((Timestamp(at.parse().ok()?), id.to_owned()))
    };
    parse().ok_or(GameError::InvalidCursor)
}
