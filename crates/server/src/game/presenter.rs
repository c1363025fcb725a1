//! What clients see of a game.

use super::game_state::LiveGame;
use crate::store::{GameRow, SeatRow};
use quintain_api::protocol::{
    Clocks, EndReason, GameEvent, GameSnapshot, GameSummary, GameUpdate, OfferKind, Offers,
    Outcome, PlayedStep, Presence, Rematch, Seal, Seat, SeatKind, TakebackOffer, TimeControl,
    ViewsPage,
};
use quintain_rules::view::View;
use quintain_rules::{Registry, Side};
use quintain_table::{End, Event, Offer, Table, Time};

impl LiveGame {
    /// The game in a list.
    pub(crate) fn summary(&self, games: &Registry) -> GameSummary {
        let mut row = self.row.clone();
        row.status = self.status();
        summary(games, &row)
    }

    /// The position to draw.
    fn view(&self) -> View {
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

    fn clocks(&self, now: Time) -> Option<Clocks> {
        let clocks = self.table.as_ref()?.clocks()?;
        Some(Clocks {
            remaining_ms: Side::BOTH.map(|side| clocks.left(side, now)),
            running: clocks.running(),
            at: to_millis(now),
        })
    }

    fn offers(&self) -> Offers {
        let Some(table) = &self.table else {
            return Offers::default();
        };
        let offered_by = |offer| {
            let mut sides = Side::BOTH.into_iter();
            sides.find(|&side| table.offer(side) == Some(offer))
        };
        let takeback = |side: Side| {
            let mut steps = table.steps().iter().rev();
            let since = steps.position(|step| step.side == side);
            TakebackOffer {
                side,
                plies: since.map_or(0, |since| to_u32(since + 1)),
            }
        };
        Offers {
            draw: offered_by(Offer::Draw),
            takeback: offered_by(Offer::Takeback).map(takeback),
        }
    }

    fn opened_seal(&self) -> Option<Seal> {
        self.table.as_ref()?.revealed().map(|seal| Seal {
            secret: seal.secret.clone(),
            salt: seal.salt.clone(),
        })
    }

    /// How the game ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let table = self.table.as_ref()?;
        outcome(table.outcome()?, table.ending())
    }

    fn played_step(&self, index: usize) -> Option<PlayedStep> {
        let step = self.table.as_ref()?.steps().get(index)?.clone();
        let &(at, remaining_ms) = self.step_times.get(index)?;
        Some(PlayedStep {
            ply: to_u32(index + 1),
            played_at: to_millis(at),
            remaining_ms,
            step,
        })
    }

    /// Where the rematch stands.
    pub(crate) fn rematch(&self) -> Rematch {
        Rematch {
            offered_by: self.row.rematch_offered_by,
            game_id: self.row.rematch_id.clone(),
        }
    }

    /// Everything about the game, for a user.
    pub(crate) fn snapshot(
        &self,
        games: &Registry,
        presence: Presence,
        user: &str,
        now: Time,
    ) -> GameSnapshot {
        GameSnapshot {
            summary: self.summary(games),
            geometry: self.start.geometry(),
            view: self.view(),
            seq: self.seq(),
            steps: (0..self.step_times.len())
                .filter_map(|index| self.played_step(index))
                .collect(),
            clocks: self.clocks(now),
            offers: self.offers(),
            presence,
            rematch: self.rematch(),
            commitment: self.table.as_ref().and_then(Table::commitment),
            seal: self.opened_seal(),
            rating_changes: self.rating_changes,
            your_sides: self.sides_of(user),
        }
    }

