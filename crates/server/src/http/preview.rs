//! What others show of a link: titles, descriptions and pictures (Open Graph).

use super::ApiError;
use super::extract::PathParams;
use super::work::Work;
use crate::TEXTS;
use crate::app::App;
use crate::game::GameError;
use crate::store::{GameRow, SeatRow};
use axum::extract::State;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, HOST, HeaderMap};
use axum::response::{IntoResponse, Response};
use quintain_api::catalogue;
use quintain_rules::message::{Language, Message, ToMessage};
use quintain_rules::messages;
use quintain_rules::view::{Geometry, View};
use std::fmt::Write as _;

/// How long others may show a picture without asking again.
const CACHE: &str = "public, max-age=60";

messages! {
    /// What a link to a game says.
    pub(crate) enum PreviewText in TEXTS {
        /// A game between two players.
        Title = "preview-title" {
            /// The name of the game.
            game: Message,
            /// The first player.
            first: String,
            /// The second player.
            second: String,
        },
        /// A game that waits for a player.
        Invitation = "preview-invitation" {
            /// The name of the game.
            game: Message,
        },
        /// How far the game is.
        Moves = "preview-moves" {
            /// How many moves have been played.
            plies: u32,
        },
        /// A player without a name.
        Guest = "preview-guest",
        /// The engine.
        Engine = "preview-engine" {
            /// Its level.
            level: u8,
        },
    }
}

/// What is said about a page.
struct Tags {
    title: String,
    description: String,
    /// The name of the picture's file.
    picture: String,
}

/// The page of the app at an address, with what others show of it; `None` if there is nothing to
/// say. `page` is the app's page.
pub(super) async fn page_with_tags(
    app: &App,
    path: &str,
    open: &str,
    pattern: &str,
    page: &str,
    headers: &HeaderMap,
) -> Option<String> {
    let language = language(headers);
    let tags = match pattern {
        "/g/:id" | "/embed/:id" => {
            let row = app.store().game(open).await.ok()??;
            game_tags(app, &row, language)?
        }
        "/learn/:game" => {
            let info = app.games().get(open).ok()?.info();
            Tags {
                title: info.name().render(language),
                description: info.summary().render(language),
                picture: info.id.to_owned(),
            }
        }
        _ => return None,
    };
    let origin = origin(app, headers)?;
    Some(insert(page, &tags, &origin, path))
}

fn language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or("");
    let tags = accepted
        .split(',')
        .filter_map(|part| part.split(';').next());
    Language::negotiate(tags.map(str::trim))
}

/// Where this server is, as the visitor says if the settings do not.
fn origin(app: &App, headers: &HeaderMap) -> Option<String> {
    if let Some(origin) = &app.config().origin {
        return Some(origin.clone());
    }
    let host = headers.get(HOST)?.to_str().ok()?;
    Some(format!("http://{host}"))
}

fn game_tags(app: &App, row: &GameRow, language: Language) -> Option<Tags> {
    let game = app.games().get(&row.request.game).ok()?.info().name();
    let player = |seat: &SeatRow| match (&seat.user, seat.engine_level) {
        (Some(user), _) => user.name.clone(),
        (None, Some(level)) => Some(PreviewText::Engine { level }.to_message().render(language)),
        (None, None) => None,
    };
    let is_waiting = row.setup.is_none();
    let guest = || PreviewText::Guest.to_message().render(language);
    let [first, second] = row.seats.each_ref().map(player);
    let title = match is_waiting {
        true => PreviewText::Invitation { game },
        false => PreviewText::Title {
            game,
            first: first.unwrap_or_else(guest),
            second: second.unwrap_or_else(guest),
        },
    };
    let plies = row.status.plies;
    Some(Tags {
        title: title.to_message().render(language),
        description: PreviewText::Moves { plies }.to_message().render(language),
        picture: row.request.id.clone(),
    })
}

/// Puts tags into the head of a page, in place of its title.
fn insert(page: &str, tags: &Tags, origin: &str, path: &str) -> String {
    let (title, description) = (escape(&tags.title), escape(&tags.description));
    let mut head = format!("<title>{title} · Quintain</title>");
    let picture = format!("{origin}/preview/{}.png", tags.picture);
    for (name, content) in [
        ("og:site_name", "Quintain"),
        ("og:type", "website"),
        ("og:title", &title),
        ("og:description", &description),
        ("og:url", &escape(&format!("{origin}/{path}"))),
        ("og:image", &escape(&picture)),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", &title),
    ] {
        // Writing to a string does not fail.
        let _ = write!(head, "<meta property=\"{name}\" content=\"{content}\">");
    }
    head.push_str("<meta name=\"twitter:card\" content=\"summary_large_image\">");
    let (before, rest) = page.split_once("<title>").unwrap_or((page, ""));
    let after = rest.split_once("</title>").map_or(rest, |(_, after)| after);
    format!("{before}{head}{after}")
}

/// A text in an attribute or an element.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
    out
}

/// A picture of a game's current position, or a typical one of a kind of game.
pub(super) async fn picture(
    State(app): State<App>,
    PathParams(file): PathParams<String>,
    work: Work,
) -> Result<Response, ApiError> {
    let name = file.strip_suffix(".png").ok_or(ApiError::NoSuchRoute)?;
    let _place = work.place()?;
    let (geometry, view) = find(&app, name).await?;
    let picture = app.previews().picture(geometry, view).await?;
    let headers = [(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, CACHE)];
    Ok((headers, picture).into_response())
}

/// The position that a picture's name stands for.
async fn find(app: &App, name: &str) -> Result<(Geometry, View), ApiError> {
    if app.games().get(name).is_ok() {
        let entries = catalogue::list(app.games())?;
        let entry = entries.into_iter().find(|entry| entry.id == name);
        let showcase = entry.ok_or(ApiError::NoSuchRoute)?.showcase;
        return Ok((showcase.geometry, showcase.view));
    }
    let row = app.store().game(name).await?.ok_or(GameError::NoSuchGame)?;
    let game = app
        .games()
        .get(&row.request.game)
        .map_err(GameError::from)?;
    let position = game.parse(&row.status.position).map_err(GameError::from)?;
    Ok((position.geometry(), position.view()))
}

#[cfg(test)]
mod tests {
    use super::{Tags, insert};

    #[test]
    fn what_players_call_themselves_cannot_become_part_of_the_page() {
        let tags = Tags {
            title: "\"><script>alert(1)</script>".to_owned(),
            description: "a & b".to_owned(),
            picture: "x".to_owned(),
        };
        let page = "<head><title>Quintain</title></head><body>";
        let page = insert(page, &tags, "https://games.example", "g/x");
        assert!(!page.contains("<script>"), "{page}");
        assert!(page.contains("content=\"a &amp; b\""), "{page}");
        assert!(
            page.contains("content=\"https://games.example/preview/x.png\""),
            "{page}"
        );
        assert!(page.starts_with("<head><title>&quot;") && page.ends_with("</head><body>"));
        assert_eq!(page.matches("<title>").count(), 1);
    }
}
