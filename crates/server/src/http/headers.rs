//! Headers of every response.

use super::assets::embedded;
use axum::extract::Request;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderName, HeaderValue, REFERRER_POLICY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::middleware::Next;
use axum::response::Response;

/// Only our own scripts, styles and pictures; who may frame a page is for the page to say. WebAssembly
/// has a permission of its own, which lets no text become a script.
macro_rules! content_policy {
    ($ancestors:literal) => {
        concat!(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; ",
            "img-src 'self' data:; font-src 'self'; connect-src 'self'; media-src 'self'; ",
            "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; ",
            "frame-ancestors ",
            $ancestors
        )
    };
}

/// Responses of the API hold for the moment only, unless they say otherwise.
pub(super) async fn no_store(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response
        .headers_mut()
        .entry(CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Headers that make browsers careful.
pub(super) async fn security(request: Request, next: Next) -> Response {
    // The board for other sites: it takes no actions, and asks for everything without cookies.
    let may_be_framed = embedded(request.uri().path()).is_some();
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    if may_be_framed {
        set(CONTENT_SECURITY_POLICY, content_policy!("*"));
    } else {
        set(CONTENT_SECURITY_POLICY, content_policy!("'none'"));
        set(X_FRAME_OPTIONS, "DENY");
    }
    set(X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(REFERRER_POLICY, "same-origin");
    set(
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    );
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), microphone=(), geolocation=()",
    );
    response
}
