//! The file of a match: its conditions on the first line, then a game per line.

use super::messages::MatchError;
use crate::messages::Reason;
use crate::{Error, files};
use quintain_engine::arena::{Ending, Points};
use quintain_rules::message::{AllOf, Message, ToMessage};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A game as it is saved in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct SavedGame {
    /// Its number, from 1.
    pub(super) game: u64,
    /// The score of the pairing's first player: 1 for a win, 0.5 for a draw, 0 for a loss.
    score: f64,
    /// Why it ended.
    ending: String,
    /// What was wrong, if anything was.
    pub(super) fault: Option<Fault>,
    /// The whole game.
    pub(super) record: String,
}

/// What a player did wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Fault {
    /// The number of the game, from 1.
    pub(super) game: u64,
    /// The player.
    pub(super) player: String,
    /// Its side.
    pub(super) side: String,
    /// The kind of fault.
    pub(super) kind: String,
    /// What was wrong.
    pub(super) reason: String,
    /// The position in which it happened.
    pub(super) position: String,
}

impl SavedGame {
    pub(super) fn new(
        game: u64,
        points: Points,
        ending: Ending,
        fault: Option<Fault>,
        record: String,
    ) -> Self {
        SavedGame {
            game,
            score: points.value(),
            ending: ending.as_str().to_owned(),
            fault,
            record,
        }
    }

    /// The points of the pairing's first player, and why the game ended; `None` if it says
    /// neither.
    pub(super) fn outcome(&self) -> Option<(Points, Ending)> {
        let all = [Points::Loss, Points::Draw, Points::Win];
        let points = all.into_iter().find(|it| it.value() == self.score)?;
        Some((points, Ending::from_word(&self.ending)?))
    }
}

/// The conditions of a match, by name: they must be the same to resume it.
pub(super) type Conditions = Map<String, Value>;

/// Opens the file of a match, creates it if there is none, and passes on the games in it. A last
/// line without an end is what a crash has left of a game: it is cut off, and `warn` gets to know.
pub(super) fn open(
    file: &Path,
    conditions: &Conditions,
    on_game: &mut dyn FnMut(SavedGame) -> Result<(), Message>,
    warn: &mut dyn FnMut(&Message),
) -> Result<File, Error> {
    let failed = |error: std::io::Error| Error::file_failed(file, &error);
    if file.exists() {
        // Not a device or the like.
        drop(files::open(file).map_err(Error::Rejected)?);
    }
    let mut options = OpenOptions::new();
    let mut handle = options
        .read(true)
        .append(true)
        .create(true)
        .open(file)
        .map_err(failed)?;
    if let Err(TryLockError::WouldBlock) = handle.try_lock() {
        return Err(Error::in_file(file, &MatchError::InUse));
    }
    let in_file = |reason: Message| Error::in_file(file, &reason);
    let mut lines = Lines::new(&handle);
    let first = lines.next_line().map_err(failed)?;
    let header = format!("{}\n", Value::Object(conditions.clone()));
    match first {
        Line::Complete(text) => check(&text, conditions).map_err(in_file)?,
        // Nothing, or the beginning of what would be written now.
        Line::Cut(bytes) if header.as_bytes().starts_with(&bytes) => {
            handle.set_len(0).map_err(failed)?;
            handle.write_all(header.as_bytes()).map_err(failed)?;
            return Ok(handle);
        }
        Line::Cut(_) | Line::TooLong => return Err(in_file(Reason::NotAMatch.to_message())),
    }
    loop {
        let number = lines.number + 1;
        let at_line = |reason: Message| in_file(Reason::LineNumber { number, reason }.into());
        match lines.next_line().map_err(failed)? {
            Line::Complete(text) => {
                let game = serde_json::from_slice(&text).ok();
                let game = game.ok_or_else(|| at_line(Reason::NotASavedGame.into()))?;
                on_game(game).map_err(at_line)?;
            }
            Line::TooLong => return Err(at_line(Reason::NotASavedGame.into())),
            Line::Cut(bytes) if bytes.is_empty() => break,
            Line::Cut(_) => {
                let cut = Reason::InFile {
                    file: file.display().to_string(),
                    reason: MatchError::CutLine { number }.to_message(),
                };
                warn(&cut.to_message());
                handle.set_len(lines.complete_bytes).map_err(failed)?;
                break;
            }
        }
    }
    Ok(handle)
}

/// Passes on the games of a file that has been opened before. What is written after that is
/// appended in any case.
pub(super) fn read_games(
    (file, handle): (&Path, &File),
    on_game: &mut dyn FnMut(SavedGame) -> Result<(), Error>,
) -> Result<(), Error> {
    let failed = |error: std::io::Error| Error::file_failed(file, &error);
    { handle }.seek(SeekFrom::Start(0)).map_err(failed)?;
    let mut lines = Lines::new(handle);
    while let Line::Complete(text) = lines.next_line().map_err(failed)? {
        // The first line is not a game.
        if let Ok(game) = serde_json::from_slice(&text) {
            on_game(game)?;
        }
    }
    Ok(())
}

/// Checks that a match was played under these conditions.
fn check(text: &[u8], conditions: &Conditions) -> Result<(), Message> {
    let found: Conditions =
        serde_json::from_slice(text).map_err(|_| Reason::NotAMatch.to_message())?;
    let names = found.keys().chain(conditions.keys());
    let mut names: Vec<&String> = names
        .filter(|&name| found.get(name) != conditions.get(name))
        .collect();
    names.sort_unstable();
    names.dedup();
    if names.is_empty() {
        return Ok(());
    }
    let value = |of: &Conditions, name: &str| of.get(name).unwrap_or(&Value::Null).to_string();
    let differ = |name: &String| {
        let condition = MatchError::Condition {
            name: name.clone(),
            saved: value(&found, name),
            wanted: value(conditions, name),
        };
        condition.to_message()
    };
    let conditions = AllOf(names.into_iter().map(differ).collect());
    Err(MatchError::OtherConditions { conditions }.to_message())
}

enum Line {
    /// Without its line feed.
    Complete(Vec<u8>),
    /// What stands after the last line feed.
    Cut(Vec<u8>),
    /// Longer than any game.
    TooLong,
}

/// The lines of a file, one after the other: a match may be larger than the memory.
struct Lines<'a> {
    input: BufReader<&'a File>,
    /// How many were read.
    number: usize,
    /// Where the last complete one ends.
    complete_bytes: u64,
}

impl<'a> Lines<'a> {
    fn new(file: &'a File) -> Self {
        Lines {
            input: BufReader::new(file),
            number: 0,
            complete_bytes: 0,
        }
    }

    fn next_line(&mut self) -> std::io::Result<Line> {
        let mut line = Vec::new();
        let input = self.input.by_ref().take(files::MAX_TEXT_BYTES);
        let length = { input }.read_until(b'\n', &mut line)?;
        if line.pop_if(|last| *last == b'\n').is_none() {
            return Ok(match length as u64 == files::MAX_TEXT_BYTES {
                true => Line::TooLong,
                false => Line::Cut(line),
            });
        }
        self.number += 1;
        self.complete_bytes += length as u64;
        Ok(Line::Complete(line))
    }
}
