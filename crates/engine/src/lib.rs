//! Search for any game of the rules crate.

mod chance;
mod limits;
mod score;
mod search;
mod table;
mod tablebase;

pub use limits::{Clock, Limits};
pub use score::{Forced, Score};
pub use search::{Line, Options, Report, search};
pub use table::Table;
pub use tablebase::{EndgameError, Endgames, Progress};
