//! What a record says beside its steps, kept while its game is played on.

use quintain_rules::record::{Record, RecordFault};
use serde::{Deserialize, Serialize};

/// The headers and comments of a record that a game continues, and whether it named its secret.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Annotations {
    /// The free headers, in order: names and values.
    #[serde(default)]
    headers: Vec<(String, String)>,
    /// The comments before the first step.
    #[serde(default)]
    preamble: Vec<String>,
    /// The steps, each with the comments after it.
    #[serde(default)]
    steps: Vec<(String, Vec<String>)>,
    /// Whether everyone who has the record knows what is hidden.
    #[serde(default)]
    names_secret: bool,
}

/// The headers that follow from a table's seal.
const SEAL_HEADERS: [&str; 2] = ["Commitment", "Salt"];

impl Annotations {
    /// Those of a record.
    pub fn of(record: &Record) -> Annotations {
        let header = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let steps = record.steps().iter();
        Annotations {
            headers: record.headers().map(header).collect(),
            preamble: record.preamble().to_vec(),
            steps: steps
                .map(|step| (step.text.clone(), step.comments.clone()))
                .collect(),
            names_secret: record.secret().is_some(),
        }
    }

    /// Whether the record named what is hidden.
    pub(crate) fn names_secret(&self) -> bool {
        self.names_secret
    }

    /// Begins another record of the game with the headers and the comments before the first step.
    pub(crate) fn begin(&self, record: &mut Record) -> Result<(), RecordFault> {
        for (name, value) in &self.headers {
            if !SEAL_HEADERS.contains(&name.as_str()) {
                record.set_header(name, value)?;
            }
        }
        for comment in &self.preamble {
            record.comment(comment);
        }
        Ok(())
    }

    /// How many of the first steps are the same as those of the record.
    pub(crate) fn common_steps<'a>(&self, steps: impl Iterator<Item = &'a str>) -> usize {
        let pairs = self.steps.iter().zip(steps);
        pairs
            .take_while(|((text, _), played)| text == played)
            .count()
    }

    /// The comments after a step of the record.
    pub(crate) fn comments(&self, index: usize) -> &[String] {
        self.steps.get(index).map_or(&[], |(_, comments)| comments)
    }
}
