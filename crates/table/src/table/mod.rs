//! A game being played.

mod apply;
mod decide;
mod steps;

pub use apply::Undo;
#[cfg(test)]
pub(crate) use steps::CHECKPOINT_INTERVAL;
pub use steps::PlayedStep;

use crate::TEXTS;
use crate::action::Offer;
use crate::clock::{Clocks, TimeControl, Timestamp};
use crate::entry::Entry;
use crate::limits::{Counts, TableLimits};
use crate::seal::Seal;
use crate::setup::{Setup, SetupError};
use quintain_rules::erased::{AnyPosition, AnyReferee};
use quintain_rules::message::Message;
use quintain_rules::record::{EndReason, Outcome, Record, RecordFault};
use quintain_rules::view::View;
use quintain_rules::{GameInfo, Phrase, Registry, SecretError, Side, UnknownGame, messages};
use std::error::Error;
use steps::Steps;

/// How many steps there are before the clocks run and the game can no longer be aborted: one
/// by each side.
const OPENING_PLIES: usize = 2;

/// A game being played, or played to its end.
#[derive(Clone, Debug)]
pub struct Table {
    setup: Setup,
    steps: Steps,
    clocks: Option<Clocks>,
    /// The open offer of each side.
    offers: [Option<Offer>; 2],
    outcome: Option<Outcome>,
    /// The number of the next entry.
    next_seq: u32,
    /// When the last entry was made.
    changed_at: Timestamp,
    limits: TableLimits,
    counts: Counts,
}

messages! {
    /// Why a table cannot be made or an entry cannot be applied: what was stored is not what was
    /// played.
    pub enum TableError in TEXTS {
        /// An entry is missing or duplicated.
        Order = "entry-order" {
            /// The number expected.
            expected: u32,
            /// The number found.
            found: u32,
        },
        /// An entry cannot have happened.
        Impossible = "entry-impossible" {
            /// Its number.
            seq: u32,
            /// Why.
            reason: Message,
        },
    } or {
        /// There is no such game.
        Game(UnknownGame),
        /// It cannot be set up.
        Setup(SetupError),
        /// The sealed secret is not one of the game's secrets.
        Secret(SecretError),
    }
}

impl Error for TableError {}

impl From<UnknownGame> for TableError {
    fn from(error: UnknownGame) -> Self {
        TableError::Game(error)
    }
}

impl From<SetupError> for TableError {
    fn from(error: SetupError) -> Self {
        TableError::Setup(error)
    }
}

impl From<SecretError> for TableError {
    fn from(error: SecretError) -> Self {
        TableError::Secret(error)
    }
}

messages! {
    /// Reasons why an entry cannot have happened, beyond those of the rules.
    pub(crate) enum Impossible in TEXTS {
        /// Its time is before that of the entry before it.
        TooOld = "entry-too-old",
        /// More steps are taken back than were played.
        TooManyTakenBack = "entry-too-many-taken-back",
    }
}

messages! {
    /// How a game ended that the rules did not end: whole sentences.
    pub enum ResultSentence in TEXTS {
        /// Nobody plays on.
        Aborted = "result-aborted",
        /// The players agreed on a draw.
        DrawAgreed = "result-draw-agreed",
        /// A limit on repetition or length was reached.
        DrawByLimit = "result-draw-by-limit",
        /// A draw for another reason.
        Draw = "result-draw",
        /// A player resigned.
        Resigned = "result-resigned" {
            /// The name of the side.
            side: Message,
        },
        /// A player's time ran out.
        OutOfTime = "result-out-of-time" {
            /// The name of the side.
            side: Message,
        },
        /// A player left.
        Abandoned = "result-abandoned" {
            /// The name of the side.
            side: Message,
        },
        /// An arbiter decided against a player.
        Adjudicated = "result-adjudicated" {
            /// The name of the side.
            side: Message,
        },
    }
}

/// How a game ended that the rules did not end: whole sentences.
pub fn result_sentences(info: &GameInfo, outcome: Outcome) -> Vec<Message> {
    let Some(winner) = outcome.winner else {
        return vec![match outcome.reason {
            EndReason::Abort => ResultSentence::Aborted.into(),
            EndReason::Agreement => ResultSentence::DrawAgreed.into(),
            EndReason::Adjudication => ResultSentence::DrawByLimit.into(),
            _ => ResultSentence::Draw.into(),
        }];
    };
    let side = info.side_name(!winner);
    let loss = match outcome.reason {
        EndReason::Resignation => ResultSentence::Resigned { side },
        EndReason::Time => ResultSentence::OutOfTime { side },
        EndReason::Abandonment => ResultSentence::Abandoned { side },
        _ => ResultSentence::Adjudicated { side },
    };
    let side = info.side_name(winner);
    vec![loss.into(), Phrase::Wins { side }.into()]
}

impl Table {
    /// The table as it is set up, before anything has happened.
    pub fn new(games: &Registry, setup: Setup) -> Result<Table, TableError> {
        let game = games.get(&setup.game)?;
        let start = game.parse(&setup.start).map_err(SetupError::from)?;
        let referee = match &setup.seal {
            Some(seal) => start.referee_from(&seal.secret)?,
            None => start.referee(0),
        };
        Ok(Table {
            clocks: Clocks::new(setup.time_control),
            offers: [None; 2],
            outcome: rules_outcome(&*start),
            next_seq: 0,
            changed_at: setup.created_at,
            steps: Steps::new(start, referee),
            limits: TableLimits::UNLIMITED,
            counts: Counts::default(),
            setup,
        })
    }

