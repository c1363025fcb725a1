//! Why a command failed, and how that is said.

use crate::TEXTS;
use crate::messages::{Reason, os_error};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use quintain_rules::message::{Language, Message, ToMessage};
use quintain_rules::messages;
use std::error::Error as _;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// The exit status after Ctrl-C, as shells report it.
pub(crate) const INTERRUPTED_STATUS: u8 = 130;

/// The exit status of a match in which games were ended by faults.
const FAULTS_STATUS: u8 = 3;

/// Why a command failed.
#[derive(Debug)]
pub enum Error {
    /// A move, position or file was rejected: exit status 1.
    Rejected(Message),
    /// Wrong usage: exit status 2.
    Usage {
        /// What is wrong.
        reason: Message,
        /// How the subcommand is used, as far as that is known.
        usage: String,
    },
    /// The command line could not be parsed, or asked for help.
    CommandLine(clap::Error),
    /// The result could not be written: exit status 1.
    Output(io::Error),
    /// A match was played and its result is printed, but faults ended games: exit status 3.
    Faults(Message),
    /// Somebody pressed Ctrl-C; what was found so far is printed: exit status 130.
    Interrupted,
}

impl From<clap::Error> for Error {
    fn from(error: clap::Error) -> Self {
        Error::CommandLine(error)
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Output(error)
    }
}

/// English, for tests and logs.
impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text(Language::ENGLISH))
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(crate) fn rejected(reason: &impl ToMessage) -> Self {
        Error::Rejected(reason.to_message())
    }

    pub(crate) fn usage(reason: &impl ToMessage) -> Self {
        Error::Usage {
            reason: reason.to_message(),
            usage: String::new(),
        }
    }

    /// A rejection that names the file.
    pub(crate) fn in_file(file: &Path, reason: &impl ToMessage) -> Self {
        Error::rejected(&Reason::InFile {
            file: file.display().to_string(),
            reason: reason.to_message(),
        })
    }

    /// A rejection that names the file, by the operating system.
    pub(crate) fn file_failed(file: &Path, error: &io::Error) -> Self {
        Error::in_file(file, &os_error(error))
    }

    /// The program's exit status.
    pub fn status(&self) -> u8 {
        match self {
            Error::CommandLine(error) => u8::try_from(error.exit_code()).unwrap_or(2),
            Error::Usage { .. } => 2,
            // The reader has seen enough.
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Error::Rejected(_) | Error::Output(_) => 1,
            Error::Faults(_) => FAULTS_STATUS,
            Error::Interrupted => INTERRUPTED_STATUS,
        }
    }

    /// The error in a language, without a newline at the end.
    pub fn text(&self, language: Language) -> String {
        match self {
            Error::Rejected(reason) | Error::Faults(reason) => reason.render(language),
            Error::Usage { reason, usage } => usage_error(reason.clone(), &[], usage, language),
            Error::CommandLine(error) => command_line_error(error, language),
            Error::Output(_) | Error::Interrupted => self.message().render(language),
        }
    }

    /// The reason alone, as programs get it.
    fn message(&self) -> Message {
        match self {
            Error::Rejected(reason) | Error::Faults(reason) | Error::Usage { reason, .. } => {
                reason.clone()
            }
            Error::CommandLine(error) => {
                reason(error).unwrap_or_else(|| UsageText::Unreadable.into())
            }
            Error::Output(error) => {
                let error = os_error(error);
                Reason::Output { error }.into()
            }
            Error::Interrupted => Reason::Interrupted.into(),
        }
    }

    /// Prints the error, as JSON if that is wanted, and returns the exit status.
    pub fn report(&self, language: Language, json: bool) -> ExitCode {
        match self {
            // Prints help and version to stdout, styled if the terminal allows it.
            Error::CommandLine(error) if !error.use_stderr() => drop(error.print()),
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            _ if json => {
                let error = serde_json::json!({ "error": self.message() });
                drop(writeln!(io::stderr(), "{error}"));
            }
            Error::CommandLine(_) | Error::Usage { .. } => {
                drop(writeln!(io::stderr(), "{}", self.text(language)));
            }
            Error::Rejected(_) | Error::Faults(_) | Error::Output(_) | Error::Interrupted => {
                drop(writeln!(io::stderr(), "quintain: {}", self.text(language)));
            }
        }
        ExitCode::from(self.status())
    }
}

