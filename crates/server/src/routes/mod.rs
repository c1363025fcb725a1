//! The HTTP API: a router for each resource, and what they have in common.

mod account;
mod assets;
mod games;
mod knowledge;
mod operation;
mod people;
mod stream;

use crate::app::App;
use crate::error::ApiError;
use crate::identity::identify;
use crate::limits::limit;
use crate::socket;
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::Response;
use axum::routing::{any, get};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

/// The largest body of a request.
const LARGEST: usize = 512 * 1024;

/// The API's routes with their description.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(crate::openapi::components())
        .merge(knowledge::router())
        .merge(games::router())
        .merge(account::router())
        .merge(people::router())
        .merge(operation::router())
}

/// The description of the API.
pub(crate) fn description() -> OpenApi {
    api().into_openapi()
}

/// The whole server: API, socket and web app.
pub fn app(app: App) -> Router {
    let (api, _) = api().split_for_parts();
    let api = api
        .route("/api/socket", get(socket::open))
        .route("/api", get(operation::page))
        .route("/api/openapi.json", get(operation::openapi))
        .route("/api/{*rest}", any(nothing))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn(no_store))
        .layer(from_fn_with_state(app.clone(), identify))
        .layer(from_fn_with_state(app.clone(), limit));
    Router::new()
        .merge(operation::health())
        .merge(api)
        .fallback(assets::serve)
        .layer(from_fn(secure))
        .layer(DefaultBodyLimit::max(LARGEST))
        .with_state(app)
}

async fn nothing() -> ApiError {
    ApiError::NotFound("there is nothing at this address".into())
}

async fn wrong_method() -> Response {
    use axum::response::IntoResponse;
    let mut response = ApiError::Invalid("this address has no such method".into()).into_response();
    *response.status_mut() = axum::http::StatusCode::METHOD_NOT_ALLOWED;
    response
}

/// Answers of the API are true at the moment only.
async fn no_store(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Only our own scripts, styles and pictures; nobody may frame us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
                      img-src 'self' data:; font-src 'self'; connect-src 'self'; \
                      media-src 'self'; manifest-src 'self'; worker-src 'self'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Headers that tell browsers to be careful.
async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(CONTENT_SECURITY_POLICY, POLICY);
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(X_FRAME_OPTIONS, "DENY");
    set(REFERRER_POLICY, "same-origin");
    set(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    );
    response
}
