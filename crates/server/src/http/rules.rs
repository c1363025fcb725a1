//! The rules as a service: positions, drafts, records, analysis.

use super::ApiError;
use super::extract::{ClientAddress, JsonBody};
use super::stream::{NdjsonStream, register};
use super::work::Work;
use crate::app::App;
use crate::auth::{CurrentUser, network};
use crate::engine::Requester;
use crate::ws::ClientSender;
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use quintain_api::protocol::{
    AnalysisRequest, AnalysisUpdate, ComposeDraftRequest, ComposeDraftResponse, ErrorBody,
    ParseDraftRequest, ParseDraftResponse, ParseRecordsRequest, ParseRecordsResponse,
    PositionRequest, PositionResponse, PremovesResponse, WriteRecordRequest, WriteRecordResponse,
};
use quintain_api::{ServiceError, drafts, positions, records};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(play_steps))
        .routes(routes!(premoves))
        .routes(routes!(parse_draft))
        .routes(routes!(compose_draft))
        .routes(routes!(parse_records))
        .routes(routes!(write_record))
        .routes(routes!(analyse))
}

/// Runs a service when it is its turn.
async fn run<T: Send + 'static>(
    work: &Work,
    service: impl FnOnce() -> Result<T, ServiceError> + Send + 'static,
) -> Result<Json<T>, ApiError> {
    Ok(Json(work.run(service).await??))
}

/// Play steps from a start position and get the positions to draw.
#[utoipa::path(post, path = "/api/rules/positions", tag = "rules",
    request_body = PositionRequest, responses(
    (status = 200, description = "The positions.", body = PositionResponse),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn play_steps(
    State(app): State<App>,
    work: Work,
    JsonBody(request): JsonBody<PositionRequest>,
) -> Result<Json<PositionResponse>, ApiError> {
    run(&work, move || positions::play(app.games(), &request)).await
}

/// What the side not to move may choose from in advance.
#[utoipa::path(post, path = "/api/rules/premoves", tag = "rules",
    request_body = PositionRequest, responses(
    (status = 200, description = "The moves.", body = PremovesResponse),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn premoves(
    State(app): State<App>,
    work: Work,
    JsonBody(request): JsonBody<PositionRequest>,
) -> Result<Json<PremovesResponse>, ApiError> {
    run(&work, move || positions::premoves(app.games(), &request)).await
}

/// Take a position apart, to edit it.
#[utoipa::path(post, path = "/api/rules/drafts/parse", tag = "rules",
    request_body = ParseDraftRequest, responses(
    (status = 200, description = "The parts of the position.", body = ParseDraftResponse),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn parse_draft(
    State(app): State<App>,
    work: Work,
    JsonBody(request): JsonBody<ParseDraftRequest>,
) -> Result<Json<ParseDraftResponse>, ApiError> {
    run(&work, move || drafts::parse(app.games(), &request)).await
}

/// Put a position together, and find out whether it is valid.
#[utoipa::path(post, path = "/api/rules/drafts/compose", tag = "rules",
    request_body = ComposeDraftRequest, responses(
    (status = 200, description = "The position.", body = ComposeDraftResponse),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn compose_draft(
    State(app): State<App>,
    work: Work,
    JsonBody(request): JsonBody<ComposeDraftRequest>,
) -> Result<Json<ComposeDraftResponse>, ApiError> {
    run(&work, move || drafts::compose(app.games(), &request)).await
}

/// Parse records and check them.
#[utoipa::path(post, path = "/api/rules/records/parse", tag = "rules",
    request_body = ParseRecordsRequest, responses(
    (status = 200, description = "The records.", body = ParseRecordsResponse),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn parse_records(
    State(app): State<App>,
    work: Work,
    JsonBody(request): JsonBody<ParseRecordsRequest>,
) -> Result<Json<ParseRecordsResponse>, ApiError> {
    run(&work, move || records::parse(app.games(), &request)).await
}

/// Write the record of some steps.
#[utoipa::path(post, path = "/api/rules/records/write", tag = "rules",
    request_body = WriteRecordRequest, responses(
    (status = 200, description = "The record.", body = WriteRecordResponse),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn write_record(
    State(app): State<App>,
    work: Work,
    JsonBody(request): JsonBody<WriteRecordRequest>,
) -> Result<Json<WriteRecordResponse>, ApiError> {
    run(&work, move || records::write(app.games(), &request)).await
}

/// Have the engine analyse a position or a game. Results arrive as they are found, one per line.
#[utoipa::path(post, path = "/api/analysis", tag = "rules", request_body = AnalysisRequest,
    responses(
    (status = 200, description = "The results, one per line.", body = AnalysisUpdate,
        content_type = "application/x-ndjson"),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
    (status = 503, description = "Too busy.", body = ErrorBody),
))]
async fn analyse(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<AnalysisRequest>,
) -> Result<Response, ApiError> {
    let permit = app.rate_limiter().connect(address)?;
    let (client, receiver) = ClientSender::new(app.queued().share(address));
    let registration = register(&app, &current, None).await?;
    let mut client = Some(client);
    let on_update = move |update: AnalysisUpdate| {
        if let (Some(client), Ok(text)) = (&client, serde_json::to_string(&update)) {
            client.send_text(text.into());
        }
        if update.analysis_done {
            // The stream ends when there is no sender left.
            client = None;
        }
    };
    let analyses = app.analyses();
    let requester = Requester {
        user: current.user.id,
        address: Some(network(address)),
    };
    let started = analyses.start(requester, String::new(), request, Box::new(on_update));
    let handle = started.await?;
    let shutdown = app.shutdown().clone();
    let stream = NdjsonStream::new(receiver, registration, shutdown, (handle, permit));
    Ok(stream.into_response())
}
