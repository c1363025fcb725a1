//! What an entry does: the only way a table changes.

use super::{Impossible, OPENING_PLIES, PlayedStep, Table, TableError, rules_outcome};
use crate::action::{ActionError, Offer};
use crate::clock::{Clocks, Timestamp};
use crate::entry::{Entry, Event};
use crate::limits::Counts;
use quintain_rules::message::Message;
use quintain_rules::record::{EndReason, Outcome, RecordFault};

/// What a table was like before an entry, to [`revert`](Table::revert) it.
#[derive(Debug)]
pub struct Undo {
    plies: usize,
    /// The steps that the entry took back.
    taken_back: Vec<PlayedStep>,
    clocks: Option<Clocks>,
    offers: [Option<Offer>; 2],
    outcome: Option<Outcome>,
    next_seq: u32,
    changed_at: Timestamp,
    counts: Counts,
}

impl Table {
    /// Applies an entry that may have to be reverted, since it could not be stored. Like a
    /// takeback, reverting it costs the same however long the game is.
    pub fn apply_revertible(&mut self, entry: Entry) -> Result<Undo, TableError> {
        let steps = self.steps();
        let taken_back = match entry.event {
            Event::Takeback { plies } => &steps[steps.len().saturating_sub(plies)..],
            _ => &[],
        };
        let undo = Undo {
            plies: steps.len(),
            taken_back: taken_back.to_vec(),
            clocks: self.clocks,
            offers: self.offers,
            outcome: self.outcome,
            next_seq: self.next_seq,
            changed_at: self.changed_at,
            counts: self.counts.clone(),
        };
        self.apply(entry)?;
        Ok(undo)
    }

    /// Undoes the last entry, as if it had never been applied.
    pub fn revert(&mut self, undo: Undo) {
        // What was played once can be played again, so none of this fails.
        let added = self.steps().len().saturating_sub(undo.plies);
        if added > 0 {
            drop(self.steps.take_back(added));
        }
        for played in undo.taken_back {
            drop(self.steps.play(&played.step.text, played.at));
            if let Some(remaining_ms) = played.remaining_ms {
                self.steps.note_clock(remaining_ms);
            }
        }
        self.clocks = undo.clocks;
        self.offers = undo.offers;
        self.outcome = undo.outcome;
        self.next_seq = undo.next_seq;
        self.changed_at = undo.changed_at;
        self.counts = undo.counts;
    }

    /// Applies an entry. One that cannot have happened changes nothing.
    pub fn apply(&mut self, entry: Entry) -> Result<(), TableError> {
        let Entry { seq, at, event } = entry;
        if seq != self.next_seq {
            return Err(TableError::Order {
                expected: self.next_seq,
                found: seq,
            });
        }
        self.apply_event(event, at)
            .map_err(|reason| TableError::Impossible { seq, reason })?;
        self.next_seq += 1;
        self.changed_at = at;
        Ok(())
    }

    fn apply_event(&mut self, event: Event, at: Timestamp) -> Result<(), Message> {
        if at < self.changed_at {
            return Err(Impossible::TooOld.into());
        }
        if self.outcome.is_some() && !matches!(event, Event::Takeback { .. } | Event::Pause { .. })
        {
            return Err(ActionError::GameOver.into());
        }
        match event {
            Event::Step { text } => {
                self.steps.play(&text, at)?;
                self.counts.count_step();
                self.after_step(at);
            }
            Event::Takeback { plies } => {
                self.steps.take_back(plies)?;
                // It is the turn of the side that took back.
                let (side, ply) = (self.position().turn(), self.steps().len());
                self.counts.count_takeback(side, ply);
                self.offers = [None; 2];
                self.next_turn(at);
            }
            Event::Offer { side, offer } => {
                self.offers[side.index()] = Some(offer);
                self.counts.count_offer(side);
            }
            Event::Decline { offer, .. } => {
                for open in &mut self.offers {
                    *open = open.filter(|&open| open != offer);
                }
            }
            Event::End {
                reason: EndReason::Rules,
                ..
            } => {
                return Err(RecordFault::NotOver.into());
            }
            Event::End { winner, reason } => self.finish(Outcome { winner, reason }, at),
            Event::Pause { from_at } => {
                if let Some(clocks) = &mut self.clocks {
                    clocks.add_pause(from_at, at);
                }
            }
        }
        Ok(())
    }

    fn after_step(&mut self, at: Timestamp) {
        if let Some(clocks) = &mut self.clocks {
            clocks.after_move(at);
            let mover = !self.steps.position().turn();
            self.steps.note_clock(clocks.remaining_ms(mover, at));
        }
        // Moving on declines the opponent's offer.
        self.offers[self.steps.position().turn().index()] = None;
        self.next_turn(at);
    }

    /// After a change of position: the game is over, or the clock of the side to move starts.
    fn next_turn(&mut self, at: Timestamp) {
        self.outcome = rules_outcome(self.position()).or_else(|| self.draw_by_limits());
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
            if self.outcome.is_none() && self.steps.played().len() >= OPENING_PLIES {
                clocks.start(self.steps.position().turn(), at);
            }
        }
    }

    fn draw_by_limits(&self) -> Option<Outcome> {
        let limits = self.setup.draw_limits;
        let key = self.position().zobrist();
        let occurrences = 1 + self.history().iter().filter(|&&other| other == key).count();
        let repeated = limits
            .repetitions
            .is_some_and(|most| occurrences >= usize::from(most));
        let too_long = limits
            .max_plies
            .is_some_and(|most| self.steps().len() >= usize::from(most));
        (repeated || too_long).then_some(Outcome {
            winner: None,
            reason: EndReason::Adjudication,
        })
    }

    fn finish(&mut self, outcome: Outcome, at: Timestamp) {
        self.outcome = Some(outcome);
        self.offers = [None; 2];
        if let Some(clocks) = &mut self.clocks {
            clocks.stop(at);
        }
    }
}
