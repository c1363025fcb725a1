//! The description of the HTTP API and of the socket's messages.

use crate::protocol as p;
use std::fmt::Write as _;
use utoipa::OpenApi;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};

/// Everything that is not found through the routes: the messages of the socket.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Quintain",
        description = "Play, watch and analyse board games. The guide is `docs/protocol.md`."
    ),
    components(schemas(p::ClientMessage, p::ServerMessage)),
    tags(
        (name = "rules", description = "Games, positions, records and analysis."),
        (name = "games", description = "Playing and watching."),
        (name = "people", description = "Who you are, accounts, profiles."),
        (name = "server", description = "The server itself."),
    )
)]
struct Messages;

/// The part of the description that does not come from the routes.
pub(crate) fn components() -> utoipa::openapi::OpenApi {
    let mut api = Messages::openapi();
    env!("CARGO_PKG_VERSION").clone_into(&mut api.info.version);
    let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build();
    let cookie = ApiKey::Cookie(ApiKeyValue::new("quintain"));
    if let Some(components) = &mut api.components {
        components.add_security_scheme("token", SecurityScheme::Http(bearer));
        components.add_security_scheme("cookie", SecurityScheme::ApiKey(cookie));
    }
    api
}

/// The OpenAPI document, as JSON. The messages of the socket are among its components.
pub fn openapi() -> String {
    let document = crate::routes::description();
    // The document is plain data and always has a JSON form.
    let mut text = document.to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}

/// The routes as a page to read.
pub(crate) fn page() -> String {
    let document = crate::routes::description();
    let mut page = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <title>Quintain API</title></head><body><h1>Quintain API</h1>\
         <p>All types are in the <a href=\"/api/openapi.json\">OpenAPI document</a>; \
         the socket is at <code>/api/socket</code>. Programs send \
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
                escaped(path),
                escaped(summary)
            );
        }
    }
    page.push_str("</body></html>\n");
    page
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    /// The web app's types are made from the file.
    #[test]
    fn the_document_in_docs_is_the_one_served() {
        assert!(
            include_str!("../../../docs/openapi.json") == super::openapi(),
            "docs/openapi.json is old: run `quintain openapi > docs/openapi.json`, and then \
             `npm run types` in web",
        );
    }
}
