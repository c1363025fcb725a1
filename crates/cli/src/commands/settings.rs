//! The settings of the server: flags, then environment variables, then a file, then defaults.

use crate::args::{integer, time};
use crate::error::{InvalidValue, value_reason};
use crate::messages::{Reason, ValueError};
use crate::{Error, dirs, files};
use clap::{Args, Command, FromArgMatches, ValueEnum};
use config::{Config as Layers, ConfigError, File, FileFormat, Source, ValueKind};
use quintain_rules::message::ToMessage;
use quintain_rules::quote;
use quintain_server::store::Database;
use quintain_server::{Config, Limits, SessionLifetime};
use quintain_table::duration;
use serde::{Deserialize, Serialize};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use tracing_subscriber::filter::LevelFilter;

/// The settings that were given; the others have defaults.
#[derive(Clone, Debug, Default, Args, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct ServeArgs {
    #[arg(long, value_name = "FILE", env = "QUINTAIN_CONFIG")]
    #[serde(skip)]
    config: Option<PathBuf>,

    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address, env = "QUINTAIN_LISTEN")]
    listen: Option<SocketAddr>,

    #[arg(
        long,
        value_name = "FILE|URL",
        env = "QUINTAIN_DATABASE",
        hide_env_values = true
    )]
    database: Option<PathBuf>,

    #[arg(long, value_name = "URL", env = "QUINTAIN_BUS", hide_env_values = true)]
    bus: Option<String>,

    #[arg(long, value_name = "NAME", env = "QUINTAIN_NODE_ID")]
    node_id: Option<String>,

    #[arg(long, value_name = "MB", env = "QUINTAIN_MAX_DATABASE", value_parser = number)]
    max_database: Option<u32>,

    #[arg(long, value_name = "URL", env = "QUINTAIN_ORIGIN")]
    origin: Option<String>,

    #[arg(long, value_name = "BOOL", env = "QUINTAIN_BEHIND_PROXY", num_args = 0..=1,
          default_missing_value = "true")]
    behind_proxy: Option<bool>,

    #[arg(long, value_name = "N", env = "QUINTAIN_ENGINE_THREADS",
          value_parser = integer::<u16>(0..=65_535))]
    engine_threads: Option<u16>,

    #[arg(long, value_name = "TIME", value_parser = time_setting, env = "QUINTAIN_CLAIM_AFTER")]
    claim_after: Option<TimeSetting>,

    #[arg(long, value_name = "TIME", value_parser = time_setting, env = "QUINTAIN_REQUEST_TIMEOUT")]
    request_timeout: Option<TimeSetting>,

    #[arg(long, value_name = "TIME", value_parser = time_setting, env = "QUINTAIN_WRITE_TIMEOUT")]
    write_timeout: Option<TimeSetting>,

    #[arg(long, value_name = "TIME", value_parser = time_setting, env = "QUINTAIN_DRAIN")]
    drain: Option<TimeSetting>,

    #[arg(long, value_name = "TIME", value_parser = time_setting, env = "QUINTAIN_SESSION_IDLE")]
    session_idle: Option<TimeSetting>,

    #[arg(long, value_name = "TIME", value_parser = time_setting, env = "QUINTAIN_SESSION_MAX_AGE")]
    session_max_age: Option<TimeSetting>,

    #[arg(long, value_name = "N", env = "QUINTAIN_MAX_CONNECTIONS", value_parser = number)]
    max_connections: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_REQUESTS", value_parser = number)]
    limit_requests: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_PASSWORDS", value_parser = number)]
    limit_passwords: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_GAMES", value_parser = number)]
    limit_games: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_GUEST_GAMES", value_parser = number)]
    limit_guest_games: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_CONNECTIONS", value_parser = number)]
    limit_connections: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_MESSAGES", value_parser = number)]
    limit_messages: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_ENGINE_GAMES", value_parser = number)]
    limit_engine_games: Option<u32>,

    #[arg(long, value_name = "N", env = "QUINTAIN_LIMIT_ANALYSES", value_parser = number)]
    limit_analyses: Option<u32>,

    #[arg(long, value_name = "LEVEL", env = "QUINTAIN_LOG")]
    log: Option<LogLevel>,

    #[arg(long, value_name = "FORMAT", env = "QUINTAIN_LOG_FORMAT")]
    log_format: Option<LogFormat>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LogLevel {
    /// Nothing.
    Off,
    /// Internal errors.
    Error,
    /// What may need attention.
    Warn,
    /// Startup and shutdown.
    #[default]
    Info,
    /// Every rejected request.
    Debug,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> LevelFilter {
        match level {
            LogLevel::Off => LevelFilter::OFF,
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// One JSON object per line.
    Json,
}

/// A duration such as `30s`, as a flag and in a file.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
struct TimeSetting(Duration);

/// Reads a duration on the command line.
fn time_setting(text: &str) -> Result<TimeSetting, InvalidValue> {
    time(text).map(TimeSetting)
}

/// Reads a limit on the command line.
fn number(text: &str) -> Result<u32, InvalidValue> {
    integer(0..=u32::MAX.into())(text)
}

/// Reads an address with a port on the command line.
fn address(text: &str) -> Result<SocketAddr, InvalidValue> {
    let not_an_address = |_| ValueError::NotAnAddress { text: quote(text) };
    Ok(text.parse().map_err(not_an_address)?)
}

impl FromStr for TimeSetting {
    type Err = duration::DurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        duration::parse(text).map(TimeSetting)
    }
}

impl TryFrom<String> for TimeSetting {
    type Error = duration::DurationError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<TimeSetting> for String {
    fn from(setting: TimeSetting) -> String {
        duration::format(setting.0)
    }
}

impl ServeArgs {
    /// The settings of the environment alone.
    pub(super) fn from_env() -> Result<ServeArgs, Error> {
        let command = ServeArgs::augment_args(Command::new("quintain")).no_binary_name(true);
        let matches = command.try_get_matches_from(std::iter::empty::<&str>())?;
        Ok(ServeArgs::from_arg_matches(&matches)?)
    }

    /// The level and format of the log.
    pub(super) fn log(&self, default_level: LogLevel) -> (LogLevel, LogFormat) {
        (
            self.log.unwrap_or(default_level),
            self.log_format.unwrap_or_default(),
        )
    }

    /// Adds the settings of the file where neither a flag nor the environment has one.
    pub(super) fn with_file(mut self) -> Result<ServeArgs, Error> {
        let Some(path) = self.config.take() else {
            return Ok(self);
        };
        let text = files::read_text(&path).map_err(Error::Rejected)?;
        check_file(&text).map_err(|reason| Error::in_file(&path, &reason))?;
        let merged = self.over(&text);
        // What the check lets pass can be read; anything else would be a bug.
        merged.map_err(|_| Error::in_file(&path, &Reason::NotSettings))
    }

    /// These settings over those of a file.
    fn over(mut self, text: &str) -> Result<ServeArgs, ConfigError> {
        // A path need not be text, which is all that a layer can hold.
        let database = self.database.take();
        let file = File::from_str(text, FileFormat::Toml);
        let mut layers = Layers::builder().add_source(file);
        for (name, value) in Layers::try_from(&self)?.collect()? {
            if value.kind != ValueKind::Nil {
                layers = layers.set_override(name, value)?;
            }
        }
        let mut settings: ServeArgs = layers.build()?.try_deserialize()?;
        settings.database = database.or(settings.database);
        Ok(settings)
    }

    /// The server's configuration, with defaults for whatever was not given.
    pub(super) fn config(self) -> Result<Config, Error> {
        let default = Config::default();
        if let Some(origin) = &self.origin {
            check_origin(origin)?;
        }
        let timeouts = [
            self.request_timeout,
            self.write_timeout,
            self.session_idle,
            self.session_max_age,
        ];
        if timeouts.iter().flatten().any(|time| time.0.is_zero()) {
            return Err(Error::usage(&Reason::ZeroTimeout));
        }
        let or = |setting: Option<TimeSetting>, default| setting.map_or(default, |time| time.0);
        Ok(Config {
            listen: self.listen.unwrap_or(default.listen),
            database: match self.database {
                Some(name) => {
                    Database::parse(name.as_os_str()).map_err(|error| Error::usage(&error))?
                }
                None => Database::File(default_database()?),
            },
            bus: parsed(self.bus.as_deref())?,
            node_id: parsed(self.node_id.as_deref())?,
            max_database_bytes: self
                .max_database
                .map(|megabytes| u64::from(megabytes) * 1_000_000),
            origin: self.origin,
            behind_proxy: self.behind_proxy.unwrap_or(default.behind_proxy),
            engine_threads: self.engine_threads.map(usize::from),
            claim_after: or(self.claim_after, default.claim_after),
            request_timeout: or(self.request_timeout, default.request_timeout),
            write_timeout: or(self.write_timeout, default.write_timeout),
            drain: or(self.drain, default.drain),
            max_body_bytes: default.max_body_bytes,
            max_connections: self.max_connections.unwrap_or(default.max_connections),
            session_lifetime: SessionLifetime {
                idle: or(self.session_idle, default.session_lifetime.idle),
                max_age: or(self.session_max_age, default.session_lifetime.max_age),
            },
            budgets: match self.limit_guest_games {
                Some(games) => default.budgets.with_guest_games_per_address(games),
                None => default.budgets,
            },
            limits: Limits {
                requests_per_second: self
                    .limit_requests
                    .unwrap_or(default.limits.requests_per_second),
                passwords_per_minute: self
                    .limit_passwords
                    .unwrap_or(default.limits.passwords_per_minute),
                games_per_hour: self.limit_games.unwrap_or(default.limits.games_per_hour),
                connections: self.limit_connections.unwrap_or(default.limits.connections),
                messages_per_second: self
                    .limit_messages
                    .unwrap_or(default.limits.messages_per_second),
                engine_games: self
                    .limit_engine_games
                    .unwrap_or(default.limits.engine_games),
                analyses_per_address: self
                    .limit_analyses
                    .unwrap_or(default.limits.analyses_per_address),
                ..default.limits
            },
            ..default
        })
    }
}

/// A setting that has a form of its own.
fn parsed<T: FromStr<Err: ToMessage>>(text: Option<&str>) -> Result<Option<T>, Error> {
    let parsed = text.map(str::parse).transpose();
    parsed.map_err(|error: T::Err| Error::usage(&error))
}

/// Checks the settings in a file one by one, and says which of them is wrong and why.
fn check_file(text: &str) -> Result<(), Reason> {
    let settings: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let before = error.span().and_then(|span| text.get(..span.start));
        let reason = match error.message().starts_with("duplicate key") {
            true => Reason::RepeatedSetting,
            false => Reason::NotASettingLine,
        };
        Reason::LineNumber {
            number: before.unwrap_or_default().matches('\n').count() + 1,
            reason: reason.into(),
        }
    })?;
    let command = ServeArgs::augment_args(Command::new("serve")).no_binary_name(true);
    for (name, value) in settings {
        let mut args = command.get_arguments();
        if name == "config" || args.all(|arg| arg.get_long() != Some(&name)) {
            let name = quote(&name);
            return Err(Reason::UnknownSetting { name });
        }
        let wrong = |reason| Reason::WrongSetting {
            name: name.clone(),
            reason,
        };
        let shown = match &value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            toml::Value::Boolean(on) => on.to_string(),
            _ => return Err(wrong(Reason::NotASettingLine.into())),
        };
        // The same value as a flag says best what is wrong with it.
        let flag = format!("--{name}={shown}");
        if let Err(error) = command.clone().try_get_matches_from([flag]) {
            return Err(wrong(value_reason(&error)));
        }
        let one = toml::Table::from_iter([(name.clone(), value)]);
        if one.try_into::<ServeArgs>().is_err() {
            return Err(wrong(ValueError::WrongQuotes { text: shown }.into()));
        }
    }
    Ok(())
}

