//! A game as it stands: the table with what the server adds, and how clients see it.

use crate::error::ApiError;
use crate::protocol::{
    Clocks, EndedBy, GameEvent, GameSnapshot, GameState, GameSummary, OfferKind, Offers, Outcome,
    PlayedStep, Presence, RatingChange, Rematch, Reveal, Seat, SeatKind, TakebackOffer,
    TimeControl, Update, ViewsPage,
};
use crate::store::{Finish, GameRow, Progress, Recorded, SeatRow};
use quintain_rules::erased::AnyPosition;
use quintain_rules::view::{Geometry, View};
use quintain_rules::{Registry, Side};
use quintain_table::{End, Event, Offer, Setup, Table, Time};

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
    /// When each step on the board was played, and what its mover's clock showed.
    moments: Vec<(Time, Option<u64>)>,
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
            moments: Vec::new(),
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
                Some(outcome) if outcome.by == End::Abort => GameState::Aborted,
                Some(_) => GameState::Ended,
            },
            None => self.row.progress.state,
        }
    }

    /// How it would stand after one more entry.
    pub(crate) fn after(&self, next: &Recorded) -> Result<LiveGame, ApiError> {
        let mut after = self.clone();
        after.apply(next.clone())?;
        Ok(after)
    }

    /// Lets something happen.
    fn apply(&mut self, recorded: Recorded) -> Result<(), ApiError> {
        let Some(table) = &mut self.table else {
            return Err(ApiError::Internal("a waiting game has entries".into()));
        };
        let at = recorded.entry.at;
        let mover = table.apply(recorded.entry.clone())?.map(|step| step.side);
        if let Some(mover) = mover {
            let left = table.clocks().map(|clocks| clocks.left(mover, at));
            self.moments.push((at, left));
        }
        self.moments.truncate(table.steps().len());
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
        if !self.row.asked.rated || outcome.by == End::Abort {
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

    /// The game in a list.
    pub(crate) fn summary(&self, games: &Registry) -> GameSummary {
        let mut row = self.row.clone();
        row.progress = self.progress();
        summary(games, &row)
    }

    /// The position as data to draw.
    pub(crate) fn view(&self) -> View {
        match &self.table {
            Some(table) => table.view(),
            // Nobody can move yet.
            None => View {
                turn: None,
                moves: Vec::new(),
                ..self.start.view()
            },
        }
    }

    fn geometry(&self) -> Geometry {
        self.start.geometry()
    }

    fn clocks(&self, now: Time) -> Option<Clocks> {
        let clocks = self.table.as_ref()?.clocks()?;
        Some(Clocks {
            left: Side::BOTH.map(|side| clocks.left(side, now)),
            running: clocks.running(),
            at: millis(now),
        })
    }

    fn offers(&self) -> Offers {
        let Some(table) = &self.table else {
            return Offers::default();
        };
        let offering = |offer| {
            let mut sides = Side::BOTH.into_iter();
            sides.find(|&side| table.offer(side) == Some(offer))
        };
        let takeback = |side: Side| {
            let since = table
                .steps()
                .iter()
                .rev()
                .position(|step| step.side == side);
            TakebackOffer {
                side,
                plies: since.map_or(0, |later| small(later + 1)),
            }
        };
        Offers {
            draw: offering(Offer::Draw),
            takeback: offering(Offer::Takeback).map(takeback),
        }
    }

    fn reveal(&self) -> Option<Reveal> {
        self.table.as_ref()?.revealed().map(|seal| Reveal {
            secret: seal.secret.clone(),
            salt: seal.salt.clone(),
        })
    }

    /// How it ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let table = self.table.as_ref()?;
        outcome(table.outcome()?, table.ending())
    }

    fn played(&self, ply: usize) -> Option<PlayedStep> {
        let step = self.table.as_ref()?.steps().get(ply)?.clone();
        let &(at, left) = self.moments.get(ply)?;
        Some(PlayedStep {
            ply: small(ply + 1),
            at: millis(at),
            left,
            step,
        })
    }

    /// The game after this one.
    pub(crate) fn rematch(&self) -> Rematch {
        Rematch {
            offered: self.row.rematch_offer,
            game: self.row.rematch.clone(),
        }
    }

    /// All there is to know, for someone.
    pub(crate) fn snapshot(
        &self,
        games: &Registry,
        presence: Presence,
        user: &str,
        now: Time,
    ) -> GameSnapshot {
        GameSnapshot {
            summary: self.summary(games),
            geometry: self.geometry(),
            view: self.view(),
            seq: self.seq(),
            steps: (0..self.moments.len())
                .filter_map(|ply| self.played(ply))
                .collect(),
            clocks: self.clocks(now),
            offers: self.offers(),
            presence,
            rematch: self.rematch(),
            commitment: self.table.as_ref().and_then(Table::commitment),
            reveal: self.reveal(),
            ratings: self.ratings,
            yours: self.sides_of(user),
        }
    }

    /// What the last entry did.
    pub(crate) fn update(&self) -> Option<Update> {
        let (table, last) = (self.table.as_ref()?, self.entries.last()?);
        let (moved, event) = match &last.entry.event {
            Event::Step { .. } => {
                let step = self.played(self.moments.len().checked_sub(1)?)?;
                (true, GameEvent::Step { step })
            }
            &Event::Undo { plies } => {
                // The side whose turn it is again has taken back.
                let side = table.position().turn();
                let plies = small(plies);
                (true, GameEvent::TakenBack { side, plies })
            }
            &Event::Offer { side, offer } => {
                let offer = offer_kind(offer);
                (false, GameEvent::Offered { side, offer })
            }
            &Event::Decline { side, offer } => {
                let offer = offer_kind(offer);
                (false, GameEvent::Declined { side, offer })
            }
            Event::End { .. } => (true, GameEvent::Ended),
            Event::Abort => (true, GameEvent::Aborted),
            Event::Pause { .. } => (false, GameEvent::Paused),
        };
        Some(Update {
            game: self.row.asked.id.clone(),
            seq: self.seq(),
            at: millis(last.entry.at),
            // The part that the client had given.
            id: last
                .request
                .as_ref()
                .and_then(|request| Some(request.split_once(' ')?.1.to_owned())),
            event,
            view: moved.then(|| table.view()),
            state: self.state(),
            plies: small(table.steps().len()),
            clocks: self.clocks(last.entry.at),
            offers: self.offers(),
            outcome: self.outcome(),
            reveal: self.reveal(),
            ratings: self.ratings,
        })
    }

    /// Past positions, without legal moves.
    pub(crate) fn views(&self, from: usize, to: usize) -> ViewsPage {
        let steps = self.table.as_ref().map_or(&[][..], Table::steps);
        let mut position = match &self.table {
            Some(table) => table.position_at(from.min(steps.len())),
            None => self.start.clone(),
        };
        let from = from.min(steps.len());
        let mut views = vec![position.view()];
        for step in steps.iter().take(to).skip(from) {
            if position.play(&step.text).is_err() {
                break;
            }
            views.push(position.view());
        }
        for view in &mut views {
            view.moves.clear();
        }
        ViewsPage {
            from: small(from),
            views,
        }
    }
}

