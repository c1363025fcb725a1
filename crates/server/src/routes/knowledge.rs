//! What is known without playing: games, positions, records, analysis.

use super::stream::Lines;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{At, Body};
use crate::identity::Visitor;
use crate::limits::Address;
use crate::outbox::Outbox;
use crate::protocol::{
    AnalysisAsk, AnalysisNews, DraftRead, DraftText, ErrorBody, GameCard, GameRules, PositionAsk,
    Positions, ReadDraft, ReadRecords, RecordAsk, RecordText, RecordsRead, WriteDraft,
};
use crate::rules;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogue))
        .routes(routes!(game_rules))
        .routes(routes!(positions))
        .routes(routes!(read_draft))
        .routes(routes!(write_draft))
        .routes(routes!(read_records))
        .routes(routes!(write_record))
        .routes(routes!(analyse))
}

/// Runs work that takes a while on a thread where it keeps nobody waiting.
async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|error| Err(ApiError::Internal(error.to_string())))
}

/// The games there are.
#[utoipa::path(get, path = "/api/catalogue", tag = "rules", responses(
    (status = 200, description = "The games.", body = Vec<GameCard>),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn catalogue(State(app): State<App>) -> Result<Json<Vec<GameCard>>, ApiError> {
    let cards = app.games().iter().map(rules::card);
    Ok(Json(cards.collect::<Result<_, _>>()?))
}

/// The rules page of a game.
#[utoipa::path(get, path = "/api/catalogue/{game}/rules", tag = "rules",
    params(("game" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The rules.", body = GameRules),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn game_rules(
    State(app): State<App>,
    At(game): At<String>,
) -> Result<Json<GameRules>, ApiError> {
    let info = app.games().get(&game)?.info();
    Ok(Json(GameRules {
        game: info.id.to_owned(),
        markdown: info.rules.to_owned(),
    }))
}

/// Plays steps from a start and gives the positions to draw.
#[utoipa::path(post, path = "/api/rules/positions", tag = "rules", request_body = PositionAsk,
    responses(
    (status = 200, description = "The positions.", body = Positions),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn positions(
    State(app): State<App>,
    Body(ask): Body<PositionAsk>,
) -> Result<Json<Positions>, ApiError> {
    aside(move || rules::positions(app.games(), &ask))
        .await
        .map(Json)
}

/// Takes a position apart, to change it, and tells what positions are made of.
#[utoipa::path(post, path = "/api/rules/drafts/read", tag = "rules", request_body = ReadDraft,
    responses(
    (status = 200, description = "The position, taken apart.", body = DraftRead),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn read_draft(
    State(app): State<App>,
    Body(ask): Body<ReadDraft>,
) -> Result<Json<DraftRead>, ApiError> {
    rules::read_draft(app.games(), &ask).map(Json)
}

/// Puts a position together and says why it cannot exist, if it cannot.
#[utoipa::path(post, path = "/api/rules/drafts/write", tag = "rules", request_body = WriteDraft,
    responses(
    (status = 200, description = "The text, and whether it is a position.", body = DraftText),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn write_draft(
    State(app): State<App>,
    Body(ask): Body<WriteDraft>,
) -> Result<Json<DraftText>, ApiError> {
    rules::write_draft(app.games(), &ask).map(Json)
}

/// Reads records and checks them.
#[utoipa::path(post, path = "/api/rules/records/read", tag = "rules",
    request_body = ReadRecords, responses(
    (status = 200, description = "The records.", body = RecordsRead),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn read_records(
    State(app): State<App>,
    Body(ask): Body<ReadRecords>,
) -> Result<Json<RecordsRead>, ApiError> {
    aside(move || rules::read(app.games(), &ask))
        .await
        .map(Json)
}

/// Writes a record of steps.
#[utoipa::path(post, path = "/api/rules/records/write", tag = "rules",
    request_body = RecordAsk, responses(
    (status = 200, description = "The record.", body = RecordText),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn write_record(
    State(app): State<App>,
    Body(ask): Body<RecordAsk>,
) -> Result<Json<RecordText>, ApiError> {
    aside(move || rules::write(app.games(), &ask))
        .await
        .map(Json)
}

/// Has the engine look at a position or a game. Findings come as they are made, one a line.
#[utoipa::path(post, path = "/api/analysis", tag = "rules", request_body = AnalysisAsk,
    responses(
    (status = 200, description = "Findings, one a line.", body = AnalysisNews,
        content_type = "application/x-ndjson"),
    (status = "4XX", description = "Refused.", body = ErrorBody),
    (status = 503, description = "Too busy.", body = ErrorBody),
))]
async fn analyse(
    State(app): State<App>,
    _: Visitor,
    Address(address): Address,
    Body(ask): Body<AnalysisAsk>,
) -> Result<Response, ApiError> {
    let open = app.gate().connect(address)?;
    let (outbox, inbox) = Outbox::new();
    let mut outbox = Some(outbox);
    let tell = move |news: AnalysisNews| {
        let last = news.last;
        if let (Some(outbox), Ok(text)) = (&outbox, serde_json::to_string(&news)) {
            outbox.send(text.into());
        }
        if last {
            // The stream ends when nobody can send any more.
            outbox = None;
        }
    };
    let ticket = app.analyse(String::new(), &ask, Box::new(tell))?;
    Ok(Lines::new(app, inbox).keep((ticket, open)).into_response())
}
