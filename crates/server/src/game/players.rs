//! Players: their profiles, and the games they have played.

use super::game_state::LiveGame;
use super::presenter::{summaries, to_millis};
use super::rooms::record;
use super::{GameError, Ratings};
use crate::heavy_work::HeavyWork;
use crate::store::{GameFilter, GameResult, Store, StoreError, UserRow};
use crate::ws::Connections;
use quintain_api::protocol::{GamePage, GameSummary, Profile, RatingHistory};
use quintain_engine::EngineRegistry;
use quintain_table::{TableLimits, Timestamp};
use std::sync::Arc;

/// The default number of games on a page.
const DEFAULT_PAGE_LEN: u32 = 20;
/// The maximum number of games on a page.
const MAX_PAGE_LEN: u32 = 100;
/// The maximum number of finished games in an export.
const MAX_EXPORTED_GAMES: u32 = 10_000;

/// Players, cheap to clone.
#[derive(Clone)]
pub(crate) struct Players {
    engines: Arc<EngineRegistry>,
    store: Arc<dyn Store>,
    ratings: Ratings,
    connections: Connections,
    exports: HeavyWork,
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
        exports: HeavyWork,
    ) -> Players {
        Players {
            engines,
            store,
            ratings,
            connections,
            exports,
        }
    }

    async fn account(&self, name: &str) -> Result<UserRow, GameError> {
        let account = self.store.account(name).await?;
        account.ok_or(GameError::NoSuchPlayer)
    }

    /// A player's public profile.
    pub(crate) async fn profile(&self, name: &str) -> Result<Profile, GameError> {
        let user = self.account(name).await?;
        Ok(Profile {
            online: self.connections.is_online(&user.id),
            ratings: self.ratings.of_user(&user.id).await?,
            results: self.store.results_by_game(&user.id).await?,
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

    /// A page of a player's finished games, the newest first.
    pub(crate) async fn finished_games(
        &self,
        name: &str,
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
        let user = self.account(name).await?;
        let filter = GameFilter {
            game: query.game,
            rated: query.rated,
            result: query.result,
            before,
            limit,
        };
        let rows = self.store.finished_games_of_user(&user.id, &filter).await?;
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

    /// The records of all finished games of a player, and the name of the account.
    pub(crate) async fn records(&self, name: &str) -> Result<(String, String), GameError> {
        let user = self.account(name).await?;
        let filter = GameFilter {
            limit: MAX_EXPORTED_GAMES,
            ..GameFilter::default()
        };
        let mut text = String::new();
        for row in self.store.finished_games_of_user(&user.id, &filter).await? {
            if row.setup.is_none() {
                // It was withdrawn before anyone joined.
                continue;
            }
            let events = self.store.events(&row.request.id, 0).await?;
            let engines = Arc::clone(&self.engines);
            let write = move || {
                let games = engines.registry();
                let live = LiveGame::new(games, row, events, TableLimits::HOSTED)?;
                record(games, &live, None)
            };
            if !text.is_empty() {
                text.push('\n');
            }
            text.push_str(&self.exports.run(write).await??);
        }
        Ok((user.name.unwrap_or_default(), text))
    }
}

fn parse_cursor(cursor: &str) -> Result<(Timestamp, String), GameError> {
    let parse = || {
        let (at, id) = cursor.split_once('-')?;
        Some((Timestamp(at.parse().ok()?), id.to_owned()))
    };
    parse().ok_or(GameError::InvalidCursor)
}
