//! The subcommand `convert`: records from one format to another.

use crate::output::Output;
use crate::{Error, files};
use quintain_rules::Registry;
use quintain_rules::record::Record;
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn convert(
    registry: &Registry,
    file: &Path,
    from: Option<&str>,
    to: &str,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let to = files::format(registry, to).map_err(|error| Error::usage(&error))?;
    let games = match from {
        Some(name) => {
            let from = files::format(registry, name).map_err(|error| Error::usage(&error))?;
            files::load_all_as(registry, file, from)
        }
        None => files::load_all(registry, file),
    };
    let games = games.map_err(Error::Rejected)?;
    games.warn(output.language);
    let records: Vec<Record> = games
        .records
        .into_iter()
        .map(|(_, record)| record)
        .collect();
    let write = |record: &Record| match to {
        Some(format) => (format.write)(record).map_err(|error| Error::in_file(file, &error)),
        None => Ok(record.to_string()),
    };
    let texts = records.iter().map(write).collect::<Result<Vec<_>, _>>()?;
    let json = || {
        let record = |(record, text): (&Record, &String)| {
            let steps: Value = record.steps().iter().map(|step| json!(step.text)).collect();
            json!({ "game": record.info().id, "start": record.start().text(),
                    "position": record.position().text(), "steps": steps, "text": text })
        };
        records.iter().zip(&texts).map(record).collect()
    };
    output.print(json, texts.join("\n"))
}
