//! `quintain play`: a game at this computer.
//!
//! A [`Session`] is the game with its players, journal and record; [`plain`] is its user
//! interface line by line, [`screen`] the one on the full screen. Both only show a session and
//! pass on what a person does.

mod args;
mod error;
mod opponent;
mod options;
mod plain;
mod session;
mod store;
pub(crate) mod text;

#[cfg(test)]
mod tests;

pub(crate) use args::PlayArgs;
pub(crate) use error::{OpponentError, SessionError};
pub(crate) use options::{GameOptions, GamePlan};
pub(crate) use plain::{CommandText, PlainText};
pub(crate) use session::{Advice, DrawReply, SecretOrigin, Session, SessionEvent};
pub(crate) use store::Store;
pub(crate) use text::Text;

use crate::messages::Reason;
use crate::output::{Output, is_dumb_terminal};
use crate::{Error, screen};
use quintain_engine::EngineRegistry;
use quintain_rules::Registry;
use quintain_rules::message::{Language, ToMessage};
use quintain_table::Timestamp;
use std::io::{BufReader, IsTerminal, Write};

/// Plays a game as the arguments say.
pub(crate) fn run(
    games: &EngineRegistry,
    args: &PlayArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    if output.json {
        return Err(Error::usage(&Reason::PlayHasNoJson));
    }
    let (out, language) = (&mut *output.out, output.language);
    let store = Store::of_user()?;
    let input = std::io::stdin();
    let is_terminal = input.is_terminal() && std::io::stdout().is_terminal();
    if !args.plain && is_terminal && !is_dumb_terminal() {
        return screen::run(games, store, args, language, out);
    }
    let Some(session) = args.session(games, &store, Timestamp::now())? else {
        let ids: Vec<&str> = games.registry().iter().map(|game| game.info().id).collect();
        let games = ids.join(", ");
        return Err(Error::usage(&Reason::WhichGame { games }));
    };
    if matches!(args.resume, Some(None)) {
        list_others(games.registry(), &store, language, out)?;
    }
    let echo = !input.is_terminal();
    let (plain, interrupter) =
        plain::Plain::new(session, language, BufReader::new(input), out, echo);
    // Without a handler Ctrl-C just ends the program; the game is in its journal either way.
    drop(ctrlc::set_handler(move || interrupter.interrupt()));
    plain.run(args.save.as_deref())
}

/// Lists the other games that could be resumed.
fn list_others(
    games: &Registry,
    store: &Store,
    language: Language,
    out: &mut dyn Write,
) -> Result<(), Error> {
    // The one being resumed is in use, and therefore not among them.
    let others = store.unfinished(games);
    if !others.is_empty() {
        let heading = PlainText::OtherGames.to_message();
        writeln!(out, "{}", heading.render(language))?;
    }
    for game in others {
        let line = PlainText::OtherGame {
            summary: game.summary(),
            file: game.path.display().to_string(),
        };
        writeln!(out, "{}", line.to_message().render(language))?;
    }
    Ok(())
}
