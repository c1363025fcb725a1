//! Records of whole games: one text format for all games, parsed strictly and written exactly.
//!
//! ```text
//! [Game "knights-duel"]
//! [Size "5"]
//! [First "Ada"]
//! [Second "Charles"]
//!
//! {A short one.}
//! 1. (2,3) (4,3)
//! 2. (1,5) {into the corner} (3,5)
//! *
//! ```
//!
//! The grammar is in `docs/records.md`. A [`Record`] always holds a game that can be played: every
//! step in it is legal, its secret agrees with what was revealed, and its result with the final
//! position.

mod fault;
mod read;
mod write;

pub use fault::{FormatError, RecordError, RecordFault};

/// The messages of records, for tests of the catalogues.
pub(crate) const SPECS: &[&[crate::message::MessageSpec]] =
    &[RecordError::SPECS, RecordFault::SPECS, fault::Part::SPECS];

#[cfg(test)]
mod tests;

use crate::erased::{AnyPosition, AnyReferee};
use crate::message::Message;
use crate::phrases::quote;
use crate::view::StepView;
use crate::{GameInfo, Side};

/// A game from its start, as far as it has been played.
#[derive(Clone, Debug)]
pub struct Record {
    start: Box<dyn AnyPosition>,
    position: Box<dyn AnyPosition>,
    headers: Vec<(String, String)>,
    /// Knows the secret, once it has been disclosed; has replayed all steps.
    referee: Option<Box<dyn AnyReferee>>,
    preamble: Vec<String>,
    steps: Vec<RecordedStep>,
    result: Option<Outcome>,
}

/// A step of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedStep {
    /// The step's text.
    pub text: String,
    /// The comments after it.
    pub comments: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winner; `None` for a draw, which only the players or an arbiter can make, and for an
    /// aborted game.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: EndReason,
}

impl Outcome {
    /// What ended the game if it was not the rules: the record's header `Termination`.
    pub fn termination(self) -> Option<EndReason> {
        Some(self.reason).filter(|&reason| reason != EndReason::Rules)
    }
}

/// What can end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum EndReason {
    /// The rules of the game.
    Rules,
    /// A player resigned.
    Resignation,
    /// A player ran out of time.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// A player left the game.
    Abandonment,
    /// An arbiter decided, for example by a limit on repetitions or length.
    Adjudication,
    /// The game was aborted before it had really begun, without a result.
    Abort,
}

impl EndReason {
    /// What can end a game other than its rules.
    pub const TERMINATIONS: [EndReason; 6] = [
        EndReason::Resignation,
        EndReason::Time,
        EndReason::Agreement,
        EndReason::Abandonment,
        EndReason::Adjudication,
        EndReason::Abort,
    ];

    /// The word for it in a record's header and in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            EndReason::Rules => "rules",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
            EndReason::Agreement => "agreement",
            EndReason::Abandonment => "abandonment",
            EndReason::Adjudication => "adjudication",
            EndReason::Abort => "abort",
        }
    }
}

/// A file format of one game's own, beside the common record format.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// Its name, which is also its file extension.
    pub name: &'static str,
    /// Parses a file in that format.
    pub parse: fn(&str) -> Result<Import, FormatError>,
    /// Writes a record in that format; an error if the format cannot express it.
    pub write: fn(&Record) -> Result<String, FormatError>,
    /// Whether a file names what is hidden even while the game is being played. It has no place
    /// for a commitment then.
    pub names_secret: bool,
}

/// A game that was read from a file in a format of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The game.
    pub record: Record,
    /// What was skipped in the file, for people to know.
    pub warnings: Vec<Message>,
}

/// The headers that have a meaning here.
const RESERVED: [&str; 5] = ["Game", "Size", "Start", "Secret", "Termination"];

impl Record {
    /// The record of a game that is about to start.
    pub fn new(start: Box<dyn AnyPosition>) -> Self {
        Record {
            position: start.clone(),
            headers: Vec::new(),
            referee: None,
            preamble: Vec::new(),
            steps: Vec::new(),
            result: rules_outcome(&*start),
            start,
        }
    }

