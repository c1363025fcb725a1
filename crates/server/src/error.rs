//! What can go wrong with a request: one enum, mapped to status, body and log level.

use crate::protocol::{ErrorBody, ErrorCode};
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header::RETRY_AFTER};
use axum::response::{IntoResponse, Response};
use quintain_rules::draft::DraftError;
use quintain_rules::record::{RecordError, RecordFault};
use quintain_rules::{MoveError, PositionError, SizeError, UnknownGame};
use quintain_table::{ActionError, SetupError, TableError};
use tracing::{debug, error, warn};

/// Why a request was not done.
#[derive(Debug, thiserror::Error)]
pub enum ApiError {
    /// It cannot be understood, or a value is not allowed.
    #[error("{0}")]
    Invalid(String),
    /// It breaks the rules of a game.
    #[error("{0}")]
    Illegal(String),
    /// Cookie, token, name or password are wrong.
    #[error("{0}")]
    Unauthorized(String),
    /// Not theirs to do.
    #[error("{0}")]
    Forbidden(String),
    /// From a page of another site.
    #[error("this comes from a page of another site")]
    Origin,
    /// There is no such thing.
    #[error("{0}")]
    NotFound(String),
    /// Not now.
    #[error("{0}")]
    Conflict(String),
    /// For an older state.
    #[error("{0}")]
    Stale(String),
    /// Too large.
    #[error("{0}")]
    TooLarge(String),
    /// Too many requests.
    #[error("too many requests; try again in {retry} seconds")]
    TooMany {
        /// After how many seconds to try again.
        retry: u32,
    },
    /// Busy or shutting down.
    #[error("{0}")]
    Unavailable(String),
    /// A fault of the server.
    #[error("{0}")]
    Internal(String),
}

impl ApiError {
    /// The kind, for programs.
    pub fn code(&self) -> ErrorCode {
        match self {
            ApiError::Invalid(_) => ErrorCode::Invalid,
            ApiError::Illegal(_) => ErrorCode::Illegal,
            ApiError::Unauthorized(_) => ErrorCode::Unauthorized,
            ApiError::Forbidden(_) => ErrorCode::Forbidden,
            ApiError::Origin => ErrorCode::Origin,
            ApiError::NotFound(_) => ErrorCode::NotFound,
            ApiError::Conflict(_) => ErrorCode::Conflict,
            ApiError::Stale(_) => ErrorCode::Stale,
            ApiError::TooLarge(_) => ErrorCode::TooLarge,
            ApiError::TooMany { .. } => ErrorCode::TooMany,
            ApiError::Unavailable(_) => ErrorCode::Unavailable,
            ApiError::Internal(_) => ErrorCode::Internal,
        }
    }

    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            ApiError::Invalid(_) => StatusCode::BAD_REQUEST,
            ApiError::Illegal(_) => StatusCode::UNPROCESSABLE_ENTITY,
            ApiError::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            ApiError::Forbidden(_) | ApiError::Origin => StatusCode::FORBIDDEN,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Conflict(_) | ApiError::Stale(_) => StatusCode::CONFLICT,
            ApiError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What the client is told, having logged it. Faults of the server are told to the log only.
    pub fn body(&self) -> ErrorBody {
        let message = match self {
            ApiError::Internal(reason) => {
                error!(%reason, "a request failed");
                "something is wrong with the server; it was logged".to_owned()
            }
            ApiError::Unavailable(reason) => {
                warn!(%reason, "a request could not be served");
                reason.clone()
            }
            other => {
                debug!(reason = %other, code = ?other.code(), "a request was refused");
                other.to_string()
            }
        };
        ErrorBody {
            code: self.code(),
            message,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.body())).into_response();
        if let ApiError::TooMany { retry } = self {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(retry));
        }
        response
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Taken => ApiError::Conflict("someone else was faster".into()),
            StoreError::Closed => ApiError::Unavailable("the server is shutting down".into()),
            StoreError::Damaged(_) | StoreError::Database(_) | StoreError::Migration(_) => {
                ApiError::Internal(error.to_string())
            }
        }
    }
}

impl From<ActionError> for ApiError {
    fn from(error: ActionError) -> Self {
        match error {
            ActionError::Move(MoveError::GameOver { .. }) => ApiError::Conflict(error.to_string()),
            ActionError::Move(_) => ApiError::Illegal(error.to_string()),
            ActionError::Stale => ApiError::Stale(error.to_string()),
            _ => ApiError::Conflict(error.to_string()),
        }
    }
}

impl From<TableError> for ApiError {
    fn from(error: TableError) -> Self {
        // What is stored was checked before, so it should make a table.
        ApiError::Internal(error.to_string())
    }
}

impl From<SetupError> for ApiError {
    fn from(error: SetupError) -> Self {
        match error {
            SetupError::Size(error) => error.into(),
            SetupError::Position(error) => error.into(),
        }
    }
}

macro_rules! from {
    ($($error:ty => $variant:ident,)*) => {
        $(impl From<$error> for ApiError {
            fn from(error: $error) -> Self {
                ApiError::$variant(error.to_string())
            }
        })*
    };
}

from! {
    UnknownGame => NotFound,
    SizeError => Invalid,
    DraftError => Invalid,
    PositionError => Illegal,
    MoveError => Illegal,
    RecordError => Illegal,
    RecordFault => Illegal,
}
