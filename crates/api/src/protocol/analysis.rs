//! Analysis: what the engine makes of a position or of a whole game.

use super::PositionRequest;
use quintain_rules::Side;
use serde::{Deserialize, Serialize};

/// Asks for analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The position. With its `all`, every position on the way is analysed, the last one first.
    pub position: PositionRequest,
    /// How many of the best moves are reported (MultiPV).
    #[serde(default = "one")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 5))]
    pub lines: u8,
    /// The maximum search depth in plies.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 60))]
    pub depth: Option<u8>,
    /// The time for each position; 5000 by default, or 500 with `all`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 10, maximum = 60000))]
    pub time_ms: Option<u32>,
}

fn one() -> u8 {
    1
}

/// What has been found so far about one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisUpdate {
    /// The request's id; empty over HTTP.
    pub request_id: String,
    /// Which position: how many steps after the start.
    pub ply: u32,
    /// The search depth in plies.
    pub depth: u8,
    /// How many positions were searched.
    pub nodes: u64,
    /// How long the search took.
    pub time_ms: u64,
    /// The best lines, the best one first; empty if the game is over.
    pub lines: Vec<AnalysisLine>,
    /// Whether the analysis of this position is complete.
    pub position_done: bool,
    /// Whether the whole analysis is complete: this is the last update.
    pub analysis_done: bool,
}

/// One of the best moves and its principal variation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalysisLine {
    /// The first side's probability of winning, from 0 to 1, regardless of the side to move.
    pub win_probability: f64,
    /// The engine's score for the first side; meaningless to people once a win is proved.
    pub score: i32,
    /// The forced win, if there is one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub proved: Option<ProvedWin>,
    /// The move and its expected continuation.
    pub moves: Vec<String>,
    /// The points and hand slots of the first move, to draw it.
    pub path: Vec<String>,
}

/// A forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ProvedWin {
    /// The winner.
    pub winner: Side,
    /// How many plies it takes; `null` if that is not known.
    #[cfg_attr(feature = "schema", schema(required))]
    pub plies: Option<u8>,
}
