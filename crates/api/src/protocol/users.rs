//! Users: guests, accounts, ratings.

use super::Speed;
use serde::{Deserialize, Serialize};

/// You, as the server knows you.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Me {
    /// Your id, as in the seats of games.
    pub id: String,
    /// The name of your account; null for a guest.
    #[cfg_attr(feature = "schema", schema(required))]
    pub name: Option<String>,
    /// Whether you are a guest, without an account.
    pub guest: bool,
    /// Whether your account is a program's.
    pub program: bool,
    /// The server's clock.
    pub server_time: i64,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// 2 to 20 letters, digits, `-` and `_`, starting with a letter.
    #[cfg_attr(feature = "schema", schema(min_length = 2, max_length = 20))]
    pub name: String,
    /// 8 to 200 characters.
    #[cfg_attr(feature = "schema", schema(min_length = 8, max_length = 200))]
    pub password: String,
}

/// Changes the password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChangePasswordRequest {
    /// The current password.
    pub current_password: String,
    /// The new password: 8 to 200 characters.
    #[cfg_attr(feature = "schema", schema(min_length = 8, max_length = 200))]
    pub new_password: String,
}

/// Marks the account as a program's, or as a person's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SetProgramRequest {
    /// Whether a program plays with this account.
    pub program: bool,
}

/// Deletes the account. Its games stay, without the name.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccountRequest {
    /// The password, to confirm.
    pub password: String,
}

/// A session: a browser in which you are signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SessionInfo {
    /// The id, to revoke it.
    pub id: String,
    /// When you signed in.
    pub created_at: i64,
    /// When it was last used, to about a minute.
    pub last_used_at: i64,
    /// The browser's `User-Agent`.
    pub user_agent: String,
    /// Whether this request belongs to it.
    pub current: bool,
}

/// Creates an access token for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CreateTokenRequest {
    /// What it is for: 1 to 60 characters.
    #[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 60))]
    pub label: String,
}

/// An access token for a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TokenInfo {
    /// The id, to revoke it.
    pub id: String,
    /// What it is for.
    pub label: String,
    /// When it was created.
    pub created_at: i64,
    /// When it was last used, to about a minute; null if never.
    #[cfg_attr(feature = "schema", schema(required))]
    pub last_used_at: Option<i64>,
}

/// A new access token.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreatedToken {
    /// What is known about it.
    pub info: TokenInfo,
    /// The token itself, which is never shown again: send it as `Authorization: Bearer TOKEN`.
    pub token: String,
}

/// A player's public profile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Profile {
    /// The player's id.
    pub id: String,
    /// The name.
    pub name: String,
    /// When the account was created.
    pub created_at: i64,
    /// Whether the account is a program's.
    pub program: bool,
    /// Whether the player is connected now.
    pub online: bool,
    /// The ratings, one for each game and speed.
    pub ratings: Vec<Rating>,
    /// The results of finished games among the last thousand, one entry for each game.
    pub results: Vec<GameResults>,
}

/// A player's strength, by Glicko-2.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The game's id.
    pub game: String,
    /// The class of the time control.
    pub speed: Speed,
    /// The rating; new players start at 1500.
    pub rating: f64,
    /// The rating deviation: with 95 % confidence, the true strength is within two deviations.
    pub deviation: f64,
    /// Whether the deviation is still too large for the rating to mean much.
    pub provisional: bool,
    /// How many rated games were played.
    pub games: u32,
}

/// A player's results in one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameResults {
    /// The game's id.
    pub game: String,
    /// Games won.
    pub wins: u32,
    /// Games lost.
    pub losses: u32,
    /// Games drawn.
    pub draws: u32,
}

/// How a rating changed over time.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingHistory {
    /// The rating after each rated game, the oldest first.
    pub points: Vec<RatingPoint>,
}

/// The rating after a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RatingPoint {
    /// When the game ended.
    pub at: i64,
    /// The rating.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The id of the game; null if the game is not listed.
    #[cfg_attr(feature = "schema", schema(required))]
    pub game_id: Option<String>,
}
