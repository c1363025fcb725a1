//! Limits on requests, and the count of all of them.

use super::extract::client_address;
use super::{ApiError, unsent};
use crate::app::App;
use crate::budget::Share;
use crate::config::Config;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;

/// Parsed, a request may take this many times its size.
const PARSED_SIZE_FACTOR: usize = 4;

/// Rejects the requests of an address that sends too many or leaves too many responses unread, and
/// counts all requests. Every route is behind this.
pub(super) async fn limit(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let address = client_address(app.config(), request.headers(), request.extensions());
    let share = app.unsent().share(address);
    let response = match app.rate_limiter().request(address) {
        Ok(()) => respond(app.config(), &share, request, next).await,
        Err(limited) => ApiError::from(limited).into_response(),
    };
    let status = response.status().as_u16();
    if status == 429 {
        app.metrics().rate_limited.increment(1);
    }
    app.metrics().record_request(status, started.elapsed());
    response
}

async fn respond(config: &Config, share: &Share, mut request: Request, next: Next) -> Response {
    let size = body_size(config, request.headers());
    let body = match share.take(size.saturating_mul(PARSED_SIZE_FACTOR)) {
        Ok(body) => body,
        Err(exhausted) => return ApiError::from(exhausted).into_response(),
    };
    request.extensions_mut().insert(share.clone());
    let response = next.run(request).await;
    drop(body);
    unsent::counted(share, response)
}

/// How large the body of a request may become. More than the maximum is never read.
fn body_size(config: &Config, headers: &HeaderMap) -> usize {
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) => config.max_body_bytes.min(length),
        None if headers.contains_key(TRANSFER_ENCODING) => config.max_body_bytes,
        None => 0,
    }
}
