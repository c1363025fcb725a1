//! Search and proof for any game of the rules crate.

mod limits;
mod score;
mod search;
mod solve;
mod table;

pub use limits::{Clock, Limits};
pub use score::{Forced, Score};
pub use search::{Line, Options, Report, search};
pub use solve::{Checked, Flaw, Progress, Proofs, Solution, SolveLimits, Solver, verify};
pub use table::Table;
