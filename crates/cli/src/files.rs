//! Files with recorded games: the common format, and the games' own.

use crate::messages::{Part, Reason, foreign, os_error};
use quintain_rules::erased::AnyGame;
use quintain_rules::message::{AnyOf, Language, Message};
use quintain_rules::record::{FileFormat, Record};
use quintain_rules::{Registry, quote};
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// The name of the common record format.
const RECORD: &str = "record";

/// A game's own format by its name; `None` for the common one. The error lists the formats.
pub(crate) fn format(
    registry: &Registry,
    name: &str,
) -> Result<Option<&'static FileFormat>, Reason> {
    let own = || registry.iter().flat_map(AnyGame::formats);
    match own().find(|format| format.name == name) {
        Some(format) => Ok(Some(format)),
        None if name == RECORD => Ok(None),
        None => {
            let names = std::iter::once(RECORD).chain(own().map(|format| format.name));
            Err(Reason::UnknownFormat {
                name: quote(name),
                formats: AnyOf(names.collect()),
            })
        }
    }
}

/// The format that a file's extension names. Any other file is a record.
pub(crate) fn format_of(registry: &Registry, file: &Path) -> Option<&'static FileFormat> {
    let extension = file.extension()?.to_str()?;
    format(registry, extension).unwrap_or(None)
}

/// The most that is read of a text, from a file or from standard input.
pub(crate) const MAX_TEXT_BYTES: u64 = 16 << 20;

/// The name of standard input.
const STDIN: &str = "-";

/// How many games of a file are listed.
const MAX_LISTED: usize = 50;

/// Opens a file to read it. Devices, pipes and directories are refused: reading them may never
/// end, and opening a pipe waits for its other end.
pub(crate) fn open(file: &Path) -> Result<File, Message> {
    let failed = |error: std::io::Error| wrong(file, os_error(&error));
    if !std::fs::metadata(file).map_err(failed)?.is_file() {
        return Err(wrong(file, Reason::NotAFile));
    }
    File::open(file).map_err(failed)
}

/// The text of a file, or of standard input for `-`; the error names the file.
pub(crate) fn read_text(file: &Path) -> Result<String, Message> {
    if file.as_os_str() == STDIN {
        read_bounded(std::io::stdin().lock(), MAX_TEXT_BYTES).map_err(|error| wrong(file, error))
    } else {
        read_bounded(open(file)?, MAX_TEXT_BYTES).map_err(|error| wrong(file, error))
    }
}

fn read_bounded(input: impl Read, max_bytes: u64) -> Result<String, Message> {
    let mut bytes = Vec::new();
    let read = input.take(max_bytes + 1).read_to_end(&mut bytes);
    if read.map_err(|error| os_error(&error))? as u64 > max_bytes {
        let mib = max_bytes >> 20;
        return Err(Reason::TooLarge { mib }.into());
    }
    String::from_utf8(bytes).map_err(|_| Reason::NotText.into())
}

/// Names the file in which something is wrong.
fn wrong(file: &Path, reason: impl Into<Message>) -> Message {
    let in_file = Reason::InFile {
        file: file.display().to_string(),
        reason: reason.into(),
    };
    in_file.into()
}

/// The games of a file, or one of them.
#[derive(Debug)]
pub(crate) struct Games {
    /// The file without the number of a game.
    path: PathBuf,
    /// The games with their numbers in the file, counting from 1; at least one.
    pub(crate) records: Vec<(usize, Record)>,
    /// What was skipped in the file.
    pub(crate) warnings: Vec<Message>,
    /// The format of the file, if it is a game's own.
    pub(crate) format: Option<&'static FileFormat>,
}

impl Games {
    /// The only game; if there are several, the error lists them.
    pub(crate) fn one(mut self) -> Result<Record, Message> {
        match self.records.pop() {
            Some((_, record)) if self.records.is_empty() => Ok(record),
            Some(last) => {
                self.records.push(last);
                let shown = self.records.iter().take(MAX_LISTED);
                let list = shown.map(|(number, record)| list_entry(*number, record));
                let list = list.reduce(|head, last| Part::Lines { head, last }.into());
                let reason = Reason::SeveralGames {
                    count: self.records.len(),
                    example: format!("{}#2", self.path.display()),
                    list: list.unwrap_or_else(|| foreign(&"")),
                };
                Err(wrong(&self.path, reason))
            }
            None => Err(wrong(&self.path, Reason::NoGame)),
        }
    }

