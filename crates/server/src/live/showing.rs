//! How clients see a game.

use super::LiveGame;
use crate::protocol::{
    Clocks, EndedBy, GameEvent, GameSnapshot, GameSummary, OfferKind, Offers, Outcome, PlayedStep,
    Presence, Rematch, Reveal, Seat, SeatKind, TakebackOffer, TimeControl, Update, ViewsPage,
};
use crate::store::{GameRow, SeatRow};
use quintain_rules::view::{Geometry, View};
use quintain_rules::{Registry, Side};
use quintain_table::{EndReason, Event, Offer, Table, Timestamp};

impl LiveGame {
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

    fn clocks(&self, now: Timestamp) -> Option<Clocks> {
        let clocks = self.table.as_ref()?.clocks()?;
        Some(Clocks {
            left: Side::BOTH.map(|side| clocks.remaining_ms(side, now)),
            running: clocks.running(),
            at: millis(now),
        })
    }

    fn offers(&self) -> Offers {
        let Some(table) = &self.table else {
            return Offers::default();
        };
        let takeback = |side: Side| TakebackOffer {
            side,
            plies: table.takeback_plies(side).map_or(0, small),
        };
        Offers {
            draw: table.offered_by(Offer::Draw),
            takeback: table.offered_by(Offer::Takeback).map(takeback),
        }
    }

    fn reveal(&self) -> Option<Reveal> {
        self.table.as_ref()?.disclosed().map(|seal| Reveal {
            secret: seal.secret.clone(),
            salt: seal.salt.clone(),
        })
    }

    /// How it ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let table = self.table.as_ref()?;
        outcome(table.outcome()?, table.result_text())
    }

    fn played(&self, ply: usize) -> Option<PlayedStep> {
        let played = self.table.as_ref()?.steps().get(ply)?;
        Some(PlayedStep {
            ply: small(ply + 1),
            at: millis(played.at),
            left: played.remaining_ms,
            step: played.step.clone(),
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
        now: Timestamp,
    ) -> GameSnapshot {
        GameSnapshot {
            summary: self.summary(games),
            geometry: self.geometry(),
            view: self.view(),
            seq: self.seq(),
            steps: (0..self.table.as_ref().map_or(0, |table| table.steps().len()))
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
                let step = self.played(table.steps().len().checked_sub(1)?)?;
                (true, GameEvent::Step { step })
            }
            &Event::Takeback { plies } => {
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
            Event::End {
                reason: EndReason::Abort,
                ..
            } => (true, GameEvent::Aborted),
            Event::End { .. } => (true, GameEvent::Ended),
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
        for played in steps.iter().take(to).skip(from) {
            if position.play(&played.step.text).is_err() {
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

/// What a seat's player is called.
pub(crate) fn seat_name(seat: &SeatRow) -> String {
    match (&seat.user, seat.level) {
        (Some(user), _) => user.name.clone(),
        (None, Some(level)) => format!("Engine level {level}"),
        (None, None) => "Open".to_owned(),
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
    let by = match ended.reason {
        EndReason::Rules => EndedBy::Rules,
        EndReason::Resignation => EndedBy::Resignation,
        EndReason::Time => EndedBy::Time,
        EndReason::Agreement => EndedBy::Agreement,
        EndReason::Abandonment => EndedBy::Abandonment,
        EndReason::Adjudication => EndedBy::Adjudication,
        EndReason::Abort => return None,
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
pub(crate) fn millis(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A count of steps, of which no game has too many.
pub(super) fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
