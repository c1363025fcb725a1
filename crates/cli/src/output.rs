//! Where results go, and in which form.

use crate::Error;
use serde_json::Value;
use std::io::Write;

/// Where the result goes, and in which form.
pub(crate) struct Output<'a> {
    pub(crate) json: bool,
    /// Whether it is shown in a terminal.
    pub(crate) styled: bool,
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
}
