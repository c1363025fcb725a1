//! The PostgreSQL server: connecting to it, and whether it will do.

use crate::store::database::{cannot_open, without_password};
use crate::store::sql::Statement;
use crate::store::{DatabaseFault, StoreError, StoreResult};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Executor, Row};
use std::borrow::Cow;
use std::io;
use std::str::FromStr;
use std::time::Duration;
use tracing::warn;

/// The migrations, oldest first. A published one is never edited.
const MIGRATIONS: [(&str, &str); 3] = [
    (
        "initial",
        include_str!("../../../migrations/postgres/0001_initial.sql"),
    ),
    (
        "nodes",
        include_str!("../../../migrations/postgres/0002_nodes.sql"),
    ),
    (
        "conditional moves and push",
        include_str!("../../../migrations/postgres/0003_conditional_moves_and_push.sql"),
    ),
];
/// The oldest version of PostgreSQL that will do.
const OLDEST_VERSION: u32 = 14;
/// How long connecting may take.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// What each connection is set to. Whoever waits for a lock or keeps a transaction open for long has
/// lost its peer or met a bug: others need not wait for it.
const SETTINGS: [(&str, &str); 3] = [
    ("lock_timeout", "10s"),
    ("statement_timeout", "30s"),
    ("idle_in_transaction_session_timeout", "30s"),
];

/// How many pages were found damaged, if the cluster has checksums.
pub(super) const CHECKSUM_FAILURES: Statement = Statement {
    sqlite: "",
    postgres: "SELECT COALESCE(checksum_failures, 0) FROM pg_stat_database \
               WHERE datname = current_database()",
};

/// How connections to the database of a URL are opened.
pub(super) fn options(url: &str) -> StoreResult<PgConnectOptions> {
    let options = PgConnectOptions::from_str(url).map_err(|error| {
        cannot_open(DatabaseFault::Other {
            text: error.to_string(),
        })
    })?;
    let name = format!("quintain {}", std::process::id());
    Ok(options
        .application_name(&name)
        .options(SETTINGS)
        .disable_statement_logging())
}

/// Opens a connection; the error says what is wrong.
pub(super) async fn connect(options: &PgConnectOptions) -> StoreResult<PgConnection> {
    let connected = tokio::time::timeout(CONNECT_TIMEOUT, options.connect()).await;
    let error = match connected {
        Ok(Ok(connection)) => return Ok(connection),
        Ok(Err(error)) => error,
        Err(_) => sqlx::Error::Io(io::ErrorKind::TimedOut.into()),
    };
    let code = error
        .as_database_error()
        .and_then(sqlx::error::DatabaseError::code);
    let reason = match (code.as_deref(), &error) {
        (Some("28P01" | "28000"), _) => DatabaseFault::WrongPassword {
            user: options.get_username().to_owned(),
        },
        (Some("3D000"), _) => DatabaseFault::NoSuchDatabase {
            // The default is a database with the user's name.
            name: match options.get_database() {
                Some(name) => name.to_owned(),
                None => options.get_username().to_owned(),
            },
        },
        (_, sqlx::Error::Io(error)) => DatabaseFault::Unreachable {
            address: address(options),
            error: error.into(),
        },
        _ => DatabaseFault::from(&error),
    };
    Err(cannot_open(reason))
}

/// Where the server should be.
fn address(options: &PgConnectOptions) -> String {
    match options.get_socket() {
        Some(directory) => directory.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    }
}

/// Checks that the server is new enough, and that the database is this program's or empty.
pub(super) async fn check(connection: &mut PgConnection, url: &str) -> StoreResult<()> {
    let version = setting(connection, "SHOW server_version_num").await?;
    let version: u32 = version.parse().map_err(StoreError::corrupt)?;
    if version / 10_000 < OLDEST_VERSION {
        return Err(cannot_open(DatabaseFault::TooOld {
            version: (version / 10_000).to_string(),
            oldest: OLDEST_VERSION,
        }));
    }
    for (name, sql) in [
        ("fsync", "SHOW fsync"),
        ("synchronous_commit", "SHOW synchronous_commit"),
    ] {
        if setting(connection, sql).await? == "off" {
            warn!("PostgreSQL has {name} off: what it acknowledges can be lost in a crash");
        }
    }
    let state = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL, \
                 EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace)";
    let row = connection.fetch_one(state).await?;
    let (is_ours, has_any): (bool, bool) = (row.try_get(0)?, row.try_get(1)?);
    match has_any && !is_ours {
        true => Err(StoreError::NotOurs {
            file: without_password(url),
        }),
        false => Ok(()),
    }
}

async fn setting(connection: &mut PgConnection, sql: &'static str) -> StoreResult<String> {
    Ok(connection.fetch_one(sql).await?.try_get(0)?)
}

/// Migrates a database to the current schema. Several processes can try that at the same time.
pub(super) async fn migrate(connection: &mut PgConnection) -> StoreResult<()> {
    let migrations = MIGRATIONS.iter().zip(1..).map(|(&(name, sql), version)| {
        let (name, sql) = (Cow::Borrowed(name), sqlx::SqlStr::from_static(sql));
        Migration::new(version, name, MigrationType::Simple, sql, false)
    });
    Ok(Migrator::with_migrations(migrations.collect())
        .run(connection)
        .await?)
}
