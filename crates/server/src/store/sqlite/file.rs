//! The file of a SQLite database: opening, locking, migrating, checking and copying it.

use super::private;
use super::writer::Connect;
use crate::store::{DatabaseFault, StoreError, StoreResult};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Executor, Row, SqliteConnection, query};
use std::borrow::Cow;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The migrations, oldest first. A published one is never edited.
const MIGRATIONS: [(&str, &str); 2] = [
    (
        "initial",
        include_str!("../../../migrations/sqlite/0001_initial.sql"),
    ),
    (
        "conditional moves and push",
        include_str!("../../../migrations/sqlite/0002_conditional_moves_and_push.sql"),
    ),
];
/// How long a query waits for a lock or for a connection.
pub(super) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// How connections to a database file are opened.
pub(super) fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true)
        .foreign_keys(true)
        .journal_mode(SqliteJournalMode::Wal)
        // An acknowledged write is on the disk, whatever happens to the machine.
        .synchronous(SqliteSynchronous::Full)
        // What is deleted is overwritten, not only marked as free. Little is ever deleted, so that
        // this costs next to nothing.
        .pragma("secure_delete", "ON")
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
}

/// How the writer's connections are opened: the database does not grow beyond `max_bytes`.
pub(super) fn connect_writer(options: SqliteConnectOptions, max_bytes: Option<u64>) -> Connect {
    Box::new(move || {
        let options = options.clone();
        Box::pin(async move {
            let mut connection = options.connect().await?;
            if let Some(max_bytes) = max_bytes {
                limit_size(&mut connection, max_bytes).await?;
            }
            Ok(connection)
        })
    })
}

async fn limit_size(connection: &mut SqliteConnection, max_bytes: u64) -> StoreResult<()> {
    let row = connection.fetch_one("PRAGMA page_size").await?;
    let page_size = u64::try_from(row.try_get::<i64, _>(0)?).unwrap_or(4096);
    let pages = (max_bytes / page_size.max(1)).clamp(1, u64::from(u32::MAX - 1));
    // A pragma takes no parameters. The number comes from the settings, never from a client.
    let sql = sqlx::AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    connection.execute(sql).await?;
    Ok(())
}

/// Whether a database is one of this program's.
async fn is_ours(connection: &mut SqliteConnection) -> StoreResult<bool> {
    let ours = "SELECT 1 FROM sqlite_schema WHERE name = '_sqlx_migrations'";
    Ok(connection.fetch_optional(ours).await?.is_some())
}

/// Names the file in the error of one that is not a database at all.
pub(super) fn name_foreign_file(error: StoreError, database: &Path) -> StoreError {
    match error {
        StoreError::Damaged {
            reason: DatabaseFault::NotADatabase,
        } => StoreError::NotOurs {
            file: database.display().to_string(),
        },
        other => other,
    }
}

/// Checks that a database is this program's, or empty.
pub(super) async fn check_ours(
    connection: &mut SqliteConnection,
    database: &Path,
) -> StoreResult<()> {
    let any = connection
        .fetch_optional("SELECT 1 FROM sqlite_schema LIMIT 1")
        .await?;
    if any.is_some() && !is_ours(connection).await? {
        return Err(StoreError::NotOurs {
            file: database.display().to_string(),
        });
    }
    Ok(())
}

/// Migrates a database to the current schema.
pub(super) async fn migrate(connection: &mut SqliteConnection) -> StoreResult<()> {
    let migrations = MIGRATIONS.iter().zip(1..).map(|(&(name, sql), version)| {
        let (name, sql) = (Cow::Borrowed(name), sqlx::SqlStr::from_static(sql));
        Migration::new(version, name, MigrationType::Simple, sql, false)
    });
    Ok(Migrator::with_migrations(migrations.collect())
        .run(connection)
        .await?)
}

