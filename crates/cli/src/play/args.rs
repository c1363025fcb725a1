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
    /// The game's id, as listed by `quintain games`.
    #[arg(index = 1)]
    pub(crate) game: Option<String>,

    /// The board size, for games that have several.
    #[arg(long, value_name = "N", value_parser = size, requires = "game")]
    pub(crate) size: Option<u8>,

    /// The first side's player: human, engine, engine:LEVEL (1 to 8) or ugi:COMMAND.
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) first: Option<Controller>,

    /// The second side's player [default: engine:3 against a person, a person against a
    /// program].
    #[arg(long, value_name = "PLAYER", value_parser = player)]
    pub(crate) second: Option<Controller>,

    /// The position to start from [default: the game's start position].
    #[arg(long, value_name = "POSITION", requires = "game")]
    pub(crate) position: Option<String>,

    /// Play with clocks: 5m+3s is five minutes plus three seconds per move.
    #[arg(long, value_name = "CLOCK", value_parser = time_control)]
    pub(crate) clock: Option<TimeControl>,

    /// The seed of everything random: who begins, what is hidden, and the engine's choices.
    #[arg(long, value_name = "N", value_parser = unsigned)]
    pub(crate) seed: Option<u64>,

    /// Continue from the end of a recorded game.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game"])]
    pub(crate) load: Option<PathBuf>,

    /// Save the game as a record in this file when it is over or you leave.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Resume an unfinished game: the last one played, or the one in FILE.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["game", "load", "first", "second", "clock", "seed"]
    )]
    pub(crate) resume: Option<Option<PathBuf>>,

    /// Play line by line, for pipes, slow connections and screen readers; the default if input
    /// or output is not a terminal.
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw in ASCII only; the default if the locale is not UTF-8.
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
        GameOptions {
            clock: self.clock.unwrap_or_default(),
            seed: self.seed,
            ..GameOptions::between(self.first.clone(), self.second.clone())
        }
    }

    /// The game that the arguments ask for; `None` if they name none, so that one has to be
    /// chosen.
    pub(crate) fn session<'a>(
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