    /// Says on standard error what was skipped.
    pub(crate) fn warn(&self, language: Language) {
        for warning in &self.warnings {
            let warning = wrong(&self.path, warning.clone()).render(language);
            // Where nobody reads it there is nobody to warn.
            drop(writeln!(std::io::stderr(), "quintain: {warning}"));
        }
    }
}

/// A game in the list of a file's games.
pub(crate) fn list_entry(number: usize, record: &Record) -> Message {
    let (game, moves, result) = (
        record.info().name(),
        record.steps().len(),
        record.result_token(),
    );
    let entry = match (record.header("First"), record.header("Second")) {
        (None, None) => Reason::ListedGame {
            number,
            game,
            moves,
            result,
        },
        (first, second) => Reason::ListedGameOf {
            number,
            game,
            moves,
            result,
            first: first.unwrap_or("?").to_owned(),
            second: second.unwrap_or("?").to_owned(),
        },
    };
    entry.into()
}

/// A file and the number of one of its games: `games.txt#2` is the second game in `games.txt`,
/// unless there is a file of that very name.
fn split_number(file: &Path) -> (PathBuf, Option<usize>) {
    let split = file.to_str().and_then(|name| name.rsplit_once('#'));
    match split.map(|(path, number)| (path, number.parse())) {
        Some((path, Ok(number))) if !path.is_empty() && !file.exists() => {
            (path.into(), Some(number))
        }
        _ => (file.to_owned(), None),
    }
}

/// The games in a file, or the one whose number follows the name; the error names the file.
pub(crate) fn load_all(registry: &Registry, file: &Path) -> Result<Games, Message> {
    let (path, _) = split_number(file);
    load_all_as(registry, file, format_of(registry, &path))
}

/// The same for a file in a given format.
pub(crate) fn load_all_as(
    registry: &Registry,
    file: &Path,
    format: Option<&'static FileFormat>,
) -> Result<Games, Message> {
    let (path, chosen) = split_number(file);
    let text = read_text(&path)?;
    let (records, warnings) = match format {
        Some(format) => {
            let import = (format.parse)(&text).map_err(|error| wrong(&path, error.0))?;
            (vec![import.record], import.warnings)
        }
        None => {
            let records = Record::parse_all(registry, &text);
            (records.map_err(|error| wrong(&path, error))?, Vec::new())
        }
    };
    let count = records.len();
    let numbered = (1..).zip(records);
    let records: Vec<(usize, Record)> = numbered
        .filter(|(number, _)| chosen.is_none_or(|chosen| chosen == *number))
        .collect();
    match (records.is_empty(), chosen) {
        (true, Some(number)) if count > 0 => {
            Err(wrong(&path, Reason::NoSuchGame { number, count }))
        }
        (true, _) => Err(wrong(&path, Reason::NoGame)),
        (false, _) => Ok(Games {
            path,
            records,
            warnings,
            format,
        }),
    }
}

/// Whether a word on the command line names a file rather than a game.
pub(crate) fn names_file(word: &str) -> bool {
    word == STDIN || word.contains(['.', '/', '#', std::path::MAIN_SEPARATOR])
}

/// Whether a file can be overwritten with a game: it is not there, or holds an earlier stage of
/// the same game and nothing else, written as it would be written again.
pub(crate) fn check_overwrite(
    registry: &Registry,
    file: &Path,
    record: &Record,
) -> Result<(), Reason> {
    match existing(registry, file)? {
        Some(records) => match records.as_slice() {
            [earlier] if is_stage_of(earlier, record) && is_as_written(registry, file, earlier) => {
                Ok(())
            }
            _ => Err(Reason::OtherGame),
        },
        None => Ok(()),
    }
}

