//! Players' ratings.

use super::GameError;
use crate::clock::Clock;
use crate::glicko::Glicko;
use crate::store::{GameRequest, RatedGame, RatedPlayer, RatingRow, SeatRow, Store, StoreError};
use quintain_api::protocol::{Rating, RatingHistory, Speed};
use quintain_table::Timestamp;
use std::sync::Arc;

/// The result of a rated game.
#[derive(Clone, Debug)]
pub(crate) struct RatedResult {
    /// The players' ids, the first side first.
    pub(crate) users: [String; 2],
    /// Which game was played.
    pub(crate) game: String,
    /// The class of the time control.
    pub(crate) speed: Speed,
    /// The first side's score: 1, 0.5 or 0.
    pub(crate) score: f64,
}

/// Ratings, cheap to clone.
#[derive(Clone)]
pub(crate) struct Ratings {
    store: Arc<dyn Store>,
    clock: Clock,
}

impl Ratings {
    pub(crate) fn new(store: Arc<dyn Store>, clock: Clock) -> Ratings {
        Ratings { store, clock }
    }

    /// A user's ratings now.
    pub(crate) async fn of_user(&self, user: &str) -> Result<Vec<Rating>, StoreError> {
        let now = self.clock.now();
        let rows = self.store.ratings(user).await?.into_iter();
        let ratings = rows.map(|row| {
            let glicko = row.glicko.after_inactivity(now.ms_since(row.updated_at));
            Rating {
                game: row.game,
                speed: row.speed,
                rating: glicko.rating,
                deviation: glicko.deviation,
                provisional: glicko.is_provisional(),
                games: row.games_played,
            }
        });
        Ok(ratings.collect())
    }

    /// What a game that ended at a moment makes of the players' ratings as they are now.
    pub(crate) async fn rate(
        &self,
        result: &RatedResult,
        at: Timestamp,
    ) -> Result<RatedGame, StoreError> {
        let [first, second] = &result.users;
        let first = self.current(first, &result.game, result.speed).await?;
        let second = self.current(second, &result.game, result.speed).await?;
        Ok(rated_game(result, [first.as_ref(), second.as_ref()], at))
    }

    /// A player's rating as it is stored.
    async fn current(
        &self,
        user: &str,
        game: &str,
        speed: Speed,
    ) -> Result<Option<RatingRow>, StoreError> {
        let rows = self.store.ratings(user).await?;
        Ok(rows
            .into_iter()
            .find(|row| row.game == game && row.speed == speed))
    }

    /// The rating that a player brings to a game.
    pub(crate) async fn for_seat(
        &self,
        request: &GameRequest,
        seat: &SeatRow,
    ) -> Result<Option<f64>, StoreError> {
        let Some(user) = seat.user.as_ref().filter(|user| user.is_account()) else {
            return Ok(None);
        };
        let row = self.current(&user.id, &request.game, request.speed).await?;
        Ok(row.map(|row| row.glicko.rating))
    }

    /// How a user's rating changed over time. The speed is named as in JSON.
    pub(crate) async fn history(
        &self,
        user: &str,
        game: &str,
        speed: &str,
    ) -> Result<RatingHistory, GameError> {
        let speed: Speed =
            serde_json::from_value(speed.into()).map_err(|_| GameError::NoSuchSpeed)?;
        let points = self.store.rating_history(user, game, speed).await?;
        Ok(RatingHistory { points })
    }
}

/// What a game makes of two ratings.
fn rated_game(result: &RatedResult, current: [Option<&RatingRow>; 2], at: Timestamp) -> RatedGame {
    let before = current.map(|row| match row {
        Some(row) => row.glicko.after_inactivity(at.ms_since(row.updated_at)),
        None => Glicko::default(),
    });
    let after = [
        before[0].after_game(before[1], result.score),
        before[1].after_game(before[0], 1.0 - result.score),
    ];
    RatedGame {
        game: result.game.clone(),
        speed: result.speed,
        players: [0, 1].map(|side| RatedPlayer {
            user: result.users[side].clone(),
            games_played: current[side].map_or(0, |row| row.games_played),
            before: before[side],
            after: after[side],
        }),
    }
}
