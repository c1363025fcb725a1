//! One game: where it stands, what happens in it, and what its players can do.

use super::{GameState, GameSummary, Outcome};
use quintain_rules::Side;
use quintain_rules::message::Message;
use quintain_rules::view::{Geometry, StepView, View};
use quintain_table::{Action, Offer};
use serde::{Deserialize, Serialize};

/// Everything about a game as it is now. It replaces whatever a client knew before.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSnapshot {
    /// The game as it appears in lists.
    pub summary: GameSummary,
    /// The board; it does not change during the game.
    pub geometry: Geometry,
    /// The current position with the last step, and with the legal moves if you are to move. Once
    /// the game is over, it shows what was hidden.
    pub view: View,
    /// The number of the last event: pass it as `after` to resume from here.
    pub seq: u64,
    /// The steps on the board, without those taken back.
    pub steps: Vec<PlayedStep>,
    /// The clocks; null without a time control.
    #[cfg_attr(feature = "schema", schema(required))]
    pub clocks: Option<Clocks>,
    /// The open offers.
    pub offers: Offers,
    /// The presence of players and spectators.
    pub presence: Presence,
    /// The rematch.
    pub rematch: Rematch,
    /// The hash that commits the server to what is hidden, in lowercase hex.
    #[cfg_attr(feature = "schema", schema(required))]
    pub commitment: Option<String>,
    /// What was hidden, once the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub seal: Option<Seal>,
    /// How the ratings changed, once a rated game is over.
    #[cfg_attr(feature = "schema", schema(required, schema_with = rating_changes))]
    pub rating_changes: Option<[RatingChange; 2]>,
    /// The sides you play: none if you are a spectator, both in a local game.
    pub your_sides: Vec<Side>,
}

/// A step on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayedStep {
    /// The ply of the position it led to: 1 after the first step.
    pub ply: u32,
    /// When it was played.
    pub played_at: i64,
    /// The time left on the mover's clock afterwards.
    #[cfg_attr(feature = "schema", schema(required))]
    pub remaining_ms: Option<u64>,
    /// The step itself.
    pub step: StepView,
}

/// The clocks at one moment. A client counts the running one down from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// The time left, the first side's first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub remaining_ms: [u64; 2],
    /// Whose clock is running.
    #[cfg_attr(feature = "schema", schema(required))]
    pub running: Option<Side>,
    /// The moment at which this holds, by the server's clock.
    pub at: i64,
}

/// The open offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offers {
    /// The side that offers a draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub draw: Option<Side>,
    /// The side that asks for a takeback.
    #[cfg_attr(feature = "schema", schema(required))]
    pub takeback: Option<TakebackOffer>,
    /// Whether each side can take back its last move now, or ask to: not in rated games, not
    /// before it has moved, and not if a move since then revealed something.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub can_take_back: [bool; 2],
}

/// Someone asks to take back steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TakebackOffer {
    /// The side that asks.
    pub side: Side,
    /// How many steps would be taken back.
    pub plies: u32,
}

/// Which players are online, and how many spectators.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Presence {
    /// Whether each side's player has the game open, the first side first. The engine always
    /// has.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub online: [bool; 2],
    /// The moment from which the opponent may claim the game because this player has left.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub claimable_from: [Option<i64>; 2],
    /// How many others are watching.
    pub spectators: u32,
}

/// The rematch of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rematch {
    /// The side that offers one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub offered_by: Option<Side>,
    /// The id of the new game, once both players have agreed.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game_id: Option<String>,
}

/// What was hidden. `commitment` is the SHA-256 hash of the text `salt` + `:` + `secret`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seal {
    /// The secret in record notation.
    pub secret: String,
    /// The salt that keeps anyone from trying all secrets, in lowercase hex.
    pub salt: String,
    /// What was hidden, in a sentence.
    #[cfg_attr(feature = "schema", schema(required))]
    pub sentence: Option<Message>,
}

/// How a player's rating changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingChange {
    /// The rating before the game, rounded.
    pub before: i32,
    /// The rating after the game, rounded.
    pub after: i32,
}

/// Two changes or null: the derived schema would not say that there are two.
#[cfg(feature = "schema")]
fn rating_changes() -> utoipa::openapi::Array {
    use utoipa::openapi::schema::SchemaType;
    use utoipa::openapi::{ArrayBuilder, Ref, Type};
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(Ref::from_schema_name("RatingChange"))
        .min_items(Some(2))
        .max_items(Some(2))
        .description(Some("How the ratings changed, once a rated game is over."))
        .build()
}

/// An event of a game, and everything that it changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameUpdate {
    /// The game's id.
    pub game_id: String,
    /// The event's number; each game counts from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: i64,
    /// The id that the client gave to the action behind it.
    #[cfg_attr(feature = "schema", schema(required))]
    pub request_id: Option<String>,
    /// What happened.
    pub event: GameEvent,
    /// The position, if the event changed it; with the legal moves if you are to move.
    #[cfg_attr(feature = "schema", schema(required))]
    pub view: Option<View>,
    /// The stage that the game has reached.
    pub state: GameState,
    /// How many steps are on the board.
    pub plies: u32,
    /// The clocks.
    #[cfg_attr(feature = "schema", schema(required))]
    pub clocks: Option<Clocks>,
    /// The open offers.
    pub offers: Offers,
    /// How the game ended.
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
    /// What was hidden, once the game is over.
    #[cfg_attr(feature = "schema", schema(required))]
    pub seal: Option<Seal>,
    /// How the ratings changed.
    #[cfg_attr(feature = "schema", schema(required, schema_with = rating_changes))]
    pub rating_changes: Option<[RatingChange; 2]>,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GameEvent {
    /// A step was played.
    Step {
        /// The step.
        step: PlayedStep,
    },
    /// Steps were taken back.
    TakenBack {
        /// The side that had asked.
        side: Side,
        /// How many.
        plies: u32,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// By whom.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// The game is over; `outcome` says how.
    Ended,
    /// The game was aborted.
    Aborted,
    /// The server was down for a while; the clocks did not run.
    Paused,
}

/// An action in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ActionRequest {
    /// Your id for this request. A request that is sent again has no second effect.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 64))]
    pub request_id: Option<String>,
    /// Which of your sides acts, if you play both; the side to move if omitted.
    #[serde(default)]
    pub side: Option<Side>,
    /// What to do.
    pub action: Action,
}

/// Past positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ViewsPage {
    /// The ply of the first view; 0 is the start position.
    pub from: u32,
    /// The views, one per ply, without legal moves. Once the game is over, they show what was
    /// hidden.
    pub views: Vec<View>,
}
