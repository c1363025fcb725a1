//! Playing and watching games.

use super::ApiError;
use super::extract::{ClientAddress, JsonBody, PathParams, QueryParams};
use super::identify::IdentificationTime;
use super::stream::{NdjsonStream, register};
use super::work::Work;
use crate::app::App;
use crate::auth::{CurrentUser, network};
use crate::game::{Actor, Creator, Rooms};
use crate::ws::ClientSender;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use quintain_api::protocol::{
    ActionRequest, ConditionalMoves, CreateGameRequest, ErrorBody, GameSnapshot, GameSummary,
    Lobby, ServerMessage, ViewsPage,
};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The maximum number of past positions in one response.
const MAX_VIEWS: usize = 100;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(snapshot))
        .routes(routes!(join))
        .routes(routes!(act))
        .routes(routes!(conditional_moves, set_conditional_moves))
        .routes(routes!(views))
        .routes(routes!(record))
        .routes(routes!(stream))
        .routes(routes!(lobby))
}

/// Create a game; with the opponent `anyone`, join a matching one if there is one.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = CreateGameRequest,
    responses(
    (status = 201, description = "The game.", body = GameSummary),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn create(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    JsonBody(request): JsonBody<CreateGameRequest>,
) -> Result<(StatusCode, Json<GameSummary>), ApiError> {
    app.rate_limiter().new_game(address, &current.user.id)?;
    let creator = Creator {
        is_bot: current.is_bot(),
        network: network(address),
        address_tag: app.authenticator().address_tag(address),
        user: current.user,
    };
    let game = app.lobby().create(&creator, &request).await?;
    Ok((StatusCode::CREATED, Json(game)))
}

/// Everything about a game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game.", body = GameSnapshot),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn snapshot(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
) -> Result<Json<GameSnapshot>, ApiError> {
    let rooms = app.rooms().for_visitor(address);
    Ok(Json(rooms.snapshot(&id, &current.user.id).await?))
}

/// Take the open seat of a game.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game.", body = GameSummary),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn join(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
) -> Result<Json<GameSummary>, ApiError> {
    app.rate_limiter().new_game(address, &current.user.id)?;
    let is_bot = current.is_bot();
    Ok(Json(
        app.lobby().join(&id, current.user, is_bot, address).await?,
    ))
}

/// Act in a game. The response comes once the action has been stored.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games",
    request_body = ActionRequest,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game after the action.", body = GameSnapshot),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn act(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    identification: IdentificationTime,
    PathParams(id): PathParams<String>,
    JsonBody(request): JsonBody<ActionRequest>,
) -> Result<Json<GameSnapshot>, ApiError> {
    let rooms = app.rooms().for_visitor(address);
    let actor = Actor::new(&current, address, identification.arrived_at(app.now()));
    rooms.act(&id, actor, request).await?;
    let snapshot = rooms.snapshot_after_action(&id, &current.user.id);
    Ok(Json(snapshot.await?))
}

/// What you have decided on in advance in a game; no lines if that is nothing, or if the game has
/// not followed it.
#[utoipa::path(get, path = "/api/games/{id}/conditional-moves", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The lines.", body = ConditionalMoves),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn conditional_moves(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
) -> Result<Json<ConditionalMoves>, ApiError> {
    let rooms = app.rooms().for_visitor(address);
    let user = &current.user.id;
    Ok(Json(rooms.conditional_moves(&id, user, None).await?))
}

/// Decide in advance what to play when the moves come that you expect, instead of what you have
/// decided before. For games with days per move or without a clock, while your opponent is to move.
#[utoipa::path(post, path = "/api/games/{id}/conditional-moves", tag = "games",
    request_body = ConditionalMoves,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The lines.", body = ConditionalMoves),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn set_conditional_moves(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
    JsonBody(moves): JsonBody<ConditionalMoves>,
) -> Result<Json<ConditionalMoves>, ApiError> {
    let rooms = app.rooms().for_visitor(address);
    let user = &current.user.id;
    Ok(Json(rooms.conditional_moves(&id, user, Some(moves)).await?))
}

/// Which past positions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ViewsParams {
    #[serde(default)]
    from: u32,
    to: Option<u32>,
}

/// Past positions of a game.
#[utoipa::path(get, path = "/api/games/{id}/views", tag = "games",
    params(("id" = String, Path, description = "The game's id."),
           ("from" = Option<u32>, Query,
            description = "The first ply; 0, the start position, if omitted."),
           ("to" = Option<u32>, Query,
            description = "The last ply; at most 99 after the first.")),
    responses(
    (status = 200, description = "The positions.", body = ViewsPage),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn views(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
    QueryParams(params): QueryParams<ViewsParams>,
    work: Work,
) -> Result<Json<ViewsPage>, ApiError> {
    let _place = work.place()?;
    let from = params.from as usize;
    let to = params.to.map_or(usize::MAX, |to| to as usize);
    let to = to.clamp(from, from.saturating_add(MAX_VIEWS - 1));
    let rooms = app.rooms().for_visitor(address);
    Ok(Json(rooms.views(&id, from, to).await?))
}

/// In which format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordParams {
    format: Option<String>,
}

/// The record of a game.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "The game's id."),
           ("format" = Option<String>, Query,
            description = "`record`, or a file format of this game; `record` if omitted.")),
    responses(
    (status = 200, description = "The record.", body = String, content_type = "text/plain"),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn record(
    State(app): State<App>,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
    QueryParams(RecordParams { format }): QueryParams<RecordParams>,
    work: Work,
) -> Result<Response, ApiError> {
    let _place = work.place()?;
    let extension = format.as_deref().unwrap_or("record").replace('"', "");
    let rooms = app.rooms().for_visitor(address);
    let text = rooms.record(&id, format).await?;
    Ok(attachment(&format!("{id}.{extension}"), text))
}

/// A text file to save.
pub(super) fn attachment(name: &str, text: impl IntoResponse) -> Response {
    let mut response = text.into_response();
    let headers = response.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

/// Stops watching a game when the stream ends.
struct Watching {
    rooms: Rooms,
    game: String,
    client_id: u64,
}

impl Drop for Watching {
    fn drop(&mut self) {
        let (rooms, game) = (self.rooms.clone(), std::mem::take(&mut self.game));
        let client_id = self.client_id;
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { rooms.unwatch(&game, client_id).await });
        }
    }
}

/// A game as it is played: a snapshot, then everything that happens, one message per line.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game, one message per line.", body = ServerMessage,
        content_type = "application/x-ndjson"),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn stream(
    State(app): State<App>,
    current: CurrentUser,
    ClientAddress(address): ClientAddress,
    PathParams(id): PathParams<String>,
) -> Result<Response, ApiError> {
    let permit = app.rate_limiter().connect(address)?;
    let (client, receiver) = ClientSender::new(app.queued().share(address));
    let registration = register(&app, &current, None).await?;
    let watching = Watching {
        rooms: app.rooms().clone(),
        game: id.clone(),
        client_id: client.id(),
    };
    let user = current.user.id;
    let rooms = app.rooms().for_visitor(address);
    rooms.watch(&id, client.clone(), user, None).await?;
    let shutdown = app.shutdown().clone();
    let guards = (watching, permit, client);
    let stream = NdjsonStream::new(receiver, registration, shutdown, guards);
    Ok(stream.into_response())
}

/// Games to join and to watch.
#[utoipa::path(get, path = "/api/lobby", tag = "games", responses(
    (status = 200, description = "The lobby.", body = Lobby),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn lobby(State(app): State<App>) -> Result<Json<Lobby>, ApiError> {
    Ok(Json(app.lobby().view().await?))
}
