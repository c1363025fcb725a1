//! The sender of a request: reading credentials, and giving guests their cookie.

use super::ApiError;
use crate::app::App;
use crate::auth::{AuthError, CurrentUser};
use crate::config::Config;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quintain_table::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The name of the cookie.
const COOKIE_NAME: &str = "quintain";
/// How long a browser keeps it: 400 days is the most that browsers allow.
const COOKIE_MAX_AGE_SECONDS: u32 = 400 * 86_400;

/// The sender of the request, and whether any handler has asked for it. Only then does a new guest
/// get a cookie.
#[derive(Clone)]
struct Identified {
    current: CurrentUser,
    requested: Arc<AtomicBool>,
    /// How long it took to find out who it is.
    taken: Duration,
}

impl<S: Send + Sync> FromRequestParts<S> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let Some(identified) = parts.extensions.get::<Identified>() else {
            return Err(ApiError::internal("this route identifies nobody"));
        };
        identified.requested.store(true, Ordering::Relaxed);
        Ok(identified.current.clone())
    }
}

/// The id of whoever looks at something. Unlike [`CurrentUser`] it gives nobody a cookie.
pub(super) struct Viewer(pub(super) String);

impl<S: Send + Sync> FromRequestParts<S> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let identified = parts.extensions.get::<Identified>();
        let id = identified.map(|identified| identified.current.user.id.clone());
        Ok(Viewer(id.unwrap_or_default()))
    }
}

/// How long the server took to find out who sends a request.
pub(super) struct IdentificationTime(Duration);

impl<S: Send + Sync> FromRequestParts<S> for IdentificationTime {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let identified = parts.extensions.get::<Identified>();
        let taken = identified.map_or(Duration::ZERO, |identified| identified.taken);
        Ok(IdentificationTime(taken))
    }
}

impl IdentificationTime {
    /// When an action arrived whose whole request has been read now. What the server took for
    /// itself is not on the mover's clock; what the client took to send the rest of its request is.
    pub(super) fn arrived_at(&self, now: Timestamp) -> Timestamp {
        let taken = u64::try_from(self.0.as_millis()).unwrap_or(u64::MAX);
        Timestamp(now.0.saturating_sub(taken))
    }
}

/// Finds out who sends a request, rejects forged credentials and other sites, and gives a new
/// guest a cookie.
pub(super) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let began = Instant::now();
    let known = match authenticate(&app, request.headers()).await {
        Ok(known) => known,
        Err(error) => {
            let is_bad_cookie = error.is_bad_cookie();
            let mut response = ApiError::from(error).into_response();
            // With a bad cookie the browser would otherwise never get in again. Whatever else goes
            // wrong, it stays: it is all that a guest has.
            if is_bad_cookie {
                clear_cookie(app.config(), &mut response);
            }
            return response;
        }
    };
    let taken = began.elapsed();
    let is_safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let has_token = known.as_ref().is_some_and(CurrentUser::is_bot);
    if !is_safe && !has_token && !is_same_origin(app.config(), request.headers()) {
        return ApiError::CrossOrigin.into_response();
    }
    let is_new = known.is_none();
    let current = known.unwrap_or_else(CurrentUser::new_guest);
    let user_id = current.user.id.clone();
    let requested = Arc::new(AtomicBool::new(false));
    request.extensions_mut().insert(Identified {
        current,
        requested: Arc::clone(&requested),
        taken,
    });
    let mut response = next.run(request).await;
    let has_cookie = response.headers().contains_key(SET_COOKIE);
    if is_new && requested.load(Ordering::Relaxed) && !has_cookie {
        let value = app.authenticator().guest_cookie(&user_id);
        set_cookie(app.config(), &mut response, &value);
    }
    response
}

/// The user of a request; `None` if it has neither a cookie nor a token.
async fn authenticate(app: &App, headers: &HeaderMap) -> Result<Option<CurrentUser>, AuthError> {
    if let Some(header) = headers.get(AUTHORIZATION) {
        let text = header.to_str().unwrap_or_default();
        let token = text
            .strip_prefix("Bearer ")
            .ok_or(AuthError::UnknownToken)?;
        return app.authenticator().by_token(token).await.map(Some);
    }
    match cookie_value(headers) {
        Some(cookie) => app.authenticator().by_cookie(cookie).await.map(Some),
        None => Ok(None),
    }
}

/// The value of our cookie.
fn cookie_value(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|header| header.to_str().ok())
        .flat_map(|header| header.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE_NAME)?.strip_prefix('='))
}

/// Sets our cookie.
pub(super) fn set_cookie(config: &Config, response: &mut Response, value: &str) {
    append_cookie(config, response, value, COOKIE_MAX_AGE_SECONDS);
}

/// Removes our cookie.
pub(super) fn clear_cookie(config: &Config, response: &mut Response) {
    append_cookie(config, response, "", 0);
}

fn append_cookie(config: &Config, response: &mut Response, value: &str, max_age: u32) {
    let secure = match &config.origin {
        Some(origin) if origin.starts_with("https://") => "; Secure",
        _ => "",
    };
    let text =
        format!("{COOKIE_NAME}={value}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    // Ids, keys and signatures are letters and digits, so this is always a valid header.
    if let Ok(cookie) = HeaderValue::try_from(text) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

/// Whether a request comes from one of our own pages, or from no page at all.
pub(crate) fn is_same_origin(config: &Config, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| {
        let value = headers.get(name)?;
        Some(value.to_str().unwrap_or("null"))
    };
    if let Some(site) = text(HeaderName::from_static("sec-fetch-site"))
        && !matches!(site, "same-origin" | "none")
    {
        return false;
    }
    let Some(origin) = text(ORIGIN) else {
        return true;
    };
    match &config.origin {
        Some(ours) => origin == ours,
        // Without a configured origin, the page must come from the host that it talks to.
        None => {
            let host = text(HOST).unwrap_or_default();
            let theirs = origin.split_once("://").map(|(_, rest)| rest);
            !host.is_empty() && theirs == Some(host)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::IdentificationTime;
    use quintain_table::Timestamp;
    use std::time::Duration;

    #[test]
    fn a_slow_look_at_the_credentials_is_not_on_the_movers_clock() {
        let taken = IdentificationTime(Duration::from_millis(120));
        assert_eq!(taken.arrived_at(Timestamp(1000)), Timestamp(880));
        let endless = IdentificationTime(Duration::MAX);
        assert_eq!(endless.arrived_at(Timestamp(1000)), Timestamp(0));
    }
}
