//! The command line of Quintain: parse, do, print.
//!
//! Which games there are comes from a [`Catalogue`] alone; nothing here names one.

mod args;
mod bench;
mod commands;
mod contest;
mod endgames;
mod files;
mod load;
mod page;
mod play;
mod screen;
mod serve;
mod solve;
mod think;
mod verify;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use quintain_engine::EngineRegistry;
use quintain_rules::Registry;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why a command did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A move, position or file was refused: exit status 1.
    #[error("{0}")]
    Refused(String),
    /// The command was used wrongly: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The command line itself was wrong, or asked for help.
    #[error(transparent)]
    CommandLine(#[from] clap::Error),
    /// The answer could not be written: exit status 1.
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    fn refused(reason: &dyn Display) -> Self {
        Failure::Refused(reason.to_string())
    }

    /// The program's exit status.
    pub fn status(&self) -> u8 {
        match self {
            Failure::CommandLine(error) => u8::try_from(error.exit_code()).unwrap_or(2),
            Failure::Usage(_) => 2,
            // Whoever read the answer has seen enough of it.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Failure::Refused(_) | Failure::Output(_) => 1,
        }
    }

    /// Tells the user and gives the exit status.
    pub fn report(&self) -> ExitCode {
        match self {
            // Prints help to stdout and errors to stderr, as the user's terminal can show it.
            Failure::CommandLine(error) => drop(error.print()),
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Failure::Usage(reason) | Failure::Refused(reason) => {
                drop(writeln!(io::stderr(), "quintain: {reason}"));
            }
            Failure::Output(_) => drop(writeln!(io::stderr(), "quintain: {self}")),
        }
        ExitCode::from(self.status())
    }
}

/// The command line's grammar, with the games of the registry.
pub fn command(registry: &Registry) -> Command {
    let ids: Vec<&'static str> = registry.iter().map(|game| game.info().id).collect();
    let mut command = args::Cli::command();
    for subcommand in command.get_subcommands_mut() {
        if subcommand.get_arguments().any(|arg| arg.get_id() == "game") {
            let with_games = subcommand
                .clone()
                .mut_arg("game", |arg| arg.value_parser(ids.clone()));
            *subcommand = with_games;
        }
    }
    command
}

/// Does what the command line asks, writing the answer to `out`, `styled` for a terminal or
/// plain.
pub fn run(
    catalogue: &EngineRegistry,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    styled: bool,
) -> Result<(), Failure> {
    let mut command = command(catalogue.registry());
    let matches = command.try_get_matches_from_mut(args)?;
    let cli = args::Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    commands::run(catalogue, cli, out, styled).map_err(|failure| match failure {
        Failure::Usage(reason) => {
            // Told with the usage of the verb that was used.
            let verb = matches.subcommand_name().unwrap_or_default();
            let used = match command.find_subcommand_mut(verb) {
                Some(verb) => verb,
                None => &mut command,
            };
            Failure::CommandLine(used.error(ErrorKind::ValueValidation, reason))
        }
        other => other,
    })
}
