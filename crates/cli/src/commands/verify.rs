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

/// A record that has passed every check that is possible.
struct Verified<'a> {
    record: &'a Record,
    /// The commitment that its secret was sealed with, in games that hide something.
    commitment: Option<String>,
    /// Whether the secret is not disclosed yet, so that the commitment cannot be checked.
    is_sealed: bool,
}

pub(super) fn verify(
    registry: &Registry,
    file: &Path,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let games = files::load_all(registry, file).map_err(Error::Rejected)?;
    games.warn(output.language);
    // A format that names the secret in the open has no place for a commitment.
    let is_open = games.format.is_some_and(|format| format.names_secret);
    let mut verified = Vec::new();
    for &(number, ref record) in &games.records {
        let checked = Verified::new(record, is_open);
        verified.push(checked.map_err(|reason| match games.records.len() {
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

/// Whether a record claims that its secret was fixed at the start.
fn is_committed(record: &Record) -> bool {
    record.header("Commitment").is_some() || record.header("Salt").is_some()
}

impl<'a> Verified<'a> {
    /// Reading the record has checked that every step is legal and agrees with the secret. What
    /// remains is whether the secret is the one that was committed to.
    fn new(record: &'a Record, is_open: bool) -> Result<Self, SealError> {
        let hides = !record.start().hidden().is_empty();
        let is_disclosed = record.secret().is_some() || record.header("Salt").is_some();
        let stated = record.header("Commitment");
        // A game that goes on keeps its secret.
        if let (true, false, None, Some(stated)) = (hides, is_disclosed, record.result(), stated) {
            return Ok(Verified {
                record,
                commitment: Some(stated.to_owned()),
                is_sealed: true,
            });
        }
        // A game that was played on from such a file names its secret just as openly.
        let is_open = is_open || !is_committed(record) && record.secret().is_some();
        let commitment = (hides && !is_open)
            .then(|| check_seal(record))
            .transpose()?;
        Ok(Verified {
            record,
            commitment,
            is_sealed: false,
        })
    }

    fn text(&self, output: &Output<'_>) -> String {
        let steps = output.line(Line::VerifiedSteps {
            game: self.record.info().name(),
            steps: self.record.steps().len(),
        });
        let secret = self.record.secret().map(str::to_owned);
        let seal = match (&self.commitment, secret) {
            (Some(commitment), _) if self.is_sealed => Line::VerifiedSealed {
                commitment: commitment.clone(),
            },
            (Some(commitment), secret) => Line::VerifiedSecret {
                secret: secret.unwrap_or_default(),
                commitment: commitment.clone(),
            },
            (None, Some(secret)) => Line::VerifiedOpenSecret { secret },
            (None, None) => Line::NothingHidden,
        };
        steps + &output.line(seal)
    }

    fn json(&self) -> Value {
        json!({ "game": self.record.info().id, "steps": self.record.steps().len(),
                "position": self.record.position().text(), "secret": self.record.secret(),
                "commitment": self.commitment, "sealed": self.is_sealed })
    }
}
