//! The arguments of `quintain play`.

use super::{GameOptions, GamePlan, Session, SessionError, Store};
use crate::args::{size, unsigned};
use crate::error::InvalidValue;
use clap::Args;
use quintain_engine::EngineRegistry;
use quintain_table::{Controller, TimeControl, Timestamp};
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    #[arg(index = 1)]
    pub(crate) game: Option<String>,

    #[arg(long, value_name = "N", value_parser = size, requires = "game")]
    pub(crate) size: Option<u8>,

    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) first: Option<Controller>,

    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) second: Option<Controller>,

    #[arg(long, conflicts_with_all = ["first", "second"])]
    pub(crate) two: bool,

    #[arg(long, value_name = "POSITION", requires = "game")]
    pub(crate) position: Option<String>,

    #[arg(long, value_name = "CLOCK", value_parser = time_control)]
    pub(crate) clock: Option<TimeControl>,

    #[arg(long, value_name = "N", value_parser = unsigned)]
    pub(crate) seed: Option<u64>,

    #[arg(long, value_name = "FILE", conflicts_with_all = ["game"])]
    pub(crate) load: Option<PathBuf>,

    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    #[arg(long, requires = "save")]
    pub(crate) force: bool,

    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["game", "load", "first", "second", "two", "clock", "seed"]
    )]
    pub(crate) resume: Option<Option<PathBuf>>,

    #[arg(long)]
    pub(crate) plain: bool,

    #[arg(long)]
    pub(crate) ascii: bool,
}

fn player(text: &str) -> Result<Controller, InvalidValue> {
    Ok(text.parse::<Controller>()?)
}

fn time_control(text: &str) -> Result<TimeControl, InvalidValue> {
    Ok(text.parse::<TimeControl>()?)
}

impl PlayArgs {
    /// The players, the clock and the seed.
    pub(crate) fn options(&self) -> GameOptions {
        let human = || self.two.then_some(Controller::Human);
        let first = self.first.clone().or_else(human);
        let second = self.second.clone().or_else(human);
        GameOptions {
            clock: self.clock.unwrap_or_default(),
            seed: self.seed,
            ..GameOptions::between(first, second)
        }
    }

    /// The game that the arguments ask for; `None` if they name none, so that one has to be
    /// chosen. If it could not be saved in the end, it does not begin.
    pub(crate) fn session<'a>(
        &self,
        games: &'a EngineRegistry,
        store: &Store,
        now: Timestamp,
    ) -> Result<Option<Session<'a>>, SessionError> {
        let session = self.unchecked_session(games, store, now)?;
        let Some(file) = &self.save else {
            return Ok(session);
        };
        let Some(mut session) = session else {
            return Ok(None);
        };
        if self.force {
            session.own(file);
        }
        if let Err(error) = session.check_save(file) {
            match self.resume {
                Some(_) => drop(session.leave(now)?),
                None => session.discard()?,
            }
            return Err(error);
        }
        Ok(Some(session))
    }

    fn unchecked_session<'a>(
        &self,
        games: &'a EngineRegistry,
        store: &Store,
        now: Timestamp,
    ) -> Result<Option<Session<'a>>, SessionError> {
        if let Some(file) = &self.resume {
            let file = match file {
                Some(file) => file.clone(),
                None => store.latest(games.registry())?,
            };
            return Session::resume(games, store, &file, now).map(Some);
        }
        if let Some(file) = &self.load {
            return Session::load(games, store, file, &self.options(), now).map(Some);
        }
        let Some(game) = &self.game else {
            return Ok(None);
        };
        let plan = GamePlan {
            game: game.clone(),
            size: self.size,
            position: self.position.clone(),
            options: self.options(),
        };
        Session::begin(games, store, &plan, now).map(Some)
    }
}
