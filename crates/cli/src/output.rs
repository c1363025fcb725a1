//! Where results go, in which form, and in which language.

use crate::Error;
use quintain_rules::message::{Language, Message, join};
use serde_json::Value;
use std::io::Write;

/// Where the result goes, in which form, and in which language.
pub(crate) struct Output<'a> {
    pub(crate) json: bool,
    /// Whether it is shown in a terminal.
    pub(crate) styled: bool,
    pub(crate) language: Language,
    pub(crate) out: &'a mut dyn Write,
}

impl Output<'_> {
    /// Prints the JSON with --json, the text otherwise.
    pub(crate) fn print(
        &mut self,
        json: impl FnOnce() -> Value,
        text: impl AsRef<str>,
    ) -> Result<(), Error> {
        if self.json {
            writeln!(self.out, "{:#}", json())?;
        } else {
            self.out.write_all(text.as_ref().as_bytes())?;
        }
        Ok(())
    }

    /// Prints a line of progress at once, unless the result is JSON.
    pub(crate) fn progress(&mut self, line: &str) -> std::io::Result<()> {
        if !self.json {
            writeln!(self.out, "{line}")?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// A message as a line of text.
    pub(crate) fn line(&self, message: impl Into<Message>) -> String {
        format!("{}\n", message.into().render(self.language))
    }

    /// Sentences as a line of text; none if there are none.
    pub(crate) fn sentences(&self, sentences: &[Message]) -> String {
        if sentences.is_empty() {
            return String::new();
        }
        format!("{}\n", join(sentences, self.language))
    }
}
