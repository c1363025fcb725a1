//! The limit on open files.

/// Files that are open besides connections: the database, the log, the listener.
#[cfg(unix)]
const OTHER_FILES: u64 = 64;

/// How many connections may be open before there are no files left for anything else.
pub(super) fn max_connections() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit};
        let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
        usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(usize::MAX)
    }
    #[cfg(not(unix))]
    usize::MAX
}

/// Raises the limit on open files to what the system allows this process. Every connection is an
/// open file, and the default limit is for programs with few of them.
pub fn raise_open_file_limit() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "cannot raise the limit on open files");
        }
    }
}
