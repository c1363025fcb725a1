//! The game server: people meet, play, watch and analyse over HTTP and WebSockets.
//!
//! - [`protocol`] is what goes over the wire, [`openapi()`] describes it for programs.
//! - [`store`] is where games and people are kept.
//! - [`App`] is a running server, [`app()`] its routes, [`serve`] runs it on a socket.
//!
//! A request goes through `limits` and `identity` to a handler in `routes`; what concerns one
//! game goes on to its room, a task that decides, stores, and tells everyone who looks on.

pub mod protocol;
pub mod store;

mod analysis;
mod app;
mod config;
mod connections;
mod descriptors;
mod error;
mod extract;
mod games;
mod glicko;
mod identity;
mod limits;
mod live;
mod lobby;
mod metrics;
mod openapi;
mod outbox;
mod passwords;
mod pool;
mod random;
mod room;
mod routes;
mod rules;
mod serve;
mod socket;

pub use app::{App, StartError};
pub use config::{Config, Entropy, Limits};
pub use descriptors::allow_many_connections;
pub use error::ApiError;
pub use glicko::Glicko;
pub use openapi::openapi;
pub use routes::app;
pub use serve::{Running, backup, run, serve};
