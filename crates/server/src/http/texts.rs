//! What changes only with the program: the catalogue of games, and texts in all languages
//! (catalogues of messages, rules pages, lessons). Clients cache it, and ask whether it is still
//! current.

use super::ApiError;
use super::assets::accepts_gzip;
use super::extract::{PathParams, QueryParams};
use crate::TEXTS;
use crate::app::App;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LANGUAGE, CONTENT_TYPE, ETAG,
    HeaderMap, HeaderValue, IF_NONE_MATCH, VARY,
};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use quintain_api::protocol::{CatalogueEntry, ErrorBody, GameLessons, GameRules};
use quintain_api::{catalogue, texts};
use quintain_rules::message::Language;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// How many bytes of a hash make an entity tag.
const ETAG_BYTES: usize = 8;

pub(super) fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_games))
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

/// The games to choose from.
#[utoipa::path(get, path = "/api/catalogue", tag = "rules", responses(
    (status = 200, description = "The games.", body = Vec<CatalogueEntry>),
    (status = 304, description = "Still current."),
    (status = "4XX", description = "Rejected.", body = ErrorBody),
))]
async fn list_games(State(app): State<App>, headers: HeaderMap) -> Result<Response, ApiError> {
    // It has the English texts beside the messages' keys.
    let key = ("catalogue", String::new(), Language::ENGLISH);
    let list = app.texts().get(key, || Ok(catalogue::list(app.games())?))?;
    Ok(cacheable(&headers, Language::ENGLISH, &list))
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
    let key = ("texts", String::new(), language);
    let text = app.texts().get(key, || {
        let mut catalogues = texts::catalogues(app.games(), language);
        catalogues.insert(TEXTS.namespace(), TEXTS.messages(language));
        Ok(catalogues)
    })?;
    Ok(cacheable(&headers, language, &text))
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
    let key = ("rules", game.clone(), language);
    let make = || Ok(catalogue::rules(app.games(), &game, language)?);
    let text = app.texts().get(key, make)?;
    Ok(cacheable(&headers, language, &text))
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
    let key = ("lessons", game.clone(), language);
    let make = || Ok(catalogue::lessons(app.games(), &game, language)?);
    let text = app.texts().get(key, make)?;
    Ok(cacheable(&headers, language, &text))
}

/// A text as it goes over the wire, made once and kept: it changes only with the program.
struct Prepared {
    json: Bytes,
    gzip: Bytes,
    etag: HeaderValue,
}

impl Prepared {
    fn new(text: &impl Serialize) -> Result<Prepared, ApiError> {
        let json = serde_json::to_vec(text).map_err(ApiError::internal)?;
        let hash = hex::encode(&Sha256::digest(&json)[..ETAG_BYTES]);
        let etag = HeaderValue::try_from(format!("\"{hash}\"")).map_err(ApiError::internal)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let gzip = encoder.write_all(&json).and_then(|()| encoder.finish());
        Ok(Prepared {
            gzip: gzip.map_err(ApiError::internal)?.into(),
            json: json.into(),
            etag,
        })
    }
}

/// The texts that have been asked for, cheap to clone. There are only so many: one for each
/// language, and for each game and language.
#[derive(Clone, Default)]
pub(crate) struct TextCache(Arc<Mutex<HashMap<TextKey, Arc<Prepared>>>>);

/// What a text is about (a route and a game), and its language.
type TextKey = (&'static str, String, Language);

impl TextCache {
    /// A text, which is made if nobody has asked for it before.
    fn get<T: Serialize>(
        &self,
        key: TextKey,
        make: impl FnOnce() -> Result<T, ApiError>,
    ) -> Result<Arc<Prepared>, ApiError> {
        // The map is consistent between any two of its operations. Whoever asks at the same time
        // waits, instead of doing the same work again.
        let mut texts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = texts.get(&key) {
            return Ok(Arc::clone(text));
        }
        let text = Arc::new(Prepared::new(&make()?)?);
        texts.insert(key, Arc::clone(&text));
        Ok(text)
    }
}

/// A response that clients may keep, as long as they ask each time whether it is current.
fn cacheable(request: &HeaderMap, language: Language, text: &Prepared) -> Response {
    let header = |name| request.get(name).and_then(|value| value.to_str().ok());
    let etag = text.etag.to_str().unwrap_or_default();
    let is_cached = header(IF_NONE_MATCH).is_some_and(|tags| tags.contains(etag));
    let gzip = header(ACCEPT_ENCODING).is_some_and(accepts_gzip);
    let mut response = match (is_cached, gzip) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, true) => text.gzip.clone().into_response(),
        (false, false) => text.json.clone().into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(ETAG, text.etag.clone());
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(CONTENT_LANGUAGE, HeaderValue::from_static(language.code()));
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if gzip && !is_cached {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::TextCache;
    use quintain_rules::message::Language;
    use std::io::Read;

    #[test]
    fn a_text_is_written_and_compressed_once_however_often_it_is_asked_for() {
        let cache = TextCache::default();
        let mut made = 0;
        let mut first = None;
        for _ in 0..5 {
            let key = ("rules", "a game".to_owned(), Language::ENGLISH);
            let text = cache.get(key, || {
                made += 1;
                Ok("text ".repeat(1000))
            });
            let text = text.unwrap_or_else(|error| panic!("{error}"));
            // The very same bytes, not equal ones.
            let bytes = (text.json.as_ptr(), text.gzip.as_ptr());
            assert_eq!(*first.get_or_insert(bytes), bytes);
            let mut unpacked = Vec::new();
            let mut decoder = flate2::read::GzDecoder::new(&*text.gzip);
            decoder.read_to_end(&mut unpacked).expect("gzip");
            assert_eq!(unpacked, text.json);
            assert!(text.gzip.len() < text.json.len() / 10);
        }
        assert_eq!(made, 1);
        // Another language is another text, and what cannot be made is not kept.
        let key = ("rules", "a game".to_owned(), Language::negotiate(["de"]));
        assert!(cache.get(key, || Ok("Text")).is_ok());
        let key = || ("rules", "no game".to_owned(), Language::ENGLISH);
        let failed = cache.get::<String>(key(), || Err(super::ApiError::NoSuchRoute));
        assert!(failed.is_err());
        assert_eq!(cache.0.lock().expect("not poisoned").len(), 2);
    }
}
