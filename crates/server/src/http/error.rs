//! How errors become responses: each layer's error, mapped once to code, status and log level.

use crate::auth::{AuthError, RateLimited};
use crate::engine::AnalysisError;
use crate::game::GameError;
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quintain_api::ServiceError;
use quintain_api::protocol::{ErrorBody, ErrorCode};
use tracing::{debug, error, warn};

/// Why a request was rejected or failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The request cannot be parsed.
    #[error("{0}")]
    BadRequest(String),
    /// The request comes from a page of another site.
    #[error("the request comes from a page of another site")]
    CrossOrigin,
    /// There is nothing at this address.
    #[error("there is nothing at this address")]
    NoSuchRoute,
    /// The address does not support the method.
    #[error("this address does not support the method")]
    MethodNotAllowed,
    /// The body took too long to arrive.
    #[error("the body did not arrive within {seconds} seconds")]
    RequestTimeout { seconds: f64 },
    /// The body is too large.
    #[error("the body is too large")]
    PayloadTooLarge,
    /// A connection watches too many games.
    #[error("one connection watches at most {max} games")]
    TooManyWatchedGames { max: usize },
    /// A limit was exceeded.
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// The sender is not who they say, or may not do this.
    #[error(transparent)]
    Auth(#[from] AuthError),
    /// It cannot be done with this game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A question about the rules is invalid.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// The engine cannot analyse this.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The server has a bug.
    #[error("{0}")]
    Internal(String),
}

impl ApiError {
    /// The kind of error on the wire.
    fn code(&self) -> ErrorCode {
        match self {
            ApiError::BadRequest(_) => ErrorCode::BadRequest,
            ApiError::CrossOrigin => ErrorCode::CrossOrigin,
            ApiError::NoSuchRoute => ErrorCode::NotFound,
            ApiError::MethodNotAllowed => ErrorCode::MethodNotAllowed,
            ApiError::RequestTimeout { .. } => ErrorCode::RequestTimeout,
            ApiError::PayloadTooLarge => ErrorCode::PayloadTooLarge,
            ApiError::TooManyWatchedGames { .. } => ErrorCode::Conflict,
            ApiError::RateLimited(_) => ErrorCode::RateLimited,
            ApiError::Auth(AuthError::Store(error))
            | ApiError::Game(GameError::Store(error))
            | ApiError::Store(error) => store_code(error),
            ApiError::Auth(error) => error.code().unwrap_or(ErrorCode::Internal),
            ApiError::Game(error) => error.code().unwrap_or(ErrorCode::Internal),
            ApiError::Service(error) | ApiError::Analysis(AnalysisError::Service(error)) => {
                error.code()
            }
            ApiError::Analysis(AnalysisError::Busy) => ErrorCode::Unavailable,
            ApiError::Internal(_) => ErrorCode::Internal,
        }
    }

    /// What the client is sent. The reason is logged; if the server is at fault, it is only
    /// logged.
    pub(crate) fn to_body(&self) -> ErrorBody {
        let code = self.code();
        let message = match code {
            ErrorCode::Internal => {
                error!(reason = %self, "request failed");
                "something is wrong with the server; the details are in its log".to_owned()
            }
            ErrorCode::Unavailable => {
                warn!(reason = %self, "request could not be served");
                self.to_string()
            }
            _ => {
                debug!(reason = %self, ?code, "request rejected");
                self.to_string()
            }
        };
        ErrorBody { code, message }
    }

    fn rate_limited(&self) -> Option<&RateLimited> {
        match self {
            ApiError::RateLimited(limited) | ApiError::Auth(AuthError::RateLimited(limited)) => {
                Some(limited)
            }
            _ => None,
        }
    }
}

fn store_code(error: &StoreError) -> ErrorCode {
    match error {
        StoreError::Conflict => ErrorCode::Conflict,
        StoreError::Closed => ErrorCode::Unavailable,
        StoreError::Corrupt(_) | StoreError::Database(_) | StoreError::Migration(_) => {
            ErrorCode::Internal
        }
    }
}

/// The status of a response with an error.
fn status(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
        ErrorCode::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorCode::Unauthorized => StatusCode::UNAUTHORIZED,
        ErrorCode::Forbidden | ErrorCode::CrossOrigin => StatusCode::FORBIDDEN,
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ErrorCode::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
        ErrorCode::Conflict | ErrorCode::Stale => StatusCode::CONFLICT,
        ErrorCode::PayloadTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ErrorCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = self.to_body();
        let mut response = (status(body.code), Json(body)).into_response();
        if let Some(limited) = self.rate_limited() {
            let seconds = HeaderValue::from(limited.retry_after_seconds);
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}
