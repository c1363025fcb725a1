//! The protocol, and the services behind it that need no network and no database: requests in,
//! responses out.
//!
//! - [`protocol`] has the messages that clients and servers exchange.
//! - [`catalogue`], [`positions`], [`drafts`] and [`records`] answer questions about the rules.
//! - [`conditional`] checks moves that are to be played when the expected ones come.
//! - [`texts`] has what clients need to say all of this in a person's language.
//! - [`local`] hosts games on one device, [`presenter`] says what clients see of a table.
//! - [`Analysis`] has the engine analyse positions, one slice of time after another.
//!
//! It is for everyone who speaks the protocol: the server, and programs that have the rules and
//! the engine built in and need no server.

use quintain_rules::message::{MessageSpec, Texts};

/// The texts of this crate.
pub static TEXTS: Texts = quintain_rules::texts!("api", "$CARGO_MANIFEST_DIR/texts");

/// The messages of this crate, for tests of its catalogues.
pub const MESSAGES: &[&[MessageSpec]] = &[ServiceError::SPECS];

pub mod catalogue;
pub mod conditional;
pub mod drafts;
pub mod local;
pub mod positions;
pub mod presenter;
pub mod protocol;
pub mod records;
#[cfg(feature = "texts")]
pub mod texts;
pub mod time_control;

mod analysis;
mod error;

pub use analysis::{Analysis, Progress};
pub use error::ServiceError;
