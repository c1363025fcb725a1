//! For those who operate a server, and for those who write programs for it.

use super::{ApiError, openapi as document};
use crate::app::App;
use crate::game::to_millis;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Json, Router};
use quintain_api::protocol::{PROTOCOL_VERSION, ServerInfo};
use quintain_table::{TimeControl, Timestamp};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(server))
}

/// Routes for monitoring.
pub(super) fn monitoring_router() -> Router<App> {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
}

/// Whether the server is healthy: its database responds.
async fn health(State(app): State<App>) -> Result<&'static str, ApiError> {
    app.store().last_heartbeat().await?;
    Ok("ok\n")
}

/// The metrics in Prometheus's text format.
async fn metrics(State(app): State<App>) -> impl IntoResponse {
    let page = app.metrics().render(app.gauges());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], page)
}

/// About the server.
#[utoipa::path(get, path = "/api/server", tag = "server", responses(
    (status = 200, description = "The server.", body = ServerInfo),
))]
async fn server(State(app): State<App>) -> Result<Json<ServerInfo>, ApiError> {
    Ok(Json(ServerInfo {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        protocol_version: PROTOCOL_VERSION,
        server_time: to_millis(Timestamp::now()),
        users_online: u32::try_from(app.connections().count_users()).unwrap_or(u32::MAX),
        games_running: app.store().count_running_games().await?,
        time_controls: TimeControl::OFFERED.to_vec(),
    }))
}

/// The description of the API, for programs.
pub(super) async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], document::openapi())
}

/// The description of the API, for people.
pub(super) async fn api_page() -> Html<String> {
    Html(document::api_page())
}