messages! {
    /// Texts about a command line that cannot be parsed.
    pub(crate) enum UsageText in TEXTS {
        /// Before the reason.
        Error = "usage-error" { reason: Message },
        /// Before a tip.
        Tip = "usage-tip" { tip: Message },
        /// How the command is used.
        Usage = "usage-line" { usage: String },
        /// Where to find more.
        TryHelp = "usage-try-help",
        /// An option is given twice.
        Repeated = "usage-repeated" { arg: String },
        /// An option excludes another one.
        Conflict = "usage-conflict" { arg: String, other: String },
        /// An option excludes several others.
        Conflicts = "usage-conflicts" { arg: String, others: String },
        /// An option has no value.
        NoValue = "usage-no-value" { arg: String },
        /// A value is wrong.
        InvalidValue = "usage-invalid-value" { value: String, arg: String },
        /// A value is wrong for a reason.
        InvalidValueBecause = "usage-invalid-value-because" {
            value: String,
            arg: String,
            reason: Message,
        },
        /// The values that there are, below the reason.
        WithValues = "usage-with-values" { reason: Message, values: String },
        /// There is no such subcommand.
        UnknownSubcommand = "usage-unknown-subcommand" { name: String },
        /// Arguments are missing.
        Missing = "usage-missing" { args: String },
        /// There are too many values.
        TooManyValues = "usage-too-many-values" { value: String, arg: String },
        /// The number of values is wrong.
        WrongCount = "usage-wrong-count" { arg: String, expected: i64, found: i64 },
        /// There is no such argument.
        UnknownArgument = "usage-unknown-argument" { arg: String },
        /// An argument is not text.
        NotUtf8 = "usage-not-utf8",
        /// There is a subcommand with a similar name.
        SimilarSubcommand = "usage-similar-subcommand" { name: String, count: usize },
        /// There is an argument with a similar name.
        SimilarArgument = "usage-similar-argument" { name: String, count: usize },
        /// There is a similar value.
        SimilarValue = "usage-similar-value" { name: String, count: usize },
        /// Anything else.
        Unreadable = "usage-unreadable",
        /// Something that looks like an option can be a value.
        AsValue = "usage-as-value" { arg: String },
    }
}

/// The usage that the parser renders, without its heading.
pub(crate) fn usage_line(usage: &StyledStr) -> String {
    let usage = usage.to_string();
    let usage = usage.trim();
    usage.strip_prefix("Usage: ").unwrap_or(usage).to_owned()
}

/// A reason with tips, usage and a hint to the help, as the parser arranges them.
fn usage_error(reason: Message, tips: &[Message], usage: &str, language: Language) -> String {
    let say = |text: UsageText| text.to_message().render(language);
    let mut text = say(UsageText::Error { reason });
    for (index, tip) in tips.iter().enumerate() {
        text += if index == 0 { "\n\n  " } else { "\n  " };
        text += &say(UsageText::Tip { tip: tip.clone() });
    }
    if !usage.is_empty() {
        let usage = usage.to_owned();
        text += &format!("\n\n{}", say(UsageText::Usage { usage }));
    }
    text + &format!("\n\n{}", say(UsageText::TryHelp))
}

/// What the parser rejected.
fn command_line_error(error: &clap::Error, language: Language) -> String {
    let reason = reason(error).unwrap_or_else(|| UsageText::Unreadable.into());
    let usage = match error.get(ContextKind::Usage) {
        Some(ContextValue::StyledStr(usage)) => usage_line(usage),
        _ => String::new(),
    };
    usage_error(reason, &tips(error), &usage, language)
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        _ => None,
    }
}

fn number(error: &clap::Error, kind: ContextKind) -> Option<i64> {
    match error.get(kind)? {
        ContextValue::Number(number) => i64::try_from(*number).ok(),
        _ => None,
    }
}

/// Texts below each other, or in one line.
fn texts(error: &clap::Error, kind: ContextKind, separator: &str) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) if !texts.is_empty() => Some(texts.join(separator)),
        _ => None,
    }
}

/// Why the parser rejected a value, without the name of its argument.
pub(crate) fn value_reason(error: &clap::Error) -> Message {
    let source = error.source();
    match source.and_then(|source| source.downcast_ref::<InvalidValue>()) {
        Some(InvalidValue(reason)) => reason.clone(),
        None => reason(error).unwrap_or_else(|| UsageText::Unreadable.into()),
    }
}

