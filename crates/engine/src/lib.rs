//! Plays, analyses and proves any game of the rules crate.
//!
//! - [`search`](search()) looks for the best move of a game without chance, typed and fast.
//! - [`Catalogue`] gives the same to applications that choose the game at run time.
//! - [`Solver`] proves who wins where that can be proved, and [`verify`] checks it.
//! - [`Level`] makes it a pleasant opponent, [`ugi`] an engine for other programs.
//! - [`arena`] has players meet; [`Baseline`]s are simple ones to measure against.

mod baseline;
mod catalogue;
mod chance;
mod erased;
mod level;
mod limits;
mod player;
mod process;
mod prove;
mod score;
mod search;
mod solve;
mod table;
mod tablebase;
mod think;

pub mod arena;
pub mod bench;
pub mod ugi;

pub use baseline::Baseline;
pub use catalogue::{Catalogue, Expert};
pub use erased::{AnyEngine, Settings, Thought, ThoughtLine, engine};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use player::{Player, Turn};
pub use process::Process;
pub use score::{Forced, Score};
pub use search::{Line, Options, Report, search};
pub use solve::{
    Checked, Flaw, Progress, Proofs, Solution, SolveError, SolveLimits, SolveRequest, Solved,
    Solver, verify,
};
pub use table::{Bound, Found, Table};
pub use tablebase::{
    AnyEndgames, EndgameError, EndgameFlaw, Endgames, Progress as EndgameProgress,
};
