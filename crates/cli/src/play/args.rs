//! The arguments of `quintain play`.

use super::{Plan, Session, SessionError, Store, Terms, players};
use clap::Args;
use quintain_engine::EngineRegistry;
use quintain_table::{Controller, TimeControl, Timestamp};
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    /// The game's id, as `quintain games` lists it.
    #[arg(index = 1)]
    pub(crate) game: Option<String>,

    /// The board's size, for games that have several.
    #[arg(long, value_name = "N", requires = "game")]
    pub(crate) size: Option<u8>,

    /// Who plays the first side: human, engine, engine:LEVEL (1 to 8) or ugi:COMMAND.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) first: Option<Controller>,

    /// Who plays the second side. A person meets engine:3 if nothing is said, a program a
    /// person.
    #[arg(long, value_name = "PLAYER")]
    pub(crate) second: Option<Controller>,

    /// The position to start from; the game's start position if not given.
    #[arg(long, value_name = "POSITION", requires = "game")]
    pub(crate) position: Option<String>,

    /// Play with clocks: 5m+3s is five minutes, and three seconds more for each move.
    #[arg(long, value_name = "CLOCK")]
    pub(crate) clock: Option<TimeControl>,

    /// What chance is made from: who begins, what is hidden, and what the engine chooses.
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Go on where a recorded game ends.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game"])]
    pub(crate) load: Option<PathBuf>,

    /// Write the game as a record into a file when it is over or left.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,

    /// Go on with a game that was left: the last one played, or the one in FILE.
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        conflicts_with_all = ["game", "load", "first", "second", "clock", "seed"]
    )]
    pub(crate) resume: Option<Option<PathBuf>>,

    /// Line by line, for pipes, slow lines and screen readers. So it is by default if input or
    /// output is not a terminal.
    #[arg(long)]
    pub(crate) plain: bool,

    /// Draw with nothing but ASCII. So it is by default if the locale is not UTF-8.
    #[arg(long)]
    pub(crate) ascii: bool,
}

impl PlayArgs {
    /// Who plays, with which clock.
    pub(crate) fn terms(&self) -> Terms {
        Terms {
            players: players(self.first.clone(), self.second.clone()),
            clock: self.clock.unwrap_or_default(),
            seed: self.seed,
        }
    }

    /// The game that the arguments ask for; nothing if they name none, so that one is still to
    /// be chosen.
    pub(crate) fn session<'a>(
        &self,
        games: &'a EngineRegistry,
        store: &Store,
        now: Timestamp,
    ) -> Result<Option<Session<'a>>, SessionError> {
        if let Some(file) = &self.resume {
            let file = match file {
                Some(file) => file.clone(),
                None => {
                    let kept = store.kept(games.registry()).into_iter().next();
                    let nothing = || SessionError::NothingKept(store.dir().display().to_string());
                    kept.ok_or_else(nothing)?.path
                }
            };
            return Session::resume(games, store, &file, now).map(Some);
        }
        if let Some(file) = &self.load {
            return Session::load(games, store, file, &self.terms(), now).map(Some);
        }
        let Some(game) = &self.game else {
            return Ok(None);
        };
        let plan = Plan {
            game: game.clone(),
            size: self.size,
            position: self.position.clone(),
            terms: self.terms(),
        };
        Session::begin(games, store, &plan, now).map(Some)
    }
}
