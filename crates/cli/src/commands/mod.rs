//! The subcommands.

pub(crate) mod analyse;
pub(crate) mod bench;
mod convert;
pub(crate) mod endgames;
mod inspect;
mod interrupt;
pub(crate) mod load;
pub(crate) mod match_games;
pub(crate) mod messages;
pub(crate) mod serve;
mod settings;
pub(crate) mod solve;
mod verify;

use crate::args::{Cli, LineArgs, StartArgs, Subcommand};
use crate::messages::Reason;
use crate::output::Output;
use crate::{Error, files, play};
use quintain_engine::{EngineFactory, EngineRegistry};
use quintain_rules::Registry;
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::{Language, Message};
use quintain_rules::record::Record;
use quintain_rules::view::StepView;
use serde_json::json;
use std::io::Write;
use std::path::Path;

pub(crate) fn run(
    engines: &EngineRegistry,
    cli: Cli,
    language: Language,
    out: &mut dyn Write,
    styled: bool,
) -> Result<(), Error> {
    let output = &mut Output {
        json: cli.json,
        styled,
        language,
        out,
    };
    let registry = engines.registry();
    let Some(subcommand) = cli.subcommand else {
        return serve::open_in_browser(engines, output);
    };
    match subcommand {
        Subcommand::Games => inspect::games(registry, output),
        Subcommand::Rules { game } => inspect::rules(registry, &game, output),
        Subcommand::Moves { line } => inspect::moves(&Line::new(registry, &line)?, output),
        Subcommand::Events { line } => inspect::events(&Line::new(registry, &line)?, output),
        Subcommand::Position { line } => inspect::position(&Line::new(registry, &line)?, output),
        Subcommand::Show { line } => inspect::show(&Line::all(registry, &line, output)?, output),
        Subcommand::Status { line } => inspect::status(&Line::new(registry, &line)?, output),
        Subcommand::Perft {
            start,
            depth,
            steps,
            divide,
            threads,
        } => {
            let line = Line::new(registry, &LineArgs { start, steps })?;
            inspect::perft(&line, depth, divide, threads, output)
        }
        Subcommand::Convert { file, from, to } => {
            convert::convert(registry, &file, from.as_deref(), &to, output)
        }
        Subcommand::Analyse(args) => analyse::analyse(engines, &args, output),
        Subcommand::Solve(args) => solve::solve(engines, &args, output),
        Subcommand::Match(args) => match_games::run(engines, &args, output),
        Subcommand::Engine(_) if output.json => Err(Error::usage(&Reason::EngineHasNoJson)),
        Subcommand::Engine(args) => analyse::speak_ugi(engines, &args),
        Subcommand::Endgames(args) => endgames::build(engines, &args, output),
        Subcommand::Bench(args) => bench::bench(engines, &args, output),
        Subcommand::Play(args) => play::run(engines, &args, output),
        Subcommand::Verify { file } => verify::verify(registry, &file, output),
        Subcommand::Serve(args) => serve::run(engines, args, output),
        Subcommand::Backup { database, file } => serve::backup(&database, &file, output),
        Subcommand::Migrate { from, to } => serve::migrate(&from, &to, output),
        Subcommand::Systemd => serve::systemd(output),
        Subcommand::Load(args) => load::load(registry, args, output),
        // JSON is its only form.
        Subcommand::Openapi => Ok(output
            .out
            .write_all(quintain_server::openapi().as_bytes())?),
        Subcommand::Completions { shell } => completions(registry, shell, output),
    }
}

fn completions(
    registry: &Registry,
    shell: clap_complete::Shell,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let mut command = crate::command(registry, output.language);
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "quintain", &mut script);
    let script = String::from_utf8_lossy(&script);
    output.print(
        || json!({ "shell": shell.to_string(), "script": script }),
        &script,
    )
}

/// The position to start from.
fn start_position(registry: &Registry, start: &StartArgs) -> Result<Box<dyn AnyPosition>, Error> {
    let game = registry
        .get(&start.game)
        .map_err(|error| Error::usage(&error))?;
    let default = game
        .start(start.size)
        .map_err(|error| Error::usage(&error))?;
    let Some(text) = &start.position else {
        return Ok(default);
    };
    let position = game.parse(text).map_err(|error| Error::rejected(&error))?;
    check_size(start.size, &*position).map_err(|error| Error::rejected(&error))?;
    Ok(position)
}

/// Checks that a position is on a board of the requested size.
pub(crate) fn check_size(requested: Option<u8>, position: &dyn AnyPosition) -> Result<(), Reason> {
    match (requested, position.size()) {
        (Some(requested), Some(found)) if requested != found => {
            Err(Reason::OtherSize { found, requested })
        }
        _ => Ok(()),
    }
}

/// Makes engines for the game of a position.
fn factory_for(
    engines: &EngineRegistry,
    position: &dyn AnyPosition,
) -> Result<&'static dyn EngineFactory, Error> {
    engines
        .get(position.info().id)
        .map_err(|error| Error::usage(&error))
}

/// The number of threads if none is given: one per core.
fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A position with the steps that led to it.
struct Line {
    position: Box<dyn AnyPosition>,
    steps: Vec<StepView>,
    /// The Zobrist keys of the earlier positions, oldest first.
    history: Vec<u64>,
    /// Which game of a file it is, if the file has several.
    heading: Option<Message>,
}

impl Line {
    /// The line that the arguments describe: from a game's start position, or in a file.
    fn new(registry: &Registry, args: &LineArgs) -> Result<Self, Error> {
        if files::names_file(&args.start.game) {
            let record = games_of(registry, &args.start)?.one();
            let line = Line::of_record(&record.map_err(Error::Rejected)?)?;
            return line.play_all(args.steps.iter());
        }
        Line::from(start_position(registry, &args.start)?).play_all(args.steps.iter())
    }

    /// The same, with all games of a file if no steps are to be played after them.
    fn all(registry: &Registry, args: &LineArgs, output: &Output<'_>) -> Result<Vec<Self>, Error> {
        if !files::names_file(&args.start.game) || !args.steps.is_empty() {
            return Ok(vec![Line::new(registry, args)?]);
        }
        let games = games_of(registry, &args.start)?;
        games.warn(output.language);
        let has_several = games.records.len() > 1;
        let line = |(number, record): &(usize, Record)| {
            let heading = has_several.then(|| files::list_entry(*number, record));
            Ok(Line {
                heading,
                ..Line::of_record(record)?
            })
        };
        games.records.iter().map(line).collect()
    }

    fn from(position: Box<dyn AnyPosition>) -> Self {
        Line {
            position,
            steps: Vec::new(),
            history: Vec::new(),
            heading: None,
        }
    }

    fn of_record(record: &Record) -> Result<Self, Error> {
        let steps = record.steps().iter().map(|step| &step.text);
        Line::from(record.start().boxed_clone()).play_all(steps)
    }

    fn play_all<'a>(mut self, steps: impl Iterator<Item = &'a String>) -> Result<Self, Error> {
        for step in steps {
            self.history.push(self.position.zobrist());
            let played = self.position.play(step);
            self.steps
                .push(played.map_err(|error| Error::rejected(&error))?);
        }
        Ok(self)
    }
}

/// The games of a file that is named in place of a game.
fn games_of(registry: &Registry, start: &StartArgs) -> Result<files::Games, Error> {
    if start.size.is_some() || start.position.is_some() {
        return Err(Error::usage(&Reason::FileHasStart));
    }
    files::load_all(registry, Path::new(&start.game)).map_err(Error::Rejected)
}
