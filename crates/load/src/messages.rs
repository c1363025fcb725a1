//! The server's messages, as far as a player needs them.
//!
//! The protocol's own types are for writing. These read the few fields that matter and skip the
//! rest, so that reading takes little from the machine that is being measured.

use quintain_api::protocol::{ErrorCode, GameState};
use quintain_rules::Side;
use serde::Deserialize;

/// A message of the socket, of any type. This is one flat struct, since an internally tagged enum
/// would make serde buffer every view.
#[derive(Debug, Deserialize)]
pub(crate) struct Incoming {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) request_id: Option<String>,
    pub(crate) snapshot: Option<Snapshot>,
    pub(crate) update: Option<Update>,
    pub(crate) error: Option<ErrorBody>,
}

/// Why something was rejected.
#[derive(Debug, Deserialize)]
pub(crate) struct ErrorBody {
    pub(crate) code: ErrorCode,
    pub(crate) message: Message,
}

/// What the server says, in English.
#[derive(Debug, Deserialize)]
pub(crate) struct Message {
    pub(crate) text: String,
}

/// A whole game.
#[derive(Debug, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) summary: Summary,
    pub(crate) view: View,
    pub(crate) seq: u64,
    pub(crate) steps: Vec<PlayedStep>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) your_sides: Vec<Side>,
}

/// A game in a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) state: GameState,
}

/// An event of a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Update {
    pub(crate) game_id: String,
    pub(crate) seq: u64,
    pub(crate) event: Event,
    pub(crate) view: Option<View>,
    pub(crate) state: GameState,
    pub(crate) plies: u32,
}

/// What happened: a step, or something else.
#[derive(Debug, Deserialize)]
pub(crate) struct Event {
    pub(crate) step: Option<PlayedStep>,
}

/// A position.
#[derive(Debug, Deserialize)]
pub(crate) struct View {
    pub(crate) turn: Option<Side>,
    pub(crate) moves: Vec<Move>,
}

/// A legal move.
#[derive(Debug, Deserialize)]
pub(crate) struct Move {
    pub(crate) text: String,
}

/// A step on the board.
#[derive(Debug, Deserialize)]
pub(crate) struct PlayedStep {
    pub(crate) ply: u32,
    pub(crate) played_at: i64,
    pub(crate) remaining_ms: Option<u64>,
    pub(crate) step: Step,
}

/// The step itself.
#[derive(Debug, Deserialize)]
pub(crate) struct Step {
    pub(crate) side: Side,
    pub(crate) text: String,
}

/// The clocks.
#[derive(Debug, Deserialize)]
pub(crate) struct Clocks {
    pub(crate) remaining_ms: [u64; 2],
    pub(crate) running: Option<Side>,
    pub(crate) at: i64,
}

/// A game in the catalogue.
#[derive(Debug, Deserialize)]
pub(crate) struct CatalogueEntry {
    pub(crate) id: String,
}
