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
//! 2. (1,5) {into the corner} (5,5)
//! *
//! ```
//!
//! The grammar is in `docs/records.md`. A [`Record`] always holds a game that can be played: every
//! step in it is legal, its secret agrees with what was revealed, and its result with the final
//! position.

mod read;
mod write;

#[cfg(test)]
mod tests;

use crate::erased::{AnyPosition, AnyReferee};
use crate::error::{MoveError, PositionError, SecretError, SizeError};
use crate::view::StepView;
use crate::words::quote;
use crate::{GameInfo, Side, UnknownGame};
use serde::{Deserialize, Serialize};
use thiserror::Error;

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
pub struct RecordedStep {
    /// The step's text.
    pub text: String,
    /// The comments after it.
    pub comments: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The winner; `None` for a draw, which only the players or an arbiter can declare.
    pub winner: Option<Side>,
    /// What ended the game, if not the rules.
    pub termination: Option<Termination>,
}

/// What can end a game other than its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Termination {
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed.
    Agreement,
    /// A player left.
    Abandonment,
    /// An arbiter decided, e.g. by a limit on repetition or length.
    Adjudication,
}

impl Termination {
    /// All of them.
    pub const ALL: [Termination; 5] = [
        Termination::Resignation,
        Termination::Time,
        Termination::Agreement,
        Termination::Abandonment,
        Termination::Adjudication,
    ];

    /// The word in a record's header.
    pub const fn word(self) -> &'static str {
        match self {
            Termination::Resignation => "resignation",
            Termination::Time => "time",
            Termination::Agreement => "agreement",
            Termination::Abandonment => "abandonment",
            Termination::Adjudication => "adjudication",
        }
    }
}

/// Why a text is not a record, and where: line and column count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {fault}")]
pub struct RecordError {
    /// The line.
    pub line: usize,
    /// The column within the line.
    pub column: usize,
    /// What is wrong there.
    pub fault: RecordFault,
}

/// What can be wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecordFault {
    /// Something else was expected.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// An invalid header.
    #[error("{0}")]
    Header(String),
    /// An unknown game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// A size the game does not have.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// An invalid start position.
    #[error("the start position is wrong: {0}")]
    Start(#[from] PositionError),
    /// An invalid secret.
    #[error(transparent)]
    Secret(#[from] SecretError),
    /// A step that cannot be played.
    #[error(transparent)]
    Step(#[from] MoveError),
    /// A step that is not spelled as the game spells it.
    #[error("write the step as {canonical}, not {found}")]
    Spelling {
        /// What stands there.
        found: String,
        /// How the game writes it.
        canonical: String,
    },
    /// What was revealed is not what the secret says.
    #[error("with the secret {secret} this step is {expected}, not {found}")]
    Contradiction {
        /// The record's secret.
        secret: String,
        /// The step as it must be.
        expected: String,
        /// The step as it is.
        found: String,
    },
    /// A result that does not match the game.
    #[error("{0}")]
    Result(String),
}

/// A file format of one game's own, beside the common record format.
#[derive(Clone, Copy, Debug)]
pub struct FileFormat {
    /// Its name, which is also its file extension.
    pub name: &'static str,
    /// Parses a file in that format.
    pub parse: fn(&str) -> Result<Record, FormatError>,
    /// Writes a record in that format; an error if the format cannot express it.
    pub write: fn(&Record) -> Result<String, FormatError>,
}

/// Why a file in a game's own format cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct FormatError(pub String);

/// The headers that this module gives a meaning to.
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
            let reason = format!("the header {name} follows from the game and cannot be set");
            return Err(RecordFault::Header(reason));
        }
        match self.headers.iter_mut().find(|header| header.0 == name) {
            Some(header) => header.1 = value.to_owned(),
            None => self.headers.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }

    /// Plays a step; a refused one changes nothing. A game that has ended refuses all.
    pub fn play(&mut self, step: &str) -> Result<StepView, RecordFault> {
        if self
            .result
            .is_some_and(|outcome| outcome.termination.is_some())
        {
            return Err(RecordFault::Result(format!(
                "{} comes after the end",
                quote(step)
            )));
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

    /// Adds a comment after the last step, or before the first if there is none yet.
    pub fn comment(&mut self, text: &str) {
        match self.steps.last_mut() {
            Some(step) => step.comments.push(text.to_owned()),
            None => self.preamble.push(text.to_owned()),
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
    pub fn end(&mut self, winner: Option<Side>, by: Termination) -> Result<(), RecordFault> {
        if self.result.is_some() {
            return Err(RecordFault::Result("the game has ended already".into()));
        }
        self.result = Some(Outcome {
            winner,
            termination: Some(by),
        });
        Ok(())
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        self.info() == other.info()
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
        termination: None,
    })
}

/// Has the referee replay a step's move, and checks that the secret leads to the same step.
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
        let reason = format!(
            "{} cannot name a header: a capital letter, then letters and digits",
            quote(name)
        );
        Err(RecordFault::Header(reason))
    }
}
