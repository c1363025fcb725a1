//! Conditional moves: what players have decided on in advance, played when the expected moves come.
//!
//! They are read from the store whenever they might be due, and hold only while the game follows them.
//! So every node plays them, after any move, whoever has stored what; of several the store lets one.

use super::{GameError, Room};
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::store::{ConditionalRow, StoreError};
use quintain_api::conditional;
use quintain_api::protocol::{ConditionalMoves, Speed};
use quintain_rules::Side;
use quintain_table::{Action, ActionError, Table};

/// All games have the same database: one line says enough.
static UNREAD: LogThrottle = LogThrottle::new();

impl Room {
    /// What a user has decided on in advance; first replaced, if there is something to replace it
    /// with.
    pub(super) async fn conditional_moves(
        &mut self,
        user: &str,
        moves: Option<ConditionalMoves>,
    ) -> Result<ConditionalMoves, GameError> {
        let side = match self.live.sides_of(user).as_slice() {
            [] => return Err(GameError::NotAPlayer),
            &[side] => side,
            _ => return Err(GameError::PlaysBothSides),
        };
        if let Some(moves) = moves {
            self.refresh().await;
            self.set_conditional_moves(side, &moves).await?;
            self.unconditional_seq = None;
            return Ok(moves);
        }
        let found = self.stored_lines(side).await?;
        Ok(
            found.map_or_else(ConditionalMoves::default, |row| ConditionalMoves {
                ply: row.ply,
                lines: row.lines,
            }),
        )
    }

    async fn set_conditional_moves(
        &self,
        side: Side,
        moves: &ConditionalMoves,
    ) -> Result<(), GameError> {
        let (store, id) = (&self.context().store, &self.id);
        if moves.lines.is_empty() {
            return Ok(store.set_conditional_moves(id, side, None).await?);
        }
        if !self.is_slow() {
            return Err(GameError::OnlyCorrespondence);
        }
        let table = self.live.table().ok_or(GameError::NotStarted)?;
        let turn = table.turn().ok_or(ActionError::GameOver)?;
        if moves.ply as usize != table.steps().len() {
            return Err(ActionError::Stale.into());
        }
        if turn == side {
            return Err(GameError::OwnTurn);
        }
        conditional::check(table.position(), side, &moves.lines)?;
        let row = ConditionalRow {
            ply: moves.ply,
            position: table.position().text(),
            lines: moves.lines.clone(),
        };
        Ok(store.set_conditional_moves(id, side, Some(&row)).await?)
    }

    /// Whether players have days, or all the time they want.
    pub(super) fn is_slow(&self) -> bool {
        let speed = self.live.row().request.speed;
        matches!(speed, Speed::Correspondence | Speed::Unlimited)
    }

    /// What the player of a side has decided on, if the game can still follow it.
    async fn stored_lines(&self, side: Side) -> Result<Option<ConditionalRow>, StoreError> {
        let Some(table) = self.live.table().filter(|table| table.turn().is_some()) else {
            return Ok(None);
        };
        let row = self.context().store.conditional_moves(&self.id, side);
        Ok(row.await?.filter(|row| {
            let ply = row.ply as usize;
            ply <= table.steps().len() && table.position_at(ply).text() == row.position
        }))
    }

    /// Plays what the side to move has decided on in advance, for as long as the game follows it.
    pub(super) async fn play_conditional_moves(&mut self) {
        while let Some(side) = self.conditional_side() {
            let seq = self.live.seq();
            match self.conditional_reply(side).await {
                Ok(Some(text)) => self.play_conditional_move(seq, &text).await,
                Ok(None) => self.unconditional_seq = Some(seq),
                Err(error) => {
                    log_throttled!(
                        UNREAD, warn, %error, game = self.id, "cannot read conditional moves"
                    );
                    return;
                }
            }
            if self.live.seq() == seq {
                // There is none, or it could not be stored: then it is tried again later.
                return;
            }
        }
    }

    /// The side to move, if its player may have decided on something.
    fn conditional_side(&self) -> Option<Side> {
        let side = self.live.table()?.turn()?;
        let is_person = self.live.row().seats[side.index()].user.is_some();
        let is_checked = self.unconditional_seq == Some(self.live.seq());
        (self.is_slow() && is_person && !is_checked && !self.context().shutdown.has_begun())
            .then_some(side)
    }

    async fn conditional_reply(&self, side: Side) -> Result<Option<String>, StoreError> {
        let Some(row) = self.stored_lines(side).await? else {
            return Ok(None);
        };
        let Some(table) = self.live.table() else {
            return Ok(None);
        };
        let played = table.steps().iter().skip(row.ply as usize);
        let played: Vec<&str> = played.map(|played| &*played.step.text).collect();
        Ok(conditional::reply(table.position(), &played, &row.lines))
    }

    async fn play_conditional_move(&mut self, seq: u64, text: &str) {
        let now = self.context().clock.now();
        let play = |room: &Room| {
            let table: &Table = room.live.table().filter(|_| room.live.seq() == seq)?;
            table.decide(table.turn()?, &Action::play(text), now).ok()
        };
        self.commit_system_event(play, "conditional_move").await;
    }
}
