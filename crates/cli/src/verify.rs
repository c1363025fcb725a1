//! The verb `verify`: is a record what it says it is?

use crate::commands::Answer;
use crate::{Failure, files};
use quintain_rules::Registry;
use quintain_rules::record::Record;
use quintain_table::check_seal;
use serde_json::{Value, json};
use std::fmt::Display;
use std::path::Path;

/// What was found in a record that holds.
struct Checked<'a> {
    record: &'a Record,
    /// The commitment that its secret was sealed with, in games that hide something.
    commitment: Option<String>,
}

pub(crate) fn verify(
    registry: &Registry,
    file: &Path,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let refused = |error: &dyn Display| Failure::Refused(format!("{}: {error}", file.display()));
    let text = files::read(file).map_err(|error| refused(&error))?;
    let records = match files::format_of(registry, file) {
        Some(format) => vec![(format.parse)(&text).map_err(|error| refused(&error))?],
        None => Record::parse_all(registry, &text).map_err(|error| refused(&error))?,
    };
    if records.is_empty() {
        return Err(refused(&"there is no game in this file"));
    }
    let mut checked = Vec::new();
    for (number, record) in (1..).zip(&records) {
        checked.push(check(record).map_err(|reason| match records.len() {
            1 => refused(&reason),
            _ => refused(&format!("game {number}: {reason}")),
        })?);
    }
    let text: String = checked.iter().map(Checked::text).collect();
    answer.give(|| checked.iter().map(Checked::json).collect(), text)
}

/// That every step is legal and agrees with the secret was checked when the record was read;
/// what is left is whether the secret is the one that was promised.
fn check(record: &Record) -> Result<Checked<'_>, String> {
    let sealed = record.start().hidden().is_some();
    let commitment = sealed.then(|| check_seal(record)).transpose();
    Ok(Checked {
        record,
        commitment: commitment.map_err(|broken| broken.to_string())?,
    })
}

impl Checked<'_> {
    fn text(&self) -> String {
        let name = self.record.info().name;
        let steps = match self.record.steps().len() {
            1 => "1 step".to_owned(),
            steps => format!("{steps} steps"),
        };
        let mut text = format!("{name}, {steps}: every step is legal.\n");
        if let Some(commitment) = &self.commitment {
            let secret = self.record.secret().unwrap_or_default();
            text += &format!(
                "What was revealed agrees with the secret {secret}, which was fixed at the start:\n\
                 the commitment {commitment}\nis the SHA-256 of its salt and secret.\n"
            );
        } else {
            text += "Nothing is hidden in this game, so there is no commitment to check.\n";
        }
        text
    }

    fn json(&self) -> Value {
        json!({ "game": self.record.info().id, "steps": self.record.steps().len(),
                "position": self.record.position().text(), "secret": self.record.secret(),
                "commitment": self.commitment })
    }
}
