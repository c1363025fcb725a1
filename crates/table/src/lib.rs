//! One game being played: everything that a terminal, a server or a script needs to host a
//! game, without terminals, networks or engines.
//!
//! A [`Table`] is made from a [`Setup`] and changed by [`Entry`]s alone (event sourcing).
//! [`Table::decide`] says what a player's [`Action`] would do, without doing it; the caller
//! stores the entry (in a file, in a database) and then has the table
//! [`apply`](Table::apply) it. So whatever was stored is what was played, and the same setup and
//! entries give the same table, including its clocks. Nothing here reads the system's clock: the
//! caller passes the current time.
//!
//! ```
//! use quintain_rules::{Registry, Side};
//! use quintain_table::{Action, Setup, Table, Timestamp};
//!
//! let games = Registry::standard();
//! let entropy = quintain_table::entropy_from_seed(1);
//! let setup = Setup::new(games.get("sight")?, Some(3), Timestamp(0), entropy)?;
//! let mut table = Table::new(&games, setup)?;
//! let entry = table.decide(Side::First, &Action::play("b2"), Timestamp(500))?;
//! table.apply(entry)?;
//! assert_eq!(table.steps()[0].step.text, "b2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use quintain_rules::message::{MessageSpec, Texts};

/// The texts of this crate.
pub static TEXTS: Texts = quintain_rules::texts!("table", "$CARGO_MANIFEST_DIR/texts");

/// The messages of this crate, for tests of its catalogues.
pub const MESSAGES: &[&[MessageSpec]] = &[
    ActionError::SPECS,
    ControllerError::SPECS,
    duration::DurationError::SPECS,
    JournalError::SPECS,
    LevelError::SPECS,
    ResultSentence::SPECS,
    SealError::SPECS,
    SetupError::SPECS,
    table::Impossible::SPECS,
    TableError::SPECS,
    TimeControlError::SPECS,
];

mod action;
mod annotations;
mod clock;
pub mod duration;
mod entry;
mod journal;
mod limits;
mod seal;
mod setup;
mod table;

#[cfg(test)]
mod tests;

pub use action::{Action, ActionError, Offer};
pub use annotations::Annotations;
pub use clock::{Clocks, TimeControl, TimeControlError, Timestamp};
pub use entry::{Entry, Event};
pub use journal::{Journal, JournalError, MAX_JOURNAL_BYTES, replay};
pub use limits::TableLimits;
pub use quintain_rules::record::{EndReason, Outcome};
#[cfg(feature = "entropy")]
pub use seal::entropy;
pub use seal::{Seal, SealError, check_seal, entropy_from_seed};
pub use setup::{
    Controller, ControllerError, DrawLimits, EngineLevel, LevelError, Seat, Setup, SetupError,
    Takebacks,
};
pub use table::{PlayedStep, ResultSentence, Table, TableError, Undo, result_sentences};
