//! Where running games are kept: one journal a game, in the user's state directory.

use super::SessionError;
use quintain_rules::Registry;
use quintain_table::{Journal, JournalError, Setup, Table, Timestamp};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a journal's name ends in.
const ENDING: &str = "journal";

/// The directory with the journals.
#[derive(Clone, Debug)]
pub(crate) struct Store {
    dir: PathBuf,
}

/// A journal that nobody plays from at the moment.
#[derive(Debug)]
pub(crate) struct Kept {
    /// The file.
    pub(crate) path: PathBuf,
    /// The name of the game.
    pub(crate) game: &'static str,
    /// How many steps were played.
    pub(crate) steps: usize,
    /// Whether the game is over.
    pub(crate) over: bool,
    last: Timestamp,
}

impl Store {
    /// A directory, made when it is first needed.
    pub(crate) fn at(dir: impl Into<PathBuf>) -> Store {
        Store { dir: dir.into() }
    }

    /// The user's own: `QUINTAIN_STATE` if it is set, else where the system keeps such things.
    pub(crate) fn of_user() -> Result<Store, SessionError> {
        let set = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let dir = Store::choose(
            set("QUINTAIN_STATE"),
            set("XDG_STATE_HOME"),
            set("LOCALAPPDATA").filter(|_| cfg!(windows)),
            set("HOME"),
        );
        dir.map(Store::at).ok_or(SessionError::Homeless)
    }

    fn choose(
        own: Option<OsString>,
        state: Option<OsString>,
        local: Option<OsString>,
        home: Option<OsString>,
    ) -> Option<PathBuf> {
        if let Some(own) = own {
            return Some(own.into());
        }
        // The XDG specification has relative paths ignored.
        let state = state.map(PathBuf::from).filter(|path| path.is_absolute());
        let state = state.or_else(|| local.map(PathBuf::from));
        let state = state.or_else(|| home.map(|home| PathBuf::from(home).join(".local/state")));
        state.map(|state| state.join("quintain"))
    }

    /// Begins the journal of a new game.
    pub(crate) fn begin(&self, setup: &Setup) -> Result<Journal, SessionError> {
        let unusable = |error| SessionError::Store {
            dir: self.dir.display().to_string(),
            error,
        };
        std::fs::create_dir_all(&self.dir).map_err(unusable)?;
        // Two games may be begun in the same millisecond.
        let mut number = setup.created_at.0;
        loop {
            let name = format!("{}-{number}.{ENDING}", setup.game);
            match Journal::create(&self.dir.join(name), setup) {
                Err(JournalError::File { error, .. })
                    if error.kind() == std::io::ErrorKind::AlreadyExists =>
                {
                    number += 1;
                }
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

    /// The games that can be gone on with, the last played first, and those that were over
    /// but perhaps never shown to their end after them. Games that another program plays and
    /// files that cannot be read are left out.
    pub(crate) fn kept(&self, games: &Registry) -> Vec<Kept> {
        let files = std::fs::read_dir(&self.dir).into_iter().flatten().flatten();
        let kept = |path: PathBuf| {
            let (_, table) = Journal::open(&path, games).ok()?;
            Some(Kept {
                path,
                game: table.info().name,
                steps: table.steps().len(),
                over: table.outcome().is_some(),
                last: table.changed_at(),
            })
        };
        let mut kept: Vec<Kept> = files
            .map(|file| file.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
            .filter_map(kept)
            .collect();
        kept.sort_by(|a, b| {
            let rank = |kept: &Kept| (!kept.over, kept.last);
            rank(b).cmp(&rank(a)).then_with(|| b.path.cmp(&a.path))
        });
        kept
    }

    /// The directory.
    pub(crate) fn dir(&self) -> &Path {
        &self.dir
    }
}

#[cfg(test)]
mod tests {
    use super::Store;
    use std::path::Path;

    #[test]
    fn the_users_own_choice_comes_first_and_relative_state_directories_are_ignored() {
        let choose = |own: &str, state: &str, home: &str| {
            let some = |text: &str| (!text.is_empty()).then(|| text.into());
            Store::choose(some(own), some(state), None, some(home))
        };
        let is = |found: Option<_>, expected: &str| {
            assert_eq!(found.as_deref(), Some(Path::new(expected)));
        };
        is(choose("mine", "/state", "/home/ada"), "mine");
        is(choose("", "/state", "/home/ada"), "/state/quintain");
        is(
            choose("", "state", "/home/ada"),
            "/home/ada/.local/state/quintain",
        );
        assert_eq!(choose("", "", ""), None);
    }
}
