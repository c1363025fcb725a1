//! Limits on requests, and the count of all of them.

use super::ApiError;
use super::extract::client_address;
use crate::app::App;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::time::Instant;

/// Rejects the requests of an address that sends too many, and counts all requests.
pub(super) async fn limit(State(app): State<App>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    let address = client_address(app.config(), request.headers(), request.extensions());
    let response = match app.rate_limiter().request(address) {
        Ok(()) => next.run(request).await,
        Err(limited) => {
            app.metrics().rate_limited.increment(1);
            ApiError::from(limited).into_response()
        }
    };
    let status = response.status().as_u16();
    app.metrics().record_request(status, started.elapsed());
    response
}
