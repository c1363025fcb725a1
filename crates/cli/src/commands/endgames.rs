//! The subcommand `endgames`, which builds endgame tablebases, and loading them for the others.

use super::interrupt::Interrupt;
use super::messages::Line;
use super::{all_cores, factory_for, start_position};
use crate::args::{StartArgs, count, integer, size, unsigned};
use crate::messages::{Reason, decimal};
use crate::output::Output;
use crate::{Error, files};
use clap::Args;
use quintain_engine::{
    AnyEngine, EngineFactory, EngineRegistry, Tablebase, TablebaseBuilder, TablebaseProgress,
};
use quintain_rules::erased::AnyPosition;
use quintain_rules::message::ToMessage;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often an unfinished tablebase is saved.
const SAVE_INTERVAL: Duration = Duration::from_secs(60);
/// How often progress is reported.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

#[derive(Debug, Args)]
pub(crate) struct EndgamesArgs {
    #[arg(index = 1)]
    game: String,

    #[arg(long, value_name = "N", value_parser = size)]
    size: Option<u8>,

    #[arg(long, value_name = "K", default_value = "2", value_parser = integer::<u8>(1..=255))]
    pieces: u8,

    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[arg(long, value_name = "N", value_parser = count)]
    threads: Option<usize>,

    #[arg(long, value_name = "N", default_value = "1000", value_parser = unsigned)]
    check: u64,
}

/// The tablebase to use.
#[derive(Debug, Args)]
pub(crate) struct TablebaseArgs {
    #[arg(long, value_name = "FILE")]
    endgames: Option<PathBuf>,
}

impl TablebaseArgs {
    /// The file's name, if one was given.
    pub(super) fn name(&self) -> Option<String> {
        Some(self.endgames.as_ref()?.display().to_string())
    }

    /// The tablebase, if one was requested.
    pub(super) fn load(
        &self,
        factory: &dyn EngineFactory,
        board: &dyn AnyPosition,
    ) -> Result<Option<Arc<Tablebase>>, Error> {
        let Some(file) = &self.endgames else {
            return Ok(None);
        };
        let tables = factory
            .tablebase(board)
            .map_err(|error| Error::usage(&error))?;
        Ok(Some(Arc::new(read(&*tables, file)?)))
    }
}

/// Gives an engine a tablebase, if there is one.
pub(super) fn set_tablebase(
    engine: &mut dyn AnyEngine,
    tablebase: Option<Arc<Tablebase>>,
) -> Result<(), Error> {
    let set = engine.set_tablebase(tablebase);
    set.map_err(|error| Error::rejected(&error))
}

fn read(tables: &dyn TablebaseBuilder, file: &Path) -> Result<Tablebase, Error> {
    let mut input = files::open(file).map_err(Error::Rejected)?;
    tables
        .read(&mut input)
        .map_err(|error| Error::in_file(file, &error))
}

fn write(tablebase: &Tablebase, file: &Path) -> Result<(), Error> {
    files::replace(file, |out| tablebase.write(out))
        .map_err(|error| Error::file_failed(file, &error))
}

/// The tablebase in the file, or an empty one.
fn open_or_create(tables: &dyn TablebaseBuilder, args: &EndgamesArgs) -> Result<Tablebase, Error> {
    if !args.out.exists() {
        return tables
            .begin(args.pieces)
            .map_err(|error| Error::usage(&error));
    }
    let tablebase = read(tables, &args.out)?;
    if tablebase.max_pieces() == args.pieces {
        Ok(tablebase)
    } else {
        let reason = Reason::OtherPieces {
            found: tablebase.max_pieces(),
            requested: args.pieces,
        };
        Err(Error::in_file(&args.out, &reason))
    }
}

pub(super) fn build(
    engines: &EngineRegistry,
    args: &EndgamesArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let start = StartArgs {
        game: args.game.clone(),
        size: args.size,
        position: None,
    };
    let board = start_position(engines.registry(), &start)?;
    let tables = factory_for(engines, &*board)?
        .tablebase(&*board)
        .map_err(|error| Error::usage(&error))?;
    let started_at = Instant::now();
    let interrupt = Interrupt::listen();
    let (tablebase, total) = solve(&*tables, args, &interrupt, output)?;
    if interrupt.is_requested() {
        return report_part(&tablebase, total, args, &interrupt, output);
    }
    let seconds = started_at.elapsed().as_secs_f64();
    let (checked, searched) = tables
        .verify(&tablebase, args.check, 1)
        .map_err(|error| Error::in_file(&args.out, &error))?;
    let positions = tablebase.positions();
    let text = output.line(Line::EndgamesDone {
        positions,
        seconds: decimal(seconds, 1, output.language),
        checked,
        searched,
    });
    let json = || {
        json!({ "game": args.game, "positions": positions, "pieces": tablebase.max_pieces(),
                "seconds": seconds, "checked": checked, "searched": searched })
    };
    output.print(json, text)
}

/// Says what is in the file of a tablebase that was cut short.
fn report_part(
    tablebase: &Tablebase,
    total: u64,
    args: &EndgamesArgs,
    interrupt: &Interrupt,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let positions = tablebase.positions();
    let file = args.out.display().to_string();
    let text = output.line(Line::EndgamesPart {
        positions,
        total,
        file,
    });
    let json = || {
        json!({ "game": args.game, "positions": positions, "pieces": tablebase.max_pieces(),
                "total": total })
    };
    output.print(json, text)?;
    interrupt.finish(output)
}

/// Solves what is missing from the file, until the person has seen enough. Returns how many
/// positions there are in all, as far as that is known.
fn solve(
    tables: &dyn TablebaseBuilder,
    args: &EndgamesArgs,
    interrupt: &Interrupt,
    output: &mut Output<'_>,
) -> Result<(Tablebase, u64), Error> {
    let mut tablebase = open_or_create(tables, args)?;
    let threads = args.threads.unwrap_or_else(all_cores);
    let (mut reported_at, mut saved_at) = (Instant::now(), Instant::now());
    let mut written = Ok(());
    let mut all = tablebase.positions();
    let mut on_progress = |TablebaseProgress { done, total }| {
        all = total;
        if written.is_ok() && reported_at.elapsed() >= PROGRESS_INTERVAL {
            reported_at = Instant::now();
            let percent = (100.0 * done as f64 / total as f64).round() as u64;
            let progress = Line::EndgamesProgress {
                done,
                total,
                percent,
            };
            written = output.progress(&progress.to_message().render(output.language));
        }
    };
    let mut solve_more = |tablebase: &mut Tablebase| {
        let stop = interrupt.flag();
        let more = tables.solve_next_group(tablebase, threads, stop, &mut on_progress);
        more.map_err(|error| Error::usage(&error))
    };
    let mut changed = false;
    while solve_more(&mut tablebase)? {
        changed = true;
        if saved_at.elapsed() >= SAVE_INTERVAL {
            write(&tablebase, &args.out)?;
            saved_at = Instant::now();
        }
    }
    written?;
    // Also if nothing is solved yet: it says that the file can be gone on with.
    if changed || !args.out.exists() {
        write(&tablebase, &args.out)?;
    }
    Ok((tablebase, all))
}
