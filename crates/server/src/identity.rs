//! Who sends a request: by a signed guest cookie, a session cookie, or a program's token.
//!
//! A guest is an id with the server's signature in a cookie; nothing is stored before the guest
//! plays. A session or token is a random key of which the store has the hash.

use crate::app::App;
use crate::error::ApiError;
use crate::random;
use crate::store::UserRow;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::header::{AUTHORIZATION, COOKIE, HOST, ORIGIN, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use quintain_table::Timestamp;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The cookie's name.
const COOKIE_NAME: &str = "quintain";
/// How long a browser keeps it: 400 days is the most that browsers allow.
const COOKIE_AGE: u32 = 400 * 86_400;
/// What someone without an account is called.
pub(crate) const GUEST: &str = "Guest";

/// Who sends a request.
#[derive(Clone, Debug)]
pub(crate) struct Visitor {
    /// The person.
    pub(crate) user: UserRow,
    /// How they are known.
    pub(crate) by: Credential,
}

/// How someone is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Credential {
    /// A guest's cookie.
    Guest,
    /// The session with this id.
    Session(String),
    /// The token with this id.
    Token(String),
}

impl Visitor {
    /// Whether a program acts for the person.
    pub(crate) fn is_bot(&self) -> bool {
        matches!(self.by, Credential::Token(_))
    }

    /// The session, or an error for guests and programs: a stolen token must not be able to
    /// make more of its kind.
    pub(crate) fn session(&self) -> Result<(&UserRow, &str), ApiError> {
        match &self.by {
            Credential::Session(id) => Ok((&self.user, id)),
            Credential::Guest => Err(ApiError::Forbidden("this needs an account".into())),
            Credential::Token(_) => Err(ApiError::Forbidden(
                "a program cannot do this; sign in with a browser".into(),
            )),
        }
    }
}

/// Who sends the request, and whether anybody asked. Only then does a new guest get a cookie.
#[derive(Clone)]
struct Identified {
    visitor: Visitor,
    asked: Arc<AtomicBool>,
}

impl<S: Send + Sync> FromRequestParts<S> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let identified = parts.extensions.get::<Identified>();
        let Identified { visitor, asked } = identified
            .ok_or_else(|| ApiError::Internal("nobody was identified for this route".into()))?;
        asked.store(true, Ordering::Relaxed);
        Ok(visitor.clone())
    }
}

/// Finds out who sends a request, refuses forged credentials and other sites, and gives a new
/// guest a cookie.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let headers = request.headers();
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let known = match app.known(headers).await {
        Ok(known) => known,
        Err(error) => {
            let mut response = error.into_response();
            // A browser with a bad cookie would otherwise never get in again.
            if headers_have_cookie(&request) {
                set_cookie(&mut response, app.cookie("", 0));
            }
            return response;
        }
    };
    let with_token = known.as_ref().is_some_and(Visitor::is_bot);
    if !safe && !with_token && !app.is_same_origin(request.headers()) {
        return ApiError::Origin.into_response();
    }
    let new = known.is_none();
    let visitor = known.unwrap_or_else(|| guest(random::id(12), Timestamp::now()));
    let asked = Arc::new(AtomicBool::new(false));
    let id = visitor.user.id.clone();
    request.extensions_mut().insert(Identified {
        visitor,
        asked: Arc::clone(&asked),
    });
    let mut response = next.run(request).await;
    let has_cookie = response.headers().contains_key(SET_COOKIE);
    if new && asked.load(Ordering::Relaxed) && !has_cookie {
        set_cookie(&mut response, app.guest_cookie(&id));
    }
    response
}

fn guest(id: String, created: Timestamp) -> Visitor {
    Visitor {
        user: UserRow {
            id,
            name: GUEST.to_owned(),
            account: false,
            password: None,
            created,
        },
        by: Credential::Guest,
    }
}

/// Adds a cookie to an answer.
pub(crate) fn set_cookie(response: &mut Response, cookie: HeaderValue) {
    response.headers_mut().append(SET_COOKIE, cookie);
}

fn headers_have_cookie(request: &Request) -> bool {
    cookie_value(request.headers()).is_some()
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

impl App {
    /// Who sends a request with these headers; nobody known if there is no cookie and no token.
    async fn known(&self, headers: &HeaderMap) -> Result<Option<Visitor>, ApiError> {
        if let Some(header) = headers.get(AUTHORIZATION) {
            let token = header
                .to_str()
                .ok()
                .and_then(|text| text.strip_prefix("Bearer "));
            let unknown = || ApiError::Unauthorized("there is no such token".into());
            return self
                .by_token(token.ok_or_else(unknown)?)
                .await?
                .ok_or_else(unknown)
                .map(Some);
        }
        let Some(cookie) = cookie_value(headers) else {
            return Ok(None);
        };
        if let Some((id, signature)) = cookie.strip_prefix("g.").and_then(|c| c.split_once('.')) {
            if !random::is_signed(self.key(), id, signature) {
                return Err(ApiError::Unauthorized(
                    "the cookie was not made by this server".into(),
                ));
            }
            return match self.store().user(id).await? {
                // The guest has become an account: from then on only a password opens it.
                Some(user) if user.account => Err(ApiError::Unauthorized(
                    "you have an account now; sign in".into(),
                )),
                Some(user) => Ok(Some(Visitor {
                    user,
                    by: Credential::Guest,
                })),
                None => Ok(Some(guest(id.to_owned(), Timestamp::now()))),
            };
        }
        let session = match cookie.strip_prefix("s.") {
            Some(key) => {
                self.store()
                    .session(&random::hash(key), Timestamp::now())
                    .await?
            }
            None => None,
        };
        match session {
            Some((session, user)) => Ok(Some(Visitor {
                user,
                by: Credential::Session(session.id),
            })),
            None => Err(ApiError::Unauthorized(
                "you were signed out; load the page again".into(),
            )),
        }
    }

    async fn by_token(&self, token: &str) -> Result<Option<Visitor>, ApiError> {
        let found = self
            .store()
            .token(&random::hash(token), Timestamp::now())
            .await?;
        Ok(found.map(|(token, user)| Visitor {
            user,
            by: Credential::Token(token.id),
        }))
    }

    /// The cookie of a guest.
    fn guest_cookie(&self, id: &str) -> HeaderValue {
        let signature = random::sign(self.key(), id);
        self.cookie(&format!("g.{id}.{signature}"), COOKIE_AGE)
    }

    /// The cookie of a session with this key.
    pub(crate) fn session_cookie(&self, key: &str) -> HeaderValue {
        self.cookie(&format!("s.{key}"), COOKIE_AGE)
    }

    /// A cookie that takes the present one away.
    pub(crate) fn no_cookie(&self) -> HeaderValue {
        self.cookie("", 0)
    }

    fn cookie(&self, value: &str, age: u32) -> HeaderValue {
        let secure = match &self.config().origin {
            Some(origin) if origin.starts_with("https://") => "; Secure",
            _ => "",
        };
        let text =
            format!("{COOKIE_NAME}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
        // Ids, keys and signatures are letters and digits.
        HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }

    /// Whether a request comes from one of our own pages, or from no page at all.
    pub(crate) fn is_same_origin(&self, headers: &HeaderMap) -> bool {
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
        match &self.config().origin {
            Some(ours) => origin == ours,
            // Without a name of our own, the page must come from the host it talks to.
            None => {
                let host = text(HOST).unwrap_or_default();
                let theirs = origin.split_once("://").map(|(_, rest)| rest);
                !host.is_empty() && theirs == Some(host)
            }
        }
    }
}
