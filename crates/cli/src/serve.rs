//! The verbs of the server: serve, backup.

use crate::Failure;
use crate::commands::Answer;
use clap::{Args, ValueEnum};
use quintain_engine::Catalogue;
use quintain_server::{Config, Limits};
use serde::Deserialize;
use std::io::IsTerminal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tokio::runtime::Runtime;
use tracing_subscriber::filter::LevelFilter;

/// How a server is set up. What is not said anywhere has a usual value.
#[derive(Clone, Debug, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ServeArgs {
    /// A file with settings.
    #[arg(long, value_name = "FILE", env = "QUINTAIN_CONFIG")]
    #[serde(skip)]
    config: Option<PathBuf>,

    /// Where to listen [usual: 127.0.0.1:7878].
    #[arg(long, value_name = "ADDRESS:PORT", env = "QUINTAIN_LISTEN")]
    listen: Option<SocketAddr>,

    /// The database file [usual: quintain.db in the user's directory for data].
    #[arg(long, value_name = "FILE", env = "QUINTAIN_DATABASE")]
    database: Option<PathBuf>,

    /// The address that people type, such as https://games.example, if a proxy stands in
    /// front: pages of other origins are refused.
    #[arg(long, value_name = "URL", env = "QUINTAIN_ORIGIN")]
    origin: Option<String>,

    /// Whether a proxy in front tells the clients' addresses in X-Forwarded-For.
    #[arg(long, value_name = "BOOL", env = "QUINTAIN_BEHIND_PROXY", num_args = 0..=1,
          default_missing_value = "true")]
    behind_proxy: Option<bool>,

    /// How many threads the engine has [usual: all cores but one].
    #[arg(long, value_name = "N", env = "QUINTAIN_ENGINE_THREADS")]
    engine_threads: Option<u16>,

    /// How many seconds a player must have been away in a fast game before the other may claim
    /// it [usual: 30].
    #[arg(long, value_name = "SECONDS", env = "QUINTAIN_CLAIM_AFTER")]
    claim_after: Option<u32>,

    /// How many seconds a client may take to send a request [usual: 15].
    #[arg(long, value_name = "SECONDS", env = "QUINTAIN_REQUEST_TIMEOUT")]
    request_timeout: Option<u32>,

    /// Requests a second from one address [usual: 50].
    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_REQUESTS")]
    limit_requests: Option<u32>,

    /// Attempts a minute to sign in from one address [usual: 10].
    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_PASSWORDS")]
    limit_passwords: Option<u32>,

    /// New games an hour by one person [usual: 200].
    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_GAMES")]
    limit_games: Option<u32>,

    /// Open connections from one address [usual: 100].
    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_CONNECTIONS")]
    limit_connections: Option<u32>,

    /// Messages a second over one connection [usual: 20].
    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_MESSAGES")]
    limit_messages: Option<u32>,

    /// What is logged to stderr [usual: info].
    #[arg(long, value_name = "LEVEL", env = "QUINTAIN_LOG")]
    log: Option<LogLevel>,

    /// How it is written [usual: text].
    #[arg(long, value_name = "FORMAT", env = "QUINTAIN_LOG_FORMAT")]
    log_format: Option<LogFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogLevel {
    /// Nothing.
    Off,
    /// Faults of the server.
    Error,
    /// What may need attention.
    Warn,
    /// Start and end.
    Info,
    /// Every request that was refused.
    Debug,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

impl ServeArgs {
    /// With what the file says where nothing else was said.
    fn with_file(self) -> Result<ServeArgs, Failure> {
        let Some(path) = &self.config else {
            return Ok(self);
        };
        let name = path.display();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::Refused(format!("{name}: {error}")))?;
        let file: ServeArgs = toml::from_str(&text)
            .map_err(|error| Failure::Refused(format!("{name}: {}", error.to_string().trim())))?;
        Ok(ServeArgs {
            config: None,
            listen: self.listen.or(file.listen),
            database: self.database.or(file.database),
            origin: self.origin.or(file.origin),
            behind_proxy: self.behind_proxy.or(file.behind_proxy),
            engine_threads: self.engine_threads.or(file.engine_threads),
            claim_after: self.claim_after.or(file.claim_after),
            request_timeout: self.request_timeout.or(file.request_timeout),
            limit_requests: self.limit_requests.or(file.limit_requests),
            limit_passwords: self.limit_passwords.or(file.limit_passwords),
            limit_games: self.limit_games.or(file.limit_games),
            limit_connections: self.limit_connections.or(file.limit_connections),
            limit_messages: self.limit_messages.or(file.limit_messages),
            log: self.log.or(file.log),
            log_format: self.log_format.or(file.log_format),
        })
    }

    fn config(self) -> Result<Config, Failure> {
        let usual = Config::default();
        let limits = usual.limits;
        if let Some(origin) = &self.origin {
            let host = origin
                .strip_prefix("https://")
                .or_else(|| origin.strip_prefix("http://"));
            if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
                return Err(Failure::Usage(format!(
                    "{origin:?} is no origin such as https://games.example"
                )));
            }
        }
        if self.request_timeout == Some(0) {
            return Err(Failure::Usage(
                "a request timeout of 0 seconds would reject every request".into(),
            ));
        }
        Ok(Config {
            listen: self.listen.unwrap_or(usual.listen),
            database: match self.database {
                Some(database) => database,
                None => usual_database()?,
            },
            origin: self.origin,
            behind_proxy: self.behind_proxy.unwrap_or(usual.behind_proxy),
            engine_threads: self.engine_threads.map(usize::from),
            claim_after: self
                .claim_after
                .map_or(usual.claim_after, |s| Duration::from_secs(s.into())),
            request_timeout: self
                .request_timeout
                .map_or(usual.request_timeout, |s| Duration::from_secs(s.into())),
            max_body_bytes: usual.max_body_bytes,
            limits: Limits {
                requests_per_second: self.limit_requests.unwrap_or(limits.requests_per_second),
                passwords_per_minute: self.limit_passwords.unwrap_or(limits.passwords_per_minute),
                games_per_hour: self.limit_games.unwrap_or(limits.games_per_hour),
                connections: self.limit_connections.unwrap_or(limits.connections),
                messages_per_second: self.limit_messages.unwrap_or(limits.messages_per_second),
            },
            entropy: usual.entropy,
        })
    }
}

