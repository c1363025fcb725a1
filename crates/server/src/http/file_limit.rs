//! The limit on open files.

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
