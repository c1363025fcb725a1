//! How the server says no.

use quintain_rules::message::Message;
use serde::{Deserialize, Serialize};

/// Why a request was rejected or failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ErrorBody {
    /// The kind of error, for programs.
    pub code: ErrorCode,
    /// What was wrong, for people.
    pub message: Message,
}

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request cannot be parsed, or a value in it is not allowed.
    BadRequest,
    /// A move, position or record breaks the rules of its game.
    Illegal,
    /// The cookie, token, name or password is wrong or has been revoked.
    Unauthorized,
    /// You are not allowed to do this.
    Forbidden,
    /// The request comes from a page of another site.
    CrossOrigin,
    /// There is no such thing.
    NotFound,
    /// There is something here, but not for this method.
    MethodNotAllowed,
    /// The request did not arrive in time.
    RequestTimeout,
    /// Not now: it is not your turn, the seat or the name is taken, the game is over.
    Conflict,
    /// The request was made for an earlier state of the game: look at the current one first.
    Stale,
    /// The body or message is too large.
    PayloadTooLarge,
    /// Too many requests: slow down.
    RateLimited,
    /// The server is too busy or is shutting down: try again later.
    Unavailable,
    /// Something is wrong with the server. The details are in its log.
    Internal,
}
