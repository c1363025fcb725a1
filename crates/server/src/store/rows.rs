//! What the store takes and gives.

use crate::glicko::Glicko;
use crate::protocol::{GameState, SideChoice, Speed};
use quintain_rules::Side;
use quintain_table::{Entry, Outcome, Setup, TimeControl, Timestamp};

/// What was asked for when a game was made.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The game's id in addresses.
    pub id: String,
    /// Which game is played.
    pub game: String,
    /// The board's size, for games that have several.
    pub size: Option<u8>,
    /// The start position, if it is not a usual one.
    pub start: Option<String>,
    /// The start position, or one of the usual ones: for pictures of games that wait.
    pub position: String,
    /// The clock.
    pub clock: TimeControl,
    /// Its class.
    pub speed: Speed,
    /// Whether it counts for the ratings.
    pub rated: bool,
    /// Whether it is listed for others to watch.
    pub public: bool,
    /// Whether it is offered in the lobby.
    pub lobby: bool,
    /// Which side the creator takes.
    pub choice: SideChoice,
    /// The creator.
    pub creator: String,
    /// Whether the creator is a program.
    pub bot: bool,
    /// When.
    pub created: Timestamp,
}

/// How a game begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The table's setup.
    pub setup: Setup,
    /// Who sits where.
    pub seats: [SeatRow; 2],
    /// How it stands.
    pub progress: Progress,
}

/// How a game stands.
#[derive(Clone, Debug)]
pub struct Progress {
    /// How far it is.
    pub state: GameState,
    /// The position.
    pub position: String,
    /// Who is to move.
    pub turn: Option<Side>,
    /// How many steps are on the board.
    pub plies: u32,
    /// How it ended.
    pub outcome: Option<Outcome>,
    /// How it ended, in words.
    pub ending: Option<String>,
    /// When something last happened.
    pub changed: Timestamp,
    /// When a clock will have run out.
    pub due: Option<Timestamp>,
}

/// A seat.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatRow {
    /// Who sits there; nobody on an open seat or an engine's.
    pub user: Option<UserRow>,
    /// The engine's level.
    pub level: Option<u8>,
    /// Whether a program plays for the user.
    pub bot: bool,
    /// The rating at the start, if the user has an account.
    pub before: Option<f64>,
    /// The rating after a rated game.
    pub after: Option<f64>,
}

/// Someone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserRow {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// Whether it is an account.
    pub account: bool,
    /// The hash of the password, for accounts.
    pub password: Option<String>,
    /// When the account or guest was made.
    pub created: Timestamp,
}

/// A game as it is stored, without its entries.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// What was asked for; the creator and bot fields are of no use here.
    pub asked: Asked,
    /// The table's setup, once it has begun.
    pub setup: Option<Setup>,
    /// Who sits where.
    pub seats: [SeatRow; 2],
    /// How it stands.
    pub progress: Progress,
    /// The id of its rematch.
    pub rematch: Option<String>,
    /// Who offers a rematch.
    pub rematch_offer: Option<Side>,
}

/// Something that happened, and the client's id of the request behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// What happened.
    pub entry: Entry,
    /// The client's id, with the user's in front.
    pub request: Option<String>,
}

/// A rated game ended.
#[derive(Clone, Debug)]
pub struct Finish {
    /// The players, the first side first.
    pub users: [String; 2],
    /// Which game.
    pub game: String,
    /// The class of the clock.
    pub speed: Speed,
    /// What the first side scored: 1, 0.5 or 0.
    pub score: f64,
}

/// Which of someone's games are wanted.
#[derive(Clone, Debug, Default)]
pub struct GameFilter {
    /// Only of this game.
    pub game: Option<String>,
    /// Only rated ones, or only casual ones.
    pub rated: Option<bool>,
    /// Only with this result.
    pub result: Option<Won>,
    /// Only those not over yet (true), or those over (false).
    pub open: Option<bool>,
    /// Only those made before this moment, or at it with a smaller id.
    pub before: Option<(Timestamp, String)>,
    /// At most so many.
    pub limit: u32,
}

/// A player's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Won {
    /// Won.
    Won,
    /// Lost.
    Lost,
    /// Drawn.
    Drawn,
}

/// A place where someone is signed in.
#[derive(Clone, Debug)]
pub struct SessionRow {
    /// The id.
    pub id: String,
    /// Whose it is.
    pub user: String,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last used.
    pub used: Timestamp,
    /// What the browser called itself.
    pub agent: String,
}

/// A token of a program.
#[derive(Clone, Debug)]
pub struct TokenRow {
    /// The id.
    pub id: String,
    /// Whose it is.
    pub user: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created: Timestamp,
    /// When it was last used.
    pub used: Option<Timestamp>,
}

/// Someone's rating.
#[derive(Clone, Debug)]
pub struct RatingRow {
    /// Which game.
    pub game: String,
    /// The class of the clock.
    pub speed: Speed,
    /// The rating.
    pub glicko: Glicko,
    /// How many rated games.
    pub games: u32,
    /// When it last changed.
    pub changed: Timestamp,
}