fn check_origin(origin: &str) -> Result<(), Error> {
    let host = origin
        .strip_prefix("https://")
        .or_else(|| origin.strip_prefix("http://"));
    if host.is_none_or(|host| host.is_empty() || host.contains('/')) {
        let text = quote(origin);
        return Err(Error::usage(&ValueError::NotAnOrigin { text }));
    }
    Ok(())
}

/// The database in the user's data directory, which is created if necessary; only the user may look
/// into it.
fn default_database() -> Result<PathBuf, Error> {
    const NAME: &str = "quintain.db";
    let Some(dir) = dirs::data() else {
        return Ok(Path::new(NAME).to_owned());
    };
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let created = builder.recursive(true).create(&dir);
    created.map_err(|error| Error::file_failed(&dir, &error))?;
    Ok(dir.join(NAME))
}

#[cfg(test)]
mod tests {
    use super::{Database, ServeArgs};
    use std::time::Duration;

    #[test]
    fn settings_that_are_almost_right_are_read_or_refused() {
        let file = "listen = \"127.0.0.1:1\"\nlimit-games = 9\nlog = \"warn\"\n\
                    behind-proxy = true\nclaim-after = \"30s\"\ndatabase = \"games.db\"\n";
        assert!(ServeArgs::default().over(file).is_ok());
        let mut rng = quintain_rules::Rng::new(9);
        let pieces = [
            "=", "\"", "[", "]]", "{", "#", "\n", "-1", "1e999", "é", "\0", "nan", "0x",
        ];
        let mut refused = 0;
        for _ in 0..2_000 {
            let mut broken: Vec<char> = file.chars().collect();
            for _ in 0..=rng.below(3) {
                let at = rng.below(broken.len() + 1);
                let end = (at + rng.below(5)).min(broken.len());
                broken.splice(at..end, pieces[rng.below(pieces.len())].chars());
            }
            let broken: String = broken.into_iter().collect();
            match ServeArgs::default().over(&broken) {
                Ok(settings) => drop(settings.config()),
                Err(_) => refused += 1,
            }
        }
        assert!(refused > 1_000, "{refused}");
    }

    #[test]
    fn flags_come_before_the_file_and_the_file_before_defaults() {
        let flags = ServeArgs {
            limit_games: Some(7),
            claim_after: "10s".parse().ok(),
            ..ServeArgs::default()
        };
        let file = "limit-games = 9\nlimit-requests = 3\ndatabase = \"games.db\"\nrequest-timeout = \"1m\"\n";
        let settings = flags.over(file).expect("good settings");
        let config = settings.config().expect("a configuration");
        let limits = config.limits;
        assert_eq!((limits.games_per_hour, limits.requests_per_second), (7, 3));
        assert_eq!(limits.messages_per_second, 20);
        assert_eq!(config.claim_after, Duration::from_secs(10));
        assert_eq!(config.request_timeout, Duration::from_secs(60));
        assert_eq!(config.database, Database::File("games.db".into()));
    }
}
