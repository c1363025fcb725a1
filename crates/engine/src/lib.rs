//! Plays, analyses and proves any game of the rules crate.
//!
//! - [`search`](search()) looks for the best move of a game without chance, typed and fast.
//! - [`Catalogue`] gives the same to applications that choose the game at run time.
//! - [`Solver`] proves who wins where that can be proved, and [`verify`] checks it.
//! - [`Level`] makes it a pleasant opponent, [`ugi`] an engine for other programs.
//! - [`arena`] has players meet; [`Baseline`]s are simple ones to measure against.

mod baseline;
mod registry;
mod expectimax;
mod erased;
mod level;
mod limits;
mod player;
mod ugi_player;
mod solve_or_search;
mod score;
mod search;
mod solve;
mod tt;
mod tablebase;
mod go;

pub mod arena;
pub mod bench;
pub mod ugi;

pub use baseline::Baseline;
pub use registry::{EngineRegistry, EngineFactory};
pub use erased::{AnyEngine, Settings, SearchResult, PvLine, engine};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use player::{Player, GameState};
pub use ugi_player::UgiPlayer;
pub use score::{Mate, Score};
pub use search::{PvLine, SearchOptions, Report, search};
pub use solve::{
    ProofStats, VerifyError, SolveProgress, ProofTable, Solution, SolveError, SolveLimits, SolveRequest, Solution,
    Solver, verify,
};
pub use tt::{Bound, TtEntry, TranspositionTable};
pub use tablebase::{
    TablebaseBuilder, TablebaseError, TablebaseMismatch, Tablebase, TablebaseProgress as EndgameProgress,
};
