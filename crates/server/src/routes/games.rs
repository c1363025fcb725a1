//! Games over HTTP.

#![allow(
    unused_qualifications,
    reason = "the macro that describes a route qualifies the type of its query"
)]

use super::stream::Lines;
use crate::app::App;
use crate::error::ApiError;
use crate::extract::{At, Body, Params};
use crate::identity::Visitor;
use crate::limits::Address;
use crate::live::LiveGame;
use crate::outbox::Outbox;
use crate::protocol::{
    Act, CreateGame, ErrorBody, GameSnapshot, GameSummary, Lobby, ServerMessage, ViewsPage,
};
use crate::room::Ask;
use crate::rules;
use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many past positions are given at once.
const MOST_VIEWS: usize = 100;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(show))
        .routes(routes!(join))
        .routes(routes!(act))
        .routes(routes!(views))
        .routes(routes!(record))
        .routes(routes!(stream))
        .routes(routes!(lobby))
}

/// Makes a game, or with `anyone` joins one that fits.
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = CreateGame, responses(
    (status = 201, description = "The game.", body = GameSummary),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn create(
    State(app): State<App>,
    visitor: Visitor,
    Body(create): Body<CreateGame>,
) -> Result<(StatusCode, Json<GameSummary>), ApiError> {
    app.gate().game(&visitor.user.id)?;
    let made = app.create(&visitor.user, visitor.is_bot(), create).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// All there is to know about a game.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game.", body = GameSnapshot),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn show(
    State(app): State<App>,
    visitor: Visitor,
    At(id): At<String>,
) -> Result<Json<GameSnapshot>, ApiError> {
    Ok(Json(app.snapshot(&id, &visitor.user.id).await?))
}

/// Takes the open seat of a game.
#[utoipa::path(post, path = "/api/games/{id}/join", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game.", body = GameSummary),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn join(
    State(app): State<App>,
    visitor: Visitor,
    At(id): At<String>,
) -> Result<Json<GameSummary>, ApiError> {
    let bot = visitor.is_bot();
    if !visitor.user.account {
        let (store, now) = (app.store(), quintain_table::Timestamp::now());
        store.ensure_guest(&visitor.user.id, now).await?;
    }
    Ok(Json(app.join(&id, visitor.user, bot).await?))
}

/// Does something in a game; the answer comes once it is stored.
#[utoipa::path(post, path = "/api/games/{id}/actions", tag = "games", request_body = Act,
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "The game afterwards.", body = GameSnapshot),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn act(
    State(app): State<App>,
    visitor: Visitor,
    At(id): At<String>,
    Body(act): Body<Act>,
) -> Result<Json<GameSnapshot>, ApiError> {
    app.act(&id, visitor.user.clone(), act).await?;
    Ok(Json(app.snapshot(&id, &visitor.user.id).await?))
}

/// Which past positions.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Span {
    /// The first: 0 is the start.
    #[serde(default)]
    from: u32,
    /// The last; as far as there are any, but at most 100, if left out.
    to: Option<u32>,
}

/// Past positions of a game.
#[utoipa::path(get, path = "/api/games/{id}/views", tag = "games",
    params(("id" = String, Path, description = "The game's id."), Span),
    responses(
    (status = 200, description = "The positions.", body = ViewsPage),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn views(
    State(app): State<App>,
    At(id): At<String>,
    Params(span): Params<Span>,
) -> Result<Json<ViewsPage>, ApiError> {
    let from = span.from as usize;
    let to = span.to.map_or(usize::MAX, |to| to as usize);
    let to = to.clamp(from, from.saturating_add(MOST_VIEWS - 1));
    Ok(Json(app.look(&id, move |live| live.views(from, to)).await?))
}

/// In which format.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Format {
    /// `record`, or a format of the game's own.
    format: Option<String>,
}

/// The record of a game.
#[utoipa::path(get, path = "/api/games/{id}/record", tag = "games",
    params(("id" = String, Path, description = "The game's id."), Format),
    responses(
    (status = 200, description = "The record.", body = String, content_type = "text/plain"),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn record(
    State(app): State<App>,
    At(id): At<String>,
    Params(Format { format }): Params<Format>,
) -> Result<Response, ApiError> {
    let name = format!(
        "{id}.{}",
        format.as_deref().unwrap_or("record").replace('"', "")
    );
    let games = app.games().clone();
    let text = app
        .look(&id, move |live| {
            record_text(&games, live, format.as_deref())
        })
        .await??;
    Ok(file(&name, text))
}

/// A game as text.
pub(super) fn record_text(
    games: &quintain_rules::Registry,
    live: &LiveGame,
    format: Option<&str>,
) -> Result<String, ApiError> {
    let table = live
        .table()
        .ok_or_else(|| ApiError::Conflict("the game has not begun".into()))?;
    let formats = games.get(&live.row().asked.game)?.formats();
    let format = rules::format(formats.iter(), format)?;
    rules::as_text(&table.record()?, format)
}

/// A text file to keep.
pub(super) fn file(name: &str, text: String) -> Response {
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

/// Stops following a game when the stream ends.
struct Following {
    app: App,
    game: String,
    id: u64,
}

impl Drop for Following {
    fn drop(&mut self) {
        let (app, game, id) = (self.app.clone(), std::mem::take(&mut self.game), self.id);
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { app.ask_if_open(&game, Ask::Unwatch { id }).await });
        }
    }
}

/// A game as it goes on: a snapshot, then what happens, one message a line.
#[utoipa::path(get, path = "/api/games/{id}/stream", tag = "games",
    params(("id" = String, Path, description = "The game's id.")),
    responses(
    (status = 200, description = "Messages, one a line.", body = ServerMessage,
        content_type = "application/x-ndjson"),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn stream(
    State(app): State<App>,
    visitor: Visitor,
    Address(address): Address,
    At(id): At<String>,
) -> Result<Response, ApiError> {
    let open = app.gate().connect(address)?;
    let (outbox, inbox) = Outbox::new();
    let following = Following {
        app: app.clone(),
        game: id.clone(),
        id: outbox.id(),
    };
    let watch = Ask::Watch {
        outbox: outbox.clone(),
        user: visitor.user.id,
        after: None,
    };
    app.ask(&id, watch).await?;
    let lines = Lines::new(app, inbox).keep((following, open, outbox));
    Ok(lines.into_response())
}

/// What can be joined and watched.
#[utoipa::path(get, path = "/api/lobby", tag = "games", responses(
    (status = 200, description = "The lobby.", body = Lobby),
    (status = "4XX", description = "Refused.", body = ErrorBody),
))]
async fn lobby(State(app): State<App>) -> Result<Json<Lobby>, ApiError> {
    Ok(Json(app.look_around().await?))
}
