//! The verb that makes tables of endgames, and reading them for the others.

use crate::Failure;
use crate::args::{EndgamesArgs, Start, TableArgs};
use crate::commands::{Answer, begin, expert_on};
use quintain_engine::{TablebaseBuilder, AnyEngine, EngineRegistry, TablebaseProgress, Tablebase, EngineFactory};
use quintain_rules::erased::AnyPosition;
use serde_json::json;
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long it takes between two writes of a table that is not finished.
const KEEP: Duration = Duration::from_secs(60);
/// How long it takes between two reports of progress.
const TELL: Duration = Duration::from_secs(2);

/// An error that names the file.
fn refused(file: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Refused(format!("{}: {error}", file.display()))
}

impl TableArgs {
    /// The table that was asked for.
    pub(crate) fn load(
        &self,
        expert: &dyn EngineFactory,
        board: &dyn AnyPosition,
    ) -> Result<Option<Arc<Tablebase>>, Failure> {
        let Some(file) = &self.endgames else {
            return Ok(None);
        };
        let tables = expert
            .tablebase(board)
            .map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Some(Arc::new(read(&*tables, file)?)))
    }
}

/// Gives an engine a table, if there is one.
pub(crate) fn equip(
    engine: &mut dyn AnyEngine,
    endgames: Option<Arc<Tablebase>>,
) -> Result<(), Failure> {
    let set = engine.set_tablebase(endgames);
    set.map_err(|error| Failure::refused(&error))
}

fn read(tables: &dyn TablebaseBuilder, file: &Path) -> Result<Tablebase, Failure> {
    let mut input = File::open(file).map_err(|error| refused(file, &error))?;
    tables
        .read(&mut input)
        .map_err(|error| refused(file, &error))
}

/// Writes a table beside the file and puts it in its place, so that the file is always whole.
fn write(endgames: &Tablebase, file: &Path) -> Result<(), Failure> {
    let mut part = file.as_os_str().to_owned();
    part.push(".part");
    let save = || {
        endgames.write(BufWriter::new(File::create(&part)?))?;
        std::fs::rename(&part, file)
    };
    save().map_err(|error| refused(file, &error))
}

/// What the file has already, or a table in which nothing is solved.
fn found(tables: &dyn TablebaseBuilder, args: &EndgamesArgs) -> Result<Tablebase, Failure> {
    if !args.out.exists() {
        return tables
            .begin(args.pieces)
            .map_err(|error| Failure::Usage(error.to_string()));
    }
    let endgames = read(tables, &args.out)?;
    if endgames.max_pieces() == args.pieces {
        Ok(endgames)
    } else {
        let reason = format!(
            "this table is for at most {} pieces a side, not for {}; name another file",
            endgames.max_pieces(),
            args.pieces
        );
        Err(refused(&args.out, &reason))
    }
}

pub(crate) fn make(
    catalogue: &EngineRegistry,
    args: &EndgamesArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    let start = Start {
        game: args.game.clone(),
        size: args.size,
        position: None,
    };
    let board = begin(catalogue.registry(), &start)?;
    let tables = expert_on(catalogue, &*board)?
        .tablebase(&*board)
        .map_err(|error| Failure::Usage(error.to_string()))?;
    let begin = Instant::now();
    let endgames = solve(&*tables, args, answer)?;
    let seconds = begin.elapsed().as_secs_f64();
    let (checked, searched) = tables
        .verify(&endgames, args.check, 1)
        .map_err(|error| refused(&args.out, &error))?;
    let positions = endgames.positions();
    let text = format!(
        "{positions} positions in {seconds:.1} s; {checked} checked, {searched} of them by a search\n"
    );
    let json = || {
        json!({ "game": args.game, "positions": positions, "pieces": endgames.max_pieces(),
                "seconds": seconds, "checked": checked, "searched": searched })
    };
    answer.give(json, text)
}

/// Solves what the file does not have yet.
fn solve(
    tables: &dyn TablebaseBuilder,
    args: &EndgamesArgs,
    answer: &mut Answer<'_>,
) -> Result<Tablebase, Failure> {
    let mut endgames = found(tables, args)?;
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.unwrap_or_else(cores);
    let (mut told, mut kept) = (Instant::now(), Instant::now());
    let mut failed = Ok(());
    let (live, out) = (!answer.json, &mut *answer.out);
    let mut tell = |TablebaseProgress { done, total }| {
        if live && failed.is_ok() && told.elapsed() >= TELL {
            told = Instant::now();
            let share = 100.0 * done as f64 / total as f64;
            let line = writeln!(out, "{done} of {total} positions ({share:.0} %)");
            failed = line.and_then(|()| out.flush());
        }
    };
    let mut more = |endgames: &mut Tablebase| {
        let more = tables.solve_next_group(endgames, threads, &mut tell);
        more.map_err(|error| Failure::Usage(error.to_string()))
    };
    let mut changed = false;
    while more(&mut endgames)? {
        changed = true;
        if kept.elapsed() >= KEEP {
            write(&endgames, &args.out)?;
            kept = Instant::now();
        }
    }
    failed?;
    if changed {
        write(&endgames, &args.out)?;
    }
    Ok(endgames)
}
