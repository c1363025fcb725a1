//! People: who you are, accounts, ratings.

use super::Speed;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who you are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Me {
    /// Your id, as in the seats of games.
    pub id: String,
    /// Your name: of the account, or a guest's.
    pub name: String,
    /// Whether you have no account.
    pub guest: bool,
    /// When this was true, by the server's clock.
    pub now: i64,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 2 to 20 letters, digits, `-` and `_`, beginning with a letter.
    #[schema(min_length = 2, max_length = 20)]
    pub name: String,
    /// 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

/// A new password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePassword {
    /// The password so far.
    pub old: String,
    /// The new one: 8 to 200 characters.
    #[schema(min_length = 8, max_length = 200)]
    pub new: String,
}

/// Deletes the account. Its games stay, without the name.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// The password, once more.
    pub password: String,
}

/// A place where you are signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SessionInfo {
    /// The id, to revoke it.
    pub id: String,
    /// When you signed in.
    pub created: i64,
    /// When it was last used, to about a minute.
    pub used: i64,
    /// What the browser called itself.
    pub agent: String,
    /// Whether it is the one that asks.
    pub current: bool,
}

/// Asks for a token for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewToken {
    /// What it is for: 1 to 60 characters.
    #[schema(min_length = 1, max_length = 60)]
    pub label: String,
}

/// A token for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TokenInfo {
    /// The id, to revoke it.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was made.
    pub created: i64,
    /// When it was last used, to about a minute.
    #[schema(required)]
    pub used: Option<i64>,
}

/// A token that was just made.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct TokenMade {
    /// What is known of it.
    pub info: TokenInfo,
    /// The token itself. It is shown only now: send it as `Authorization: Bearer TOKEN`.
    pub token: String,
}

/// A player's page.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Profile {
    /// The player's id.
    pub id: String,
    /// The name.
    pub name: String,
    /// When the account was made.
    pub created: i64,
    /// Whether the player is connected now.
    pub online: bool,
    /// The ratings, one for each game and speed that was played.
    pub ratings: Vec<Rating>,
    /// Finished games, one entry for each game that was played.
    pub tallies: Vec<Tally>,
}

/// How strong a player is, by Glicko-2.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Rating {
    /// The game's id.
    pub game: String,
    /// The class of the clock.
    pub speed: Speed,
    /// The rating; 1500 is the start.
    pub rating: f64,
    /// How unsure it is: with 95 % the truth is within twice this.
    pub deviation: f64,
    /// Whether it is still too unsure to say much.
    pub provisional: bool,
    /// How many rated games.
    pub games: u32,
}

/// Results in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Tally {
    /// The game's id.
    pub game: String,
    /// Won.
    pub won: u32,
    /// Lost.
    pub lost: u32,
    /// Drawn.
    pub drawn: u32,
}

/// How a rating changed over time.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RatingHistory {
    /// After each rated game, the oldest first.
    pub points: Vec<RatingPoint>,
}

/// A rating after a game.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct RatingPoint {
    /// When.
    pub at: i64,
    /// The rating.
    pub rating: f64,
    /// How unsure.
    pub deviation: f64,
    /// After which game.
    pub game: String,
}
