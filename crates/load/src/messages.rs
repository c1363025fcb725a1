//! What the server says, as far as a player needs it.
//!
//! The server's own types are for writing. These read the few fields that matter and pass over
//! the rest, so that reading costs little of the machine that is being measured.

use quintain_rules::Side;
use quintain_server::protocol::{ErrorBody, GameState};
use serde::Deserialize;

/// A message of the socket, of any type. One flat struct, since an enum with a tag inside would
/// make serde keep every view in memory a second time.
#[derive(Debug, Deserialize)]
pub(crate) struct Heard {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) id: Option<String>,
    pub(crate) snapshot: Option<Snapshot>,
    pub(crate) update: Option<Update>,
    pub(crate) error: Option<ErrorBody>,
}

/// A whole game.
#[derive(Debug, Deserialize)]
pub(crate) struct Snapshot {
    pub(crate) summary: Summary,
    pub(crate) view: View,
    pub(crate) seq: u64,
    pub(crate) steps: Vec<Played>,
    pub(crate) clocks: Option<Clocks>,
    pub(crate) yours: Vec<Side>,
}

/// A game in a list.
#[derive(Debug, Deserialize)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) state: GameState,
}

/// Something happened in a game.
#[derive(Debug, Deserialize)]
pub(crate) struct Update {
    pub(crate) game: String,
    pub(crate) seq: u64,
    pub(crate) event: Event,
    pub(crate) view: Option<View>,
    pub(crate) state: GameState,
    pub(crate) plies: u32,
}

/// What happened; a step or something else.
#[derive(Debug, Deserialize)]
pub(crate) struct Event {
    pub(crate) step: Option<Played>,
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

/// A step that was played.
#[derive(Debug, Deserialize)]
pub(crate) struct Played {
    pub(crate) ply: u32,
    pub(crate) at: i64,
    pub(crate) left: Option<u64>,
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
    pub(crate) left: [u64; 2],
    pub(crate) running: Option<Side>,
    pub(crate) at: i64,
}

/// A game of the catalogue.
#[derive(Debug, Deserialize)]
pub(crate) struct Card {
    pub(crate) id: String,
}
