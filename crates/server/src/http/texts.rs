//! Texts for clients in all languages: catalogues of messages, rules pages, lessons. They change
//! only with the program, so clients cache them and ask whether they are still current.

use super::ApiError;
use super::extract::{PathParams, QueryParams};
use crate::TEXTS;
use crate::app::App;
use axum::extract::State;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_LANGUAGE, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH,
};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use quintain_api::protocol::{ErrorBody, GameLessons, GameRules};
use quintain_api::{catalogue, texts};
use quintain_rules::message::Language;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many bytes of a hash make an entity tag.
const ETAG_BYTES: usize = 8;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(catalogues))
        .routes(routes!(rules))
        .routes(routes!(lessons))
}

/// In which language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LanguageParams {
    lang: Option<String>,
}

impl LanguageParams {
    fn language(&self) -> Language {
        Language::negotiate(self.lang.as_deref())
    }
}

/// The texts of all messages in a language: Fluent catalogues by namespace. English if the
/// language is unknown.
#[utoipa::path(get, path = "/api/texts/{lang}", tag = "rules",
    params(("lang" = String, Path, description = "A language tag such as `de` or `de-AT`.")),
    responses(
    (status = 200, description = "The catalogues.", body = BTreeMap<String, String>),
    (status = 304, description = "Still current."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn catalogues(
    State(app): State<App>,
    headers: HeaderMap,
    PathParams(lang): PathParams<String>,
) -> Result<Response, ApiError> {
    let language = Language::negotiate([lang.as_str()]);
    let mut catalogues = texts::catalogues(app.games(), language);
    catalogues.insert(TEXTS.namespace(), TEXTS.messages(language));
    cacheable(&headers, language, &catalogues)
}

/// The rules page of a game.
#[utoipa::path(get, path = "/api/catalogue/{game}/rules", tag = "rules",
    params(("game" = String, Path, description = "The game's id in the catalogue."),
           ("lang" = Option<String>, Query, description = "A language tag such as `de` or `de-AT`; \
             English if omitted or unknown.")),
    responses(
    (status = 200, description = "The rules.", body = GameRules),
    (status = 304, description = "Still current."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn rules(
    State(app): State<App>,
    headers: HeaderMap,
    PathParams(game): PathParams<String>,
    QueryParams(params): QueryParams<LanguageParams>,
) -> Result<Response, ApiError> {
    let language = params.language();
    let rules = catalogue::rules(app.games(), &game, language)?;
    cacheable(&headers, language, &rules)
}

/// The lessons of a game.
#[utoipa::path(get, path = "/api/catalogue/{game}/lessons", tag = "rules",
    params(("game" = String, Path, description = "The game's id in the catalogue."),
           ("lang" = Option<String>, Query, description = "A language tag such as `de` or `de-AT`; \
             English if omitted or unknown.")),
    responses(
    (status = 200, description = "The lessons.", body = GameLessons),
    (status = 304, description = "Still current."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn lessons(
    State(app): State<App>,
    headers: HeaderMap,
    PathParams(game): PathParams<String>,
    QueryParams(params): QueryParams<LanguageParams>,
) -> Result<Response, ApiError> {
    let language = params.language();
    let lessons = catalogue::lessons(app.games(), &game, language)?;
    cacheable(&headers, language, &lessons)
}

/// A JSON response that clients may keep, as long as they ask each time whether it is current.
fn cacheable(
    request: &HeaderMap,
    language: Language,
    body: &impl Serialize,
) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(body).map_err(ApiError::internal)?;
    let hash = hex::encode(&Sha256::digest(&body)[..ETAG_BYTES]);
    let etag = format!("\"{hash}\"");
    let known = request
        .get(IF_NONE_MATCH)
        .and_then(|tags| tags.to_str().ok());
    let mut response = match known {
        Some(tags) if tags.contains(&etag) => StatusCode::NOT_MODIFIED.into_response(),
        _ => body.into_response(),
    };
    let mut set = |name: HeaderName, value: &str| {
        // Tags, codes and types are plain ASCII.
        if let Ok(value) = HeaderValue::from_str(value) {
            response.headers_mut().insert(name, value);
        }
    };
    set(ETAG, &etag);
    set(CACHE_CONTROL, "no-cache");
    set(CONTENT_LANGUAGE, language.code());
    set(CONTENT_TYPE, "application/json");
    Ok(response)
}
