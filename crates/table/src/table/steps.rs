//! The steps played, and what follows from them.

use super::Impossible;
use crate::clock::Timestamp;
use quintain_rules::erased::{AnyPosition, AnyReferee};
use quintain_rules::message::Message;
use quintain_rules::record::RecordFault;
use quintain_rules::view::StepView;

/// A step that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedStep {
    /// The step.
    pub step: StepView,
    /// When it was played.
    pub at: Timestamp,
    /// What the mover's clock showed after it, in milliseconds; `None` without clocks.
    pub remaining_ms: Option<u64>,
    /// Whether everyone learned something from it about what is hidden.
    pub revealed: bool,
}

/// The steps from the start to the current position.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    start: Box<dyn AnyPosition>,
    position: Box<dyn AnyPosition>,
    /// Knows what is hidden.
    referee: Box<dyn AnyReferee>,
    played: Vec<PlayedStep>,
    /// The Zobrist keys of the positions before each step.
    history: Vec<u64>,
}

impl Steps {
    pub(super) fn new(start: Box<dyn AnyPosition>, referee: Box<dyn AnyReferee>) -> Steps {
        Steps {
            position: start.clone(),
            start,
            referee,
            played: Vec::new(),
            history: Vec::new(),
        }
    }

    pub(super) fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    pub(super) fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    pub(super) fn referee(&self) -> &dyn AnyReferee {
        &*self.referee
    }

    pub(super) fn played(&self) -> &[PlayedStep] {
        &self.played
    }

    pub(super) fn history(&self) -> &[u64] {
        &self.history
    }

    pub(super) fn position_at(&self, plies: usize) -> Box<dyn AnyPosition> {
        let mut position = self.start.clone();
        for played in self.played.iter().take(plies) {
            // What was played once can be played again.
            drop(position.play(&played.step.text));
        }
        position
    }

    /// Plays a step with what it revealed, which must be what follows from the secret.
    pub(super) fn play(&mut self, text: &str, at: Timestamp) -> Result<(), Message> {
        let mut referee = self.referee.clone();
        let step = referee.replay(text)?;
        if step.text != text {
            let (found, canonical) = (text.to_owned(), step.text);
            return Err(RecordFault::Spelling { found, canonical }.into());
        }
        let key = self.position.zobrist();
        let possible_before = self.position.secret_count();
        self.position.play(text)?;
        self.referee = referee;
        self.history.push(key);
        self.played.push(PlayedStep {
            step,
            at,
            remaining_ms: None,
            // Something was learned exactly if fewer secrets are possible than before.
            revealed: self.position.secret_count() != possible_before,
        });
        Ok(())
    }

    /// Notes what the mover's clock showed after the last step.
    pub(super) fn note_clock(&mut self, remaining_ms: u64) {
        if let Some(last) = self.played.last_mut() {
            last.remaining_ms = Some(remaining_ms);
        }
    }

    /// Takes back the last steps.
    pub(super) fn take_back(&mut self, plies: usize) -> Result<(), Message> {
        let kept = self.played.len().checked_sub(plies).filter(|_| plies > 0);
        let kept = kept.ok_or(Impossible::TooManyTakenBack)?;
        let referee = self.start.referee_from(self.referee.secret())?;
        let mut steps = Steps::new(self.start.clone(), referee);
        for played in &self.played[..kept] {
            steps.play(&played.step.text, played.at)?;
            if let Some(remaining_ms) = played.remaining_ms {
                steps.note_clock(remaining_ms);
            }
        }
        *self = steps;
        Ok(())
    }
}
