//! Reading requests, with our own errors.

use crate::app::App;
use crate::error::ApiError;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The JSON body of a request.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let patience = app.config().patience;
        let read = tokio::time::timeout(patience, Json::from_request(request, app)).await;
        let Ok(read) = read else {
            let seconds = patience.as_secs_f64();
            let late = format!("the body did not come within {seconds} seconds");
            return Err(ApiError::Invalid(late));
        };
        let read: Result<Json<T>, JsonRejection> = read;
        match read {
            Ok(Json(body)) => Ok(Body(body)),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::TooLarge("the body is too large".into()))
            }
            Err(rejection) => Err(ApiError::Invalid(rejection.body_text())),
        }
    }
}

/// The query of an address.
pub(crate) struct Params<T>(pub(crate) T);

impl<S, T> FromRequestParts<S> for Params<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        match read {
            Ok(Query(params)) => Ok(Params(params)),
            Err(rejection) => Err(ApiError::Invalid(rejection.body_text())),
        }
    }
}

/// The parts of an address that vary.
pub(crate) struct At<T>(pub(crate) T);

impl<S, T> FromRequestParts<S> for At<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        match read {
            Ok(Path(at)) => Ok(At(at)),
            Err(rejection) => Err(ApiError::Invalid(rejection.body_text())),
        }
    }
}
