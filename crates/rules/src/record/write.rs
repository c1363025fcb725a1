//! Writing records.

use super::{EndReason, Outcome, Record};
use crate::Side;
use std::fmt;

impl fmt::Display for Record {
    /// Writes the record; parsing it again gives the same record.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_headers(out)?;
        writeln!(out)?;
        for comment in &self.preamble {
            writeln!(out, "{{{}}}", escape(comment, '}'))?;
        }
        self.write_steps(out)?;
        writeln!(out, "{}", result_token(self.result))
    }
}

impl Record {
    /// The result as it is written: `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub fn result_token(&self) -> &'static str {
        result_token(self.result)
    }

    fn write_headers(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = |name: &str, value: &str| {
            writeln!(
                out,
                "[{name} \"{}\"]",
                escape(value, '"').replace('\n', "\\n")
            )
        };
        header("Game", self.info().id)?;
        if let Some(size) = self.start.size() {
            header("Size", &size.to_string())?;
        }
        if !self.has_default_start() {
            header("Start", &self.start.text())?;
        }
        for (name, value) in self.headers() {
            header(name, value)?;
        }
        if let Some(secret) = self.secret() {
            header("Secret", secret)?;
        }
        if let Some(reason) = self.result.and_then(Outcome::termination) {
            header("Termination", reason.as_str())?;
        }
        Ok(())
    }

    /// Whether the game began from the default start position of its board.
    pub(super) fn has_default_start(&self) -> bool {
        self.start.default_start().text() == self.start.text()
    }

    /// One line per move number; a line begins with the first side's step.
    fn write_steps(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut side = self.start.turn();
        let mut number = 1;
        for (ply, step) in self.steps.iter().enumerate() {
            match side {
                Side::First => write!(out, "{number}. {}", step.text)?,
                Side::Second if ply == 0 => write!(out, "{number}... {}", step.text)?,
                Side::Second => write!(out, " {}", step.text)?,
            }
            for comment in &step.comments {
                write!(out, " {{{}}}", escape(comment, '}'))?;
            }
            if side == Side::Second || ply + 1 == self.steps.len() {
                writeln!(out)?;
                number += 1;
            }
            side = !side;
        }
        Ok(())
    }
}

/// A text with the closing mark and the backslash escaped by a backslash.
fn escape(text: &str, close: char) -> String {
    text.replace('\\', "\\\\")
        .replace(close, &format!("\\{close}"))
}

/// How a record writes its result.
pub(super) fn result_token(result: Option<Outcome>) -> &'static str {
    match result {
        None
        | Some(Outcome {
            reason: EndReason::Abort,
            ..
        }) => "*",
        Some(Outcome {
            winner: Some(Side::First),
            ..
        }) => "1-0",
        Some(Outcome {
            winner: Some(Side::Second),
            ..
        }) => "0-1",
        Some(Outcome { winner: None, .. }) => "1/2-1/2",
    }
}
