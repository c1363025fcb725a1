//! The description of the HTTP API and of the socket's messages.

use crate::protocol as p;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quintain",
        description = "Play, watch and analyse board games. Begin with `docs/protocol.md`."
    ),
    components(schemas(
        p::ErrorBody,
        p::GameCard,
        p::GameRules,
        p::PositionAsk,
        p::Positions,
        p::ReadRecords,
        p::RecordsRead,
        p::RecordAsk,
        p::RecordText,
        p::CreateGame,
        p::JoinGame,
        p::GameSummary,
        p::GameSnapshot,
        p::GamePage,
        p::ViewsPage,
        p::Act,
        p::Lobby,
        p::Me,
        p::Credentials,
        p::ChangePassword,
        p::DeleteAccount,
        p::SessionInfo,
        p::NewToken,
        p::TokenInfo,
        p::TokenMade,
        p::Profile,
        p::RatingHistory,
        p::AnalysisAsk,
        p::AnalysisNews,
        p::ServerInfo,
        p::ClientMessage,
        p::ServerMessage,
    ))
)]
struct Api;

/// The OpenAPI document, as JSON. The messages of the socket are among its components.
pub fn openapi() -> String {
    let mut text = Api::openapi()
        .to_pretty_json()
        .unwrap_or_else(|error| unreachable!("the document is plain data: {error}"));
    text.push('\n');
    text
}
