//! Files with recorded games: the common format, and the games' own.

use crate::messages::{Reason, os_error};
use quintain_rules::erased::AnyGame;
use quintain_rules::message::{AnyOf, Message};
use quintain_rules::record::{FileFormat, Record};
use quintain_rules::{Registry, quote};
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

/// The text of a file, or of standard input for `-`.
fn read(file: &Path) -> std::io::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        Ok(text)
    } else {
        std::fs::read_to_string(file)
    }
}

/// Names the file in which something is wrong.
fn wrong(file: &Path, reason: impl Into<Message>) -> Message {
    let in_file = Reason::InFile {
        file: file.display().to_string(),
        reason: reason.into(),
    };
    in_file.into()
}

/// The games in a file; the error names the file.
pub(crate) fn load_all(
    registry: &Registry,
    file: &Path,
    format: Option<&FileFormat>,
) -> Result<Vec<Record>, Message> {
    let text = read(file).map_err(|error| wrong(file, os_error(&error)))?;
    match format {
        Some(format) => Ok(vec![
            (format.parse)(&text).map_err(|error| wrong(file, error.0))?,
        ]),
        None => Record::parse_all(registry, &text).map_err(|error| wrong(file, error)),
    }
}

/// The one game in a file; the error names the file.
pub(crate) fn load(registry: &Registry, file: &Path) -> Result<Record, Message> {
    let text = read(file).map_err(|error| wrong(file, os_error(&error)))?;
    match format_of(registry, file) {
        Some(format) => (format.parse)(&text).map_err(|error| wrong(file, error.0)),
        None => Record::parse(registry, &text).map_err(|error| wrong(file, error)),
    }
}

/// Saves a game in a file. A file that contains anything but a game is left alone.
pub(crate) fn save(registry: &Registry, file: &Path, record: &Record) -> Result<(), Message> {
    if file.exists() && load(registry, file).is_err() {
        return Err(wrong(file, Reason::NotAGame));
    }
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
    let mut out = std::io::BufWriter::new(std::fs::File::create(&part)?);
    write(&mut out)?;
    out.flush()?;
    std::fs::rename(&part, file)
}