/// Puts today's names of the players into a setup.
fn with_names(mut setup: Setup, seats: &[SeatRow; 2]) -> Setup {
    for (seat, row) in setup.seats.iter_mut().zip(seats) {
        seat.name = seat_name(row);
    }
    setup
}

/// What a seat's player is called.
pub(crate) fn seat_name(seat: &SeatRow) -> String {
    match (&seat.user, seat.level) {
        (Some(user), _) => user.name.clone(),
        (None, Some(level)) => format!("Engine level {level}"),
        (None, None) => "Open".to_owned(),
    }
}

/// How a table stands, for lists.
pub(crate) fn progress(table: &Table, state: GameState) -> Progress {
    Progress {
        state,
        position: table.position().text(),
        turn: table.turn(),
        plies: small(table.steps().len()),
        outcome: table.outcome(),
        ending: table.ending(),
        changed: table.last(),
        due: table.due().map(|(_, due)| due),
    }
}

/// A stored game in a list.
pub(crate) fn summary(games: &Registry, row: &GameRow) -> GameSummary {
    let asked = &row.asked;
    let name = games.get(&asked.game).map(|game| game.info().name);
    let progress = &row.progress;
    GameSummary {
        id: asked.id.clone(),
        game: asked.game.clone(),
        name: name.unwrap_or(&asked.game).to_owned(),
        size: asked.size,
        start: asked.start.clone(),
        seats: [0, 1].map(|side| seat(&row.seats[side])),
        clock: TimeControl::from(asked.clock),
        speed: asked.speed,
        rated: asked.rated,
        public: asked.public,
        state: progress.state,
        position: progress.position.clone(),
        turn: progress.turn,
        plies: progress.plies,
        outcome: progress
            .outcome
            .and_then(|ended| outcome(ended, progress.ending.clone())),
        created: millis(asked.created),
        changed: millis(progress.changed),
    }
}

fn seat(row: &SeatRow) -> Seat {
    let kind = match (&row.user, row.level) {
        (Some(_), _) if row.bot => SeatKind::Bot,
        (Some(user), _) if user.account => SeatKind::Account,
        (Some(_), _) => SeatKind::Guest,
        (None, Some(_)) => SeatKind::Engine,
        (None, None) => SeatKind::Open,
    };
    Seat {
        kind,
        user: row.user.as_ref().map(|user| user.id.clone()),
        name: seat_name(row),
        level: row.level,
        rating: row.before.map(|rating| rating.round() as u32),
    }
}

fn outcome(ended: quintain_table::Outcome, text: Option<String>) -> Option<Outcome> {
    let by = match ended.by {
        End::Rules => EndedBy::Rules,
        End::Resignation => EndedBy::Resignation,
        End::Time => EndedBy::Time,
        End::Agreement => EndedBy::Agreement,
        End::Abandonment => EndedBy::Abandonment,
        End::Adjudication => EndedBy::Adjudication,
        End::Abort => return None,
    };
    Some(Outcome {
        winner: ended.winner,
        by,
        text: text.unwrap_or_default(),
    })
}

fn offer_kind(offer: Offer) -> OfferKind {
    match offer {
        Offer::Draw => OfferKind::Draw,
        Offer::Takeback => OfferKind::Takeback,
    }
}

/// A moment as clients see it.
pub(crate) fn millis(time: Time) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A count of steps, of which no game has too many.
fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
