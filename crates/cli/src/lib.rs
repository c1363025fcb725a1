//! The command line of Quintain: parse, run, print.
//!
//! The games come from an [`EngineRegistry`] alone; nothing here names one. What the program says
//! to people is in catalogues, one per language: [`TEXTS`]. Its notation is the same in every
//! language: subcommands, flags and names of values, moves and positions, the words that are typed
//! while playing line by line, and the result lines that programs read.

/// The examples in the project's README, kept working.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod args;
mod commands;
mod dirs;
mod error;
mod files;
mod help;
mod language;
mod markdown;
mod messages;
mod output;
mod play;
mod screen;

pub use error::Error;
pub use language::{choose_language, wants_json};

use clap::{Command, FromArgMatches};
use quintain_engine::EngineRegistry;
use quintain_rules::Registry;
use quintain_rules::message::{Language, MessageSpec, Texts};
use std::ffi::OsString;
use std::io::Write;

/// The texts of this crate.
pub static TEXTS: Texts = quintain_rules::texts!("cli", "$CARGO_MANIFEST_DIR/texts");

/// The messages of this crate, for tests of its catalogues; [`help_ids`] has the others.
pub const MESSAGES: &[&[MessageSpec]] = &[
    commands::match_games::messages::MatchError::SPECS,
    commands::messages::Line::SPECS,
    error::UsageText::SPECS,
    help::HelpText::SPECS,
    messages::Part::SPECS,
    messages::Reason::SPECS,
    messages::ValueError::SPECS,
    play::OpponentError::SPECS,
    play::SessionError::SPECS,
    play::Text::SPECS,
    play::CommandText::SPECS,
    play::PlainText::SPECS,
    screen::messages::Ask::SPECS,
    screen::messages::Keys::SPECS,
    screen::messages::Label::SPECS,
    screen::messages::News::SPECS,
];

/// The command line's grammar with the games of the registry, and with help in a language.
pub fn command(registry: &Registry, language: Language) -> Command {
    help::localize(args::grammar(registry), language)
}

/// The ids of the help texts that the command line needs, for tests of the catalogues.
pub fn help_ids(registry: &Registry) -> Vec<String> {
    help::ids(args::grammar(registry))
}

/// Runs a command line and writes its result to `out`, `styled` for a terminal or plain.
pub fn run(
    engines: &EngineRegistry,
    language: Language,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    styled: bool,
) -> Result<(), Error> {
    let mut command = command(engines.registry(), language);
    let matches = command.try_get_matches_from_mut(args)?;
    let cli = args::Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    commands::run(engines, cli, language, out, styled).map_err(|error| match error {
        Error::Usage { reason, .. } => {
            // Shown with the usage of the subcommand.
            let name = matches.subcommand_name().unwrap_or_default();
            let used = match command.find_subcommand_mut(name) {
                Some(subcommand) => subcommand,
                None => &mut command,
            };
            Error::Usage {
                reason,
                usage: error::usage_line(&used.render_usage()),
            }
        }
        other => other,
    })
}
