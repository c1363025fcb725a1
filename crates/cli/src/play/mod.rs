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
pub(crate) use error::SessionError;
pub(crate) use options::{GameOptions, GamePlan};
pub(crate) use session::{Advice, DrawReply, Session, SessionEvent};
pub(crate) use store::Store;

use crate::output::Output;
use crate::{Error, screen};
use quintain_engine::Catalogue;
use quintain_rules::Registry;
use quintain_table::Timestamp;
use std::io::{BufReader, IsTerminal, Write};

/// Plays a game as the arguments say.
pub(crate) fn run(
    games: &Catalogue,
    args: &PlayArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    if output.json {
        let reason = "a game is played by people and has no result in JSON";
        return Err(Error::Usage(reason.into()));
    }
    let out = &mut *output.out;
    let store = Store::of_user()?;
    let input = std::io::stdin();
    if !args.plain && input.is_terminal() && std::io::stdout().is_terminal() {
        return screen::run(games, store, args, out);
    }
    let Some(session) = args.session(games, &store, Timestamp::now())? else {
        let ids: Vec<&str> = games.registry().iter().map(|game| game.info().id).collect();
        let ids = ids.join(", ");
        return Err(Error::Usage(format!("which game? There are {ids}")));
    };
    if matches!(args.resume, Some(None)) {
        list_others(games.registry(), &store, out)?;
    }
    let echo = !input.is_terminal();
    let (plain, interrupter) = plain::Plain::new(session, BufReader::new(input), out, echo);
    // Without a handler Ctrl-C just ends the program; the game is in its journal either way.
    drop(ctrlc::set_handler(move || interrupter.interrupt()));
    plain.run(args.save.as_deref())
}

/// Lists the other games that could be resumed.
fn list_others(games: &Registry, store: &Store, out: &mut dyn Write) -> Result<(), Error> {
    // The one being resumed is in use, and therefore not among them.
    let others = store.unfinished(games);
    if !others.is_empty() {
        writeln!(
            out,
            "There are other unfinished games; quintain play --resume FILE resumes one:"
        )?;
    }
    for game in others {
        writeln!(out, "{} played: {}", game.summary(), game.path.display())?;
    }
    Ok(())
}
