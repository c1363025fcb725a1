//! What clients see of a game.

use super::game_state::LiveGame;
use crate::store::{GameRow, SeatRow};
use quintain_api::protocol::{
    Clocks, GameEvent, GameSnapshot, GameSummary, GameUpdate, Offers, Outcome, PlayedStep,
    Presence, Rematch, Seal, Seat, SeatKind, TakebackOffer, ViewsPage,
};
use quintain_rules::erased::AnyGame;
use quintain_rules::message::Message;
use quintain_rules::view::View;
use quintain_rules::{GameInfo, Registry, Side};
use quintain_table::{EndReason, Event, Offer, Table, Timestamp, result_sentences};

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
            Some(table) => match table.referee_at(table.steps().len()) {
                Some(referee) => View {
                    pieces: referee.pieces(),
                    ..table.view()
                },
                None => table.view(),
            },
            // Nobody can move yet.
            None => View {
                turn: None,
                moves: Vec::new(),
                ..self.start.view()
            },
        }
    }

    fn clocks(&self, now: Timestamp) -> Option<Clocks> {
        let clocks = self.table.as_ref()?.clocks()?;
        Some(Clocks {
            remaining_ms: Side::BOTH.map(|side| clocks.remaining_ms(side, now)),
            running: clocks.running(),
            at: to_millis(now),
        })
    }

    fn offers(&self) -> Offers {
        let Some(table) = &self.table else {
            return Offers::default();
        };
        let takeback = |side: Side| TakebackOffer {
            side,
            plies: table.takeback_plies(side).map_or(0, to_u32),
        };
        Offers {
            draw: table.offered_by(Offer::Draw),
            takeback: table.offered_by(Offer::Takeback).map(takeback),
            can_take_back: Side::BOTH
                .map(|side| table.turn().is_some() && table.check_takeback(side).is_ok()),
        }
    }

    fn opened_seal(&self) -> Option<Seal> {
        let table = self.table.as_ref()?;
        let sentence = || table.referee_at(0)?.disclosure().cloned();
        table.disclosed().map(|seal| Seal {
            secret: seal.secret.clone(),
            salt: seal.salt.clone(),
            sentence: sentence(),
        })
    }

    /// How the game ended.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let table = self.table.as_ref()?;
        outcome(table.outcome()?, || table.result())
    }

    fn steps(&self) -> &[quintain_table::PlayedStep] {
        self.table.as_ref().map_or(&[], Table::steps)
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
            steps: (0..)
                .zip(self.steps())
                .map(|(index, played)| played_step(index, played))
                .collect(),
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
        let steps = self.steps();
        let from = from.min(steps.len());
        let mut position = match &self.table {
            Some(table) => table.position_at(from),
            None => self.start.clone(),
        };
        // What was hidden is shown once the game is over.
        let mut referee = self.table.as_ref().and_then(|table| table.referee_at(from));
        let mut views = Vec::new();
        let mut steps = steps.iter().take(to).skip(from);
        loop {
            let view = without_moves(position.view());
            views.push(match &referee {
                Some(referee) => View {
                    pieces: referee.pieces(),
                    ..view
                },
                None => view,
            });
            let Some(played) = steps.next() else { break };
            let text = &played.step.text;
            if position.play(text).is_err() {
                break;
            }
            if let Some(referee) = &mut referee {
                // The table has played it too.
                drop(referee.replay(text));
            }
        }
        ViewsPage {
            from: to_u32(from),
            views,
        }
    }
}

/// A position for those who cannot move in it.
pub(super) fn without_moves(view: View) -> View {
    View {
        moves: Vec::new(),
        ..view
    }
}

/// A step on the board, counting from 0.
fn played_step(index: u32, played: &quintain_table::PlayedStep) -> PlayedStep {
    PlayedStep {
        ply: index + 1,
        played_at: to_millis(played.at),
        remaining_ms: played.remaining_ms,
        step: played.step.clone(),
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

/// How a game ended; `None` if it was aborted.
fn outcome(
    ended: quintain_table::Outcome,
    result: impl FnOnce() -> Vec<Message>,
) -> Option<Outcome> {
    if ended.reason == EndReason::Abort {
        return None;
    }
    Some(Outcome {
        winner: ended.winner,
        reason: ended.reason,
        result: result(),
    })
}

/// How a stored game ended, in complete sentences.
fn result(game: &dyn AnyGame, position: &str, ended: quintain_table::Outcome) -> Vec<Message> {
    match (ended.reason, game.parse(position)) {
        (EndReason::Rules, Ok(position)) => position.view().status,
        _ => result_sentences(game.info(), ended),
    }
}

/// A moment on the wire.
pub(crate) fn to_millis(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A number of steps, which is small in every game.
pub(super) fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
