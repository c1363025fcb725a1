//! A game stored in a file of JSON lines: the setup first, then one entry per line.

use crate::TEXTS;
use crate::entry::Entry;
use crate::setup::Setup;
use crate::table::{Table, TableError};
use quintain_rules::{OsError, Registry, messages};
use serde::Serialize;
use std::fs::{File, OpenOptions};
use std::io::{Error, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file with a game that is being played. Whatever was added is in it even if the program or
/// the machine stops right afterwards.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// The largest journal that is read: hundreds of thousands of entries, more than any game has.
pub const MAX_JOURNAL_BYTES: u64 = 64 << 20;

messages! {
    /// Why a journal cannot be used.
    pub enum JournalError in TEXTS {
        /// The file cannot be read or written.
        File = "journal-file" {
            /// The file.
            path: String,
            /// What is wrong.
            error: OsError,
        },
        /// A directory, a device or the like.
        NotAFile = "journal-not-a-file" {
            /// Its path.
            path: String,
        },
        /// A file that is too large to be a journal.
        TooLarge = "journal-too-large" {
            /// The file.
            path: String,
            /// The most that is read, in MiB.
            mib: u64,
        },
        /// Another process has the file open.
        InUse = "journal-in-use" {
            /// The file.
            path: String,
        },
        /// A line cannot be read.
        Syntax = "journal-syntax" {
            /// The file.
            path: String,
            /// The line, counting from 1.
            line: usize,
            /// The column, counting from 1.
            column: usize,
        },
        /// A line cannot have happened.
        Line = "journal-line" {
            /// The file.
            path: String,
            /// The line, counting from 1.
            line: usize,
            /// What is wrong.
            reason: TableError,
        },
        /// There is nothing in the file.
        Empty = "journal-empty" {
            /// The file.
            path: String,
        },
    }
}

impl std::error::Error for JournalError {}

/// The table of a journal's text, and the length of the text up to its last complete line.
/// Errors name the file.
pub fn replay(games: &Registry, path: &str, text: &str) -> Result<(Table, usize), JournalError> {
    let complete = text.rfind('\n').map_or(0, |end| end + 1);
    let mut table: Option<Table> = None;
    for (line, json) in (1..).zip(text[..complete].lines()) {
        let wrong = |reason: TableError| JournalError::Line {
            path: path.to_owned(),
            line,
            reason,
        };
        let syntax = |error: serde_json::Error| JournalError::Syntax {
            path: path.to_owned(),
            line,
            column: error.column(),
        };
        match &mut table {
            None => {
                let setup = serde_json::from_str(json).map_err(syntax)?;
                table = Some(Table::new(games, setup).map_err(wrong)?);
            }
            Some(table) => {
                let entry = serde_json::from_str(json).map_err(syntax)?;
                table.apply(entry).map_err(wrong)?;
            }
        }
    }
    let empty = || JournalError::Empty {
        path: path.to_owned(),
    };
    Ok((table.ok_or_else(empty)?, complete))
}

impl Journal {
    /// Creates a new file, which must not exist yet.
    pub fn create(path: &Path, setup: &Setup) -> Result<Journal, JournalError> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(path);
        let mut journal = Journal::lock(path, file)?;
        journal.write_line(setup)?;
        Ok(journal)
    }

    /// Opens a file to resume the game in it. A last line that was not completely written is
    /// dropped.
    pub fn open(path: &Path, games: &Registry) -> Result<(Journal, Table), JournalError> {
        // Reading a device may never end, and opening a pipe waits for its other end.
        if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
            let path = path.display().to_string();
            return Err(JournalError::NotAFile { path });
        }
        let file = OpenOptions::new().read(true).write(true).open(path);
        let mut journal = Journal::lock(path, file)?;
        let mut text = String::new();
        let read = (&journal.file)
            .take(MAX_JOURNAL_BYTES + 1)
            .read_to_string(&mut text)
            .map_err(|error| journal.file_error(error))?;
        if read as u64 > MAX_JOURNAL_BYTES {
            return Err(JournalError::TooLarge {
                path: path.display().to_string(),
                mib: MAX_JOURNAL_BYTES >> 20,
            });
        }
        let (table, complete) = replay(games, &path.display().to_string(), &text)?;
        let cut = journal.file.set_len(complete as u64);
        cut.and_then(|()| journal.file.seek(SeekFrom::End(0)))
            .map_err(|error| journal.file_error(error))?;
        Ok((journal, table))
    }

    /// Appends an entry; when this returns, it is durable.
    pub fn append(&mut self, entry: &Entry) -> Result<(), JournalError> {
        self.write_line(entry)
    }

    /// The file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes the file of a game that nobody will resume.
    pub fn remove(self) -> Result<(), JournalError> {
        std::fs::remove_file(&self.path).map_err(|error| self.file_error(error))
    }

    fn lock(path: &Path, file: std::io::Result<File>) -> Result<Journal, JournalError> {
        let file_error = |error: Error| JournalError::File {
            path: path.display().to_string(),
            error: error.into(),
        };
        let file = file.map_err(file_error)?;
        match file.try_lock() {
            Ok(()) => Ok(Journal {
                file,
                path: path.to_owned(),
            }),
            Err(std::fs::TryLockError::WouldBlock) => Err(JournalError::InUse {
                path: path.display().to_string(),
            }),
            Err(std::fs::TryLockError::Error(error)) => Err(file_error(error)),
        }
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<(), JournalError> {
        let written = serde_json::to_string(value)
            .map_err(Error::other)
            .and_then(|text| self.file.write_all(format!("{text}\n").as_bytes()))
            .and_then(|()| self.file.sync_data());
        written.map_err(|error| self.file_error(error))
    }

    fn file_error(&self, error: Error) -> JournalError {
        JournalError::File {
            path: self.path.display().to_string(),
            error: error.into(),
        }
    }
}
