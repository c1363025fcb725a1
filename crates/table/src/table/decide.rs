//! What an action would do: the decisions, which change nothing.

use super::{OPENING_PLIES, Table};
use crate::action::{Action, ActionError, Offer};
use crate::clock::Timestamp;
use crate::entry::{Entry, Event};
use crate::setup::Takebacks;
use quintain_rules::Side;
use quintain_rules::record::EndReason;

impl Table {
    /// What would happen if a player did something now. Nothing is changed: store the entry,
    /// then [`apply`](Table::apply) it.
    pub fn decide(
        &self,
        side: Side,
        action: &Action,
        now: Timestamp,
    ) -> Result<Entry, ActionError> {
        let event = match action {
            // A finished game can be resumed, unless its secret is out.
            Action::Takeback => self.decide_takeback(side)?,
            Action::OfferRematch | Action::DeclineRematch => return Err(ActionError::NoRematch),
            _ if self.outcome.is_some() => return Err(ActionError::GameOver),
            Action::Move { text, ply } => self.decide_move(side, text, *ply, now)?,
            Action::Resign => Event::End {
                winner: Some(!side),
                reason: EndReason::Resignation,
            },
            Action::OfferDraw => self.decide_offer(side, Offer::Draw)?,
            Action::DeclineDraw => self.decide_decline(side, Offer::Draw)?,
            Action::DeclineTakeback => self.decide_decline(side, Offer::Takeback)?,
            Action::Abort => self.decide_abort()?,
            Action::ClaimWin | Action::ClaimDraw => return Err(ActionError::OpponentPresent),
        };
        // A game that holds all that it may can still be ended.
        if self.is_full() && !matches!(event, Event::End { .. }) {
            let max = self.limits.entries;
            return Err(ActionError::TooLong { max });
        }
        Ok(self.entry(event, now))
    }

    /// The end of a game that a player claims because the opponent has left, which the host has
    /// verified. A game that has hardly begun is aborted.
    pub fn claim(&self, winner: Option<Side>, now: Timestamp) -> Result<Entry, ActionError> {
        if self.outcome.is_some() {
            return Err(ActionError::GameOver);
        }
        let event = self.decide_abort().unwrap_or(Event::End {
            winner,
            reason: EndReason::Abandonment,
        });
        Ok(self.entry(event, now))
    }

    /// The end of the game, if a flag has fallen.
    pub fn check_flag(&self, now: Timestamp) -> Option<Entry> {
        let (side, flag_at) = self.flag_at()?;
        (flag_at <= now).then(|| {
            let event = Event::End {
                winner: Some(!side),
                reason: EndReason::Time,
            };
            self.entry(event, now)
        })
    }

    /// The end of a game that holds all that it may: a draw.
    pub fn check_length(&self, now: Timestamp) -> Option<Entry> {
        let is_stuck = self.outcome.is_none() && self.is_full();
        is_stuck.then(|| {
            let event = Event::End {
                winner: None,
                reason: EndReason::Adjudication,
            };
            self.entry(event, now)
        })
    }

    fn is_full(&self) -> bool {
        self.next_seq >= self.limits.entries
    }

    /// A pause: nobody could play from an earlier moment until now.
    pub fn pause(&self, from_at: Timestamp, now: Timestamp) -> Entry {
        self.entry(Event::Pause { from_at }, now)
    }

    /// How many steps a takeback by a side would undo: its last one, and what was played since.
    pub fn takeback_plies(&self, side: Side) -> Option<usize> {
        let mut latest_first = self.steps().iter().rev();
        let later = latest_first.position(|played| played.step.side == side)?;
        Some(later + 1)
    }

    /// The entry of something that happens now.
    pub fn entry(&self, event: Event, now: Timestamp) -> Entry {
        Entry {
            seq: self.next_seq,
            // Computers' clocks are sometimes set back; entries never go back in time.
            at: now.max(self.changed_at),
            event,
        }
    }

    fn decide_move(
        &self,
        side: Side,
        text: &str,
        ply: Option<u32>,
        now: Timestamp,
    ) -> Result<Event, ActionError> {
        if ply.is_some_and(|ply| ply as usize != self.steps().len()) {
            return Err(ActionError::Stale);
        }
        let turn = self.position().turn();
        if turn != side {
            let turn = self.info().side_name(turn);
            return Err(ActionError::NotYourTurn { turn });
        }
        if self.flag_at().is_some_and(|(_, flag_at)| flag_at <= now) {
            let side = self.info().side_name(side);
            return Err(ActionError::OutOfTime { side });
        }
        let step = self.steps.referee().boxed_clone().play(text)?;
        Ok(Event::Step { text: step.text })
    }

    fn decide_takeback(&self, side: Side) -> Result<Event, ActionError> {
        match self.setup.takebacks {
            Takebacks::Never => Err(ActionError::NoTakebacks),
            Takebacks::Free if self.disclosed().is_some() => Err(ActionError::GameOver),
            Takebacks::Free => self.takeback(side),
            Takebacks::Agreed if self.outcome.is_some() => Err(ActionError::GameOver),
            Takebacks::Agreed => self.decide_offer(side, Offer::Takeback),
        }
    }

    fn takeback(&self, side: Side) -> Result<Event, ActionError> {
        let plies = self.takeback_plies(side);
        let plies = plies.ok_or_else(|| ActionError::NothingToTakeBack {
            side: self.info().side_name(side),
        })?;
        let limits = self.limits;
        if self.counts.takebacks(side) >= limits.takebacks {
            let max = limits.takebacks;
            return Err(ActionError::TooManyTakebacks { max });
        }
        let ply = self.steps().len().saturating_sub(plies);
        if self.counts.takebacks_to(side, ply) >= limits.takebacks_per_ply {
            let max = limits.takebacks_per_ply;
            return Err(ActionError::TooManyTakebacksHere { max });
        }
        Ok(Event::Takeback { plies })
    }

    fn decide_offer(&self, side: Side, offer: Offer) -> Result<Event, ActionError> {
        if self.offer(!side) == Some(offer) {
            return match offer {
                Offer::Draw => Ok(Event::End {
                    winner: None,
                    reason: EndReason::Agreement,
                }),
                Offer::Takeback => self.takeback(!side),
            };
        }
        if self.offer(side).is_some() {
            return Err(ActionError::AlreadyOffered);
        }
        if offer == Offer::Takeback {
            self.takeback(side)?;
        }
        let limits = self.limits;
        if self.counts.offers(side) >= limits.offers {
            let max = limits.offers;
            return Err(ActionError::TooManyOffers { max });
        }
        if self.counts.offers_at_ply(side) >= limits.offers_per_ply {
            let max = limits.offers_per_ply;
            return Err(ActionError::TooManyOffersHere { max });
        }
        Ok(Event::Offer { side, offer })
    }

    fn decide_decline(&self, side: Side, offer: Offer) -> Result<Event, ActionError> {
        match self.offered_by(offer) {
            Some(_) => Ok(Event::Decline { side, offer }),
            None => Err(ActionError::NoOffer),
        }
    }

    fn decide_abort(&self) -> Result<Event, ActionError> {
        if self.steps().len() >= OPENING_PLIES {
            return Err(ActionError::TooLateToAbort);
        }
        Ok(Event::End {
            winner: None,
            reason: EndReason::Abort,
        })
    }
}
