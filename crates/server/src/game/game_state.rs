//! A game as it stands: the table, and what the server adds to it.

use super::presenter::{record_name, to_u32, without_moves};
use super::recent::{EncodedUpdate, MAX_UPDATES, RecentUpdates};
use super::{GameError, RatedResult};
use crate::store::{GameRow, GameStatus, RatedGame, SeatRow, StoredEvent};
use crate::ws::encode;
use axum::extract::ws::Utf8Bytes;
use quintain_api::protocol::{GameState, RatingChange, ServerMessage};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{Registry, Side};
use quintain_table::{EndReason, Setup, Table, TableLimits, Undo};

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
    pub(super) recent: RecentUpdates,
}

impl LiveGame {
    /// A game from what is stored. This replays all events, which is no work for the threads that
    /// serve.
    pub(crate) fn new(
        games: &Registry,
        row: GameRow,
        events: Vec<StoredEvent>,
        limits: TableLimits,
    ) -> Result<LiveGame, GameError> {
        let game = games.get(&row.request.game)?;
        let start = game.parse(&row.request.position)?;
        let table = match row.setup.clone() {
            Some(setup) => {
                let table = Table::new(games, with_names(setup, &row.seats))?;
                Some(table.with_limits(limits))
            }
            None => None,
        };
        let rating_changes = rating_changes(&row);
        let count = events.len();
        let mut live = LiveGame {
            start,
            table,
            events: Vec::with_capacity(count),
            rating_changes: None,
            recent: RecentUpdates::default(),
            row,
        };
        for (number, event) in (1..).zip(events) {
            let Some(table) = &mut live.table else {
                return Err(GameError::NotStarted);
            };
            table.apply(event.entry.clone())?;
            live.events.push(event);
            if number == count {
                // Ratings change only at the end of a game.
                live.rating_changes = rating_changes;
            }
            if number + MAX_UPDATES > count {
                live.encode_update();
            }
        }
        Ok(live)
    }

    /// A copy of what has been played, to read it elsewhere.
    pub(crate) fn for_reading(&self) -> LiveGame {
        LiveGame {
            row: self.row.clone(),
            start: self.start.clone(),
            table: self.table.clone(),
            events: Vec::new(),
            rating_changes: self.rating_changes,
            recent: RecentUpdates::default(),
        }
    }

    /// The update that the last event is, as it goes over the wire. It is kept for those who
    /// reconnect.
    pub(crate) fn encode_update(&mut self) -> Option<EncodedUpdate> {
        let mut update = Box::new(self.update()?);
        let mover = update.view.as_ref().and_then(|view| view.turn);
        let for_mover = mover.map(|mover| {
            let update = update.clone();
            (mover, encode(&ServerMessage::Update { update }))
        });
        update.view = update.view.map(without_moves);
        let text = encode(&ServerMessage::Update { update });
        let encoded = EncodedUpdate::new(text, for_mover);
        self.recent.push(self.seq(), encoded.clone());
        Some(encoded)
    }

    /// The updates after an event, for a user; `None` if a snapshot is better.
    pub(crate) fn updates_after(&self, after: u64, user: &str) -> Option<Vec<Utf8Bytes>> {
        self.recent.after(after, self.seq(), &self.sides_of(user))
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
    pub(crate) fn set_rating_changes(&mut self, rated: &RatedGame) {
        let changes = rated.players.each_ref().map(|player| RatingChange {
            before: player.before.rating.round() as i32,
            after: player.after.rating.round() as i32,
        });
        self.rating_changes = Some(changes);
    }

    /// Sets how the end of the game changed the ratings, if that is known.
    pub(crate) fn set_ratings(&mut self, row: Option<&GameRow>) {
        if let Some(row) = row {
            self.row.seats = row.seats.clone();
            self.rating_changes = rating_changes(row);
        }
    }

    /// The same, as another node has told it.
    pub(crate) fn set_rating_changes_to(&mut self, changes: Option<[RatingChange; 2]>) {
        self.rating_changes = changes;
    }

    /// How the end of the game changed the ratings.
    pub(crate) fn rating_changes(&self) -> Option<[RatingChange; 2]> {
        self.rating_changes
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

    /// Applies an event that may have to be reverted. An impossible one changes nothing.
    pub(crate) fn apply(&mut self, event: StoredEvent) -> Result<Undo, GameError> {
        let Some(table) = &mut self.table else {
            return Err(GameError::NotStarted);
        };
        let undo = table.apply_revertible(event.entry.clone())?;
        self.events.push(event);
        Ok(undo)
    }

    /// Undoes the last event, which could not be stored.
    pub(crate) fn revert(&mut self, undo: Undo) {
        if let Some(table) = &mut self.table {
            table.revert(undo);
            self.events.pop();
        }
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

fn rating_changes(row: &GameRow) -> Option<[RatingChange; 2]> {
    let [first, second] = row.seats.each_ref().map(rating_change);
    first.zip(second).map(Into::into)
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
