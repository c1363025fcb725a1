//! Events at a table.

use crate::action::Offer;
use crate::clock::Timestamp;
use quintain_rules::Side;
use quintain_rules::record::EndReason;
use serde::{Deserialize, Serialize};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    /// A step was played.
    Step {
        /// The step, with what it revealed.
        text: String,
    },
    /// The last steps were taken back.
    Takeback {
        /// How many.
        plies: usize,
    },
    /// Something was offered.
    Offer {
        /// By which side.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Decline {
        /// By which side.
        side: Side,
        /// What had been offered.
        offer: Offer,
    },
    /// The game was ended, but not by its rules.
    End {
        /// The winner; `None` for a draw or an aborted game.
        winner: Option<Side>,
        /// What ended it.
        reason: EndReason,
    },
    /// Nobody could play for a while, and no clock ran.
    Pause {
        /// When that began.
        from_at: Timestamp,
    },
}

/// What happened, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number among the table's entries, counting from 0.
    pub seq: u32,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
}
