//! What a match writes beside its result: records of the games, and a log of what is said between
//! it and other programs.

use crate::Error;
use crate::messages::Reason;
use quintain_engine::{Direction, ProtocolLog};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A file with records of the games, in the order in which they ended.
#[derive(Debug)]
pub(super) struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// Creates the file. If there is one already, it is written anew, but only if a match is
    /// resumed and the file begins like a record.
    pub(super) fn create(path: &Path, resumed: bool) -> Result<Self, Error> {
        let failed = |error: std::io::Error| Error::file_failed(path, &error);
        if path.symlink_metadata().is_ok() {
            let mut beginning = Vec::new();
            let file = crate::files::open(path).map_err(Error::Rejected)?;
            file.take(6).read_to_end(&mut beginning).map_err(failed)?;
            if !beginning.is_empty() && (!resumed || beginning != b"[Game ") {
                return Err(Error::in_file(path, &Reason::FileExists));
            }
        }
        Ok(RecordFile {
            path: path.to_owned(),
            file: File::create(path).map_err(failed)?,
        })
    }

    /// Adds a record.
    pub(super) fn add(&mut self, record: &str) -> Result<(), Error> {
        let written = self.file.write_all(format!("{record}\n").as_bytes());
        written.map_err(|error| Error::file_failed(&self.path, &error))
    }
}

/// A log of the lines that are sent to programs and received from them.
#[derive(Clone, Debug)]
pub(super) struct LogFile(Arc<LogState>);

#[derive(Debug)]
struct LogState {
    path: PathBuf,
    started: Instant,
    /// The file, and the first error in writing it.
    file: Mutex<(File, Option<std::io::Error>)>,
}

impl LogFile {
    /// Opens the file to add to it.
    pub(super) fn open(path: &Path) -> Result<Self, Error> {
        let file = OpenOptions::new().append(true).create(true).open(path);
        let file = file.map_err(|error| Error::file_failed(path, &error))?;
        Ok(LogFile(Arc::new(LogState {
            path: path.to_owned(),
            started: Instant::now(),
            file: Mutex::new((file, None)),
        })))
    }

    /// Logs what is said with a program: seconds since the match began, the number of the game,
    /// the player, `>` for what it is sent and `<` for what it answers.
    pub(super) fn of_player(&self, name: &str, game: &Arc<AtomicU64>) -> ProtocolLog {
        let (log, name, game) = (Arc::clone(&self.0), name.to_owned(), Arc::clone(game));
        Arc::new(move |direction, line: &str| {
            let seconds = log.started.elapsed().as_secs_f64();
            let mark = match direction {
                Direction::Sent => '>',
                Direction::Received => '<',
            };
            let game = game.load(Ordering::Relaxed);
            let line = format!("{seconds:.3} {game} {name} {mark} {line}\n");
            let mut file = log.file.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = file.0.write_all(line.as_bytes()) {
                file.1.get_or_insert(error);
            }
        })
    }

    /// Whether everything was written.
    pub(super) fn finish(&self) -> Result<(), Error> {
        let mut file = self.0.file.lock().unwrap_or_else(PoisonError::into_inner);
        match file.1.take() {
            Some(error) => Err(Error::file_failed(&self.0.path, &error)),
            None => Ok(()),
        }
    }
}
