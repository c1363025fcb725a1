//! HTTP: a router for each resource, and what they have in common.

mod accept;
mod account;
mod assets;
mod error;
mod extract;
mod file_limit;
mod games;
mod headers;
mod host;
mod identify;
mod limit;
pub(crate) mod malformed;
mod openapi;
mod ops;
mod preview;
mod push;
mod rules;
mod stream;
mod texts;
mod transport;
mod unsent;
mod users;
mod work;

pub(crate) use accept::{connection_budget, serve};
pub(crate) use account::me;
pub(crate) use error::ApiError;
pub(crate) use extract::ClientAddress;
pub use file_limit::raise_open_file_limit;
pub(crate) use identify::is_same_origin;
pub use openapi::openapi;
pub(crate) use preview::PreviewText;
pub(crate) use texts::TextCache;
pub(crate) use work::Workers;

use crate::app::App;
use crate::ws;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::timeout::RequestBodyDeadlineLayer;
use tower_http::trace::{DefaultOnResponse, TraceLayer};
use tracing::{Level, Span, debug_span};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The API's routes with their description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(openapi::components())
        .merge(
            rules::router()
                .merge(texts::router())
                .layer(from_fn(unsent::count))
                .layer(compression()),
        )
        .merge(
            games::router()
                .layer(from_fn(unsent::count))
                .layer(compression()),
        )
        .merge(account::router())
        .merge(push::router())
        .merge(users::router())
        .merge(ops::router())
}

/// Compresses boards, positions and games, which hold nothing that others may not see; texts are
/// compressed already. Streams would wait for a full buffer, and what belongs to one user, such as
/// an access token, could be guessed from its length.
fn compression() -> CompressionLayer<impl Predicate> {
    let not_streams = NotForContentType::const_new(stream::NDJSON);
    CompressionLayer::new().compress_when(DefaultPredicate::new().and(not_streams))
}

/// The description of the API.
fn description() -> OpenApi {
    api().into_openapi()
}

/// The whole server: API, WebSocket and web app.
pub fn router(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api
        .route("/api/socket", get(ws::open))
        .route("/api", get(ops::api_page))
        .route("/api/openapi.json", get(ops::openapi))
        .route("/api/{*rest}", any(no_such_route))
        .method_not_allowed_fallback(method_not_allowed)
        .layer(from_fn(headers::no_store))
        .layer(from_fn_with_state(app.clone(), identify::identify));
    Router::new()
        .merge(ops::monitoring_router())
        .merge(api)
        .route("/preview/{file}", get(preview::picture))
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(app.config().max_body_bytes))
        .layer(RequestBodyDeadlineLayer::new(app.config().request_timeout))
        .layer(from_fn_with_state(app.clone(), host::check))
        .layer(from_fn_with_state(app.clone(), limit::limit))
        .layer(from_fn(headers::security))
        .layer(PropagateRequestIdLayer::x_request_id())
        .layer(
            TraceLayer::new_for_http()
                .make_span_with(request_span)
                .on_request(())
                .on_response(DefaultOnResponse::new().level(Level::DEBUG))
                // Errors are logged with their reason where they become a response.
                .on_failure(()),
        )
        .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
        .with_state(app)
}

/// The context of everything that is logged about a request.
fn request_span(request: &Request) -> Span {
    let id = request.headers().get("x-request-id");
    debug_span!(
        "request",
        method = %request.method(),
        path = request.uri().path(),
        request_id = id.and_then(|id| id.to_str().ok()),
    )
}

async fn no_such_route() -> ApiError {
    ApiError::NoSuchRoute
}

async fn method_not_allowed() -> ApiError {
    ApiError::MethodNotAllowed
}
