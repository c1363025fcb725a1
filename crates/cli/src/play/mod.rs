//! `quintain play`: a game at this computer.
//!
//! A [`Session`] is the game with its players, journal and record; [`plain`] is its face line
//! by line, [`screen`] the one on the whole terminal. A face only shows a session and hands on
//! what a person wants.

mod args;
mod opponent;
mod plain;
mod plan;
mod session;
mod store;
pub(crate) mod words;

#[cfg(test)]
mod tests;

pub(crate) use args::PlayArgs;
pub(crate) use plan::{Plan, Terms, players};
pub(crate) use session::Session;
pub(crate) use store::Store;

use crate::commands::Answer;
use crate::{Failure, screen};
use opponent::Reply;
use quintain_engine::{EngineRegistry, SearchResult};
use quintain_rules::view::StepView;
use quintain_rules::{PositionError, Registry, Side, SizeError, UnknownGame};
use quintain_table::{ActionError, JournalError, Outcome, SetupError, TableError, Timestamp};
use std::io::{BufReader, IsTerminal, Write};
use thiserror::Error;

/// Plays a game as the arguments ask for it.
pub(crate) fn run(
    games: &EngineRegistry,
    args: &PlayArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    if answer.json {
        let reason = "a game is played by people, and has no answer in JSON";
        return Err(Failure::Usage(reason.into()));
    }
    let out = &mut *answer.out;
    let store = Store::of_user()?;
    let input = std::io::stdin();
    if !args.plain && input.is_terminal() && std::io::stdout().is_terminal() {
        return screen::run(games, store, args, out);
    }
    let Some(session) = args.session(games, &store, Timestamp::now())? else {
        let ids: Vec<&str> = games.registry().iter().map(|game| game.info().id).collect();
        let ids = ids.join(", ");
        return Err(Failure::Usage(format!("which game? There are {ids}")));
    };
    if matches!(args.resume, Some(None)) {
        tell_others(games.registry(), &store, out)?;
    }
    let echo = !input.is_terminal();
    let (plain, interrupter) = plain::Plain::new(session, BufReader::new(input), out, echo);
    // Without a handler Ctrl-C just ends the program; the game is in its journal either way.
    drop(ctrlc::set_handler(move || interrupter.interrupt()));
    plain.run(args.save.as_deref())
}

/// Says which other games could be gone on with.
fn tell_others(games: &Registry, store: &Store, out: &mut dyn Write) -> Result<(), Failure> {
    // The one that is gone on with is in use, and so not among them.
    let others = store.kept(games);
    let mut others = others.iter().filter(|kept| !kept.over).peekable();
    if others.peek().is_some() {
        writeln!(
            out,
            "Other games wait too; quintain play --resume FILE goes on with one:"
        )?;
    }
    for kept in others {
        let file = kept.path.display();
        let moves = match kept.steps {
            1 => "1 move".to_owned(),
            steps => format!("{steps} moves"),
        };
        writeln!(out, "{}, {moves} played: {file}", kept.game)?;
    }
    Ok(())
}

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
    Thinking(SearchResult),
    /// What it would play, and why.
    Best(SearchResult),
    /// Nothing, and why.
    None(String),
}

impl From<Reply> for Advice {
    fn from(reply: Reply) -> Advice {
        match reply {
            Reply::Thinking(thought) => Advice::Thinking(thought),
            Reply::Move(_, Some(thought)) => Advice::Best(thought),
            Reply::Move(best, None) => Advice::Best(SearchResult {
                best_move: Some(best),
                ..SearchResult::default()
            }),
            Reply::Failed(reason) => Advice::None(reason),
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
    Action(#[from] ActionError),
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

impl From<SessionError> for Failure {
    fn from(error: SessionError) -> Failure {
        match error {
            SessionError::Game(_) | SessionError::Size(_) => Failure::Usage(error.to_string()),
            _ => Failure::refused(&error),
        }
    }
}
