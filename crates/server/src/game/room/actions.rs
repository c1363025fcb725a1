//! What players do in a room.

use super::commit::{CommitError, MAX_COMMIT_ATTEMPTS};
use super::{GameError, Room};
use crate::game::Actor;
use crate::store::{StoredEvent, UserRow};
use quintain_api::protocol::{Action, ActionRequest};
use quintain_rules::Side;
use quintain_table::{ActionError, Entry, Event, Table, Timestamp};

/// The longest id that a client may give to a request.
const MAX_REQUEST_ID_CHARS: usize = 64;

impl Room {
    /// Performs an action. Returns the number of the last event by then.
    pub(super) async fn act(
        &mut self,
        actor: &Actor,
        request: &ActionRequest,
    ) -> Result<u64, GameError> {
        let user = &actor.user;
        // People's ratings are not for programs to play with.
        if actor.is_bot && !user.is_program && self.live.row().request.rated {
            return Err(GameError::ProgramNeedsOwnAccount);
        }
        let request_id = match &request.request_id {
            Some(id)
                if id.is_empty()
                    || id.chars().count() > MAX_REQUEST_ID_CHARS
                    || id.chars().any(char::is_control) =>
            {
                return Err(GameError::InvalidRequestId);
            }
            // Two users may choose the same id.
            Some(id) => Some(format!("{} {id}", user.id)),
            None => None,
        };
        if let Some(seq) = self.find_request(request_id.as_deref()) {
            return Ok(seq);
        }
        if self.live.table().is_none() {
            self.refresh().await;
        }
        let side = self.acting_side(user, request.side)?;
        self.engine_address = Some(actor.network);
        let (action, arrived_at) = (&request.action, actor.arrived_at);
        match action {
            Action::OfferRematch => self.offer_rematch(side, actor).await?,
            Action::DeclineRematch => self.decline_rematch().await?,
            _ if self.live.table().is_none() => self.withdraw(action).await?,
            _ => {
                let committed = self.commit_action(side, action, arrived_at, request_id);
                return committed.await;
            }
        }
        Ok(self.live.seq())
    }

    /// Decides and stores, and does so again if another process was faster.
    async fn commit_action(
        &mut self,
        side: Side,
        action: &Action,
        arrived_at: Timestamp,
        request_id: Option<String>,
    ) -> Result<u64, GameError> {
        // Whoever was in time when the action arrived is not late because it had to wait.
        self.check_flag(arrived_at).await;
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            if let Some(seq) = self.find_request(request_id.as_deref()) {
                return Ok(seq);
            }
            match self.decide(side, action, arrived_at) {
                Ok(entry) => {
                    let request_id = request_id.clone();
                    match self.commit(StoredEvent { entry, request_id }).await {
                        Ok(()) => return Ok(self.live.seq()),
                        Err(CommitError::Conflict) => self.catch_up().await?,
                        Err(CommitError::Other(error)) => return Err(error),
                    }
                }
                // Another process may know more, and then the action may be allowed.
                Err(error) => {
                    if !self.sync_from_store().await? {
                        return Err(error);
                    }
                }
            }
        }
        Err(GameError::Contention)
    }

    /// The number of the event of a request, if it has been performed already.
    fn find_request(&self, request_id: Option<&str>) -> Option<u64> {
        let request_id = request_id?;
        let mut events = self.live.events().iter();
        let index = events.position(|event| event.request_id.as_deref() == Some(request_id))?;
        Some(index as u64 + 1)
    }

    fn acting_side(&self, user: &UserRow, side: Option<Side>) -> Result<Side, GameError> {
        let sides = self.live.sides_of(&user.id);
        match (sides.as_slice(), side) {
            ([], _) => Err(GameError::NotAPlayer),
            (&[side], None) => Ok(side),
            (sides, Some(side)) if sides.contains(&side) => Ok(side),
            (_, Some(_)) => Err(GameError::NotYourSide),
            (sides, None) => {
                let turn = self.live.table().and_then(Table::turn);
                Ok(turn.unwrap_or(sides[0]))
            }
        }
    }

    /// The entry of an action, if it is allowed now.
    fn decide(&self, side: Side, action: &Action, now: Timestamp) -> Result<Entry, GameError> {
        let table = self.live.table().ok_or(GameError::NotStarted)?;
        let entry = match action {
            Action::ClaimWin => self.claim(table, side, Some(side), now)?,
            Action::ClaimDraw => self.claim(table, side, None, now)?,
            // The result of a game counts, even if it was played alone.
            Action::Takeback if table.outcome().is_some() => {
                return Err(ActionError::GameOver.into());
            }
            _ => table.decide(side, action, now)?,
        };
        let is_end = matches!(entry.event, Event::End { .. });
        if is_end && self.live.row().request.rated && !self.live.has_been_played() {
            // A rating is for playing, not for meeting.
            return Ok(table.decide(side, &Action::Abort, now).unwrap_or(entry));
        }
        Ok(entry)
    }

    /// The entry of a claim against an opponent who has left.
    fn claim(
        &self,
        table: &Table,
        side: Side,
        winner: Option<Side>,
        now: Timestamp,
    ) -> Result<Entry, GameError> {
        if self.claimable_from(!side).is_none_or(|from| now < from) {
            return Err(ActionError::OpponentPresent.into());
        }
        Ok(table.claim(winner, now)?)
    }
}
