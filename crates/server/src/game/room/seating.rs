//! Before and after a game: taking the open seat, withdrawing the game, rematches.

use super::commit::MAX_COMMIT_ATTEMPTS;
use super::elsewhere::Origin;
use super::{GameError, Room};
use crate::bus::GameNews;
use crate::game::Actor;
use crate::game::factory::assign_seats;
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
        let (store, creator) = (&self.context().store, &row.request.creator_id);
        match store.start_game(&self.id, creator, &start).await {
            Ok(()) => self.reload_changed().await,
            Err(StoreError::Conflict) => {
                self.reload(Origin::Elsewhere).await?;
                Err(GameError::LostRace)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Reloads the game after this room has changed it, and makes other rooms do the same.
    async fn reload_changed(&mut self) -> Result<(), GameError> {
        self.elsewhere.note_origin(Origin::Here);
        self.tell(&GameNews::Changed);
        self.reload(Origin::Here).await
    }

    /// Aborts a waiting game, which is all that can be done with it.
    pub(super) async fn withdraw(&mut self, action: &Action) -> Result<(), GameError> {
        if *action != Action::Abort || self.live.state() != GameState::Waiting {
            return Err(GameError::NotStarted);
        }
        let store = &self.context().store;
        let now = self.context().clock.now();
        match store.abort_waiting_game(&self.id, now).await {
            Ok(()) => self.reload_changed().await,
            Err(StoreError::Conflict) => self.reload(Origin::Elsewhere).await,
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
        let is_over = matches!(self.live.state(), GameState::Ended | GameState::Aborted);
        if self.live.table().is_none() || !is_over {
            return Err(GameError::NotOver);
        }
        let mut limited = false;
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let row = self.live.row();
            if row.rematch_id.is_some() {
                return Ok(());
            }
            let (own, other) = (&row.seats[side.index()], &row.seats[(!side).index()]);
            let agreed = other.engine_level.is_some()
                || other.user_id() == own.user_id()
                || row.rematch_offered_by == Some(!side);
            if agreed && !limited {
                let limiter = &self.context().rate_limiter;
                limiter.new_game(actor.network, &actor.user.id)?;
                limited = true;
            }
            let done = match agreed {
                true => {
                    self.start_rematch(other.engine_level.is_some(), actor)
                        .await?
                }
                false => self.set_rematch_offer(Some(side)).await?,
            };
            if done {
                return Ok(());
            }
        }
        Err(GameError::Contention)
    }

    /// Starts the rematch. Returns false if something else has happened first, which the room then
    /// knows.
    async fn start_rematch(&mut self, has_engine: bool, actor: &Actor) -> Result<bool, GameError> {
        let permit = match has_engine {
            true => Some(self.rooms.engine_permit(actor.network)?),
            false => None,
        };
        let (context, row) = (self.context(), self.live.row());
        let (request, start) = context.factory.rematch(row).await?;
        let created = context.store.create_rematch(
            &self.id,
            row.rematch_offered_by,
            &request,
            &start,
            &context.budgets,
        );
        match created.await {
            Ok(()) => {
                let row = self.live.row_mut();
                row.rematch_id = Some(request.id.clone());
                row.rematch_offered_by = None;
                self.tell_rematch();
                self.rooms.announce(&request.id, permit).await;
                Ok(true)
            }
            Err(StoreError::Conflict) => self.reload(Origin::Elsewhere).await.map(|()| false),
            Err(error) => Err(error.into()),
        }
    }

    /// Changes which side offers a rematch. Returns false if something else has happened first,
    /// which the room then knows.
    async fn set_rematch_offer(&mut self, to: Option<Side>) -> Result<bool, GameError> {
        let from = self.live.row().rematch_offered_by;
        let store = &self.context().store;
        match store.set_rematch_offer(&self.id, from, to).await {
            Ok(()) => {
                self.live.row_mut().rematch_offered_by = to;
                self.tell_rematch();
                Ok(true)
            }
            Err(StoreError::Conflict) => self.reload(Origin::Elsewhere).await.map(|()| false),
            Err(error) => Err(error.into()),
        }
    }

    /// Declines a rematch, or takes the offer of one back.
    pub(super) async fn decline_rematch(&mut self) -> Result<(), GameError> {
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            // Once there is a rematch, there is nothing to decline.
            if self.live.row().rematch_id.is_some() || self.set_rematch_offer(None).await? {
                return Ok(());
            }
        }
        Err(GameError::Contention)
    }

    /// Tells everyone who watches, here and elsewhere, where the rematch stands.
    fn tell_rematch(&mut self) {
        let row = self.live.row();
        self.tell(&GameNews::Rematch {
            offered_by: row.rematch_offered_by,
            game_id: row.rematch_id.clone(),
        });
        self.broadcast_rematch();
    }

    pub(super) fn broadcast_rematch(&mut self) {
        let message = self.rematch_message();
        self.broadcast(&message);
    }
}