/// The database in the user's directory for data, which is made if there is none.
fn usual_database() -> Result<PathBuf, Failure> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().map(|home| home.join(".local/share"));
    let Some(directory) = data.or_else(home).map(|data| data.join("quintain")) else {
        return Ok(PathBuf::from("quintain.db"));
    };
    std::fs::create_dir_all(&directory)
        .map_err(|error| Failure::Refused(format!("{}: {error}", directory.display())))?;
    Ok(directory.join("quintain.db"))
}

/// Serves until the process is told to end.
pub(crate) fn run(
    catalogue: &Catalogue,
    args: ServeArgs,
    answer: &mut Answer<'_>,
) -> Result<(), Failure> {
    serve(catalogue, args, answer, |_| {})
}

/// What happens without a verb: a server, and the browser on it.
pub(crate) fn welcome(catalogue: &Catalogue, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let quiet = ServeArgs {
        log: Some(LogLevel::Warn),
        ..ServeArgs::default()
    };
    serve(catalogue, quiet, answer, open_browser)
}

fn serve(
    catalogue: &Catalogue,
    args: ServeArgs,
    answer: &mut Answer<'_>,
    ready: impl Fn(&str),
) -> Result<(), Failure> {
    let args = args.with_file()?;
    start_log(
        args.log.unwrap_or(LogLevel::Info),
        args.log_format.unwrap_or(LogFormat::Text),
    );
    let config = args.config()?;
    let json = answer.json;
    let out = &mut *answer.out;
    let mut told = Ok(());
    let say = |address: SocketAddr| {
        let url = format!("http://{address}");
        let line = match json {
            true => serde_json::json!({ "url": url }).to_string(),
            false => format!("Quintain is at {url} (Ctrl-C ends it)"),
        };
        told = writeln!(out, "{line}").and_then(|()| out.flush());
        ready(&url);
    };
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    runtime
        .block_on(quintain_server::run(catalogue.clone(), config, say))
        .map_err(|error| refused(&error))?;
    Ok(told?)
}

fn start_log(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Off => LevelFilter::OFF,
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let log = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr);
    // It fails only if a log has been started already, as tests in one process do.
    match format {
        LogFormat::Text => log.try_init().ok(),
        LogFormat::Json => log.json().try_init().ok(),
    };
}

/// Opens the browser where there is one. That it does not work is no trouble: the address is
/// on the screen.
fn open_browser(url: &str) {
    let has_screen = cfg!(any(target_os = "macos", windows))
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if !has_screen || !std::io::stdout().is_terminal() {
        return;
    }
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/c", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let command = command.arg(url).stdin(Stdio::null());
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok();
}

/// Copies a database.
pub(crate) fn backup(database: &Path, file: &Path, answer: &mut Answer<'_>) -> Result<(), Failure> {
    let refused = |error: &dyn std::fmt::Display| Failure::Refused(error.to_string());
    if !database.is_file() {
        let name = database.display();
        return Err(Failure::Refused(format!("there is no database {name}")));
    }
    if file.exists() {
        let name = file.display();
        return Err(Failure::Refused(format!("{name} exists already")));
    }
    let runtime = Runtime::new().map_err(|error| refused(&error))?;
    runtime
        .block_on(quintain_server::backup(database, file))
        .map_err(|error| refused(&error))?;
    let name = file.display().to_string();
    answer.give(
        || serde_json::json!({ "file": name }),
        format!("{name} is a copy of the database.\n"),
    )
}
