//! For those who operate a server, and for those who write programs for it.

use super::{ApiError, openapi as document};
use crate::app::App;
use crate::game::to_millis;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse};
use axum::routing::get;
use axum::{Json, Router};
use quintain_api::protocol::{PROTOCOL_VERSION, ServerInfo};
use quintain_table::TimeControl;
use std::sync::LazyLock;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(server))
}

/// Routes for monitoring.
pub(super) fn monitoring_router() -> Router<App> {
    Router::new()
        .route("/health", get(health))
        .route("/ready", get(ready))
        .route("/metrics", get(metrics))
}

/// Whether the process is alive. If not, starting it again may help.
async fn health() -> &'static str {
    "ok\n"
}

/// Whether the server can do its work: it can write, its engine answers, and it is not shutting
/// down. If not, players are better sent elsewhere, and someone has to look.
async fn ready(State(app): State<App>) -> (StatusCode, String) {
    match app.readiness().check().await {
        Ok(()) => (StatusCode::OK, "ok\n".to_owned()),
        Err(reason) => (StatusCode::SERVICE_UNAVAILABLE, format!("{reason}\n")),
    }
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
        server_time: to_millis(app.now()),
        users_online: app.lobby().users_online(),
        games_running: app.store().count_running_games().await?,
        time_controls: TimeControl::OFFERED.to_vec(),
    }))
}

/// The description of the API, for programs.
pub(super) async fn openapi() -> impl IntoResponse {
    static DOCUMENT: LazyLock<String> = LazyLock::new(document::openapi);
    ([(CONTENT_TYPE, "application/json")], DOCUMENT.as_str())
}

/// The description of the API, for people.
pub(super) async fn api_page() -> Html<&'static str> {
    static PAGE: LazyLock<String> = LazyLock::new(document::api_page);
    Html(PAGE.as_str())
}
