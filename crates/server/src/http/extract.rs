//! Extractors: parsing requests, with our own errors.

use super::ApiError;
use crate::app::App;
use crate::config::Config;
use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tower_http::timeout::TimeoutError;

/// The JSON body of a request.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        let parsed: Result<Json<T>, JsonRejection> = Json::from_request(request, app).await;
        match parsed {
            Ok(Json(body)) => Ok(JsonBody(body)),
            Err(rejection) if is_timeout(&rejection) => Err(ApiError::RequestTimeout {
                seconds: app.config().request_timeout.as_secs(),
            }),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::PayloadTooLarge)
            }
            Err(rejection) => Err(ApiError::bad_request(rejection.body_text())),
        }
    }
}

/// Whether the body did not arrive in time.
fn is_timeout(rejection: &JsonRejection) -> bool {
    let mut error: Option<&dyn Error> = Some(rejection);
    while let Some(reason) = error {
        if reason.is::<TimeoutError>() {
            return true;
        }
        error = reason.source();
    }
    false
}

/// The query of an address.
pub(super) struct QueryParams<T>(pub(super) T);

impl<S, T> FromRequestParts<S> for QueryParams<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let parsed: Result<Query<T>, QueryRejection> =
            Query::from_request_parts(parts, state).await;
        match parsed {
            Ok(Query(params)) => Ok(QueryParams(params)),
            Err(rejection) => Err(ApiError::bad_request(rejection.body_text())),
        }
    }
}

/// The variable parts of a path.
pub(super) struct PathParams<T>(pub(super) T);

impl<S, T> FromRequestParts<S> for PathParams<T>
where
    S: Send + Sync,
    T: DeserializeOwned + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let parsed: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        match parsed {
            Ok(Path(params)) => Ok(PathParams(params)),
            Err(rejection) => Err(ApiError::bad_request(rejection.body_text())),
        }
    }
}

/// The address that a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<App> for ClientAddress {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let address = client_address(app.config(), &parts.headers, &parts.extensions);
        Ok(ClientAddress(address))
    }
}

/// The address that a request comes from: the other end of the connection, or what our own
/// reverse proxy says.
pub(super) fn client_address(
    config: &Config,
    headers: &HeaderMap,
    extensions: &Extensions,
) -> IpAddr {
    let peer = extensions.get::<ConnectInfo<SocketAddr>>();
    let forwarded = || {
        // The last address is what our own proxy saw; anyone could have written the others.
        let header = headers.get_all("x-forwarded-for").iter().next_back()?;
        let last = header.to_str().ok()?.rsplit(',').next()?;
        last.trim().parse().ok()
    };
    let address = match config.behind_proxy {
        true => forwarded().or(peer.map(|peer| peer.0.ip())),
        false => peer.map(|peer| peer.0.ip()),
    };
    // Requests without a connection, as in tests, come from here.
    address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}
