//! How errors become responses: each layer's error, mapped once to code, status and log level.

use super::malformed::Malformed;
use crate::TEXTS;
use crate::auth::{AuthError, RateLimited};
use crate::budget::Exhausted;
use crate::engine::AnalysisError;
use crate::game::GameError;
use crate::heavy_work::Overloaded;
use crate::log_throttle::{LogThrottle, log_throttled};
use crate::push::PushError;
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quintain_api::ServiceError;
use quintain_api::protocol::{ErrorBody, ErrorCode};
use quintain_rules::message::ToMessage;
use quintain_rules::messages;
use std::error::Error;
use std::fmt::Display;
use tracing::debug;

/// A visitor who fails again and again must not fill the log.
static FAILURES: LogThrottle = LogThrottle::new();
static UNSERVED: LogThrottle = LogThrottle::new();

messages! {
    /// Why a request was rejected or failed.
    pub(crate) enum ApiError in TEXTS {
        /// The request says something that cannot be.
        BadRequest = "bad-request" {
            /// What is wrong with it, in the words of the type that checks it.
            reason: String,
        },
        /// A message over the socket is binary.
        BinaryMessage = "binary-message",
        /// The request comes from a page of another site.
        CrossOrigin = "cross-origin",
        /// The server does not know itself by this name.
        UnknownHost = "unknown-host" {
            /// The name.
            host: String,
        },
        /// The server has too much to do.
        Busy = "busy" {
            /// How long to wait.
            retry_after_seconds: u32,
        },
        /// There is nothing at this address.
        NoSuchRoute = "no-such-route",
        /// The address does not support the method.
        MethodNotAllowed = "method-not-allowed",
        /// The body took too long to arrive.
        RequestTimeout = "request-timeout" {
            /// The time limit.
            seconds: u64,
        },
        /// The body is too large.
        PayloadTooLarge = "payload-too-large",
        /// A connection watches too many games.
        TooManyWatchedGames = "too-many-watched-games" {
            /// How many it may watch.
            max: usize,
        },
        /// The server has a bug.
        Internal = "internal" {
            /// What went wrong.
            reason: String,
        },
        /// All that clients learn about faults of the server.
        Failed = "failed",
        /// All that clients learn about a database that cannot be written.
        CannotStore = "cannot-store",
        /// All that clients learn about a damaged database.
        DatabaseDamaged = "games-damaged",
        /// The address is for WebSockets only.
        NotAWebSocket = "not-a-websocket",
        /// A part of the address cannot be read.
        InvalidPath = "invalid-path",
    } or {
        /// It cannot be read.
        Malformed(Malformed),
        /// A limit was exceeded.
        RateLimited(RateLimited),
        /// The sender is not who they claim to be, or may not do this.
        Auth(AuthError),
        /// It cannot be done with this game.
        Game(GameError),
        /// A question about the rules is invalid.
        Service(ServiceError),
        /// A browser cannot be told.
        Push(PushError),
        /// The engine cannot analyse this.
        Analysis(AnalysisError),
        /// Too much is waiting, or the work has failed.
        Overloaded(Overloaded),
        /// The store failed.
        Store(StoreError),
    }
}

impl Error for ApiError {}

macro_rules! from {
    ($($variant:ident($error:ty)),* $(,)?) => {
        $(impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                ApiError::$variant(error)
            }
        })*
    };
}

from! {
    RateLimited(RateLimited),
    Auth(AuthError),
    Game(GameError),
    Push(PushError),
    Service(ServiceError),
    Analysis(AnalysisError),
    Overloaded(Overloaded),
    Store(StoreError),
}

/// How long to wait for others to finish.
const BUSY_RETRY_SECONDS: u32 = 2;

impl From<Exhausted> for ApiError {
    fn from(exhausted: Exhausted) -> Self {
        let retry_after_seconds = BUSY_RETRY_SECONDS;
        match exhausted {
            Exhausted::Share => ApiError::RateLimited(RateLimited {
                retry_after_seconds,
            }),
            Exhausted::Total => ApiError::Busy {
                retry_after_seconds,
            },
        }
    }
}

impl ApiError {
    /// A request that says something that cannot be.
    pub(crate) fn bad_request(reason: impl Display) -> ApiError {
        ApiError::BadRequest {
            reason: reason.to_string(),
        }
    }

    /// A bug in the server.
    pub(crate) fn internal(reason: impl Display) -> ApiError {
        ApiError::Internal {
            reason: reason.to_string(),
        }
    }

