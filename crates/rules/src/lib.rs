//! The rules of five two-player board games: Catapult, Knight's Duel, Animal Chess, Incognito
//! and Sight.
//!
//! - [`Position`] is the one trait of all positions, made for speed: positions are small copyable
//!   values, moves are 16 bits, and nothing is allocated on the hot path.
//! - [`Registry`] and [`erased`] give the same games to applications that choose at run time:
//!   text in, text and views out.
//! - [`view`] describes boards, positions and moves as data, so that a client draws any game.
//! - [`draft`] puts positions together one piece at a time.
//! - [`evaluate`] is what a game knows about playing well: evaluation, move ordering, and what
//!   solvers, tablebases and tuners ask for.
//! - [`net`] holds the small neural networks that evaluate positions of some games.
//! - [`learn`] shows positions and moves as numbers, for learning programs.
//! - [`record`] reads and writes whole games.
//! - [`rng`] is the one source of reproducible randomness.
//! - [`perft`](mod@perft) counts, [`draw`] and [`svg`] draw.

/// The README's examples, kept working.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The texts that the games share.
pub static TEXTS: message::Texts = texts!("rules", "$CARGO_MANIFEST_DIR/texts");

/// The messages that the games share, for tests of the catalogues.
pub fn message_specs() -> Vec<message::MessageSpec> {
    [
        message::LANGUAGE_SPECS,
        SizeError::SPECS,
        PositionError::SPECS,
        MoveError::SPECS,
        SecretError::SPECS,
        Phrase::SPECS,
        UnknownGame::SPECS,
        OsError::SPECS,
        draft::DraftError::SPECS,
    ]
    .into_iter()
    .chain(record::SPECS.iter().copied())
    .flatten()
    .copied()
    .collect()
}

mod bits;
mod error;
mod grid;
mod info;
mod os_error;
mod phrases;
mod position;
mod premoves;
mod registry;
#[cfg(feature = "serde")]
mod serialize;
mod side;
mod solved_set;
mod square;
mod symmetry;
#[cfg(test)]
mod testing;

pub mod draft;
pub mod draw;
pub mod erased;
pub mod evaluate;
pub mod games;
pub mod learn;
pub mod message;
pub mod net;
pub mod perft;
#[cfg(feature = "processor")]
pub mod processor;
pub mod record;
pub mod rng;
pub mod svg;
pub mod view;

pub use error::{MoveError, Phrase, PositionError, SecretError, SizeError};
pub use evaluate::{
    Accumulator, EndgameClass, EndgameIndex, Evaluate, LevelParams, MAX_EVAL, MAX_MOVE_SCORE,
    MoveOrdering, ProbCut, SolvedValue, SolverKnowledge, Tunable, mobility,
};
pub use grid::{Cell, Grid, Naming};
pub use info::{Boards, GameInfo};
pub use os_error::OsError;
pub use phrases::quote;
pub use position::{MoveBits, Position, Reveal, Secret, Step, StepOf};
pub use registry::{Registry, UnknownGame};
pub use rng::{Rng, splitmix64};
pub use side::Side;
pub use symmetry::Symmetry;