    /// The game's name, sides and boards.
    pub fn info(&self) -> &'static GameInfo {
        self.start.info()
    }

    /// The position the game started from.
    pub fn start(&self) -> &dyn AnyPosition {
        &*self.start
    }

    /// The current position.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// The steps played.
    pub fn steps(&self) -> &[RecordedStep] {
        &self.steps
    }

    /// Comments before the first step.
    pub fn preamble(&self) -> &[String] {
        &self.preamble
    }

    /// How the game ended; `None` while it is in progress.
    pub fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// The secret, once it has been disclosed.
    pub fn secret(&self) -> Option<&str> {
        self.referee.as_ref().map(|referee| referee.secret())
    }

    /// The free headers, in order: players, date and so on.
    pub fn headers(&self) -> impl Iterator<Item = (&str, &str)> {
        self.headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a free header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers()
            .find(|header| header.0 == name)
            .map(|header| header.1)
    }

    /// Sets a free header, replacing one of the same name.
    pub fn set_header(&mut self, name: &str, value: &str) -> Result<(), RecordFault> {
        check_header_name(name)?;
        if RESERVED.contains(&name) {
            let name = name.to_owned();
            return Err(RecordFault::HeaderReserved { name });
        }
        match self.headers.iter_mut().find(|header| header.0 == name) {
            Some(header) => header.1 = value.to_owned(),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Plays a step; a rejected one changes nothing. A game that has ended rejects all steps.
    pub fn play(&mut self, step: &str) -> Result<StepView, RecordFault> {
        if self
            .result
            .is_some_and(|outcome| outcome.termination().is_some())
        {
            let step = quote(step);
            return Err(RecordFault::AfterEnd { step });
        }
        let mut next = self.position.clone();
        let view = next.play(step)?;
        if let Some(referee) = &mut self.referee {
            let mut ahead = referee.clone();
            replay_check(&mut *ahead, &view.text)?;
            *referee = ahead;
        }
        self.steps.push(RecordedStep {
            text: view.text.clone(),
            comments: Vec::new(),
        });
        self.result = rules_outcome(&*next);
        self.position = next;
        Ok(view)
    }

    /// Adds a comment after the last step, or before the first if there is none yet. All line
    /// breaks in it become line feeds.
    pub fn comment(&mut self, text: &str) {
        let text = text.replace("\r\n", "\n").replace('\r', "\n");
        match self.steps.last_mut() {
            Some(step) => step.comments.push(text),
            None => self.preamble.push(text),
        }
    }

    /// Discloses the secret, which must agree with what was revealed.
    pub fn disclose_secret(&mut self, secret: &str) -> Result<(), RecordFault> {
        let mut referee = self.start.referee_from(secret)?;
        for step in &self.steps {
            replay_check(&mut *referee, &step.text)?;
        }
        // A game without secrets has nothing to disclose.
        self.referee = Some(referee).filter(|referee| !referee.secret().is_empty());
        Ok(())
    }

    /// Ends a game that the rules have not ended.
    pub fn end(&mut self, winner: Option<Side>, reason: EndReason) -> Result<(), RecordFault> {
        match (self.result, reason, winner) {
            (Some(_), _, _) => Err(RecordFault::AlreadyOver),
            (None, EndReason::Rules, _) => Err(RecordFault::NotOver),
            (None, EndReason::Abort, Some(_)) => Err(RecordFault::AbortWithResult),
            (None, _, _) => {
                self.result = Some(Outcome { winner, reason });
                Ok(())
            }
        }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.info().id == other.info().id
            && self.start.text() == other.start.text()
            && self.headers == other.headers
            && self.secret() == other.secret()
            && self.preamble == other.preamble
            && self.steps == other.steps
            && self.result == other.result
    }
}

impl Eq for Record {}

/// The outcome that the rules give a position.
fn rules_outcome(position: &dyn AnyPosition) -> Option<Outcome> {
    let winner = position.winner()?;
    Some(Outcome {
        winner: Some(winner),
        reason: EndReason::Rules,
    })
}

/// Replays a step's move with the referee, and checks that the secret leads to the same step.
fn replay_check(referee: &mut dyn AnyReferee, found: &str) -> Result<(), RecordFault> {
    let secret = referee.secret().to_owned();
    let expected = referee.replay(found)?.text;
    if expected == found {
        Ok(())
    } else {
        Err(RecordFault::Contradiction {
            secret,
            expected,
            found: found.to_owned(),
        })
    }
}

fn check_header_name(name: &str) -> Result<(), RecordFault> {
    let mut letters = name.chars();
    let good = letters
        .next()
        .is_some_and(|first| first.is_ascii_uppercase())
        && letters.all(|letter| letter.is_ascii_alphanumeric());
    if good {
        Ok(())
    } else {
        let name = quote(name);
        Err(RecordFault::HeaderName { name })
    }
}
