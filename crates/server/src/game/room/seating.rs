//! Before and after a game: taking the open seat, withdrawing the game, rematches.

use super::{GameError, Room};
use crate::game::factory::assign_seats;
use crate::game::{Actor, EnginePermit};
use crate::store::{SeatRow, StoreError, UserRow};
use quintain_api::protocol::{Action, GameState, GameSummary, ServerMessage};
use quintain_rules::Side;

impl Room {
    /// Takes the open seat.
    pub(super) async fn join(
        &mut self,
        user: UserRow,
        is_bot: bool,
    ) -> Result<GameSummary, GameError> {
        // Joining a game twice is not an error.
        if self.live.sides_of(&user.id).is_empty() {
            self.seat(user, is_bot).await?;
        }
        Ok(self.live.summary())
    }

    async fn seat(&mut self, user: UserRow, is_bot: bool) -> Result<(), GameError> {
        let row = self.live.row();
        if row.status.state != GameState::Waiting {
            return Err(GameError::NoOpenSeat);
        }
        if row.request.rated && !user.is_account() {
            return Err(GameError::GuestInRatedGame);
        }
        if row.request.rated && is_bot && !user.is_program {
            return Err(GameError::ProgramNeedsOwnAccount);
        }
        let creator = row.seats.iter().find(|seat| seat.user.is_some()).cloned();
        let joining = SeatRow {
            user: Some(user),
            is_bot,
            ..SeatRow::default()
        };
        let choice = row.request.side_choice;
        let seats = assign_seats(choice, creator.unwrap_or_default(), joining);
        let start = self.context().factory.start(&row.request, seats).await?;
        match self.context().store.start_game(&self.id, &start).await {
            Ok(()) => self.reload().await,
            Err(StoreError::Conflict) => {
                self.reload().await?;
                Err(GameError::LostRace)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Aborts a waiting game, which is all that can be done with it.
    pub(super) async fn withdraw(&mut self, action: &Action) -> Result<(), GameError> {
        if *action != Action::Abort || self.live.state() != GameState::Waiting {
            return Err(GameError::NotStarted);
        }
        let store = &self.context().store;
        let now = self.context().clock.now();
        match store.abort_waiting_game(&self.id, now).await {
            Ok(()) | Err(StoreError::Conflict) => self.reload().await,
            Err(error) => Err(error.into()),
        }
    }

    pub(super) fn rematch_message(&self) -> ServerMessage {
        ServerMessage::Rematch {
            game_id: self.id.clone(),
            rematch: self.live.rematch(),
        }
    }

    /// Offers a rematch, or starts it if the opponent need not be asked.
    pub(super) async fn offer_rematch(
        &mut self,
        side: Side,
        actor: &Actor,
    ) -> Result<(), GameError> {
        let row = self.live.row();
        let is_over = matches!(self.live.state(), GameState::Ended | GameState::Aborted);
        if self.live.table().is_none() || !is_over {
            return Err(GameError::NotOver);
        }
        if row.rematch_id.is_some() {
            return Ok(());
        }
        let (own, other) = (&row.seats[side.index()], &row.seats[(!side).index()]);
        let agreed = other.engine_level.is_some()
            || other.user_id() == own.user_id()
            || row.rematch_offered_by == Some(!side);
        if agreed {
            self.context()
                .rate_limiter
                .new_game(actor.network, &actor.user.id)?;
            let permit = match other.engine_level {
                Some(_) => Some(self.rooms.engine_permit(actor.network)?),
                None => None,
            };
            self.start_rematch(permit).await?;
        } else {
            let store = &self.context().store;
            store.set_rematch_offer(&self.id, Some(side)).await?;
            self.live.row_mut().rematch_offered_by = Some(side);
        }
        let message = self.rematch_message();
        self.broadcast(&message);
        Ok(())
    }

    async fn start_rematch(&mut self, permit: Option<EnginePermit>) -> Result<(), GameError> {
        let context = self.context();
        let (request, start) = context.factory.rematch(self.live.row()).await?;
        let store = &context.store;
        let budgets = &context.budgets;
        match store
            .create_rematch(&self.id, &request, &start, budgets)
            .await
        {
            Ok(()) => {
                let row = self.live.row_mut();
                row.rematch_id = Some(request.id.clone());
                row.rematch_offered_by = None;
                self.rooms.announce(&request.id, permit).await;
                Ok(())
            }
            Err(StoreError::Conflict) => self.reload().await,
            Err(error) => Err(error.into()),
        }
    }

    pub(super) async fn decline_rematch(&mut self) -> Result<(), GameError> {
        self.context()
            .store
            .set_rematch_offer(&self.id, None)
            .await?;
        self.live.row_mut().rematch_offered_by = None;
        let message = self.rematch_message();
        self.broadcast(&message);
        Ok(())
    }
}