fn reason(error: &clap::Error) -> Option<Message> {
    let arg = || text(error, ContextKind::InvalidArg);
    let value = || text(error, ContextKind::InvalidValue);
    let wrong_count = |expected: ContextKind| {
        Some(UsageText::WrongCount {
            arg: arg()?,
            expected: number(error, expected)?,
            found: number(error, ContextKind::ActualNumValues)?,
        })
    };
    let reason = match error.kind() {
        ErrorKind::ArgumentConflict => match error.get(ContextKind::PriorArg)? {
            ContextValue::String(other) if *other == arg()? => UsageText::Repeated { arg: arg()? },
            ContextValue::String(other) => UsageText::Conflict {
                arg: arg()?,
                other: other.clone(),
            },
            ContextValue::Strings(others) => UsageText::Conflicts {
                arg: arg()?,
                others: format!("  {}", others.join("\n  ")),
            },
            _ => return None,
        },
        ErrorKind::InvalidValue => return invalid_value(error),
        ErrorKind::InvalidSubcommand => UsageText::UnknownSubcommand {
            name: text(error, ContextKind::InvalidSubcommand)?,
        },
        ErrorKind::MissingRequiredArgument => UsageText::Missing {
            args: format!("  {}", texts(error, ContextKind::InvalidArg, "\n  ")?),
        },
        ErrorKind::TooManyValues => UsageText::TooManyValues {
            value: value()?,
            arg: arg()?,
        },
        ErrorKind::TooFewValues => wrong_count(ContextKind::MinValues)?,
        ErrorKind::WrongNumberOfValues => wrong_count(ContextKind::ExpectedNumValues)?,
        ErrorKind::ValueValidation => match error.source()?.downcast_ref::<InvalidValue>() {
            Some(InvalidValue(reason)) => UsageText::InvalidValueBecause {
                value: value()?,
                arg: arg()?,
                reason: reason.clone(),
            },
            None => UsageText::InvalidValue {
                value: value()?,
                arg: arg()?,
            },
        },
        ErrorKind::UnknownArgument => UsageText::UnknownArgument { arg: arg()? },
        ErrorKind::InvalidUtf8 => UsageText::NotUtf8,
        _ => return None,
    };
    Some(reason.into())
}

/// A value that is none of those that there are.
fn invalid_value(error: &clap::Error) -> Option<Message> {
    let arg = text(error, ContextKind::InvalidArg)?;
    let value = text(error, ContextKind::InvalidValue)?;
    let reason = if value.is_empty() {
        UsageText::NoValue { arg }
    } else {
        UsageText::InvalidValue { value, arg }
    };
    Some(match texts(error, ContextKind::ValidValue, ", ") {
        None => reason.into(),
        Some(values) => {
            let reason = reason.into();
            UsageText::WithValues { reason, values }.into()
        }
    })
}

fn tips(error: &clap::Error) -> Vec<Message> {
    let similar = |kind| {
        let name = texts(error, kind, "', '")?;
        let count = match error.get(kind)? {
            ContextValue::Strings(names) => names.len(),
            _ => 1,
        };
        Some((name, count))
    };
    let mut tips: Vec<Message> = Vec::new();
    if let Some((name, count)) = similar(ContextKind::SuggestedSubcommand) {
        tips.push(UsageText::SimilarSubcommand { name, count }.into());
    }
    if let Some((name, count)) = similar(ContextKind::SuggestedArg) {
        tips.push(UsageText::SimilarArgument { name, count }.into());
    }
    if let Some((name, count)) = similar(ContextKind::SuggestedValue) {
        tips.push(UsageText::SimilarValue { name, count }.into());
    }
    if let Some(ContextValue::StyledStrs(suggestions)) = error.get(ContextKind::Suggested) {
        let arg = text(error, ContextKind::InvalidArg).unwrap_or_default();
        // The parser has other tips, which would not help anyone here.
        let as_value = suggestions
            .iter()
            .filter(|tip| tip.to_string().starts_with("to pass "));
        tips.extend(as_value.map(|_| UsageText::AsValue { arg: arg.clone() }.into()));
    }
    tips
}

/// Why a value on the command line is rejected, for the parser to pass on.
#[derive(Clone, Debug)]
pub(crate) struct InvalidValue(pub(crate) Message);

impl<T: Into<Message>> From<T> for InvalidValue {
    fn from(reason: T) -> Self {
        InvalidValue(reason.into())
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl std::error::Error for InvalidValue {}
