//! Where unfinished games are stored: one journal per game, in the user's state directory.

use super::SessionError;
use super::text::Text;
use crate::dirs;
use quintain_rules::message::Message;
use quintain_rules::{OsError, Registry};
use quintain_table::{Journal, JournalError, Setup, Table, Timestamp};
use std::path::{Path, PathBuf};

/// The extension of journals.
const EXTENSION: &str = "journal";

/// The directory with the journals.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    dir: PathBuf,
}

/// A stored game that is not being played at the moment.
#[derive(Debug)]
pub(crate) struct StoredGame {
    /// The file.
    pub(crate) path: PathBuf,
    /// The name of the game.
    name: Message,
    /// How many steps were played.
    steps: usize,
    is_over: bool,
    changed_at: Timestamp,
}

impl StoredGame {
    /// The name of the game and how far it is.
    pub(crate) fn summary(&self) -> Message {
        let summary = Text::StoredGame {
            game: self.name.clone(),
            moves: self.steps,
        };
        summary.into()
    }
}

impl Store {
    /// The store in a directory, which is created when it is first needed.
    pub(crate) fn in_dir(dir: impl Into<PathBuf>) -> Store {
        Store { dir: dir.into() }
    }

    /// The user's own: in `QUINTAIN_STATE` if it is set, else where the system keeps state.
    pub(crate) fn of_user() -> Result<Store, SessionError> {
        let chosen = std::env::var_os("QUINTAIN_STATE").filter(|value| !value.is_empty());
        let dir = chosen.map(PathBuf::from).or_else(dirs::state);
        dir.map(Store::in_dir).ok_or(SessionError::NoStateDir)
    }

    /// Creates the journal of a new game.
    pub(crate) fn create(&self, setup: &Setup) -> Result<Journal, SessionError> {
        let unusable = |error: std::io::Error| SessionError::Store {
            dir: self.dir.display().to_string(),
            error: error.into(),
        };
        std::fs::create_dir_all(&self.dir).map_err(unusable)?;
        // Two games may be created in the same millisecond.
        let mut number = setup.created_at.0;
        loop {
            let name = format!("{}-{number}.{EXTENSION}", setup.game);
            match Journal::create(&self.dir.join(name), setup) {
                Err(JournalError::File {
                    error: OsError::AlreadyExists,
                    ..
                }) => number += 1,
                other => return Ok(other?),
            }
        }
    }

    /// Opens a journal: a file, or the name of one in the directory.
    pub(crate) fn open(
        &self,
        path: &Path,
        games: &Registry,
    ) -> Result<(Journal, Table), SessionError> {
        let here = self.dir.join(path);
        let path = if !path.exists() && here.exists() {
            &here
        } else {
            path
        };
        Ok(Journal::open(path, games)?)
    }

    /// The unfinished games, the last played first.
    pub(crate) fn unfinished(&self, games: &Registry) -> Vec<StoredGame> {
        let stored = self.stored(games).into_iter();
        stored.filter(|game| !game.is_over).collect()
    }

    /// The game to resume if none is named: the last played, or else one that is over but was
    /// perhaps interrupted before its end was shown.
    pub(crate) fn latest(&self, games: &Registry) -> Result<PathBuf, SessionError> {
        let none = || SessionError::NoStoredGame {
            dir: self.dir.display().to_string(),
        };
        let latest = self.stored(games).into_iter().next();
        Ok(latest.ok_or_else(none)?.path)
    }

    /// All stored games: first the unfinished, then the others, the last played first. Games
    /// that another process is playing and files that cannot be read are left out.
    fn stored(&self, games: &Registry) -> Vec<StoredGame> {
        let files = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let open = |path: PathBuf| {
            let (_, table) = Journal::open(&path, games).ok()?;
            Some(StoredGame {
                path,
                name: table.info().name(),
                steps: table.steps().len(),
                is_over: table.outcome().is_some(),
                changed_at: table.changed_at(),
            })
        };
        let mut stored: Vec<StoredGame> = files
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|found| found == EXTENSION))
            .filter_map(open)
            .collect();
        stored.sort_by(|a, b| {
            let rank = |game: &StoredGame| (!game.is_over, game.changed_at);
            rank(b).cmp(&rank(a)).then_with(|| b.path.cmp(&a.path))
        });
        stored
    }
}
