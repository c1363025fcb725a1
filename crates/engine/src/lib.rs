//! Plays, analyses and solves any game of the rules crate.
//!
//! The techniques are those of game programming, and go by their names:
//!
//! - A [`Searcher`] does iterative deepening with aspiration windows and lazy SMP: principal
//!   variation search in negamax form, with late move reductions, reverse futility pruning,
//!   ProbCut, late move pruning, static exchange evaluation and a quiescence search; in games with
//!   chance through chance nodes with Star1 and Star2 (expectimax). Moves are ordered by the [transposition table](TranspositionTable), killer
//!   moves, the history heuristic and continuation histories.
//! - [`Solver`] proves who wins by depth-first proof search over AND/OR trees, where games always
//!   end, and [`verify`] checks such a proof by the rules alone.
//! - [`Tablebase`]s hold exact values of endgames, computed by retrograde analysis.
//! - [`AnyEngine`] puts these together: a proof where there is one, a search otherwise, at a
//!   [`Level`] of play. [`EngineRegistry`] gives it to applications that choose the game at run
//!   time, [`ugi`] to other programs. Time and threads come from a [`Host`].
//! - [`mcts`] searches many positions at once under the guidance of a network of the caller's.
//! - [`arena`] plays matches between [`Player`]s: engines, [`Baseline`]s (random, greedy, UCT) and
//!   other programs.
//! - [`mod@bench`] measures speed and latency, and computes a checksum of the search's behavior.

use quintain_rules::message::{MessageSpec, Texts};

/// The README's examples, kept working.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The texts of this crate.
pub static TEXTS: Texts = quintain_rules::texts!("engine", "$CARGO_MANIFEST_DIR/texts");

/// The messages of this crate, for tests of its catalogues.
pub const MESSAGES: &[&[MessageSpec]] = &[
    HashError::SPECS,
    TechniqueError::SPECS,
    #[cfg(feature = "tools")]
    PlayerError::SPECS,
    #[cfg(feature = "tools")]
    SolveError::SPECS,
    VerifyError::SPECS,
    TablebaseError::SPECS,
    TablebaseMismatch::SPECS,
];

#[cfg(feature = "tools")]
mod baseline;
mod erased;
mod expectimax;
mod go;
mod hash_memory;
mod host;
mod level;
mod limits;
#[cfg(feature = "tools")]
mod player;
mod registry;
mod root_proof;
mod score;
mod search;
mod solve;
mod tablebase;
mod tools;
mod tt;
#[cfg(feature = "tools")]
mod ugi_player;

#[cfg(feature = "tools")]
pub mod arena;
#[cfg(feature = "tools")]
pub mod bench;
pub mod mcts;
#[cfg(feature = "tools")]
pub mod ugi;

#[cfg(feature = "tools")]
pub use baseline::Baseline;
pub use erased::{AnyEngine, GoRequest, OnCurrentMove, Settings, engine};
pub use hash_memory::HashError;
pub use host::{Host, SystemHost};
pub use level::Level;
pub use limits::{Clock, Limits};
#[cfg(feature = "tools")]
pub use player::{GameState, Player, PlayerError};
pub use registry::{EngineFactory, EngineRegistry};
pub use score::{Mate, Score};
pub use search::{
    PvLine, SearchContext, SearchOptions, SearchRequest, SearchResult, Searcher, Technique,
    TechniqueError, Techniques, search,
};
pub use solve::{
    ProofStats, ProofTable, Solution, SolveLimits, SolveProgress, Solver, VerifyError, verify,
};
#[cfg(feature = "tools")]
pub use solve::{SolveError, SolveRequest};
#[cfg(feature = "tools")]
pub use tablebase::TablebaseBuilder;
pub use tablebase::{Tablebase, TablebaseError, TablebaseMismatch, TablebaseProgress};
pub use tools::EngineTools;
pub use tt::{Bound, TranspositionTable, TtEntry};
#[cfg(feature = "tools")]
pub use ugi_player::{Direction, ProtocolLog, UgiConfig, UgiPlayer};