/// Keeps other servers away from a database for as long as it lives. The system releases it when
/// the process ends, however that happens.
///
/// The lock is on a file next to the database: closing any handle of the database itself would
/// release the locks that SQLite holds on it.
pub(super) fn lock(database: &Path) -> StoreResult<File> {
    let failed = |error: std::io::Error| StoreError::CannotWrite {
        reason: DatabaseFault::System(error.into()),
    };
    // A link to the database is the same database.
    let mut name = database.canonicalize().map_err(failed)?.into_os_string();
    name.push(".lock");
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(PathBuf::from(name)).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            let mut owner = String::new();
            // Without a number the message is still true.
            (&mut file).take(20).read_to_string(&mut owner).ok();
            return Err(StoreError::InUse {
                file: database.display().to_string(),
                process: match owner.trim() {
                    "" => "?".to_owned(),
                    owner => owner.to_owned(),
                },
            });
        }
        Err(TryLockError::Error(error)) => return Err(failed(error)),
    }
    file.set_len(0)
        .and_then(|()| writeln!(file, "{}", std::process::id()))
        .map_err(failed)?;
    Ok(file)
}

/// Checks that a database has only one name. What SQLite has not merged yet is in a file next to it
/// that is found by the name: whoever opened it by another name would miss the latest games, and
/// would not find the lock of the one who has it open.
#[cfg(unix)]
pub(super) fn check_single_name(database: &Path) -> StoreResult<()> {
    use std::os::unix::fs::MetadataExt;
    let metadata = std::fs::metadata(database).map_err(|error| StoreError::CannotWrite {
        reason: DatabaseFault::System(error.into()),
    })?;
    match metadata.nlink() {
        0 | 1 => Ok(()),
        _ => Err(StoreError::ManyNames {
            file: database.display().to_string(),
        }),
    }
}

/// Checks that a database has only one name, where that can be found out.
#[cfg(not(unix))]
pub(super) fn check_single_name(_: &Path) -> StoreResult<()> {
    Ok(())
}

/// Reads the whole database and checks that it is what SQLite has written.
pub(super) async fn check(connection: &mut SqliteConnection) -> StoreResult<()> {
    let row = connection.fetch_one("PRAGMA quick_check(1)").await?;
    match row.try_get::<String, _>(0)? {
        ok if ok == "ok" => Ok(()),
        text => Err(StoreError::Damaged {
            reason: DatabaseFault::Other { text },
        }),
    }
}

/// Writes a copy of a database to a new file, which only its owner can read. The server may be
/// running, and may be of another version: nothing in the database is changed.
pub(super) async fn copy(database: &Path, file: &Path) -> StoreResult<()> {
    check_single_name(database)?;
    let mut connection = SqliteConnectOptions::new()
        .filename(database)
        .read_only(true)
        .busy_timeout(BUSY_TIMEOUT)
        .disable_statement_logging()
        .connect()
        .await?;
    if !is_ours(&mut connection).await? {
        return Err(StoreError::NotOurs {
            file: database.display().to_string(),
        });
    }
    private::create(file)?;
    // `VACUUM INTO` reads one state of the database while others write, and fills an empty file.
    let copied = query("VACUUM INTO $1")
        .bind(file.to_string_lossy().into_owned())
        .execute(&mut connection)
        .await;
    if let Err(error) = copied {
        std::fs::remove_file(file).ok();
        return Err(error.into());
    }
    connection.close().await?;
    Ok(())
}

/// Opens a database of the current schema to read all of it, and keeps servers away meanwhile.
pub(super) async fn open_for_reading(database: &Path) -> StoreResult<(SqliteConnection, File)> {
    if !database.is_file() {
        return Err(StoreError::CannotWrite {
            reason: DatabaseFault::CannotOpen,
        });
    }
    let lock = lock(database)?;
    check_single_name(database)?;
    let mut connection = options(database).create_if_missing(false).connect().await?;
    if !is_ours(&mut connection).await? {
        return Err(StoreError::NotOurs {
            file: database.display().to_string(),
        });
    }
    migrate(&mut connection).await?;
    Ok((connection, lock))
}
