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

/// A copy of the state is kept every this many steps, so that going back replays fewer steps than
/// this, however long the game is. A copy before every step would cost memory in every game for
/// what few games need.
pub(crate) const CHECKPOINT_INTERVAL: usize = 16;

/// A position, and the referee who knows what is hidden in it.
#[derive(Clone, Debug)]
struct State {
    position: Box<dyn AnyPosition>,
    referee: Box<dyn AnyReferee>,
}

impl State {
    /// Plays a step with what it revealed, which must be what follows from the secret.
    fn play(&mut self, text: &str) -> Result<StepView, Message> {
        let mut referee = self.referee.clone();
        let step = referee.replay(text)?;
        if step.text != text {
            let (found, canonical) = (text.to_owned(), step.text);
            return Err(RecordFault::Spelling { found, canonical }.into());
        }
        self.position.play(text)?;
        self.referee = referee;
        Ok(step)
    }
}

/// The steps from the start to the current position.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    start: State,
    current: State,
    /// The states after each [`CHECKPOINT_INTERVAL`] steps.
    checkpoints: Vec<State>,
    played: Vec<PlayedStep>,
    /// The Zobrist keys of the positions before each step.
    history: Vec<u64>,
    /// How many steps have been played so far, counting those that were played again.
    computed: u64,
}

impl Steps {
    pub(super) fn new(start: Box<dyn AnyPosition>, referee: Box<dyn AnyReferee>) -> Steps {
        let start = State {
            position: start,
            referee,
        };
        Steps {
            current: start.clone(),
            start,
            checkpoints: Vec::new(),
            played: Vec::new(),
            history: Vec::new(),
            computed: 0,
        }
    }

    pub(super) fn start(&self) -> &dyn AnyPosition {
        &*self.start.position
    }

    pub(super) fn position(&self) -> &dyn AnyPosition {
        &*self.current.position
    }

    pub(super) fn referee(&self) -> &dyn AnyReferee {
        &*self.current.referee
    }

    pub(super) fn computed(&self) -> u64 {
        self.computed
    }

    pub(super) fn played(&self) -> &[PlayedStep] {
        &self.played
    }

    pub(super) fn history(&self) -> &[u64] {
        &self.history
    }

    /// The last state kept before this many steps, and the steps from there on.
    fn nearest(&self, plies: usize) -> (&State, &[PlayedStep]) {
        let plies = plies.min(self.played.len());
        let kept = plies / CHECKPOINT_INTERVAL;
        let state = match kept.checked_sub(1) {
            Some(last) => self.checkpoints.get(last).unwrap_or(&self.current),
            None => &self.start,
        };
        (state, &self.played[kept * CHECKPOINT_INTERVAL..plies])
    }

    pub(super) fn position_at(&self, plies: usize) -> Box<dyn AnyPosition> {
        let (state, steps) = self.nearest(plies);
        let mut position = state.position.clone();
        for played in steps {
            // What was played once can be played again.
            drop(position.play(&played.step.text));
        }
        position
    }

    pub(super) fn referee_at(&self, plies: usize) -> Box<dyn AnyReferee> {
        let (state, steps) = self.nearest(plies);
        let mut referee = state.referee.clone();
        for played in steps {
            // What was played once can be played again.
            drop(referee.replay(&played.step.text));
        }
        referee
    }

    /// Plays a step with what it revealed, which must be what follows from the secret.
    pub(super) fn play(&mut self, text: &str, at: Timestamp) -> Result<(), Message> {
        let key = self.current.position.zobrist();
        let possible_before = self.current.position.secret_count();
        let step = self.current.play(text)?;
        self.computed += 1;
        self.history.push(key);
        self.played.push(PlayedStep {
            step,
            at,
            remaining_ms: None,
            // Something was learned exactly if fewer secrets are possible than before.
            revealed: self.current.position.secret_count() != possible_before,
        });
        if self.played.len().is_multiple_of(CHECKPOINT_INTERVAL) {
            self.checkpoints.push(self.current.clone());
        }
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
        let (state, steps) = self.nearest(kept);
        let (mut state, replayed) = (state.clone(), steps.len());
        for played in steps {
            state.play(&played.step.text)?;
        }
        self.computed += replayed as u64;
        self.current = state;
        self.checkpoints.truncate(kept / CHECKPOINT_INTERVAL);
        self.played.truncate(kept);
        self.history.truncate(kept);
        Ok(())
    }
}
