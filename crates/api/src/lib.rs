//! The protocol, and the services behind it that need no network and no database: requests in,
//! responses out.
//!
//! - [`protocol`] has the messages that clients and servers exchange.
//! - [`catalogue`], [`positions`], [`drafts`] and [`records`] answer questions about the rules.
//! - [`Analysis`] has the engine analyse positions, one slice of time after another.
//!
//! It is for everyone who speaks the protocol: the server, and programs that have the rules and
//! the engine on board and need no server.

pub mod catalogue;
pub mod drafts;
pub mod positions;
pub mod protocol;
pub mod records;

mod analysis;
mod error;
mod time_control;

pub use analysis::{Analysis, Progress};
pub use error::ServiceError;
