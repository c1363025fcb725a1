//! How many connections the system lets us have.

/// Allows as many open files, and with them connections, as the system lets this process have.
/// Each connection is an open file, and the usual limit is for programs with few of them.
pub fn allow_many_connections() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, getrlimit, setrlimit};
        let mut limit = getrlimit(Resource::Nofile);
        limit.current = limit.maximum;
        if let Err(error) = setrlimit(Resource::Nofile, limit) {
            tracing::warn!(%error, "the limit on open files stays as it is");
        }
    }
}
