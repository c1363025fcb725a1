//! The rules of five two-player board games: Catapult, Knight's Duel, Animal Chess, Incognito
//! and Sight.
//!
//! - [`Position`] is the one trait of all positions, made for speed: positions are small copyable
//!   values, moves are 16 bits, and nothing is allocated on the hot path.
//! - [`Registry`] and [`erased`] give the same games to applications that choose at run time:
//!   text in, text and views out.
//! - [`view`] describes boards, positions and moves as data, so that a client draws any game.
//! - [`draft`] puts positions together a piece at a time.
//! - [`net`] makes the small networks that some games judge positions by.
//! - [`record`] reads and writes whole games.
//! - [`rng`] is the one source of reproducible randomness.
//! - [`perft`](mod@perft) counts, [`draw`] draws.

/// The README's examples, kept working.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

mod bits;
mod book;
mod error;
mod grid;
mod info;
mod position;
mod registry;
mod side;
mod square;
mod strategy;
mod symmetry;
#[cfg(test)]
mod testing;
mod words;

pub mod draft;
pub mod draw;
pub mod erased;
pub mod games;
pub mod net;
pub mod perft;
pub mod record;
pub mod rng;
pub mod view;

pub use error::{MoveError, PositionError, SecretError, SizeError};
pub use grid::{Cell, Grid, Naming};
pub use info::{Boards, GameInfo};
pub use position::{MoveBits, Position, Reveal, Secret, Step, StepOf};
pub use registry::{Registry, UnknownGame};
pub use rng::{Rng, splitmix64};
pub use side::Side;
pub use strategy::{EndgameClass, LevelParams, SolvedValue, Strategy};
pub use symmetry::Symmetry;