    /// What the last event changed.
    pub(crate) fn update(&self) -> Option<GameUpdate> {
        let (table, last) = (self.table.as_ref()?, self.events.last()?);
        let at = last.entry.at;
        let (moved, event) = match &last.entry.event {
            Event::Step { .. } => {
                let step = self.played_step(self.step_times.len().checked_sub(1)?)?;
                (true, GameEvent::Step { step })
            }
            &Event::Undo { plies } => {
                // It is the turn of the side that has taken back.
                let side = table.position().turn();
                let plies = to_u32(plies);
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
        let request_id = last.request_id.as_ref();
        Some(GameUpdate {
            game_id: self.row.request.id.clone(),
            seq: self.seq(),
            at: to_millis(at),
            // The client's part of it.
            request_id: request_id.and_then(|id| Some(id.split_once(' ')?.1.to_owned())),
            event,
            view: moved.then(|| table.view()),
            state: self.state(),
            plies: to_u32(table.steps().len()),
            clocks: self.clocks(at),
            offers: self.offers(),
            outcome: self.outcome(),
            seal: self.opened_seal(),
            rating_changes: self.rating_changes,
        })
    }

    /// Past positions, without legal moves.
    pub(crate) fn views(&self, from: usize, to: usize) -> ViewsPage {
        let steps = self.table.as_ref().map_or(&[][..], Table::steps);
        let from = from.min(steps.len());
        let mut position = match &self.table {
            Some(table) => table.position_at(from),
            None => self.start.clone(),
        };
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
            from: to_u32(from),
            views,
        }
    }
}

/// The name of a seat's player in records.
pub(super) fn display_name(seat: &SeatRow) -> String {
    match (&seat.user, seat.engine_level) {
        (Some(user), _) => match &user.name {
            Some(name) => name.clone(),
            None if user.deleted => "Deleted account".to_owned(),
            None => "Guest".to_owned(),
        },
        (None, Some(level)) => format!("Engine level {level}"),
        (None, None) => "Open seat".to_owned(),
    }
}

/// A stored game in a list.
pub(super) fn summary(games: &Registry, row: &GameRow) -> GameSummary {
    let (request, status) = (&row.request, &row.status);
    let name = games.get(&request.game).map(|game| game.info().name);
    GameSummary {
        id: request.id.clone(),
        game: request.game.clone(),
        name: name.unwrap_or(&request.game).to_owned(),
        size: request.size,
        start: request.start.clone(),
        seats: [seat(&row.seats[0]), seat(&row.seats[1])],
        time_control: TimeControl::from(request.time_control),
        speed: request.speed,
        rated: request.rated,
        public: request.public,
        state: status.state,
        position: status.position.clone(),
        turn: status.turn,
        plies: status.plies,
        outcome: status
            .outcome
            .and_then(|ended| outcome(ended, status.result_text.clone())),
        created_at: to_millis(request.created_at),
        updated_at: to_millis(status.updated_at),
    }
}

/// Stored games in a list.
pub(super) fn summaries(games: &Registry, rows: &[GameRow]) -> Vec<GameSummary> {
    rows.iter().map(|row| summary(games, row)).collect()
}

fn seat(row: &SeatRow) -> Seat {
    let kind = match (&row.user, row.engine_level) {
        (Some(user), _) if user.deleted => SeatKind::Deleted,
        (Some(_), _) if row.is_bot => SeatKind::Bot,
        (Some(user), _) if user.is_account() => SeatKind::Account,
        (Some(_), _) => SeatKind::Guest,
        (None, Some(_)) => SeatKind::Engine,
        (None, None) => SeatKind::Open,
    };
    Seat {
        kind,
        user_id: row.user_id().map(str::to_owned),
        name: row.user.as_ref().and_then(|user| user.name.clone()),
        level: row.engine_level,
        rating: row.rating_before.map(|rating| rating.round() as u32),
    }
}

fn outcome(ended: quintain_table::Outcome, text: Option<String>) -> Option<Outcome> {
    let reason = match ended.by {
        End::Rules => EndReason::Rules,
        End::Resignation => EndReason::Resignation,
        End::Time => EndReason::Timeout,
        End::Agreement => EndReason::Agreement,
        End::Abandonment => EndReason::Abandonment,
        End::Adjudication => EndReason::Adjudication,
        End::Abort => return None,
    };
    Some(Outcome {
        winner: ended.winner,
        reason,
        message: text.unwrap_or_default(),
    })
}

fn offer_kind(offer: Offer) -> OfferKind {
    match offer {
        Offer::Draw => OfferKind::Draw,
        Offer::Takeback => OfferKind::Takeback,
    }
}

/// A moment on the wire.
pub(crate) fn to_millis(time: Time) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A number of steps, of which no game has too many.
pub(super) fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
