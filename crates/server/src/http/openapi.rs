//! The description of the HTTP API and of the WebSocket's messages.

use quintain_api::protocol as p;
use std::fmt::Write as _;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

/// Everything that no route mentions: the messages of the WebSocket, and types that occur only in
/// schemas written by hand.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quintain",
        description = "Play, watch and analyse board games. `docs/protocol.md` is the guide."
    ),
    components(schemas(p::ClientMessage, p::ServerMessage, p::RatingChange)),
    tags(
        (name = "rules", description = "The catalogue, positions, records and analysis."),
        (name = "games", description = "Playing and watching games."),
        (name = "account", description = "Who you are: your account, sessions and tokens."),
        (name = "users", description = "Players: their profiles and games."),
        (name = "server", description = "The server itself."),
    )
)]
struct Components;

/// The part of the description that does not come from the routes.
pub(super) fn components() -> utoipa::openapi::OpenApi {
    let mut api = Components::openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut api.info.version);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let cookie = ApiKey::Cookie(ApiKeyValue::new("quintain"));
    if let Some(components) = &mut api.components {
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
    }
    api
}

/// The OpenAPI document as JSON. The messages of the WebSocket are among its components.
pub fn openapi() -> String {
    let document = super::description();
    // The document is plain data and always has a JSON form.
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The routes as a web page.
pub(super) fn api_page() -> String {
    let document = super::description();
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Quintain API</title></head><body><h1>Quintain API</h1>\
         <p>All types are in the <a href=\"/api/openapi.json\">OpenAPI document</a>; \
         the WebSocket is at <code>/api/socket</code>. Programs send \
         <code>Authorization: Bearer TOKEN</code>.</p>",
    );
    for (path, item) in &document.paths.paths {
        let operations = [
            ("GET", &item.get),
            ("POST", &item.post),
            ("DELETE", &item.delete),
        ];
        for (method, operation) in operations {
            let Some(operation) = operation else { continue };
            let summary = operation.summary.as_deref().unwrap_or_default();
            // Writing to a string does not fail.
            let _ = write!(
                page,
                "<h2><code>{method} {}</code></h2><p>{}</p>",
                escape(path),
                escape(summary)
            );
        }
    }
    page.push_str("</body></html>\n");
    page
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    /// The web app's types are generated from the file.
    #[test]
    fn the_document_in_docs_is_the_one_served() {
        assert!(
            include_str!("../../../../docs/openapi.json") == super::openapi(),
            "docs/openapi.json is outdated: run `quintain openapi > docs/openapi.json`, and then \
             `npm run types` in web",
        );
    }
}
