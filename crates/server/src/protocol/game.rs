//! Games: asking for one, and how they are listed.

use quintain_rules::Side;
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
            quintain_table::TimeControl::Clock {
                base_ms,
                increment_ms,
            } => TimeControl::RealTime {
                seconds: seconds(base_ms),
                increment: seconds(increment_ms),
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