    /// A table after everything that happened at it.
    pub fn replay(
        games: &Registry,
        setup: Setup,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Table, TableError> {
        let mut table = Table::new(games, setup)?;
        for entry in entries {
            table.apply(entry)?;
        }
        Ok(table)
    }

    /// The same table with limits on what may happen at it.
    #[must_use]
    pub fn with_limits(self, limits: TableLimits) -> Table {
        Table { limits, ..self }
    }

    /// How it was set up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game's name, sides and boards.
    pub fn info(&self) -> &'static GameInfo {
        self.start().info()
    }

    /// The start position.
    pub fn start(&self) -> &dyn AnyPosition {
        self.steps.start()
    }

    /// The current position.
    pub fn position(&self) -> &dyn AnyPosition {
        self.steps.position()
    }

    /// The position after this many steps, at most all of them.
    pub fn position_at(&self, plies: usize) -> Box<dyn AnyPosition> {
        self.steps.position_at(plies)
    }

    /// The steps played, without those taken back.
    pub fn steps(&self) -> &[PlayedStep] {
        self.steps.played()
    }

    /// The Zobrist keys of the positions before each step, oldest first.
    pub fn history(&self) -> &[u64] {
        self.steps.history()
    }

    /// The side to move; `None` once the game is over.
    pub fn turn(&self) -> Option<Side> {
        self.outcome.is_none().then(|| self.position().turn())
    }

    /// How the game ended; `None` while it is being played.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The clocks, if there are any.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// An offer of a side that the other has not answered yet.
    pub fn offer(&self, side: Side) -> Option<Offer> {
        self.offers[side.index()]
    }

    /// The side with an open offer of this kind.
    pub fn offered_by(&self, offer: Offer) -> Option<Side> {
        let mut sides = Side::BOTH.into_iter();
        sides.find(|&side| self.offer(side) == Some(offer))
    }

    /// The number of the next entry, which is how many there have been.
    pub fn next_seq(&self) -> u32 {
        self.next_seq
    }

    /// How many steps have been played on it so far, counting those that were played again to get
    /// back to an earlier position: a measure of the work that its entries have cost.
    pub fn computed_steps(&self) -> u64 {
        self.steps.computed()
    }

    /// When something last happened.
    pub fn changed_at(&self) -> Timestamp {
        self.changed_at
    }

    /// The side whose clock is running, and when its flag will fall.
    pub fn flag_at(&self) -> Option<(Side, Timestamp)> {
        self.clocks?.flag_at()
    }

    /// The commitment to what is hidden.
    pub fn commitment(&self) -> Option<String> {
        self.setup.seal.as_ref().map(Seal::commitment)
    }

    /// What was hidden, once the game is over.
    pub fn disclosed(&self) -> Option<&Seal> {
        self.setup.seal.as_ref().filter(|_| self.outcome.is_some())
    }

    /// The referee after this many steps, at most all of them, once what was hidden is disclosed.
    pub fn referee_at(&self, plies: usize) -> Option<Box<dyn AnyReferee>> {
        self.disclosed().map(|_| self.steps.referee_at(plies))
    }

    /// The position as data to draw. Once the game is over there are no moves, and the status
    /// says how it ended.
    pub fn view(&self) -> View {
        let view = self.position().view();
        match self.outcome {
            Some(outcome) => View {
                turn: None,
                winner: outcome.winner,
                status: self.result(),
                moves: Vec::new(),
                ..view
            },
            None => view,
        }
    }

    /// How the game ended: whole sentences, none while it is in progress.
    pub fn result(&self) -> Vec<Message> {
        match self.outcome {
            None => Vec::new(),
            Some(outcome) if outcome.reason == EndReason::Rules => self.position().view().status,
            Some(outcome) => result_sentences(self.info(), outcome),
        }
    }

    /// The game as a record, with what was hidden once the game is over, or if the record that it
    /// continues named it.
    pub fn record(&self) -> Result<Record, RecordFault> {
        let mut record = Record::new(self.start().boxed_clone());
        let annotations = self.setup.annotations.clone().unwrap_or_default();
        annotations.begin(&mut record)?;
        for (name, seat) in ["First", "Second"].into_iter().zip(&self.setup.seats) {
            if let Some(player) = &seat.name {
                record.set_header(name, player)?;
            }
        }
        // A game that was played on has the date on which it began.
        if record.header("Date").is_none() {
            record.set_header("Date", &self.setup.created_at.date())?;
        }
        if self.setup.time_control != TimeControl::Unlimited {
            record.set_header("TimeControl", &self.setup.time_control.to_string())?;
        }
        if let Some(commitment) = self.commitment() {
            record.set_header("Commitment", &commitment)?;
        }
        let texts = self.steps().iter().map(|played| played.step.text.as_str());
        let common = annotations.common_steps(texts.clone());
        for (index, text) in texts.enumerate() {
            record.play(text)?;
            // Comments on moves that were taken back say nothing about those played instead.
            let comments = annotations.comments(index).iter();
            for comment in comments.filter(|_| index < common) {
                record.comment(comment);
            }
        }
        let is_open = self.outcome.is_some() || annotations.names_secret();
        if let Some(seal) = self.setup.seal.as_ref().filter(|_| is_open) {
            record.set_header("Salt", &seal.salt)?;
            record.disclose_secret(&seal.secret)?;
        }
        if let Some(outcome) = self.outcome
            && let Some(reason) = outcome.termination()
        {
            record.end(outcome.winner, reason)?;
        }
        Ok(record)
    }
}

/// How a position has ended the game by the rules.
fn rules_outcome(position: &dyn AnyPosition) -> Option<Outcome> {
    position.winner().map(|winner| Outcome {
        winner: Some(winner),
        reason: EndReason::Rules,
    })
}
