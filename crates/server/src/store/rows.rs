//! What the store takes and returns.

use crate::glicko::Glicko;
use crate::ids::random_id;
use quintain_api::protocol::{GameState, SideChoice, Speed};
use quintain_rules::Side;
use quintain_table::{Entry, Outcome, Setup, TimeControl, Timestamp};
use serde::{Deserialize, Serialize};

/// A valid request for a game, with the id that the game gets.
#[derive(Clone, Debug)]
pub struct GameRequest {
    /// The id of the new game.
    pub id: String,
    /// Which game is played: its id in the catalogue.
    pub game: String,
    /// The board size, for games with several.
    pub size: Option<u8>,
    /// The start position, if it is not a default one.
    pub start: Option<String>,
    /// The start position, or one of the default ones: for pictures of waiting games.
    pub position: String,
    /// The time control.
    pub time_control: TimeControl,
    /// Its class.
    pub speed: Speed,
    /// Whether the game counts for the ratings.
    pub rated: bool,
    /// Whether it is listed for others to watch.
    pub public: bool,
    /// Whether it is offered in the lobby.
    pub in_lobby: bool,
    /// Which side the creator takes.
    pub side_choice: SideChoice,
    /// The creator's id.
    pub creator_id: String,
    /// Whether the creator's account is a program's.
    pub creator_is_program: bool,
    /// What stands for the creator's address.
    pub address_tag: String,
    /// Whether the creator is a guest.
    pub by_guest: bool,
    /// When the request was made.
    pub created_at: Timestamp,
    /// When the game is withdrawn if nobody has taken the open seat.
    pub expires_at: Timestamp,
}

/// A game that is listed for everyone, and whom it counts for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedGame {
    /// The game's id.
    pub id: String,
    /// The creator's id.
    pub creator_id: String,
    /// What stands for the creator's address.
    pub address_tag: String,
}

/// What has gone wrong with the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FaultCounts {
    /// Transactions that failed, with all their writes.
    pub failed_transactions: u64,
    /// How many times the writer had to be restarted.
    pub writer_restarts: u64,
}

/// How much of the store one person, and everyone at one address, may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// Games of one user that wait for a player.
    pub waiting_games_per_user: u32,
    /// Offers of one user in the lobby.
    pub offers_per_user: u32,
    /// Offers in the lobby by all guests at one address.
    pub guest_offers_per_address: u32,
    /// Offers in the lobby by all accounts at one address.
    pub account_offers_per_address: u32,
    /// Stored games that one guest has created.
    pub games_per_guest: u32,
    /// Stored events in the games that one guest has created.
    pub events_per_guest: u32,
    /// Stored games that all guests at one address have created.
    pub guest_games_per_address: u32,
    /// Stored events in the games that all guests at one address have created.
    pub guest_events_per_address: u32,
}

impl Budgets {
    /// The same with another number of guests' games for each address; everything else that is
    /// stored for guests grows and shrinks with it.
    #[must_use]
    pub fn with_guest_games_per_address(self, games: u32) -> Budgets {
        Budgets {
            games_per_guest: games / 20,
            events_per_guest: games.saturating_mul(5),
            guest_games_per_address: games,
            guest_events_per_address: games.saturating_mul(100),
            ..self
        }
    }
}

impl Default for Budgets {
    fn default() -> Self {
        Budgets {
            waiting_games_per_user: 20,
            offers_per_user: 5,
            guest_offers_per_address: 30,
            account_offers_per_address: 60,
            games_per_guest: 500,
            events_per_guest: 50_000,
            // A whole school can be at one address.
            guest_games_per_address: 10_000,
            guest_events_per_address: 1_000_000,
        }
    }
}

/// A game that is created.
#[derive(Clone, Debug)]
pub enum NewGame {
    /// It waits for a player, with these seats until then.
    Waiting(Box<[SeatRow; 2]>),
    /// It is being played.
    Running(Box<GameStart>),
}

/// How a game starts.
#[derive(Clone, Debug)]
pub struct GameStart {
    /// The table's setup.
    pub setup: Setup,
    /// The players, the first side first.
    pub seats: [SeatRow; 2],
    /// Where the game stands.
    pub status: GameStatus,
}

/// Where a game stands.
#[derive(Clone, Debug)]
pub struct GameStatus {
    /// The stage it has reached.
    pub state: GameState,
    /// The position.
    pub position: String,
    /// The side to move.
    pub turn: Option<Side>,
    /// How many steps are on the board.
    pub plies: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// When something last happened.
    pub updated_at: Timestamp,
    /// When the running clock will run out.
    pub flag_at: Option<Timestamp>,
}

/// A seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatRow {
    /// The player; `None` for an open seat or the engine.
    pub user: Option<UserRow>,
    /// The engine's level.
    pub engine_level: Option<u8>,
    /// Whether a program plays for the user.
    pub is_bot: bool,
    /// The rating at the start of the game, if the user has an account.
    pub rating_before: Option<f64>,
    /// The rating after a rated game.
    pub rating_after: Option<f64>,
}

impl SeatRow {
    /// The id of the player.
    pub fn user_id(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.id.as_str())
    }
}

/// What a player has decided on in advance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionalRow {
    /// How many steps had been played by then.
    pub ply: u32,
    /// The position by then.
    pub position: String,
    /// Lines of steps from there.
    pub lines: Vec<Vec<String>>,
}

