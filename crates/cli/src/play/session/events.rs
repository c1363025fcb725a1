//! Events of a session that no person causes: programs move, flags fall, advice arrives.

use super::Session;
use crate::play::opponent::{Opponent, Reply};
use crate::play::{OpponentError, SessionError};
use quintain_engine::{Limits, SearchResult};
use quintain_rules::Side;
use quintain_rules::message::{Message, ToMessage};
use quintain_rules::view::StepView;
use quintain_table::{ActionError, Controller, EngineLevel, Outcome, Timestamp};
use std::time::Duration;

/// The limit of the search for a hint: nodes and not time, so that the same position has the
/// same hint on every computer.
const HINT_LIMITS: Limits = Limits {
    nodes: Some(200_000),
    ..Limits::NONE
};

/// An event of a session that no person causes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum SessionEvent {
    /// A program has moved.
    Step(StepView),
    /// A program is thinking; [`Session::search_result`] says what.
    Thinking(Side),
    /// A program cannot play; from now on a person moves in its place.
    OpponentFailed {
        /// The program's side.
        side: Side,
        /// Why.
        reason: Message,
    },
    /// A player's flag has fallen.
    Flag(Outcome),
    /// The engine's advice.
    Advice(Advice),
}

/// The engine's advice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Advice {
    /// Its result so far.
    Thinking(SearchResult),
    /// Its choice, and why.
    Best(SearchResult),
    /// Why there is none.
    None(Message),
}

impl From<Reply> for Advice {
    fn from(reply: Reply) -> Advice {
        match reply {
            Reply::Thinking(result) => Advice::Thinking(result),
            Reply::Move(_, Some(result)) => Advice::Best(result),
            Reply::Move(best, None) => Advice::Best(SearchResult {
                best_move: Some(best),
                ..SearchResult::default()
            }),
            Reply::Failed(reason) => Advice::None(reason),
        }
    }
}

impl Session<'_> {
    /// Asks for a hint; [`poll`](Session::poll) returns it.
    pub(crate) fn hint(&mut self) -> Result<(), SessionError> {
        self.advise(HINT_LIMITS)
    }

    /// Asks the engine at full strength about the position, within limits.
    pub(crate) fn advise(&mut self, limits: Limits) -> Result<(), SessionError> {
        if self.table.outcome().is_some() {
            return Err(ActionError::GameOver.into());
        }
        if self.advisor.is_none() {
            let strongest = Controller::Engine {
                level: EngineLevel::MAX,
            };
            self.advisor = Opponent::start(self.factory, &strongest, 0);
        }
        if let Some(advisor) = &mut self.advisor {
            advisor.request_within(&self.table, limits);
        }
        Ok(())
    }

    /// Stops the search for advice.
    pub(crate) fn stop_advice(&mut self) {
        self.advisor.iter_mut().for_each(Opponent::cancel);
    }

    /// How much of its expected time a program has been thinking, from 0 to 1; `None` if none
    /// is.
    pub(crate) fn progress(&self) -> Option<f64> {
        let mut opponents = self.opponents.iter().flatten();
        opponents.find_map(Opponent::progress)
    }

    /// Makes a thinking program move at once.
    pub(crate) fn move_now(&mut self) {
        for opponent in self.opponents.iter_mut().flatten() {
            opponent.move_now();
        }
    }

    /// The next event that no person causes, waiting no longer than the timeout: a flag falls, a
    /// program reports or moves, advice arrives. Call it repeatedly.
    pub(crate) fn poll(
        &mut self,
        now: Timestamp,
        timeout: Duration,
    ) -> Result<Option<SessionEvent>, SessionError> {
        if let Some(entry) = self.table.check_flag(now) {
            self.commit(entry)?;
            return Ok(self.table.outcome().map(SessionEvent::Flag));
        }
        if let Some(advisor) = &mut self.advisor {
            // Only one of the two can be waited for, and a program's move comes first.
            let turn = self.table.turn();
            let is_alone = turn.is_none_or(|side| self.opponents[side.index()].is_none());
            let reply = advisor.next(if is_alone { timeout } else { Duration::ZERO });
            if let Some(reply) = reply {
                return Ok(Some(SessionEvent::Advice(reply.into())));
            }
        }
        self.poll_opponent(now, timeout)
    }

    fn poll_opponent(
        &mut self,
        now: Timestamp,
        timeout: Duration,
    ) -> Result<Option<SessionEvent>, SessionError> {
        let Some(side) = self.table.turn() else {
            return Ok(None);
        };
        let Some(opponent) = &mut self.opponents[side.index()] else {
            return Ok(None);
        };
        if !opponent.is_busy() {
            opponent.request_move(&self.table, now);
        }
        match opponent.next(timeout) {
            None => Ok(None),
            Some(Reply::Thinking(result)) => {
                self.search_results[side.index()] = Some(result);
                Ok(Some(SessionEvent::Thinking(side)))
            }
            Some(Reply::Move(text, result)) => {
                if result.is_some() {
                    self.search_results[side.index()] = result;
                }
                self.play_reply(side, &text, now).map(Some)
            }
            Some(Reply::Failed(reason)) => Ok(Some(self.dismiss_opponent(side, reason))),
        }
    }

    /// Plays a program's move.
    fn play_reply(
        &mut self,
        side: Side,
        text: &str,
        now: Timestamp,
    ) -> Result<SessionEvent, SessionError> {
        match self.step(side, text, now) {
            Ok(step) => Ok(SessionEvent::Step(step)),
            Err(SessionError::Action(ActionError::OutOfTime { .. })) => {
                let entry = self.table.check_flag(now).ok_or(ActionError::GameOver)?;
                self.commit(entry)?;
                let outcome = self.table.outcome().ok_or(ActionError::GameOver)?;
                Ok(SessionEvent::Flag(outcome))
            }
            Err(SessionError::Action(error)) => {
                let error = error.to_message();
                Ok(self.dismiss_opponent(side, OpponentError::Illegal { error }.into()))
            }
            Err(other) => Err(other),
        }
    }

    /// A program cannot play: from now on a person moves in its place.
    fn dismiss_opponent(&mut self, side: Side, reason: Message) -> SessionEvent {
        self.opponents[side.index()] = None;
        SessionEvent::OpponentFailed { side, reason }
    }
}
