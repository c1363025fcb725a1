//! What goes over the wire: bodies of HTTP requests and responses, and messages of the socket.
//!
//! These types are the one source of the protocol. The OpenAPI document and the web app's
//! TypeScript types are generated from them; `docs/protocol.md` explains them.
//!
//! Three conventions hold throughout. `game` is the id of a kind of game in the catalogue,
//! `game_id` the id of one game being played. Moments are milliseconds since 1970 (UTC) and end
//! in `_at`; durations name their unit. `request_id` is chosen by the client and comes back in
//! whatever answers the request.

mod analysis;
mod conditional;
mod error;
mod games;
mod play;
mod push;
mod rules;
mod socket;
mod users;

pub use quintain_rules::record::EndReason;
pub use quintain_table::{Action, Offer, TimeControl};

pub use analysis::{AnalysisLine, AnalysisRequest, AnalysisUpdate, ProvedWin};
pub use conditional::ConditionalMoves;
pub use error::{ErrorBody, ErrorCode};
pub use games::{
    CreateGameRequest, GamePage, GameState, GameSummary, Lobby, Opponent, Outcome, Seat, SeatKind,
    SideChoice, Speed,
};
pub use play::{
    ActionRequest, Clocks, GameEvent, GameSnapshot, GameUpdate, Offers, PlayedStep, Presence,
    RatingChange, Rematch, Seal, TakebackOffer, ViewsPage,
};
pub use push::{EndPushRequest, PushKey, PushSubscription};
pub use rules::{
    CatalogueEntry, Chance, ComposeDraftRequest, ComposeDraftResponse, GameLessons, GameRules,
    Header, ParseDraftRequest, ParseDraftResponse, ParseRecordsRequest, ParseRecordsResponse,
    Picture, PositionRequest, PositionResponse, PremovesResponse, RecordView, StepError,
    WriteRecordRequest, WriteRecordResponse,
};
pub use socket::{ClientMessage, CloseReason, ServerInfo, ServerMessage};
pub use users::{
    ChangePasswordRequest, CreateTokenRequest, CreatedToken, Credentials, DeleteAccountRequest,
    GameResults, Me, Profile, Rating, RatingHistory, RatingPoint, SessionInfo, SetProgramRequest,
    TokenInfo,
};

/// The version of the protocol. It changes when an older client would no longer understand the
/// server.
pub const PROTOCOL_VERSION: u32 = 1;