/// A browser that wants to be told when it is its user's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushRow {
    /// The address at the browser's push service.
    pub endpoint: String,
    /// The user.
    pub user_id: String,
    /// The browser's key, in base64 for URLs.
    pub public_key: String,
    /// What the browser authenticates messages by, in base64 for URLs.
    pub auth_secret: String,
    /// The language of its user.
    pub language: String,
    /// When it was asked for.
    pub created_at: Timestamp,
}

/// A user: a guest, an account, or what is left of a deleted account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserRow {
    /// The id.
    pub id: String,
    /// The name of the account; `None` for guests and deleted accounts.
    pub name: Option<String>,
    /// Whether this was an account that has been deleted.
    pub deleted: bool,
    /// The hash of the password, for accounts.
    pub password_hash: Option<String>,
    /// Whether a program plays with this account.
    pub is_program: bool,
    /// When the guest or account was created.
    pub created_at: Timestamp,
}

impl UserRow {
    /// A guest.
    pub fn guest(id: String, created_at: Timestamp) -> UserRow {
        UserRow {
            id,
            name: None,
            deleted: false,
            password_hash: None,
            is_program: false,
            created_at,
        }
    }

    /// Whether the user has an account.
    pub fn is_account(&self) -> bool {
        self.name.is_some()
    }
}

/// A guest's account to be.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The name.
    pub name: String,
    /// The name in the form in which it is unique.
    pub name_lower: String,
    /// The hash of the password.
    pub password_hash: String,
}

/// A game as it is stored, without its events.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// What was requested.
    pub request: GameRequest,
    /// The table's setup, once the game has started.
    pub setup: Option<Setup>,
    /// The players, the first side first.
    pub seats: [SeatRow; 2],
    /// Where the game stands.
    pub status: GameStatus,
    /// The id of its rematch.
    pub rematch_id: Option<String>,
    /// The side that offers a rematch.
    pub rematch_offered_by: Option<Side>,
    /// How many events it has.
    pub events: u32,
}

/// An event of a game, and the client's request behind it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredEvent {
    /// What happened.
    pub entry: Entry,
    /// The user's id and the client's id for the request, separated by a space.
    pub request_id: Option<String>,
}

/// What a rated game has made of the players' ratings.
#[derive(Clone, Debug)]
pub struct RatedGame {
    /// Which game was played.
    pub game: String,
    /// The class of the time control.
    pub speed: Speed,
    /// The players, the first side first.
    pub players: [RatedPlayer; 2],
}

/// A player's rating before and after a game.
#[derive(Clone, Debug)]
pub struct RatedPlayer {
    /// The player's id.
    pub user: String,
    /// How many rated games had counted before: if there are more by now, the rest is outdated.
    pub games_played: u32,
    /// The rating before.
    pub before: Glicko,
    /// The rating after.
    pub after: Glicko,
}

/// Which of a user's finished games to list.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only this game.
    pub game: Option<String>,
    /// Only rated games, or only casual ones.
    pub rated: Option<bool>,
    /// Only games with this result.
    pub result: Option<GameResult>,
    /// Only games that are listed for others.
    pub only_public: bool,
    /// Only games created before this moment, or at this moment with a smaller id.
    pub before: Option<(Timestamp, String)>,
    /// At most this many.
    pub limit: u32,
}

/// The result of a game for one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// Won.
    Win,
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
}

/// A session: a browser in which a user is signed in.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// The id.
    pub id: String,
    /// The user's id.
    pub user_id: String,
    /// The browser's `User-Agent`.
    pub user_agent: String,
    /// When the user signed in.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Timestamp,
}

/// Which sessions have expired.
#[derive(Clone, Copy, Debug)]
pub struct SessionCutoff {
    /// Those that were last used before this moment.
    pub unused_since: Timestamp,
    /// Those that began before this moment.
    pub created_before: Timestamp,
}

/// A program's access token.
#[derive(Clone, Debug)]
pub struct TokenRow {
    /// The id.
    pub id: String,
    /// The user's id.
    pub user_id: String,
    /// What it is for.
    pub label: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last used.
    pub last_used_at: Option<Timestamp>,
}

/// A user's rating.
#[derive(Clone, Debug)]
pub struct RatingRow {
    /// Which game.
    pub game: String,
    /// The class of the time control.
    pub speed: Speed,
    /// The rating.
    pub glicko: Glicko,
    /// How many rated games were played.
    pub games_played: u32,
    /// When it last changed.
    pub updated_at: Timestamp,
}

/// The length of the names of nodes that have not been given one.
const NODE_ID_LEN: usize = 8;

/// A process that uses a database that others may use as well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its name, different from those of all others.
    pub id: String,
    /// The number of its process.
    pub process: u32,
    /// Whether it tells other nodes what it stores.
    pub has_bus: bool,
    /// What changes while it is running.
    pub status: NodeStatus,
}

impl Node {
    /// This process, if it is to be the only one.
    pub(crate) fn alone() -> Node {
        Node {
            id: random_id(NODE_ID_LEN),
            process: std::process::id(),
            has_bus: false,
            status: NodeStatus::default(),
        }
    }
}

/// What a node says about itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeStatus {
    /// Whether it is connected to the bus.
    pub bus_is_up: bool,
    /// How many users are connected to it.
    pub users_online: u32,
}

/// What the database says when a node reports that it is alive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beat {
    /// The time by the database's clock.
    pub now: Timestamp,
    /// Whether the node is registered; if not, another process has taken its name.
    pub is_registered: bool,
    /// The other nodes that are alive.
    pub others: Vec<Node>,
    /// The last times in which no node was alive, or the database was not: from and until.
    pub outages: Vec<(Timestamp, Timestamp)>,
}
