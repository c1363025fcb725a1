//! For those who run a server, and for those who write programs for it.

use crate::app::App;
use crate::error::ApiError;
use crate::live::millis;
use crate::metrics::Gauges;
use crate::protocol::{ServerInfo, VERSION};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Json, Router};
use quintain_table::Timestamp;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(server))
}

/// What is asked by machines of the same house, without limits.
pub(super) fn health() -> Router<App> {
    Router::new()
        .route("/health", get(is_well))
        .route("/metrics", get(metrics))
}

/// Whether the server can do its work: its database answers.
async fn is_well(State(app): State<App>) -> Result<&'static str, ApiError> {
    match app.store().last_beat().await {
        Ok(_) => Ok("ok\n"),
        Err(error) => Err(ApiError::Unavailable(error.to_string())),
    }
}

async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let gauges = Gauges {
        people: app.people().count(),
        rooms: app.rooms().count(),
        thinking: app.pool().waiting(),
    };
    let page = app.metrics().page(&gauges);
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], page)
}

/// What the server says of itself.
#[utoipa::path(get, path = "/api/server", tag = "server", responses(
    (status = 200, description = "The server.", body = ServerInfo),
))]
async fn server(State(app): State<App>) -> Result<Json<ServerInfo>, ApiError> {
    Ok(Json(ServerInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol: VERSION,
        now: millis(Timestamp::now()),
        people: u32::try_from(app.people().count()).unwrap_or(u32::MAX),
        games: app.store().count_running().await?,
    }))
}

/// The description of the API, for programs.
pub(super) async fn openapi() -> impl IntoResponse {
    (
        [(CONTENT_TYPE, "application/json")],
        crate::openapi::openapi(),
    )
}

/// The description of the API, for people.
pub(super) async fn page() -> Html<String> {
    Html(crate::openapi::page())
}
