//! The game server: people meet, play, watch and analyse over HTTP and WebSockets.
//!
//! - [`protocol`] is what goes over the wire.
//! - [`openapi()`] describes it for programs.

pub mod protocol;

mod openapi;

pub use openapi::openapi;
