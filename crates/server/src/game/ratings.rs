//! Players' ratings.

use super::GameError;
use crate::clock::Clock;
use crate::store::{GameRequest, SeatRow, Store, StoreError};
use quintain_api::protocol::{Rating, RatingHistory, Speed};
use std::sync::Arc;

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

    /// The rating that a player brings to a game.
    pub(crate) async fn for_seat(
        &self,
        request: &GameRequest,
        seat: &SeatRow,
    ) -> Result<Option<f64>, StoreError> {
        let Some(user) = seat.user.as_ref().filter(|user| user.is_account()) else {
            return Ok(None);
        };
        let rows = self.store.ratings(&user.id).await?;
        let row = rows
            .iter()
            .find(|row| row.game == request.game && row.speed == request.speed);
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
