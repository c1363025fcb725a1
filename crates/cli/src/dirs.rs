//! The user's directories, by the conventions of the system.

use etcetera::BaseStrategy;
use std::path::PathBuf;

/// The directory for data that should be kept: `$XDG_DATA_HOME/quintain` on Unix.
pub(crate) fn data() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(base.data_dir().join("quintain"))
}

/// The directory for games that are not finished: `$XDG_STATE_HOME/quintain` on Unix.
pub(crate) fn state() -> Option<PathBuf> {
    let base = etcetera::choose_base_strategy().ok()?;
    // Windows has no directory for state.
    let dir = base.state_dir().unwrap_or_else(|| base.data_dir());
    Some(dir.join("quintain"))
}
