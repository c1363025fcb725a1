//! Files with recorded games: the common format, and the games' own.

use quintain_rules::Registry;
use quintain_rules::erased::AnyGame;
use quintain_rules::record::{FileFormat, Record};
use std::fmt::Display;
use std::io::Read;
use std::path::{Path, PathBuf};

/// The one name of the common record format.
pub(crate) const RECORD: &str = "record";

/// A game's own format of this name; nothing for the common one. The error says what formats
/// there are.
pub(crate) fn format(
    registry: &Registry,
    name: &str,
) -> Result<Option<&'static FileFormat>, String> {
    let own = || registry.iter().flat_map(AnyGame::formats);
    match own().find(|format| format.name == name) {
        Some(format) => Ok(Some(format)),
        None if name == RECORD => Ok(None),
        None => {
            let names: Vec<&str> = std::iter::once(RECORD)
                .chain(own().map(|format| format.name))
                .collect();
            let names = names.join(", ");
            Err(format!("there is no format {name:?}; there are {names}"))
        }
    }
}

/// The format that a file's ending names. A file with the ending of no format is a record.
pub(crate) fn format_of(registry: &Registry, file: &Path) -> Option<&'static FileFormat> {
    let ending = file.extension()?.to_str()?;
    format(registry, ending).unwrap_or(None)
}

/// The text of a file, or of standard input for `-`.
pub(crate) fn read(file: &Path) -> std::io::Result<String> {
    if file.as_os_str() == "-" {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text)?;
        Ok(text)
    } else {
        std::fs::read_to_string(file)
    }
}

/// The one game in a file; the error names the file.
pub(crate) fn load(registry: &Registry, file: &Path) -> Result<Record, String> {
    let wrong = |error: &dyn Display| format!("{}: {error}", file.display());
    let text = read(file).map_err(|error| wrong(&error))?;
    match format_of(registry, file) {
        Some(format) => (format.parse)(&text).map_err(|error| wrong(&error)),
        None => Record::parse(registry, &text).map_err(|error| wrong(&error)),
    }
}

/// Writes a game into a file, which then holds all of it or what it held before. A file that
/// holds anything but a game is left alone.
pub(crate) fn save(registry: &Registry, file: &Path, record: &Record) -> Result<(), String> {
    let wrong = |error: &dyn Display| format!("{}: {error}", file.display());
    if file.exists() && load(registry, file).is_err() {
        return Err(wrong(
            &"there is something here that is not a game; choose another name",
        ));
    }
    let text = match format_of(registry, file) {
        Some(format) => (format.write)(record).map_err(|error| wrong(&error))?,
        None => record.to_string(),
    };
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    std::fs::write(&part, text)
        .and_then(|()| std::fs::rename(&part, file))
        .map_err(|error| wrong(&error))
}