/// The games in a file that is there already. A file that contains anything but games must not
/// be overwritten.
fn existing(registry: &Registry, file: &Path) -> Result<Option<Vec<Record>>, Reason> {
    // A link that leads nowhere is not there either, but writing would follow it.
    if file.symlink_metadata().is_err() {
        return match split_number(file) {
            // Reading it again would look for a game in another file.
            (_, Some(number)) => Err(Reason::NumberedFile { number }),
            _ => Ok(None),
        };
    }
    let games = load_all_as(registry, file, format_of(registry, file));
    let games = games.map_err(|_| Reason::NotAGame)?;
    let records = games.records.into_iter().map(|(_, record)| record);
    Ok(Some(records.collect()))
}

/// Whether writing the game of a file in its own format again would change no line of it. A dialect,
/// and whatever was skipped, would be lost.
fn is_as_written(registry: &Registry, file: &Path, record: &Record) -> bool {
    let Some(format) = format_of(registry, file) else {
        return true;
    };
    let (Ok(old), Ok(new)) = (read_text(file), (format.write)(record)) else {
        return false;
    };
    let lines = |text: &str| -> Vec<String> {
        let lines = text.trim_start_matches('\u{feff}').lines();
        let lines = lines.map(|line| line.trim_end().to_owned());
        lines.filter(|line| !line.is_empty()).collect()
    };
    lines(&old) == lines(&new)
}

/// Whether a record says nothing that a later one does not say.
fn is_stage_of(earlier: &Record, later: &Record) -> bool {
    let mut headers = earlier.headers();
    let mut steps = earlier.steps().iter().zip(later.steps());
    earlier.info().id == later.info().id
        && earlier.start().text() == later.start().text()
        && headers.all(|(name, value)| later.header(name) == Some(value))
        && earlier.steps().len() <= later.steps().len()
        && steps.all(|(a, b)| a.text == b.text && b.comments.starts_with(&a.comments))
        && later.preamble().starts_with(earlier.preamble())
        && (earlier.result().is_none() || earlier.result() == later.result())
        && (earlier.secret().is_none()
            || later.secret().is_none_or(|it| earlier.secret() == Some(it)))
}

/// Saves a game in a file. A file that contains anything but games is left alone; one with
/// another game as well, unless it may be overwritten.
pub(crate) fn save(
    registry: &Registry,
    file: &Path,
    record: &Record,
    overwrite: bool,
) -> Result<(), Message> {
    let allowed = match overwrite {
        true => existing(registry, file).map(drop),
        false => check_overwrite(registry, file, record),
    };
    allowed.map_err(|reason| wrong(file, reason))?;
    let text = match format_of(registry, file) {
        Some(format) => (format.write)(record).map_err(|error| wrong(file, error.0))?,
        None => record.to_string(),
    };
    replace(file, |out| out.write_all(text.as_bytes()))
        .map_err(|error| wrong(file, os_error(&error)))
}

/// Writes a file anew beside the old one and then puts it in its place, so that the file is
/// always complete.
pub(crate) fn replace(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> std::io::Result<()> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    let mut out = std::io::BufWriter::new(File::create(&part)?);
    write(&mut out)?;
    out.flush()?;
    std::fs::rename(&part, file)
}

#[cfg(test)]
mod tests {
    use super::{read_bounded, split_number};
    use std::path::{Path, PathBuf};

    #[test]
    fn a_text_without_end_is_read_only_up_to_the_limit() {
        let endless = std::io::repeat(b'x');
        let error = read_bounded(endless, 1 << 20).expect_err("too large");
        assert_eq!(error.to_string(), "it is larger than 1 MiB");
        let at_limit = std::io::Read::take(std::io::repeat(b'x'), 1 << 20);
        assert_eq!(
            read_bounded(at_limit, 1 << 20).map(|text| text.len()),
            Ok(1 << 20)
        );
        let error = read_bounded(&b"\xff"[..], 9).expect_err("not text");
        assert_eq!(error.to_string(), "it is not text (UTF-8)");
    }

    #[test]
    fn the_number_of_a_game_follows_the_name_of_its_file() {
        let split = |name: &str| split_number(Path::new(name));
        assert_eq!(split("games.txt#2"), (PathBuf::from("games.txt"), Some(2)));
        for name in ["games.txt", "#2", "games#x", "games#-1", "games#"] {
            assert_eq!(split(name), (PathBuf::from(name), None));
        }
    }
}
