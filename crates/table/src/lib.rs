//! One game being played: everything that a terminal, a server or a script needs to host a
//! game, and nothing of terminals or networks.
//!
//! A [`Table`] is made from a [`Setup`] and changed by [`Entry`]s alone. [`Table::decide`] says
//! what would happen if a player did something, without doing it; the caller keeps the entry
//! (in a file, in a database) and then has the table [`apply`](Table::apply) it. So what
//! was kept is always what was played, and the same setup and entries give the same table, its
//! clocks included. Nothing here looks at a clock: whoever asks says what time it is.
//!
//! ```
//! use quintain_rules::{Registry, Side};
//! use quintain_table::{Action, Setup, Table, Time};
//!
//! let games = Registry::standard();
//! let setup = Setup::new(games.get("sight")?, Some(3), Time(0), quintain_table::entropy_of(1))?;
//! let mut table = Table::new(&games, setup)?;
//! let entry = table.decide(Side::First, &Action::Move { text: "b2".into() }, Time(500))?;
//! let happened = table.apply(entry)?;
//! assert!(happened.is_some_and(|step| step.text == "b2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clock;
mod entry;
mod journal;
mod opponent;
mod seal;
mod setup;
mod table;

#[cfg(test)]
mod tests;

pub use clock::{Clocks, Time, TimeControl};
pub use entry::{Action, End, Entry, Event, Offer, Outcome, Refusal};
pub use journal::{Journal, JournalError};
pub use opponent::{Answer, Opponent};
pub use seal::{Broken, Seal, check_seal, entropy, entropy_of};
pub use setup::{Controller, DrawLimits, Seat, Setup, SetupError, Takebacks};
pub use table::{Table, TableError};
