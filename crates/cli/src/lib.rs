//! The command line of Quintain: parse, run, print.
//!
//! The games come from a [`Catalogue`] alone; nothing here names one.

mod args;
mod commands;
mod dirs;
mod files;
mod markdown;
mod output;
mod play;
mod screen;

use clap::error::ErrorKind;
use clap::{Command, CommandFactory, FromArgMatches};
use quintain_engine::Catalogue;
use quintain_rules::Registry;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A move, position or file was rejected: exit status 1.
    #[error("{0}")]
    Rejected(String),
    /// Wrong usage: exit status 2.
    #[error("{0}")]
    Usage(String),
    /// The command line could not be parsed, or asked for help.
    #[error(transparent)]
    CommandLine(#[from] clap::Error),
    /// The result could not be written: exit status 1.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
}

impl Error {
    fn rejected(reason: &dyn Display) -> Self {
        Error::Rejected(reason.to_string())
    }

    fn usage(reason: &dyn Display) -> Self {
        Error::Usage(reason.to_string())
    }

    /// A rejection that names the file.
    fn in_file(file: &Path, reason: &dyn Display) -> Self {
        Error::Rejected(format!("{}: {reason}", file.display()))
    }

    /// The program's exit status.
    pub fn status(&self) -> u8 {
        match self {
            Error::CommandLine(error) => u8::try_from(error.exit_code()).unwrap_or(2),
            Error::Usage(_) => 2,
            // The reader has seen enough.
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Error::Rejected(_) | Error::Output(_) => 1,
        }
    }

    /// Prints the error and returns the exit status.
    pub fn report(&self) -> ExitCode {
        match self {
            // Prints help to stdout and errors to stderr, styled if the terminal allows it.
            Error::CommandLine(error) => drop(error.print()),
            Error::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Error::Usage(_) | Error::Rejected(_) | Error::Output(_) => {
                drop(writeln!(io::stderr(), "quintain: {self}"));
            }
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

/// Runs a command line and writes its result to `out`, `styled` for a terminal or plain.
pub fn run(
    catalogue: &Catalogue,
    args: impl IntoIterator<Item = impl Into<OsString> + Clone>,
    out: &mut dyn Write,
    styled: bool,
) -> Result<(), Error> {
    let mut command = command(catalogue.registry());
    let matches = command.try_get_matches_from_mut(args)?;
    let cli = args::Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    commands::run(catalogue, cli, out, styled).map_err(|error| match error {
        Error::Usage(reason) => {
            // Shown with the usage of the subcommand.
            let name = matches.subcommand_name().unwrap_or_default();
            let used = match command.find_subcommand_mut(name) {
                Some(subcommand) => subcommand,
                None => &mut command,
            };
            Error::CommandLine(used.error(ErrorKind::ValueValidation, reason))
        }
        other => other,
    })
}
