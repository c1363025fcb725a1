//! The web app, out of the program itself.

use crate::error::ApiError;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

/// A file of the web app.
struct Asset {
    path: &'static str,
    kind: &'static str,
    /// Changes with the content.
    tag: &'static str,
    plain: &'static [u8],
    /// Compressed, if that is smaller.
    gzip: Option<&'static [u8]>,
    /// Whether the name changes with the content, so that it can be kept for ever.
    lasting: bool,
}

// `ASSETS`, sorted by path: made by the build script from the web app.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page that stands for all addresses inside the app.
const INDEX: &str = "index.html";

fn find(path: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    ASSETS.get(at)
}

/// Serves a file of the web app; an address inside the app gets the app.
pub(super) async fn serve(request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::NotFound("there is nothing at this address".into()).into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    // What looks like a file and is none must not come back as a page.
    let inside = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let asset = find(path).or_else(|| inside.then(|| find(INDEX)).flatten());
    match asset {
        Some(asset) => answer(asset, request.headers()),
        None if ASSETS.is_empty() && inside => {
            let text = "This server was built without its web app.\n";
            (StatusCode::NOT_FOUND, text).into_response()
        }
        None => ApiError::NotFound("there is nothing at this address".into()).into_response(),
    }
}

fn answer(asset: &'static Asset, asked: &HeaderMap) -> Response {
    let text = |name| asked.get(name).and_then(|value| value.to_str().ok());
    let known = text(IF_NONE_MATCH).is_some_and(|tags| tags.contains(asset.tag));
    let takes_gzip = text(ACCEPT_ENCODING).is_some_and(|encodings| {
        let mut encodings = encodings.split(',').map(str::trim);
        encodings.any(|encoding| encoding == "gzip" || encoding.starts_with("gzip;q=1"))
    });
    let gzip = asset.gzip.filter(|_| takes_gzip);
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(gzip.unwrap_or(asset.plain)))
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.kind));
    headers.insert(ETAG, HeaderValue::from_static(asset.tag));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let cache = if asset.lasting {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if gzip.is_some() && !known {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}
