//! Before and after a game: taking the open seat, calling it off, rematches.

use super::Reply;
use super::actor::Room;
use crate::error::ApiError;
use crate::games;
use crate::protocol::{Action, GameState, GameSummary, ServerMessage};
use crate::store::{SeatRow, StoreError, UserRow};
use quintain_rules::Side;
use quintain_table::Timestamp;

impl Room {
    pub(super) async fn join(&mut self, user: UserRow, bot: bool, reply: Reply<GameSummary>) {
        let outcome = self.seat(user, bot).await;
        let summary = outcome.map(|()| self.live.summary(self.app.games()));
        drop(reply.send(summary));
    }

    pub(super) async fn seat(&mut self, user: UserRow, bot: bool) -> Result<(), ApiError> {
        let row = self.live.row();
        if !self.live.sides_of(&user.id).is_empty() {
            // Coming back to one's own game is no error.
            return Ok(());
        }
        if row.progress.state != GameState::Waiting {
            return Err(ApiError::Conflict("no seat of this game is open".into()));
        }
        if row.asked.rated && !user.account {
            return Err(ApiError::Forbidden(
                "this game counts for the ratings; sign in to play it".into(),
            ));
        }
        let creator = row.seats.iter().find(|seat| seat.user.is_some()).cloned();
        let joining = SeatRow {
            user: Some(user),
            bot,
            ..SeatRow::default()
        };
        let seats = games::seats(row.asked.choice, creator.unwrap_or_default(), joining);
        let start = self.app.begin(&row.asked, seats).await?;
        match self.app.store().start_game(&self.id, &start).await {
            Ok(()) => self.reload().await,
            Err(StoreError::Taken) => {
                self.reload().await?;
                Err(ApiError::Conflict("someone else was faster".into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn withdraw(&mut self, action: &Action) -> Result<(), ApiError> {
        if *action != Action::Abort || self.live.state() != GameState::Waiting {
            return Err(ApiError::Conflict("the game has not begun".into()));
        }
        let store = self.app.store();
        match store.withdraw_game(&self.id, Timestamp::now()).await {
            Ok(()) | Err(StoreError::Taken) => self.reload().await,
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn rematch_message(&self) -> ServerMessage {
        ServerMessage::Rematch {
            game: self.id.clone(),
            rematch: self.live.rematch(),
        }
    }

    pub(super) async fn rematch(&mut self, side: Side) -> Result<(), ApiError> {
        let row = self.live.row();
        if self.live.outcome().is_none() && self.live.state() != GameState::Aborted
            || self.live.table().is_none()
        {
            return Err(ApiError::Conflict("the game is not over yet".into()));
        }
        if row.rematch.is_some() {
            return Ok(());
        }
        let other = &row.seats[(!side).index()];
        let mine = row.seats[side.index()].user.as_ref();
        // An engine, or oneself at one device, need not be asked.
        let agreed = other.level.is_some()
            || other.user.as_ref() == mine
            || row.rematch_offer == Some(!side);
        if agreed {
            let (asked, start) = self.app.another(row).await?;
            match self
                .app
                .store()
                .make_rematch(&self.id, &asked, &start)
                .await
            {
                Ok(()) => {
                    let row = self.live.row_mut();
                    row.rematch = Some(asked.id.clone());
                    row.rematch_offer = None;
                    self.app.announce(&asked.id).await;
                }
                Err(StoreError::Taken) => self.reload().await?,
                Err(error) => return Err(error.into()),
            }
        } else {
            self.app.store().offer_rematch(&self.id, Some(side)).await?;
            self.live.row_mut().rematch_offer = Some(side);
        }
        self.broadcast(&self.rematch_message());
        Ok(())
    }

    pub(super) async fn no_rematch(&mut self) -> Result<(), ApiError> {
        self.app.store().offer_rematch(&self.id, None).await?;
        self.live.row_mut().rematch_offer = None;
        self.broadcast(&self.rematch_message());
        Ok(())
    }
}
