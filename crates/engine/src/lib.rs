//! Plays, analyses and proves any game of the rules crate.
//!
//! - [`search`](search()) looks for the best move of a game without chance, typed and fast.
//! - [`Catalogue`] gives the same to applications that choose the game at run time.
//! - [`Solver`] proves who wins where that can be proved, and [`verify`] checks it.
//! - [`Level`] makes it a pleasant opponent, [`ugi`] an engine for other programs.
//! - [`arena`] has players meet; [`Baseline`]s are simple ones to measure against.

mod baseline;
mod erased;
mod expectimax;
mod go;
mod level;
mod limits;
mod player;
mod registry;
mod score;
mod search;
mod solve;
mod solve_or_search;
mod tablebase;
mod tt;
mod ugi_player;

pub mod arena;
pub mod bench;
pub mod ugi;

pub use baseline::Baseline;
pub use erased::{AnyEngine, PvLine, SearchResult, Settings, engine};
pub use level::Level;
pub use limits::{Clock, Limits};
pub use player::{GameState, Player};
pub use registry::{EngineFactory, EngineRegistry};
pub use score::{Mate, Score};
pub use search::{PvLine, Report, SearchOptions, search};
pub use solve::{
    ProofStats, ProofTable, Solution, SolveError, SolveLimits, SolveProgress, SolveRequest, Solver,
    VerifyError, verify,
};
pub use tablebase::{
    Tablebase, TablebaseBuilder, TablebaseError, TablebaseMismatch,
    TablebaseProgress as EndgameProgress,
};
pub use tt::{Bound, TranspositionTable, TtEntry};
pub use ugi_player::UgiPlayer;
