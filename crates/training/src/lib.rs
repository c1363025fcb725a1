//! Learned evaluations: games of the engine against itself ([`datagen`](mod@datagen)), kept in
//! compact files ([`games_file`]), and networks trained on them ([`train`](mod@train)).
//!
//! Generating games and training are apart, so that networks of any shape can be trained on the
//! same games. Both are deterministic: a seed gives the same bytes on every machine, however many
//! threads there are, and however often the work was interrupted and resumed.

pub mod cli;
pub mod datagen;
pub mod error;
pub mod games_file;
mod model;
mod samples;
mod sigmoid;
pub mod train;

pub use error::Error;
