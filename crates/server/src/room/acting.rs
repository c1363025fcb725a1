//! What people do in a room.

use super::actor::{ATTEMPTS, Failed, Room};
use crate::error::ApiError;
use crate::protocol::{Act, Action};
use crate::store::{Recorded, UserRow};
use quintain_rules::Side;
use quintain_table::{ActionError, Entry, Table, Timestamp};

impl Room {
    pub(super) async fn act(&mut self, user: &UserRow, act: &Act) -> Result<u64, ApiError> {
        let request = match &act.id {
            Some(id) if id.is_empty() || id.chars().count() > 64 => {
                return Err(ApiError::Invalid("an id has 1 to 64 characters".into()));
            }
            // Two people may choose the same id.
            Some(id) => Some(format!("{} {id}", user.id)),
            None => None,
        };
        if let Some(seq) = self.done_already(request.as_deref()) {
            return Ok(seq);
        }
        if self.live.table().is_none() {
            self.refresh().await;
        }
        let side = self.acting_side(user, act)?;
        match act.action {
            Action::Rematch => self.rematch(side).await?,
            Action::NoRematch => self.no_rematch().await?,
            _ if self.live.table().is_none() => self.withdraw(&act.action).await?,
            _ => return self.do_it(side, &act.action, request).await,
        }
        Ok(self.live.seq())
    }

    /// Decides and stores, again if another process was faster.
    async fn do_it(
        &mut self,
        side: Side,
        action: &Action,
        request: Option<String>,
    ) -> Result<u64, ApiError> {
        self.tick().await;
        for _ in 0..ATTEMPTS {
            if let Some(seq) = self.done_already(request.as_deref()) {
                return Ok(seq);
            }
            match self.decide(side, action) {
                Ok(entry) => {
                    let request = request.clone();
                    match self.commit(Recorded { entry, request }).await {
                        Ok(()) => return Ok(self.live.seq()),
                        Err(Failed::Slow) => self.catch_up().await?,
                        Err(Failed::Because(error)) => return Err(error),
                    }
                }
                // What is refused may be right if another process knows more.
                Err(refusal) => {
                    if !self.hear_news().await? {
                        return Err(refusal);
                    }
                }
            }
        }
        Err(ApiError::Unavailable("too much happens at once".into()))
    }

    /// The number at which a request was done, if it was.
    pub(super) fn done_already(&self, request: Option<&str>) -> Option<u64> {
        let request = request?;
        let mut entries = self.live.entries().iter();
        let at = entries.position(|recorded| recorded.request.as_deref() == Some(request))?;
        Some(at as u64 + 1)
    }

    pub(super) fn acting_side(&self, user: &UserRow, act: &Act) -> Result<Side, ApiError> {
        let sides = self.live.sides_of(&user.id);
        match (sides.as_slice(), act.side) {
            ([], _) => Err(ApiError::Forbidden("you do not play in this game".into())),
            (&[side], None) => Ok(side),
            (sides, Some(asked)) if sides.contains(&asked) => Ok(asked),
            (_, Some(_)) => Err(ApiError::Forbidden("that is not your side".into())),
            (sides, None) => {
                let turn = self.live.table().and_then(Table::turn);
                Ok(turn.unwrap_or(sides[0]))
            }
        }
    }

    /// What would happen if a side did something now.
    pub(super) fn decide(&self, side: Side, action: &Action) -> Result<Entry, ApiError> {
        let Some(table) = self.live.table() else {
            return Err(ApiError::Conflict("the game has not begun".into()));
        };
        let now = Timestamp::now();
        use quintain_table::Action as Do;
        let act = match action {
            Action::Move { text, ply } => Do::Move {
                text: text.clone(),
                ply: *ply,
            },
            Action::Resign => Do::Resign,
            Action::Draw => Do::OfferDraw,
            Action::NoDraw => Do::DeclineDraw,
            // A stored result stands.
            Action::Takeback if table.outcome().is_some() => {
                return Err(ActionError::GameOver.into());
            }
            Action::Takeback => Do::Takeback,
            Action::NoTakeback => Do::DeclineTakeback,
            Action::Abort => Do::Abort,
            Action::Claim | Action::ClaimDraw => return self.claim(table, side, action, now),
            Action::Rematch | Action::NoRematch => {
                return Err(ApiError::Internal("a rematch is no part of a game".into()));
            }
        };
        Ok(table.decide(side, &act, now)?)
    }

    pub(super) fn claim(
        &self,
        table: &Table,
        side: Side,
        action: &Action,
        now: Timestamp,
    ) -> Result<Entry, ApiError> {
        if self.claim_from(!side).is_none_or(|from| now < from) {
            return Err(ApiError::Conflict(
                "the other player has not been away for long enough".into(),
            ));
        }
        let winner = (*action == Action::Claim).then_some(side);
        Ok(table.claim(winner, now)?)
    }
}
