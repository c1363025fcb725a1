//! Moves that are played when the expected moves come.

use serde::{Deserialize, Serialize};

/// What you have decided on in advance, while your opponent is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ConditionalMoves {
    /// How many steps had been played when you decided; rejected as stale if that has changed.
    pub ply: u32,
    /// Lines of steps from there, each with what it reveals: your opponent's first, yours last. As
    /// long as the game follows a line, the server plays your move at once. What a move of yours
    /// reveals is not in your hands: if it is something else, the line ends.
    #[cfg_attr(feature = "schema", schema(max_items = 12))]
    pub lines: Vec<Vec<String>>,
}
