//! What clients see of a game.

use super::game_state::LiveGame;
use crate::store::{GameRow, SeatRow};
use quintain_api::presenter;
pub(crate) use quintain_api::presenter::to_millis;
use quintain_api::presenter::{outcome, played_step};
pub(super) use quintain_api::presenter::{to_u32, without_moves};
use quintain_api::protocol::{
    Clocks, GameEvent, GameSnapshot, GameSummary, GameUpdate, Offers, Outcome, Presence, Rematch,
    Seal, Seat, SeatKind, ViewsPage,
};
use quintain_rules::erased::AnyGame;
use quintain_rules::message::Message;
use quintain_rules::view::View;
use quintain_rules::{GameInfo, Registry};
use quintain_table::{EndReason, Event, Table, Timestamp, result_sentences};

impl LiveGame {
    /// The game in a list.
    pub(crate) fn summary(&self) -> GameSummary {
        let mut row = self.row.clone();
        row.status = self.status();
        summary(self.start.info(), &row, self.outcome())
    }

    /// The position to draw.
    fn view(&self) -> View {
        match &self.table {
            Some(table) => presenter::view(table),
            // Nobody can move yet.
            None => View {
                turn: None,
                moves: Vec::new(),
                ..self.start.view()
            },
        }
    }

    fn clocks(&self, now: Timestamp) -> Option<Clocks> {
        presenter::clocks(self.table.as_ref()?, now)
    }

    fn offers(&self) -> Offers {
        self.table
            .as_ref()
            .map_or_else(Offers::default, presenter::offers)
    }

    fn opened_seal(&self) -> Option<Seal> {
        presenter::opened_seal(self.table.as_ref()?)
    }

    /// How the game ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let table = self.table.as_ref()?;
        outcome(table.outcome()?, || table.result())
    }

    /// Where the rematch stands.
    pub(crate) fn rematch(&self) -> Rematch {
        Rematch {
            offered_by: self.row.rematch_offered_by,
            game_id: self.row.rematch_id.clone(),
        }
    }

    /// Everything about the game, for a user.
    pub(crate) fn snapshot(&self, presence: Presence, user: &str, now: Timestamp) -> GameSnapshot {
        let your_sides = self.sides_of(user);
        let view = self.view();
        let is_mover = view.turn.is_some_and(|turn| your_sides.contains(&turn));
        GameSnapshot {
            summary: self.summary(),
            geometry: self.start.geometry(),
            view: if is_mover { view } else { without_moves(view) },
            seq: self.seq(),
            steps: self
                .table
                .as_ref()
                .map_or_else(Vec::new, presenter::played_steps),
            clocks: self.clocks(now),
            offers: self.offers(),
            presence,
            rematch: self.rematch(),
            commitment: self.table.as_ref().and_then(Table::commitment),
            seal: self.opened_seal(),
            rating_changes: self.rating_changes,
            your_sides,
        }
    }

    /// What the last event changed.
    pub(crate) fn update(&self) -> Option<GameUpdate> {
        let (table, last) = (self.table.as_ref()?, self.events.last()?);
        let at = last.entry.at;
        let (moved, event) = match &last.entry.event {
            Event::Step { .. } => {
                let index = table.steps().len().checked_sub(1)?;
                let step = played_step(to_u32(index), table.steps().get(index)?);
                (true, GameEvent::Step { step })
            }
            &Event::Takeback { plies } => {
                // It is the turn of the side that took back.
                let side = table.position().turn();
                let plies = to_u32(plies);
                (true, GameEvent::TakenBack { side, plies })
            }
            &Event::Offer { side, offer } => (false, GameEvent::Offered { side, offer }),
            &Event::Decline { side, offer } => (false, GameEvent::Declined { side, offer }),
            Event::End {
                reason: EndReason::Abort,
                ..
            } => (true, GameEvent::Aborted),
            Event::End { .. } => (true, GameEvent::Ended),
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
            view: moved.then(|| self.view()),
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
        match &self.table {
            Some(table) => presenter::views(table, from, to),
            None => ViewsPage {
                from: 0,
                views: vec![without_moves(self.start.view())],
            },
        }
    }
}

/// The name of a seat's player in records; `None` for guests.
pub(super) fn record_name(seat: &SeatRow) -> Option<String> {
    match (&seat.user, seat.engine_level) {
        (Some(user), _) => user.name.clone(),
        (None, level) => level.map(|level| format!("engine:{level}")),
    }
}

/// Stored games in a list. A game that this server does not have is left out.
pub(super) fn summaries(games: &Registry, rows: &[GameRow]) -> Vec<GameSummary> {
    let rows = rows.iter();
    rows.filter_map(|row| stored_summary(games, row)).collect()
}

/// A stored game in a list; `None` if this server does not have the game.
pub(super) fn stored_summary(games: &Registry, row: &GameRow) -> Option<GameSummary> {
    let game = games.get(&row.request.game).ok()?;
    let outcome = row
        .status
        .outcome
        .and_then(|ended| outcome(ended, || result(game, &row.status.position, ended)));
    Some(summary(game.info(), row, outcome))
}

fn summary(info: &GameInfo, row: &GameRow, outcome: Option<Outcome>) -> GameSummary {
    let (request, status) = (&row.request, &row.status);
    GameSummary {
        id: request.id.clone(),
        game: request.game.clone(),
        name: info.name(),
        size: request.size,
        start: request.start.clone(),
        seats: [seat(&row.seats[0]), seat(&row.seats[1])],
        time_control: request.time_control,
        speed: request.speed,
        rated: request.rated,
        public: request.public,
        state: status.state,
        position: status.position.clone(),
        turn: status.turn,
        plies: status.plies,
        outcome,
        created_at: to_millis(request.created_at),
        updated_at: to_millis(status.updated_at),
    }
}

fn seat(row: &SeatRow) -> Seat {
    let kind = match (&row.user, row.engine_level) {
        (Some(user), _) if user.deleted => SeatKind::Deleted,
        (Some(user), _) if row.is_bot || user.is_program => SeatKind::Bot,
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

/// How a stored game ended, in complete sentences.
fn result(game: &dyn AnyGame, position: &str, ended: quintain_table::Outcome) -> Vec<Message> {
    match (ended.reason, game.parse(position)) {
        (EndReason::Rules, Ok(position)) => position.view().status,
        _ => result_sentences(game.info(), ended),
    }
}
