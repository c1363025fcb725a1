//! Files that only their owner may read: they hold hashes of passwords and everyone's games.

use crate::store::{DatabaseFault, StoreError, StoreResult};
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;
use tracing::warn;

/// Read and write for the owner, nothing for anyone else.
#[cfg(unix)]
const PRIVATE: u32 = 0o600;

/// Makes sure that a database file exists and is private before anything is written to it. SQLite
/// gives the files next to it the same permissions.
pub(super) fn ensure(file: &Path) -> StoreResult<()> {
    let opened = private(OpenOptions::new().create(true)).open(file);
    let opened = opened.map_err(|error| cannot_open(file, error))?;
    if let Err(error) = restrict(&opened) {
        // It belongs to someone else, who has given us access: that is their decision.
        warn!(%error, file = %file.display(), "cannot make the database private");
    }
    Ok(())
}

/// Creates an empty private file; an error if there is one already.
pub(super) fn create(file: &Path) -> StoreResult<()> {
    let created = private(OpenOptions::new().create_new(true)).open(file);
    created.map_err(|error| cannot_open(file, error))?;
    Ok(())
}

fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, PRIVATE);
    options.read(true).write(true)
}

#[cfg(unix)]
fn restrict(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = file.metadata()?.permissions();
    if permissions.mode() & 0o077 == 0 {
        return Ok(());
    }
    permissions.set_mode(PRIVATE);
    file.set_permissions(permissions)
}

#[cfg(not(unix))]
fn restrict(_: &File) -> io::Result<()> {
    Ok(())
}

fn cannot_open(file: &Path, error: io::Error) -> StoreError {
    StoreError::UnopenedFile {
        file: file.display().to_string(),
        reason: DatabaseFault::System(error.into()),
    }
}
