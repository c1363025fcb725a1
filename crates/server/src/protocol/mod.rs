//! What goes over the wire: bodies of HTTP requests and answers, and messages of the socket.
//!
//! These types are the one source of the protocol. The OpenAPI document and the web app's
//! TypeScript types are generated from them; `docs/protocol.md` explains them. Times are
//! milliseconds since 1970 (UTC), durations are milliseconds unless a name says otherwise.

mod analysis;
mod game;
mod people;
mod playing;
mod rules;
mod socket;

pub use analysis::{AnalysisAsk, AnalysisLine, AnalysisNews, Proved};
pub use game::{
    CreateGame, EndedBy, GamePage, GameState, GameSummary, Lobby, Opponent, Outcome, Seat,
    SeatKind, SideChoice, Speed, TimeControl,
};
pub use people::{
    ChangePassword, Credentials, DeleteAccount, Me, NewToken, Profile, Rating, RatingHistory,
    RatingPoint, SessionInfo, Tally, TokenInfo, TokenMade,
};
pub use playing::{
    Act, Action, Clocks, GameEvent, GameSnapshot, OfferKind, Offers, PlayedStep, Presence,
    RatingChange, Rematch, Reveal, TakebackOffer, Update, ViewsPage,
};
pub use rules::{
    Chance, DraftRead, DraftText, GameCard, GameRules, Header, PositionAsk, Positions, ReadDraft,
    ReadRecords, RecordAsk, RecordText, RecordView, RecordsRead, StepFault, WriteDraft,
};
pub use socket::{ClientMessage, ServerInfo, ServerMessage};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The version of the protocol; it changes when an old client would no longer understand.
pub const VERSION: u32 = 1;

/// Something was refused or went wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ErrorBody {
    /// What kind of error, for programs.
    pub code: ErrorCode,
    /// What was wrong, for people.
    pub message: String,
}

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request cannot be understood, or a value in it is not allowed.
    Invalid,
    /// A move, position or record breaks the rules of its game.
    Illegal,
    /// The cookie, token, name or password is wrong or was revoked.
    Unauthorized,
    /// Not yours to do.
    Forbidden,
    /// The request comes from a page of another site.
    Origin,
    /// There is no such thing.
    NotFound,
    /// Not now: not your turn, the seat is taken, the game has ended, the name is taken.
    Conflict,
    /// The request was made for an older state of the game; look at the newer one first.
    Stale,
    /// The body or message is too large.
    TooLarge,
    /// Too many requests; wait a little.
    TooMany,
    /// The server is too busy or is shutting down; try again.
    Unavailable,
    /// Something is wrong with the server; it was logged.
    Internal,
}
