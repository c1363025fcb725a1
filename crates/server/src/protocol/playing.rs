//! One game: how it stands, what happens in it, and what its players can do.

use super::{GameState, GameSummary, Outcome};
use quintain_rules::Side;
use quintain_rules::view::{Geometry, StepView, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All there is to know about a game now. It replaces whatever a client knew before.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GameSnapshot {
    /// The game as in a list.
    pub summary: GameSummary,
    /// The board; it does not change during the game.
    pub geometry: Geometry,
    /// The position now, with the last step and the legal moves.
    pub view: View,
    /// The number of the last thing that happened: give it as `after` to go on from here.
    pub seq: u64,
    /// The steps played, without those taken back.
    pub steps: Vec<PlayedStep>,
    /// The clocks, if the game has any.
    #[schema(required)]
    pub clocks: Option<Clocks>,
    /// What is offered and not yet answered.
    pub offers: Offers,
    /// Who is there.
    pub presence: Presence,
    /// The game after this one.
    pub rematch: Rematch,
    /// The hash that binds the server to what is hidden: lowercase hex.
    #[schema(required)]
    pub commitment: Option<String>,
    /// What was hidden, once the game is over.
    #[schema(required)]
    pub reveal: Option<Reveal>,
    /// What the game did to the ratings, once it is over and was rated.
    #[schema(required, schema_with = rating_changes)]
    pub ratings: Option<[RatingChange; 2]>,
    /// The sides you play: none for spectators, both at one device.
    pub yours: Vec<Side>,
}

/// A step that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayedStep {
    /// The position it led to: 1 after the first step.
    pub ply: u32,
    /// When.
    pub at: i64,
    /// What the mover's clock showed after it, in milliseconds.
    #[schema(required)]
    pub left: Option<u64>,
    /// The step itself.
    pub step: StepView,
}

/// The clocks at a point in time. A client counts the running one down from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Clocks {
    /// Milliseconds left, the first side's first.
    #[schema(min_items = 2, max_items = 2)]
    pub left: [u64; 2],
    /// Whose clock runs.
    #[schema(required)]
    pub running: Option<Side>,
    /// The server's time for which this is true.
    pub at: i64,
}

/// What is offered and not yet answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Offers {
    /// Who offers a draw.
    #[schema(required)]
    pub draw: Option<Side>,
    /// Who asks to take back.
    #[schema(required)]
    pub takeback: Option<TakebackOffer>,
}

/// Someone asks to take back steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TakebackOffer {
    /// Who asks.
    pub side: Side,
    /// How many steps would be taken back.
    pub plies: u32,
}

/// Who is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Presence {
    /// Whether each side's player has the game open, the first side first; engines always have.
    #[schema(min_items = 2, max_items = 2)]
    pub here: [bool; 2],
    /// From when on the other side may claim the game because this one's player has left.
    #[schema(min_items = 2, max_items = 2)]
    pub claim_from: [Option<i64>; 2],
    /// How many others watch.
    pub spectators: u32,
}

/// The game after this one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Rematch {
    /// Who offers it.
    #[schema(required)]
    pub offered: Option<Side>,
    /// Its id, once it is made.
    #[schema(required)]
    pub game: Option<String>,
}

/// What was hidden. `commitment` is the SHA-256 of the text `salt` + `:` + `secret`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Reveal {
    /// The secret, as records write it.
    pub secret: String,
    /// What was hashed with it, so that nobody could try all secrets: lowercase hex.
    pub salt: String,
}

/// What a game did to a player's rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RatingChange {
    /// The rating before, rounded.
    pub before: i32,
    /// The rating after, rounded.
    pub after: i32,
}

/// Two changes or nothing: the derived schema would not say that there are two.
fn rating_changes() -> utoipa::openapi::Array {
    use utoipa::openapi::schema::SchemaType;
    use utoipa::openapi::{ArrayBuilder, Ref, Type};
    ArrayBuilder::new()
        .schema_type(SchemaType::from_iter([Type::Array, Type::Null]))
        .items(Ref::from_schema_name("RatingChange"))
        .min_items(Some(2))
        .max_items(Some(2))
        .description(Some(
            "What the game did to the ratings, once it is over and was rated.",
        ))
        .build()
}

/// Something happened in a game: what, and everything that it changed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Update {
    /// The game's id.
    pub game: String,
    /// Its number; each game counts from 1 without gaps.
    pub seq: u64,
    /// When it happened.
    pub at: i64,
    /// The id that the client gave to the action behind it.
    #[schema(required)]
    pub id: Option<String>,
    /// What happened.
    pub event: GameEvent,
    /// The position, if it changed by this.
    #[schema(required)]
    pub view: Option<View>,
    /// How far the game is.
    pub state: GameState,
    /// How many steps are on the board.
    pub plies: u32,
    /// The clocks.
    #[schema(required)]
    pub clocks: Option<Clocks>,
    /// What is offered.
    pub offers: Offers,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// What was hidden, once the game is over.
    #[schema(required)]
    pub reveal: Option<Reveal>,
    /// What the game did to the ratings.
    #[schema(required, schema_with = rating_changes)]
    pub ratings: Option<[RatingChange; 2]>,
}

/// What can happen in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum GameEvent {
    /// A step was played.
    Step {
        /// The step.
        step: PlayedStep,
    },
    /// Steps were taken back.
    TakenBack {
        /// Who had asked.
        side: Side,
        /// How many.
        plies: u32,
    },
    /// Something was offered.
    Offered {
        /// Who offers.
        side: Side,
        /// What.
        offer: OfferKind,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// Who said no.
        side: Side,
        /// To what.
        offer: OfferKind,
    },
    /// The game is over; `outcome` says how.
    Ended,
    /// The game was called off.
    Aborted,
    /// The server was away for a while; no clock ran meanwhile.
    Paused,
}

/// What can be offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    /// A draw.
    Draw,
    /// To take back steps.
    Takeback,
}

/// An action in a game, over HTTP.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// Your name for this request. Sending it again does nothing twice.
    #[serde(default)]
    #[schema(max_length = 64)]
    pub id: Option<String>,
    /// Which of your sides acts, if you have both; the side to move if left out.
    #[serde(default)]
    pub side: Option<Side>,
    /// What to do.
    pub action: Action,
}

/// What a player can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Play a move.
    Move {
        /// The move, in any accepted form.
        #[schema(max_length = 200)]
        text: String,
        /// How many steps were on the board when you decided; refused as stale if that changed.
        #[serde(default)]
        ply: Option<u32>,
    },
    /// Give up.
    Resign,
    /// Offer a draw, or accept the other's offer.
    Draw,
    /// Decline the other's draw offer, or withdraw one's own.
    NoDraw,
    /// Ask to take back one's last move, or grant what the other asks. Casual games only.
    Takeback,
    /// Decline it, or withdraw it.
    NoTakeback,
    /// Call the game off, before its second step.
    Abort,
    /// Win because the other player has left.
    Claim,
    /// Call it a draw because the other player has left.
    ClaimDraw,
    /// Offer another game with the sides changed, or accept the other's offer.
    Rematch,
    /// Decline that, or withdraw it.
    NoRematch,
}

/// Past positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ViewsPage {
    /// The ply of the first view here; 0 is the start.
    pub from: u32,
    /// The views, one a ply, without legal moves.
    pub views: Vec<View>,
}
