//! Extractors: parsing requests, with our own errors.

use super::ApiError;
use super::malformed::{self, Malformed};
use crate::app::App;
use crate::config::Config;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::CONTENT_TYPE;
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
        if !is_json(request.headers()) {
            return Err(Malformed::NotJsonType.into());
        }
        match Bytes::from_request(request, app).await {
            Ok(body) => Ok(JsonBody(malformed::parse(&body)?)),
            Err(rejection) if is_timeout(&rejection) => Err(ApiError::RequestTimeout {
                seconds: app.config().request_timeout.as_secs(),
            }),
            Err(rejection) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ApiError::PayloadTooLarge)
            }
            // The connection broke: nobody will hear it.
            Err(_) => Err(Malformed::Incomplete.into()),
        }
    }
}

/// Whether a body is announced as JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next());
    let kind = kind.unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

/// Whether the body did not arrive in time.
fn is_timeout(rejection: &BytesRejection) -> bool {
    let mut error: Option<&dyn Error> = Some(rejection);
    while let Some(reason) = error {
        if reason.is::<TimeoutError>() {
            return true;
        }
        error = reason.source();
    }
    false
}

/// How the parser's errors about queries begin.
const QUERY_FAILED: &str = "Failed to deserialize query string: ";

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
            Err(rejection) => {
                let text = rejection.body_text();
                let text = text.strip_prefix(QUERY_FAILED).unwrap_or(&text);
                // The name of the parameter comes first, unless the error is about the name.
                Err(match text.split_once(": ") {
                    Some((name, reason)) if !name.contains(' ') => {
                        malformed::describe(reason, name)
                    }
                    _ => malformed::describe(text, "."),
                })
            }
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
            Err(_) => Err(ApiError::InvalidPath),
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
