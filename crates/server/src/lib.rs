//! The game server: people meet, play, watch and analyse over HTTP and WebSockets.
//!
//! The folders are the layers. A request comes in through `http` or `ws`, which parse it, limit
//! it and, with `auth`, find out who sends it. `game` decides what happens, `store` makes it
//! durable in one transaction, and `ws` sends it to everyone who watches. `engine` has the
//! threads on which the engine thinks. Each layer has an error of its own, and `http` maps all
//! of them to responses.
//!
//! - [`App`] holds the services and wires them, [`router`] has the routes.
//! - [`serve`] runs a server on a socket.
//! - [`openapi()`] describes the API for programs.

use quintain_rules::message::{MessageSpec, Texts};

/// The texts of this crate.
pub static TEXTS: Texts = quintain_rules::texts!("server", "$CARGO_MANIFEST_DIR/texts");

/// The messages of this crate, for tests of its catalogues.
pub const MESSAGES: &[&[MessageSpec]] = &[
    StartError::SPECS,
    InvalidBus::SPECS,
    BusFault::SPECS,
    ClusterError::SPECS,
    auth::AuthError::SPECS,
    auth::RateLimited::SPECS,
    engine::AnalysisError::SPECS,
    game::GameError::SPECS,
    heavy_work::Overloaded::SPECS,
    http::ApiError::SPECS,
    http::PreviewText::SPECS,
    http::malformed::Malformed::SPECS,
    http::malformed::Wanted::SPECS,
    http::malformed::Found::SPECS,
    push::PushError::SPECS,
    push::PushText::SPECS,
    readiness::NotReady::SPECS,
    store::StoreError::SPECS,
    store::DatabaseFault::SPECS,
    store::InvalidDatabase::SPECS,
];

pub mod store;

mod app;
mod auth;
mod backoff;
mod budget;
mod bus;
#[cfg(test)]
mod captured_log;
mod clock;
mod cluster;
mod config;
mod engine;
mod game;
mod glicko;
mod heavy_work;
mod http;
mod ids;
mod log_throttle;
mod metrics;
mod preview;
mod push;
mod readiness;
mod serve;
mod shutdown;
mod ws;

pub use app::{App, StartError};
pub use bus::{BusAddress, BusFault, InvalidBus};
pub use clock::{Clock, TimeSource};
pub use cluster::{ClusterError, NodeId};
pub use config::{Config, Entropy, Limits, SessionLifetime};
pub use glicko::Glicko;
pub use http::{openapi, raise_open_file_limit, router};
pub use push::PushNetwork;
pub use serve::{RunningServer, backup, run, serve};
pub use ws::LocalSocket;
