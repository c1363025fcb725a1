//! The subcommand `verify`: whether a record proves what it claims.

use super::messages::Line;
use crate::messages::Reason;
use crate::output::Output;
use crate::{Error, files};
use quintain_rules::Registry;
use quintain_rules::message::ToMessage;
use quintain_rules::record::Record;
use quintain_table::{SealError, check_seal};
use serde_json::{Value, json};
use std::path::Path;

/// A record that has passed every check.
struct Verified<'a> {
    record: &'a Record,
    /// The commitment that its secret was sealed with, in games that hide something.
    commitment: Option<String>,
}

pub(super) fn verify(
    registry: &Registry,
    file: &Path,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let format = files::format_of(registry, file);
    let records = files::load_all(registry, file, format).map_err(Error::Rejected)?;
    if records.is_empty() {
        return Err(Error::in_file(file, &Reason::NoGame));
    }
    let mut verified = Vec::new();
    for (number, record) in (1..).zip(&records) {
        verified.push(Verified::new(record).map_err(|reason| match records.len() {
            1 => Error::in_file(file, &reason),
            _ => {
                let reason = reason.to_message();
                Error::in_file(file, &Reason::GameNumber { number, reason })
            }
        })?);
    }
    let text: String = verified.iter().map(|record| record.text(output)).collect();
    output.print(|| verified.iter().map(Verified::json).collect(), text)
}

impl<'a> Verified<'a> {
    /// Reading the record has checked that every step is legal and agrees with the secret. What
    /// remains is whether the secret is the one that was committed to.
    fn new(record: &'a Record) -> Result<Self, SealError> {
        let hides = !record.start().hidden().is_empty();
        let commitment = hides.then(|| check_seal(record)).transpose()?;
        Ok(Verified { record, commitment })
    }

    fn text(&self, output: &Output<'_>) -> String {
        let steps = output.line(Line::VerifiedSteps {
            game: self.record.info().name(),
            steps: self.record.steps().len(),
        });
        let seal = match &self.commitment {
            Some(commitment) => Line::VerifiedSecret {
                secret: self.record.secret().unwrap_or_default().to_owned(),
                commitment: commitment.clone(),
            },
            None => Line::NothingHidden,
        };
        steps + &output.line(seal)
    }

    fn json(&self) -> Value {
        json!({ "game": self.record.info().id, "steps": self.record.steps().len(),
                "position": self.record.position().text(), "secret": self.record.secret(),
                "commitment": self.commitment })
    }
}
