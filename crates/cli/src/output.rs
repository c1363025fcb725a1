//! Where results go, in which form, and in which language.

use crate::Error;
use quintain_rules::message::{Language, Message, join};
use serde_json::Value;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on stderr that shows how far a command has got, if a person can see it.
pub(crate) struct StatusLine {
    /// When it was last drawn; `None` if nobody looks.
    drawn_at: Option<Option<Instant>>,
}

/// How often the line is drawn at most.
const STATUS_INTERVAL: Duration = Duration::from_millis(200);

impl StatusLine {
    /// Nothing is shown before there is something to show.
    pub(crate) fn new() -> StatusLine {
        let is_visible = std::io::stderr().is_terminal() && !is_dumb_terminal();
        StatusLine {
            drawn_at: is_visible.then_some(None),
        }
    }

    /// Shows a line in place of the one before.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        let Some(drawn_at) = &mut self.drawn_at else {
            return;
        };
        if drawn_at.is_some_and(|at| at.elapsed() < STATUS_INTERVAL) {
            return;
        }
        *drawn_at = Some(Instant::now());
        // Where it cannot be shown, it need not be.
        drop(write!(std::io::stderr(), "\r{}\x1b[K", text()));
    }
}

impl Drop for StatusLine {
    fn drop(&mut self) {
        if let Some(Some(_)) = self.drawn_at {
            drop(write!(std::io::stderr(), "\r\x1b[K"));
        }
    }
}

/// Whether the terminal can only print one line after the other.
pub(crate) fn is_dumb_terminal() -> bool {
    is_dumb(std::env::var("TERM").ok().as_deref())
}

fn is_dumb(term: Option<&str>) -> bool {
    match term {
        None | Some("") => !cfg!(windows),
        Some(term) => term == "dumb",
    }
}

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

#[cfg(test)]
mod tests {
    use super::is_dumb;

    #[test]
    #[cfg(not(windows))]
    fn a_terminal_that_is_dumb_or_unknown_gets_plain_lines() {
        assert!(is_dumb(Some("dumb")) && is_dumb(Some("")) && is_dumb(None));
        assert!(!is_dumb(Some("xterm")));
    }
}
