//! Analysis: what the engine thinks of a position or of a whole game.

use super::PositionAsk;
use quintain_rules::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Asks for analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisAsk {
    /// The position. With its `all`, every position on the way is looked at, the last first.
    pub position: PositionAsk,
    /// How many best moves are told.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 5)]
    pub lines: u8,
    /// How many plies deep at most.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 60)]
    pub depth: Option<u8>,
    /// How many milliseconds for each position: 5000, or 500 for a whole game, if left out.
    #[serde(default)]
    #[schema(minimum = 10, maximum = 60000)]
    pub time: Option<u32>,
}

fn one() -> u8 {
    1
}

/// What was found so far about one position.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysisNews {
    /// The id that the client gave to the analysis; empty over HTTP.
    pub id: String,
    /// Which position: how many steps after the start.
    pub ply: u32,
    /// How many plies deep the engine looked.
    pub depth: u8,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How long it took, in milliseconds.
    pub time: u64,
    /// The best moves, the best first; none if the game is over there.
    pub lines: Vec<AnalysisLine>,
    /// Whether this position is done.
    pub done: bool,
    /// Whether the whole analysis is done; nothing follows.
    pub last: bool,
}

/// One of the best moves and what is expected after it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct AnalysisLine {
    /// The first side's chance to win, from 0 to 1, whoever is to move.
    pub chance: f64,
    /// The engine's points for the first side; not for reading when the end is proved.
    pub points: i32,
    /// Who wins for certain, and when.
    #[schema(required)]
    pub proved: Option<Proved>,
    /// The move and what follows.
    pub moves: Vec<String>,
    /// The points and slots of the first move, to draw it.
    pub path: Vec<String>,
}

/// A proved end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Proved {
    /// Who wins.
    pub winner: Side,
    /// After how many plies.
    pub plies: u8,
}