    /// The kind of error on the wire.
    fn code(&self) -> ErrorCode {
        match self {
            ApiError::BadRequest { .. }
            | ApiError::Malformed(_)
            | ApiError::NotAWebSocket
            | ApiError::InvalidPath
            | ApiError::BinaryMessage => ErrorCode::BadRequest,
            ApiError::CrossOrigin | ApiError::UnknownHost { .. } => ErrorCode::CrossOrigin,
            ApiError::Busy { .. } => ErrorCode::Unavailable,
            ApiError::NoSuchRoute => ErrorCode::NotFound,
            ApiError::MethodNotAllowed => ErrorCode::MethodNotAllowed,
            ApiError::RequestTimeout { .. } => ErrorCode::RequestTimeout,
            ApiError::PayloadTooLarge => ErrorCode::PayloadTooLarge,
            ApiError::TooManyWatchedGames { .. } => ErrorCode::Conflict,
            ApiError::RateLimited(_) => ErrorCode::RateLimited,
            ApiError::CannotStore | ApiError::DatabaseDamaged => ErrorCode::Unavailable,
            ApiError::Auth(AuthError::Store(error))
            | ApiError::Game(GameError::Store(error))
            | ApiError::Push(PushError::Store(error))
            | ApiError::Store(error) => store_code(error),
            ApiError::Push(PushError::Unavailable) => ErrorCode::Unavailable,
            ApiError::Push(PushError::InvalidEndpoint | PushError::InvalidKeys) => {
                ErrorCode::BadRequest
            }
            ApiError::Auth(error) => error.code().unwrap_or(ErrorCode::Internal),
            ApiError::Game(error) => error.code().unwrap_or(ErrorCode::Internal),
            ApiError::Service(error) | ApiError::Analysis(AnalysisError::Service(error)) => {
                error.code()
            }
            ApiError::Analysis(AnalysisError::Busy) => ErrorCode::Unavailable,
            ApiError::Analysis(
                AnalysisError::TooManyOfUser { .. } | AnalysisError::TooManyOfAddress { .. },
            ) => ErrorCode::Conflict,
            ApiError::Overloaded(error) | ApiError::Analysis(AnalysisError::Overloaded(error)) => {
                error.code()
            }
            ApiError::Internal { .. } | ApiError::Failed => ErrorCode::Internal,
        }
    }

    /// What the client is sent. The reason is logged; if the server is at fault, it is only
    /// logged.
    pub(crate) fn to_body(&self) -> ErrorBody {
        let code = self.code();
        let message = match code {
            ErrorCode::Internal => {
                log_throttled!(FAILURES, error, reason = %self, "request failed");
                ApiError::Failed.to_message()
            }
            ErrorCode::Unavailable => {
                log_throttled!(UNSERVED, warn, reason = %self, "request could not be served");
                match self.store_error() {
                    Some(StoreError::CannotWrite { .. }) => ApiError::CannotStore.to_message(),
                    Some(StoreError::Damaged { .. }) => ApiError::DatabaseDamaged.to_message(),
                    _ => self.to_message(),
                }
            }
            _ => {
                debug!(reason = %self, ?code, "request rejected");
                self.to_message()
            }
        };
        ErrorBody { code, message }
    }

    fn store_error(&self) -> Option<&StoreError> {
        match self {
            ApiError::Auth(AuthError::Store(error))
            | ApiError::Game(GameError::Store(error))
            | ApiError::Push(PushError::Store(error))
            | ApiError::Store(error) => Some(error),
            _ => None,
        }
    }

    /// How long the client is to wait before it tries again, if waiting helps.
    fn retry_after_seconds(&self) -> Option<u32> {
        match self {
            ApiError::RateLimited(limited)
            | ApiError::Auth(AuthError::RateLimited(limited))
            | ApiError::Game(GameError::RateLimited(limited)) => Some(limited.retry_after_seconds),
            ApiError::Busy {
                retry_after_seconds,
            }
            | ApiError::Auth(AuthError::TooManySignIns {
                retry_after_seconds,
            }) => Some(*retry_after_seconds),
            _ => None,
        }
    }
}

fn store_code(error: &StoreError) -> ErrorCode {
    match error {
        StoreError::Conflict
        | StoreError::TooManyWaiting { .. }
        | StoreError::TooManyOffers { .. }
        | StoreError::TooManyOffersFromAddress { .. } => ErrorCode::Conflict,
        StoreError::GuestBudget => ErrorCode::Forbidden,
        StoreError::Closed
        | StoreError::Full
        | StoreError::CannotWrite { .. }
        | StoreError::Damaged { .. }
        | StoreError::Unavailable { .. }
        | StoreError::RatingsChanged
        | StoreError::RolledBack => ErrorCode::Unavailable,
        StoreError::Corrupt { .. }
        | StoreError::Database { .. }
        | StoreError::Migration { .. }
        | StoreError::CannotOpen { .. }
        | StoreError::NotEmpty { .. }
        | StoreError::CopyDiffers { .. }
        | StoreError::InUse { .. }
        | StoreError::ManyNames { .. }
        | StoreError::NotOurs { .. }
        | StoreError::UnopenedFile { .. } => ErrorCode::Internal,
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
        if let Some(seconds) = self.retry_after_seconds() {
            let seconds = HeaderValue::from(seconds);
            response.headers_mut().insert(RETRY_AFTER, seconds);
        }
        response
    }
}
