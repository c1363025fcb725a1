//! The subcommands of the server: `serve`, `backup`, `migrate` and `systemd`.

pub(crate) use super::settings::ServeArgs;

use super::messages::Line;
use super::settings::{LogFormat, LogLevel};
use crate::Error;
use crate::messages::{Reason, os_error};
use crate::output::Output;
use quintain_engine::EngineRegistry;
use quintain_rules::message::ToMessage;
use quintain_rules::quote;
use quintain_server::store::{Database, transfer};
use serde_json::json;
use std::ffi::OsStr;
use std::io::{IsTerminal, Read};
use std::net::SocketAddr;
use std::path::Path;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::LevelFilter;

/// Serves until the process is asked to stop.
pub(super) fn run(
    engines: &EngineRegistry,
    args: ServeArgs,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    serve(engines, args, LogLevel::default(), output, |_| {})
}

/// The default without a subcommand: a server with the settings of the environment, opened in the
/// browser. It logs only what may need attention.
pub(super) fn open_in_browser(
    engines: &EngineRegistry,
    output: &mut Output<'_>,
) -> Result<(), Error> {
    let args = ServeArgs::from_env()?;
    serve(engines, args, LogLevel::Warn, output, open_browser)
}

fn serve(
    engines: &EngineRegistry,
    args: ServeArgs,
    default_level: LogLevel,
    output: &mut Output<'_>,
    on_ready: impl Fn(&str),
) -> Result<(), Error> {
    let args = args.with_file()?;
    let (level, format) = args.log(default_level);
    start_log(level, format);
    let config = args.config()?;
    let (json, language) = (output.json, output.language);
    let out = &mut *output.out;
    let mut written = Ok(());
    let announce = |address: SocketAddr| {
        let url = format!("http://{address}");
        let line = match json {
            true => json!({ "url": url }).to_string(),
            false => {
                let url = url.clone();
                Line::Serving { url }.to_message().render(language)
            }
        };
        written = writeln!(out, "{line}").and_then(|()| out.flush());
        on_ready(&url);
    };
    runtime()?
        .block_on(quintain_server::run(engines.clone(), config, announce))
        .map_err(|error| Error::rejected(&error))?;
    Ok(written?)
}

fn start_log(level: LogLevel, format: LogFormat) {
    let log = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::from(level))
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    // This fails only if there is a log already, as in tests within one process.
    match format {
        LogFormat::Text => log.try_init().ok(),
        LogFormat::Json => log.json().try_init().ok(),
    };
}

/// Opens the browser if there is one. A failure does not matter: the address is on the screen.
fn open_browser(url: &str) {
    let has_display = cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if has_display && std::io::stdout().is_terminal() {
        open::that_detached(url).ok();
    }
}

/// The threads that serve.
pub(super) fn runtime() -> Result<Runtime, Error> {
    Runtime::new().map_err(|error| {
        let error = os_error(&error);
        Error::rejected(&Reason::NoThreads { error })
    })
}

/// Copies a database.
pub(super) fn backup(database: &Path, file: &Path, output: &mut Output<'_>) -> Result<(), Error> {
    check_database(database)?;
    if file.exists() {
        return Err(Error::in_file(file, &Reason::FileExists));
    }
    runtime()?
        .block_on(quintain_server::backup(database, file))
        .map_err(|error| Error::rejected(&error))?;
    let name = file.display().to_string();
    let copied = output.line(Line::BackedUp { file: name.clone() });
    output.print(|| json!({ "file": name }), copied)
}

/// Moves a server from a database file to PostgreSQL.
pub(super) fn migrate(from: &Path, to: &OsStr, output: &mut Output<'_>) -> Result<(), Error> {
    let target = Database::parse(to).map_err(|error| Error::usage(&error))?;
    let Database::Postgres(url) = &target else {
        let text = quote(&to.to_string_lossy());
        return Err(Error::usage(&Reason::NotAPostgresUrl { text }));
    };
    check_database(from)?;
    let tables = runtime()?
        .block_on(transfer(from, url))
        .map_err(|error| Error::rejected(&error))?;
    let mut text = String::new();
    for table in &tables {
        let (table, rows) = (table.name.to_owned(), table.rows);
        text += &output.line(Line::TableMoved { table, rows });
    }
    let database = target.to_string();
    text += &output.line(Line::Migrated { database });
    let json = || {
        let tables = tables.iter().map(
            |table| json!({ "table": table.name, "rows": table.rows, "digest": table.digest }),
        );
        json!({ "database": target.to_string(), "tables": tables.collect::<Vec<_>>() })
    };
    output.print(json, text)
}

/// The unit for systemd, with a place for the path of this program.
const UNIT: &str = include_str!("quintain.service");

/// Prints a unit for systemd.
pub(super) fn systemd(output: &mut Output<'_>) -> Result<(), Error> {
    let program = std::env::current_exe().map_err(|error| {
        let error = os_error(&error);
        Error::rejected(&Reason::NoProgram { error })
    })?;
    // Systemd reads a percent sign as the beginning of a specifier.
    let program = program.display().to_string().replace('%', "%%");
    let unit = UNIT.replace("@PROGRAM@", &program);
    output.print(|| json!({ "unit": unit }), &unit)
}

/// Checks that there is a database file.
fn check_database(database: &Path) -> Result<(), Error> {
    if !database.is_file() {
        return Err(Error::in_file(database, &Reason::NoDatabase));
    }
    match is_database(database).map_err(|error| Error::file_failed(database, &error))? {
        true => Ok(()),
        false => Err(Error::in_file(database, &Reason::NotADatabase)),
    }
}

/// How every SQLite database begins.
const DATABASE_MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Whether a file is a database. SQLite would take an empty file for one, and make it a copy.
fn is_database(file: &Path) -> std::io::Result<bool> {
    let mut start = Vec::new();
    let file = std::fs::File::open(file)?;
    file.take(DATABASE_MAGIC.len() as u64)
        .read_to_end(&mut start)?;
    Ok(start == DATABASE_MAGIC)
}
