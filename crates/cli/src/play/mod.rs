//! `quintain play`: a game at this computer.
//!
//! A [`Session`] is the game with its players, journal and record; [`plain`] is its face line
//! by line. A face only shows a session and hands on what a person wants.

mod args;
mod plan;
mod session;
mod store;

pub(crate) use args::PlayArgs;
pub(crate) use plan::{Plan, Terms, players};
pub(crate) use session::Session;
pub(crate) use store::Store;

use crate::{Failure, screen};
use quintain_engine::{Catalogue, Thought};
use quintain_rules::view::StepView;
use quintain_rules::{PositionError, Side, SizeError, UnknownGame};
use quintain_table::{Answer, JournalError, Outcome, Refusal, SetupError, TableError};
use std::io::Write;
use thiserror::Error;

/// What has happened at a table by itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum News {
    /// A program has moved.
    Step(StepView),
    /// A program thinks; [`Session::thought`] says what.
    Thinking(Side),
    /// A program cannot play; from now on a person moves in its place.
    Failed {
        /// For which side.
        side: Side,
        /// Why.
        reason: String,
    },
    /// A player's time has run out.
    TimeUp(Outcome),
    /// The engine says what it thinks of the position.
    Advice(Advice),
}

/// What the engine says when asked for advice.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Advice {
    /// What it has found so far.
    Thinking(Thought),
    /// What it would play, and why.
    Best(Thought),
    /// Nothing, and why.
    None(String),
}

impl From<Answer> for Advice {
    fn from(answer: Answer) -> Advice {
        match answer {
            Answer::Thinking(thought) => Advice::Thinking(thought),
            Answer::Move(_, Some(thought)) => Advice::Best(thought),
            Answer::Move(best, None) => Advice::Best(Thought {
                best: Some(best),
                ..Thought::default()
            }),
            Answer::Failed(reason) => Advice::None(reason),
        }
    }
}

/// What comes of a draw that is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DrawAnswer {
    /// The other player is asked.
    Offered,
    /// The game is a draw.
    Agreed,
    /// The other player goes on.
    Declined,
}

/// Why something cannot be done at this computer.
#[derive(Debug, Error)]
pub(crate) enum SessionError {
    /// It is not allowed in this game, or not now.
    #[error(transparent)]
    Refusal(#[from] Refusal),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] UnknownGame),
    /// There is no such board.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// The position is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The position is not on the board that was asked for.
    #[error("the position's board has size {found}, not the size {asked} that was asked for")]
    OtherSize {
        /// The size asked for.
        asked: u8,
        /// The position's.
        found: u8,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// What was kept is not what was played.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A file cannot be read or written, and why.
    #[error("{0}")]
    File(String),
    /// Journals cannot be kept.
    #[error("cannot keep the game in {dir}: {error} (QUINTAIN_STATE names another directory)")]
    Store {
        /// Where.
        dir: String,
        /// Why not.
        error: std::io::Error,
    },
    /// There is no place for journals.
    #[error("there is no home directory to keep the game in; QUINTAIN_STATE can name one")]
    Homeless,
    /// There is no game to go on with.
    #[error("there is no unfinished game in {0}")]
    NothingKept(String),
    /// No hidden state agrees with what a record reveals.
    #[error("nothing that could be hidden agrees with all that the record reveals")]
    NoSecret,
    /// Nothing was taken back.
    #[error("there is nothing to play again: no step was taken back")]
    NothingToRedo,
    /// Two programs play.
    #[error("two programs play this game; you can only watch")]
    Watching,
}

impl From<SetupError> for SessionError {
    fn from(error: SetupError) -> Self {
        SessionError::Table(error.into())
    }
}

/// Plays a game, on the whole screen.
pub(crate) fn run(games: &Catalogue, args: &PlayArgs, out: &mut dyn Write) -> Result<(), Failure> {
    let store = Store::of_user().map_err(|error| Failure::refused(&error))?;
    screen::run(games, store, args, out)
}
