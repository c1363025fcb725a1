//! Games: asking for one, how it stands, and what happens in it.

use quintain_rules::Side;
use quintain_rules::view::{Geometry, StepView, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Asks for a new game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateGame {
    /// The game's id, as the catalogue lists it.
    pub game: String,
    /// The board's size, for games that have several; the usual one if left out.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position to start from; the usual one if left out.
    #[serde(default)]
    #[schema(max_length = 500)]
    pub start: Option<String>,
    /// Who plays on the other side.
    pub opponent: Opponent,
    /// Which side you take.
    #[serde(default)]
    pub side: SideChoice,
    /// The clock.
    #[serde(default)]
    pub clock: TimeControl,
    /// Whether it counts for the ratings: two accounts, a clock and the usual start.
    #[serde(default)]
    pub rated: bool,
    /// Whether others find it in the lists of games to watch; with the link anyone can watch.
    #[serde(default)]
    pub public: bool,
}

/// Who plays on the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// The engine.
    Engine {
        /// From 1, for beginners, to 8, all it can.
        #[schema(minimum = 1, maximum = 8)]
        level: u8,
    },
    /// Whoever opens the link first.
    Friend,
    /// Anyone: the game is offered in the lobby, or begins at once if a fitting offer is there.
    Anyone,
    /// Nobody else: you play both sides at one device.
    Device,
}

/// Which side a player takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SideChoice {
    /// The one that begins in the usual start position.
    First,
    /// The other one.
    Second,
    /// Drawn by lot.
    #[default]
    Random,
}

/// How time is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum TimeControl {
    /// No clock.
    #[default]
    None,
    /// A clock for each side, and time added by each move.
    RealTime {
        /// What each side starts with, in seconds.
        #[schema(minimum = 1, maximum = 10800)]
        seconds: u32,
        /// What each move adds, in seconds.
        #[schema(minimum = 0, maximum = 180)]
        increment: u32,
    },
    /// Days for each move.
    Correspondence {
        /// How many.
        #[schema(minimum = 1, maximum = 14)]
        days: u32,
    },
}

impl From<quintain_table::TimeControl> for TimeControl {
    fn from(control: quintain_table::TimeControl) -> Self {
        let seconds = |millis: u64| u32::try_from(millis / 1000).unwrap_or(u32::MAX);
        match control {
            quintain_table::TimeControl::Unlimited => TimeControl::None,
            quintain_table::TimeControl::Clock { base, increment } => TimeControl::RealTime {
                seconds: seconds(base),
                increment: seconds(increment),
            },
            quintain_table::TimeControl::Correspondence { days } => {
                TimeControl::Correspondence { days: days.into() }
            }
        }
    }
}

/// Classes of clocks; each has its own ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Under three minutes for forty moves.
    Bullet,
    /// Under eight minutes.
    Blitz,
    /// Under twenty-five minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days for each move.
    Correspondence,
    /// No clock.
    Unlimited,
}

/// How far a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// A seat is open.
    Waiting,
    /// Being played.
    Running,
    /// Over.
    Ended,
    /// Called off before it had really begun.
    Aborted,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GameSummary {
    /// The id in addresses.
    pub id: String,
    /// Which game is played: its id in the catalogue.
    pub game: String,
    /// Its name for people.
    pub name: String,
    /// The board's size, for games that have several.
    #[schema(required)]
    pub size: Option<u8>,
    /// The position it started from, if that is not the usual one.
    #[schema(required)]
    pub start: Option<String>,
    /// The players, the first side first.
    #[schema(min_items = 2, max_items = 2)]
    pub seats: [Seat; 2],
    /// The clock.
    pub clock: TimeControl,
    /// The class of the clock.
    pub speed: Speed,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether it is listed for others to watch.
    pub public: bool,
    /// How far it is.
    pub state: GameState,
    /// The position now.
    pub position: String,
    /// Who is to move; nobody unless it is running.
    #[schema(required)]
    pub turn: Option<Side>,
    /// How many steps were played.
    pub plies: u32,
    /// How it ended.
    #[schema(required)]
    pub outcome: Option<Outcome>,
    /// When it was asked for.
    pub created: i64,
    /// When the last thing happened in it.
    pub changed: i64,
}

/// A seat at a game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Seat {
    /// Who can sit here.
    pub kind: SeatKind,
    /// The player's id: that of [`Me`](super::Me). Nothing for an open seat or an engine.
    #[schema(required)]
    pub user: Option<String>,
    /// The name to show: of an account, `Guest`, `Engine level 3`, `Open`.
    pub name: String,
    /// The engine's level.
    #[schema(required)]
    pub level: Option<u8>,
    /// The rating when the game began, for accounts in games with a clock.
    #[schema(required)]
    pub rating: Option<u32>,
}

/// Who sits on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// Someone without an account.
    Guest,
    /// Someone with an account.
    Account,
    /// A program with an account, by a token.
    Bot,
    /// The engine.
    Engine,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    #[schema(required)]
    pub winner: Option<Side>,
    /// What ended it.
    pub by: EndedBy,
    /// The same in words: whole sentences.
    pub text: String,
}

/// What can end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EndedBy {
    /// Its rules.
    Rules,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// A player left and the other claimed the game.
    Abandonment,
    /// A limit on repetition or length.
    Adjudication,
}

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

/// What can be joined and watched.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Lobby {
    /// Games that wait for anyone, the newest first.
    pub seeks: Vec<GameSummary>,
    /// Games to watch, the latest move first.
    pub live: Vec<GameSummary>,
    /// How many people are connected.
    pub people: u32,
}

/// Some of many games.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct GamePage {
    /// The games, the latest first.
    pub games: Vec<GameSummary>,
    /// What to give as `before` for more; nothing at the end.
    #[schema(required)]
    pub next: Option<String>,
}

/// Past positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ViewsPage {
    /// The ply of the first view here; 0 is the start.
    pub from: u32,
    /// The views, one a ply, without legal moves.
    pub views: Vec<View>,
}
