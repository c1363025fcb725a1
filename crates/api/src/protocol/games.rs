//! Games: creating them, and how they are listed.

use quintain_rules::Side;
use quintain_rules::message::Message;
use quintain_rules::record::EndReason;
use quintain_table::TimeControl;
use serde::{Deserialize, Serialize};

/// Creates a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateGameRequest {
    /// The game's id in the catalogue.
    pub game: String,
    /// The board size, for games with several; the default size if omitted.
    #[serde(default)]
    pub size: Option<u8>,
    /// The position to start from; the default one if omitted.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(max_length = 500))]
    pub start: Option<String>,
    /// The opponent.
    pub opponent: Opponent,
    /// Which side you take.
    #[serde(default)]
    pub side: SideChoice,
    /// The time control: 1 second to 3 hours with an increment of up to 3 minutes, or 1 to 14 days
    /// per move.
    #[serde(default)]
    pub time_control: TimeControl,
    /// Whether the game counts for the ratings. It takes two accounts, a clock and the default
    /// start position.
    #[serde(default)]
    pub rated: bool,
    /// Whether the game is listed for others to watch. Anyone with the link can watch anyway.
    #[serde(default)]
    pub public: bool,
}

/// The opponent in a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Opponent {
    /// The engine.
    Engine {
        /// From 1, for beginners, to 8, full strength.
        #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 8))]
        level: u8,
    },
    /// The first person to open the link.
    Friend,
    /// Anyone: the game is offered in the lobby, or starts at once if there is a matching offer.
    Anyone,
    /// Nobody else: you play both sides on one device.
    Local,
}

/// Which side a player takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SideChoice {
    /// The side that moves first in the default start position.
    First,
    /// The other side.
    Second,
    /// Chosen at random.
    #[default]
    Random,
}

/// Classes of time controls; each has its own ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Speed {
    /// Less than three minutes for forty moves.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than twenty-five minutes.
    Rapid,
    /// Longer.
    Classical,
    /// Days per move.
    Correspondence,
    /// No clock.
    Unlimited,
}

/// The stage a game has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum GameState {
    /// A seat is open.
    Waiting,
    /// The game is being played.
    Running,
    /// The game is over.
    Ended,
    /// The game was aborted before it got going.
    Aborted,
}

/// A game in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameSummary {
    /// The id of this game, as in its address.
    pub id: String,
    /// Which game is played: its id in the catalogue.
    pub game: String,
    /// The game's name for people.
    pub name: Message,
    /// The board size, for games with several.
    #[cfg_attr(feature = "schema", schema(required))]
    pub size: Option<u8>,
    /// The position it started from, if that is not the default one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub start: Option<String>,
    /// The players, the first side first.
    #[cfg_attr(feature = "schema", schema(min_items = 2, max_items = 2))]
    pub seats: [Seat; 2],
    /// The time control.
    pub time_control: TimeControl,
    /// The class of the time control.
    pub speed: Speed,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether it is listed for others to watch.
    pub public: bool,
    /// The stage it has reached.
    pub state: GameState,
    /// The current position.
    pub position: String,
    /// The side to move; null unless the game is running.
    #[cfg_attr(feature = "schema", schema(required))]
    pub turn: Option<Side>,
    /// How many steps have been played.
    pub plies: u32,
    /// How it ended.
    #[cfg_attr(feature = "schema", schema(required))]
    pub outcome: Option<Outcome>,
    /// When it was created.
    pub created_at: i64,
    /// When something last happened in it.
    pub updated_at: i64,
}

/// A seat at a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Seat {
    /// The kind of player.
    pub kind: SeatKind,
    /// The player's id, as in [`Me`](super::Me); null for an open seat or the engine.
    #[cfg_attr(feature = "schema", schema(required))]
    pub user_id: Option<String>,
    /// The name of the player's account; null for everyone else.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    /// The engine's level.
    #[cfg_attr(feature = "schema", schema(required))]
    pub level: Option<u8>,
    /// The player's rating when the game started, for accounts in games with a clock.
    #[cfg_attr(feature = "schema", schema(required))]
    pub rating: Option<u32>,
}

/// Kinds of players on a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// Nobody yet.
    Open,
    /// Someone without an account.
    Guest,
    /// Someone with an account.
    Account,
    /// A program: its account is marked as one, or it plays for a person by a token.
    Bot,
    /// Someone whose account has been deleted.
    Deleted,
    /// The engine.
    Engine,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Outcome {
    /// The winner; null in a draw.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: EndReason,
    /// The same for people, in complete sentences.
    pub result: Vec<Message>,
}

/// Games to join and to watch.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Lobby {
    /// Games open to anyone, the newest first.
    pub seeks: Vec<GameSummary>,
    /// Games to watch, the one with the latest move first.
    pub live: Vec<GameSummary>,
    /// How many users are connected.
    pub users_online: u32,
}

/// One page of a list of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GamePage {
    /// The games, the newest first.
    pub games: Vec<GameSummary>,
    /// The `cursor` of the next page; null on the last page.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next_cursor: Option<String>,
}
