//! A game as it stands: the table with what the server adds, and how clients see it.

mod showing;

pub(crate) use showing::{millis, seat_name, summary};

use crate::error::ApiError;
use crate::protocol::{GameState, RatingChange};
use crate::store::{Finish, GameRow, Progress, Recorded, SeatRow};
use quintain_rules::erased::AnyPosition;
use quintain_rules::{Registry, Side};
use quintain_table::{EndReason, Setup, Table};

/// A game as it stands.
#[derive(Clone, Debug)]
pub(crate) struct LiveGame {
    row: GameRow,
    /// The position, while the game waits for a player.
    start: Box<dyn AnyPosition>,
    /// The table, once it has begun.
    table: Option<Table>,
    /// All that happened.
    entries: Vec<Recorded>,
    ratings: Option<[RatingChange; 2]>,
}

impl LiveGame {
    /// A game from what is stored.
    pub(crate) fn new(
        games: &Registry,
        row: GameRow,
        entries: Vec<Recorded>,
    ) -> Result<LiveGame, ApiError> {
        let game = games.get(&row.asked.game)?;
        let start = game.parse(&row.asked.position)?;
        let table = match row.setup.clone() {
            Some(setup) => Some(Table::new(games, with_names(setup, &row.seats))?),
            None => None,
        };
        let change = |seat: &SeatRow| {
            seat.before
                .zip(seat.after)
                .map(|(before, after)| RatingChange {
                    before: before.round() as i32,
                    after: after.round() as i32,
                })
        };
        let mut live = LiveGame {
            start,
            table,
            entries: Vec::with_capacity(entries.len()),
            ratings: change(&row.seats[0])
                .zip(change(&row.seats[1]))
                .map(Into::into),
            row,
        };
        for entry in entries {
            live.apply(entry)?;
        }
        Ok(live)
    }

    /// The same game as it was after so many entries.
    pub(crate) fn rewound(&self, games: &Registry, entries: usize) -> Result<LiveGame, ApiError> {
        let entries = self.entries.iter().take(entries).cloned().collect();
        let mut row = self.row.clone();
        for seat in &mut row.seats {
            // Ratings change only at the end.
            seat.after = None;
        }
        LiveGame::new(games, row, entries)
    }

    /// What was stored about it when it was loaded.
    pub(crate) fn row(&self) -> &GameRow {
        &self.row
    }

    pub(crate) fn row_mut(&mut self) -> &mut GameRow {
        &mut self.row
    }

    /// The table, once the game has begun.
    pub(crate) fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// How many things happened.
    pub(crate) fn seq(&self) -> u64 {
        self.entries.len() as u64
    }

    /// All that happened.
    pub(crate) fn entries(&self) -> &[Recorded] {
        &self.entries
    }

    /// Sets what the end did to the ratings.
    pub(crate) fn set_ratings(&mut self, ratings: [RatingChange; 2]) {
        self.ratings = Some(ratings);
    }

    /// How far it is.
    pub(crate) fn state(&self) -> GameState {
        match &self.table {
            Some(table) => match table.outcome() {
                None => GameState::Running,
                Some(outcome) if outcome.reason == EndReason::Abort => GameState::Aborted,
                Some(_) => GameState::Ended,
            },
            None => self.row.progress.state,
        }
    }

    /// Lets something happen. What cannot happen changes nothing.
    pub(crate) fn apply(&mut self, recorded: Recorded) -> Result<(), ApiError> {
        let Some(table) = &mut self.table else {
            return Err(ApiError::Internal("a waiting game has entries".into()));
        };
        table.apply(recorded.entry.clone())?;
        self.entries.push(recorded);
        Ok(())
    }

    /// What the store keeps for lists.
    pub(crate) fn progress(&self) -> Progress {
        let Some(table) = &self.table else {
            return self.row.progress.clone();
        };
        progress(table, self.state())
    }

    /// What the end of a rated game means for the ratings.
    pub(crate) fn finish(&self) -> Option<Finish> {
        let outcome = self.table.as_ref()?.outcome()?;
        if !self.row.asked.rated || outcome.reason == EndReason::Abort {
            return None;
        }
        let user = |side: Side| Some(self.row.seats[side.index()].user.as_ref()?.id.clone());
        Some(Finish {
            users: [user(Side::First)?, user(Side::Second)?],
            game: self.row.asked.game.clone(),
            speed: self.row.asked.speed,
            score: match outcome.winner {
                Some(Side::First) => 1.0,
                Some(Side::Second) => 0.0,
                None => 0.5,
            },
        })
    }

    /// The sides that someone plays.
    pub(crate) fn sides_of(&self, user: &str) -> Vec<Side> {
        let sits = |side: &Side| {
            let seat = &self.row.seats[side.index()];
            seat.user.as_ref().is_some_and(|sitting| sitting.id == user)
        };
        // While it waits, the empty seat is nobody's, and the creator's side may be drawn later.
        Side::BOTH.into_iter().filter(sits).collect()
    }
}

/// Puts today's names of the players into a setup.
fn with_names(mut setup: Setup, seats: &[SeatRow; 2]) -> Setup {
    for (seat, row) in setup.seats.iter_mut().zip(seats) {
        seat.name = seat_name(row);
    }
    setup
}

/// How a table stands, for lists.
pub(crate) fn progress(table: &Table, state: GameState) -> Progress {
    Progress {
        state,
        position: table.position().text(),
        turn: table.turn(),
        plies: showing::small(table.steps().len()),
        outcome: table.outcome(),
        ending: table.result_text(),
        changed: table.changed_at(),
        due: table.flag_at().map(|(_, flag_at)| flag_at),
    }
}
