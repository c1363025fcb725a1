//! The web app's files, which are part of the program.

use super::ApiError;
use super::preview::page_with_tags;
use crate::app::App;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue,
    IF_NONE_MATCH, VARY,
};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

/// A file of the web app.
struct Asset {
    path: &'static str,
    content_type: &'static str,
    /// The entity tag, which changes with the content.
    etag: &'static str,
    content: &'static [u8],
    /// The compressed content, if that is smaller.
    gzip: Option<&'static [u8]>,
    /// Whether the name changes with the content, so that browsers can cache it forever.
    immutable: bool,
}

// `ASSETS`, sorted by path: the build script makes it from the web app.
include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The page for all addresses inside the app.
const INDEX: &str = "index.html";
/// The page with a board for other sites, and its addresses.
const EMBED: &str = "embed.html";
const EMBED_PATTERN: &str = "/embed/:id";

fn find(path: &str) -> Option<&'static Asset> {
    let at = ASSETS.binary_search_by(|asset| asset.path.cmp(path)).ok()?;
    ASSETS.get(at)
}

/// The addresses of the app's pages; the app itself has the same list. At any other address it
/// says that there is nothing, and so does the status.
const PAGES: &[&str] = &[
    "/",
    "/new",
    "/games",
    "/g/:id",
    "/local/:id",
    "/analysis",
    "/learn",
    "/learn/:game",
    "/watch",
    "/u/:name",
    "/sign-in",
    "/settings",
    "/programs",
];

/// The page at an address and the part of the address that the page's pattern leaves open.
fn find_page(path: &str) -> Option<(&'static str, &str)> {
    let segments = |path| str::split(path, '/').filter(|segment: &&str| !segment.is_empty());
    PAGES.iter().find_map(|&pattern| {
        let mut open = "";
        let mut actual = segments(path);
        for expected in segments(pattern) {
            let segment = actual.next()?;
            match expected.starts_with(':') {
                true => open = segment,
                false if expected == segment => {}
                false => return None,
            }
        }
        actual.next().is_none().then_some((pattern, open))
    })
}

/// The id of the game whose board is shown at an address, for other sites to frame.
pub(super) fn embedded(path: &str) -> Option<&str> {
    let path = path.trim_start_matches('/');
    let id = path.strip_prefix("embed/")?.trim_end_matches('/');
    (!id.is_empty() && !id.contains(['/', '.'])).then_some(id)
}

/// The same for the board for other sites.
fn find_any_page(path: &str) -> Option<(&'static str, &str)> {
    let embedded = embedded(path).map(|id| (EMBED_PATTERN, id));
    embedded.or_else(|| find_page(path))
}

fn is_page_file(asset: &Asset) -> bool {
    asset.path == INDEX || asset.path == EMBED
}

/// Whether there is something at an address of the app. When that cannot be found out, the page
/// itself says why.
async fn exists(app: &App, path: &str) -> bool {
    match find_any_page(path) {
        Some(("/g/:id" | EMBED_PATTERN, id)) => !matches!(app.store().game(id).await, Ok(None)),
        Some(("/u/:name", name)) => !matches!(app.store().account(name).await, Ok(None)),
        Some(("/learn/:game", game)) => app.games().get(game).is_ok(),
        found => found.is_some(),
    }
}

/// Serves a file of the web app. Addresses inside the app get its page.
pub(super) async fn serve(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return ApiError::NoSuchRoute.into_response();
    }
    let path = request.uri().path().trim_start_matches('/');
    // A missing file must not come back as a page.
    let is_page = !path.rsplit('/').next().unwrap_or_default().contains('.');
    let asset = find(path).or_else(|| is_page.then(|| find(INDEX)).flatten());
    let asset = match embedded(path) {
        Some(_) => find(EMBED).or(asset),
        None => asset,
    };
    match asset {
        Some(asset) if is_page_file(asset) && !exists(&app, path).await => {
            let mut response = respond(asset, &HeaderMap::new());
            *response.status_mut() = StatusCode::NOT_FOUND;
            response
        }
        Some(asset) if is_page_file(asset) => {
            let tagged = with_tags(&app, path, asset, request.headers()).await;
            tagged.unwrap_or_else(|| respond(asset, request.headers()))
        }
        Some(asset) => respond(asset, request.headers()),
        None if ASSETS.is_empty() && is_page => {
            let text = "This server was built without its web app.\n";
            (StatusCode::NOT_FOUND, text).into_response()
        }
        None => ApiError::NoSuchRoute.into_response(),
    }
}

/// A page with what others show of it. It differs from game to game and changes with each move.
async fn with_tags(app: &App, path: &str, asset: &Asset, headers: &HeaderMap) -> Option<Response> {
    let (pattern, open) = find_any_page(path)?;
    let page = std::str::from_utf8(asset.content).ok()?;
    let page = page_with_tags(app, path, open, pattern, page, headers).await?;
    let headers = [
        (CONTENT_TYPE, asset.content_type),
        (VARY, "accept-language"),
        (CACHE_CONTROL, "no-cache"),
    ];
    Some((headers, page).into_response())
}

/// Whether a client that accepts these encodings takes gzip.
pub(super) fn accepts_gzip(encodings: &str) -> bool {
    let mut encodings = encodings.split(',').map(str::trim);
    encodings.any(|encoding| encoding == "gzip" || encoding.starts_with("gzip;q=1"))
}

fn respond(asset: &'static Asset, request: &HeaderMap) -> Response {
    let text = |name| request.get(name).and_then(|value| value.to_str().ok());
    let is_cached = text(IF_NONE_MATCH).is_some_and(|tags| tags.contains(asset.etag));
    let takes_gzip = text(ACCEPT_ENCODING).is_some_and(accepts_gzip);
    let gzip = asset.gzip.filter(|_| takes_gzip);
    let mut response = if is_cached {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        Response::new(Body::from(gzip.unwrap_or(asset.content)))
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
    headers.insert(ETAG, HeaderValue::from_static(asset.etag));
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    let cache = if asset.immutable {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    if gzip.is_some() && !is_cached {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::{PAGES, find_page};

    #[test]
    fn the_server_knows_the_same_pages_as_the_web_app() {
        let routes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/pages/index.ts");
        let routes = std::fs::read_to_string(routes).expect("the web app's list of pages");
        let pages: Vec<&str> = routes
            .lines()
            .filter_map(|line| line.trim().strip_prefix("['")?.split_once('\''))
            .map(|(pattern, _)| pattern)
            .collect();
        assert_eq!(pages, PAGES);
    }

    #[test]
    fn addresses_without_a_page_are_told_from_pages() {
        for (path, page) in [
            ("", Some(("/", ""))),
            ("new", Some(("/new", ""))),
            ("new/", Some(("/new", ""))),
            ("g/abc", Some(("/g/:id", "abc"))),
            ("g", None),
            ("g/abc/def", None),
            ("nothing", None),
            ("learn/sight", Some(("/learn/:game", "sight"))),
        ] {
            assert_eq!(find_page(path), page, "{path}");
        }
    }
}
