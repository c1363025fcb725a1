//! Files that fuzz targets write.

use std::path::{Path, PathBuf};

/// A file for one run: in memory where that is possible, since disks are slow.
pub fn scratch_file(name: &str) -> PathBuf {
    let memory = Path::new("/dev/shm");
    match memory.is_dir() {
        true => memory.join(name),
        false => std::env::temp_dir().join(name),
    }
}
