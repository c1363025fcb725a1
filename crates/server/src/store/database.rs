//! Which database a server uses: a file, or a PostgreSQL server.

use super::{Postgres, Sqlite, Store, StoreError, StoreResult};
use crate::TEXTS;
use quintain_rules::messages;
use sqlx::postgres::PgConnectOptions;
use std::ffi::OsStr;
use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// A database.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A SQLite file.
    File(PathBuf),
    /// A PostgreSQL database, by its URL.
    Postgres(String),
}

messages! {
    /// Why a text does not name a database.
    pub enum InvalidDatabase in TEXTS {
        /// A URL of something else.
        OtherScheme = "database-other-scheme" {
            /// What the URL begins with.
            scheme: String,
        },
        /// A URL of PostgreSQL that is not valid.
        InvalidUrl = "database-invalid-url" {
            /// What is wrong with it.
            reason: String,
        },
    }
}

impl std::error::Error for InvalidDatabase {}

impl Database {
    /// The database that a setting names: a URL, or else a file. A name that is not text is a
    /// file's.
    pub fn parse(name: &OsStr) -> Result<Database, InvalidDatabase> {
        let Some((scheme, _)) = name.to_str().and_then(|text| text.split_once("://")) else {
            return Ok(Database::File(name.into()));
        };
        let url = name.to_string_lossy().into_owned();
        if !matches!(scheme, "postgres" | "postgresql") {
            let scheme = scheme.to_owned();
            return Err(InvalidDatabase::OtherScheme { scheme });
        }
        PgConnectOptions::from_str(&url).map_err(|error| InvalidDatabase::InvalidUrl {
            // The part that says what is wrong; the whole text begins with words of the library.
            reason: match error {
                sqlx::Error::Configuration(error) => error.to_string(),
                other => other.to_string(),
            },
        })?;
        Ok(Database::Postgres(url))
    }

    /// Opens it, creates what is missing, and migrates it to the current schema. A file does not
    /// grow beyond `max_bytes`; how much PostgreSQL stores is its operator's business.
    pub async fn open(&self, max_bytes: Option<u64>) -> StoreResult<Arc<dyn Store>> {
        Ok(match self {
            Database::File(file) => Arc::new(Sqlite::open(file, max_bytes).await?),
            Database::Postgres(url) => Arc::new(Postgres::open(url).await?),
        })
    }

    /// The file, if it is one.
    pub fn file(&self) -> Option<&PathBuf> {
        match self {
            Database::File(file) => Some(file),
            Database::Postgres(_) => None,
        }
    }
}

impl From<PathBuf> for Database {
    fn from(file: PathBuf) -> Self {
        Database::File(file)
    }
}

impl fmt::Display for Database {
    /// Without a password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(file) => write!(out, "{}", file.display()),
            Database::Postgres(url) => out.write_str(&without_password(url)),
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{self}")
    }
}

/// A URL without the password that it may have.
pub(super) fn without_password(url: &str) -> String {
    let (url, query) = match url.split_once('?') {
        Some((url, query)) => (url, Some(query)),
        None => (url, None),
    };
    let shown = match url
        .split_once("://")
        .map(|(scheme, rest)| (scheme, rest.rsplit_once('@')))
    {
        Some((scheme, Some((user, host)))) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{scheme}://{user}@{host}")
        }
        _ => url.to_owned(),
    };
    let query = query.into_iter().flat_map(|query| query.split('&'));
    let query: Vec<&str> = query
        .filter(|setting| !setting.starts_with("password="))
        .collect();
    match query.is_empty() {
        true => shown,
        false => format!("{shown}?{}", query.join("&")),
    }
}

/// [`StoreError`] of a database that cannot be opened.
pub(super) fn cannot_open(reason: super::DatabaseFault) -> StoreError {
    StoreError::CannotOpen { reason }
}

#[cfg(test)]
mod tests {
    use super::{Database, InvalidDatabase};
    use std::ffi::OsStr;

    #[test]
    fn a_name_is_a_url_of_postgresql_or_a_file() {
        let parse = |text: &str| Database::parse(OsStr::new(text));
        for file in [
            "games.db",
            "/var/lib/games.db",
            "C:\\games.db",
            "postgres",
            "a:b",
            "",
        ] {
            assert_eq!(parse(file), Ok(Database::File(file.into())), "{file}");
        }
        for url in [
            "postgres://host/games",
            "postgresql:///games?host=/run/postgresql",
        ] {
            assert_eq!(parse(url), Ok(Database::Postgres(url.to_owned())));
        }
        for (url, scheme) in [("mysql://host/games", "mysql"), ("file://games.db", "file")] {
            let scheme = scheme.to_owned();
            assert_eq!(parse(url), Err(InvalidDatabase::OtherScheme { scheme }));
        }
        for url in [
            "postgres://host:port/games",
            "postgres://[::1/games",
            "postgres://h:99999/g",
        ] {
            let refused = parse(url);
            assert!(
                matches!(refused, Err(InvalidDatabase::InvalidUrl { .. })),
                "{url}"
            );
        }
    }

    #[test]
    fn a_password_is_never_shown() {
        for url in [
            "postgres://ada:secret@host:5432/games",
            "postgres://ada:se@cret@host/games?sslmode=disable&password=secret",
            "postgres:///games?user=ada&password=secret&host=/tmp",
        ] {
            let database = Database::parse(OsStr::new(url)).expect("a URL");
            let shown = format!("{database} {database:?}");
            assert!(
                !shown.contains("secret") && !shown.contains("cret@"),
                "{shown}"
            );
            assert!(shown.contains("games"), "{shown}");
        }
    }
}
