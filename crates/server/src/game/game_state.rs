//! A game as it stands: the table, and what the server adds to it.

use super::GameError;
use super::presenter::{record_name, to_u32};
use crate::store::{GameRow, GameStatus, RatedResult, SeatRow, StoredEvent};
use quintain_api::protocol::{GameState, RatingChange};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{Registry, Side};
use quintain_table::{EndReason, Setup, Table};

/// A game as it stands.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    pub(super) row: GameRow,
    /// The position while the game is waiting for a player.
    pub(super) start: Box<dyn AnyPosition>,
    /// The table, once the game has started.
    pub(super) table: Option<Table>,
    pub(super) events: Vec<StoredEvent>,
    pub(super) rating_changes: Option<[RatingChange; 2]>,
}

impl LiveGame {
    /// A game from what is stored.
    pub(crate) fn new(
        games: &Registry,
        row: GameRow,
        events: Vec<StoredEvent>,
    ) -> Result<LiveGame, GameError> {
        let game = games.get(&row.request.game)?;
        let start = game.parse(&row.request.position)?;
        let table = match row.setup.clone() {
            Some(setup) => Some(Table::new(games, with_names(setup, &row.seats))?),
            None => None,
        };
        let mut live = LiveGame {
            start,
            table,
            events: Vec::with_capacity(events.len()),
            rating_changes: rating_change(&row.seats[0])
                .zip(rating_change(&row.seats[1]))
                .map(Into::into),
            row,
        };
        for event in events {
            live.apply(event)?;
        }
        Ok(live)
    }

    /// The same game as it was after this many events.
    pub(crate) fn replayed_to(
        &self,
        games: &Registry,
        events: usize,
    ) -> Result<LiveGame, GameError> {
        let events = self.events.iter().take(events).cloned().collect();
        let mut row = self.row.clone();
        for seat in &mut row.seats {
            // Ratings change only at the end of a game.
            seat.rating_after = None;
        }
        LiveGame::new(games, row, events)
    }

    /// What was stored about it when it was loaded.
    pub(crate) fn row(&self) -> &GameRow {
        &self.row
    }

    pub(crate) fn row_mut(&mut self) -> &mut GameRow {
        &mut self.row
    }

    /// The table, once the game has started.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The number of the last event.
    pub(crate) fn seq(&self) -> u64 {
        self.events.len() as u64
    }

    /// Everything that has happened.
    pub(crate) fn events(&self) -> &[StoredEvent] {
        &self.events
    }

    /// Sets how the end of the game changed the ratings.
    pub(crate) fn set_rating_changes(&mut self, changes: [RatingChange; 2]) {
        self.rating_changes = Some(changes);
    }

    /// The stage it has reached.
    pub(crate) fn state(&self) -> GameState {
        match &self.table {
            Some(table) => match table.outcome() {
                None => GameState::Running,
                Some(outcome) if outcome.reason == EndReason::Abort => GameState::Aborted,
                Some(_) => GameState::Ended,
            },
            None => self.row.status.state,
        }
    }

    /// Applies an event. An impossible one changes nothing.
    pub(crate) fn apply(&mut self, event: StoredEvent) -> Result<(), GameError> {
        let Some(table) = &mut self.table else {
            return Err(GameError::NotStarted);
        };
        table.apply(event.entry.clone())?;
        self.events.push(event);
        Ok(())
    }

    /// Where it stands, for the store.
    pub(crate) fn status(&self) -> GameStatus {
        match &self.table {
            Some(table) => status_of(table, self.state()),
            None => self.row.status.clone(),
        }
    }

    /// Whether both sides have moved.
    pub(crate) fn has_been_played(&self) -> bool {
        let steps = self.table.as_ref().map_or(&[][..], Table::steps);
        let moved = |side: &Side| steps.iter().any(|played| played.step.side == *side);
        Side::BOTH.iter().all(moved)
    }

    /// The result, if the game was rated, has been played and has ended.
    pub(crate) fn rated_result(&self) -> Option<RatedResult> {
        let outcome = self.table.as_ref()?.outcome()?;
        if !self.row.request.rated || outcome.reason == EndReason::Abort || !self.has_been_played()
        {
            return None;
        }
        let user = |side: Side| Some(self.row.seats[side.index()].user_id()?.to_owned());
        Some(RatedResult {
            users: [user(Side::First)?, user(Side::Second)?],
            game: self.row.request.game.clone(),
            speed: self.row.request.speed,
            score: match outcome.winner {
                Some(Side::First) => 1.0,
                Some(Side::Second) => 0.0,
                None => 0.5,
            },
        })
    }

    /// The sides that a user plays.
    pub(crate) fn sides_of(&self, user: &str) -> Vec<Side> {
        let plays = |side: &Side| self.row.seats[side.index()].user_id() == Some(user);
        Side::BOTH.into_iter().filter(plays).collect()
    }
}

/// Puts the players' current names into a setup.
fn with_names(mut setup: Setup, seats: &[SeatRow; 2]) -> Setup {
    for (seat, row) in setup.seats.iter_mut().zip(seats) {
        seat.name = record_name(row);
    }
    setup
}

fn rating_change(seat: &SeatRow) -> Option<RatingChange> {
    Some(RatingChange {
        before: seat.rating_before?.round() as i32,
        after: seat.rating_after?.round() as i32,
    })
}

/// Where a table stands, for the store.
pub(super) fn status_of(table: &Table, state: GameState) -> GameStatus {
    GameStatus {
        state,
        position: table.position().text(),
        turn: table.turn(),
        plies: to_u32(table.steps().len()),
        outcome: table.outcome(),
        updated_at: table.changed_at(),
        flag_at: table.flag_at().map(|(_, flag_at)| flag_at),
    }
}
